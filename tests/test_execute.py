"""Grading outside: right answers get their points, whatever else the student's code does.

The assignment here has two tasks, `twice` and `draw`; two tests cells check them with values that
no answer can know beforehand.
"""

import textwrap

import pytest

from flcourse.grading import execute, sandbox
from flcourse.grading.execute import Budget, Step

GIVEN = Step("given", "imports", "import numpy as np\nK = 3")
TWICE = Step("tests", "twice-tests", """
import numpy as np
from flcourse.grading import checks
_secret = np.arange(4.0) + 41
checks.close(checks.call(twice, _secret), 2 * _secret, what="twice", hint="see eq-x.")
""")  # fmt: skip
DRAW = Step("tests", "draw-tests", """
import numpy as np
from flcourse.grading import checks
_rng, _same = np.random.default_rng(1), np.random.default_rng(1)
checks.close(draw(_rng, 3), _same.random(3), what="draw", hint="see eq-y.")
checks.close(_rng.random(), _same.random(), what="the generator", hint="draw from rng.")
""")  # fmt: skip
RIGHT = {
    "twice": "def twice(x):\n    return 2 * x",
    "draw": "def draw(rng, n):\n    return rng.random(n)",
}
NAMES = ["twice", "draw"]


def submission(**answers):
    answers = {**RIGHT, **{name: textwrap.dedent(text) for name, text in answers.items()}}
    free = [Step("free", "extra", answers.pop("extra"))] if "extra" in answers else []
    return [GIVEN, *free, Step("answer", "twice", answers["twice"]), TWICE,
            Step("answer", "draw", answers["draw"]), DRAW]  # fmt: skip


@pytest.fixture(autouse=True)
def sandboxed(bwrap):
    assert sandbox.reason_against() is None


@pytest.fixture(autouse=True, scope="module")
def once_per_module():
    """Asking whether there is a sandbox starts one: once is enough."""
    patch, reason = pytest.MonkeyPatch(), sandbox.reason_against()
    patch.setattr(sandbox, "reason_against", lambda: reason)
    yield
    patch.undo()


def graded(budget=None, limits=None, **answers):
    return execute.grade(
        submission(**answers), NAMES, budget=budget or Budget(20, 60), limits=limits
    )


def passed(result):
    return {name for name, message in result.messages.items() if not message}


BOTH = {"twice-tests", "draw-tests"}
HONEST = {
    "as asked": {},
    "another way": {"twice": "twice = lambda x: x + x"},
    "a list": {"twice": "def twice(x):\n    return [2 * float(v) for v in x]"},
    "a column": {"twice": "def twice(x):\n    return 2 * x[:, None]"},
    "prints": {"twice": "def twice(x):\n    print('here')\n    return 2 * x"},
    "warns": {"twice": "import warnings\ndef twice(x):\n    warnings.warn('!')\n    return 2 * x"},
    "plots": {"extra": "import matplotlib.pyplot as plt\nplt.plot([1, 2]);"},
    "a helper": {"extra": "def helper(x):\n    return x + x",
                 "twice": "def twice(x):\n    return helper(x)"},
    "a helper below": {"twice": "def twice(x):\n    return helper(x)",
                       "draw": "def helper(x):\n    return 2 * x\n" + RIGHT["draw"]},
    "magic": {"twice": "%matplotlib inline\n!pip list\n" + RIGHT["twice"]},
    "an error after": {"twice": RIGHT["twice"] + "\nundefined_name"},
    "writes into its argument": {"twice": "def twice(x):\n    x *= 2\n    return x"},
    "a scratch file": {"twice": "def twice(x):\n    open('a.txt', 'w').write('1')\n    return 2*x"},
}  # fmt: skip


@pytest.mark.parametrize("name", HONEST)
def test_honest_work_gets_all_points(name):
    result = graded(**HONEST[name])
    assert (passed(result), result.status) == (BOTH, "OK"), result.messages


def test_the_message_is_the_one_of_the_students_own_notebook():
    inside = execute.grade(submission(twice="def twice(x):\n    return x"), NAMES, safe=False)
    outside = graded(twice="def twice(x):\n    return x")
    assert outside.messages["twice-tests"] == inside.messages["twice-tests"]
    assert outside.messages["twice-tests"].startswith("twice: Expected")


