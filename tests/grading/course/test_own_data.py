"""Own data: each student or group has a variant, and is graded on it whatever a notebook says.

A class of six is told as a story: Ada works on her own data. Bo hands in Ada's notebook. Cy and Di
are a group. Eve has changed the number in her notebook to another one. Fay has worked honestly on
the notebook that is for everybody, and her instructor lets that count.
"""

import json
import stat
import zipfile
from pathlib import Path

import nbformat
import pytest
from conftest import ROOT
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory

from flcourse import cli
from flcourse.grading import checks, own_data
from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring import bank, lint, verdicts
from flcourse.grading.course import archive, variants
from flcourse.grading.course.folder import Student, read_roster
from flcourse.grading.official import batch, intake, on_dask, result, sandbox
from flcourse.grading.official.nbgrader_step import ExecuteOutside
from flcourse.grading.reports import attention, class_pages, feedback, similarity, status
from flcourse.grading.script import ScriptError, parse, read_script
from flcourse.grading.student import check, fetch, start, submit

STEM = "tiny"
BEARERS = {
    "graph": "own-models",
    "dpp": "own-similarity",
    "erm": "flattering-split",
    "gtvmin": "own-rows",
    "gradient": "own-start",
    "fedopt": "misleading",
    "gossip": "after-leaving",
    "convex": "largest-alpha",
    "messages": "fewest-levels",
    "privacy": "rounds-left",
    "fedknn": "own-neighbours",
    "fedbag": "own-group",
    "synthesis": "own-methods",
}
SCRIPT = '''\
# %% [markdown] tags=["assignment", "points:2"]
# # A tiny assignment
# %% tags=["given", "id:own-data"]
from flcourse.grading import own_data

VARIANT = 0  # of your data; 0 are those that everybody may see
own_data.use(VARIANT)
own_numbers = own_data.rng("own-sum").integers(1, 10**6, 4)
print(f"Variant {VARIANT}: {own_numbers}")
# %% tags=["answer", "id:own-sum"]
def own_sum():
    """Sum of your numbers."""
    ### BEGIN SOLUTION
    return own_numbers.sum()
    ### END SOLUTION
# %% tags=["tests", "id:own-sum-tests", "points:2"]
from flcourse.grading import checks


def _look(got, rng):
    want = rng.integers(1, 10**6, 4).sum()
    checks.close(got, want, what="own_sum", hint="see eq-laplacian.")


checks.own_data("own-sum", checks.call(own_sum), _look)
'''
ROSTER = "student,first_name,group\nada,Ada,\nbo,Bo,\ncy,Cy,1\ndi,Di,1\neve,Eve,\nfay,Fay,\n"
TOML = 'name = "FL"\nterm = "2027"\n[points]\ntiny = 2\n[due]\ntiny = 2030-11-22\n'
COMPUTED = "def own_sum():\n    return own_numbers.sum()"


def typed(variant):
    """What a student writes who has worked with the data of a variant on paper."""
    return (
        f"def own_sum():\n    return {own_data.rng('own-sum', variant).integers(1, 10**6, 4).sum()}"
    )


def written(notebook, answer, **cells):
    """A notebook with an answer, and perhaps with other texts of its cells."""
    found = json.loads(notebook)
    for cell in found["cells"]:
        cell["source"] = {"own-sum": answer, **cells}.get(cell["id"], cell["source"])
    return json.dumps(found).encode()


def graded_as(home, student):
    return json.loads((home / "results" / STEM / f"{student}.json").read_text("utf-8"))


