"""Three tiers of each assignment: smaller ones are whole in themselves, and as demanding."""

import builtins
import csv
import importlib
import json
import re
import sys

import pytest
from conftest import ROOT

from flcourse import cli
from flcourse.grading import checks
from flcourse.grading.authoring import build, lint, tiers
from flcourse.grading.authoring.dress import dressed
from flcourse.grading.course import folder, newcourse, release
from flcourse.grading.names import module_names
from flcourse.grading.official import sandbox, trusted
from flcourse.grading.script import Script, ScriptError, parse
from flcourse.grading.student import check, start

KNOWN = tiers.read(ROOT)
SMALL = [(stem, tier) for stem in KNOWN for tier in ("core", "standard")]
ALL = [*SMALL, *((stem, tiers.FULL) for stem in KNOWN)]

sys.path.insert(0, str(ROOT / "book" / "_ext"))
minutes = importlib.import_module("minutes")


def graded(script):
    return [*script.of_kind("tests"), *script.of_kind("manual")]


def stated(script):
    return " ".join(tiers.TIME.search(script.cells[0].source)[0].split())


@pytest.fixture(scope="module")
def scripts():
    return {(stem, tier): tiers.script(ROOT, stem, tier) for stem, tier in ALL}


def test_every_assignment_with_a_bank_has_tiers_and_they_name_what_there_is(scripts):
    banks = (ROOT / "solutions" / "bank").iterdir()
    assert {*KNOWN} == {path.name for path in banks if path.is_dir()} - {"independent", "verdicts"}
    for stem, known in KNOWN.items():
        whole = scripts[stem, tiers.FULL]
        tasks = {*tiers.sections(whole)} - {0}
        assert {*known.core} < {*known.standard} < tasks
        assert {task for aim in known.aims for task in aim} <= tasks
        asked = {cell.id for kind in ("answer", "manual") for cell in whole.of_kind(kind)}
        assert {*known.easy, *known.hard} <= asked
        assert not {*known.easy} & {*known.hard}
        names = [cell.id for cell in graded(whole)]
        assert all(any(f"{n}-".startswith(f"{t}-") for n in names) for t in known.transfer), stem


@pytest.mark.parametrize(("stem", "tier"), ALL)
def test_points_hours_and_objectives_are_those_of_the_tier(scripts, stem, tier):
    script, known = scripts[stem, tier], KNOWN[stem]
    for rule in lint.RULES:
        assert [*rule(script)] == []
    total = tiers.points(script)
    assert [*lint.points_fit_the_syllabus(script, total)] == []
    assert stated(script) == tiers.hours(tiers.minutes(script, known))
    transfer = sum(cell.points for cell in graded(script) if known.is_transfer(cell))
    assert transfer >= total / 2
    assert tiers.AIM.findall(script.cells[0].source)
    assert tier == "core" or script.of_kind("manual")


@pytest.mark.parametrize("stem", KNOWN)
def test_a_larger_tier_takes_longer_and_the_whole_has_ten_points(scripts, stem):
    at = [scripts[stem, tier] for tier in tiers.HOURS]
    times = [tiers.minutes(script, KNOWN[stem]) for script in at]
    points = [tiers.points(script) for script in at]
    assert times == sorted(set(times))
    assert points == sorted(set(points))
    assert points[-1] == 10


@pytest.mark.parametrize(("stem", "tier"), SMALL)
def test_what_stays_is_as_it_was_and_needs_nothing_else(scripts, stem, tier):
    small, whole = scripts[stem, tier], scripts[stem, tiers.FULL]
    opening, *rest = small.cells
    (note,) = (cell for cell in rest if cell not in whole.cells)
    assert note.id == f"tier-{tier}"
    bound = {*dir(builtins)}
    for cell in (cell for cell in rest if cell.kind != "tests" and not cell.markdown):
        imported, own, used = module_names(cell.source)
        assert used <= bound | imported | own, (cell.id, cell.line)
        bound |= imported | own
    listed = re.findall(r"^\| (\d+) ", opening.source, re.MULTILINE)
    assert [*map(int, listed)] == sorted(getattr(KNOWN[stem], tier))


@pytest.mark.parametrize("stem", KNOWN)
def test_a_smaller_tier_runs_from_top_to_bottom_with_the_references(scripts, stem):
    names = {"__name__": "__main__"}
    for cell in scripts[stem, "standard"].cells:
        if not cell.markdown:
            ending = trusted.run(cell.source, cell.id or "free", names)
            assert ending.error is None, (cell.name, cell.line)


