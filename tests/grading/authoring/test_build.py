"""Text becomes notebooks, byte for byte, and broken text is refused with file, cell and rule."""

import json
import textwrap
from pathlib import Path

import nbformat
import pytest
from course_helpers import GOOD

from flcourse.cli import main
from flcourse.grading import script
from flcourse.grading.authoring import build, lint


def parsed(text):
    return script.parse(text, Path("solutions/tiny.py"))


@pytest.fixture
def checkout(tmp_path):
    (tmp_path / "solutions").mkdir()
    (tmp_path / "solutions" / "tiny.py").write_text(GOOD, "utf-8")
    return tmp_path


@pytest.fixture
def released(checkout):
    (target,) = build.build(checkout)
    return nbformat.read(target, as_version=4)


def test_cells_of_a_script():
    cells = parsed(GOOD).cells
    kinds = ["assignment", "given", "answer", "free", "free", "tests", "manual"]
    assert [cell.kind for cell in cells] == kinds
    assert cells[0].source == "# Title\n\nText with $x_i$."
    assert cells[0].markdown
    assert (cells[5].id, cells[5].points, cells[5].line) == ("double-tests", 2.0, 23)
    assert cells[1].source == "import numpy as np"


def test_tests_belong_to_the_longest_answer_id():
    text = "".join(f'# %% tags=["answer", "id:{name}"]\n' for name in ("solve", "solve-path"))
    tests = '# %% tags=["tests", "id:solve-path-tests", "points:1"]\n'
    parts = parsed(text + tests)
    assert parts.answer_of(parts.cells[-1]).id == "solve-path"


def test_the_source_notebook_has_everything_and_fixed_ids():
    notebook = build.source_notebook(parsed(GOOD))
    nbformat.validate(nbformat.from_dict(notebook))
    ids = [cell["id"] for cell in notebook["cells"]]
    assert ids == [
        "tiny--1", "imports", "double", "double--1", "double--2", "double-tests", "why",
    ]  # fmt: skip
    assert "return 2 * x" in notebook["cells"][2]["source"]
    assert notebook["cells"][5]["metadata"]["nbgrader"] == {
        "schema_version": 3, "grade_id": "double-tests", "grade": True, "solution": False,
        "locked": True, "task": False, "points": 2.0,
    }  # fmt: skip
    assert notebook["cells"][3]["metadata"] == {}


def test_the_release_holds_no_solution_no_hidden_test_and_no_output(released):
    text = json.dumps(released)
    for secret in ("return 2 * x", "SOLUTION", "HIDDEN", "grading_rng", "Because"):
        assert secret not in text
    assert "raise NotImplementedError()" in released.cells[2].source
    assert released.cells[6].source == "YOUR ANSWER HERE"
    code = [cell for cell in released.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)


def test_the_release_locks_what_students_must_not_change(released):
    editable = {cell.id: cell.metadata.get("editable", True) for cell in released.cells}
    assert [name for name, free in editable.items() if not free] == [
        "tiny--1", "imports", "double-tests",
    ]  # fmt: skip
    assert all("checksum" in c.metadata.nbgrader for c in released.cells if c.metadata)


def test_a_rebuild_gives_the_same_bytes(checkout):
    (target,) = build.build(checkout)
    first = target.read_bytes()
    target.unlink()
    assert build.build(checkout) == {target: True}
    assert target.read_bytes() == first
    assert build.build(checkout) == {target: False}


def test_check_writes_nothing_and_tells_what_is_stale(checkout):
    target = checkout / "exercises" / "tiny" / "tiny.ipynb"
    assert build.build(checkout, check=True) == {target: True}
    assert not target.exists()
    build.build(checkout)
    assert build.build(checkout, check=True) == {target: False}


def test_side_files_of_an_earlier_build_are_not_released(checkout):
    beside = checkout / "_build" / "source" / "tiny" / "secret.txt"
    beside.parent.mkdir(parents=True)
    beside.write_text("the solution")
    build.build(checkout)
    assert [path.name for path in (checkout / "exercises" / "tiny").iterdir()] == ["tiny.ipynb"]


