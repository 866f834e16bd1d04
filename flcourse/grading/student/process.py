"""The process with a student's code on the student's own machine, whatever its system.

It is the worker of official grading (`flcourse.grading.official.worker`), so that both give the
same verdict, but without a sandbox: this is the student's own code. Processes and pipes are used
as Windows has them, too: a thread reads, because only sockets can be waited for there.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from flcourse.grading.notebook import CodeCell
from flcourse.grading.official import sandbox
from flcourse.grading.official.execute import (
    Budget,
    DiedError,
    Process,
    Shown,
    StudentProcess,
    _Pipe,
)
from flcourse.grading.statuses import Status
from flcourse.grading.student.pruned import imported

__all__ = ["SECONDS", "LocalProcess"]

SECONDS = Budget(each=10.0, total=120.0)  # of processor time: for a cell or call, and in all
PATIENCE = 3.0  # seconds until a line says that something is still running
# As the worker itself, but nobody looks at the figures.
PROGRAM = "from flcourse.grading.official import worker; worker.MOST_FIGURES = 0; worker.main()"


class LocalProcess(StudentProcess):
    """A student's code without a sandbox, and what is said while it runs.

    Parameters
    ----------
    tell : callable
        Called with a line when something takes long.
    budget : Budget, optional
        Seconds for each cell or call, and for all; ten for each by default.
    """

    def __init__(self, tell: Callable[[str], None], budget: Budget | None = None) -> None:
        seconds = budget or Budget(SECONDS.each, SECONDS.total)
        super().__init__(safe=False, budget=seconds)
        self.tell, self.at = tell, ""
        self.endless: dict[str, str] = {}  # functions that did not come back, and what was said
        self.steps: Sequence[CodeCell] | None = None  # all that will run, if that is known
        self._ended_by: Status | None = None
        self.folder = tempfile.TemporaryDirectory(prefix="flcourse-", ignore_cleanup_errors=True)
        self._start()  # so that it imports while the notebook is read

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self.folder.cleanup()

    def run(self, step: CodeCell) -> Shown:
        """Execute a cell; skip an extra cell that mentions a function which did not end."""
        self.at = step.id or "a cell of yours"
        if step.kind == "tests" and self.steps is not None:
            step = replace(step, source=imported(step.source, self.steps))
            if not step.source:
                return Shown()
        if step.kind == "free" and any(name in step.source for name in self.endless):
            return Shown(error="left out: it uses what never ends")
        return super().run(step)

    def call(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a function; a function that did not come back is not called a second time."""
        self.at = name
        if name in self.endless:
            raise DiedError(self.endless[name])
        try:
            return super().call(name, args, kwargs)
        except DiedError as died:
            if self._ended_by == Status.TIMEOUT:
                self.endless[name] = str(died)
            raise

    def _end(self, status: Status | None = None, why: str = "") -> None:
        self._ended_by = status
        super()._end(status, why)

    def _start(self) -> None:
        self._restarts += 1
        surroundings = {"OMP_NUM_THREADS": "1", **os.environ, "MPLBACKEND": "agg"}
        self._process = LocalPopen(
            [sys.executable, "-P", "-c", PROGRAM],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            bufsize=0, cwd=self.folder.name, env=surroundings,
            start_new_session=os.name == "posix",
        )  # fmt: skip
        self._pipe = _ThreadPipe(self._process, self._patient)
        self._watch = sandbox.Watch(self._process, self.limits)

    def _patient(self) -> None:
        self.tell(f"{self.at}: still running, it has {self.budget.next:.0f} seconds")


class LocalPopen(Process):
    """A process that is ended together with those that it started, on any system."""

    def kill(self) -> None:
        """End it and its children."""
        if os.name == "posix":
            super().kill()
            return
        import psutil

        with contextlib.suppress(psutil.Error):
            for child in psutil.Process(self.pid).children(recursive=True):
                child.kill()
        with contextlib.suppress(OSError):
            self.terminate()


class _ThreadPipe(_Pipe):
    """Both directions to a process: what it says is read by a thread."""

    WAITING_FACTOR = 2.0  # a person waits: an endless loop that sleeps ends sooner, too

    def __init__(self, process: Process, patient: Callable[[], None]) -> None:
        assert process.stdin is not None and process.stdout is not None  # noqa: PT018 - for mypy
        self._stdin, self._pid, self._read = process.stdin, process.pid, b""
        self._patient = patient
        self._parts: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        own = os.dup(process.stdout.fileno())  # its number may be another file's once it is closed
        threading.Thread(target=self._pump, args=(own,), daemon=True).start()
        self.allow(0.0)

    def _pump(self, source: int) -> None:
        with open(source, "rb", buffering=0) as stream:
            while part := stream.read(self.CHUNK):
                self._parts.put(part)
        self._parts.put(b"")

    def allow(self, seconds: float) -> None:
        """Begin a request that may take so many seconds of processor time."""
        super().allow(seconds)
        self._told = False

    def write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[self._stdin.write(view) :]

    def _more(self) -> bool:
        while True:
            with contextlib.suppress(queue.Empty):
                part = self._parts.get(timeout=self.LOOK)
                self._read += part
                return bool(part)
            self._count()

    def _count(self) -> None:
        """Account for the time of the request, and say once that it takes long."""
        super()._count()
        if self.waited > PATIENCE and not self._told:
            self._told = True
            self._patient()
