"""Grade a class: many submissions side by side, one result file each, one writer at the end.

A run may be stopped at any moment, by ``kill -9`` too: what is graded stays, the next run takes it
up as long as nothing that decides it has changed. The gradebook is written once, from all results,
into a copy that then takes its place.
"""

from __future__ import annotations

import ast
import contextlib
import ctypes
import gc
import importlib
import json
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, overload

from flcourse.grading import own_data
from flcourse.grading.assignment import Assignment, read_assignment
from flcourse.grading.official import execute, sandbox, trusted
from flcourse.grading.official import result as results
from flcourse.grading.official.intake import Submission
from flcourse.grading.official.reading import Reader
from flcourse.grading.official.warm import Zygote
from flcourse.grading.official.worker import FILE
from flcourse.grading.statuses import Status

__all__ = [
    "COMMON",
    "LONGEST_SECONDS",
    "Job",
    "Line",
    "Progress",
    "Results",
    "drawn",
    "grade",
    "imported",
    "is_fresh",
    "is_settled",
    "jobs_of",
    "preload",
    "verify",
    "write_failure",
]

LONGEST_SECONDS = 1_800.0  # after which the process that grades one submission is ended
MOST_NAMES = 12  # that a message lists
ATTEMPTS = 2  # at a submission whose grading was ended: the machine may have been it
POLL = 0.02
DEATH_SIGNAL = 1  # of prctl
# What students' answers import, too: worth loading beforehand for more than a few of them. SciPy
# and scikit-learn load their parts when they are named, so that this changes no verdict.
MANY_SUBMISSIONS = 10
COMMON = ("scipy.linalg", "scipy.optimize", "scipy.sparse.csgraph", "scipy.sparse.linalg",
          "scipy.spatial.distance", "scipy.stats", "networkx", "sklearn.linear_model",
          "sklearn.metrics", "sklearn.model_selection", "sklearn.neighbors")  # fmt: skip

Progress = Callable[[int, int, float], None]  # done, all, seconds left


@dataclass(frozen=True)
class Job:
    """A submission to grade, and where its result goes.

    ``variant`` is that of the student's own data, ``known`` those of all others in the course.
    """

    student: str
    submission: Path
    source: Path
    result: Path
    variant: int = own_data.PUBLIC
    known: tuple[int, ...] = ()