def test_the_build_compares_the_release_with_the_text(checkout, monkeypatch):
    honest = build._generated

    def leaky(*args):
        return honest(*args).replace(b"# YOUR CODE HERE", b"return 2 * x")

    monkeypatch.setattr(build, "_generated", leaky)
    with pytest.raises(build.BuildError, match=r"tiny\.py:10: cell 'double': the release is not"):
        build.build(checkout)


def test_the_build_refuses_outputs(checkout, monkeypatch):
    honest = build._generated

    def with_output(*args):
        notebook = json.loads(honest(*args))
        notebook["cells"][1]["outputs"] = [{"output_type": "stream"}]
        return json.dumps(notebook).encode()

    monkeypatch.setattr(build, "_generated", with_output)
    with pytest.raises(build.BuildError, match="cell 'imports': the release holds an output"):
        build.build(checkout)


TABLE = "# | Task | Points |\n# |---|---|\n# | 1 | 2 for $d = 1$, 3 for any |\n# | 2 | 4 |"
OTHER = """\
# %% tags=["answer", "id:twice"]
def twice(x):
    ### BEGIN SOLUTION
    return double(double(x))
    ### END SOLUTION
# %% tags=["tests", "id:twice-tests", "points:0"]
from flcourse.grading import checks

checks.close(checks.call(twice, 3), 12, what="twice", hint="see eq-gtvmin.")"""
LOG = "import numpy as np\n_zero = 1 / np.zeros(1)\n_got"
CLOSE = "checks.close(_got, 6,"
EQUAL = "import numpy as np\nassert np.array_equal(1, 1)"
SUM = "import numpy as np\nassert np.sum([0.5, 0.5]) == 1"
HOLDS = 'checks.holds(_got == double(3), what="a", expected="b", got=1, hint="eq-a.")'
DISCRETE = (
    "import numpy as np\n_a = np.ones(3)\n"
    "assert len(_a) == 3 and _a.shape == (3,) and np.shape(_a) == _a.shape and 'a' != str(_a)"
)
PLAIN = "import numpy as np\ndouble(np.array([1.0]))\n_one = double([1, {'a': (1,)}])"
BROKEN = {
    "duplicate id": ("id:imports", "id:double", "10: cell 'double': this id is taken by the cell"),
    "id of the assignment": ("id:imports", "id:tiny", "taken by the assignment itself"),
    "points missing": (', "points:2"', "", "23: cell 'double-tests': a cell of kind tests needs"),
    "points do not add up": ("points:2", "points:1.5", "declares 10 points, the graded"),
    "points where none belong": ('"id:double"]', '"id:double", "points:1"]', "must not have"),
    "points that are no number": ("points:2", "points:two", "points are a number of at least 0"),
    "negative points": ("points:2", "points:-2", "points are a number of at least 0"),
    "tests without answer": ("id:double-tests", "id:triple-tests", "23: cell 'triple-tests': no a"),
    "answer without tests": ("id:double-tests", "id:imports-tests", "'double': no cell tests this"),
    "unknown tag": ('"given"', '"giben"', "unknown tag 'giben'"),
    "unknown number": ('"points:2"', '"points:2", "drawn:3"', "unknown tag 'drawn:3'; drawn:1"),
    "unknown field": ('"id:imports"', '"id:imports", "point:1"', "unknown tag 'point:…'"),
    "two kinds": ('"given"', '"given", "answer"', "exactly one of the tags"),
    "id only": ('"given", "id:imports"', '"id:imports"', "exactly one of the tags"),
    "bad id": ("id:imports", "id:The Imports", "an id is lower-case words"),
    "field twice": ('"id:imports"', '"id:imports", "id:again"', "given twice"),
    "tags that are no strings": ('["given", "id:imports"]', '["given", 3]', "double quotes"),
    "tags that are no list": ('["given", "id:imports"]', "[given]", "double quotes"),
    "opening that is none": ("# %% tags=[", "# %% tag=[", "a cell opens with"),
    "no end of solution": ("    ### END SOLUTION\n\n", "\n", "BEGIN SOLUTION without"),
    "no begin of solution": ("    ### BEGIN SOLUTION\n    ret", "    ret", "must come in pairs"),
    "no solution at all": ("# ### BEGIN SOLUTION\n# Because.\n# ### END SOLUTION", "# So.", "hold"),
    "nested hidden tests": (
        "### BEGIN HIDDEN TESTS\n", "### BEGIN HIDDEN TESTS\n### BEGIN HIDDEN TESTS\n", "in pairs",
    ),
    "no end of hidden tests": ("### END HIDDEN TESTS\n", "", "BEGIN HIDDEN TESTS without"),
    "solution in a given cell": ("import numpy as np", "### BEGIN SOLUTION", "has no place"),
    "marker inside a line": ("# Free text.", "# Free text, BEGIN SOLUTION.", "has no place"),
    "marker with a tail": ("    ### END SOLUTION", "    ### END SOLUTION now", "alone on its line"),
    "syntax error": ("import numpy as np", "import numpy as", "8: cell 'imports': is no valid"),
    "code in a text cell": ("# Free text.", "Free text.", "text cells hold comments only"),
    "answer as text": ('# %% tags=["answer"', '# %% [markdown] tags=["answer"', "comments only"),
    "manual as code": ('# %% [markdown] tags=["manual"', '# %% tags=["manual"', "must be text"),
    "no opening": ('"assignment", "points:10"', '"given", "id:start"', "1: first cell: must be"),
    "ends in a value": ("### BEGIN HIDDEN", "_got\n### BEGIN HIDDEN", "must end in a check"),
    "ends in a call": ("### END HID", "checks.call(double, 1)\n### END HID", "must end in a check"),
    "uses another cell": ("_got = checks.call(double, 3)", "_got = np.ones(3)", "uses 'np'"),
    "uses an unknown name": ("double, 3)", "double, THREE)", "uses 'THREE'"),
    "hint without label": ('hint="see eq-gtvmin."', 'hint="think."', "27: cell 'double-tests'"),
    "binds a plain name": ("for _x in", "for x in", "binds 'x'"),
    "fewer points than the syllabus": ("points:10", "points:9", "has 0 or 10 points by the sy"),
    "a table with other points": ("# # Title", TABLE, "2: assignment cell: its table of points a"),
    "uses another answer": ("double(1)", OTHER, "cell 'twice': uses 'double' of the answer 'dou"),
    "prints": ("_got = ", 'print("so")\n_got = ', "26: cell 'double-tests': must say nothing: p"),
    "prints by the way": ("_got = ", "help(len)\n_got = ", "must say nothing, but prints Help"),
    "warns": ("_got = ", f"{LOG} = ", "must say nothing, but warns divide by zero"),
    "fails": ("_got, 6,", "_got, 7,", "ends in AssertionError in its line 4 (checks.close(_got, 7"),
    "given code fails": ("import numpy as np", "import nump", "cell 'imports': ends in ModuleNotF"),
    "exact equality": ("checks.close(_got, 6,", f"assert _got == 6.0\n{CLOSE}", "27: cell 'doubl"),
    "exact inequality": ("checks.close(_got, 6,", f"assert not _got != _got\n{CLOSE}", "exactly"),
    "exact sum": ("_got = ", f"{SUM}\n_got = ", "compares exactly, use checks.close: np.sum("),
    "exact arrays": ("_got = ", f"{EQUAL}\n_got = ", "compares exactly, use checks.close: np.arr"),
    "no tolerance": ("6, what", "6, tol=0, what", "compares exactly, use checks.close: tol=0"),
    "exact condition": ("checks.close(_got, 6,", f"{HOLDS}\n{CLOSE}", "exactly, use checks.close:"),
    "function as argument": ("double, 3)", "double, 3 if double(abs) else 3)", "called with x = a"),
    "set as argument": ("double, 3)", "double, 3 if double({3}) else 3)", "x = a set, which is no"),
    "object as result": ("return 2 * x", "return {2 * x}", "double returns a set, which is no"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_broken_text_is_refused_with_file_cell_and_rule(name, checkout):
    old, new, words = BROKEN[name]
    assert old in GOOD
    path = checkout / "solutions" / "tiny.py"
    path.write_text(GOOD.replace(old, new, 1), "utf-8")
    with pytest.raises(script.ScriptError) as caught:
        build.build(checkout)
    assert words in str(caught.value)
    assert all(line.startswith("solutions/tiny.py:") for line in str(caught.value).splitlines())
    assert not (checkout / "exercises").exists()


@pytest.mark.parametrize("text", ["", "import numpy as np"])
def test_a_text_without_a_cell_is_refused(text):
    with pytest.raises(script.ScriptError, match=r"tiny\.py: a script has at least one cell"):
        parsed(text)


def test_all_problems_are_told_at_once():
    text = GOOD.replace('"points:2"', '"points:5"').replace("_rng", "rng")
    with pytest.raises(script.ScriptError) as caught:
        lint.check(parsed(text))
    assert len(str(caught.value).splitlines()) == 2


def test_good_text_keeps_every_rule():
    lint.check(parsed(GOOD))


FAIR = {
    "a table with the right points": ("# # Title", TABLE.replace("4", "5")),
    "counts, shapes and texts are compared": ("_got = ", f"{DISCRETE}\n_got = "),
    "the answer prints and warns": ("return 2 * x", "print(x); import warnings\n"
                                    "    warnings.warn('x')\n    return 2 * x"),
    "lists, dicts and generators are plain": ("_got = ", f"{PLAIN}\n_got = "),
}  # fmt: skip


@pytest.mark.parametrize("name", FAIR)
def test_what_is_fair_is_not_refused(name):
    old, new = FAIR[name]
    assert old in GOOD
    lint.check(parsed(GOOD.replace(old, new, 1)))


def test_an_assignment_may_declare_no_points():
    text = GOOD.replace("points:10", "points:0").replace("points:2", "points:0")
    lint.check(parsed(text.replace("points:8", "points:0")))


def test_the_syllabus_of_a_course_says_how_many_points():
    text = GOOD.replace("points:10", "points:6").replace("points:8", "points:4")
    lint.check(parsed(text), 6)
    for points, words in ((None, "0 or 10"), (5, "has 5")):
        with pytest.raises(script.ScriptError, match=rf"{words}.* course.toml may say tiny = 6"):
            lint.check(parsed(text), points)


def test_regions_are_replaced_at_their_indentation():
    source = textwrap.dedent("""\
        def f():
            ### BEGIN SOLUTION
            a = 1
            ### END SOLUTION
            b = 2
            ### BEGIN SOLUTION
            ### END SOLUTION""")
    replaced = script.replace_regions(source, script.SOLUTION, "x\ny")
    assert replaced == "def f():\n    x\n    y\n    b = 2\n    x\n    y"


def test_unknown_stems_and_folders_are_refused(checkout, tmp_path_factory):
    with pytest.raises(ValueError, match="stem must be one of tiny, got 'huge'"):
        build.build(checkout, ["huge"])
    with pytest.raises(ValueError, match="root must be a checkout"):
        build.build(tmp_path_factory.mktemp("empty"))


def told(what):
    names = ("tiny.ipynb", "tiny.instances")
    return "".join(f"{what:10}  exercises/tiny/{name}\n" for name in names)


def test_the_command_builds_checks_and_tells(checkout, monkeypatch, capsys):
    monkeypatch.chdir(checkout)
    assert main(["build", "--check"]) == 1
    assert capsys.readouterr().out == told("stale")
    assert main(["build", "tiny"]) == 0
    assert capsys.readouterr().out == told("built")
    assert main(["build", "--check"]) == 0
    assert capsys.readouterr().out == told("up to date")
    (checkout / "solutions" / "tiny.py").write_text(GOOD.replace("points:2", "points:9"), "utf-8")
    assert main(["build"]) == 1
    assert "solutions/tiny.py:2: assignment cell: declares 10" in capsys.readouterr().err
