"""Mutants: one change each, all different, named so that a list of equivalents stays true."""

import ast
from pathlib import Path

import pytest

from flcourse.grading.authoring import mutants
from flcourse.grading.script import ScriptError, parse

LOOP = '''\
import numpy as np

def total(A, w, start=0):
    """Weighted sum."""
    result = start
    for i in range(len(w)):
        if w[i] > 0 and not A[i] == 1:
            result += A.T[i] * w[i]
    return result, np.sum(w[1:], axis=0)
'''


def made(source, operator=None):
    return [
        mutant
        for mutant in mutants.mutants_of("task", source)
        if operator in (None, mutant.operator)
    ]


def became(source, operator):
    return [mutant.became for mutant in made(source, operator)]


def test_every_mutant_is_valid_and_differs_from_the_reference_and_from_every_other():
    found = made(LOOP)
    trees = {ast.dump(ast.parse(mutant.source)) for mutant in found}
    assert len(trees) == len(found) >= 30
    assert ast.dump(ast.parse(LOOP)) not in trees


def test_keys_name_one_mutant_each():
    keys = [mutant.key for mutant in made(LOOP + "    return 1\n    return 1\n")]
    assert len(set(keys)) == len(keys)


def test_docstrings_imports_and_annotations_stay():
    for mutant in made(
        'import numpy as np\ndef f(x: "1 + 1") -> 2:\n    """1 + 1"""\n    return x'
    ):
        assert "import numpy as np" in mutant.source
        assert 'x: \'1 + 1\') -> 2:\n    """1 + 1"""' in mutant.source


EXPECTED = [
    ("return a - b", "another operation", ["return a + b"]),
    ("return a @ b", "another operation", ["return a * b"]),
    ("return a ** b", "operands swapped", ["return b ** a"]),
    ("return a + b", "operands swapped", []),
    ("return a * b", "operand lost", ["return a", "return b"]),
    ("return -a", "sign or not lost", ["return a"]),
    ("return a < b", "another comparison", ["return a <= b", "return a >= b"]),
    ("return a and b", "and for or", ["return a or b"]),
    ("x = a if b else 1", "condition ignored", ["x = a if True else 1", "x = a if False else 1"]),
    ("x = f(3)", "another constant", ["x = f(4)", "x = f(2)", "x = f(6)", "x = f(0)"]),
    ("return f(0)", "another constant", ["return f(1)", "return f(-1)"]),
    ("return f(1e-9)", "another constant", ["return f(0)", "return f(1.0)"]),
    ("return f(True)", "another constant", ["return f(False)"]),
    ("return f('text')", "another constant", []),
    ("return f(a, b)", "arguments swapped", ["return f(b, a)"]),
    ("return max(a, b)", "arguments swapped", []),
    ("return a.sum()", "sister function", ["return a.mean()", "return a.prod()"]),
    ("return np.triu(a)", "sister function", ["return np.tril(a)"]),
    ("return np.abs(a)", "call lost", ["return a"]),
    ("return a.sum()", "call lost", ["return a"]),
    ("return float(a)", "call lost", []),
    ("return f(a, axis=0)", "another axis", ["return f(a, axis=1)"]),
    ("return f(a, axis=-1)", "another axis", ["return f(a, axis=0)", "return f(a, axis=1)"]),
    ("return f(a, ddof=b)", "keyword lost", ["return f(a)"]),
    ("return f(a, dtype=b)", "keyword lost", []),
    ("return a.T", "transpose lost", ["return a"]),
    ("return a[b:]", "bound of a slice lost", ["return a[:]"]),
    ("return a, b", "part of the result", ["return b", "return a"]),
    ("return a", "part of the result", ["return a[:1]"]),
    ("a += b", "overwrites", ["a = b"]),
    ("a += b", "another operation", ["a -= b"]),
    ("a = b", "statement lost", ["pass"]),
    ("return [c for c in a if c]", "filter lost", ["return [c for c in a]"]),
    ("x = list(range(a))", "loop shortened", ["x = list(range(1, a))", "x = list(range(a - 1))"]),
    ("for c in a:\n        break", "another jump", ["continue"]),
    ("return f(a)", "another parameter", ["return f(b)"]),
    ("return f(a)", "sign added", ["return -f(a)"]),
    ("return f(a)", "doubled", ["return 2 * f(a)"]),
    ("return f(a)", "one added", ["return f(a) + 1"]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "operator", "expected"), EXPECTED)
def test_operators(body, operator, expected):
    assert became(f"def g(a, b):\n    {body}", operator) == expected


def test_insertions_only_fill_up_short_answers():
    assert became("def f(a):\n    return g(a)", "one added")
    assert len(made(LOOP)) > mutants.ENOUGH
    assert became(LOOP, "one added") == []


def test_only_answers_with_checks_are_mutated():
    text = (
        '# %% tags=["answer", "id:half"]\ndef half(x):\n    return x / 2\n'
        '# %% tags=["answer", "id:other"]\ndef other(x):\n    return x / 2\n'
        '# %% tags=["tests", "id:half-tests", "points:1"]\n'
    )
    found = mutants.mutants(parse(text, Path("solutions/tiny.py")))
    assert {mutant.task for mutant in found} == {"half"}


def entry(**changes):
    fields = {"operator": "doubled", "line": "return x", "became": "return 2 * x", "reason": "why"}
    rows = [f'{name} = "{text}"' for name, text in (fields | changes).items() if text is not None]
    return "\n".join(["[[half]]", *rows])


def test_the_list_of_equivalents_names_mutants_by_task_and_lines(tmp_path):
    assert mutants.read_equivalents(tmp_path) == {}
    several = '[[half]]\noperator = "a"\nline = "b"\nbecame = ["c", "d"]\nreason = "both"\n'
    (tmp_path / "equivalent.toml").write_text(f"{entry()}\n{several}", "utf-8")
    assert mutants.read_equivalents(tmp_path) == {
        "half": {
            ("doubled", "return x", "return 2 * x"): "why",
            ("a", "b", "c"): "both",
            ("a", "b", "d"): "both",
        }
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (entry(reason=" "), "no reason why this is equivalent: return 2"),
        (entry(reason=None), "has became, line, operator, reason"),
        (entry(why="x"), "has became, line, operator, reason"),
        ("[[half", "equivalent.toml"),
        ("half = 3", "has became"),
    ],
)
def test_a_list_that_breaks_its_format_is_refused(text, words, tmp_path):
    (tmp_path / "equivalent.toml").write_text(text, "utf-8")
    with pytest.raises(ScriptError, match=words):
        mutants.read_equivalents(tmp_path)


@pytest.mark.parametrize("line", ["return x['a']", "return 'it\\'s' + \"a\"", "return '\\\\n'"])
def test_the_entry_for_a_survivor_reads_back(line, tmp_path):
    named = {"operator": "doubled", "line": line, "became": f"{line}  # place 2"}
    text = mutants.as_entry("half", named).replace('reason = ""', 'reason = "so"')
    (tmp_path / "equivalent.toml").write_text(text, "utf-8")
    assert mutants.read_equivalents(tmp_path) == {"half": {tuple(named.values()): "so"}}
