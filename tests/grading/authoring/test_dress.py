"""What the build adds: links to the book, a line above and below checks, an end."""

import ast
import json
import re
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from flcourse.grading import packed, progress
from flcourse.grading.authoring.dress import END, dressed
from flcourse.grading.labels import CITED
from flcourse.grading.script import Cell, Script, read_script

ROOT = Path(__file__).resolve().parents[3]
STEMS = sorted(path.stem for path in (ROOT / "solutions").glob("*.py"))


@pytest.fixture(scope="module")
def shown():
    return dressed(read_script(ROOT / "solutions" / "graph.py"))


def text_of(script, name):
    (cell,) = [cell for cell in script.cells if cell.id == name]
    return cell.source


def test_the_first_cell_leads_to_the_chapter_and_the_tasks_to_formulas(shown):
    head = shown.cells[0].source
    assert "**Chapter**: The empirical graph." in head
    assert "[formulas of the chapter](../book/graph.md)" in head
    (task,) = [cell.source for cell in shown.cells if "## Task 2" in cell.source]
    assert "([(2.5)](../book/graph.md#eq-degree))" in task
    assert r"\tag{2.7}" in task


def test_links_lead_to_a_published_book_where_there_is_one():
    script = read_script(ROOT / "solutions" / "graph.py")
    text = "\n".join(cell.source for cell in dressed(script, "https://example.org/b").cells)
    assert "(https://example.org/b/graph.html#equation-eq-degree)" in text
    assert "**Chapter**: [The empirical graph](https://example.org/b/graph.html)" in text
    assert "../book" not in text


def test_folded_checks_say_what_they_are_and_that_all_is_well(shown):
    lines = text_of(shown, "knn-graph-union-tests").splitlines()
    assert lines[0] == "# Checks 1 of 2 of task 1: Neighbours (1 point): run me"
    assert lines[-1] == 'checks.right("Task 1", 1, of=2, cell="knn-graph-union-tests")'


@pytest.mark.parametrize("stem", STEMS)
def test_no_two_folded_checks_have_one_title(stem):
    cells = dressed(read_script(ROOT / "solutions" / f"{stem}.py")).of_kind("tests")
    titles = [cell.source.splitlines()[0] for cell in cells]
    assert all(title.startswith("# Checks") for title in titles)
    assert len({*titles}) == len(titles)


@pytest.mark.parametrize("stem", STEMS)
def test_no_solver_for_own_data_lies_in_a_notebook(stem):
    script = read_script(ROOT / "solutions" / f"{stem}.py")
    for cell, plain in zip(dressed(script).of_kind("tests"), script.of_kind("tests"), strict=True):
        if "checks.own_data(" in plain.source:
            assert "def _look" in plain.source
            assert "def " not in cell.source
            known = {}
            for node in ast.parse(cell.source).body:
                if isinstance(node, ast.Import | ast.ImportFrom):
                    exec(ast.unparse(node), known)
            names = {*known, "__builtins__"}
            (text,) = re.findall(r'r"""(.*)"""', cell.source, re.S)
            assert callable(packed.opened(text, known)["_look"])
            assert {*known} <= names  # what is unfolded leaves nothing behind


GIVEN_AWAY = {  # what some checks say in words, and whoever opens them should not read
    "convex": [
        "N_i counts neighbours",
        "One mistake is mended, two are left",
        "made shorter, but not clipped at r",
        "k directions share the covariance",
    ],
    "dpp": [
        "def _wrong_singles",
        "def _wrong_pairs",
        "np.linalg.det(V[np.ix_(Y, J)]) ** 2",
        "program 3 squares the determinant",
        "p[came] / b[came] / a[came]",
        "covariances of drawn-and-answered",
        "def _law(S, k)",
    ],
    "erm": [
        "its row only by the root",
        "The means of the features still contain",
        "the rows that are predicted have chosen it",
    ],
    "fedbag": ["for group in list(kept.values())"],
    "fedknn": ["def _balance"],
    "fedopt": ["(16 - 4) / (4.75 - 4)", "its clients should curve alike"],
    "gossip": [
        "no tick moves more than two nodes",
        "The directions are not mixed",
        "23 / 24",
        "an eigenvalue of P must be -1",
        "no such step is faster",
    ],
    "gradient": ["68 / 72", "(I + 2 eta/m X^T X) v_plus"],
    "graph": ["The coefficients are the shares"],
    "gtvmin": [
        "2 - 2 * np.cos",
        "must leave one direction out",
        "needs its own invertible sum",
        "rho_i Q_i plus alpha times L",
        "L_ij alpha_a on its diagonal",
        "less of both than the one",
    ],
    "messages": [
        "c changes while others of the round still need the old one",
        "clients in pairs are enough",
        '"error": u + memory',
        "c_i is the mean of the gradients, not their sum",
        "the same part of the way",
    ],
    "privacy": [
        "Who leaves and who tells is forgotten",
        "the rows are c + h and c - h",
        "rotate [X y] so that",
        "what is the rank of D?",
    ],
    "synthesis": ["def _first"],
}


