# ruff: noqa: E501 -- a case is a line
"""Notebooks that students make by accident: what a hurried, tired or thorough beginner leaves.

The assignment has three tasks: `twice` (1 point), `total` (2 points, may call `twice`) and `why`,
a text. Each case changes the solved notebook. ``lost`` are the points that the visible checks take
off, in the notebook as in official grading; None where the notebook is no notebook any more.
"""

import copy
import json
from dataclasses import dataclass, field
from pathlib import Path

STEM = "clumsy"
SCRIPT = '''
# %% [markdown] tags=["assignment", "points:10"]
# # A clumsy day
# %% tags=["given", "id:imports"]
import numpy as np
import matplotlib.pyplot as plt
# %% [markdown]
# ## Task 1: Twice (1 point)
# %% tags=["answer", "id:twice"]
def twice(x):
    """Twice x."""
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
# %% tags=["tests", "id:twice-tests", "points:1"]
import numpy as np
from flcourse.grading import checks
checks.close(checks.call(twice, np.array([1.0, 3.0])), [2.0, 6.0], what="twice", hint="see eq-gtvmin.")
# %%
print(twice(4))
# %% [markdown]
# ## Task 2: Total (2 points)
# %% tags=["answer", "id:total"]
def total(values):
    """Sum of the values, doubled."""
    ### BEGIN SOLUTION
    return 2 * np.sum(values)
    ### END SOLUTION
# %% tags=["tests", "id:total-tests", "points:2"]
import numpy as np
from flcourse.grading import checks
checks.close(checks.call(total, np.array([1.0, 3.0])), 8.0, what="total", hint="see eq-gtvmin.")
# %% [markdown]
# ## Task 3: Why? (7 points, graded by a person)
# %% [markdown] tags=["manual", "id:why", "points:7"]
# ### BEGIN SOLUTION
# Because.
# ### END SOLUTION
'''
TWICE, TOTAL = 1.0, 2.0
RIGHT = {
    "twice": "def twice(x):\n    return 2 * x",
    "total": "def total(values):\n    return 2 * np.sum(values)",
    "why": "Because.",
}


@dataclass(frozen=True)
class Clumsy:
    """A case: what becomes of the cells, or of the bytes of the file."""

    name: str
    lost: float | None = 0.0
    answers: dict = field(default_factory=dict)
    cells: object = None  # changes the list of cells, given a dict by id
    content: object = None  # bytes -> bytes
    file: str = f"{STEM}.ipynb"
    forgiven: bool = False  # by check and grading: the notebook itself does not run to its end


CASES: list[Clumsy] = []


OF_A_CASE = {"cells", "content", "file", "forgiven"}


def case(name, lost=0.0, **more):
    """Add a case; what is no field of it is the text of an answer."""
    answers = {key: value for key, value in more.items() if key not in OF_A_CASE}
    own = {key: value for key, value in more.items() if key in OF_A_CASE}
    CASES.append(Clumsy(name, lost, answers, **own))


def free(source, position=None, **more):
    """A change that adds a cell of the student's own."""

    def change(cells, by_id):
        cell = {"cell_type": "code", "id": "own", "metadata": {}, "execution_count": None,
                "outputs": [], "source": source, **more}  # fmt: skip
        place = len(cells) if position is None else position
        cells.insert(place, cell)

    return change


# ------------------------------------------------------------------- answers that are not right