def test_an_error_names_the_line_of_the_student():
    message = graded(twice="def twice(x):\n    y = 1\n    return x / None").messages["twice-tests"]
    assert "twice raised TypeError: unsupported operand" in message
    assert "(line 3 of its cell: return x / None)" in message


def test_what_is_missing_is_named():
    assert "'twice' is not defined" in graded(twice="pass").messages["twice-tests"]


def test_outputs_are_kept_for_the_grader_who_reads():
    result = graded(extra="import matplotlib.pyplot as plt\nplt.plot([1])\nprint('hello')\n6 * 7")
    shown = result.shown["extra"]
    assert shown.printed == "hello\n42\n"
    assert shown.figures[0].startswith(b"\x89PNG")


ATTACKS = {
    # name: (answers, what may pass, status)
    "always equal": ({"twice": """
        class Equal:
            def __eq__(self, other): return True
            def __array__(self, *a, **k): return self
            def __sub__(self, other): return 0
        def twice(x): return Equal()"""}, {"draw-tests"}, "OK"),
    "evil array": ({"twice": """
        class Evil(np.ndarray):
            def __array_ufunc__(self, *a, **k): return np.array(True)
            def __array_function__(self, *a, **k): return np.array(True)
        def twice(x): return np.zeros(4).view(Evil)"""}, {"draw-tests"}, "OK"),
    "patched numpy": ({"twice": """
        np.abs = np.asarray = lambda *a, **k: np.zeros(4)
        def twice(x): return x"""}, {"draw-tests"}, "OK"),
    "patched checks": ({"twice": """
        from flcourse.grading import checks
        checks.close = checks.call = lambda *a, **k: None
        def twice(x): return x"""}, {"draw-tests"}, "OK"),
    "patched builtins": ({"twice": """
        import builtins
        builtins.AssertionError = type("A", (Exception,), {})
        builtins.isinstance = lambda *a: True
        def twice(x): return x"""}, {"draw-tests"}, "CRASHED"),
    "reads the caller": ({"twice": """
        import sys
        def twice(x):
            frame = sys._getframe()
            while frame:
                for name, value in {**frame.f_globals, **frame.f_locals}.items():
                    if name == "_secret": return 2 * value
                frame = frame.f_back
            return 0"""}, {"draw-tests"}, "OK"),
    "exit": ({"twice": "import sys\ndef twice(x):\n    sys.exit(0)"}, {"draw-tests"}, "OK"),
    "hard exit": ({"twice": "import os\ndef twice(x):\n    os._exit(0)"},
                  {"draw-tests"}, "CRASHED"),
    "exit while loading": ({"twice": "import os\nos._exit(0)"}, {"draw-tests"}, "CRASHED"),
    "segmentation fault": ({"twice": "import ctypes\ndef twice(x):\n    ctypes.string_at(0)"},
                           {"draw-tests"}, "CRASHED"),
    "kills its parent": ({"twice": """
        import os
        def twice(x):
            os.kill(os.getppid(), 9)
            return x"""}, {"draw-tests"}, "OK"),
    "endless loop": ({"twice": "def twice(x):\n    while True: pass"}, {"draw-tests"}, "TIMEOUT"),
    "sleeps": ({"twice": "import time\ndef twice(x):\n    time.sleep(1000)"},
               {"draw-tests"}, "TIMEOUT"),
    "endless loop while loading": ({"twice": "while True: pass"}, {"draw-tests"}, "TIMEOUT"),
    "too much memory": ({"twice": "def twice(x):\n    return bytearray(10**11)"},
                        {"draw-tests"}, "OK"),
    "fork bomb": ({"twice": """
        import os, time
        def twice(x):
            while True:
                try: os.fork()
                except OSError: time.sleep(0.01)"""}, {"draw-tests"}, "CRASHED"),
    "memory in many processes": ({"twice": """
        import os, time
        def twice(x):
            for _ in range(20):
                if os.fork() == 0:
                    held = bytearray(200 * 2**20); time.sleep(100)
            time.sleep(100)"""}, {"draw-tests"}, "CRASHED"),
    "fills the disk": ({"twice": """
        def twice(x):
            with open("/tmp/a", "wb") as file:
                for _ in range(1000): file.write(bytes(2**20))"""}, {"draw-tests"}, "OK"),
    "writes on the pipe": ({"twice": r"""
        import os
        def twice(x):
            for fd in range(3, 20):
                try: os.write(fd, b'{"ticket": "a", "buffers": [], "value": ["none"]}\n')
                except OSError: pass
            return x"""}, {"draw-tests"}, "TAMPERED"),
    "noise on the pipe": ({"twice": """
        import os
        def twice(x):
            for fd in range(3, 20):
                try: os.write(fd, os.urandom(1000) + bytes([10]))
                except OSError: pass
            return x"""}, {"draw-tests"}, "TAMPERED"),
    "a huge result": ({"twice": "def twice(x):\n    return np.zeros((10**4, 10**4))"},
                      {"draw-tests"}, "OK"),
    "a deep result": ({"twice": """
        def twice(x):
            deep = []
            for _ in range(10**5): deep = [deep]
            return deep"""}, {"draw-tests"}, "OK"),
    "a result that is itself": ({"twice": """
        def twice(x):
            a = []
            a.append(a)
            return a"""},
                                {"draw-tests"}, "OK"),
    "an error that cannot be shown": ({"twice": """
        class Bad(Exception):
            def __str__(self): raise SystemExit
        def twice(x): raise Bad"""}, {"draw-tests"}, "OK"),
    "redefines the other task": ({"draw": RIGHT["draw"] + "\ndef twice(x):\n    return 0"},
                                 {"twice-tests", "draw-tests"}, "OK"),
    "names like ours": ({"twice": "checks = _secret = _rng = 5\ndef twice(x):\n    return x"},
                        {"draw-tests"}, "OK"),
    "threads": ({"twice": """
        import threading, os
        def noise():
            while True: sum(range(1000))
        for _ in range(5): threading.Thread(target=noise, daemon=True).start()
        def twice(x): return x"""}, {"draw-tests"}, "OK"),
    "at exit": ({"twice": """
        import atexit, os
        atexit.register(os.system, "touch /tmp/gone")
        def twice(x): return x"""}, {"draw-tests"}, "OK"),
    "looks around": ({"twice": """
        import os
        def twice(x):
            for folder, inside, files in os.walk("/"):
                inside[:] = [n for n in inside if n not in {"usr", "proc", "dev", "lib"}]
                for name in {"solutions", "gradebook.db", ".git", "tests"} & {*inside, *files}:
                    if "site-packages" not in folder:
                        raise ValueError("seen: " + folder + "/" + name)
            return x"""}, {"draw-tests"}, "OK"),
    "the network": ({"twice": """
        import socket
        def twice(x):
            try: socket.create_connection(("127.0.0.1", 22), 1)
            except OSError: return x
            return 2 * x"""}, {"draw-tests"}, "OK"),
    "the seed": ({"twice": """
        import os
        def twice(x): return 2 * x if os.environ.get("FLCOURSE_GRADING_SEED") else x"""},
                 {"draw-tests"}, "OK"),
    "advances its own generator": ({"draw": """
        def draw(rng, n):
            rng.bit_generator.state = np.random.default_rng(2).bit_generator.state
            return rng.random(n)"""}, {"twice-tests"}, "OK"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_gains_nothing_and_costs_nobody(name, monkeypatch):
    monkeypatch.setenv("FLCOURSE_GRADING_SEED", "secret")
    answers, may_pass, status = ATTACKS[name]
    limits = sandbox.Limits(memory=2**30, processes=20)
    result = graded(budget=Budget(2, 60), limits=limits, **answers)
    assert passed(result) == may_pass, result.messages
    assert result.status == status, result.messages
    assert "seen:" not in str(result.messages)


def test_without_a_sandbox_grading_is_refused_unless_told_otherwise(monkeypatch):
    monkeypatch.setattr(sandbox, "reason_against", lambda: "bwrap is not installed")
    monkeypatch.delenv(sandbox.OVERRIDE, raising=False)
    with pytest.raises(sandbox.SandboxError, match=f"bwrap is not installed.*{sandbox.OVERRIDE}=1"):
        sandbox.require()
    monkeypatch.setenv(sandbox.OVERRIDE, "1")
    assert sandbox.require() is False
