"""The GTVMin assignment walks through nbgrader's own commands, from the text to the grade table.

generate → release → fetch → submit → collect → autograde → feedback → export, in a course folder,
an exchange and homes of its own, for three students: one with the reference solution, one who
hands in the released notebook as it is, one with two misconceptions.
"""

import csv
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from flcourse.grading import checks
from flcourse.grading.authoring import bank, build
from flcourse.grading.script import read_script

ROOT = Path(__file__).resolve().parents[3]
STEM = "gtvmin"
SCRIPT = read_script(ROOT / "solutions" / f"{STEM}.py")
MANUAL = {cell.id for cell in SCRIPT.of_kind("manual")}

pytestmark = pytest.mark.slow


class Classroom:
    """A course folder, an exchange and students, none of which touches the home of the user."""

    def __init__(self, home):
        self.course, self.exchange = home / "course", home / "exchange"
        self.students = {student: home / student for student in ("ada", "blaise", "carl")}
        for folder in (self.course, self.exchange, home / "config", *self.students.values()):
            folder.mkdir()
        self.exchange.chmod(0o777)
        config = f"c = get_config()\nc.Exchange.root = {str(self.exchange)!r}\n"
        config += "c.ExchangeCollect.check_owner = False\n"  # all students are the same Unix user
        (home / "config" / "nbgrader_config.py").write_text(config)
        (self.course / "solutions").mkdir()
        shutil.copy(ROOT / "solutions" / f"{STEM}.py", self.course / "solutions")
        shutil.copy(ROOT / "nbgrader_config.py", self.course)
        private = {
            "HOME": home,
            # nbgrader calls alembic by name, which an environment that is not activated hides.
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "IPYTHONDIR": home / "ipython",
            "JUPYTER_CONFIG_DIR": home / "config",
            "JUPYTER_DATA_DIR": home / "data",
            "JUPYTER_RUNTIME_DIR": home / "runtime",
            "MPLCONFIGDIR": home / "matplotlib",
            checks.SEED_VARIABLE: "the instructor's own",
        }
        self.environment = {**os.environ, **{key: str(value) for key, value in private.items()}}

    def run(self, *words, folder=None):
        """Run an nbgrader command and return what it said."""
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", *words],
            cwd=folder or self.course,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert done.returncode == 0, f"nbgrader {' '.join(words)}\n{done.stdout}"
        return done.stdout

    def hand_in(self, student, answers, discussion=None):
        """Write answers into the notebook that the student fetched and submit it."""
        home = self.students[student]
        path = home / STEM / f"{STEM}.ipynb"
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            cell.source = answers.get(cell.id, cell.source)
            if cell.id in MANUAL and discussion:
                cell.source = discussion
        nbformat.write(notebook, path)
        self.run("submit", STEM, "--course", "flcourse", f"--student={student}", folder=home)

    def gradebook(self):
        return Gradebook(f"sqlite:///{self.course / 'gradebook.db'}")

    def points(self, student):
        """Points by cell, and None where a person has to grade."""
        with self.gradebook() as gradebook:
            notebook = gradebook.find_submission_notebook(STEM, STEM, student)
            return {
                grade.name: None if grade.needs_manual_grade else grade.score
                for grade in notebook.grades
            }

    def feedback(self, student):
        """Text of the feedback page."""
        page = self.course / "feedback" / student / STEM / f"{STEM}.html"
        return re.sub("<[^>]*>", "", page.read_text("utf-8")).replace("\n", " ")

    def exported(self):
        self.run("export", "--to", "grades.csv")
        with open(self.course / "grades.csv", encoding="utf-8") as file:
            return {row["student_id"]: row for row in csv.DictReader(file)}


def variant(task, name):
    folder = ROOT / "solutions" / "bank" / STEM
    return next(v for v in bank.read_bank(folder, SCRIPT) if (v.task, v.id) == (task, name))


REFERENCE = {cell.id: cell.source for cell in SCRIPT.of_kind("answer")}
WRONG = [variant("assemble", "kron-swapped"), variant("solve", "half-lost")]


@pytest.fixture(scope="module")
def classroom(tmp_path_factory):
    room = Classroom(tmp_path_factory.mktemp("classroom"))
    build.build(room.course)
    built = (room.course / "exercises" / STEM / f"{STEM}.ipynb").read_bytes()
    room.run("generate_assignment", STEM, "--force")
    room.generated = (room.course / "exercises" / STEM / f"{STEM}.ipynb").read_bytes()
    assert room.generated == built
    room.run("release_assignment", STEM)
    for home in room.students.values():
        room.run("fetch_assignment", STEM, "--course", "flcourse", folder=home)
    discussion = "The variation falls, the loss rises; I would hold out some hours."
    room.hand_in("ada", REFERENCE, discussion)
    room.hand_in("blaise", {})
    room.hand_in("carl", {**REFERENCE, **{v.task: v.source for v in WRONG}}, discussion)
    room.run("collect", STEM)
    room.run("autograde", STEM)
    room.run("generate_feedback", STEM)
    return room


def test_nbgraders_command_releases_the_committed_notebook(classroom):
    committed = (ROOT / "exercises" / STEM / f"{STEM}.ipynb").read_bytes()
    assert classroom.generated == committed


def test_students_fetch_no_secret(classroom):
    for cell in nbformat.reads(classroom.generated.decode(), as_version=4).cells:
        assert not re.search("SOLUTION|HIDDEN|grading_rng|_reference", cell.source)


def test_the_reference_gets_all_points_that_need_no_person(classroom):
    want = {cell.id: cell.points for cell in SCRIPT.of_kind("tests")}
    assert classroom.points("ada") == {**want, **dict.fromkeys(MANUAL)}


def test_a_blank_submission_gets_nothing_and_needs_nobody(classroom):
    assert set(classroom.points("blaise").values()) == {0.0}


def test_misconceptions_cost_their_own_points_only(classroom):
    lost = {cell for v in WRONG for cell in v.loses}
    want = {c.id: 0.0 if c.id in lost else c.points for c in SCRIPT.of_kind("tests")}
    assert classroom.points("carl") == {**want, **dict.fromkeys(MANUAL)}


def test_feedback_names_the_mistake(classroom):
    text = classroom.feedback("carl")
    for v in WRONG:
        assert re.search(f"AssertionError: .{{,60}}{v.says}", text)
    assert "AssertionError" not in classroom.feedback("ada")


def test_the_export_adds_what_a_person_grades(classroom):
    with classroom.gradebook() as gradebook:
        for student, score in [("ada", 1.0), ("carl", 0.5)]:
            (cell,) = MANUAL
            grade = gradebook.find_grade(cell, STEM, STEM, student)
            grade.manual_score, grade.needs_manual_grade = score, False
        gradebook.db.commit()
    rows = classroom.exported()
    lost = sum(c.points for c in SCRIPT.of_kind("tests") for v in WRONG if c.id in v.loses)
    scores = {student: float(row["score"]) for student, row in rows.items()}
    assert scores == {"ada": 10.0, "blaise": 0.0, "carl": 9.5 - lost}
    assert {float(row["max_score"]) for row in rows.values()} == {10.0}