def test_a_tier_that_tears_a_task_from_what_it_needs_is_refused():
    whole = tiers.script(ROOT, "fedknn")
    torn = tiers.Tiers([3], [3, 8], KNOWN["fedknn"].aims, [], [], [])
    with pytest.raises(
        ScriptError, match="uses 'bias_variance' of a task that the tier leaves out"
    ):
        tiers.cut(whole, "core", torn)
    spoken = whole.cells[:-1] + parse("# %% [markdown]\n# ## Task 8: End\n# As in Task 1.\n",
                                      whole.path).cells  # fmt: skip
    with pytest.raises(ScriptError, match="speaks of Task 1, which the tier leaves out"):
        tiers.cut(Script(whole.path, spoken), "standard", torn)
    with pytest.raises(ValueError, match=r"tier must be full for start, got core"):
        tiers.script(ROOT, "start", "core")


def test_chapters_and_assignments_take_as_long_by_one_rule():
    level = {"easy": "{exercise} A · easy", "hard": "{exercise} A · hard"}
    for name, words in level.items():
        assert (
            minutes.times(f"---\n---\n## Exercises\n\n```{words}\n```\n").exercises
            == (tiers.MINUTES[name])
        )
    assert tiers.WORDS_A_MINUTE == minutes.WORDS_A_MINUTE


def test_the_panel_asks_for_no_task_that_a_tier_leaves_out(scripts, tmp_path):
    """Beside no release of its own: the whole one in the package is another one."""
    mine = tmp_path / "mine" / "graph.ipynb"
    mine.parent.mkdir()
    mine.write_bytes(build.release(dressed(scripts["graph", "core"]), tmp_path))
    report = check.check_notebook(mine, saved=True)
    assert report.possible == 6
    assert {task.name for task in report.tasks} == {
        "knn-graph", "total-variation", "critical-edges", "variation-bounds", "with-variation",
        "own-models",
    }  # fmt: skip
    assert report.notes == ()


# ------------------------------------------------------------------------------ a term with it

TASK = '''
# %% [markdown]
# ## Task {n}: {name} ({points} points)
# %% tags=["answer", "id:{name}"]
def {name}(x):
    """See the task."""
    ### BEGIN SOLUTION
    return {body}
    ### END SOLUTION
# %% tags=["tests", "id:{name}-tests", "points:{points}"]
from flcourse.grading import checks

checks.close(checks.call({name}, 3.0), {right}, what="{name}", hint="see eq-x.")
'''
TINY = f"""
# %% [markdown] tags=["assignment", "points:10"]
# # A tiny assignment
#
# - double a number,
# - halve a number,
# - square a number.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 Twice | `twice` | 2 |
# | 2 Half | `half` | 3 |
# | 3 Why | a short text | 2 |
# | 4 Square | `square` | 3 |
#
# **Time**: about one and a half hours.
{TASK.format(n=1, name="twice", points=2, body="2 * x", right=6.0)}
{TASK.format(n=2, name="half", points=3, body="x / 2", right=1.5)}
# %% [markdown]
# ## Task 3: Why (2 points)
# %% [markdown] tags=["manual", "id:why", "points:2"]
# ### BEGIN SOLUTION
# So.
# ### END SOLUTION
{TASK.format(n=4, name="square", points=3, body="x * x", right=9.0)}
"""
TABLE = """
[tiny]
core = [1, 4]
standard = [1, 3, 4]
aims = [[1], [2], [4]]
easy = ["twice"]
hard = ["half"]
transfer = ["square", "why"]
"""
RIGHT = {"twice": "def twice(x):\n    return x + x", "square": "def square(x):\n    return x**2",
         "half": "def half(x):\n    return 0.5 * x", "why": "Because."}  # fmt: skip


def answered(notebook, **answers):
    found = json.loads(notebook)
    for cell in found["cells"]:
        cell["source"] = answers.get(cell["id"], cell["source"])
    return json.dumps(found).encode()


class Term:
    """A course for five hours a week; ``run`` is a command in it, and returns what it says."""

    def __init__(self, home):
        self.home = home / "fl27"
        project = home / "project"
        (project / "solutions").mkdir(parents=True)
        (project / "book").mkdir()
        (project / "solutions" / "tiny.py").write_text(TINY, "utf-8")
        (project / "solutions" / tiers.SOURCE).write_text(TABLE, "utf-8")
        settings = (ROOT / "nbgrader_config.py").read_text("utf-8")
        (project / "nbgrader_config.py").write_text(settings, "utf-8")
        newcourse.new_course(self.home, name="FL", term="T", checkout=project, tier="standard")
        (self.home / "roster.csv").write_text("student\nada\nbo\ncy\n", "utf-8")

    def run(self, capsys, *words, code=0):
        assert cli.main([*words, "--course", str(self.home)]) == code
        told = capsys.readouterr()
        return told.out + told.err

    @property
    def toml(self):
        return (self.home / "course.toml").read_text("utf-8")

    @property
    def released(self):
        return (self.home / "exercises" / "tiny" / "tiny.ipynb").read_bytes()


