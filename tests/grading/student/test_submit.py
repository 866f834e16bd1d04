"""What `flcourse submit` packs, what it says of a notebook, and what it refuses."""

import hashlib
import io
import json
import zipfile
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from journey import ROOT

from flcourse import cli
from flcourse.grading.official import handed_in, intake
from flcourse.grading.student import identity, opened, start, submit

STEM = "gtvmin"
RELEASED = (ROOT / "exercises" / STEM / f"{STEM}.ipynb").read_bytes()
NOON = datetime(2026, 11, 21, 12, 0, 30, tzinfo=timezone(timedelta(hours=2)))
ANSWER = "def solve(Q, q):\n    return q"


@pytest.fixture(autouse=True)
def nobody(tmp_path, monkeypatch):
    """A user whose name is not known yet."""
    monkeypatch.setattr(identity, "place", lambda: tmp_path / "settings" / "student.json")
    for name in ("JUPYTERHUB_USER", "JPY_PARENT_PID"):
        monkeypatch.delenv(name, raising=False)
    assert identity.known() is None


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A student's folder with one answer; no Jupyter runs in this home."""
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    start.put({f"{STEM}/{STEM}.ipynb": RELEASED}, tmp_path / "my-flcourse")
    path = tmp_path / "my-flcourse" / STEM / f"{STEM}.ipynb"
    change(path, lambda cells: cells["solve"].update(source=ANSWER))
    return path.parent


def change(path, edit):
    """Edit the cells of a notebook, by id, where it lies."""
    notebook = json.loads(path.read_text("utf-8"))
    edit({cell["id"]: cell for cell in notebook["cells"]})
    notebook["cells"] = [cell for cell in notebook["cells"] if not cell.pop("deleted", False)]
    path.write_text(json.dumps(notebook), "utf-8")


def pack(folder, student="ada", now=NOON, **more):
    return submit.submit(folder / f"{STEM}.ipynb", student=student, now=now, **more)


def test_the_zip_holds_the_notebook_and_a_receipt(folder):
    packed = pack(folder)
    content = (folder / f"{STEM}.ipynb").read_bytes()
    assert packed.archive == folder.parent / "handed-in" / f"{STEM}-ada-20261121T100030Z.zip"
    with zipfile.ZipFile(packed.archive) as archive:
        assert archive.namelist() == [f"{STEM}.ipynb", "receipt.txt"]
        assert archive.read(f"{STEM}.ipynb") == content
        assert archive.read("receipt.txt").decode() == packed.text
        assert {entry.date_time for entry in archive.infolist()} == {(2026, 11, 21, 10, 0, 30)}
    assert packed.receipt.read_text("utf-8") == packed.text
    assert submit.read_receipt(packed.text) == {
        "assignment": STEM,
        "notebook": f"{STEM}.ipynb",
        "student": "ada",
        "time": "2026-11-21T12:00:30+02:00",
        "size": f"{len(content)} bytes",
        "sha256": hashlib.sha256(content).hexdigest(),
        "answered": "1 of 10",
        "unanswered": "Task 1: How many neighbours?; Task 2: Feature choice; "
        "Task 3 (a): Local data as Q_i and q_i; Task 3 (b): Local data as Q_i and q_i; "
        "Task 4 (a): Who has to measure?; "
        "Task 4 (b): Who has to measure?; Task 5: The system Q, q; Task 7: Reading a table; "
        "Task 8: Discussion",
    }


def test_the_same_content_and_time_give_the_same_bytes(folder, tmp_path):
    here = pack(folder, to=tmp_path / "here").archive.read_bytes()
    in_utc = pack(folder, to=tmp_path / "there", now=NOON)
    assert in_utc.archive.read_bytes() == here
    later = pack(folder, to=tmp_path / "there", now=NOON + timedelta(seconds=1))
    assert later.archive.name != in_utc.archive.name


def test_grading_takes_the_zip_in(folder, tmp_path):
    from flcourse.grading.assignment import read_assignment

    sheet = read_assignment(folder.parent / ".flcourse" / STEM / f"{STEM}.ipynb")
    taken = intake.take_in(pack(folder).archive, sheet)
    assert taken.status == "OK"
    assert [s.source for s in taken.steps if s.id == "solve"] == [ANSWER]


@pytest.mark.parametrize("student", ["李雷", "Väinö Äijälä", "o'brien", "a/b\\c:d*"])
def test_names_of_people_are_kept(folder, student):
    packed = pack(folder, student=student)
    assert f"student: {student}\n" in packed.text
    assert packed.archive.parent == folder.parent / "handed-in"
    assert submit.verify(packed.archive) == []