class Results(Sequence[dict[str, Any]]):
    """Results of jobs, each read when asked for: those of a large class would fill the memory.

    Where no result could be written, for example because the disk is full, there is a document that
    says so.
    """

    def __init__(self, jobs: Sequence[Job], unwritten: Mapping[Path, str] | None = None) -> None:
        self._jobs, self._unwritten = list(jobs), unwritten or {}

    def __len__(self) -> int:
        return len(self._jobs)

    @overload
    def __getitem__(self, at: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, at: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, at: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        found = self._jobs[at]
        return [*map(self._read, found)] if isinstance(found, list) else self._read(found)

    def _read(self, job: Job) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads(job.result.read_text("utf-8"))
        except (OSError, ValueError) as error:
            return _failure(job, self._unwritten.get(job.result, f"no result to read: {error}"))
        return found


def _failure(job: Job, why: str) -> dict[str, Any]:
    return results.failure(job.submission, job.source, job.student, why, variant=job.variant)


def jobs_of(course: Path, stem: str, students: Sequence[str] = ()) -> list[Job]:
    """Return the submissions of an assignment in a course folder, by student.

    Raises
    ------
    ValueError
        If there are no submissions, or none from a student who is named.
    """
    source = course / "_build" / "source" / stem / f"{stem}.ipynb"
    submitted = course / "submitted"
    folders = sorted(folder for folder in submitted.glob("*") if _may_hold(folder / stem))
    known = {folder.name: folder / stem for folder in folders if not folder.name.startswith(".")}
    missing = sorted(set(students) - set(known))
    if not known:
        raise ValueError(
            f"submitted/ must hold a submission of {stem!r} in {course.resolve()}: "
            f"flcourse collect {stem}"
        )
    if missing:
        there = ", ".join([*known][:MOST_NAMES]) + ", …" * (len(known) > MOST_NAMES)
        raise ValueError(f"student must be one of those who handed in {stem} ({there}), "
                         f"got {missing[0]!r}")  # fmt: skip
    home = course / "results" / stem
    given = own_data.handed_out(course, stem)
    variants = tuple(sorted({*given.values()}))
    return [
        Job(
            student,
            folder,
            source,
            home / f"{student}.json",
            given.get(student, own_data.PUBLIC),
            variants,
        )
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
        Called with the number of submissions done, the number of all, and an estimate of the
        seconds left.

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
    waiting = [job for job in jobs if again or not is_settled(job)]
    if waiting:
        many = len(waiting) >= MANY_SUBMISSIONS
        with contextlib.closing(Line(assignments, many=many, warm=warm)) as line:
            return Results(jobs, line.grade(waiting, workers=workers, progress=progress))
    return Results(jobs)


class Line:
    """What grades submissions, made once for as many as come: a reader and a warm sandbox.

    Parameters
    ----------
    assignments : sequence of Assignment
        What is loaded beforehand.
    many : bool
        Whether it is worth loading what answers may import, too.
    warm : bool
        As for `grade`.

    Raises
    ------
    SandboxError
        If there is no sandbox, and no override.
    """

    def __init__(
        self, assignments: Sequence[Assignment], *, many: bool = False, warm: bool = True
    ) -> None:
        modules = [name for one in assignments for name in imported(one, "given")]
        modules += COMMON if many else ()
        # The reader is made first, small as this process is then, and reads for all of them.
        self._reader = Reader()
        self._reader.ask("render", "")
        self._start = _WarmStart(modules, wanted=warm)
        try:
            # The zygote imports while this process does the same.
            with _nothing_is_garbage():
                preload(assignments)
                results.warm_up()
            self._safe = sandbox.require()
            self._start.settle(self._safe)
        except BaseException:
            self.close()
            raise

    def grade(
        self, jobs: Sequence[Job], *, workers: int = 1, progress: Progress | None = None
    ) -> dict[Path, str]:
        """Grade submissions; return why results could not be written, by their places."""
        begin = partial(_begin, safe=self._safe, zygote=self._start.zygote, reader=self._reader)
        return _grade_all(jobs, workers, begin, progress)

    def close(self) -> None:
        """End the processes that it has made."""
        self._start.close()
        self._reader.close()
        gc.unfreeze()


@contextlib.contextmanager
def _nothing_is_garbage() -> Iterator[None]:
    """Keep what is loaded: forks neither look it through nor, by doing so, copy it."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _may_hold(path: Path) -> bool:
    """Whether something is there, be it that we may not look: then this one cannot be graded."""
    try:
        return path.exists()
    except OSError:
        return True


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


@dataclass(frozen=True)
class _Running:
    """A process that grades a submission, for the ``attempt``-th time."""

    job: Job
    process: BaseProcess
    words: Connection  # on which it says why it stops
    began: float
    attempt: int = 1

    @property
    def too_long(self) -> bool:
        return time.monotonic() - self.began > LONGEST_SECONDS

    def is_over(self) -> bool:
        """Whether it has ended, by itself or because it took too long."""
        if self.process.is_alive() and self.too_long:
            self.process.kill()
        if self.process.is_alive():
            return False
        self.process.join()
        return True

    def why(self) -> str:
        """Say why there is no result, nothing if there is one."""
        if not self.process.exitcode and is_fresh(self.job):
            return ""
        code = self.process.exitcode or 0
        if code < 0:
            late = f"after {LONGEST_SECONDS:.0f} s" if self.too_long else f"by signal {-code}"
            return f"its process was ended {late}"
        with contextlib.suppress(EOFError, OSError):
            if self.words.poll():
                return str(self.words.recv())
        return f"exit code {code}"


def _grade_all(
    waiting: Sequence[Job],
    workers: int,
    start: Callable[[Job], _Running],
    progress: Progress | None,
) -> dict[Path, str]:
    """Keep ``workers`` processes busy until each job has a result, be it that of a failure.

    Returns
    -------
    dict
        Why results could not be written, by their places.
    """
    unwritten: dict[Path, str] = {}
    running: list[_Running] = []
    began, total = time.monotonic(), len(waiting)
    todo = [(job, 1) for job in reversed(waiting)]
    try:
        while todo or running:
            while todo and len(running) < workers:
                job, attempt = todo.pop()
                running.append(replace(start(job), attempt=attempt))
            time.sleep(POLL)
            for one in [one for one in running if one.is_over()]:
                running.remove(one)
                if _goes_again(one, unwritten):
                    todo.append((one.job, one.attempt + 1))
                    continue
                done = total - len(todo) - len(running)
                if progress:
                    progress(done, total, (time.monotonic() - began) / done * (total - done))
    finally:
        for one in running:
            one.process.kill()
    return unwritten


def _goes_again(one: _Running, unwritten: dict[Path, str]) -> bool:
    """Whether a submission is to be graded once more; else it has a result, or a failure."""
    why = one.why()
    one.words.close()
    if not why:
        return False
    if one.attempt < ATTEMPTS and not one.too_long:
        return True
    try:
        write_failure(one.job, why)
    except OSError as error:  # such as of a full disk
        unwritten[one.job.result] = str(error)
    return False


def is_fresh(job: Job) -> bool:
    """Whether there is a result of a submission that was made from what is there now."""
    try:
        old = json.loads(job.result.read_text("utf-8"))
        results.validate(old)
    except (OSError, ValueError):
        return False
    here: dict[str, Any] = results.inputs(job.submission, job.source, job.variant)
    return bool(old["inputs"] == here and old["student"] == job.student)


def is_settled(job: Job) -> bool:
    """Whether there is a fresh result, and a verdict in it: our own failures are tried again."""
    return is_fresh(job) and Results([job])[0]["status"] != Status.INFRASTRUCTURE


def preload(assignments: Iterable[Assignment]) -> None:
    """Import what the checks import, and compile them, once for all processes that grade."""
    for assignment in assignments:
        for cell in assignment.of_kind("tests"):
            execute.imports(cell.source)
            trusted.compiled(cell.source, FILE.format(cell.id))
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


def _begin(
    job: Job, *, safe: bool, zygote: Callable[[], Zygote | None], reader: Reader
) -> _Running:
    return _start(job, safe, zygote(), reader)


def _start(job: Job, safe: bool, zygote: Zygote | None, reader: Reader) -> _Running:
    job.result.unlink(missing_ok=True)
    taken = reader.take_in(job.submission, job.source, job.variant)
    words, said = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(
        target=_grade_one, args=(job, safe, zygote, reader, taken, said)
    )
    process.start()
    said.close()
    return _Running(job, process, words, time.monotonic())


def _grade_one(
    job: Job, safe: bool, zygote: Zygote | None, reader: Reader, taken: Submission, said: Connection
) -> None:
    """Grade one submission in this process; what it says goes nowhere."""
    reader.leave()
    _end_with_parent()
    gc.set_threshold(sandbox.SELDOM)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    try:
        found = results.grade_submission(
            job.submission, job.source, job.student, safe=safe, zygote=zygote, taken=taken,
            variant=job.variant, known=job.known,
        )  # fmt: skip
        results.write(found, job.result)
    except BaseException as error:
        said.send(f"{type(error).__name__}: {error}"[:500])
        raise


def _end_with_parent() -> None:
    """Let this process end when its parent is killed: nobody would wait for its result."""
    parent = multiprocessing.parent_process()
    with contextlib.suppress(AttributeError, OSError):  # not Linux
        ctypes.CDLL(None).prctl(DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        if parent and os.getppid() != parent.pid:  # it was killed just before
            os._exit(1)


def write_failure(job: Job, why: str) -> None:
    """Write a result for a submission at which the grader itself has stopped: never a plain 0."""
    note = f"grading was stopped: {why}; flcourse grade tries it again"
    results.write(_failure(job, note), job.result)


def drawn(jobs: Sequence[Job], *, share: float = 0.1, seed: int = 0) -> list[Job]:
    """Draw a part of the submissions, at least one, in their order."""
    import random

    chosen = random.Random(seed).sample(list(jobs), max(1, round(share * len(jobs))))
    return [job for job in jobs if job in chosen]


def verify(
    sample: Sequence[Job], *, workers: int = 1, progress: Progress | None = None
) -> list[str]:
    """Grade submissions anew and return what differs from the results that are there.

    Parameters
    ----------
    sample : sequence of Job
        Graded submissions, as from `drawn`.
    workers, progress
        As for `grade`.
    """
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        anew = [replace(one, result=Path(folder) / one.result.name) for one in sample]
        return list(_differences(sample, grade(anew, workers=workers, progress=progress)))


def _differences(jobs: Sequence[Job], found: Results) -> Iterator[str]:
    """Say what differs between the results that are there and others, but for their seconds."""
    for job, old, fresh in zip(jobs, Results(jobs), found, strict=True):
        for key in sorted(old.keys() - {"seconds"}):
            if old[key] != fresh[key]:
                yield f"{job.student}: {key} differs"
