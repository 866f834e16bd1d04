"""The zygote inside the sandbox: it imports, then forks a worker for each submission.

It runs in a bubblewrap in which it may mount (`flcourse.grading.official.warm` starts it and says
what a zygote is), and holds no secret. Each worker gets namespaces of its own and then loses every
right over them; only after that does it run `flcourse.grading.official.worker`. The standard
library has no functions for namespaces, mounts and capabilities: those of the system are called by
name, with the numbers of its headers.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import gc
import importlib
import json
import os
import re
import resource
import select
import signal
import socket
import struct
import sys
from collections.abc import Sequence
from pathlib import Path

from flcourse.grading.official import guard, sandbox, worker
from flcourse.grading.official.sandbox import HOME, SELDOM, Limits
from flcourse.grading.official.shell import Shell

__all__ = ["main"]

MOST_BYTES = 2**16  # of a request
NEW_USER, NEW_PROCESSES = 0x10000000, 0x20000000
NEW_REST = 0x00020000 | 0x08000000 | 0x40000000  # mounts, shared memory, network
NO_SUID, NO_DEVICES, NO_PROGRAMS = 2, 4, 8
BIND = 4096
READ_ONLY = 1 | 32 | BIND  # of one mount that is there already
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
OCTAL = re.compile(rb"\\(\d{3})")
PRIVATE = 0x4000 | 0x40000  # recursively
FORGET_CAPABILITY, CLEAR_AMBIENT, AMBIENT = 24, 4, 47
CAPABILITIES_3 = 0x20080522  # version of the structure
UP, SET_FLAGS = 1, 0x8914
libc = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    """Import modules, then fork a worker for each request until the grader hangs up."""
    requests = socket.socket(fileno=0)
    _prepare(sys.argv[1:])
    workers = _Workers(requests)
    while workers.serve():
        pass


def _prepare(modules: Sequence[str]) -> None:
    """Guard the devices of the machine, and load all that workers shall find loaded."""
    gc.disable()  # nothing of what is loaded is garbage
    for device in DEVICES:  # of the machine: to be used, but not to be changed
        _mount("none", f"/dev/{device}", READ_ONLY | NO_SUID)
    for name in modules:
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    _draw_once()
    Shell.instance().warm_up()
    gc.freeze()  # what is loaded is neither looked through nor, by that, copied in each worker
    gc.set_threshold(SELDOM)
    gc.enable()


class _Workers:
    """The workers that run: each has a channel to the grader and a handle of its process."""

    def __init__(self, requests: socket.socket) -> None:
        self.requests = requests
        self.own = os.open("/proc/self/ns/pid", os.O_RDONLY)
        self.handles: dict[int, int] = {}  # channel: handle
        self.workers: dict[int, tuple[int, int]] = {}  # handle: channel and process
        self.waiting = select.poll()
        self.waiting.register(requests, select.POLLIN)

    def serve(self) -> bool:
        """Wait for what happens next and see to it; False once the grader has hung up."""
        for ready, _ in self.waiting.poll():
            if ready == self.requests.fileno():
                request, channel = _received(self.requests)
                if not request:
                    return False
                if channel is not None:  # else too many files are open: nobody answers
                    self.start(request, channel)
            elif ready in self.handles:
                self.stop(ready)
            elif ready in self.workers:
                self.forget(ready)
        return True

    def start(self, request: bytes, channel: int) -> None:
        """Fork a worker and watch both its channel and its process."""
        process = _fork(self.own, request, channel)
        handle = os.pidfd_open(process)
        self.handles[channel], self.workers[handle] = handle, (channel, process)
        self.waiting.register(channel, 0)  # the grader may hang up
        self.waiting.register(handle, select.POLLIN)  # the worker may end

    def stop(self, channel: int) -> None:
        """Stop the worker on whom the grader has hung up."""
        self.waiting.unregister(channel)
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.handles.pop(channel), signal.SIGKILL)

    def forget(self, handle: int) -> None:
        """Forget a worker that has ended."""
        channel, process = self.workers.pop(handle)
        self.waiting.unregister(handle)
        if self.handles.pop(channel, None) is not None:
            self.waiting.unregister(channel)
        os.waitpid(process, 0)
        os.close(handle)
        os.close(channel)


def _draw_once() -> None:
    """Fill the caches of matplotlib, if it is there, such as that of glyphs."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return
    figure, axes = pyplot.subplots()
    axes.set(xlabel="0123456789", title="$\\alpha$", xscale="log")
    axes.plot([1, 2], label="a")
    axes.legend()
    figure.savefig(os.devnull, format="png")
    pyplot.close("all")