@pytest.mark.parametrize("student", ["", "  ", "two\nlines", "x" * 101])
def test_what_is_no_name_is_refused(folder, student):
    with pytest.raises(ValueError, match="student must be a name"):
        pack(folder, student=student)


def test_a_time_without_a_zone_is_refused(folder):
    with pytest.raises(ValueError, match="time zone"):
        pack(folder, now=datetime(2026, 11, 21))


# ------------------------------------------------------------------------------- what it notices


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda c: c["visits"].update(deleted=True), "visits: the cell for this answer is"),
        (lambda c: c["solve-tests"].update(deleted=True), "solve-tests: this cell is missing"),
        (lambda c: c["solve-tests"].update(source="pass"), "solve-tests: this cell was changed"),
        (lambda c: c["solve-tests"]["metadata"]["nbgrader"].update(points=9.0), "does not count"),
    ],
)
def test_cells_that_are_missing_or_changed_are_told(folder, edit, words):
    change(folder / f"{STEM}.ipynb", edit)
    assert any(words in note for note in submit.examine(folder / f"{STEM}.ipynb").notes)


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("discussion", "code", "was text and is code now. It costs nothing; to mend it, choose M"),
        (
            "solve",
            "markdown",
            "was code and is text now. It costs nothing; to mend it, choose Code",
        ),
    ],
)
def test_a_cell_of_another_type_costs_nothing_and_its_note_says_how_to_mend_it(
    folder, name, kind, words
):
    path = folder / f"{STEM}.ipynb"
    change(path, lambda cells: cells[name].update(cell_type=kind, source=ANSWER))
    seen = submit.examine(path)
    assert name in seen.answered
    assert any(words in note for note in seen.notes)
    (note,) = (line for line in pack(folder).text.splitlines() if words in line)
    assert note.startswith(f"note: {seen.titles[name]}: this cell")


def test_copied_cells_are_told(folder):
    path = folder / f"{STEM}.ipynb"
    notebook = json.loads(path.read_text("utf-8"))
    notebook["cells"] += [{**c, "id": "copy"} for c in notebook["cells"] if c["id"] == "solve"]
    path.write_text(json.dumps(notebook), "utf-8")
    seen = submit.examine(path)
    assert "solve: this cell is here 2 times" in seen.notes
    assert seen.answered == ("solve",)


def test_the_kernel_and_the_name_are_told(folder):
    path = folder / f"{STEM} (1).ipynb"
    notebook = json.loads((folder / f"{STEM}.ipynb").read_text("utf-8"))
    notebook["metadata"]["kernelspec"]["name"] = "ir"
    path.write_text(json.dumps(notebook), "utf-8")
    seen = submit.examine(path)
    assert seen.stem == STEM
    assert f"the file is called 'gtvmin (1).ipynb', not {STEM}.ipynb" in seen.notes[0]
    assert "'ir'" in seen.notes[1]
    assert "Python 3" in seen.notes[1]


def test_old_outputs_are_no_matter(folder):
    output = {"output_type": "stream", "name": "stdout", "text": "an old number"}
    change(folder / f"{STEM}.ipynb", lambda cells: cells["solve"].update(outputs=[output]))
    assert submit.examine(folder / f"{STEM}.ipynb").notes == ()


def test_without_the_release_the_labels_tell(tmp_path, monkeypatch):
    monkeypatch.setattr(start, "checkout", lambda *places: None)
    path = tmp_path / f"{STEM}-Copy1.ipynb"
    path.write_bytes(RELEASED)
    change(path, lambda cells: cells["solve"].update(source=ANSWER))
    change(path, lambda cells: cells["solve-tests"].update(deleted=True))
    seen = submit.examine(path)
    assert (seen.stem, seen.answered) == (STEM, ("solve",))
    assert any(note.startswith("solve: its checks are gone") for note in seen.notes)


# -------------------------------------------------------------------------------- what it refuses


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is no assignment"),
        (b'{"cells": []}', "is no assignment"),
        (b"[" * 100_000, "is no assignment"),
        (b" " * (handed_in.LARGEST_FILE + 1), "clear its outputs"),
    ],
)
def test_what_cannot_be_graded_is_refused(tmp_path, content, words):
    path = tmp_path / f"{STEM}.ipynb"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=words):
        submit.examine(path)


def test_what_is_not_there_is_refused(tmp_path):
    with pytest.raises(ValueError, match="there is none at"):
        submit.examine(tmp_path / f"{STEM}.ipynb")


