"""Submissions that do not play by the rules, by class: what they do, what they deserve.

The assignment has two tasks: `twice`, worth 1 point, and `draw`, worth 2. Every attack answers one
of them rightly, unless it says otherwise, so that what it must not lose shows as well as what it
must not gain. An attack makes the files of a submission in a folder.
"""

import copy
import io
import json
import os
import tarfile
import textwrap
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

STEM = "tiny"
SCRIPT = '''
# %% [markdown] tags=["assignment", "points:4"]
# # A tiny assignment
# %% tags=["given", "id:imports"]
import numpy as np
# %% tags=["answer", "id:twice"]
def twice(x):
    """Twice x."""
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
# %% tags=["tests", "id:twice-tests", "points:1"]
from flcourse.grading import checks
checks.close(checks.call(twice, 3.0), 6.0, what="twice", hint="see eq-x.")
### BEGIN HIDDEN TESTS
_secret = checks.grading_rng("twice").random(4)
checks.close(checks.call(twice, _secret), 2 * _secret, what="twice", hint="see eq-x.")
### END HIDDEN TESTS
# %% tags=["answer", "id:draw"]
def draw(rng, n):
    """Draw n numbers between 0 and 1."""
    ### BEGIN SOLUTION
    return rng.random(n)
    ### END SOLUTION
# %% tags=["tests", "id:draw-tests", "points:2"]
import numpy as np
from flcourse.grading import checks
_rng, _same = np.random.default_rng(1), np.random.default_rng(1)
checks.close(draw(_rng, 3), _same.random(3), what="draw", hint="see eq-y.")
checks.close(_rng.random(), _same.random(), what="the generator", hint="draw from rng.")
# %% [markdown] tags=["manual", "id:why", "points:1"]
# Why?
'''
RIGHT = {
    "twice": "def twice(x):\n    return 2 * x",
    "draw": "def draw(rng, n):\n    return rng.random(n)",
}
WRONG = {**RIGHT, "twice": "def twice(x):\n    return x"}
TWICE, DRAW, ALL = 1.0, 2.0, 3.0


@dataclass(frozen=True)
class Attack:
    """What is handed in, and the exact score and status that it deserves."""

    make: Callable[[Path, dict], None]
    score: float
    status: str


def answered(released, answers):
    """A copy of the released notebook with answers filled in."""
    notebook = copy.deepcopy(released)
    for cell in notebook["cells"]:
        cell["source"] = answers.get(cell["id"], cell["source"])
    return notebook


def save(folder, notebook, name=f"{STEM}.ipynb"):
    content = notebook if isinstance(notebook, bytes) else json.dumps(notebook).encode()
    (folder / name).write_bytes(content)


def code(score=DRAW, status="OK", **answers):
    """A submission whose answers do something else."""
    answers = {name: textwrap.dedent(text).strip("\n") for name, text in answers.items()}

    def make(folder, released):
        save(folder, answered(released, {**RIGHT, **answers}))

    return Attack(make, score, status)


def changed(change, score=DRAW, status="REPAIRED", answers=None):
    """A submission whose notebook was changed: wrong `twice` and right `draw` by default."""

    def make(folder, released):
        notebook = answered(released, WRONG if answers is None else answers)
        other = change(notebook)
        save(folder, other if isinstance(other, dict) else notebook)

    return Attack(make, score, status)


def files(make, score=0.0, status="UNREADABLE"):
    """Anything else that can lie in a folder."""
    return Attack(make, score, status)


def cell(notebook, name):
    return next(c for c in notebook["cells"] if c.get("id") == name)


def meta(notebook, name):
    return cell(notebook, name)["metadata"]["nbgrader"]


