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

from flcourse.grading.assignment import Assignment, read_assignment
from flcourse.grading.official import result as results
from flcourse.grading.official import sandbox
from flcourse.grading.official.warm import Zygote
from flcourse.grading.statuses import Status

LONGEST_SECONDS = 1_800.0  # after which the process that grades one submission is ended
POLL = 0.02
# What students' answers import, too: worth loading beforehand for more than a few of them. SciPy
# and scikit-learn load their parts when they are named, so that this changes no verdict.
MANY_SUBMISSIONS = 10
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
    jobs: Sequence[Job],
    *,
    workers: int = 1,
    again: bool = False,
    warm: bool = True,
    progress: Progress | None = None,
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
    warm : bool
        Fork the students' processes from one sandbox, where that works; else each has its own.
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
    assignments = [read_assignment(source) for source in {job.source for job in jobs}]
    waiting = [job for job in jobs if again or not is_fresh(job)]
    if waiting:
        modules = [name for one in assignments for name in imported(one, "given")]
        modules += COMMON if len(waiting) >= MANY_SUBMISSIONS else ()
        with contextlib.closing(_WarmStart(modules, wanted=warm)) as start:
            # The zygote imports while this process does the same.
            preload(assignments)
            results.warm_up()
            safe = sandbox.require()
            start.settle(safe)
            _grade_all(waiting, workers, lambda job: _start(job, safe, start.zygote()), progress)
    return Results(jobs)


class _WarmStart:
    """The zygote of a run: made again when it dies, given up where none can be used."""

    def __init__(self, modules: Sequence[str], *, wanted: bool) -> None:
        self._modules = modules
        self._zygote = Zygote.open(modules) if wanted else None

    def settle(self, safe: bool) -> None:
        """Wait for the zygote and give it up where it is of no use."""
        if self._zygote and not (safe and self._zygote.usable()):
            self.close()

    def zygote(self) -> Zygote | None:
        """Return a zygote that lives, None if this run has none."""
        if self._zygote and not self._zygote.alive:
            self.close()
            self._zygote = Zygote.open(self._modules)
        return self._zygote

    def close(self) -> None:
        """End the zygote, if there is one."""
        if self._zygote:
            self._zygote.close()
        self._zygote = None


def _grade_all(
    waiting: Sequence[Job],
    workers: int,
    start: Callable[[Job], BaseProcess],
    progress: Progress | None,
) -> None:
    """Keep ``workers`` processes busy until each job has a result, be it that of a failure."""
    running: dict[BaseProcess, tuple[Job, float]] = {}
    began, todo, total = time.monotonic(), list(reversed(waiting)), len(waiting)
    try:
        while todo or running:
            while todo and len(running) < workers:
                job = todo.pop()
                running[start(job)] = (job, time.monotonic())
            time.sleep(POLL)
            for process in [p for p in running if _over(p, running[p][1])]:
                job, _ = running.pop(process)
                if process.exitcode or not is_fresh(job):
                    write_failure(job, f"exit code {process.exitcode}")
                done = total - len(todo) - len(running)
                if progress:
                    progress(done, total, (time.monotonic() - began) / done * (total - done))
    finally:
        for process in running:
            process.kill()


def is_fresh(job: Job) -> bool:
    """Whether there is a result of a submission that was made from what is there now."""
    try:
        old = json.loads(job.result.read_text("utf-8"))
        results.validate(old)
    except (OSError, ValueError):
        return False
    here: dict[str, Any] = results.inputs(job.submission, job.source)
    return bool(old["inputs"] == here and old["student"] == job.student)


def preload(assignments: Iterable[Assignment]) -> None:
    """Import what the checks import, once for all processes that grade."""
    for assignment in assignments:
        for name in imported(assignment, "given", "tests"):
            with contextlib.suppress(ImportError):
                importlib.import_module(name)


def imported(assignment: Assignment, *kinds: str) -> Iterator[str]:
    """Yield the modules that cells of some kinds import."""
    for cell in assignment.of_kind(*kinds):
        for node in ast.walk(ast.parse("" if cell.text else cell.source)):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            if isinstance(node, ast.ImportFrom) and node.module:
                yield node.module


def _start(job: Job, safe: bool, zygote: Zygote | None) -> BaseProcess:
    job.result.unlink(missing_ok=True)
    process = multiprocessing.get_context("fork").Process(
        target=_grade_one, args=(job, safe, zygote)
    )
    process.start()
    return process


def _grade_one(job: Job, safe: bool, zygote: Zygote | None) -> None:
    """Grade one submission in this process; what it says goes nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    found = results.grade_submission(
        job.submission, job.source, job.student, safe=safe, zygote=zygote
    )
    results.write(found, job.result)


def _over(process: BaseProcess, started: float) -> bool:
    """Whether a process has ended, by itself or because it took too long."""
    if process.is_alive() and time.monotonic() - started > LONGEST_SECONDS:
        process.kill()
    if process.is_alive():
        return False
    process.join()
    return True


def write_failure(job: Job, why: str) -> None:
    """Write a result for a submission at which the grader itself has stopped: never a plain 0."""
    assignment = read_assignment(job.source)
    note = f"grading stopped ({why}); a person has to look at this one"
    blank = results.grade_submission(Path("/nonexistent"), job.source, job.student, safe=True)
    inputs = results.inputs(job.submission, job.source)
    failed = {
        "status": Status.CRASHED.value,
        "notes": [note],
        "inputs": inputs,
        "assignment": assignment.stem,
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
