"""A room that is warm: one sandbox with everything imported, from which new ones are forked.

To start Python and to import NumPy, SciPy and matplotlib takes longer than most submissions do. So
a process inside bubblewrap (`flcourse.grading.sandbox`) does it once, before any code of a student
runs. For each submission it forks a guest into namespaces of the guest's own: processes, mounts,
network and shared memory are new and empty, and the guest has no rights over them. What a guest
does to Python ends with it, because memory is copied on write; files it can write only where
nobody else looks, and they are gone afterwards.

Where the system does not allow namespaces in namespaces, no room is usable, and each submission
gets a bubblewrap of its own.
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
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from flcourse.grading import sandbox, worker
from flcourse.grading.sandbox import HOME, Limits, SandboxError

PATIENCE = 120.0  # seconds until everything is imported
PROGRAM = (sys.executable, "-P", "-m", "flcourse.grading.room")
LONGEST = 2**16  # bytes of a request

# ---------------------------------------------------------------------- the grader's side


class Room:
    """A warm sandbox, for as many submissions as there are.

    Parameters
    ----------
    modules : sequence of str
        What to import beforehand: only what students may know about.
    """

    def __init__(self, modules: Sequence[str] = ()) -> None:
        self._door, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with inside:
            self._process = subprocess.Popen(
                sandbox.command([*PROGRAM, *modules], Limits(cpu=10**6), nested=True),
                stdin=inside.fileno(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip

    @classmethod
    def open(cls, modules: Sequence[str] = ()) -> Room | None:
        """Begin to make a room and return it, None where the tools are missing."""
        try:
            return cls(modules)
        except OSError:
            return None

    def usable(self) -> bool:
        """Wait until the room is ready, and say whether guests can go in."""
        try:
            guest = self.enter(Limits())
        except SandboxError:
            return False
        guest.kill()
        guest.wait()
        return True

    def enter(self, limits: Limits) -> Guest:
        """Return a new process that runs `flcourse.grading.worker`.

        Raises
        ------
        SandboxError
            If the room is gone, or no new sandbox can be made.
        """
        wire, end = socket.socketpair()
        with end:
            wire.settimeout(PATIENCE)
            try:
                socket.send_fds(self._door, [json.dumps(asdict(limits)).encode()], [end.fileno()])
                end.close()
                word, handles, *_ = socket.recv_fds(wire, LONGEST, 1)
            except OSError as error:
                wire.close()
                raise SandboxError(
                    f"the room for students' code does not answer: {error}"
                ) from None
        if not handles:
            wire.close()
            raise SandboxError(f"no sandbox in the room: {word.decode() or 'it is gone'}")
        return Guest(wire, handles[0])

    @property
    def alive(self) -> bool:
        """Whether guests can still go in."""
        return self._process.poll() is None

    def close(self) -> None:
        """End the room and everybody in it."""
        self._door.close()
        self._process.kill()
        self._process.wait()


class Guest:
    """A process in a room, to be handled as a `subprocess.Popen` with one wire for both ways."""

    def __init__(self, wire: socket.socket, handle: int) -> None:
        self.stdin = self.stdout = wire
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
            raise subprocess.TimeoutExpired("guest", timeout or 0.0)
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
        return 0

    def _ended(self, timeout: float | None) -> bool:
        return self._handle is None or bool(select.select([self._handle], [], [], timeout)[0])


# ---------------------------------------------------------------------- inside

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
    """Import modules, then fork a guest for each request until the door closes."""
    door = socket.socket(fileno=0)
    for device in DEVICES:  # of the machine: to be used, but not to be changed
        _mount("none", f"/dev/{device}", READ_ONLY | NO_SUID)
    for name in sys.argv[1:]:
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    _draw_once()
    gc.collect()
    gc.freeze()
    own = os.open("/proc/self/ns/pid", os.O_RDONLY)
    wires: dict[int, int] = {}  # wire and handle of each guest
    handles: dict[int, tuple[int, int]] = {}  # handle: wire and process
    waiting = select.poll()
    waiting.register(door, select.POLLIN)
    while True:
        for ready, _ in waiting.poll():
            if ready == door.fileno():
                request, wire = _received(door)
                if not request:
                    return
                if wire is None:  # too many files are open: whoever asked is told so by silence
                    continue
                process = _fork(own, request, wire)
                handle = os.pidfd_open(process)
                wires[wire], handles[handle] = handle, (wire, process)
                waiting.register(wire, 0)  # the grader has hung up
                waiting.register(handle, select.POLLIN)  # the guest has ended
            elif ready in wires:
                waiting.unregister(ready)
                with contextlib.suppress(ProcessLookupError):
                    signal.pidfd_send_signal(wires.pop(ready), signal.SIGKILL)
            elif ready in handles:
                wire, process = handles.pop(ready)
                waiting.unregister(ready)
                if wires.pop(wire, None) is not None:
                    waiting.unregister(wire)
                os.waitpid(process, 0)
                os.close(ready)
                os.close(wire)


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


def _received(door: socket.socket) -> tuple[bytes, int | None]:
    """Wait for a request: limits, and the wire to whoever asks."""
    request, handles, *_ = socket.recv_fds(door, LONGEST, 1)
    return request, handles[0] if handles else None


def _fork(own: int, request: bytes, wire: int) -> int:
    """Fork the first process of a new namespace of processes."""
    _call("unshare", NEW_PROCESSES)
    process = os.fork()
    if process:
        _call("setns", own, NEW_PROCESSES)
        return process
    try:
        _be_guest(request, wire)
    finally:
        os._exit(1)


def _be_guest(request: bytes, wire: int) -> None:
    """Make the sandbox around this process, then run the worker in a child of it."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream, meant in ((wire, 0), (wire, 1), (nothing, 2)):
        os.dup2(stream, meant)
    os.closerange(3, 2**16)
    with socket.socket(fileno=os.dup(0)) as grader:
        try:
            limits = Limits(**json.loads(request))
            _isolate(limits)
            handle = os.pidfd_open(os.getpid())
            socket.send_fds(grader, [b"ready"], [handle])
            os.close(handle)
        except Exception as error:
            grader.send(str(error).encode()[:LONGEST])
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
    """Leave everything that other guests share, then the rights that this takes."""
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