case("nothing", 3.0, twice=None, total=None, why=None)
case("first-only", 2.0, total=None)
case("empty-cell", 1.0, twice="")
case("comment-only", 1.0, twice="# later")
case("wrong", 1.0, twice="def twice(x):\n    return x")
case("returns-none", 1.0, twice="def twice(x):\n    print(2 * x)")
case("other-name", 1.0, twice="def doubled(x):\n    return 2 * x")
case("other-case", 1.0, twice="def Twice(x):\n    return 2 * x")
case("too-few-arguments", 1.0, twice="def twice():\n    return 2")
case("raises", 1.0, twice="def twice(x):\n    raise RuntimeError('help')")
case("missing-import", 1.0, twice="def twice(x):\n    return npp.add(x, x)")
case("missing-module", 1.0, twice="import tensorflowww\ndef twice(x):\n    return 2 * x")
case("assert-of-own", 1.0, twice="def twice(x):\n    assert x.ndim == 2\n    return 2 * x")
case(
    "exception-group",
    1.0,
    twice="def twice(x):\n    raise ExceptionGroup('two', [ValueError('a'), KeyError('b')])",
)
case("unicode-error", 1.0, twice="def twice(x):\n    return b'\\xff'.decode()")
case("unicode-encode-error", 1.0, twice="def twice(x):\n    return 'ä'.encode('ascii')")
case(
    "odd-exception",
    1.0,
    twice="""
class Odd(Exception):
    def __init__(self, a, b):
        super().__init__(a, b)
def twice(x):
    raise Odd(1, 2)
""",
)
case(
    "exception-without-words",
    1.0,
    twice="""
class Mute(Exception):
    def __str__(self):
        raise ValueError("no words")
def twice(x):
    raise Mute
""",
)
case("keyboard-interrupt", 1.0, twice="def twice(x):\n    raise KeyboardInterrupt")
case("stop-iteration", 1.0, twice="def twice(x):\n    return next(iter([]))")
case("recursion", 1.0, twice="def twice(x):\n    return twice(x)")
case("value-not-function", 1.0, twice="twice = 2")
case("class", 0.0, twice="class twice:\n    def __new__(cls, x):\n        return 2 * x")
case("lambda", 0.0, twice="twice = lambda x: 2 * x")
case(
    "decorated",
    0.0,
    twice="import functools\n@functools.cache\ndef two():\n    return 2\n"
    "def twice(x):\n    return two() * x",
)
case("exit", 1.0, twice="def twice(x):\n    exit()")
case("sys-exit", 1.0, twice="import sys\ndef twice(x):\n    sys.exit(1)")
case("input", 1.0, twice="def twice(x):\n    return float(input()) * x")
case("top-level-error", 1.0, twice="x = 1 / 0\ndef twice(x):\n    return 2 * x")
case("error-below", 0.0, twice="def twice(x):\n    return 2 * x\ntwice('a') / 2")

# ------------------------------------------------------------------- syntax

case("parenthesis", 1.0, twice="def twice(x):\n    return (2 * x")
case("colon", 1.0, twice="def twice(x)\n    return 2 * x")
case("indent", 1.0, twice="def twice(x):\nreturn 2 * x")
case("stray-return", 1.0, twice="def twice(x):\n    y = 2 * x\nreturn y")
case("dedent", 1.0, twice="def twice(x):\n    if True:\n        y = x\n      return 2 * y")
case("tabs", 1.0, twice="def twice(x):\n\ty = x\n        return 2 * y")
case("quote", 1.0, twice="def twice(x):\n    print('x)\n    return 2 * x")
case("print-statement", 1.0, twice="def twice(x):\n    print x\n    return 2 * x")
case(
    "assignment-in-if",
    1.0,
    twice="def twice(x):\n    if x = 0:\n        return 0\n    return 2 * x",
)
case("pasted-prompt", 0.0, twice=">>> def twice(x):\n...     return 2 * x")
case("pasted-text", 1.0, twice="The answer is 2 times x.")
case("smart-quotes", 1.0, twice="def twice(x):\n    print(“x”)\n    return 2 * x")
case("return-outside", 1.0, twice="return 2 * x")
case("all-indented", 0.0, twice="    def twice(x):\n        return 2 * x")
case("trailing-backslash", 0.0, twice="def twice(x):\n    return 2 \\\n        * x")
case("windows-lines", 0.0, twice="def twice(x):\r\n    return 2 * x\r\n")
case("null-byte", 1.0, twice="def twice(x):\n    return 2 * \u0001x")
case("non-breaking-space", 1.0, twice="def twice(x):\n\u00a0\u00a0\u00a0 return 2 * x")
case("both-broken", 3.0, twice="def twice(x:\n    return 2", total="def total(values):\n  return [")

# ------------------------------------------------------------------- names and state