class Class:
    """The course, its own notebooks, and what the commands have said."""

    def __init__(self, home):
        self.home, self.said = home, {}
        (home / "solutions").mkdir()
        (home / "solutions" / f"{STEM}.py").write_text(SCRIPT, "utf-8")
        (home / "course.toml").write_text(TOML, "utf-8")
        (home / "roster.csv").write_text(ROSTER, "utf-8")
        settings = (ROOT / "nbgrader_config.py").read_text("utf-8")
        settings = settings.replace('course_id = "flcourse"', 'course_id = "fl"')
        self.exchange = home.parent / "exchange" / "fl"
        settings += f"\nc.Exchange.root = {str(self.exchange.parent)!r}\n"
        (home / "nbgrader_config.py").write_text(settings, "utf-8")

    def run(self, capsys, *words, code=0):
        assert cli.main([*words, "--course", str(self.home)]) == code
        self.said[words[0]] = capsys.readouterr().out
        return self.said[words[0]]

    def own(self, student):
        return (self.home / "own-data" / STEM / student / f"{STEM}.ipynb").read_bytes()

    def public(self):
        return (self.home / "exercises" / STEM / f"{STEM}.ipynb").read_bytes()

    @property
    def numbers(self):
        return own_data.handed_out(self.home, STEM)

    def hand_in(self):
        """Each in a folder of the own name."""
        n, downloads = self.numbers, self.home.parent / "downloads"
        downloads.mkdir()
        line = f"VARIANT = {n['eve']}"
        forged = "".join(cells(self.own("eve"))["own-data"]).replace(line, "VARIANT = 123456")
        for student, content in {
            "ada": written(self.own("ada"), typed(n["ada"])),
            "bo": written(self.own("ada"), typed(n["ada"])),
            "cy": written(self.own("cy"), COMPUTED),
            "di": written(self.own("cy"), typed(n["di"])),
            "eve": written(self.own("eve"), typed(123456), **{"own-data": forged}),
            "fay": written(self.public(), typed(0)),
        }.items():
            (downloads / student).mkdir()
            (downloads / student / f"{STEM}.ipynb").write_bytes(content)
        return downloads


def cells(notebook):
    return {cell["id"]: cell["source"] for cell in json.loads(notebook)["cells"]}


@pytest.fixture(scope="module")
def told(tmp_path_factory, bwrap):
    """A course that is released as ever."""
    patch = pytest.MonkeyPatch()
    patch.setattr(sandbox, "reason_against", lambda: None)
    patch.setenv(checks.SEED_VARIABLE, "of this test")
    home = tmp_path_factory.mktemp("course") / "fl27"
    home.mkdir()
    told = Class(home)
    assert cli.main(["release", STEM, "--course", str(home), "--quiet"]) == 0
    told.as_ever = sorted(path.name for path in home.iterdir())
    yield told
    patch.undo()


@pytest.fixture(scope="module")
def released(told):
    """Own data are given out."""
    words = ["release", STEM, "--own-data", "--to-exchange", "--course", str(told.home), "--quiet"]
    assert cli.main(words) == 0
    return told


@pytest.fixture(scope="module")
def graded(released):
    """Everybody has handed in, and was graded."""
    home = str(released.home)
    assert cli.main(["collect", STEM, str(released.hand_in()), "--course", home, "--quiet"]) == 0
    assert cli.main(["grade", STEM, "--jobs", "2", "--course", home, "--quiet"]) == 0
    return released


# ------------------------------------------------------------------------------ giving out


def test_each_student_and_each_group_has_a_number_that_follows_from_the_secret(released):
    n = released.numbers
    assert list(n) == ["ada", "bo", "cy", "di", "eve", "fay"]
    assert n["cy"] == n["di"]
    assert len(set(n.values())) == 5
    assert all(own_data.SMALLEST <= number <= own_data.LARGEST for number in n.values())
    secret = (released.home / "own-data" / "secret.txt").read_text("utf-8").strip().encode()
    students = {one.id: one for one in read_roster(released.home)}
    again = {name: variants.drawn(secret, STEM, one, ()) for name, one in students.items()}
    assert again == n
    other = {name: variants.drawn(b"other", STEM, one, ()) for name, one in students.items()}
    assert set(other.values()).isdisjoint(n.values())