def _received(requests: socket.socket) -> tuple[bytes, int | None]:
    """Wait for a request: limits, and the channel to whoever asks."""
    request, handles, *_ = socket.recv_fds(requests, MOST_BYTES, 1)
    return request, handles[0] if handles else None


def _fork(own: int, request: bytes, channel: int) -> int:
    """Fork the first process of a new namespace of processes."""
    _call("unshare", NEW_PROCESSES)
    process = os.fork()
    if process:
        _call("setns", own, NEW_PROCESSES)
        return process
    try:
        _be_worker(request, channel)
    finally:
        os._exit(1)


def _be_worker(request: bytes, channel: int) -> None:
    """Make the sandbox around this process, then run the worker in a child of it."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream, meant in ((channel, 0), (channel, 1), (nothing, 2)):
        os.dup2(stream, meant)
    os.closerange(3, 2**16)
    with socket.socket(fileno=os.dup(0)) as grader:
        try:
            limits = Limits(**json.loads(request))
            _isolate(limits)
            guard.shut()  # also this process, which the student's could try to steer
            handle = os.pidfd_open(os.getpid())
            socket.send_fds(grader, [b"ready"], [handle])
            os.close(handle)
        except Exception as error:
            grader.send(str(error).encode()[:MOST_BYTES])
            return
    child = os.fork()
    if child == 0:
        try:
            import numpy as np

            np.random.seed()  # noqa: NPY002 - the old global generator, anew for each student
            worker.main()
        finally:
            os._exit(0)
    os.closerange(0, 3)
    # The first process of a namespace inherits the orphans; with it, all the others end.
    while os.wait()[0] != child:
        pass


def _isolate(limits: Limits) -> None:
    """Leave everything that other workers share, then the rights that this takes."""
    _call("unshare", NEW_REST)
    _mount("none", "/", PRIVATE)
    for place in sandbox.SCRATCH:
        _empty(place, f"size={limits.scratch},mode=0755")
    _mount("proc", "/proc", NO_SUID | NO_DEVICES | NO_PROGRAMS)
    _mount("devpts", "/dev/pts", NO_SUID | NO_PROGRAMS, "newinstance,ptmxmode=0666,mode=620")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sh22x", b"lo", UP))
    os.chdir(HOME)
    _become_nobody()
    _limit(limits)


def _empty(place: str, size: str) -> None:
    """Empty a folder but for what bubblewrap shows below it, such as the package."""
    mounts = [line.split()[1] for line in Path("/proc/self/mounts").read_bytes().splitlines()]
    below = [os.fsdecode(OCTAL.sub(_character, path)) for path in mounts]
    kept = {p: os.open(p, os.O_PATH) for p in below if p.startswith(f"{place}/")}
    _mount("tmpfs", place, NO_SUID | NO_DEVICES, size)
    for path, handle in kept.items():
        shown = Path(f"/proc/self/fd/{handle}")
        if shown.is_dir():
            os.makedirs(path, exist_ok=True)
        else:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            Path(path).touch()
        _mount(str(shown), path, BIND)  # as before: read-only
        os.close(handle)


def _character(match: re.Match[bytes]) -> bytes:
    """Read a character of a path that the system writes in digits, such as a space."""
    return bytes([int(match[1], 8)])


def _limit(limits: Limits) -> None:
    for name, most in (("AS", limits.memory), ("CPU", limits.cpu), ("FSIZE", limits.file)):
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))


def _become_nobody() -> None:
    """Enter a namespace of users that owns nothing, and give up the capabilities in it."""
    _call("unshare", NEW_USER)
    for file, text in (("setgroups", "deny"), ("uid_map", "1000 0 1"), ("gid_map", "1000 0 1")):
        Path(f"/proc/self/{file}").write_text(text, "ascii")
    _call("prctl", AMBIENT, CLEAR_AMBIENT, 0, 0, 0)
    for capability in range(64):
        libc.prctl(FORGET_CAPABILITY, capability, 0, 0, 0)  # fails from the last one on
    head, none = struct.pack("Ii", CAPABILITIES_3, 0), bytes(24)
    _call("capset", head, none)


def _mount(kind: str, place: str, flags: int, options: str = "") -> None:
    _call("mount", kind.encode(), place.encode(), kind.encode(), flags, options.encode())


def _call(name: str, *arguments: int | bytes) -> None:
    """Call a function of the system, or raise its error."""
    words = [ctypes.c_ulong(a) if isinstance(a, int) else a for a in arguments]
    if getattr(libc, name)(*words):
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")


if __name__ == "__main__":
    main()
