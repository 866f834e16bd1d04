"""A term is rehearsed: a small class, from the roster to the archive, with a judge who objects."""

import json
import random
import shutil
import zipfile

import demo
import pytest

from flcourse.grading.course.folder import Student


def test_the_class_is_the_same_each_time_and_has_all_manners():
    people = demo.enrol(60, random.Random(0))
    assert people == demo.enrol(60, random.Random(0))
    assert len({person.row.id for person in people}) == 60
    assert {person.manner for person in people} == {*demo.SHARES, "right"}
    assert any(not person.row.id.isascii() for person in people)


def test_names_that_answers_share_are_found():
    defines, uses = demo.names_of("import numpy as np\nhalf = 2\ndef f(x):\n    return g(x) / half")
    assert defines == {"f", "half"}
    assert {"g", "half", "x"} <= uses


@pytest.mark.parametrize(
    ("scores", "objections"), [((2.0, 0.0), 0), ((0.0, 0.0), 1), ((2.0, 1.0), 1), ((0.0, 1.0), 2)]
)
def test_the_judge_objects_to_points_too_many_and_too_few(tmp_path, scores, objections):
    aino = demo.Person(Student("aino"), "mistaken", loses={"erm": {"b"}})
    absent = demo.Person(Student("väinö"), "right")
    checks = [
        {"id": name, "points": points, "score": score, "message": ""}
        for name, points, score in zip("ab", (2.0, 1.0), scores, strict=True)
    ]
    path = tmp_path / "results" / "erm" / "aino.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"checks": checks}), "utf-8")
    graded, problems = demo.judge(tmp_path, ["erm"], [aino, absent])
    assert graded == 1
    assert len(problems) == objections


@pytest.mark.parametrize(("status", "score", "objections"), [
    ("MISSING", 0.0, 0), ("OK", 0.0, 1), ("MISSING", 1.0, 1), ("FOREIGN", 0.0, 1)])  # fmt: skip
def test_the_judge_wants_the_status_of_what_is_no_notebook(tmp_path, status, score, objections):
    astray = demo.Person(Student("aino"), "rarely there", astray={"erm": "MISSING"})
    demo.write(
        tmp_path / "results" / "erm" / "aino.json",
        json.dumps({"status": status, "score": score, "checks": []}).encode(),
    )
    graded, problems = demo.judge(tmp_path, ["erm"], [astray])
    assert (graded, len(problems)) == (1, objections)


def test_what_is_handed_in_by_mistake_deserves_two_statuses():
    assert {status for status, _, _ in demo.astray("erm")} == {"FOREIGN", "MISSING"}


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.skipif(not shutil.which("bwrap"), reason="bubblewrap is not installed")
def test_a_term(tmp_path):
    folder = tmp_path / "course"
    graded, problems = demo.rehearse(folder, 14, ["graph"], jobs=2)
    assert problems == []
    assert graded >= 10
    listed = (folder / "reports" / "graph" / "look-at-these.txt").read_text("utf-8")
    assert ": FOREIGN: " in listed
    moved = (folder / "reports" / "graph" / "regrade.txt").read_text("utf-8")
    assert "laplacian-tests" in moved
    reports = ("reports/graph/index.html", "reports/graph/moderation-result.html")
    for made in (*reports, "feedback/*/graph/*.html", "exports/*csv*"):
        assert list(folder.glob(made)), made
    assert zipfile.is_zipfile(tmp_path / "archive.zip")
