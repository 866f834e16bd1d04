"""The process that checks or packs one notebook for the panel, and says what it finds.

It reads one line of JSON, ``{"job": "check", "path": …}``, and writes lines of JSON: any number of
``{"progress": …}``, at last ``{"result": …}`` or ``{"sorry": …}``, one sentence for the student,
with what is only for the log of the server under ``"log"``.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from flcourse.grading.student import check, identity, submit, surroundings
from flcourse.grading.student.panel import SORRY, kept, tell

__all__ = ["ARRIVED", "JOBS", "REFUSED", "STEP", "UPLOAD", "work"]

UPLOAD = "The file is packed, and not handed in yet."
STEP = "One step is left: download this ZIP and upload it where your instructor asks for it."
ARRIVED = "Handed in to the course {course}. The same file is packed for you to keep."
REFUSED = (
    "The file is packed, but the list of the course {course} did not take it: tell your instructor."
)
Say = Callable[[str], None]


def run_checks(path: Path, say: Say, *, book: str) -> dict[str, Any]:
    """Check the notebook and tell the panel's rows."""
    report = check.check_notebook(path, saved=True, tell=say)
    with contextlib.suppress(OSError):  # what cannot be kept is shown all the same
        kept.keep(path, report)
    return tell.result(report, tell.outline(path), book=book)


def look(path: Path, say: Say, *, root: str) -> dict[str, Any]:
    """Say what would be handed in, by whom, whether a list takes it, and what is odd about it."""
    seen = submit.examine(path)
    return {
        "student": identity.known() or "",
        "packed": submit.last_packed(path, seen.stem),
        "listed": bool(_course(path, Path(root))),
        "answered": len(seen.answered),
        "tasks": len(seen.answered) + len(seen.unanswered),
        "unanswered": [seen.titles.get(name, name) for name in seen.unanswered],
        "notes": [tell.sentence(tell.titled(note, seen.titles)) for note in seen.notes],
    }


def hand_in(path: Path, say: Say, *, student: str, root: str) -> dict[str, Any]:
    """Pack the notebook, give it to the course if that takes it, and show the receipt."""
    identity.remember(student)
    packed = submit.submit(path, student=student, now=datetime.now().astimezone())
    folder, archive = Path(root), packed.archive.resolve()
    inside = archive.is_relative_to(folder)
    said, step = _given(path, folder)
    return {
        "name": archive.name,
        "download": archive.relative_to(folder).as_posix() if inside else "",
        "receipt": submit.read_receipt(packed.text),
        "next": said,
        "step": step,
    }


def _course(path: Path, folder: Path) -> str:
    """Return the course whose list of assignments takes the notebook, "" if there is none."""
    exchange = surroundings.exchange(folder) if path.parent.parent == folder else None
    released = exchange.glob(f"*/outbound/{path.stem}") if exchange else []
    courses = [place.parent.parent.name for place in released]
    return courses[0] if len(courses) == 1 and path.parent.name == path.stem else ""


def _given(path: Path, folder: Path) -> tuple[str, str]:
    """Hand the notebook in by nbgrader's exchange, if it can be; say what happened, what is left.

    Nothing is left where the course took it.
    """
    course = _course(path, folder)
    if not course:
        return UPLOAD, STEP
    words = [sys.executable, "-P", "-m", "nbgrader", "submit", path.stem, "--course", course]
    done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True)
    return (
        (REFUSED.format(course=course), STEP)
        if done.returncode
        else (ARRIVED.format(course=course), "")
    )


JOBS: dict[str, Callable[..., dict[str, Any]]] = {
    "check": run_checks,
    "look": look,
    "hand-in": hand_in,
}


def work(order: dict[str, Any], out: TextIO) -> None:
    """Do one job and say how it ended; whatever goes wrong becomes one sentence."""

    def say(**words: Any) -> None:
        out.write(json.dumps(words) + "\n")
        out.flush()

    try:
        job, path = JOBS[order.pop("job")], Path(order.pop("path"))
        say(result=job(path, lambda words: say(progress=words), **order))
    except (ValueError, RuntimeError) as error:  # written for people
        say(sorry=tell.sentence(str(error)), log=traceback.format_exc())
    except Exception:
        say(sorry=SORRY, log=traceback.format_exc())


def _own_output() -> TextIO:
    """Keep the way to the server to ourselves: other processes inherit one that leads nowhere."""
    mine = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    return mine


def main() -> None:
    """Wait for the order and obey it."""
    out = _own_output()
    if order := sys.stdin.readline():
        work(json.loads(order), out)


if __name__ == "__main__":
    main()
