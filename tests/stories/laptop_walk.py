"""A student's commands on any system, from nothing to a receipt: `python laptop_walk.py [WHEEL]`.

It needs Python 3.11 and pip's package index, nothing of the project but its wheel (which it builds
if none is named), and no browser. The continuous integration runs it on Windows, macOS and Linux;
tests/stories/test_laptop.py walks further, in a browser, without the network. It prints seconds.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ANSWER = "def station_mean(y_i):\n    return np.mean(y_i)  # Mäkelä, 课程\n"
PATIENCE = 180  # seconds until JupyterLab answers
TOKEN = "a-token-for-tests"


def told(what, began):
    """Print how long something took."""
    print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)


def run(*words, folder, **more):
    """Run a command to its end and return what it said; nobody answers questions."""
    began = time.monotonic()
    done = subprocess.run(
        [str(word) for word in words], cwd=folder, env={**os.environ, **more},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    said = done.stdout.decode("utf-8", "replace")
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{said}")
    told(" ".join(str(word) for word in words)[-100:], began)
    return said


def build(folder):
    """Build the wheel of this checkout."""
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", folder, ROOT, folder=folder)
    return next(folder.glob("flcourse-*.whl"))


def install(wheel, folder):
    """Make the environment as the page for students says; return the folder of its programs."""
    run(sys.executable, "-m", "venv", "flcourse-env", folder=folder)
    programs = folder / "flcourse-env" / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "install", f"{wheel}[student]", folder=folder)
    return programs


def answer(notebook):
    """Write the answer to the first task into the file, as somebody who saves does."""
    content = json.loads(notebook.read_text("utf-8"))
    for cell in content["cells"]:
        if cell["id"] == "station-mean":
            cell["source"] = ANSWER
    notebook.write_text(json.dumps(content, ensure_ascii=False), "utf-8")


def walk(programs, folder):
    """Start, answer, check, hand in, verify."""
    flcourse = programs / "flcourse"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    began = time.monotonic()
    settings = {"JUPYTER_PORT": str(port), "JUPYTER_TOKEN": TOKEN}
    server = subprocess.Popen(
        [str(flcourse), "start", "--no-browser"], cwd=folder, env={**os.environ, **settings}
    )
    try:
        page = first_page(f"http://127.0.0.1:{port}/?token={TOKEN}", server)
        assert page.endswith("/lab/tree/start/start.ipynb"), page
        told("flcourse start: the first task can be opened", began)
        mine = folder / "my-flcourse"
        answer(mine / "start" / "start.ipynb")
        said = run(flcourse, "check", "start", folder=mine)
        assert "Task 1: Answer and check" in said, said
        assert "right yet" not in said, said
        said = run(flcourse, "submit", "start", "--student", "Aino Mäkelä", folder=mine)
        assert "sha256: " in said, said
        said = run(flcourse, "submit", "--verify", "handed-in/start-*.zip", folder=mine)
        assert "ZIP and receipt agree" in said, said
        end(port)
        assert server.wait(60) == 0
    finally:
        server.kill()


def end(port):
    """Let the server end its kernels and itself, as the menu does: Windows has no Ctrl-C for us."""
    address = f"http://127.0.0.1:{port}/api/shutdown"
    rights = {"Authorization": f"token {TOKEN}"}
    urllib.request.urlopen(urllib.request.Request(address, b"", rights), timeout=30).close()


def first_page(address, server):
    """Return where the server leads to, once it answers."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10) as page:
                return page.url.partition("?")[0]
        except OSError as error:
            if time.monotonic() > end or server.poll() is not None:
                sys.exit(f"JupyterLab does not answer: {error}")
        time.sleep(0.5)


def main():
    """Walk in a folder whose name has blanks and letters beyond ASCII."""
    sys.stdout.reconfigure(errors="replace")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as top:
        folder = Path(top).resolve() / "Federated learning, Mäkelä"
        folder.mkdir()
        wheel = Path(sys.argv[1]).resolve() if sys.argv[1:] else build(folder)
        programs = install(wheel, folder)
        print(run(programs / "flcourse", "doctor", folder=folder))
        walk(programs, folder)


if __name__ == "__main__":
    main()