case("overwrites-len", 0.0, total="len = 3\ndef total(values):\n    return 2 * np.sum(values)")
case(
    "overwrites-sum-then-fails",
    2.0,
    twice="def twice(x):\n    return 2 * x\nsum = 3",
    total="def total(values):\n    return 2 * sum(values)",
)
case("overwrites-np", 0.0, cells=free("np = 3"))
case("overwrites-np-before", 0.0, cells=free("np = 3", 4))
case("overwrites-answer-below", 0.0, cells=free("def twice(x):\n    return 0"))
case("overwrites-answer-above-checks", 1.0, cells=free("twice = None", 4))
case(
    "uses-global-of-later-cell",
    0.0,
    cells=free("FACTOR = 2"),
    twice="def twice(x):\n    return globals().get('FACTOR', 2) * x",
)
case(
    "helper-in-own-cell",
    0.0,
    cells=free("def plus(a, b):\n    return a + b", 2),
    twice="def twice(x):\n    return plus(x, x)",
)
case("helper-deleted", 1.0, twice="def twice(x):\n    return plus(x, x)")
case("calls-other-answer", 0.0, total="def total(values):\n    return np.sum(twice(values))")
case(
    "calls-wrong-answer",
    3.0,
    twice="def twice(x):\n    return x",
    total="def total(values):\n    return np.sum(twice(values))",
)
case(
    "calls-broken-answer",
    3.0,
    twice="def twice(x:\n    return x",
    total="def total(values):\n    return np.sum(twice(values))",
)
case("changes-argument", 0.0, twice="def twice(x):\n    x *= 2\n    return x")
case("keeps-state", 0.0, twice="calls = []\ndef twice(x):\n    calls.append(x)\n    return 2 * x")
case("underscore", 0.0, cells=free("_ = 5\n__ = 6"))
case(
    "del-everything",
    0.0,
    cells=free("for name in ['np']:\n    del globals()[name]", 6),
    total="def total(values):\n    return 2 * np.sum(values)",
)

# ------------------------------------------------------------------- what only a notebook knows

case("matplotlib-inline", 0.0, twice="%matplotlib inline\ndef twice(x):\n    return 2 * x")
case(
    "inline-and-question",
    0.0,
    twice="%matplotlib inline\nfactor = 2  # or three?\ndef twice(x):\n    return factor * x",
)
case("question-in-comment", 0.0, twice="def twice(x):\n    return 2 * x  # right?")
case("timeit", 0.0, twice="def twice(x):\n    return 2 * x\n%timeit -n1 -r1 twice(1)")
case(
    "timeit-indented",
    0.0,
    twice="def twice(x):\n    return 2 * x\nfor n in [1]:\n    %timeit -n1 -r1 twice(1)",
)
case(
    "timeit-assigned", 0.0, twice="def twice(x):\n    return 2 * x\nt = %timeit -n1 -r1 -o twice(1)"
)
case("time-cell", 0.0, twice="%%time\ndef twice(x):\n    return 2 * x")
case("shell", 0.0, twice="!echo hello\ndef twice(x):\n    return 2 * x")
case("shell-assigned", 0.0, twice="names = !ls\ndef twice(x):\n    return 2 * x")
case("pip", 0.0, cells=free("%pip --version", 1))
case("help", 0.0, twice="def twice(x):\n    return 2 * x\ntwice?")
case("help-in-front", 0.0, twice="?print\ndef twice(x):\n    return 2 * x")
case(
    "get-ipython",
    0.0,
    twice="get_ipython().run_line_magic('matplotlib', 'inline')\ndef twice(x):\n    return 2 * x",
)
case("autoreload", 0.0, cells=free("%load_ext autoreload\n%autoreload 2", 1))
case("unknown-magic", 0.0, twice="def twice(x):\n    return 2 * x\n%nomagic")
case("await", 0.0, twice="import asyncio\nawait asyncio.sleep(0)\ndef twice(x):\n    return 2 * x")
case("async-function", 1.0, twice="async def twice(x):\n    return 2 * x")
case("display", 0.0, twice="def twice(x):\n    return 2 * x\ndisplay(twice(1))")
case("last-output", 0.0, cells=free("3\nprint(_)", 4))
case("semicolon", 0.0, twice="def twice(x):\n    return 2 * x\ntwice(1);")
case(
    "multiprocessing",
    0.0,
    twice="""
from multiprocessing import get_context
def square(x):
    return x * x
with get_context("fork").Pool(1) as pool:
    assert pool.map(square, [2]) == [4]
def twice(x):
    return 2 * x
""",
)
case(
    "main-guard",
    0.0,
    twice="def twice(x):\n    return 2 * x\nif __name__ == '__main__':\n    print(1)",
)
case(
    "warns",
    0.0,
    twice="import warnings\ndef twice(x):\n    warnings.warn('careful')\n    return 2 * x",
)
case("prints-much", 0.0, twice="def twice(x):\n    print('x' * 100_000)\n    return 2 * x")
case(
    "stderr",
    0.0,
    twice="import sys\ndef twice(x):\n    print('a', file=sys.stderr)\n    return 2 * x",
)
case("plots", 0.0, cells=free("plt.plot([1, 2]); plt.show()", 4))
case("chdir", 0.0, cells=free("import os\nos.makedirs('sub', exist_ok=True)\nos.chdir('sub')", 1))

