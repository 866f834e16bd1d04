"""Grading outside: right answers get their points, whatever else the student's code does.

The assignment here has two tasks, `twice` and `draw`; two tests cells check them with values that
no answer can know beforehand.
"""

import builtins
import textwrap

import pytest

from flcourse.grading.official import execute, sandbox, warm
from flcourse.grading.official.execute import Budget, CodeCell

GIVEN = CodeCell("given", "imports", "import numpy as np\nK = 3")
TWICE = CodeCell("tests", "twice-tests", """
import numpy as np
from flcourse.grading import checks
_secret = np.arange(4.0) + 41
checks.close(checks.call(twice, _secret), 2 * _secret, what="twice", hint="see eq-x.")
""")  # fmt: skip
DRAW = CodeCell("tests", "draw-tests", """
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
ROOM = {"zygote": None}  # one warm sandbox for most of these tests


def submission(**answers):
    answers = {**RIGHT, **{name: textwrap.dedent(text) for name, text in answers.items()}}
    free = [CodeCell("free", "extra", answers.pop("extra"))] if "extra" in answers else []
    return [GIVEN, *free, CodeCell("answer", "twice", answers["twice"]), TWICE,
            CodeCell("answer", "draw", answers["draw"]), DRAW]  # fmt: skip


@pytest.fixture(autouse=True)
def sandboxed(bwrap):
    assert sandbox.reason_against() is None


@pytest.fixture(autouse=True, scope="module")
def once_per_module():
    """Asking whether there is a sandbox starts one: once is enough."""
    patch, reason = pytest.MonkeyPatch(), sandbox.reason_against()
    patch.setattr(sandbox, "reason_against", lambda: reason)
    opened = warm.Zygote.open(["numpy", "matplotlib.pyplot"])
    patch.setitem(ROOM, "zygote", opened if opened and opened.usable() else None)
    yield
    patch.undo()
    opened.close()


def graded(budget=None, limits=None, **answers):
    return execute.grade(
        submission(**answers), NAMES, budget=budget or Budget(20, 60), limits=limits, **ROOM
    )


def test_children_of_a_generator_are_those_of_the_students_own_kernel():
    answer = "def draw(rng, n):\n    return [child.random() for child in rng.spawn(n)]"
    check = CodeCell("tests", "draw-tests", """
import numpy as np
_rng, _same = np.random.default_rng(1), np.random.default_rng(1)
for _ in range(2):
    assert list(draw(_rng, 3)) == [child.random() for child in _same.spawn(3)]
    assert list(draw(np.random.default_rng(2), 3)) != [c.random() for c in _same.spawn(3)]
    _rng.spawn(3)
""")  # fmt: skip
    found = execute.grade([GIVEN, CodeCell("answer", "draw", answer), check], ["draw"])
    assert found.messages == {"draw-tests": ""}


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
    "a deque": {"twice": "from collections import deque\ndef twice(x):\n"
                         "    return deque(2 * float(v) for v in x)"},
    "half a character": {
        "twice": RIGHT["twice"] + "\nprint('M\\udce9')\nraise ValueError('\\ud800')"},
    "an error in bytes after": {"twice": RIGHT["twice"] + "\nb'\\xff'.decode()"},
    "several errors after": {
        "twice": RIGHT["twice"] + "\nraise ExceptionGroup('two', [ValueError(1), KeyError(2)])"},
    "a comment that asks": {
        "twice": "%matplotlib inline\ndef twice(x):\n    return 2 * x  # is it?"},
    "waits": {"twice": "import asyncio\nk = await asyncio.sleep(0, 2)\n"
                       "def twice(x):\n    return k * x"},
    "asks the shell": {"twice": "two = !echo 2\ndef twice(x):\n    return int(two[0]) * x"},
    "measures itself": {"twice": RIGHT["twice"] + "\n%timeit -n1 -r1 twice(1)\n"
                                 "t = %timeit -n1 -r1 -o twice(1)"},
    "a pool": {"twice": "import multiprocessing\n" + RIGHT["twice"] + "\n"
                        "with multiprocessing.Pool(2) as pool: assert pool.map(twice, [1]) == [2]"},
    "a scratch file": {"twice": "def twice(x):\n    open('a.txt', 'w').write('1')\n    return 2*x"},
}  # fmt: skip


@pytest.mark.parametrize("name", HONEST)
def test_honest_work_gets_all_points(name):
    result = graded(**HONEST[name])
    assert (passed(result), result.status) == (BOTH, "OK"), result.messages


BUILTIN = [
    name for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, Exception)
]  # fmt: skip


@pytest.mark.parametrize("name", BUILTIN)
def test_each_built_in_error_is_made_anew(name):
    described = {"type": name, "base": name, "words": "w\udc80", "place": [1, "x\ud800"]}
    error = execute._error({**described, "bare": False})
    assert isinstance(error, getattr(builtins, name))
    assert (type(error).__name__, str(error), error.place) == (name, "w\\udc80", (1, "x\\ud800"))


ERRORS = {
    "b'\\xff'.decode()": "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff",
    "'\\ud800'.encode()": "UnicodeEncodeError: 'utf-8' codec can't encode character",
    "raise ExceptionGroup('two', [ValueError(1)])": "ExceptionGroup: two (1 sub-exception)",
    "raise type('Half', (Exception,), {})('\\udfff')": "Half: \\udfff",
    "raise OSError(2, 'gone', 'a.txt')": "FileNotFoundError: [Errno 2] gone: 'a.txt'",
    "class E(Exception):\n    args = property(lambda s: 1 / 0)\nraise E": "E: (its message",
    "class E(Exception):\n    def __init__(self, a, b): super().__init__(a)\nraise E(1, 2)": "E: 1",
    "class E(UnicodeDecodeError): pass\nraise E('a', b'b', 0, 1, 'c')": "E: 'a' codec can't",
    "raise SystemExit(3)": "SystemExit: 3",
    "raise BaseException('b')": "BaseException: b",
    "raise BaseExceptionGroup('g', [KeyboardInterrupt()])": "BaseExceptionGroup: g (1 sub",
    "def f(:": "SyntaxError: invalid syntax",
    "class Bad:\n    def __repr__(self): raise UnicodeDecodeError('a', b'b', 0, 1, 'c')\nBad()":
        "UnicodeDecodeError: 'a' codec",
}  # fmt: skip


def test_an_honest_error_is_no_tampering_and_is_shown():
    with execute.StudentProcess(safe=True, budget=Budget(20, 60)) as student:
        for source, words in ERRORS.items():
            shown = student.run(CodeCell("answer", "a", source))
            assert shown.error.startswith(words), shown
        for printed in ("M\udce9", "\udfff\ud800", "\udfff" * 20_000):
            shown = student.run(CodeCell("answer", "a", f"print({printed!r})"))
            assert shown.printed.encode().startswith(
                printed[0:3].encode("utf-8", "backslashreplace")
            )
        assert student.status == "OK"


def test_the_message_is_the_one_of_the_students_own_notebook():
    inside = execute.grade(submission(twice="def twice(x):\n    return x"), NAMES, safe=False)
    outside = graded(twice="def twice(x):\n    return x")
    assert outside.messages["twice-tests"] == inside.messages["twice-tests"]
    assert outside.messages["twice-tests"].startswith("twice: Expected")


def test_an_error_names_the_line_of_the_student():
    message = graded(twice="def twice(x):\n    y = 1\n    return x / None").messages["twice-tests"]
    assert "twice raised TypeError: unsupported operand" in message
    assert "(line 3 of its cell: return x / None)" in message


def test_of_a_cell_that_does_not_compile_only_that_is_said():
    """As in a notebook, what stands above a stray return has run."""
    half = "def twice(x):\n    y = 2 * x\nreturn y"
    said = graded(twice=half).messages["twice-tests"]
    assert said == "The answer does not run: 'return' outside function, in line 3: return y"


def test_a_cell_that_is_gone_is_named():
    left = [step for step in submission() if (step.kind, step.id) != ("answer", "twice")]
    said = execute.grade(left, NAMES, safe=False).messages["twice-tests"]
    assert said == "There is no cell with twice"


def test_what_is_missing_is_named():
    assert "'twice' is not defined" in graded(twice="pass").messages["twice-tests"]


def test_outputs_are_kept_for_the_grader_who_reads():
    result = graded(extra="import matplotlib.pyplot as plt\nplt.plot([1])\nprint('hello')\n6 * 7")
    shown = result.shown["extra"]
    assert shown.printed == "hello\n42\n"
    assert shown.figures[0].startswith(b"\x89PNG")


def test_a_print_without_end_is_cut():
    assert graded(extra="print('x' * 10**6)").shown["extra"].printed == "x" * 10_000


def test_what_was_answered_before_the_process_ends_still_counts():
    given, twice, check, *draw = submission(draw="import os\ndef draw(rng, n):\n    os._exit(1)")
    found = execute.grade([given, twice, *draw, check], NAMES)
    assert (passed(found), found.status) == ({"twice-tests"}, "CRASHED")


def test_the_cells_of_a_notebook_share_its_time():
    budget = Budget(3, 5)
    budget.spent = 4.0
    assert budget.next == 1.0
    budget.spent = 5.0
    found = graded(budget)
    assert "the 5 s of this notebook are used up" in found.shown["imports"].error
    assert passed(found) == set()


def test_numbers_do_not_depend_on_the_cores_of_the_machine():
    names = "sorted(name for name in os.environ if name.endswith('_NUM_THREADS'))"
    shown = graded(extra=f"import os\nprint(*(os.environ[name] for name in {names}))").shown
    assert shown["extra"].printed == "1 1 1\n"


def test_without_a_sandbox_grading_is_refused_unless_told_otherwise(monkeypatch):
    monkeypatch.setattr(sandbox, "reason_against", lambda: "bwrap is not installed")
    monkeypatch.delenv(sandbox.OVERRIDE, raising=False)
    with pytest.raises(sandbox.SandboxError, match=f"bwrap is not installed.*{sandbox.OVERRIDE}=1"):
        sandbox.require()
    monkeypatch.setenv(sandbox.OVERRIDE, "1")
    assert sandbox.require() is False
