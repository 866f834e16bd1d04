"""Start Flower's app processes from one that has imported everything already.

Flower starts a process for every message, which has to import for seconds, and gives up on it after
thirty: too little for a machine that does other things. This server forks them instead. `commands`
writes stand-ins for `flwr-serverapp` and `flwr-clientapp` that pass their arguments on; what runs
afterwards are the same commands, in processes of their own.

    python warm_start.py SOCKET
"""

import contextlib
import json
import os
import signal
import socket
import sys
from pathlib import Path

NAMES = ("flwr-serverapp", "flwr-clientapp")
STAND_IN = """\
#!{python} -ISE
import json, os, socket, sys
wire = socket.socket(socket.AF_UNIX)
wire.connect({path!r})
order = dict(argv=sys.argv, env=dict(os.environ), cwd=os.getcwd())
wire.sendall(json.dumps(order).encode() + b"\\n")
wire.recv(1)  # until the process has ended
"""


def commands(folder, path):
    """Write the stand-ins into a folder for the PATH."""
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_text(STAND_IN.format(python=sys.executable, path=str(path)), "utf-8")
        (folder / name).chmod(0o755)


def serve(path):
    from flwr.superlink.cli import flwr_serverapp
    from flwr.supernode.cli import flwr_clientapp

    import flcourse.flower  # noqa: F401 - so that the apps find it imported

    mains = dict(zip(NAMES, (flwr_serverapp, flwr_clientapp), strict=True))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(path)
        door.listen(64)
        while True:
            wire, _ = door.accept()
            order = wire.makefile().readline()
            # A node that is killed in this moment leaves half an order: the others go on.
            if order.endswith("\n") and os.fork() == 0:
                door.close()
                run(mains, **json.loads(order))
            wire.close()  # the child's copy is closed when it ends


def run(mains, argv, env, cwd):
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    sys.argv = argv
    code = 1
    with contextlib.suppress(SystemExit):
        mains[Path(argv[0]).name]()
        code = 0
    os._exit(code)


if __name__ == "__main__":
    serve(sys.argv[1])