@pytest.mark.parametrize("stem", GIVEN_AWAY)
def test_a_notebook_holds_folded_up_what_gives_an_answer_away(stem):
    script = read_script(ROOT / "solutions" / f"{stem}.py")
    release = json.loads((ROOT / "exercises" / stem / f"{stem}.ipynb").read_text("utf-8"))
    notebook = "\n".join("".join(cell["source"]) for cell in release["cells"])
    for words in GIVEN_AWAY[stem]:
        assert any(words in cell.source for cell in script.of_kind("tests"))
        assert words not in notebook
    for cell in script.of_kind("tests"):
        if why := dict(cell.fields).get("folded"):
            assert f"# Folded up, because {why}; what it finds it says in words." in notebook


def test_what_is_folded_up_is_beside_hidden_tests_as_before():
    """Names, in the order in which they were; a release leaves the hidden part out."""
    plain = Cell(
        "tests",
        "import math\n\nchecks.own(f)\n\n# Two.\n_two = 2\n\n\ndef _half():\n"
        "    return math.sqrt(_two)\n\n\n_three = 3\n"
        "### BEGIN HIDDEN TESTS\nfound = _half() + _three\n### END HIDDEN TESTS",
        1, id="f-tests", points=1.0, fields=(("folded", "it knows the answer"),),
    )  # fmt: skip
    answer = Cell("answer", "def f():\n    return 0", 1, id="f")
    source = dressed(Script(Path("a.py"), (answer, plain))).of_kind("tests")[0].source
    assert source.index("checks.own(f)") < source.index("because it knows the answer;")
    assert "_three = 3" not in source
    assert "# Two." not in source
    assert "_three = 3" in packed.unfolded(source)
    assert "packed.opened" not in packed.unfolded(source)
    damaged = source.replace("QlpoO", "AAAAA")  # how each packed text begins
    assert packed.unfolded(damaged) == damaged
    shown = source.partition("# Two more instances")[0]
    known = {"checks": SimpleNamespace(own=lambda f: None), "f": None}
    exec(shown, known)
    assert known["found"] == 2**0.5 + 3


SAID = re.compile(r'^checks\.right\("(.+)", ([\d.]+), of=([\d.]+), cell="(.+)"\)$', re.M)


@pytest.mark.parametrize("stem", STEMS)
def test_the_line_of_a_check_that_passes_knows_what_the_whole_task_is_worth(stem):
    script = dressed(read_script(ROOT / "solutions" / f"{stem}.py"))
    said = [call for cell in script.of_kind("tests") for call in SAID.findall(cell.source)]
    assert len(said) == len(script.of_kind("tests"))
    worth = Counter()
    for task, points, *_ in said:
        worth[task] += float(points)
    assert {task: float(whole) for task, _, whole, _ in said} == worth


def test_the_end_shows_the_whole_and_what_comes_next(shown, capsys, monkeypatch):
    monkeypatch.setattr(progress, "_got", {})  # as in a kernel in which nothing has run yet
    monkeypatch.setattr(progress, "_when", {})
    assert "Next comes the chapter *Generalised total" in shown.cells[-2].source
    exec(text_of(shown, END), {})
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].split() == ["Task", "1:", "Neighbours", "0", "of", "2", "run", "its", "checks"]
    assert rows[-1].split()[:4] == ["together", "0", "of", "8"]


@pytest.mark.parametrize("stem", STEMS)
def test_no_text_of_a_notebook_names_a_label_that_nobody_can_follow(stem):
    script = dressed(read_script(ROOT / "solutions" / f"{stem}.py"))
    for cell in script.cells:
        if cell.markdown:
            bare = [line for line in cell.source.splitlines() if not line.startswith("Names such")]
            text = "\n".join(bare).replace("](../book/", "](")
            naked = [m[0] for m in CITED.finditer(text) if f"#{m[0]}" not in text
                     and f"`{m[0]}`" not in text]  # fmt: skip
            assert naked == [], cell.source
