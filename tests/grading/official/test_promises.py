"""What SECURITY.md promises of the sandbox and of execution, tried by code that wants otherwise.

One process of each kind, forked from a warm sandbox and started in one of its own, answers all
questions: a cell asks the system for something and prints what it got.
"""

import re
import socket
import textwrap
import time

import pytest
from conftest import ROOT

from flcourse.grading.notebook import CodeCell
from flcourse.grading.official import execute, guard, sandbox, warm
from flcourse.grading.official.execute import Budget, DiedError, StudentProcess

TEXT = (ROOT / "SECURITY.md").read_text("utf-8")


@pytest.fixture(scope="module")
def zygote(bwrap):
    opened = warm.Zygote.open()
    if not (opened and opened.usable()):
        pytest.skip("this system forks no sandboxes")
    yield opened
    opened.close()


@pytest.fixture(scope="module", params=["warm", "cold"])
def student(request, bwrap):
    made = request.getfixturevalue("zygote") if request.param == "warm" else None
    with StudentProcess(safe=True, budget=Budget(), zygote=made) as process:
        yield process


def says(student, source):
    shown = student.run(CodeCell("free", "", textwrap.dedent(source)))
    assert not shown.error, shown.error
    return shown.printed.strip()


LIBC = """
import ctypes, platform
libc, intel = ctypes.CDLL(None), platform.machine() == "x86_64"
"""
ASKED = {
    "a user namespace of its own": "libc.unshare(0x10000000)",
    "a mount namespace of its own": "libc.unshare(0x20000)",
    "a segment of System V": "libc.shmget(0, 4096, 0o1600)",
    "a semaphore of System V": "libc.semget(0, 1, 0o1600)",
    "a queue of System V": "libc.msgget(0, 0o1600)",
    "a memory file": "libc.syscall(319 if intel else 279, b'x', 0)",
    "a child in a user namespace": "libc.syscall(56 if intel else 220, 0x10000011, 0, 0, 0, 0)",
    "to mount": "libc.mount(b'none', b'/tmp', b'tmpfs', 0, None)",
    "to steer its first process": "libc.ptrace(16, 1, 0, 0)",
    "to load a program into the kernel": "libc.syscall(321 if intel else 280, 0, 0, 0)",
}  # fmt: skip


@pytest.mark.parametrize("what", ASKED)
def test_the_sandbox_refuses(what, student):
    assert says(student, f"{LIBC}print({ASKED[what]})") == "-1"


def test_the_sandbox_sees_no_exchange_and_no_local_share(student):
    source = """
        import os
        places = ("/usr/local/share", "/usr/share/nbgrader", "/srv", "/home", "/root", "/var")
        print([os.listdir(p) for p in places if os.path.isdir(p) and os.listdir(p) != ["student"]])
    """
    found = says(student, source)
    assert set(re.findall(r"'([^']*)'", found)) <= {".pyenv", ".cache", ".local"}, found
    assert "[]" in found


def test_the_sandbox_has_no_network_and_no_variables_of_ours(student):
    source = """
        import os, socket
        print([name for _, name in socket.if_nameindex() if name != "lo"])
        print([name for name in os.environ if "FLCOURSE" in name])
    """
    assert says(student, source).splitlines() == ["[]", "[]"]


def test_honest_code_finds_what_it_needs(student):
    """Processes, threads, shared memory and files work, within their limits."""
    source = """
        import multiprocessing.shared_memory as shared, subprocess, threading, tempfile
        block = shared.SharedMemory(create=True, size=1000); block.close(); block.unlink()
        answer = []
        thread = threading.Thread(target=answer.append, args=(1,)); thread.start(); thread.join()
        with tempfile.TemporaryFile() as file:
            file.write(b"x")
        print(answer, subprocess.run(["echo", "hi"], capture_output=True).stdout)
    """
    assert says(student, source) == "[1] b'hi\\n'"


