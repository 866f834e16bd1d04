"""One bounded place for the bytes of students: a process that reads, draws and renders for others.

Archives, notebooks, pictures and Markdown are what students have written, and each of their parsers
can be made to take all memory or to run for hours. So a `Reader` forks a process once for a class,
with a limit of memory, of processor time for each request and of what it may write, and asks it.
What comes back is short and plain JSON. A process that has reached a limit is replaced; what it was
asked about cannot be read, and that is all that it costs.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import signal
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

from flcourse.grading import markdown, own_data
from flcourse.grading.assignment import Assignment, read_assignment
from flcourse.grading.notebook import CodeCell
from flcourse.grading.official import handed_in, intake
from flcourse.grading.official.handed_in import UnreadableError
from flcourse.grading.official.intake import Submission
from flcourse.grading.statuses import Status

__all__ = [
    "LARGEST_ANSWER",
    "LARGEST_PAGE",
    "LONGEST_PLAIN",
    "OPERATIONS",
    "Reader",
    "ReadingError",
    "ReadingLimits",
    "redrawn",
]

LIMITED = os.name == "posix"  # elsewhere nobody grades a class: what is asked is done in here
LARGEST_ANSWER = 48 * 2**20  # bytes of JSON
LARGEST_PAGE = 2**20  # characters of HTML that a text may become
LONGEST_PLAIN = 20_000  # characters of a text that is shown as it was written
WIDEST = 2_000  # pixels of a picture
WAIT_SECONDS = 120.0  # of the clock, after which the machine must be to blame
MOST_FAILURES = 2  # at pictures of one submission
DRAWING_SECONDS = 2.0  # for all of them: what is left over is not shown
GROWTH = 2**26  # bytes that a process may have kept before another takes its place
OUT_OF_MEMORY = 12  # exit code
# What a program dies of that reads something made to break it.
FATAL = ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGFPE", "SIGILL")
BROKEN = tuple(getattr(signal, name) for name in FATAL if hasattr(signal, name))
MADE_TO_BREAK = "it breaks the program that reads it"


@dataclass(frozen=True)
class ReadingLimits:
    """What the process may use: bytes beside what it begins with, seconds for each request."""

    memory: int = 160 * 2**20
    seconds: float = 5.0


class ReadingError(RuntimeError):
    """Reading has failed for a reason on our side; the message says why."""


class Reader:
    """A process with limits that reads what students wrote; made when it is asked first.

    Parameters
    ----------
    limits : ReadingLimits, optional
        The usual ones by default.

    Examples
    --------
    >>> with Reader() as reader:
    ...     print(reader.render("*yes* <b>"))
    <p><em>yes</em> &lt;b&gt;</p>
    <BLANKLINE>
    """

    def __init__(self, limits: ReadingLimits | None = None) -> None:
        self.limits = limits or ReadingLimits()
        self._channel: Connection | None = None
        self._process = 0

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def take_in(self, path: Path, source: Path, variant: int = own_data.PUBLIC) -> Submission:
        """Return what a student handed in, as `intake.take_in` does, for an assignment's source.

        ``variant`` is the one that the student was given.
        """
        try:
            found = self.ask("take_in", str(path), str(source), variant)
        except UnreadableError as reason:
            return Submission(Status.UNREADABLE, notes=(f"the files cannot be read: {reason}",))
        except ReadingError as lost:
            why = f"the files could not be read here: {lost}"
            return Submission(Status.INFRASTRUCTURE, notes=(why,))
        try:
            steps = tuple(CodeCell(**step) for step in found["steps"])
            plain = {name: tuple(found[name]) for name in ("notes", "answered", "files", "choice")}
            has = None if found["variant"] is None else int(found["variant"])
            return Submission(Status(found["status"]), steps, found["texts"], **plain, variant=has)
        except (KeyError, TypeError, ValueError):  # somebody else has answered
            return Submission(Status.UNREADABLE, notes=(f"the files: {MADE_TO_BREAK}",))

    def holds_a_notebook(self, path: Path, stem: str) -> bool:
        """Return whether there is a notebook among the files of a student."""
        try:
            return bool(self.ask("holds_a_notebook", str(path), stem))
        except (UnreadableError, ReadingError):
            return False

    def unpack(self, archive: Path, stem: str, place: Path) -> bool:
        """Write the notebook of an assignment that lies alone in an archive to ``place``."""
        try:
            return bool(self.ask("unpack", str(archive), stem, str(place)))
        except (UnreadableError, ReadingError):
            return False

    def redraw(self, pictures: Sequence[bytes]) -> list[bytes]:
        """Return PNG pictures decoded and encoded anew, b"" for each that cannot be shown."""
        with contextlib.suppress(UnreadableError, ReadingError):
            return self._redrawn(pictures)
        # One of them takes too much: each by itself shows which, but not for long.
        drawn, failed = [], 0
        for picture in pictures:
            try:
                drawn += self._redrawn([picture]) if failed < MOST_FAILURES else [b""]
            except (UnreadableError, ReadingError):
                drawn, failed = [*drawn, b""], failed + 1
        return drawn

    def _redrawn(self, pictures: Sequence[bytes]) -> list[bytes]:
        sent = [base64.b64encode(picture).decode() for picture in pictures]
        return [base64.b64decode(picture) for picture in self.ask("redraw", sent)]

    def render(self, text: str) -> Any:
        """Return a student's Markdown as HTML that does nothing, or, if that fails, the text."""
        from markupsafe import Markup

        with contextlib.suppress(UnreadableError, ReadingError):
            return Markup(self.ask("render", text))
        plain = text.replace("&lt;", "<")[:LONGEST_PLAIN]
        return Markup("<pre>{}</pre>\n").format(plain)

    def ask(self, what: str, *arguments: Any) -> Any:
        """Return the answer to a request.

        Raises
        ------
        UnreadableError
            If it reaches a limit, or what is asked about cannot be read.
        ReadingError
            If the process was ended from outside.
        """
        if not LIMITED:
            return _answer({"what": what, "with": arguments})["value"]
        fresh = self._channel is None
        try:
            return self._asked(what, arguments)
        except _GoneError as gone:
            if fresh:
                raise ReadingError(str(gone)) from None
            return self.ask(what, *arguments)  # it had ended before: by itself, or by somebody

    def _asked(self, what: str, arguments: Sequence[Any]) -> Any:
        channel = self._channel or self._begin()
        try:
            channel.send_bytes(json.dumps({"what": what, "with": arguments}).encode())
            # A pipe of multiprocessing waits as long as it takes: the clock is looked at here.
            if not select.select([channel.fileno()], [], [], WAIT_SECONDS)[0]:
                self.close()
                raise ReadingError(f"nothing was read in {WAIT_SECONDS:.0f} s")
            answer = json.loads(channel.recv_bytes(LARGEST_ANSWER))
        except (EOFError, OSError):
            self._ended()
        except ValueError:
            answer = None
        match answer:
            case {"value": value}:
                return value
            case {"unreadable": str(reason)}:
                raise UnreadableError(reason)
            case {"lost": str(reason)}:
                raise ReadingError(reason)
        self.close()  # it is no longer the process that was made
        raise UnreadableError(MADE_TO_BREAK)

    def _begin(self) -> Connection:
        """Fork the process; it inherits what is loaded and nothing that is open."""
        here, there = socket.socketpair()
        self._process = os.fork()
        if self._process == 0:
            try:
                os.dup2(there.fileno(), 3)
                _serve(3, self.limits)
            finally:
                os._exit(1)
        there.close()
        self._channel = Connection(here.detach())
        return self._channel

    def _ended(self) -> NoReturn:
        """Say why the process has ended."""
        code = self.close()
        if code == -signal.SIGPROF:
            raise UnreadableError(f"reading it takes more than {self.limits.seconds:.0f} seconds")
        if code == OUT_OF_MEMORY:
            raise UnreadableError(_too_large(self.limits))
        if -code in BROKEN:
            raise UnreadableError(MADE_TO_BREAK)
        raise _GoneError(f"the process that reads has ended ({code})")

    def close(self) -> int:
        """End the process, if there is one, and return its exit code."""
        if self._channel is None:
            return 0
        self._channel.close()
        self._channel = None
        # It ends when the channel closes, unless it is at work: then it is of no use any more.
        handle = os.pidfd_open(self._process) if hasattr(os, "pidfd_open") else None
        if handle is not None:
            select.select([handle], [], [], 0.2)
            os.close(handle)
        try:
            done, status = os.waitpid(self._process, os.WNOHANG)
            if not done:
                os.kill(self._process, signal.SIGKILL)
                _, status = os.waitpid(self._process, 0)
        except ChildProcessError:  # somebody else has waited for it
            return 1
        return os.waitstatus_to_exitcode(status)

    def leave(self) -> None:
        """Let go of the process in a fork of ours: it belongs to whoever made it."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None


class _GoneError(Exception):
    """The process is not there any more, for no reason that lies in what it was asked."""


# ---------------------------------------------------------------------- in the process


def _serve(handle: int, limits: ReadingLimits) -> None:
    """Answer requests until the channel is closed."""
    _shut_in(handle, limits)
    before, channel = _memory(), Connection(handle)
    while True:
        try:
            request = json.loads(channel.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)
        signal.setitimer(signal.ITIMER_PROF, limits.seconds)
        try:
            answer = json.dumps(_answer(request)).encode()
            if len(answer) > LARGEST_ANSWER:
                answer = json.dumps({"unreadable": _too_large(limits)}).encode()
            channel.send_bytes(answer)
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        if _memory() > before + GROWTH:
            os._exit(0)  # another one begins with little


def _shut_in(handle: int, limits: ReadingLimits) -> None:
    """Give up all that is open, and set the limits."""
    import resource

    os.closerange(handle + 1, 2**16)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever asks
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    most = {"DATA": _memory() + limits.memory, "FSIZE": handed_in.LARGEST_FILE, "NOFILE": 64,
            "CORE": 0}  # fmt: skip
    for name, value in most.items():
        with contextlib.suppress(OSError, ValueError):  # such as a hard limit below it
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))


def _memory() -> int:
    """Return the bytes of memory that this process may write into, as RLIMIT_DATA counts them."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[5])
    except (OSError, ValueError, IndexError):  # not Linux
        return 2**30
    return pages * os.sysconf("SC_PAGE_SIZE")


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"value": OPERATIONS[request["what"]](*request["with"])}
    except UnreadableError as reason:
        return {"unreadable": str(reason)}
    except MemoryError:
        raise
    except Exception as error:  # of ours: it must not end a process that is to be asked again
        return {"lost": f"{type(error).__name__}: {error}"[:500]}


