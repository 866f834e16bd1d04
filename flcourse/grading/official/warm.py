"""A warm start: one process in a sandbox with everything imported, from which workers are forked.

To start Python and to import NumPy, SciPy and matplotlib takes longer than most submissions do. So
a process inside bubblewrap (`flcourse.grading.official.sandbox`) does it once, before any code of a
student runs. It is called zygote, as on Android: a process that is only forked. For each submission
it forks a worker into namespaces of the worker's own: processes, mounts, network and shared memory
are new and empty, and the worker has no rights over them. What a worker does to Python ends with
it, because memory is copied on write; files it can write only where nobody else looks, and they
are gone afterwards.

Where the system does not allow namespaces in namespaces, no zygote is usable, and each submission
gets a bubblewrap of its own. This module is the grader's side, which is trusted; what runs in the
sandbox is `flcourse.grading.official.warm_inside`.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from flcourse.grading.official import sandbox
from flcourse.grading.official.sandbox import Limits, SandboxError

__all__ = ["PROGRAM", "WarmWorker", "Zygote"]

READY_SECONDS = 120.0  # until everything is imported
PROGRAM = (sys.executable, "-P", "-m", "flcourse.grading.official.warm_inside")
MOST_BYTES = 2**16  # of an answer


class Zygote:
    """A warm sandbox, for as many submissions as there are.

    Parameters
    ----------
    modules : sequence of str
        What to import beforehand: only what students may know about.
    """

    def __init__(self, modules: Sequence[str] = ()) -> None:
        self._requests, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with inside:
            self._process = subprocess.Popen(
                sandbox.command([*PROGRAM, *modules], Limits(cpu=10**6), nested=True),
                stdin=inside.fileno(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip
        # A process that this one forks cannot wait for the zygote, but can look at this handle.
        self._handle = os.pidfd_open(self._process.pid)

    @classmethod
    def open(cls, modules: Sequence[str] = ()) -> Zygote | None:
        """Begin to make a zygote and return it, None where the tools are missing."""
        try:
            return cls(modules)
        except OSError:
            return None

    def usable(self) -> bool:
        """Wait until the zygote is ready, and say whether it can fork workers."""
        try:
            worker = self.fork(Limits())
        except SandboxError:
            return False
        worker.kill()
        worker.wait()
        return True

    def fork(self, limits: Limits) -> WarmWorker:
        """Return a new process that runs `flcourse.grading.official.worker`.

        Raises
        ------
        SandboxError
            If the zygote is gone, or no new sandbox can be made.
        """
        channel, end = socket.socketpair()
        with end:
            channel.settimeout(READY_SECONDS)
            request = json.dumps(asdict(limits)).encode()
            try:
                socket.send_fds(self._requests, [request], [end.fileno()])
                end.close()
                answer, handles, *_ = socket.recv_fds(channel, MOST_BYTES, 1)
            except OSError as error:
                channel.close()
                raise SandboxError(
                    f"the sandbox that forks workers does not answer: {error}"
                ) from None
        if not handles:
            channel.close()
            raise SandboxError(
                f"no sandbox for a worker: {answer.decode() or 'the zygote is gone'}"
            )
        return WarmWorker(channel, handles[0])

    @property
    def alive(self) -> bool:
        """Whether it can still fork workers."""
        return self.lives(0.0)

    def lives(self, seconds: float) -> bool:
        """Whether it lives, and goes on living for so long."""
        return not select.select([self._handle], [], [], seconds)[0]

    def close(self) -> None:
        """End the zygote and all its workers."""
        self._requests.close()
        self._process.kill()
        self._process.wait()
        os.close(self._handle)


class WarmWorker:
    """A forked process, to be handled as a `subprocess.Popen` with one channel for both ways."""

    def __init__(self, channel: socket.socket, handle: int) -> None:
        self.stdin = self.stdout = channel
        self._handle: int | None = handle
        about = Path(f"/proc/self/fdinfo/{handle}").read_text("utf-8")
        number = next(line[4:] for line in about.splitlines() if line.startswith("Pid:"))
        self.pid = max(int(number), 0)  # it may have ended already

    def poll(self) -> int | None:
        """Return None while the process lives."""
        return 0 if self._ended(0.0) else None

    def kill(self) -> None:
        """End the process and all that it started: it is the first of its namespace."""
        if self._handle is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until the process has ended."""
        if not self._ended(timeout):
            raise subprocess.TimeoutExpired("worker", timeout or 0.0)
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
        return 0

    def _ended(self, timeout: float | None) -> bool:
        return self._handle is None or bool(select.select([self._handle], [], [], timeout)[0])
