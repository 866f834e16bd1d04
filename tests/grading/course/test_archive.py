"""The end of term: all that is needed is in one file, as it was, and the seed is not."""

import contextlib
import hashlib
import os
import sqlite3
import subprocess
import zipfile
from pathlib import Path

import pytest

import flcourse
from flcourse import cli
from flcourse.grading.course import archive

FILES = {
    "course.toml": 'name = "Yhdistetty oppiminen"\nterm = "Kevät 2027"\n',
    "roster.csv": "student\n王小明\n",
    "grading-seed.txt": "very secret",
    "submitted/王小明/erm/erm.ipynb": "{}",
    "submitted/王小明/erm/grading-seed.txt": "a student's own",
    "submitted/王小明/erm/x.db": "no database",
    "replaced/erm/王小明/20270301T090000Z/erm.ipynb": "{}",
    "results/erm/王小明.json": "{}",
    "feedback/王小明/erm/erm.html": "<p>",
    "exports/canvas.csv": "a,b",
    "reports/erm/collected.txt": "1",
    "_build/source/erm/erm.ipynb": "{}",
    "solutions/erm.py": "# %%\n",
}
PASSING = {
    "_build/html/index.html": "built",
    ".git/config": "of git",
    "solutions/__pycache__/erm.pyc": "compiled",
    ".gradebook.db.123": "a draft",
}


@pytest.fixture
def course(tmp_path):
    home = tmp_path / "fl27"
    for name, text in (FILES | PASSING).items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, "utf-8")
    return home


def contents(place):
    with zipfile.ZipFile(place) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def test_everything_is_in_and_the_seed_is_not(course, tmp_path):
    found = archive.archive(course, tmp_path / "a.zip")
    inside = contents(found.place)
    own = {name for name in inside if not name.startswith("grader/")}
    made = {"archive.json", "versions.txt", "MANIFEST.sha256"}
    assert own == FILES.keys() - {"grading-seed.txt"} | made
    assert not any(b"very secret" in content for content in inside.values())
    assert '"Kevät 2027"' in inside["archive.json"].decode()
    assert b"numpy==" in inside["versions.txt"]
    grader = Path(flcourse.__file__).parent / "grading" / "checks.py"
    assert inside["grader/flcourse/grading/checks.py"] == grader.read_bytes()
    assert found.files == len(inside) - 1
    assert found.place.stat().st_mode & 0o777 == 0o600


def test_the_seed_goes_in_on_request(course, tmp_path):
    found = archive.archive(course, tmp_path / "a.zip", with_seed=True)
    assert contents(found.place)["grading-seed.txt"] == b"very secret"


def test_the_manifest_is_what_sha256sum_reads(course, tmp_path):
    archive.archive(course, tmp_path / "a.zip")
    with zipfile.ZipFile(tmp_path / "a.zip") as packed:
        packed.extractall(tmp_path / "again")
    words = ["sha256sum", "-c", "--quiet", "--strict", "MANIFEST.sha256"]
    subprocess.run(words, cwd=tmp_path / "again", check=True)
    kept = tmp_path / "again" / "submitted/王小明/erm/erm.ipynb"
    assert kept.read_text("utf-8") == FILES["submitted/王小明/erm/erm.ipynb"]


def test_a_gradebook_in_use_is_archived_whole(course, tmp_path):
    with contextlib.closing(sqlite3.connect(course / "gradebook.db")) as book:
        book.execute("PRAGMA journal_mode=WAL")
        book.execute("CREATE TABLE grade (points)")
        book.execute("INSERT INTO grade VALUES (7)")
        book.commit()
        archive.archive(course, tmp_path / "a.zip")
        book.execute("INSERT INTO grade VALUES (8)")  # and it can be written to
    (tmp_path / "copy.db").write_bytes(contents(tmp_path / "a.zip")["gradebook.db"])
    with contextlib.closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("SELECT points FROM grade").fetchall() == [(7,)]


def test_nothing_is_changed_or_followed(course, tmp_path):
    (tmp_path / "secret").write_text("7d1f-no-word-of-ours")
    (course / "submitted" / "link").symlink_to(tmp_path / "secret")
    (course / "submitted" / "folder").symlink_to(tmp_path)
    os.mkfifo(course / "submitted" / "pipe")
    before = {path: path.lstat().st_mtime_ns for path in course.rglob("*")}
    found = archive.archive(course, course / "a.zip")
    assert sorted(found.left_out) == ["submitted/folder", "submitted/link", "submitted/pipe"]
    after = {path: path.lstat().st_mtime_ns for path in course.rglob("*")}
    assert {path: after[path] for path in before} == before
    assert set(after) - set(before) == {course / "a.zip"}
    assert not any(b"7d1f-no-word-of-ours" in content for content in contents(found.place).values())


@pytest.mark.parametrize("damage", ["changed", "missing", "added", "cut"])
def test_damage_is_found(course, tmp_path, damage):
    place = archive.archive(course, tmp_path / "a.zip").place
    inside = contents(place)
    if damage == "changed":
        inside["exports/canvas.csv"] = b"a,c"
    elif damage == "missing":
        del inside["exports/canvas.csv"]
    elif damage == "added":
        inside["exports/more.csv"] = b""
    with zipfile.ZipFile(place, "w") as packed:
        for name, content in inside.items():
            packed.writestr(name, content)
    if damage == "cut":
        place.write_bytes(place.read_bytes()[:-100])
    assert len(archive.verify(place)) == 1


def test_what_cannot_be_read_again_is_not_kept(course, tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "_copied", lambda *_: hashlib.sha256(b"else").hexdigest())
    with pytest.raises(RuntimeError, match=r"a\.zip could not be written: "):
        archive.archive(course, tmp_path / "a.zip")
    assert not list(tmp_path.glob("*.zip*"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere", "--to", "a.zip"], "--course must be a course folder"),
        (["fl27", "--to", "a.tar"], "to must be a new file that ends in .zip"),
        (["fl27", "--to", "there.zip"], "to must be a new file that ends in .zip"),
    ],
)
def test_wrong_use_is_told(course, tmp_path, monkeypatch, capsys, words, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.zip").write_text("precious")
    assert cli.main(["archive", *words]) == 1
    assert message in capsys.readouterr().err
    assert (tmp_path / "there.zip").read_text() == "precious"


def test_the_command_says_where_the_seed_is(course, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(course)
    assert cli.main(["archive", "--to", "../a.zip"]) == 0
    told = capsys.readouterr().out
    assert "read again: all as they were" in told
    assert "The grading seed is not in it: keep grading-seed.txt" in told