def _too_large(limits: ReadingLimits) -> str:
    return f"reading it takes more than {limits.memory // 2**20} MB of memory"


def _take_in(path: str, source: str, variant: int) -> dict[str, Any]:
    changed = os.stat(source).st_mtime_ns
    mine = own_data.of_assignment(_assignment(source, changed), variant)
    return asdict(intake.take_in(Path(path), mine))


@lru_cache(2)
def _assignment(source: str, changed: int) -> Assignment:
    return read_assignment(Path(source))


def _holds_a_notebook(path: str, stem: str) -> bool:
    return bool(handed_in.look(Path(path), stem).notebooks)


def _unpack(archive: str, stem: str, place: str) -> bool:
    found = list(handed_in.notebooks_in(Path(archive)))
    if len(found) != 1 or found[0].name != f"{stem}.ipynb":
        return False
    Path(place).write_bytes(found[0].content)
    return True


def _redraw(pictures: Sequence[str]) -> list[str]:
    until = time.process_time() + DRAWING_SECONDS
    drawn = (
        redrawn(base64.b64decode(picture)) if time.process_time() < until else b""
        for picture in pictures
    )
    return [base64.b64encode(picture).decode() for picture in drawn]


def redrawn(picture: bytes) -> bytes:
    """Return a PNG picture decoded and encoded anew, b"" if it is no picture or too large."""
    import io

    from PIL import Image

    try:
        with Image.open(io.BytesIO(picture), formats=["PNG"]) as image:
            if max(image.size) > WIDEST:
                return b""
            fresh = io.BytesIO()
            image.convert("RGB").save(fresh, format="PNG")
            return fresh.getvalue()
    except MemoryError:
        raise
    except Exception:
        return b""


def _render(text: str) -> str:
    html = str(markdown.render(text))
    if len(html) > LARGEST_PAGE:
        raise UnreadableError("it becomes a page that is too long")
    return html


OPERATIONS: dict[str, Callable[..., Any]] = {
    "take_in": _take_in,
    "holds_a_notebook": _holds_a_notebook,
    "unpack": _unpack,
    "redraw": _redraw,
    "render": _render,
}
