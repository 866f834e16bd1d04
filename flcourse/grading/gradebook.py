"""Results into nbgrader's gradebook: one writer, into a copy that then takes the place of the old.

Points that a person gave, comments and everything about other assignments stay as they are. The
gradebook as it was before is kept beside it.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from flcourse.grading.feedback import Marks
from flcourse.grading.sheet import Sheet

NAME = "gradebook.db"
KEPT = "gradebook.before-grading.db"


def record(course: Path, sheet: Sheet, results: Sequence[dict[str, Any]]) -> Path:
    """Write results of one assignment into the gradebook and the notebooks for a person.

    Parameters
    ----------
    course : pathlib.Path
        The course folder, with the gradebook or without one yet.
    sheet : Sheet
        The assignment.
    results : sequence of dict
        As in `flcourse.grading.result.RESULT_SCHEMA`.

    Returns
    -------
    pathlib.Path
        The gradebook.

    Raises
    ------
    RuntimeError
        If somebody else has written into the gradebook meanwhile; nothing is changed then.
    """
    gradebook, fresh = course / NAME, course / f".{NAME}.{os.getpid()}"
    before = _state(gradebook)
    try:
        if gradebook.exists():
            _copy(gradebook, fresh)
        _fill(fresh, sheet, results, course)
        if _state(gradebook) != before:
            raise RuntimeError(f"{gradebook} was changed while grades were written: run it again")
        if gradebook.exists():
            shutil.copy2(gradebook, course / KEPT)
        fresh.replace(gradebook)
    finally:
        fresh.unlink(missing_ok=True)
    for result in results:
        _write_notebook(course, result)
    return gradebook


def _state(path: Path) -> tuple[int, int] | None:
    return (path.stat().st_mtime_ns, path.stat().st_size) if path.exists() else None


def _copy(source: Path, target: Path) -> None:
    """Copy a database as a whole, with what is still in its journal."""
    with sqlite3.connect(source) as old, sqlite3.connect(target) as new:
        old.backup(new)
    old.close()
    new.close()


def _fill(path: Path, sheet: Sheet, results: Sequence[dict[str, Any]], course: Path) -> None:
    from nbgrader.api import Gradebook

    url = f"sqlite:///{path}"
    with _own_programs(), Gradebook(url) as book:
        book.update_or_create_assignment(sheet.stem)
    _describe(url, sheet)
    with warnings.catch_warnings(), Gradebook(url) as book:
        warnings.simplefilter("ignore")  # of how nbgrader adds a submission to its session
        for result in results:
            if result["status"] != "MISSING":
                _enter(book, result, course)


@contextlib.contextmanager
def _own_programs() -> Iterator[None]:
    """Let nbgrader find alembic, which it calls by name, in an environment that is not active."""
    before = os.environ.get("PATH", "")
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{before}"
    try:
        yield
    finally:
        os.environ["PATH"] = before


def _describe(url: str, sheet: Sheet) -> None:
    """Let nbgrader save the cells of the assignment, as its own command does."""
    import nbformat
    from nbgrader.preprocessors import SaveCells

    cells = [cell.notebook for cell in sheet.cells]
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": sheet.metadata, "cells": cells}
    notebook = nbformat.from_dict(json.loads(json.dumps(content)))
    where = {"notebook": sheet.stem, "assignment": sheet.stem, "db_url": url}
    SaveCells().preprocess(notebook, {"nbgrader": where})


def _enter(book: Any, result: dict[str, Any], course: Path) -> None:
    stem, student = result["assignment"], result["student"]
    book.update_or_create_student(student)
    stamp = course / "submitted" / student / stem / "timestamp.txt"
    when = {"timestamp": stamp.read_text("utf-8").strip()} if stamp.is_file() else {}
    book.update_or_create_submission(stem, student, **when)
    readable = result["status"] != "UNREADABLE" and result["notebook"] is not None
    for check in result["checks"]:
        grade = book.find_grade(check["id"], stem, stem, student)
        _set(grade, check["score"] if readable else None)
    for manual in result["manual"]:
        grade = book.find_grade(manual["id"], stem, stem, student)
        _set(grade, None if manual["answered"] or not readable else 0.0)
        comment = book.find_comment(manual["id"], stem, stem, student)
        comment.auto_comment = None if manual["answered"] else "No response."
    book.db.commit()


def _set(grade: Any, score: float | None) -> None:
    """Set the automatic score; a person looks where there is none, or where it moved under hers."""
    moved = grade.manual_score is not None and grade.auto_score != score
    pending = grade.manual_score is None and score is None
    still = grade.manual_score is not None and bool(grade.needs_manual_grade)
    grade.auto_score, grade.needs_manual_grade = score, moved or pending or still


def _write_notebook(course: Path, result: dict[str, Any]) -> None:
    """Write the notebook that formgrader shows and stock feedback is made of."""
    stem, student = result["assignment"], result["student"]
    if result["notebook"] is None:
        return
    folder = course / "autograded" / student / stem
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(result["notebook"], ensure_ascii=False, indent=1)
    fresh = folder / f".{stem}.ipynb"
    fresh.write_text(text + "\n", "utf-8")
    fresh.replace(folder / f"{stem}.ipynb")
    stamp = course / "submitted" / student / stem / "timestamp.txt"
    if stamp.is_file():
        shutil.copy2(stamp, folder)


def marks_of(course: Path, stem: str) -> dict[str, Marks]:
    """Return what persons and the calendar have added in the gradebook, by student."""
    from nbgrader.api import Gradebook

    if not (course / NAME).exists():
        return {}
    with _own_programs(), Gradebook(f"sqlite:///{course / NAME}") as book:
        return {
            submission.student_id: _marks(submission)
            for submission in book.assignment_submissions(stem)
        }


def _marks(submission: Any) -> Marks:
    grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
    comments = [comment for notebook in submission.notebooks for comment in notebook.comments]
    return Marks(
        {g.name: g.manual_score for g in grades if g.manual_score is not None},
        {c.name: c.manual_comment for c in comments if c.manual_comment},
        sum(notebook.late_submission_penalty or 0.0 for notebook in submission.notebooks),
    )
