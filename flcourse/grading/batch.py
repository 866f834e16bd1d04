"""Grade a class: many submissions side by side, one result file each, one writer at the end.

A run may be stopped at any moment, by ``kill -9`` too: what is graded stays, the next run takes it
up as long as nothing that decides it has changed. The gradebook is written once, from all results,
into a copy that then takes its place.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import json
import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, overload

from flcourse.grading import result as results
from flcourse.grading import sandbox
from flcourse.grading.room import Room
from flcourse.grading.sheet import Sheet, read_sheet
from flcourse.grading.statuses import Status

LONGEST = 1_800.0  # seconds after which the process that grades one submission is ended
POLL = 0.02
# What students' answers import, too: worth loading beforehand for more than a few of them. SciPy
# and scikit-learn load their parts when they are named, so that this changes no verdict.
MANY = 10
COMMON = ("scipy.linalg", "scipy.optimize", "scipy.sparse.csgraph", "scipy.sparse.linalg",
          "scipy.spatial.distance", "scipy.stats", "networkx", "sklearn.linear_model",
          "sklearn.metrics", "sklearn.model_selection", "sklearn.neighbors")  # fmt: skip

Progress = Callable[[int, int, float], None]  # done, all, seconds left


@dataclass(frozen=True)
class Job:
    """A submission to grade, and where its result goes."""

    student: str
    submission: Path
    source: Path
    result: Path


class Results(Sequence[dict[str, Any]]):
    """Results of jobs, read when they are asked for: those of a large class fill the memory."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._places = [job.result for job in jobs]

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, at: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, at: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        found = self._places[at]
        if isinstance(found, list):
            return [json.loads(place.read_text("utf-8")) for place in found]
        one: dict[str, Any] = json.loads(found.read_text("utf-8"))
        return one


def jobs_of(course: Path, stem: str, students: Sequence[str] = ()) -> list[Job]:
    """Return the submissions of an assignment in a course folder, by student.

    Raises
    ------
    ValueError
        If there are none, or not from a student who is named.
    """
    source = course / "_build" / "source" / stem / f"{stem}.ipynb"
    submitted = course / "submitted"
    folders = sorted(folder for folder in submitted.glob("*") if (folder / stem).exists())
    known = {folder.name: folder / stem for folder in folders if not folder.name.startswith(".")}
    missing = sorted(set(students) - set(known))
    if missing or not known:
        who = f"from {missing[0]!r} " if missing else ""
        raise ValueError(f"submitted/ must hold a submission of {stem!r} {who}in {course}")
    home = course / "results" / stem
    return [
        Job(student, folder, source, home / f"{student}.json")
        for student, folder in known.items()
        if not students or student in students
    ]


def grade(
    jobs: Sequence[Job], *, workers: int = 1, again: bool = False, progress: Progress | None = None
) -> Results:
    """Grade submissions, each in a process of its own, and return their results.

    Parameters
    ----------
    jobs : sequence of Job
        What to grade; results that are there already, made from the same inputs, are kept.
    workers : int
        Submissions at a time.
    again : bool
        Grade anew also where a result could be kept.
    progress : callable, optional
        Called with the numbers done and in all, and an estimate of the seconds left.

    Raises
    ------
    SandboxError
        If there is no sandbox, and no override.
    ValueError
        If ``workers`` is not positive, or an assignment has not been built.
    """
    if workers < 1:
        raise ValueError(f"workers must be at least 1, got {workers}")
    sheets = [read_sheet(source) for source in {job.source for job in jobs}]
    waiting = [job for job in jobs if again or not is_fresh(job)]
    modules = [name for sheet in sheets for name in imported(sheet, "given")]
    modules += COMMON if len(waiting) >= MANY else ()
    # It imports while this process does the same.
    room = Room.open(modules) if waiting else None
    running: dict[BaseProcess, tuple[Job, float]] = {}
    started, todo, total = time.monotonic(), waiting[::-1], len(waiting)
    try:
        if waiting:
            preload(sheets)
            results.warm_up()
        safe = sandbox.require() if waiting else True
        if room and not (safe and room.usable()):
            room.close()
            room = None
        while todo or running:
            while todo and len(running) < workers:
                if room and not room.alive:
                    room = Room.open(modules)
                process = _start(todo[-1], safe, room)
                running[process] = (todo.pop(), time.monotonic())
            time.sleep(POLL)
            for process in [p for p in running if _over(p, running[p][1])]:
                job = running.pop(process)[0]
                if process.exitcode or not is_fresh(job):
                    write_failure(job, f"exit code {process.exitcode}")
                done = total - len(todo) - len(running)
                if progress:
                    left = (time.monotonic() - started) / done * (total - done)
                    progress(done, total, left)
    finally:
        for process in running:
            process.kill()
        if room:
            room.close()
    return Results(jobs)