@pytest.fixture(scope="module")
def term(tmp_path_factory, bwrap):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sandbox, "reason_against", lambda: None)
        patch.setenv(checks.SEED_VARIABLE, "of this test")
        yield Term(tmp_path_factory.mktemp("tiers"))


def test_a_term_with_smaller_tiers_counts_their_points_from_release_to_export(term, capsys):
    (entry,) = folder.read_course(term.home).assignments
    assert (entry.points, folder.read_course(term.home).tier) == (7, {"tiny": "standard"})
    assert "| `tiny` | 7 |" in (term.home / "syllabus.md").read_text("utf-8")
    before = term.toml
    term.run(capsys, "release", "tiny", "--tier", "core", "--dry-run")
    assert term.toml == before
    assert "tier core, 5 points" in term.run(capsys, "release", "tiny", "--tier", "core")
    assert term.toml == before.replace('tiny = "standard"', 'tiny = "core"')
    assert not {"half", "why"} & {*start.labels(term.released)}
    assert "tier full, 10 points" in term.run(capsys, "release", "tiny", "--tier", "full")
    whole = term.released
    assert {*RIGHT} < {*start.labels(whole)}
    assert "tier standard, 7 points" in term.run(capsys, "release", "tiny", "--tier", "standard")
    assert term.toml == before
    assert "flcourse build" not in term.run(capsys, "status")
    assert "about one hour." in term.released.decode()
    assert "halve a number" not in term.released.decode()

    downloads = term.home.parent / "downloads"
    for student, content in {
        "ada": answered(term.released, **RIGHT),
        "bo": answered(term.released, **(RIGHT | {"square": "def square(x):\n    return x"})),
        "cy": answered(whole, **RIGHT),  # the one of the package, with a task too many
    }.items():
        (downloads / student).mkdir(parents=True)
        (downloads / student / "tiny.ipynb").write_bytes(content)
    term.run(capsys, "collect", "tiny", str(downloads))
    assert "--tier must be standard for tiny, which students have handed in so" in term.run(
        capsys, "release", "tiny", "--tier", "core", code=1
    )
    assert 'tiny = "standard"' in term.toml
    term.run(capsys, "grade", "tiny", "--jobs", "1")
    found = {s: json.loads((term.home / "results" / "tiny" / f"{s}.json").read_text("utf-8"))
             for s in ("ada", "bo", "cy")}  # fmt: skip
    assert {s: (r["score"], r["max_score"]) for s, r in found.items()} == {
        "ada": (5, 7), "bo": (2, 7), "cy": (5, 7)
    }  # fmt: skip
    assert "read 3 written answers" in term.run(capsys, "status")
    for words in (("regrade",), ("feedback", "--partial"), ("report",)):
        term.run(capsys, words[0], "tiny", *words[1:])
    page = next((term.home / "feedback" / "bo" / "tiny").glob("*.html")).read_text("utf-8")
    assert "Task 4: square" in page
    assert "Task 2" not in page
    head, ada, *_ = csv.reader(term.run(capsys, "export", "tiny", "--to", "-").splitlines())
    row = dict(zip(head, ada, strict=True))
    assert row["tiny max points"] == "7"
    assert [name for name in head if "(max" in name] == [
        "tiny twice (max 2)", "tiny why (max 2)", "tiny square (max 3)"
    ]  # fmt: skip
    own = check.check_notebook(downloads / "bo" / "tiny.ipynb", saved=True)
    assert (own.points, own.possible) == (2, 5)


def test_the_tier_is_written_into_a_course_toml_of_any_age_and_nowhere_else(tmp_path):
    solutions = tmp_path / "solutions"
    solutions.mkdir()
    (solutions / "tiny.py").write_text(TINY, "utf-8")
    (solutions / tiers.SOURCE).write_text(TABLE, "utf-8")
    with pytest.raises(ValueError, match=r"--tier is kept in course\.toml"):
        release.with_tier(folder.read_course(tmp_path), "tiny", "core")
    place = tmp_path / "course.toml"
    place.write_text('name = "FL"\n\n[due]\ntiny = 2027-01-11\n', "utf-8")
    for tier in ("core", "standard", "full"):  # one line, also when it changes
        release.keep_tier(tmp_path, "tiny", tier)
        assert place.read_text("utf-8") == (
            f'name = "FL"\n\n[due]\ntiny = 2027-01-11\n\n[tier]\ntiny = "{tier}"\n'
        )
    odd = '[tier]  # of ours\n"tiny" = "core"\n'
    place.write_text(odd, "utf-8")
    with pytest.raises(ValueError, match=r'below \[tier\] write tiny = "full"'):
        release.keep_tier(tmp_path, "tiny", "full")
    assert place.read_text("utf-8") == odd
    place.write_text('[tier]\ntiny = "half"\n', "utf-8")
    with pytest.raises(ValueError, match=r"tier\.tiny must be .*core.*standard.*full"):
        folder.read_course(tmp_path)