# ------------------------------------------------------------------- what comes back

case("float32", 0.0, twice="def twice(x):\n    return (2 * x).astype(np.float32)")
case("list", 0.0, twice="def twice(x):\n    return [2 * v for v in x]")
case("column", 0.0, twice="def twice(x):\n    return (2 * x)[:, None]")
case("text", 1.0, twice="def twice(x):\n    return '2 x'")
case("nan", 1.0, twice="def twice(x):\n    return np.nan * x")
case("complex", 1.0, twice="def twice(x):\n    return 2j * x")
case("ragged", 1.0, twice="def twice(x):\n    return [[1], [2, 3]]")
case("function-back", 1.0, twice="def twice(x):\n    return twice")
case("generator-back", 1.0, twice="def twice(x):\n    yield 2 * x")
case("masked", 0.0, twice="def twice(x):\n    return np.ma.array(2 * x)")
case("matrix", 0.0, twice="def twice(x):\n    return np.matrix(2 * x)")

# ------------------------------------------------------------------- what never ends, or kills

case("endless", 1.0, forgiven=True, twice="def twice(x):\n    while True:\n        pass")
case("endless-at-top", 1.0, forgiven=True, twice="while True:\n    pass")
case("endless-own-cell", 0.0, forgiven=True, cells=free("while True:\n    pass"))
case("os-exit", 1.0, forgiven=True, twice="import os\ndef twice(x):\n    os._exit(0)")
case("abort", 1.0, forgiven=True, twice="import os\ndef twice(x):\n    os.abort()")

# ------------------------------------------------------------------- cells


def copied(cells, by_id):
    cells.insert(4, copy.deepcopy(by_id["twice"]))


def copied_and_changed(cells, by_id):
    other = copy.deepcopy(by_id["twice"])
    other["source"] = "def helper(x):\n    return x"
    cells.insert(2, other)


def without(*names):
    def change(cells, by_id):
        for name in names:
            cells.remove(by_id[name])

    return change


def reverse(cells, by_id):
    cells.reverse()


def checks_first(cells, by_id):
    cells.remove(by_id["twice-tests"])
    cells.insert(1, by_id["twice-tests"])


def changed_checks(cells, by_id):
    by_id["twice-tests"]["source"] += "\n# mine"


def emptied_checks(cells, by_id):
    by_id["twice-tests"]["source"] = "pass"


def no_metadata(cells, by_id):
    for cell in cells:
        cell["metadata"] = {}


def as_text(cells, by_id):
    by_id["twice"]["cell_type"] = "markdown"


def outputs(cells, by_id):
    error = {"output_type": "error", "ename": "E", "evalue": "old", "traceback": ["Traceback"]}
    by_id["twice-tests"]["outputs"] = [error]
    by_id["twice-tests"]["execution_count"] = 7