def test_nobody_else_can_read_the_secret_and_git_ignores_the_folder(released):
    home = released.home / "own-data"
    assert stat.S_IMODE((home / "secret.txt").stat().st_mode) == 0o600
    assert stat.S_IMODE((home / f"{STEM}.csv").stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert (home / ".gitignore").read_text("utf-8") == "*\n"
    secret = (home / "secret.txt").read_text("utf-8").strip()
    for student in released.numbers:
        assert secret not in released.own(student).decode()


def test_the_number_stands_in_the_first_code_cell_and_nothing_else_differs(released):
    public, own = (json.loads(one) for one in (released.public(), released.own("ada")))
    changed = [(a, b) for a, b in zip(public["cells"], own["cells"], strict=True) if a != b]
    ((before, after),) = changed
    assert after is next(cell for cell in own["cells"] if cell["cell_type"] == "code")
    assert "".join(after["source"]) == "".join(before["source"]).replace(
        "VARIANT = 0", f"VARIANT = {released.numbers['ada']}"
    )
    (cell,) = [c for c in intake.read_cells(released.own("ada")) if c.grade_id == own_data.CELL]
    assert cell.meta["checksum"] == check.checksum(cell)  # as nbgrader computes it
    assert own_data.personal_notebook(released.own("ada"), 0) == released.public()


def test_released_again_everybody_keeps_what_they_have(released, capsys):
    before, roster = released.numbers, released.home / "roster.csv"
    roster.write_text(ROSTER.replace("bo,Bo,", "bo,Bo,1") + "gus,Gus,\nhal,Hal,1\n", "utf-8")
    try:
        said = released.run(capsys, "release", STEM)
        after = released.numbers
    finally:
        roster.write_text(ROSTER, "utf-8")
        own_table = released.home / "own-data" / f"{STEM}.csv"
        lines = own_table.read_text("utf-8").splitlines()
        own_table.write_text("\n".join(lines[:7]) + "\n", "utf-8")
    assert {name: after[name] for name in before} == before
    assert after["gus"] not in before.values()
    assert after["hal"] == before["cy"]
    assert "bo keeps the data that were given for the group ''" in said
    assert "8 students have own data (2 are new)" in said


def test_without_the_option_nobody_has_own_data_and_all_is_as_ever(told, tmp_path):
    assert "own-data" not in told.as_ever
    assert own_data.handed_out(tmp_path, STEM) == {}
    for name in ("_build", "solutions"):
        (tmp_path / name).symlink_to(told.home / name)
    folder = tmp_path / "submitted" / "ada" / STEM
    folder.mkdir(parents=True)
    (folder / f"{STEM}.ipynb").write_bytes(written(told.public(), typed(0)))
    (job,) = batch.jobs_of(tmp_path, STEM)
    assert (job.variant, job.known) == (0, ())
    found = result.grade_submission(job.submission, job.source, "ada", safe=False)
    assert (found["status"], found["score"]) == ("OK", 2)
    assert "own_data" not in found
    assert "variant" not in found["inputs"]


def test_own_data_want_students_and_a_task_that_bears_them(told, tmp_path):
    with pytest.raises(ValueError, match="nobody is in"):
        variants.give(told.home, STEM, [])
    (tmp_path / "exercises").symlink_to(ROOT / "exercises")
    with pytest.raises(ValueError, match="bears own data, start has no given cell 'own-data'"):
        variants.require_own_data(tmp_path, "start")
    for stem in BEARERS:
        variants.require_own_data(tmp_path, stem)


def test_a_table_that_breaks_its_rules_is_refused_with_its_line(tmp_path):
    place = own_data.table(tmp_path, STEM)
    place.parent.mkdir()
    for text, words in [
        ("student,variant\nada,1\n", "must have the columns"),
        ("student,group,variant\nada,,x\n", ":2: each student has one row"),
        ("student,group,variant\nada,,1\nada,,2\n", ":3: each student has one row"),
    ]:
        place.write_text(text, "utf-8")
        with pytest.raises(ValueError, match=words):
            own_data.handed_out(tmp_path, STEM)
    place.write_text("student;group;variant\nada;;271828\n", "utf-8-sig")  # from a spreadsheet
    assert own_data.handed_out(tmp_path, STEM) == {"ada": 271828}


def test_moodle_hands_each_student_the_own_notebook(released, capsys):
    sheet = released.home.parent / "Grades.csv"
    sheet.write_text(
        "Identifier,Full name,ID number,Last modified (submission)\n"
        "Participant 70,Ada,ada,-\nParticipant 71,Bo,bo,-\n", "utf-8"
    )  # fmt: skip
    said = released.run(capsys, "release", STEM, "--moodle", str(sheet))
    assert "does not name them: cy, di, eve, fay" in said
    (place,) = (released.home / "own-data" / STEM).glob("*.zip")
    with zipfile.ZipFile(place) as packed:
        assert packed.namelist() == [
            f"Ada_70_assignsubmission_file_/{STEM}.ipynb",
            f"Bo_71_assignsubmission_file_/{STEM}.ipynb",
        ]
        assert packed.read(packed.namelist()[1]) == released.own("bo")


# ------------------------------------------------------------------------------ a student's side


@pytest.fixture
def mine(released, tmp_path):
    """Ada's folder, with her own notebook."""
    start.put(start.releases(released.home / "own-data" / STEM / "ada"), tmp_path)
    return tmp_path


def test_a_student_checks_on_the_own_data(released, mine):
    path = mine / STEM / f"{STEM}.ipynb"
    path.write_bytes(written(path.read_bytes(), typed(released.numbers["ada"])))
    report = check.check_notebook(path)
    assert (report.points, report.notes) == (2, ())
    path.write_bytes(written(path.read_bytes(), typed(0)))
    (task,) = check.check_notebook(path).tasks
    assert "This is right for the public data (variant 0), not for yours" in task.sentence
    assert own_data.number() == 0  # nothing is left for the next one


def test_the_own_notebook_is_found_to_be_whole_when_it_is_handed_in(released, mine):
    path = mine / STEM / f"{STEM}.ipynb"
    path.write_bytes(written(path.read_bytes(), COMPUTED))
    assert submit.examine(path).notes == ()


def test_a_newer_public_release_keeps_the_data_of_a_student(released, mine):
    path = mine / STEM / f"{STEM}.ipynb"
    newer = released.public().replace(b"A tiny assignment", b"A tiny assignment, mended")
    assert start.put({f"{STEM}/{STEM}.ipynb": newer}, mine) == {path: "newer"}
    assert b"mended" in path.read_bytes()
    assert own_data.of_notebook(path.read_bytes()) == released.numbers["ada"]
    assert start.put({f"{STEM}/{STEM}.ipynb": newer}, mine) == {path: "same"}


def test_the_exchange_hands_everybody_the_right_one(released, tmp_path, monkeypatch):
    """As nbgrader fetches on the student's side, below the list of assignments and the command."""
    (table,) = (released.exchange / "own-data").iterdir()
    assert "ada" not in table.read_text("utf-8")  # no names where everybody reads
    for user, wanted in [("ada", released.own("ada")), ("zoe", released.public())]:
        monkeypatch.setattr(fetch, "get_username", lambda user=user: user)
        fetched = fetched_by(tmp_path / user, released.exchange)
        assert fetched.read_bytes() == wanted
    monkeypatch.setattr(fetch, "get_username", lambda: "ada")
    fetched.write_bytes(written(released.public(), typed(0)))  # what is written in stays
    again = fetched_by(tmp_path / "zoe", released.exchange, replace_missing_files=True)
    assert own_data.of_notebook(again.read_bytes()) == 0


def fetched_by(home, course, **options):
    home.mkdir(exist_ok=True)
    directory = CourseDirectory(course_id=course.name, assignment_id=STEM, root=str(home))
    found = fetch.Fetch(coursedir=directory, authenticator=Authenticator(), **options)
    found.root, found.assignment_dir = str(course.parent), str(home)
    found.start()
    return home / STEM / f"{STEM}.ipynb"


def test_students_settings_name_our_way_to_fetch():
    name = "flcourse.grading.student.fetch.Fetch"
    home = Path(start.__file__).parents[1]
    template = home / "course" / "templates" / "students-nbgrader_config.txt"
    assert f'fetch_assignment = "{name}"' in template.read_text("utf-8")
    settings = json.loads((start.SETTINGS / "nbgrader_config.json").read_text("utf-8"))
    assert settings["ExchangeFactory"]["fetch_assignment"] == name


# ------------------------------------------------------------------------------ collect, grade


def test_collecting_tells_who_has_the_data_of_somebody_else(graded):
    said = (graded.home / "reports" / STEM / "collected.txt").read_text("utf-8")
    n = graded.numbers
    assert f"bo: the notebook has the data of ada (variant {n['ada']})" in said
    assert "eve: the notebook has data that nobody was given (variant 123456)" in said
    assert f"it will be graded on variant {n['eve']}" in said
    assert "fay: the notebook has the public data (variant 0)" in said
    assert "ada: " not in said


def test_grading_goes_by_what_was_given_and_never_by_the_notebook(graded):
    found = {student: graded_as(graded.home, student) for student in graded.numbers}
    assert {student: one["score"] for student, one in found.items()} == {
        "ada": 2, "bo": 0, "cy": 2, "di": 2, "eve": 0, "fay": 0}  # fmt: skip
    assert {student: one["status"] for student, one in found.items()} == {
        "ada": "OK", "bo": "REPAIRED", "cy": "OK", "di": "OK", "eve": "REPAIRED",
        "fay": "REPAIRED"}  # fmt: skip
    n = graded.numbers
    fits = {student: one["own_data"]["fits"] for student, one in found.items()}
    assert fits == {"ada": {}, "bo": {"own-sum": n["ada"]}, "cy": {}, "di": {}, "eve": {},
                    "fay": {"own-sum": 0}}  # fmt: skip
    assert found["eve"]["own_data"]["notebook"] == 123456
    message = found["bo"]["checks"][0]["message"]
    assert f"right for the data of variant {n['ada']}, not for yours (variant {n['bo']})" in message
    assert "right for the public data (variant 0)" in found["fay"]["checks"][0]["message"]
    (shown,) = [c for c in found["bo"]["notebook"]["cells"] if c["id"] == "own-data"]
    assert f"VARIANT = {n['bo']}" in shown["source"]
    for one in found.values():
        result.validate(one)


def test_code_that_says_another_number_earns_nothing(graded, tmp_path):
    """A cell that runs before the checks, or moves them, or takes the module over."""
    (job,) = batch.jobs_of(graded.home, STEM, ["bo"])
    n = graded.numbers
    line = f"VARIANT = {n['bo']}"
    own = "".join(cells(graded.own("bo"))["own-data"])
    attempts = {
        "again": (typed(0) + "\nfrom flcourse.grading import own_data\nown_data.use(0)", own),
        "taken over": (
            typed(0) + "\nfrom flcourse.grading import own_data\nown_data.number = lambda: 0\n"
            "own_data._graded.set(own_data.Graded(0))", own,
        ),
        "forged": (typed(0), own.replace(line, "VARIANT = 0")),
        "no number": (typed(0), own.replace(line, "VARIANT = int('0')")),
        "gone": (typed(0), ""),
    }  # fmt: skip
    for name, (answer, first) in attempts.items():
        place = tmp_path / name.replace(" ", "-")
        place.mkdir()
        content = json.loads(written(graded.own("bo"), answer, **{"own-data": first}))
        if name == "gone":
            content["cells"] = [cell for cell in content["cells"] if cell["id"] != "own-data"]
        content["cells"].sort(key=lambda cell: cell["id"] == "own-data" and name == "forged")
        (place / f"{STEM}.ipynb").write_text(json.dumps(content), "utf-8")
        found = result.grade_submission(
            place, job.source, "bo", safe=True, variant=job.variant, known=job.known
        )
        assert found["score"] == 0, name
        assert found["own_data"]["fits"] == {"own-sum": 0}, name


def test_a_worker_of_a_cluster_grades_on_the_same_data(graded):
    (job,) = batch.jobs_of(graded.home, STEM, ["bo"])
    before = graded_as(graded.home, "bo")
    job.result.unlink()
    try:
        wanted = result.inputs(job.submission, job.source, job.variant)
        assert on_dask.unit(on_dask._absolute(job), wanted) == ""
    finally:
        on_dask._STANDING.end()
    assert {**graded_as(graded.home, "bo"), "seconds": 0} == {**before, "seconds": 0}


def test_nbgraders_own_autograde_goes_by_the_table_too(graded):
    where = {"db_url": f"sqlite:///{graded.home / 'gradebook.db'}", "notebook": STEM,
             "assignment": STEM}  # fmt: skip
    for student, answer, passes in [("bo", "bo", True), ("bo", "ada", False), ("zoe", 0, True)]:
        variant = graded.numbers.get(answer, 0)
        restored = written(graded.public(), typed(variant)).decode()  # as nbgrader does it first
        notebook = nbformat.reads(restored, as_version=4)
        done, _ = ExecuteOutside().preprocess(notebook, {"nbgrader": {**where, "student": student}})
        outputs = {cell.id: cell.get("outputs", []) for cell in done.cells}
        assert (outputs["own-sum-tests"] == []) == passes
        given = graded.numbers.get(student, 0)
        assert f"Variant {given}: " in outputs["own-data"][0]["text"]


def test_a_person_is_told_whom_to_ask(graded, capsys):
    n = graded.numbers
    listed = (graded.home / "reports" / STEM / "look-at-these.txt").read_text("utf-8")
    assert (
        f"bo: own-sum: the answer is right for the data of ada (variant {n['ada']}), and wrong "
        "for their own" in listed
    )
    assert "eve: the notebook has data that nobody was given (variant 123456)" in listed
    assert not any(line.startswith(("ada", "cy", "di")) for line in listed.splitlines())
    said = graded.run(capsys, "report", STEM)
    assert "2 answers are right for somebody else's data" in said
    page = (graded.home / "reports" / STEM / "similarity.html").read_text("utf-8")
    row = page.partition("Right for somebody else")[2].partition("</table>")[0]
    assert f"the data of ada (variant {n['ada']})" in row
    assert "fay" in row
    assert "cy" not in row


def test_a_pair_that_works_together_is_called_a_group():
    answer = (
        "def own_sum():\n    total = 0\n    for x in own_numbers:\n        total += 3 * x - 2 * x\n"
        "    while total > 10**9:\n        total = total // 7 + 5\n    return total\n"
    )
    answers = {"own-sum": {"cy": answer, "di": answer, "eve": answer}}
    found = similarity.pairs(similarity.compare("own-sum", answers["own-sum"]))
    together = {"cy": "red", "di": "red"}
    page = class_pages.similarity_page(STEM, found, answers, 3, together=together)
    assert len(found) == 3
    assert page.count("They work together, as the group red") == 1
    assert "work together" not in class_pages.similarity_page(STEM, found, answers, 3)


def test_feedback_names_the_data_and_no_other_student(graded):
    sheet = read_assignment(graded.home / "_build" / "source" / STEM / f"{STEM}.ipynb")
    n = graded.numbers
    pages = {who: feedback.page(graded_as(graded.home, who), sheet) for who in ("ada", "bo", "fay")}
    assert f"graded on your data (variant {n['ada']})" in pages["ada"]
    assert f"has other data (variant {n['ada']}) than those that you were given" in pages["bo"]
    assert "has other data (the public ones)" in pages["fay"]
    for who in ("bo", "fay"):
        assert "the data of ada" not in pages[who]
        assert "it costs nothing" not in pages[who]  # it did


def test_a_result_is_fresh_for_the_data_that_it_was_graded_on(graded):
    (job,) = batch.jobs_of(graded.home, STEM, ["cy"])
    assert batch.is_fresh(job)
    other = batch.Job(job.student, job.submission, job.source, job.result, 271828, job.known)
    assert not batch.is_fresh(other)
    found = graded_as(graded.home, "cy")
    here = {**result.common_inputs(job.source), **result.own_input(job.variant)}
    assert status._is_current(found, job.submission, here)
    assert batch.verify(batch.jobs_of(graded.home, STEM, ["cy", "bo"])) == []


def test_what_the_instructor_writes_into_the_table_counts(graded, capsys):
    """Fay was given the wrong file: her row gets the number 0, and only she is graded again."""
    place = own_data.table(graded.home, STEM)
    text = place.read_text("utf-8")
    place.write_text(text.replace(f"fay,,{graded.numbers['fay']}", "fay,,0"), "utf-8")
    try:
        said = graded.run(capsys, "regrade", STEM)
        fay = graded_as(graded.home, "fay")
    finally:
        place.write_text(text, "utf-8")
    assert "1 of 6 submissions ran again; what changed: own data (1)" in said
    assert "fay  own-sum-tests  0 -> 2  (own data)" in said
    assert (fay["score"], fay["status"]) == (2, "OK")
    assert list(attention._of_data(fay, {"fay": ("", 0)})) == []
    assert "has no own data" in "".join(attention._of_data(fay, {"ada": ("", 271828)}))


def test_the_archive_holds_the_table_and_not_the_secret(released, tmp_path):
    for name, with_seed in [("without", False), ("with", True)]:
        archive.archive(released.home, tmp_path / f"{name}.zip", with_seed=with_seed)
        with zipfile.ZipFile(tmp_path / f"{name}.zip") as packed:
            names = [Path(one).as_posix() for one in packed.namelist()]
        assert any(one.endswith(f"own-data/{STEM}.csv") for one in names)
        assert any(one.endswith("own-data/secret.txt") for one in names) == with_seed


# ------------------------------------------------------------------------------ authoring


def test_numbers_do_not_repeat_within_a_course():
    student = Student("ada")
    first = variants.drawn(b"secret", STEM, student, ())
    assert variants.drawn(b"secret", STEM, student, {first}) != first


@pytest.mark.parametrize(("old", "new", "words"), [
    ("VARIANT = 0", "VARIANT = 271828", "VARIANT = 0"),
    ("own_data.use(VARIANT)\n", "", "own_data.use"),
    ('"id:own-data"', '"id:data"', "needs a given cell with the id own-data"),
    ('checks.own_data("own-sum", checks.call(own_sum), _look)',
     '_look(checks.call(own_sum), own_data_rng)', "no check goes by own data"),
])  # fmt: skip
def test_the_build_wants_own_data_whole(old, new, words):
    text = SCRIPT.replace(old, new)
    with pytest.raises(ScriptError, match=words):
        lint.check(parse(text, Path("tiny.py")), 2)


@pytest.mark.parametrize(("stem", "task"), BEARERS.items())
def test_the_bank_holds_for_three_variants_beside_the_public_one(stem, task):
    script = read_script(ROOT / "solutions" / f"{stem}.py")
    answers = [
        v for v in bank.read_bank(ROOT / "solutions" / "bank" / stem, script) if v.task == task
    ]
    assert sum(answer.public for answer in answers) == 1
    assert len(verdicts.VARIANTS) == 3
    reference = bank.Variant(task, "the reference", "", frozenset(), "")
    try:
        for variant in verdicts.VARIANTS:
            personal = bank.with_variant(script, variant)
            for answer in [reference, *answers]:
                given = {task: answer.source} if answer.source else {}
                messages = bank.grade(personal, given, only=task)
                assert verdicts._odd_on_variant(answer, messages) == "", (variant, answer.id)
    finally:
        own_data.use(own_data.PUBLIC)


@pytest.mark.parametrize(("stem", "task"), BEARERS.items())
def test_every_variant_can_be_solved(stem, task):
    script = read_script(ROOT / "solutions" / f"{stem}.py")
    try:
        for variant in range(own_data.SMALLEST, own_data.SMALLEST + 40):
            messages = bank.grade(bank.with_variant(script, variant), only=task)
            assert set(messages.values()) == {""}, variant
    finally:
        own_data.use(own_data.PUBLIC)
