"""Results into nbgrader's gradebook: written in a copy, taken over in one transaction.

Points that a person gave, comments and everything about other assignments stay as they are. The
gradebook as it was before is kept beside it. Formgrader may be open, and in use, all the time.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import Any

from flcourse.grading.assignment import Assignment
from flcourse.grading.course.folder import COURSE, STAMP, due, late_penalty, read_course, read_stamp
from flcourse.grading.statuses import Status

__all__ = ["KEPT_FILE", "NAME", "Marks", "describe", "marks_of", "opened", "record"]

NAME = "gradebook.db"
KEPT_FILE = "gradebook.before-grading.db"
ATTEMPTS = 5
WAIT_SECONDS = 60.0  # for somebody else who writes
SILENT_SECONDS = 2.0  # of these nobody needs to be told
TOGETHER = 200  # results that are entered with the same statements


@dataclass(frozen=True)
class Marks:
    """What a person and the calendar add to a result: points and words by cell, a penalty."""

    points: Mapping[str, float]
    comments: Mapping[str, str]
    penalty: float = 0.0


def record(
    course: Path,
    assignment: Assignment,
    results: Sequence[dict[str, Any]],
    say: Callable[[str], None] | None = None,
) -> Path:
    """Write results of one assignment into the gradebook and the notebooks for a person.

    Parameters
    ----------
    course : pathlib.Path
        The course folder, with the gradebook or without one yet.
    assignment : Assignment
        The assignment.
    results : sequence of dict
        As in `flcourse.grading.official.result.RESULT_SCHEMA`.
    say : callable, optional
        What to do with one line that says why this takes long, such as `print`.

    Returns
    -------
    pathlib.Path
        The gradebook.

    Raises
    ------
    RuntimeError
        If somebody else keeps writing into the gradebook meanwhile, or it cannot be written, such
        as on a full disk; nothing is changed then.
    """
    from sqlalchemy.exc import OperationalError

    gradebook = course / NAME
    if say is not None and gradebook.exists() and _is_being_written(gradebook):
        say(
            f"{gradebook} is being written by another program: waiting for it,"
            f" up to {WAIT_SECONDS:.0f} seconds"
        )
    for _ in range(ATTEMPTS):
        try:
            if _record_once(gradebook, assignment, results, course):
                break
        except (sqlite3.OperationalError, OperationalError) as error:
            why = str(getattr(error, "orig", error))
            raise RuntimeError(f"{gradebook} cannot be written: {why}") from error
    else:
        raise RuntimeError(f"{gradebook} keeps changing while grades are written: run it again")
    for result in results:
        _write_notebook(course, result)
    return gradebook


def _is_being_written(gradebook: Path) -> bool:
    """Tell whether another program still writes after a moment."""
    with contextlib.closing(
        sqlite3.connect(gradebook, timeout=SILENT_SECONDS, isolation_level=None)
    ) as live:
        try:
            live.execute("BEGIN IMMEDIATE")
            live.execute("ROLLBACK")
        except sqlite3.OperationalError as error:
            return error.sqlite_errorcode == sqlite3.SQLITE_BUSY
    return False


def _record_once(
    gradebook: Path, assignment: Assignment, results: Sequence[dict[str, Any]], course: Path
) -> bool:
    """Fill a copy and take over what is new in it; False if somebody else changed just that."""
    fresh, base = course / f".{NAME}.{os.getpid()}", course / f".{KEPT_FILE}.{os.getpid()}"
    new = not gradebook.exists()
    # The file stays the same one: formgrader holds it open, and would go on writing into the old.
    live = sqlite3.connect(gradebook, timeout=WAIT_SECONDS, isolation_level=None)
    try:
        with contextlib.closing(sqlite3.connect(base)) as copy:
            live.backup(copy)
        shutil.copymode(gradebook, base)
        shutil.copy2(base, fresh)
        _fill(fresh, assignment, results, course)
        taken = _take_over(live, base, fresh)
        if taken and not new:
            base.replace(course / KEPT_FILE)
        return taken
    finally:
        empty = new and not _tables(live, "main")
        live.close()
        for leftover in (fresh, base, *([gradebook] if empty else [])):
            leftover.unlink(missing_ok=True)


def _take_over(live: sqlite3.Connection, base: Path, fresh: Path) -> bool:
    """Bring what distinguishes ``fresh`` from ``base`` into the live gradebook, all or nothing."""
    live.execute("ATTACH ? AS base", [str(base)])
    live.execute("ATTACH ? AS fresh", [str(fresh)])
    live.execute("BEGIN IMMEDIATE")
    try:
        own = {schema: _tables(live, schema) for schema in ("main", "base")}
        for table, statement in _tables(live, "fresh").items():
            for schema, there in own.items():
                if table not in there:
                    live.execute(statement.replace(table, f"{schema}.{table}", 1))
            if not _merge(live, table):
                return False
        live.execute("COMMIT")
        return True
    except sqlite3.IntegrityError:  # somebody else has entered the same student, for one
        return False
    finally:
        if live.in_transaction:
            live.execute("ROLLBACK")


def _tables(live: sqlite3.Connection, schema: str) -> dict[str, str]:
    """Return the tables of a database, and the statements that make them."""
    found = f"SELECT name, sql FROM {schema}.sqlite_master WHERE type = 'table'"
    return dict(live.execute(found))


def _merge(live: sqlite3.Connection, table: str) -> bool:
    """Change the rows that differ between base and fresh; False if they are no longer as in base.

    Rows that we leave as they were may have been changed by others, and stay so.
    """
    old = f'SELECT * FROM base."{table}" EXCEPT SELECT * FROM fresh."{table}"'
    if live.execute(f'{old} EXCEPT SELECT * FROM main."{table}"').fetchone():
        return False
    columns = live.execute(f'PRAGMA main.table_info("{table}")').fetchall()
    keys = ", ".join(name for _, name, *_, key in columns if key) or "rowid"
    values = ", ".join(f'"{name}" = excluded."{name}"' for _, name, *_ in columns)
    live.execute(
        f'DELETE FROM main."{table}" WHERE ({keys}) IN (SELECT {keys} FROM base."{table}") '
        f'AND ({keys}) NOT IN (SELECT {keys} FROM fresh."{table}")'
    )
    upsert = f"ON CONFLICT ({keys}) DO UPDATE SET {values}" if keys != "rowid" else ""
    live.execute(
        f'INSERT INTO main."{table}" SELECT * FROM (SELECT * FROM fresh."{table}" '
        f'EXCEPT SELECT * FROM base."{table}") WHERE true {upsert}'
    )
    return True


def _fill(
    path: Path, assignment: Assignment, results: Sequence[dict[str, Any]], course: Path
) -> None:
    url = f"sqlite:///{path}"
    with opened(url) as book:
        day = read_course(course).assignment(assignment.stem).due
        when = {"duedate": day.astimezone(UTC)} if day else {}
        book.update_or_create_assignment(assignment.stem, **when)
    describe(url, assignment)
    # What we have failed to grade says nothing: what the gradebook holds of it stays.
    nothing = (Status.MISSING, Status.INFRASTRUCTURE)
    there = (result for result in results if result["status"] not in nothing)
    with opened(url) as book:
        while some := list(itertools.islice(there, TOGETHER)):
            _enter(book, some, course)
        book.db.commit()


def opened(url: str) -> Any:
    """Return nbgrader's gradebook, made if it is not there.

    For the version of a new gradebook, nbgrader starts the program alembic. That takes longer than
    to grade a submission, and the program may not be found; here the library alembic is asked.
    """
    import nbgrader
    import sqlalchemy
    from alembic.script import ScriptDirectory
    from nbgrader.api import Base, Gradebook

    engine = sqlalchemy.create_engine(url)
    with engine.begin() as connection:
        if not sqlalchemy.inspect(connection).get_table_names():
            versions = ScriptDirectory(str(Path(nbgrader.__file__).parent / "alembic"))
            table = sqlalchemy.table("alembic_version", sqlalchemy.column("version_num"))
            Base.metadata.create_all(connection)
            connection.exec_driver_sql(
                "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"
            )
            connection.execute(table.insert(), {"version_num": versions.get_current_head()})
    engine.dispose()
    return Gradebook(url)


def describe(url: str, assignment: Assignment) -> None:
    """Let nbgrader save the cells of the assignment, as its own command does."""
    import nbformat
    from nbgrader.preprocessors import SaveCells

    cells = [cell.notebook for cell in assignment.cells]
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": assignment.metadata, "cells": cells}
    notebook = nbformat.from_dict(json.loads(json.dumps(content)))
    where = {"notebook": assignment.stem, "assignment": assignment.stem, "db_url": url}
    SaveCells().preprocess(notebook, {"nbgrader": where})


def _enter(book: Any, results: Sequence[dict[str, Any]], course: Path) -> None:
    """Enter results with a few statements for all, where nbgrader takes some for each cell."""
    from nbgrader import api
    from sqlalchemy import update

    stem = results[0]["assignment"]
    notebook = book.find_notebook(stem, stem)
    notebook_ids = _notebook_ids(
        book.db, notebook, [result["student"] for result in results], course
    )
    tasks = list(notebook.task_cells)
    grades = _rows(book.db, api.Grade, [*notebook.grade_cells, *tasks], notebook_ids)
    comments = _rows(book.db, api.Comment, [*notebook.solution_cells, *tasks], notebook_ids)
    scores, words = [], []
    for result in results:
        for name, score in _scores(result):
            scores.append(_graded(grades[notebook_ids[result["student"]], name], score))
        for manual in result["manual"]:
            row = comments[notebook_ids[result["student"]], manual["id"]]
            text = None if manual["answered"] else "No response."
            words.append({"id": row.id, "auto_comment": text})
    dates = _dates(book.db, notebook, notebook_ids, course)
    changed = (api.Grade, api.Comment, api.SubmittedNotebook, api.SubmittedAssignment)
    for table, changes in zip(changed, (scores, words, *dates), strict=True):
        if changes:
            book.db.execute(update(table), changes)


def _notebook_ids(db: Any, notebook: Any, students: Sequence[str], course: Path) -> dict[str, str]:
    """Return the id of each student's notebook in the gradebook, entered where it is new."""
    from nbgrader import api
    from sqlalchemy import select, update

    known = db.scalars(select(api.Student.id).where(api.Student.id.in_(students)))
    _insert(db, api.Student, [{"id": name} for name in sorted({*students} - {*known})])
    handed_in, stem = api.SubmittedAssignment, notebook.name
    query = select(handed_in.student_id, handed_in.id).where(
        handed_in.assignment_id == notebook.assignment_id, handed_in.student_id.in_(students)
    )
    work = dict(db.execute(query).all())
    fresh = {name: api.new_uuid() for name in students if name not in work}
    where = {"assignment_id": notebook.assignment_id}
    _insert(db, handed_in, [{"id": i, "student_id": s, **where} for s, i in fresh.items()])
    work |= fresh
    stamps = {s: read_stamp(course / "submitted" / s / stem) for s in students}
    times = [
        {"id": work[s], "timestamp": stamp.replace(tzinfo=None)}  # in UTC, as nbgrader keeps it
        for s, stamp in stamps.items()
        if stamp
    ]
    if times:
        db.execute(update(handed_in), times)
    return _notebooks(db, notebook, work)


