"""A finished answer of the book is recognised in every dress, and nothing else is."""

import re

import pytest
from conftest import ROOT

from flcourse.grading import checks
from flcourse.grading.notebook import names_of
from flcourse.grading.official import execute
from flcourse.grading.official.execute import Budget, CodeCell
from flcourse.grading.origins import origins
from flcourse.grading.script import read_script

COPIES = {
    "a star": "from flcourse.gtvmin import *",
    "an import": "from flcourse.gtvmin import solve",
    "another name": "from flcourse.gtvmin import solve as s\ndef solve(*a):\n    return s(*a)",
    "an assignment": "import flcourse.gtvmin as g\nsolve = g.solve",
    "a thin wrapper": "from flcourse import gtvmin\ndef solve(A, X, y, alpha):\n"
                      "    return gtvmin.solve(A, X, y, alpha).W",
    "a lambda": "from flcourse import gtvmin\nsolve = lambda *a: gtvmin.solve(*a)",
    "the package": "import flcourse.gtvmin\ndef solve(*a):\n    return flcourse.gtvmin.solve(*a)",
    "a helper": "from flcourse.gtvmin import solve as s\ndef helper(*a):\n    return s(*a)\n"
                "def solve(*a):\n    return helper(*a)",
    "a helper of a helper": "from flcourse.gtvmin import solve as s\ndef a(*x): return s(*x)\n"
                            "def b(*x): return a(*x)\ndef solve(*x):\n    return b(*x)",
    "an import inside": "def solve(*a):\n    from flcourse.gtvmin import solve as s\n"
                        "    return s(*a)",
    "a module inside": "def solve(*a):\n    import flcourse.gtvmin as g\n    return g.solve(*a)",
    "the package inside": "def solve(*a):\n    import flcourse\n"
                          "    return flcourse.gtvmin.solve(*a)",
    "a part inside": "def solve(*a):\n    from flcourse import gtvmin\n    return gtvmin.solve(*a)",
    "importlib": "import importlib\ndef solve(*a):\n"
                 "    return importlib.import_module('flcourse.gtvmin').solve(*a)",
    "getattr": "from flcourse import gtvmin\ndef solve(*a):\n"
               "    return getattr(gtvmin, 'solve')(*a)",
    "a partial": "import functools\nfrom flcourse.gtvmin import solve as s\n"
                 "solve = functools.partial(s, tol=1e-9)",
    "a decorator": "import functools\nfrom flcourse.gtvmin import solve as s\n"
                   "@functools.wraps(s)\ndef solve(*a):\n    return s(*a)",
    "a cache": "import functools\nfrom flcourse.gtvmin import solve as s\n"
               "@functools.lru_cache\ndef solve(*a):\n    return s(*a)",
    "a closure": "from flcourse.gtvmin import solve as s\ndef make(f):\n    def g(*a):\n"
                 "        return f(*a)\n    return g\nsolve = make(s)",
    "a default": "from flcourse.gtvmin import solve as s\ndef solve(*a, f=s):\n    return f(*a)",
    "a list": "from flcourse.gtvmin import solve as s\nways = [s]\ndef solve(*a):\n"
              "    return ways[0](*a)",
    "a dictionary": "from flcourse.gtvmin import solve as s\nways = {'a': s}\ndef solve(*a):\n"
                    "    return ways['a'](*a)",
    "a class": "from flcourse.gtvmin import solve as s\nclass Solver:\n    def run(self, *a):\n"
               "        return s(*a)\ndef solve(*a):\n    return Solver().run(*a)",
    "an object that can be called": "from flcourse.gtvmin import solve as s\nclass Solver:\n"
                                    "    def __call__(self, *a):\n        return s(*a)\n"
                                    "solve = Solver()",
    "a method": "from flcourse.gtvmin import solve as s\nclass Solver:\n    def run(self, *a):\n"
                "        return s(*a)\nsolve = Solver().run",
    "a comprehension": "from flcourse.gtvmin import solve as s\ndef solve(A, X, y, alpha):\n"
                       "    return [s(A, X, y, a) for a in [alpha]]",
    "the fast twin": "from flcourse.engine import gtvmin\ndef solve(*a):\n"
                     "    return gtvmin.no_such_name(*a), gtvmin",
    "the package under another name": "import flcourse as fl, flcourse.gtvmin\n"
                                      "def solve(*a):\n    return fl.gtvmin.solve(*a)",
}  # fmt: skip
OWN = {
    "numpy": "import numpy as np\ndef solve(Q, q):\n    return np.linalg.solve(Q, q)",
    "a comparison elsewhere": "from flcourse import gtvmin\ntheirs = gtvmin.solve\n"
                              "def solve(Q, q):\n    return Q",
    "data": "from flcourse.data import load_fmi\ndef solve(Q, q):\n    return load_fmi",
    "a loss": "from flcourse.losses import Squared\ndef solve(Q, q):\n    return Squared()",
    "another lecture": "from flcourse import dpp\ndef solve(Q, q):\n    return dpp.KDPP",
    "a name like it": "gtvmin = 3\ndef solve(Q, q):\n    return gtvmin",
    "a comment": "def solve(Q, q):  # as flcourse.gtvmin.solve\n    return Q",
    "a docstring": "def solve(Q, q):\n    'Compare with flcourse.gtvmin.solve.'\n    return Q",
    "recursion": "def solve(Q, q):\n    return solve(Q, q)",
    "checks": "from flcourse.grading import checks\ndef solve(Q, q):\n    return checks.numbers",
    "no function": "solve = len",
}  # fmt: skip
SAYS = ": Expected an answer of your own, got one that uses flcourse."


