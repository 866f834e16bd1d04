"""Text becomes notebooks, byte for byte, and broken text is refused with file, cell and rule."""

import json
import textwrap
from pathlib import Path

import nbformat
import pytest

from flcourse.cli import main
from flcourse.grading import build, lint, script

GOOD = '''\
# Lines before the first cell belong to nobody.
# %% [markdown] tags=["assignment", "points:3"]
# # Title
#
# Text with $x_i$.

# %% tags=["given", "id:imports"]
import numpy as np

# %% tags=["answer", "id:double"]
def double(x):
    """Twice x."""
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION

# %% [markdown]
# Free text.

# %%
double(1)

# %% tags=["tests", "id:double-tests", "points:2"]
from flcourse.grading import checks

_got = checks.call(double, 3)
checks.close(_got, 6, what="double", hint="see eq-gtvmin.")
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("double")
for _x in _rng.normal(size=3):
    checks.close(checks.call(double, _x), 2 * _x, what="double", hint="see eq-gtvmin.")
### END HIDDEN TESTS

# %% [markdown] tags=["manual", "id:why", "points:1"]
# ### BEGIN SOLUTION
# Because.
# ### END SOLUTION
'''


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


BROKEN = {
    "duplicate id": ("id:imports", "id:double", "10: cell 'double': this id is taken by the cell"),
    "points missing": (', "points:2"', "", "23: cell 'double-tests': a cell of kind tests needs"),
    "points do not add up": ("points:2", "points:1.5", "declares 3 points, the graded"),
    "points where none belong": ('"id:double"]', '"id:double", "points:1"]', "must not have"),
    "points that are no number": ("points:2", "points:two", "points are a number of at least 0"),
    "negative points": ("points:2", "points:-2", "points are a number of at least 0"),
    "tests without answer": ("id:double-tests", "id:triple-tests", "23: cell 'triple-tests': no a"),
    "answer without tests": ("id:double-tests", "id:imports-tests", "'double': no cell tests this"),
    "unknown tag": ('"given"', '"giben"', "unknown tag 'giben'"),
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
    "no opening": ('"assignment", "points:3"', '"given", "id:start"', "1: first cell: must be"),
    "ends in a value": ("### BEGIN HIDDEN", "_got\n### BEGIN HIDDEN", "must end in a check"),
    "ends in a call": ("### END HID", "checks.call(double, 1)\n### END HID", "must end in a check"),
    "uses another cell": ("_got = checks.call(double, 3)", "_got = np.ones(3)", "uses 'np'"),
    "uses an unknown name": ("double, 3)", "double, THREE)", "uses 'THREE'"),
    "hint without label": ('hint="see eq-gtvmin."', 'hint="think."', "27: cell 'double-tests'"),
    "binds a plain name": ("for _x in", "for x in", "binds 'x'"),
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


def test_all_problems_are_told_at_once():
    text = GOOD.replace('"points:2"', '"points:5"').replace("_rng", "rng")
    with pytest.raises(script.ScriptError) as caught:
        lint.check(parsed(text))
    assert len(str(caught.value).splitlines()) == 2


def test_good_text_keeps_every_rule():
    lint.check(parsed(GOOD))


def test_an_assignment_may_declare_no_points():
    text = GOOD.replace("points:3", "points:0").replace("points:2", "points:0")
    lint.check(parsed(text.replace("points:1", "points:0")))


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


def test_the_command_builds_checks_and_tells(checkout, monkeypatch, capsys):
    monkeypatch.chdir(checkout)
    assert main(["build", "--check"]) == 1
    assert capsys.readouterr().out == "stale       exercises/tiny/tiny.ipynb\n"
    assert main(["build", "tiny"]) == 0
    assert capsys.readouterr().out == "built       exercises/tiny/tiny.ipynb\n"
    assert main(["build", "--check"]) == 0
    assert capsys.readouterr().out == "up to date  exercises/tiny/tiny.ipynb\n"
    (checkout / "solutions" / "tiny.py").write_text(GOOD.replace("points:2", "points:9"), "utf-8")
    assert main(["build"]) == 1
    assert "solutions/tiny.py:2: assignment cell: declares 3" in capsys.readouterr().err