def zipped(members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return buffer.getvalue()


def tarred(*infos):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for info, content in infos:
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def entry(name, kind=tarfile.REGTYPE, target=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


RESOURCES = {
    "endless loop": code(twice="def twice(x):\n    while True: pass", status="TIMEOUT"),
    "endless loop while loading": code(twice="while True: pass", status="TIMEOUT"),
    "sleeps": code(twice="import time\ndef twice(x):\n    time.sleep(1000)", status="TIMEOUT"),
    "swallows interrupts": code(status="TIMEOUT", twice="""
        import signal
        for number in range(1, 32):
            try: signal.signal(number, signal.SIG_IGN)
            except OSError: pass
        def twice(x):
            while True:
                try: sum(range(10**6))
                except BaseException: pass"""),
    "too much memory": code(twice="def twice(x):\n    return bytearray(10**11)"),
    "fork bomb": code(status="CRASHED", twice="""
        import os, time
        def twice(x):
            while True:
                try: os.fork()
                except OSError: time.sleep(0.01)"""),
    "memory in many processes": code(status="CRASHED", twice="""
        import os, time
        def twice(x):
            for _ in range(20):
                if os.fork() == 0:
                    held = bytearray(200 * 2**20); time.sleep(100)
            time.sleep(100)"""),
    "fills the disk": code(twice="""
        def twice(x):
            with open("/tmp/a", "wb") as file:
                for _ in range(1000): file.write(bytes(2**20))"""),
    "opens every file descriptor": code(twice="""
        def twice(x):
            held = [open("/dev/null") for _ in range(10**5)]"""),
    "prints without end": code(status="TIMEOUT", twice="""
        def twice(x):
            while True: print("x" * 10**5)"""),
    "prints a lot while loading": code(score=ALL, twice="print('x' * 10**8)\n" + RIGHT["twice"]),
    "threads": code(twice="""
        import threading
        def noise():
            while True: sum(range(1000))
        for _ in range(5): threading.Thread(target=noise, daemon=True).start()
        def twice(x): return x"""),
    "a huge result": code(twice="def twice(x):\n    return np.zeros((10**4, 10**4))"),
    "a vast sparse result": code(twice="""
        from scipy import sparse
        def twice(x): return sparse.csr_array((10**6, 10**6))"""),
    "a deep result": code(twice="""
        def twice(x):
            deep = []
            for _ in range(10**5): deep = [deep]
            return deep"""),
    "a result that is itself": code(twice="""
        def twice(x):
            a = []
            a.append(a)
            return a"""),
    "a number without end": code(twice="def twice(x):\n    return 10**10**6"),
    "recursion": code(twice="def twice(x):\n    return twice(x)"),
    "two hundred figures": code(score=ALL, twice=RIGHT["twice"] + """
import matplotlib.pyplot as plt
for _ in range(30): plt.figure()"""),
}  # fmt: skip
EXITS = {
    "exit": code(twice="import sys\ndef twice(x):\n    sys.exit(0)"),
    "quits": code(twice="def twice(x):\n    raise SystemExit('all points')"),
    "keyboard interrupt": code(twice="def twice(x):\n    raise KeyboardInterrupt"),
    "generator exit": code(twice="def twice(x):\n    raise GeneratorExit"),
    "hard exit": code(twice="import os\ndef twice(x):\n    os._exit(0)", status="CRASHED"),
    "exit while loading": code(twice="import os\nos._exit(0)", status="CRASHED"),
    "segmentation fault": code(status="CRASHED", twice="""
        import ctypes
        def twice(x): ctypes.string_at(0)"""),
    "abort": code(twice="import os\ndef twice(x):\n    os.abort()", status="CRASHED"),
    "kills itself": code(status="CRASHED", twice="""
        import os
        def twice(x): os.kill(os.getpid(), 9)"""),
    "kills its parent": code(twice="""
        import os
        def twice(x):
            os.kill(os.getppid(), 9)
            return x"""),
    "becomes another program": code(status="CRASHED", twice="""
        import os
        def twice(x): os.execv("/bin/true", ["true"])"""),
    "closes the pipes": code(status="CRASHED", twice="""
        import os
        def twice(x): os.closerange(0, 100)"""),
    "at exit": code(twice="""
        import atexit, os
        atexit.register(os.system, "touch /tmp/gone")
        def twice(x): return x"""),
}  # fmt: skip
STRUCTURE = {
    "no cells": changed(lambda n: n.update(cells=[]), score=0.0, status="FOREIGN"),
    "only the answers": changed(
        lambda n: n.update(cells=[cell(n, "twice"), cell(n, "draw")])),
    "reversed": changed(lambda n: n["cells"].reverse()),
    "every cell twice": changed(lambda n: n["cells"].extend(copy.deepcopy(n["cells"]))),
    "a thousand copies": changed(lambda n: n["cells"].extend([cell(n, "twice")] * 1000)),
    "too many cells": changed(lambda n: n["cells"].extend([cell(n, "why")] * 5000),
                              score=0.0, status="UNREADABLE"),
    "checks emptied": changed(lambda n: cell(n, "twice-tests").update(source="")),
    "checks turned into text": changed(
        lambda n: cell(n, "twice-tests").update(cell_type="markdown")),
    "checks deleted": changed(lambda n: n["cells"].remove(cell(n, "twice-tests"))),
    "checks replaced": changed(
        lambda n: cell(n, "twice-tests").update(source="checks = None")),
    "given cells poisoned": changed(lambda n: cell(n, "imports").update(
        source="import numpy as np\nnp.abs = None\nfrom flcourse.grading import checks\n"
               "checks.close = print")),
    "answer in the cell of the checks": changed(
        lambda n: cell(n, "twice-tests").update(source=RIGHT["twice"])),
    "cells inside cells": changed(lambda n: cell(n, "twice").update(cells=n["cells"][:1]),
                                  status="OK"),
    "sources that are no text": changed(lambda n: cell(n, "twice").update(source={"a": [1]})),
    "format 3": changed(lambda n: {"nbformat": 3, "metadata": {}, "worksheets": [
        {"cells": [{**c, "input": c["source"]} for c in n["cells"]]}]}),
    "format 99": changed(lambda n: n.update(nbformat=99)),
    "format of nonsense": changed(lambda n: n.update(nbformat={"a": 1})),
}  # fmt: skip
METADATA = {
    "a thousand points": changed(lambda n: meta(n, "twice-tests").update(points=1000),
                                 status="TAMPERED"),
    "negative points": changed(lambda n: meta(n, "draw-tests").update(points=-5),
                               status="TAMPERED"),
    "points of nonsense": changed(lambda n: meta(n, "draw-tests").update(points="NaN"),
                                  status="TAMPERED"),
    "graded answer": changed(lambda n: meta(n, "twice").update(grade=True, points=50),
                             status="TAMPERED"),
    "checks as an answer": changed(lambda n: meta(n, "twice-tests").update(solution=True),
                                   status="TAMPERED"),
    "checks of one's own": changed(status="OK", change=lambda n: n["cells"].append(
        {"cell_type": "code", "id": "mine", "source": "assert True", "outputs": [], "metadata": {
            "nbgrader": {"grade_id": "mine", "grade": True, "solution": False, "locked": True,
                         "points": 100, "schema_version": 3}}})),
    "ids exchanged": changed(lambda n: (
        meta(n, "twice").update(grade_id="draw"), meta(n, "draw").update(grade_id="twice"))),
    "one id for all": changed(score=DRAW, change=lambda n: [
        c["metadata"].update(nbgrader={"grade_id": "twice"}) for c in n["cells"]]),
    "no metadata at all": changed(lambda n: [c.update(metadata={}) for c in n["cells"]]),
    "metadata that is a list": changed(lambda n: [c.update(metadata=[]) for c in n["cells"]]),
    "ids of nonsense": changed(lambda n: [c.update(id={"a": 1}, metadata={
        "nbgrader": {"grade_id": ["x"]}}) for c in n["cells"]]),
    "a foreign kernel": changed(status="OK", change=lambda n: n.update(metadata={
        "kernelspec": {"name": "evil", "display_name": "x"}, "language_info": {"name": "R"}})),
    "a kernel with a command": changed(status="OK", change=lambda n: n.update(metadata={
        "kernelspec": {"name": "../../evil", "argv": ["touch", "/tmp/evil"]}})),
}  # fmt: skip


def encoded(coding, status="REPAIRED", score=DRAW):
    def make(folder, released):
        save(folder, json.dumps(answered(released, WRONG), ensure_ascii=False).encode(coding))

    return Attack(make, score, status)


ENCODING = {
    "byte order mark": encoded("utf-8-sig"),
    "UTF-16": encoded("utf-16"),
    "UTF-32": encoded("utf-32"),
    "Latin-1": files(score=DRAW, status="REPAIRED", make=lambda f, r: save(f, json.dumps(
        answered(r, {**WRONG, "why": "\u00fc"}), ensure_ascii=False).encode("latin-1"))),
    "NUL bytes": files(score=DRAW, status="REPAIRED", make=lambda f, r: save(
        f, json.dumps(answered(r, WRONG)).replace("{", "{\0").encode())),
    "lone surrogates": changed(status="OK", change=lambda n: cell(n, "why").update(
        source="\ud800\udfff\ud800")),
    "control characters": code(score=ALL, twice="# \x1b[31m \x07\x08\n" + RIGHT["twice"]),
    "right to left": code(twice="# \u202e\ndef twice(x):\n    return x  # \u2066"),
    "a homoglyph": code(twice="def tw\u0456ce(x):\n    return 2 * x"),
    "empty": files(lambda f, r: save(f, b"")),
    "noise": files(lambda f, r: save(f, bytes(range(256)) * 40)),
    "deep": files(lambda f, r: save(f, b"[" * 100_000)),
    "deep inside": files(lambda f, r: save(f, b'{"cells":' + b'{"a":' * 100_000)),
    "huge": files(lambda f, r: save(f, b" " * (21 * 2**20))),
    "a huge integer": files(lambda f, r: save(f, b'{"cells":[' + b"9" * 10**5 + b"]}")),
    "cut off": files(lambda f, r: save(f, json.dumps(answered(r, RIGHT)).encode()[:900])),
}  # fmt: skip


def archived(build, name, score=0.0, status="UNREADABLE"):
    def make(folder, released):
        save(folder, build(json.dumps(answered(released, WRONG)).encode()), name)

    return Attack(make, score, status)


ARCHIVE = {
    "path traversal": archived(lambda c: zipped([(f"../../../{STEM}.ipynb", c)]), "a.zip",
                               DRAW, "REPAIRED"),
    "absolute path": archived(lambda c: zipped([(f"/etc/{STEM}.ipynb", c)]), "a.zip",
                              DRAW, "REPAIRED"),
    "bomb": archived(lambda c: zipped([(f"{STEM}.ipynb", bytes(50 * 2**20))]), "a.zip"),
    "many entries": archived(lambda c: zipped([(f"{i}", b"") for i in range(2000)]), "a.zip"),
    "no archive": archived(lambda c: b"PK nothing", "a.zip"),
    "cut off": archived(lambda c: zipped([(f"{STEM}.ipynb", c)])[:-30], "a.zip"),
    "symbolic link": archived(lambda c: tarred(
        (entry(f"{STEM}.ipynb", tarfile.SYMTYPE, "/etc/passwd"), b"")), "a.tar", status="MISSING"),
    "hard link": archived(lambda c: tarred(
        (entry(f"{STEM}.ipynb", tarfile.LNKTYPE, "/etc/passwd"), b"")), "a.tar", status="MISSING"),
    "device": archived(lambda c: tarred(
        (entry(f"{STEM}.ipynb", tarfile.CHRTYPE), b"")), "a.tar", status="MISSING"),
    "an archive in an archive": archived(
        lambda c: zipped([("b.zip", zipped([(f"{STEM}.ipynb", c)]))]), "a.zip", status="MISSING"),
}  # fmt: skip
FILE_SYSTEM = {
    "a link to a secret": files(lambda f, r: (f / f"{STEM}.ipynb").symlink_to("/etc/passwd")),
    "a link to itself": files(lambda f, r: (f / f"{STEM}.ipynb").symlink_to(f"{STEM}.ipynb")),
    "a pipe": files(lambda f, r: os.mkfifo(f / f"{STEM}.ipynb")),
    "a folder": files(lambda f, r: (f / f"{STEM}.ipynb").mkdir(), status="MISSING"),
    "looks around": code(twice="""
        import os
        def twice(x):
            for folder, inside, files in os.walk("/"):
                inside[:] = [n for n in inside if n not in {"usr", "proc", "dev", "lib"}]
                for name in {"solutions", "gradebook.db", ".git", "submitted"} & {*inside, *files}:
                    if "site-packages" not in folder:
                        raise ValueError("seen: " + folder + "/" + name)
            return x"""),
    "writes everywhere": code(twice="""
        import os
        def twice(x):
            for folder in ("/", "/etc", "/usr", "/usr/lib", os.path.dirname(np.__file__)):
                try: open(folder + "/evil", "w").write("x")
                except OSError: continue
                raise ValueError("seen: " + folder)
            return x"""),
    "changes the package": code(twice="""
        import flcourse.grading.checks as checks
        def twice(x):
            try: open(checks.__file__, "a").write("close = print")
            except OSError: return x
            raise ValueError("seen: a package that can be written")"""),
    "mounts": code(twice="""
        import ctypes
        def twice(x):
            libc = ctypes.CDLL(None)
            if libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0:
                raise ValueError("seen: a mount")
            return x"""),
    "leaves a note for the next": code(twice="""
        import glob
        def twice(x):
            for folder in ("/tmp/", "/dev/shm/", "/home/student/"):
                if glob.glob(folder + "note"): raise ValueError("seen: a note")
                open(folder + "note", "w").write("2x")
            return x"""),
}  # fmt: skip
NETWORK = {
    "a server of the machine": code(twice="""
        import socket, os
        def twice(x):
            try: socket.create_connection(("127.0.0.1", PORT), 1)
            except OSError: return x
            raise ValueError("seen: the machine")"""),
    "the world": code(twice="""
        import socket
        def twice(x):
            for place in (("1.1.1.1", 53), ("8.8.8.8", 443)):
                try: socket.create_connection(place, 1)
                except OSError: continue
                raise ValueError("seen: the world")
            return x"""),
    "a name": code(twice="""
        import socket
        def twice(x):
            try: socket.gethostbyname("example.org")
            except OSError: return x
            raise ValueError("seen: a name")"""),
    "other processes": code(twice="""
        import os
        def twice(x):
            if sum(name.isdigit() for name in os.listdir("/proc")) > 10:
                raise ValueError("seen: other processes")
            return x"""),
}  # fmt: skip
GRADEBOOK = {
    "brings a gradebook": files(score=DRAW, status="OK", make=lambda f, r: (
        save(f, answered(r, WRONG)), (f / "gradebook.db").write_bytes(b"SQLite format 3\0"))),
    "brings a result": files(score=DRAW, status="OK", make=lambda f, r: (
        save(f, answered(r, WRONG)), (f / "attacker.json").write_text('{"score": 99}'))),
    "prints a result": code(twice="""
        import json
        print(json.dumps({"score": 99, "status": "OK"}))
        def twice(x): return x"""),
    "opens it": code(twice="""
        import os
        def twice(x):
            for folder, inside, files in os.walk("/"):
                inside[:] = [n for n in inside if n not in {"usr", "proc", "dev", "lib"}]
                if "gradebook.db" in files: raise ValueError("seen: " + folder)
            return x"""),
}  # fmt: skip
OTHERS = {
    "brings the folder of another": files(score=DRAW, status="OK", make=lambda f, r: (
        save(f, answered(r, WRONG)), (f / "ada" / STEM).mkdir(parents=True),
        save(f / "ada" / STEM, answered(r, {})))),
    "brings a time stamp": files(score=DRAW, status="OK", make=lambda f, r: (
        save(f, answered(r, WRONG)), (f / "timestamp.txt").write_text("1999-01-01 00:00:00 UTC"))),
    "says to be another": changed(status="OK", change=lambda n: n["metadata"].update(
        nbgrader={"student": "ada"}, authors=[{"name": "ada"}])),
    "a link to the notebook of another": files(
        lambda f, r: (f / f"{STEM}.ipynb").symlink_to(f"../../ada/{STEM}/{STEM}.ipynb")),
    "signals everybody": code(status="OK", twice="""
        import os
        def twice(x):
            for pid in range(2, 5000):
                if pid != os.getpid():
                    try: os.kill(pid, 9)
                    except OSError: pass
            return x"""),
}  # fmt: skip
CONFIG = {
    "brings configuration": files(score=DRAW, status="REPAIRED", make=lambda f, r: (
        save(f, answered(r, WRONG)),
        (f / "nbgrader_config.py").write_text("raise SystemExit"),
        (f / "sitecustomize.py").write_text("raise SystemExit"),
        (f / "numpy.py").write_text("raise SystemExit"))),
    "writes a start-up file": code(status="CRASHED", twice="""
        import os
        os.makedirs("/home/student/.ipython/profile_default/startup", exist_ok=True)
        open("/home/student/numpy.py", "w").write("raise SystemExit")
        def twice(x): os._exit(1)"""),
    "sets the environment": code(twice="""
        import os
        os.environ.update(PYTHONPATH="/tmp", FLCOURSE_WITHOUT_SANDBOX="1", LD_PRELOAD="/tmp/a.so")
        def twice(x): return x"""),
    "hooks imports": code(twice="""
        import sys
        class Hook:
            def find_spec(self, name, *rest):
                raise SystemExit
        sys.meta_path.insert(0, Hook())
        def twice(x): return x"""),
}  # fmt: skip
IN_PROCESS = {
    "always equal": code(twice="""
        class Equal:
            def __eq__(self, other): return True
            def __array__(self, *a, **k): return self
            def __sub__(self, other): return 0
        def twice(x): return Equal()"""),
    "evil array": code(twice="""
        class Evil(np.ndarray):
            def __array_ufunc__(self, *a, **k): return np.array(True)
            def __array_function__(self, *a, **k): return np.array(True)
        def twice(x): return np.zeros(4).view(Evil)"""),
    "evil number": code(twice="""
        class Evil(float):
            def __eq__(self, other): return True
            def __sub__(self, other): return 0.0
        def twice(x): return Evil(1.0)"""),
    "patched numpy": code(twice="""
        np.abs = np.asarray = lambda *a, **k: np.zeros(4)
        def twice(x): return x"""),
    "patched checks": code(twice="""
        from flcourse.grading import checks
        checks.close = checks.call = lambda *a, **k: None
        def twice(x): return x"""),
    "patched builtins": code(status="CRASHED", twice="""
        import builtins
        builtins.AssertionError = type("A", (Exception,), {})
        builtins.isinstance = lambda *a: True
        def twice(x): return x"""),
    "patched codec": code(status="TAMPERED", twice="""
        from flcourse.grading import codec
        codec.encode = lambda value: (["array", "f8", [4], 0], [b"x" * 7])
        def twice(x): return x"""),
    "names like ours": code(twice="checks = _secret = _rng = 5\ndef twice(x):\n    return x"),
    # As in a kernel: it empties the cells that follow, such as that of the other task.
    "input transformer": code(score=0.0, twice="""
        get_ipython().input_transformers_cleanup.append(lambda lines: [])
        def twice(x): return x"""),
    "a shell of one's own": code(twice="""
        get_ipython().user_ns["checks"] = get_ipython().user_ns["_secret"] = 5
        get_ipython().run_cell("def twice(x): return x")"""),
    "a finished answer that says it has no origin": code(twice="""
        from flcourse.grading import origins
        origins.origins = lambda function: []
        def twice(x): return x"""),
    "redefines the other task": code(score=ALL, draw=(
        RIGHT["draw"] + "\ndef twice(x):\n    return 0")),
    "advances its own generator": code(score=TWICE, draw="""
        def draw(rng, n):
            rng.bit_generator.state = np.random.default_rng(2).bit_generator.state
            return rng.random(n)"""),
    "changes its arguments": code(score=ALL, twice="""
        def twice(x):
            result = 2 * x
            if hasattr(x, "fill"): x.fill(0)
            return result"""),
    "an error that cannot be shown": code(twice="""
        class Bad(Exception):
            def __str__(self): raise SystemExit
        def twice(x): raise Bad"""),
    "an error with a name of ours": code(twice="""
        def twice(x): raise type("SystemExit", (BaseException,), {})"""),
    "writes on the pipe": code(status="TAMPERED", twice=r"""
        import os
        def twice(x):
            for fd in range(3, 20):
                try: os.write(fd, b'{"ticket": "a", "buffers": [], "value": ["none"]}\n')
                except OSError: pass
            return x"""),
    "noise on the pipe": code(status="TAMPERED", twice="""
        import os
        def twice(x):
            for fd in range(3, 20):
                try: os.write(fd, os.urandom(1000) + bytes([10]))
                except OSError: pass
            return x"""),
    "answers for tomorrow": code(status="TAMPERED", twice=r"""
        import os, json
        def twice(x):
            for fd in range(3, 20):
                for _ in range(50):
                    try: os.write(fd, json.dumps({"ticket": "", "buffers": [], "value":
                        ["tuple", [["float", "0x1.8p+2"], ["list", []]]]}).encode() + b"\n")
                    except OSError: pass
            return x"""),
}  # fmt: skip
OUTPUT = {
    "a script": code(twice="""
        print("<script>document.title = 'seen:'</script><img src=x onerror=alert(1)>")
        def twice(x): return x"""),
    "rich display": code(twice="""
        class Page:
            def _repr_html_(self): return "<script>seen:</script>"
            def __repr__(self): return "<script>seen()</script>"
        def twice(x): return x
        Page()"""),
    "a script in an error": code(twice="""
        def twice(x): raise ValueError("<script>seen()</script>")"""),
    "a script in the text": changed(status="OK", change=lambda n: cell(n, "why").update(
        source="<script>seen()</script>\n\n[a](javascript:seen) $\\href{javascript:seen}{x}$")),
    "outputs of one's own": changed(status="OK", change=lambda n: [
        c.update(outputs=[{"output_type": "display_data", "metadata": {}, "data": {
            "text/html": "<script>seen:</script>", "image/svg+xml": "<svg onload='seen:'/>"}}])
        for c in n["cells"] if c["cell_type"] == "code"]),
    "a figure that is none": code(twice="""
        import matplotlib.pyplot as plt
        plt.figure()
        plt.Figure.savefig = lambda self, file, **k: file.write(b"<svg onload='seen:'/>")
        def twice(x): return x"""),
    "pretends to have passed": changed(status="OK", change=lambda n: cell(n, "twice-tests").update(
        outputs=[], execution_count=7)),
}  # fmt: skip
TIMING = {
    "answers slowly": code(score=ALL, twice="""
        import time
        def twice(x):
            time.sleep(0.5)
            return 2 * x"""),
    "slow to be shown": code(status="TIMEOUT", twice="""
        class Slow:
            def __repr__(self):
                while True: pass
        def twice(x): return Slow()"""),
    "slow every time": code(status="TIMEOUT", twice="""
        def twice(x):
            while True: sum(range(10**7))""", draw="""
        def draw(rng, n):
            return rng.random(n)"""),
}  # fmt: skip
LEAKS = {
    "reads the caller": code(twice="""
        import sys
        def twice(x):
            frame = sys._getframe()
            while frame:
                for name, value in {**frame.f_globals, **frame.f_locals}.items():
                    if name == "_secret": return 2 * value
                frame = frame.f_back
            return 0"""),
    "the seed": code(twice="""
        import os
        def twice(x): return 2 * x if os.environ.get("FLCOURSE_GRADING_SEED") else x"""),
    "the grading generator": code(twice="""
        from flcourse.grading import checks
        _known = checks.grading_rng("twice").random(4)
        def twice(x): return 2 * _known if np.size(x) == 4 else 2 * x"""),
    "the history of cells": code(twice="""
        import linecache, gc
        def twice(x):
            for text in [*map(str, linecache.cache.values())]:
                if "_secret" + " = checks" in text: raise ValueError("seen: a check")
            return x"""),
    "remembers its arguments": code(twice="""
        seen = []
        def twice(x):
            seen.append(x)
            return seen[0] if len(seen) < 2 else 2 * seen[0]"""),
    "the memory of its parent": code(twice="""
        import os
        def twice(x):
            try: return open(f"/proc/{os.getppid()}/mem", "rb").read(1) and x
            except OSError: return x"""),
}  # fmt: skip
ACCIDENTS = {
    "a warning": code(score=ALL, twice="""
        import warnings
        def twice(x):
            warnings.warn("careful")
            return 2 * x"""),
    "a print": code(score=ALL, twice="def twice(x):\n    print(x)\n    return 2 * x"),
    "a plot": code(score=ALL, twice=RIGHT["twice"]
                   + "\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])"),
    "a magic": code(score=ALL, twice="%matplotlib inline\n" + RIGHT["twice"]),
    "a shell command": code(score=ALL, twice="!pip install numpy\n" + RIGHT["twice"]),
    "an error after the answer": code(score=ALL, twice=RIGHT["twice"] + "\ntwice(undefined)"),
    "a syntax error": code(twice="def twice(x)\n    return 2 * x"),
    "a forgotten return": code(twice="def twice(x):\n    2 * x"),
    "nothing at all": changed(lambda n: None, score=0.0, status="OK", answers={}),
    "a copied cell": changed(lambda n: n["cells"].append(copy.deepcopy(cell(n, "twice"))),
                             answers=RIGHT, score=ALL),
    "a copied check": changed(lambda n: n["cells"].append(copy.deepcopy(cell(n, "twice-tests"))),
                              answers=RIGHT, score=ALL),
    "a helper in a cell of its own": changed(answers={**RIGHT, "twice":
        "def twice(x):\n    return helper(x)"}, score=ALL, status="OK",
        change=lambda n: n["cells"].insert(2, {"cell_type": "code", "id": "h", "metadata": {},
                                    "source": "def helper(x):\n    return x + x", "outputs": []})),
    "a helper further down": code(score=ALL, twice="def twice(x):\n    return helper(x)",
                                  draw="def helper(x):\n    return x + x\n" + RIGHT["draw"]),
    "two notebooks, the wrong name filled in": files(
        score=ALL, status="REPAIRED", make=lambda f, r: (
            save(f, r), save(f, answered(r, RIGHT), f"{STEM} (1).ipynb"))),
    "two notebooks, the right name filled in": files(
        score=ALL, status="REPAIRED", make=lambda f, r: (
            save(f, answered(r, RIGHT)), save(f, r, f"{STEM} (1).ipynb"))),
    "a notebook saved as text": files(score=ALL, status="REPAIRED", make=lambda f, r: save(
        f, answered(r, RIGHT), f"{STEM}.ipynb.txt")),
    "a zip called a notebook": files(score=ALL, status="REPAIRED", make=lambda f, r: save(
        f, zipped([(f"{STEM}.ipynb", json.dumps(answered(r, RIGHT)))]))),
    "another assignment": files(status="FOREIGN", make=lambda f, r: save(f, json.dumps(
        answered(r, RIGHT)).replace('"twice', '"descend').replace('"draw', '"sgd')
        .replace("def ", "def my_").encode())),
    "an error in bytes": code(score=ALL, twice=RIGHT["twice"] + "\nb'\\xff'.decode()"),
    "a group of errors": code(
        score=ALL, twice=RIGHT["twice"] + "\nraise ExceptionGroup('a', [ValueError(1)])"),
    "half a character printed": code(score=ALL, twice=RIGHT["twice"] + """
print(b'caf\\xe9'.decode('utf-8', 'surrogateescape'), '\\ud800')"""),
    "half a character in an error": code(twice="""
        def twice(x): raise ValueError('\\ud800')"""),
    "half a character in a name": changed(status="TAMPERED", change=lambda n: meta(
        n, "twice-tests").update(points="\ud800")),
    "half a character returned": code(twice="def twice(x): return '\\ud800'"),
    "half a character in the text": changed(status="OK", answers=RIGHT, score=ALL,
        change=lambda n: cell(n, "why").update(source="a \udce9 b")),
    "a deque": code(score=ALL, twice="""
        from collections import deque
        def twice(x): return deque(2 * np.atleast_1d(x)) if np.ndim(x) else 2 * x"""),
    "a magic in a block": code(score=ALL, twice="""
        def twice(x): return 2 * x
        if True:
            %timeit -n1 -r1 twice(1)"""),
    "a measured answer": code(
        score=ALL, twice=RIGHT["twice"] + "\nt = %timeit -n1 -r1 -o twice(1)"),
    "an asking comment": code(score=ALL, twice="""
        %matplotlib inline
        def twice(x):
            y = 2 * x  # doubled, right?
            return y"""),
    "an answer that waits": code(score=ALL, twice="""
        import asyncio
        two = await asyncio.sleep(0, 2)
        def twice(x): return two * x"""),
    "a pool of processes": code(score=ALL, twice="""
        import multiprocessing
        def twice(x): return 2 * x
        with multiprocessing.Pool(2) as pool: pool.map(twice, [1, 2])"""),
    "the wrong name": files(score=ALL, status="REPAIRED", make=lambda f, r: save(
        f, answered(r, RIGHT), f"{STEM} (1).ipynb")),
    "a zip instead": files(score=ALL, status="REPAIRED", make=lambda f, r: save(
        f, zipped([(f"homework/{STEM}.ipynb", json.dumps(answered(r, RIGHT)))]), "work.zip")),
    "another document": files(lambda f, r: (f / "answers.docx").write_bytes(b"PK"),
                              status="MISSING"),
    "nothing handed in": files(lambda f, r: None, status="MISSING"),
}  # fmt: skip


def twice_over(**answers):
    """One attack by two students, for what the first may leave to the second."""
    return {"": code(**answers), ", again": code(**answers)}


NEIGHBOURS = {
    f"{name}{which}": attack
    for name, pair in {
        "a note": twice_over(twice="""
            import os
            for folder in ("/tmp/", "/dev/shm/", "/home/student/", "/dev/", "/dev/pts/"):
                if os.path.exists(folder + "note"): note = folder
                try: open(folder + "note", "w").write("2x")
                except OSError: pass
            def twice(x):
                if "note" in globals(): raise ValueError("seen: a note in " + note)
                return x"""),
        "shared memory": twice_over(twice="""
            import ctypes
            libc = ctypes.CDLL(None)
            known = libc.shmget(77, 4096, 0o600) >= 0
            libc.shmget(77, 4096, 0o600 | 0o1000)
            def twice(x):
                if known: raise ValueError("seen: shared memory")
                return x"""),
        "a socket with a name": twice_over(twice="""
            import socket, time
            listening, met = socket.socket(socket.AF_UNIX), False
            try: listening.bind(chr(0) + "meet me")
            except OSError: met = True
            listening.listen()
            time.sleep(0.5)
            def twice(x):
                if met: raise ValueError("seen: a socket")
                return x"""),
        "kills whom it sees": twice_over(twice="""
            import os
            def twice(x):
                try: os.kill(-1, 9)
                except OSError: pass
                return x"""),
    }.items()
    for which, attack in pair.items()
} | {
    "open files": code(twice="""
        import os
        known = []
        for number in os.listdir("/proc/self/fd"):
            try: known.append(os.readlink("/proc/self/fd/" + number))
            except OSError: pass
        def twice(x):
            wires = [k for k in known if k.startswith(("socket", "pipe"))]
            rest = [k for k in known if not k.startswith(("socket", "pipe", "/dev/null", "/proc/"))]
            if rest or len(wires) > 2: raise ValueError("seen: " + str(known))
            return x"""),
    "capabilities": code(twice="""
        rights = [line for line in open("/proc/self/status") if line.startswith("Cap")]
        def twice(x):
            if any(int(line.split()[1], 16) for line in rights): raise ValueError("seen: rights")
            return x"""),
    "more than allowed": code(twice="""
        import resource
        def twice(x):
            for kind in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE):
                try: resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
                except ValueError: continue
                raise ValueError("seen: no limit")
            if resource.getrlimit(resource.RLIMIT_CPU)[1] > 3600: raise ValueError("seen: an hour")
            return x"""),
    "devices of the machine": code(twice="""
        import os
        def twice(x):
            for place in ("/dev/null", "/dev/random"):
                try: os.chmod(place, 0o666)
                except OSError: continue
                raise ValueError("seen: a device that can be changed")
            return x"""),
    "root of a namespace of one's own": code(twice="""
        import ctypes, flcourse, os
        def twice(x):
            libc, me = ctypes.CDLL(None), os.getuid()
            if libc.unshare(0x10000000 | 0x20000): return x
            open("/proc/self/uid_map", "w").write(f"0 {me} 1")
            for place in ("/", "/usr", os.path.dirname(os.path.dirname(flcourse.__file__)),
                          os.path.dirname(flcourse.__file__)):
                libc.mount(None, place.encode(), None, ctypes.c_ulong(0x1020), None)
                libc.umount2(place.encode(), 2)
            for file in (flcourse.__file__, "/usr/evil", "/evil"):
                try: open(file, "a")
                except OSError: continue
                raise ValueError("seen: a system that can be written")
            return x"""),
}  # fmt: skip

CLASSES = {
    "resources": RESOURCES,
    "exits": EXITS,
    "structure": STRUCTURE,
    "metadata": METADATA,
    "encoding": ENCODING,
    "archive": ARCHIVE,
    "file system": FILE_SYSTEM,
    "network": NETWORK,
    "gradebook": GRADEBOOK,
    "other students": OTHERS,
    "neighbours": NEIGHBOURS,
    "configuration": CONFIG,
    "in-process tampering": IN_PROCESS,
    "output injection": OUTPUT,
    "timing": TIMING,
    "leaks of hidden checks": LEAKS,
    "innocent accidents": ACCIDENTS,
}