def _dates(
    db: Any, notebook: Any, notebook_ids: dict[str, str], course: Path
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the penalty of each notebook and the extension of each submission, as of today."""
    from nbgrader.api import SubmittedAssignment as Work
    from sqlalchemy import select

    if not (course / COURSE).exists():
        return [], []
    plan, stem = read_course(course), notebook.name
    possible = sum(cell.max_score for cell in notebook.grade_cells)
    usual = plan.assignment(stem).due
    query = select(Work.id, Work.student_id, Work.timestamp).where(
        Work.assignment_id == notebook.assignment_id, Work.student_id.in_(notebook_ids)
    )
    penalties, extensions = [], []
    for row in db.execute(query).all():
        cost, until = 0.0, due(plan, stem, row.student_id)
        if row.timestamp:
            cost = late_penalty(plan, stem, row.student_id, row.timestamp, possible)
        penalties.append({"id": notebook_ids[row.student_id], "late_submission_penalty": cost})
        more = until.astimezone(UTC) - usual.astimezone(UTC) if until and usual else None
        extensions.append({"id": row.id, "extension": more or None})
    return penalties, extensions


def _notebooks(db: Any, notebook: Any, work: dict[str, str]) -> dict[str, str]:
    """Return the id of the notebook in each submission."""
    from nbgrader.api import SubmittedNotebook, new_uuid
    from sqlalchemy import select

    query = select(SubmittedNotebook.assignment_id, SubmittedNotebook.id).where(
        SubmittedNotebook.notebook_id == notebook.id,
        SubmittedNotebook.assignment_id.in_(work.values()),
    )
    known = dict(db.execute(query).all())
    fresh = {i: new_uuid() for i in work.values() if i not in known}
    rows = [{"id": n, "assignment_id": i, "notebook_id": notebook.id} for i, n in fresh.items()]
    _insert(db, SubmittedNotebook, rows)
    known |= fresh
    return {student: known[i] for student, i in work.items()}


def _rows(
    db: Any, table: Any, cells: Sequence[Any], notebook_ids: dict[str, str]
) -> dict[tuple[str, str], Any]:
    """Return grades or comments by notebook and name of the cell, entered where they are new."""
    from sqlalchemy import select

    names = {cell.id: cell.name for cell in cells}
    query = select(table.__table__).where(
        table.notebook_id.in_(notebook_ids.values()), table.cell_id.in_(names)
    )
    known = {(row.notebook_id, row.cell_id) for row in db.execute(query)}
    wanted = [(own, cell) for own in notebook_ids.values() for cell in names]
    new = [{"notebook_id": h, "cell_id": c} for h, c in wanted if (h, c) not in known]
    _insert(db, table, new)
    return {(row.notebook_id, names[row.cell_id]): row for row in db.execute(query)}


def _insert(db: Any, table: Any, rows: Sequence[dict[str, Any]]) -> None:
    from sqlalchemy import insert

    if rows:
        db.execute(insert(table), rows)


def _scores(result: dict[str, Any]) -> Iterator[tuple[str, float | None]]:
    """Yield the automatic score of each graded cell, None where a person has to look."""
    readable = result["notebook"] is not None
    for check in result["checks"]:
        yield check["id"], check["score"] if readable else None
    for manual in result["manual"]:
        yield manual["id"], None if manual["answered"] or not readable else 0.0


def _graded(old: Any, score: float | None) -> dict[str, Any]:
    """Set the automatic score; a person looks where there is none, or where it moved under hers."""
    moved = old.manual_score is not None and old.auto_score != score
    pending = old.manual_score is None and score is None
    still = old.manual_score is not None and bool(old.needs_manual_grade)
    return {"id": old.id, "auto_score": score, "needs_manual_grade": moved or pending or still}


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
    with contextlib.suppress(OSError):  # there may be none, and none that we may read
        shutil.copy2(course / "submitted" / student / stem / STAMP, folder)


def marks_of(course: Path, stem: str) -> dict[str, Marks]:
    """Return what persons and the calendar have added in the gradebook, by student."""
    if not (course / NAME).exists():
        return {}
    with opened(f"sqlite:///{course / NAME}") as book:
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
