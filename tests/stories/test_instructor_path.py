"""From zero to returned grades: the commands of the page for instructors, run in their order.

The page is read, not copied: what stands in the text blocks of its first section runs here, with
real nbgrader, on a class of three. Between the commands happens what the page says that people do:
they fill in the roster, answer, hand in, and read what was written.
"""

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
import zipfile
from datetime import datetime, timedelta
from pathlib import Path

import nbformat
import pytest
from conftest import ROOT
from nbgrader.api import Gradebook

from flcourse.grading.authoring.bank import read_bank
from flcourse.grading.script import read_script

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]  # half a minute on a quiet machine

PAGE = (ROOT / "book" / "instructors.md").read_text("utf-8")
SECTION = PAGE.partition("## From zero to returned grades\n")[2].partition("\n## ")[0]
BLOCKS = re.findall(r"^```text\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)
COMMANDS = [line for text in BLOCKS for line in text.replace("\\\n", " ").splitlines()]

STEM = "erm"
SCRIPT = read_script(ROOT / "solutions" / f"{STEM}.py")
REFERENCE = {cell.id: cell.source for cell in SCRIPT.of_kind("answer")}
(MANUAL,) = (cell.id for cell in SCRIPT.of_kind("manual"))
WRONG = next(v for v in read_bank(ROOT / "solutions" / "bank" / STEM, SCRIPT) if v.says)
CLASS = {"aino": ("Aino", "Mäkelä"), "li": ("小明", "王"), "zoe": ("Zoë", "Öst")}
DUE = datetime.now().replace(hour=12, minute=0, second=0, microsecond=0) - timedelta(days=4)
IN_TIME, LATE = DUE - timedelta(hours=20), DUE + timedelta(hours=36)


class Story:
    """A course that is made, given and graded; ``said`` holds what the commands answered."""

    def __init__(self, home):
        self.checkout, self.course, self.said = home / "checkout", home / "fl27", {}
        (self.checkout / "solutions").mkdir(parents=True)
        for name in ("start.py", f"{STEM}.py"):
            (self.checkout / "solutions" / name).symlink_to(ROOT / "solutions" / name)
        (self.checkout / "book").symlink_to(ROOT / "book")
        (self.checkout / "nbgrader_config.py").symlink_to(ROOT / "nbgrader_config.py")
        private = {
            "HOME": home,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "JUPYTER_CONFIG_DIR": home / "config",
            "JUPYTER_DATA_DIR": home / "data",
            "MPLCONFIGDIR": home / "matplotlib",
            "OMP_NUM_THREADS": "1",
        }
        self.environment = {**os.environ, **{key: str(value) for key, value in private.items()}}
        self.environment.pop("FLCOURSE_GRADING_SEED", None)
        self.here = self.checkout

    def run(self, command):
        words = shlex.split(command)
        before = {"release": self.fill_in, "collect": self.hand_in, "feedback": self.read}
        if words[0] == "cd":
            self.here = (self.here / words[1]).resolve()
            return
        if words[0] == "flcourse":
            before.get(words[1], lambda: None)()
            words = [sys.executable, "-m", *words]
        done = subprocess.run(
            words, cwd=self.here, env=self.environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}\n{done.stdout}"
        self.said[command] = done.stdout

    def fill_in(self):
        """The roster is filled in, and a date is changed."""
        path = self.course / "course.toml"
        text = path.read_text("utf-8")
        path.write_text(re.sub(f"^{STEM} = .*$", f"{STEM} = {DUE}", text, flags=re.MULTILINE))
        with (self.course / "roster.csv").open("a", encoding="utf-8") as file:
            for student, names in CLASS.items():
                file.write(",".join([student, *names]) + "\n")

    def hand_in(self):
        """The class answers and uploads; somebody downloads it all from Moodle."""
        times = {"aino": IN_TIME, "li": LATE, "zoe": IN_TIME}
        sheet = [["Identifier", "Full name", "Status", "Last modified (submission)"]]
        answers = {"aino": REFERENCE, "li": {**REFERENCE, WRONG.task: WRONG.source}, "zoe": {}}
        with zipfile.ZipFile(self.course.parent / "erm-moodle.zip", "w") as packed:
            for number, (student, names) in enumerate(CLASS.items(), 70):
                folder = f"{' '.join(names)}_{number}_assignsubmission_file_"
                packed.writestr(f"{folder}/{STEM}.ipynb", self.answered(answers[student]))
                when = times[student].strftime("%A, %d %B %Y, %I:%M %p")
                sheet.append([f"Participant {number}", " ".join(names), "Submitted", when])
        with (self.course.parent / "Grades-erm.csv").open("w", encoding="utf-8") as file:
            csv.writer(file).writerows(sheet)

    def answered(self, answers):
        path = self.course / "exercises" / STEM / f"{STEM}.ipynb"
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            cell.source = answers.get(cell.id, cell.source)
            if cell.id == MANUAL and answers:
                cell.source = "The test error has a minimum, the training error has none."
        return nbformat.writes(notebook)

    def read(self):
        """A person reads the written answers in formgrader (see test_formgrader_story)."""
        with Gradebook(f"sqlite:///{self.course / 'gradebook.db'}") as book:
            for student, points in (("aino", 1.0), ("li", 0.5)):
                grade = book.find_grade(MANUAL, STEM, STEM, student)
                assert grade.needs_manual_grade
                grade.manual_score, grade.needs_manual_grade = points, False
            book.db.commit()


@pytest.fixture(scope="module")
def story(tmp_path_factory, bwrap):
    told = Story(tmp_path_factory.mktemp("instructor"))
    for command in COMMANDS:
        told.run(command)
    return told


def test_the_page_has_the_whole_path_in_a_few_commands():
    words = [shlex.split(command)[1] for command in COMMANDS if command.startswith("flcourse")]
    order = ["init-course", "release", "collect", "grade", "feedback", "export", "archive"]
    assert [word for word in words if word in order] == sorted(
        (word for word in words if word in order), key=order.index
    )
    assert set(order) <= set(words)
    assert len(COMMANDS) <= 12


def test_the_collection_finds_everybody(story):
    (said,) = (words for command, words in story.said.items() if " collect " in command)
    assert "3 new: aino, li, zoe" in said
    assert "late: li by 1 d" in said


def test_the_seed_of_the_folder_is_used(story):
    assert all("draw public data" not in said for said in story.said.values())
    found = json.loads((story.course / "results" / STEM / "aino.json").read_text("utf-8"))
    assert found["inputs"]["seed"] != "5feceb66ffc8"


def test_everybody_gets_what_is_due(story):
    (table,) = (story.course / "exports").glob("*.csv")
    rows = {
        row["student"]: row for row in csv.DictReader(io.StringIO(table.read_text("utf-8-sig")))
    }
    lost = sum(cell.points for cell in SCRIPT.of_kind("tests") if cell.id in WRONG.loses)
    totals = {name: float(row[next(k for k in row if k.endswith("total"))])
              for name, row in rows.items()}  # fmt: skip
    assert totals == {"aino": 10.0, "li": 9.5 - lost - 2, "zoe": 0.0}


def test_the_feedback_says_why(story):
    def page(student):
        path = story.course / "feedback" / student / STEM / f"{STEM}.html"
        return path.read_text("utf-8")

    assert "10 of 10 points" in page("aino")
    assert WRONG.says in page("li")
    assert "2 are taken off for being late" in page("li")
    with zipfile.ZipFile(story.course / "exports" / f"{STEM}-feedback-moodle.zip") as packed:
        folder = "小明 王_71_assignsubmission_file_"
        assert packed.read(f"{folder}/{STEM}-feedback.html").decode() == page("li")


def test_the_archive_holds_it_all(story):
    with zipfile.ZipFile(story.course.parent / "fl27.zip") as packed:
        names = set(packed.namelist())
    parts = ("submitted/li/{}/{}.ipynb", "results/{}/li.json", "feedback/li/{}/{}.html",
             "reports/{}/index.html", "gradebook.db", "course.toml")  # fmt: skip
    assert {part.format(STEM, STEM) for part in parts} <= names
    assert "grading-seed.txt" not in names