def is_fresh(job: Job) -> bool:
    """Whether there is a result of a submission that was made from what is there now."""
    try:
        old = json.loads(job.result.read_text("utf-8"))
        results.validate(old)
    except (OSError, ValueError):
        return False
    here: dict[str, Any] = results.inputs(job.submission, job.source)
    return bool(old["inputs"] == here and old["student"] == job.student)


def preload(sheets: Iterable[Sheet]) -> None:
    """Import what the checks import, once for all processes that grade."""
    for sheet in sheets:
        for name in imported(sheet, "given", "tests"):
            with contextlib.suppress(ImportError):
                importlib.import_module(name)


def imported(sheet: Sheet, *kinds: str) -> Iterator[str]:
    """Yield the modules that cells of some kinds import."""
    for cell in sheet.of_kind(*kinds):
        for node in ast.walk(ast.parse("" if cell.text else cell.source)):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            if isinstance(node, ast.ImportFrom) and node.module:
                yield node.module


def _start(job: Job, safe: bool, room: Room | None) -> BaseProcess:
    job.result.unlink(missing_ok=True)
    process = multiprocessing.get_context("fork").Process(target=_grade_one, args=(job, safe, room))
    process.start()
    return process


def _grade_one(job: Job, safe: bool, room: Room | None) -> None:
    """Grade one submission in this process; what it says goes nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    found = results.grade_submission(job.submission, job.source, job.student, safe=safe, room=room)
    results.write(found, job.result)


def _over(process: BaseProcess, started: float) -> bool:
    """Whether a process has ended, by itself or because it took too long."""
    if process.is_alive() and time.monotonic() - started > LONGEST:
        process.kill()
    if process.is_alive():
        return False
    process.join()
    return True


def write_failure(job: Job, why: str) -> None:
    """Write a result for a submission at which the grader itself has stopped: never a plain 0."""
    sheet = read_sheet(job.source)
    note = f"grading stopped ({why}); a person has to look at this one"
    blank = results.grade_submission(Path("/nonexistent"), job.source, job.student, safe=True)
    inputs = results.inputs(job.submission, job.source)
    failed = {
        "status": Status.CRASHED.value,
        "notes": [note],
        "inputs": inputs,
        "assignment": sheet.stem,
    }
    results.write({**blank, **failed}, job.result)


def verify(
    jobs: Sequence[Job], *, share: float = 0.1, workers: int = 1, seed: int = 0
) -> list[str]:
    """Grade a sample anew and return what differs from the results that are there.

    Parameters
    ----------
    jobs : sequence of Job
        Graded submissions.
    share : float
        Part of them to draw, at least one.
    workers, seed : int
        Submissions at a time; what draws the sample.
    """
    import random
    import tempfile

    sample = random.Random(seed).sample(list(jobs), max(1, round(share * len(jobs))))
    with tempfile.TemporaryDirectory() as folder:
        anew = [
            Job(j.student, j.submission, j.source, Path(folder) / j.result.name) for j in sample
        ]
        return list(_differences(sample, grade(anew, workers=workers)))


def _differences(jobs: Sequence[Job], found: Results) -> Iterator[str]:
    """Say what differs between the results that are there and others, but for their seconds."""
    for job, old, fresh in zip(jobs, Results(jobs), found, strict=True):
        for key in sorted(old.keys() - {"seconds"}):
            if old[key] != fresh[key]:
                yield f"{job.student}: {key} differs"
