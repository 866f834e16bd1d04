"""Grade a class on the workers of a Dask cluster: the same results as on one machine, one writer.

The course folder is at the same path for everybody; paths and digests are all that travels. The
grading seed does not: every worker has it in its own environment, and one that has another seed,
other versions or another grader says so instead of grading. Each worker keeps a
line (`flcourse.grading.official.standing_line`) in which packages are loaded and the sandbox is
made once; it ends with its worker. So a worker may be lost at any moment: what it had done is on
disk, what it was at goes to another one.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from flcourse.grading.official import batch, sandbox
from flcourse.grading.official import result as results
from flcourse.grading.official.batch import Job, Progress, Results

__all__ = ["grade", "unit"]

WAIT_SECONDS = 30.0  # for the scheduler, and for a first worker
LATE = 60.0  # seconds after which a network file system shows what another machine has written
DEADLY = "its worker was killed, and so were those that tried again"


def grade(
    jobs: Sequence[Job], *, address: str, again: bool = False, progress: Progress | None = None
) -> Results:
    """Grade submissions on a Dask cluster and return their results.

    Parameters
    ----------
    jobs : sequence of Job
        What to grade; results that are there already, made from the same inputs, are kept.
    address : str
        Of the scheduler, such as ``tcp://127.0.0.1:8786``.
    again : bool
        Grade anew also where a result could be kept.
    progress : callable, optional
        Called with the number of submissions done, the number of all, and an estimate of the
        seconds left.

    Raises
    ------
    OSError, RuntimeError
        If Dask is not installed, nobody answers, or a worker has no sandbox.
    ValueError
        If a worker would grade something else, or an assignment has not been built.
    """
    waiting = [job for job in map(_absolute, jobs) if again or not batch.is_settled(job)]
    if waiting:
        distributed = _distributed()
        with distributed.Client(address, set_as_default=False, timeout=WAIT_SECONDS) as client:
            _wait_for_a_worker(client, address)
            _distribute(client, waiting, progress)
    return Results(jobs)


def unit(job: Job, wanted: dict[str, Any]) -> str:
    """Grade one submission on this worker; return "" or why the grader has stopped at it.

    Parameters
    ----------
    job : Job
        What to grade, in a folder that is seen here too.
    wanted : dict
        Its ``inputs`` as they were where the work was handed out.

    Raises
    ------
    SandboxError
        If this worker has no sandbox.
    ValueError
        If the inputs on this worker differ from ``wanted``.
    """
    if not job.source.is_file():
        raise ValueError(f"the course folder must be there for workers too, {_me()} sees no "
                         f"{job.source}")  # fmt: skip
    here = results.inputs(job.submission, job.source, job.variant)
    other = ", ".join(name for name in wanted if here.get(name) != wanted[name])
    if other:
        raise ValueError(
            f"workers must grade what flcourse grade would: {_me()} has another {other}"
        )
    if batch.is_settled(job):  # by a worker that was lost before it could say so
        return ""
    return _STANDING.grade(job)


class _Standing:
    """The line of this worker: made when the first submission comes, it ends with the worker."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._made_with: dict[str, str] = {}
        self._lock = threading.Lock()  # of a worker with several threads

    def grade(self, job: Job) -> str:
        """Grade a submission; return "" or why the grader has stopped at it."""
        with self._lock:
            line = self._begun()
            assert line.stdin is not None and line.stdout is not None  # noqa: PT018 - for mypy
            places = [job.student, *map(str, (job.submission, job.source, job.result))]
            try:
                line.stdin.write(f"{json.dumps([*places, job.variant, job.known])}\n")
                line.stdin.flush()
                if not select.select([line.stdout], [], [], batch.LONGEST_SECONDS + LATE)[0]:
                    self.end()
                    return f"not done after {batch.LONGEST_SECONDS:.0f} s"
                answer = line.stdout.readline()
            except OSError:  # it has ended before it was asked
                answer = ""
            return str(json.loads(answer)) if answer else self._why()

    def _begun(self) -> subprocess.Popen[str]:
        """Return a line that lives, and that was made with the variables that are set now."""
        if self._process and (self._process.poll() is not None or self._made_with != os.environ):
            self.end()
        if self._process is None:
            self._made_with = dict(os.environ)
            self._process = subprocess.Popen(
                _command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True,
            )  # fmt: skip
        return self._process

    def _why(self) -> str:
        """Say why the line has ended."""
        assert self._process is not None
        _, said = self._process.communicate()
        code, self._process = self._process.returncode, None
        if code == results.NO_SANDBOX:
            raise sandbox.SandboxError(f"{_me()}: {said.strip()}")
        return f"exit code {code}"

    def end(self) -> None:
        """End the line, if there is one."""
        if self._process:
            self._process.kill()
            self._process.communicate()
        self._process = None


_STANDING = _Standing()


def _command() -> list[str]:
    """Return the command for a line, which does not outlive the worker that runs it."""
    words = [sys.executable, "-m", "flcourse.grading.official.standing_line"]
    return ["setpriv", "--pdeathsig", "KILL", "--", *words]


def _me() -> str:
    """Return the address of this worker."""
    from distributed import get_worker

    try:
        return f"the worker {get_worker().address}"
    except ValueError:
        return "this process"


def _absolute(job: Job) -> Job:
    """Name files in full: the working folder of a worker is another one."""
    paths: list[Path] = [path.resolve() for path in (job.submission.parent, job.source)]
    submission = paths[0] / job.submission.name  # of a link, not what it points to
    return replace(job, submission=submission, source=paths[1], result=job.result.resolve())


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise RuntimeError("Dask is not installed: pip install 'flcourse[dask]'") from error
    return distributed


def _wait_for_a_worker(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=WAIT_SECONDS)
    except TimeoutError:
        raise RuntimeError(
            f"there are no workers at {address}: flcourse workers dask says how to start some"
        ) from None


def _distribute(client: Any, jobs: Sequence[Job], progress: Progress | None) -> None:
    """Hand out jobs, and write down those at which the grader has stopped."""
    distributed = _distributed()
    for job in jobs:
        job.result.unlink(missing_ok=True)
    wanted = [results.inputs(job.submission, job.source, job.variant) for job in jobs]
    futures = dict(zip(client.map(unit, jobs, wanted, pure=False), jobs, strict=True))
    started, total = time.monotonic(), len(jobs)
    ended = distributed.as_completed(list(futures), loop=client.loop)
    for done, future in enumerate(ended, 1):
        job = futures.pop(future)
        try:
            why = future.result()
        except distributed.KilledWorker:
            why = DEADLY
        if why or not _comes(job):
            batch.write_failure(job, why or "no result was written")
        if progress:
            progress(done, total, (time.monotonic() - started) / done * (total - done))


def _comes(job: Job) -> bool:
    """Whether the result that a worker has written is seen here too, sooner or later."""
    until = time.monotonic() + LATE
    while not batch.is_fresh(job):
        if time.monotonic() > until:
            return False
        time.sleep(0.5)
    return True