@pytest.mark.parametrize(
    ("later", "state", "ran", "words"),
    [
        (60, "idle", 7, "cells were run since"),
        (60, "busy", 0, "a cell is running"),
        (60, "idle", 3, ""),  # nothing that the file does not know of
        (-60, "busy", 7, ""),  # saved since
    ],
)
def test_cells_that_ran_after_saving_are_noticed(folder, monkeypatch, later, state, ran, words):
    path = folder / f"{STEM}.ipynb"
    change(path, lambda cells: cells["solve"].update(execution_count=3))
    saved = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    active = (saved + timedelta(seconds=later)).isoformat()
    kernel = {"id": "k", "last_activity": active, "execution_state": state}
    monkeypatch.setattr(opened, "_kernels_of", lambda path: [("http://127.0.0.1/", kernel)])
    monkeypatch.setattr(opened, "_count", lambda kernel: ran)
    assert words in opened.unsaved(path)
    assert bool(words) == bool(opened.unsaved(path))


# ---------------------------------------------------------------------------------------- receipts


def test_a_changed_zip_does_not_verify(folder, tmp_path):
    packed = pack(folder)
    assert submit.verify(packed.archive) == []
    with zipfile.ZipFile(packed.archive) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    forged = tmp_path / "forged.zip"
    with zipfile.ZipFile(forged, "w") as archive:
        archive.writestr(f"{STEM}.ipynb", members[f"{STEM}.ipynb"].replace(b"solve", b"SOLVE"))
        archive.writestr("receipt.txt", members["receipt.txt"])
        archive.writestr("more.txt", "more")
    said = submit.verify(forged)
    assert "sha256 differs" in said[0]
    assert "more.txt is in it" in said[1]
    packed.receipt.write_text(packed.text.replace("1 of 10", "8 of 8"), "utf-8")
    assert "differs from the receipt in the ZIP" in submit.verify(packed.archive)[0]
    assert cli.main(["submit", "--verify", str(packed.archive)]) == 1


