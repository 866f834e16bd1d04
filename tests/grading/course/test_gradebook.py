"""A new gradebook is the one that nbgrader would have made."""

import contextlib
import sqlite3
import sys
from pathlib import Path

from flcourse.grading.course import gradebook


def content(path):
    with contextlib.closing(sqlite3.connect(path)) as book:
        tables = sorted(book.execute("SELECT name, sql FROM sqlite_master"))
        return tables, list(book.execute("SELECT * FROM alembic_version"))


def test_a_new_gradebook_is_nbgraders_own(tmp_path, monkeypatch):
    from nbgrader.api import Gradebook

    gradebook.opened(f"sqlite:///{tmp_path / 'ours.db'}").close()
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))  # of alembic, which nbgrader calls
    Gradebook(f"sqlite:///{tmp_path / 'theirs.db'}").close()
    assert content(tmp_path / "ours.db") == content(tmp_path / "theirs.db")


def test_what_is_in_a_gradebook_stays(tmp_path):
    url = f"sqlite:///{tmp_path / 'gradebook.db'}"
    with gradebook.opened(url) as book:
        book.update_or_create_student("ada")
    before = content(tmp_path / "gradebook.db")
    with gradebook.opened(url) as book:
        assert [student.id for student in book.students] == ["ada"]
    assert content(tmp_path / "gradebook.db") == before


def test_no_program_is_wanted(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    gradebook.opened(f"sqlite:///{tmp_path / 'gradebook.db'}").close()
    assert content(tmp_path / "gradebook.db")[1]