def split_in_two(cells, by_id):
    other = copy.deepcopy(by_id["twice"])
    by_id["twice"]["source"] = "def plus(a, b):\n    return a + b"
    other["source"] = "def twice(x):\n    return plus(x, x)"
    cells.insert(cells.index(by_id["twice"]) + 1, other)


case("copied-cell", 0.0, cells=copied)
case("copied-and-changed", 0.0, cells=copied_and_changed)
case("answer-deleted", 1.0, cells=without("twice"))
case("checks-deleted", 0.0, forgiven=True, cells=without("twice-tests"))
case("text-deleted", 0.0, cells=without("why"))
case("given-deleted", 0.0, forgiven=True, cells=without("imports"))
case("reversed", 0.0, cells=reverse)
case("checks-first", 0.0, cells=checks_first)
case("checks-changed", 0.0, cells=changed_checks)
case("checks-emptied", 0.0, cells=emptied_checks)
case("labels-lost", 0.0, forgiven=True, cells=no_metadata)
case("answer-as-text", 0.0, forgiven=True, cells=as_text)
case("old-outputs", 0.0, cells=outputs)
case("answer-in-two-cells", 0.0, cells=split_in_two)
case("raw-cell", 0.0, forgiven=True, cells=free("some text", 3, cell_type="raw"))

# ------------------------------------------------------------------- files


def text(change):
    def on_bytes(content):
        notebook = json.loads(content)
        change(notebook)
        return json.dumps(notebook).encode()

    return on_bytes


def lists(notebook):
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"]).splitlines(keepends=True)


case("lines-as-lists", 0.0, content=text(lists))
case("copy-in-name", 0.0, file=f"{STEM}-Copy1.ipynb")
case("blanks-and-umlauts", 0.0, file="meine lösung (2).ipynb")
case("bom", 0.0, content=lambda content: b"\xef\xbb\xbf" + content)
case("utf-16", 0.0, content=lambda content: content.decode().encode("utf-16"))
case("empty-file", None, content=lambda content: b"")
case("half-a-file", None, content=lambda content: content[: len(content) // 2])
case("no-notebook", None, content=lambda content: b"def twice(x): return 2 * x")
case("a-list", None, content=lambda content: b"[]")
case("no-cells", None, content=text(lambda notebook: notebook.pop("cells")))
case("cells-null", None, content=text(lambda notebook: notebook.update(cells=None)))
case("zero-cells", None, content=text(lambda notebook: notebook.update(cells=[])))
case("null-cell", 0.0, content=text(lambda notebook: notebook["cells"].append(None)))
case("strange-cell", 0.0, content=text(lambda notebook: notebook["cells"].append({"source": 3})))
case(
    "metadata-list",
    0.0,
    content=text(lambda n: n["cells"].append({"cell_type": "code", "source": "1", "metadata": []})),
)
case(
    "foreign-kernel",
    0.0,
    content=text(
        lambda notebook: notebook["metadata"].update(
            kernelspec={"name": "conda-env-ml", "display_name": "ML", "language": "python"}
        )
    ),
)
case("metadata-lost", 0.0, content=text(lambda notebook: notebook.pop("metadata")))
case(
    "lone-surrogate",
    0.0,
    content=text(
        lambda n: n["cells"].append({"cell_type": "markdown", "source": "\ud800", "metadata": {}})
    ),
)


def notebook(released, clumsy):
    """The bytes of a released notebook after a clumsy day."""
    made = copy.deepcopy(released)
    by_id = {cell["id"]: cell for cell in made["cells"]}
    for name, answer in {**RIGHT, **clumsy.answers}.items():
        if answer is not None:
            by_id[name]["source"] = answer
    if clumsy.cells:
        clumsy.cells(made["cells"], by_id)
    content = json.dumps(made).encode()
    return clumsy.content(content) if clumsy.content else content


def write(released, clumsy, folder: Path) -> Path:
    """Write the notebook of a case below a course folder that knows the release."""
    (folder / ".flcourse" / STEM).mkdir(parents=True, exist_ok=True)
    (folder / ".flcourse" / STEM / f"{STEM}.ipynb").write_text(json.dumps(released), "utf-8")
    path = folder / STEM / clumsy.file
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(notebook(released, clumsy))
    return path