def test_what_is_no_zip_of_ours_is_said(tmp_path):
    path = tmp_path / "some.zip"
    path.write_bytes(b"no ZIP")
    with pytest.raises(ValueError, match="no ZIP of flcourse submit"):
        submit.verify(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("receipt.txt", "Hello")
    with pytest.raises(ValueError, match="must be a receipt"):
        submit.verify(path)


def test_the_command_prints_the_receipt(folder, capsys):
    words = ["submit", str(folder / f"{STEM}.ipynb"), "--student", "ada"]
    assert cli.main(words) == 0
    said = capsys.readouterr().out
    assert said.startswith(submit.TITLE)
    assert "Upload this file" in said
    (archive,) = (folder.parent / "handed-in").glob("*.zip")
    assert cli.main(["submit", "--verify", str(archive)]) == 0
    assert f"{archive.name}: ZIP and receipt agree" in capsys.readouterr().out
    assert cli.main([*words, "--quiet", "--to", str(folder / "there")]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith(".zip")
    assert cli.main(["submit"]) == 1
    assert "flcourse submit gtvmin" in capsys.readouterr().err


def test_several_zips_are_verified_at_once(folder, monkeypatch, capsys):
    """As a shell hands them over, as a pattern that Windows leaves alone, or by the assignment."""
    first = pack(folder).archive
    second = pack(folder, now=NOON + timedelta(seconds=1)).archive
    monkeypatch.chdir(folder)
    for words in ([str(first), str(second)], ["../handed-in/gtvmin-*.zip"], [STEM], [STEM, STEM]):
        assert cli.main(["submit", "--verify", *words]) == 0
        said = capsys.readouterr().out.splitlines()
        assert said == [f"{path.name}: ZIP and receipt agree" for path in (first, second)]
    monkeypatch.chdir(folder.parent)  # where a folder has the name of the assignment, too
    assert cli.main(["submit", "--verify", STEM]) == 0
    second.with_name(f"{second.stem}-receipt.txt").write_bytes(b"forged")
    assert cli.main(["submit", "--verify", STEM]) == 1
    said = capsys.readouterr().out
    assert f"{first.name}: ZIP and receipt agree" in said
    assert f"{second.name}: ZIP and receipt do not agree" in said
    first.write_bytes(b"PK, and no more")
    assert cli.main(["submit", "--verify", str(first), str(second), str(first)]) == 1
    said = capsys.readouterr().out
    assert f"{first.name} is no ZIP of flcourse submit" in said
    assert f"{second.name}: ZIP and receipt do not agree" in said  # the others have their turn
    assert cli.main(["submit", "--verify", "graph"]) == 1
    assert "there is no ZIP at graph" in capsys.readouterr().err


def test_a_slip_or_a_missing_word_after_submit_is_told(folder, monkeypatch, capsys):
    pack(folder)
    monkeypatch.chdir(folder)
    for words, told in [
        ([], "name what you hand in, as in flcourse submit gtvmin; your folder "),
        ([], f"has {STEM}"),
        (["--verify"], "name an assignment or a ZIP after --verify"),
        (["--verify", "gtvmn"], "did you mean gtvmin?"),
        ([STEM, "--verify", STEM], "flcourse submit --verify gtvmin"),
    ]:
        assert cli.main(["submit", *words]) == 1
        assert told in capsys.readouterr().err


def test_an_assignment_is_found_by_its_name_or_by_where_one_is(folder):
    only = folder / f"{STEM}.ipynb"
    assert start.notebook(None, folder.parent) == only
    start.put({f"{name}/{name}.ipynb": RELEASED for name in ("erm", "graph")}, folder.parent)
    assert start.notebook(None, folder) == only
    assert start.notebook(Path(STEM), folder.parents[1]) == only
    with pytest.raises(ValueError, match=r"name an assignment .*my-flcourse has erm, graph, gtv"):
        start.notebook(None, folder.parent)


def test_an_assignment_that_is_not_there_is_named_with_those_that_are(
    folder, tmp_path, monkeypatch, capsys
):
    for command in ("check", "submit"):
        monkeypatch.chdir(folder.parent)
        assert cli.main([command, "nosuch"]) == 1
        said = capsys.readouterr().err
        assert "there is no assignment nosuch here; your folder" in said
        assert f"has {STEM}" in said
        assert cli.main([command, "gtvmn"]) == 1
        assert "no assignment gtvmn here; did you mean gtvmin?" in capsys.readouterr().err
        (tmp_path / "elsewhere").mkdir(exist_ok=True)
        monkeypatch.chdir(tmp_path / "elsewhere")
        assert cli.main([command, "nosuch"]) == 1
        assert "flcourse start makes one" in capsys.readouterr().err


class Terminal(io.StringIO):
    """Somebody who answers."""

    def isatty(self):
        return True


def test_the_name_is_asked_for_once(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder.parent)
    monkeypatch.setattr("sys.stdin", Terminal("Aino Mäkelä\n"))
    assert cli.main(["submit", STEM]) == 0
    assert "student: Aino Mäkelä\n" in capsys.readouterr().out
    assert cli.main(["submit", STEM]) == 0  # nobody answers any more
    assert "student: Aino Mäkelä\n" in capsys.readouterr().out
    assert cli.main(["submit", STEM, "--student", "Aino Virtanen"]) == 0  # told anew
    assert identity.known() == "Aino Virtanen"


def test_where_nobody_can_answer_the_way_to_tell_is_told(folder, monkeypatch, capsys):
    """In a cell, `!flcourse submit` has a terminal, and a question there would wait for ever."""
    monkeypatch.chdir(folder.parent)
    monkeypatch.setattr("sys.stdin", io.StringIO("Aino\n"))
    assert cli.main(["submit", STEM]) == 1
    monkeypatch.setattr("sys.stdin", Terminal("Aino\n"))
    monkeypatch.setenv("JPY_PARENT_PID", "1")
    assert cli.main(["submit", STEM]) == 1
    assert capsys.readouterr().err.count("--student 'Your Name'") == 2
    assert identity.known() is None


def test_what_stands_against_handing_in_comes_before_the_question(folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    monkeypatch.setattr("sys.stdin", Terminal("Aino\n"))
    (folder / f"{STEM}.ipynb").write_bytes(b"{}")
    assert cli.main(["submit", STEM]) == 1
    assert identity.known() is None


def test_on_a_hub_the_account_is_the_name(monkeypatch):
    identity.remember("Aino Mäkelä")
    monkeypatch.setenv("JUPYTERHUB_USER", "aino")
    assert identity.known() == "aino"


@pytest.mark.parametrize("kept", [b"", b"[]", b'{"name": 3}', b'{"name": "two\\nlines"}', b"\xff"])
def test_a_damaged_memory_is_no_name(kept):
    identity.place().parent.mkdir(parents=True)
    identity.place().write_bytes(kept)
    assert identity.known() is None


def test_the_collector_knows_whose_it_is(folder, tmp_path):
    from flcourse.grading.course import collect

    course = tmp_path / "course"
    source = course / "_build" / "source" / STEM / f"{STEM}.ipynb"
    source.parent.mkdir(parents=True)
    source.write_bytes(RELEASED)
    (course / "roster.csv").write_text("student,first_name,last_name\nlilei,雷,李\n", "utf-8")
    report = collect.collect(course, STEM, [pack(folder, student="lilei").archive])
    assert report.new == ["lilei"]
    assert not report.unmatched
    handed_in = course / "submitted" / "lilei" / STEM / f"{STEM}.ipynb"
    assert handed_in.read_bytes() == (folder / f"{STEM}.ipynb").read_bytes()