def test_what_is_printed_is_counted_on_our_side(student, monkeypatch):
    """A process that forgets its own limit fills neither our memory nor a page."""
    monkeypatch.setattr(student, "_left_to_print", 25_000)
    source = """
        import gc, sys
        worker = sys.modules.get("flcourse.grading.official.worker", gc)
        for names in [vars(worker), *gc.get_objects()]:
            if type(names) is dict and "LONGEST_OUTPUT" in names:
                names["LONGEST_OUTPUT"] = 10**9
        print("x" * 1_000_000)
    """
    lengths = [len(student.run(CodeCell("free", "", textwrap.dedent(source))).printed)
               for _ in range(4)]  # fmt: skip
    mark = len(execute.CUT) + 1
    assert lengths == [10_000 + mark, 10_000 + mark, 5_000 + mark, mark]


def test_figures_are_counted_on_our_side(student, monkeypatch):
    monkeypatch.setattr(student, "_left_to_draw", 3 * execute.LEAST_PICTURE)
    pictures = student._pictures([Picture(b"p" * 100)] * 300)
    assert len(pictures) == 3
    assert student._pictures([Picture(b"p" * 10**7)]) == ()


class Picture:
    def __init__(self, content):
        self.content = content

    def tobytes(self):
        return self.content


def test_too_many_threads_end_the_process(bwrap, zygote):
    source = """
        import threading, time
        for _ in range(90):
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        time.sleep(60)
    """
    with StudentProcess(safe=True, budget=Budget(each=10), zygote=zygote) as process:
        shown = process.run(CodeCell("free", "", textwrap.dedent(source)))
    assert shown.error == "stopped: the code used more than 50 threads"


class Drips:
    """A process that answers with a byte now and then, and never to the end."""

    def __init__(self):
        self.stdin = self.stdout = self.end = None
        self.pid = 0
        here, there = socket.socketpair()
        self.stdin = self.stdout = here
        self.other = there


def test_dripping_bytes_use_up_the_time(monkeypatch):
    """The time is looked at whether bytes come or not."""
    dripping = Drips()
    pipe = execute._Pipe(dripping)
    pipe.LOOK = 0.01
    pipe.allow(0.01)
    monkeypatch.setattr(execute.sandbox, "usage", lambda pid: sandbox.Usage())

    def drip():
        while True:
            dripping.other.send(b"x")
            time.sleep(0.005)
            pipe._more()

    with pytest.raises(TimeoutError):
        drip()


def test_an_unknown_machine_has_no_filter_and_doctor_says_so(monkeypatch):
    monkeypatch.setattr(guard.platform, "machine", lambda: "vax")
    assert guard.shut() is False
    assert all(len(guard.program(machine)) < 8 * 250 for machine in guard.ARCHITECTURE)


def test_a_died_process_is_told(bwrap, zygote):
    with StudentProcess(safe=True, budget=Budget(), zygote=zygote) as process:
        process.run(CodeCell("free", "", "def f():\n    import os\n    os._exit(1)"))
        with pytest.raises(DiedError, match="the code ended the Python process"):
            process.call("f", (), {})


# ------------------------------------------------------------------------------ the text


def test_every_promise_names_its_tests():
    """Each station of the table ends in names of tests, and all of them are there."""
    rows = [line for line in TEXT.splitlines() if re.match(r"\| [a-z]+ \| ", line)]
    stations = "intake bytes exchange sandbox memory execution batch reading"
    assert [row.split(" | ")[0].strip("| ") for row in rows] == stations.split()
    sources = {path.name: path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    for row in rows:
        named = re.findall(r"`(test_\w+\.py)`(?:: ((?:`\w+`(?:, )?)+))?", row)
        assert named, row
        for file, tests in named:
            assert file in sources, file
            for name in re.findall(r"`(\w+)`", tests):
                assert f"def {name}(" in sources[file], f"{file}: {name}"