def made(source):
    namespace = {"__name__": "__main__"}
    exec(compile(source, "<cell solve>", "exec"), namespace)
    return namespace["solve"]


@pytest.mark.parametrize("name", COPIES)
def test_a_copy_is_recognised_and_told(name):
    with pytest.raises(AssertionError) as told:
        checks.own(made(COPIES[name]), "flcourse.graph", "flcourse.gtvmin")
    assert SAYS in str(told.value)


@pytest.mark.parametrize("name", OWN)
def test_what_is_a_students_own_is_not(name):
    checks.own(made(OWN[name]), "flcourse.graph", "flcourse.gtvmin")


def test_what_a_task_allows_may_be_used():
    answer = made("from flcourse.gtvmin import solve as s\ndef solve(*a):\n    return s(*a)")
    assert origins(answer) == ["flcourse.gtvmin.solve"]
    checks.own(answer, "flcourse.gtvmin", but={"flcourse.gtvmin.solve"})
    checks.own(answer, "flcourse.graph")


def test_official_grading_says_the_same(bwrap):
    check = "from flcourse.grading import checks\nchecks.own(solve, 'flcourse.gtvmin')"
    tests = CodeCell("tests", "solve-tests", check)
    with execute.StudentProcess(safe=True, budget=Budget()) as student:
        for source in (*COPIES.values(), *OWN.values()):
            student.run(CodeCell("answer", "solve", source))
            here = execute.trusted.run(check, "solve-tests", {"solve": made(source)}).message
            there = execute._check(tests, ["solve"], {"__name__": "__main__"}, student)
            # A lambda has no name of its own here, and is called by its name there.
            assert there.partition(":")[2] == here.partition(":")[2], source
            assert (SAYS in there) == (source in COPIES.values())


STATED = re.compile(r"`(flcourse\.\w+)`(?: and `(flcourse\.\w+)`)?\s+holds? finished answers")


@pytest.mark.parametrize("path", sorted((ROOT / "solutions").glob("*.py")), ids=lambda p: p.stem)
def test_the_rule_that_an_assignment_states_is_in_each_of_its_checks(path):
    script = read_script(path)
    stated = STATED.search(" ".join(script.cells[0].source.split()))
    modules = [name for name in stated.groups() if name] if stated else []
    for cell in script.of_kind("tests"):
        for name in names_of(script.answer_of(cell).source):
            words = ", ".join([name, *(f'"{module}"' for module in modules)])
            assert (f"checks.own({words}" in cell.source) == bool(stated), cell.id
    if stated:
        assert "gets no points" in " ".join(script.cells[0].source.split())
