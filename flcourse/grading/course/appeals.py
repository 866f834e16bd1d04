"""Appeals: what a student finds unfair, written into a form that the feedback page makes.

The form is a text file that names assignment and task; the student writes below its line and hands
it in as any other work. `flcourse collect` puts it into ``appeals/<stem>/<student>/``, `status`
counts it until the student has a newer page, and a regrade says what became of its task.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

__all__ = ["FILE", "FOLDER", "MOST", "Appeal", "form", "is_appeal", "keep", "read", "waiting"]

FOLDER = "appeals"
FILE = re.compile(r"(?:.*_)?appeal-(?P<stem>[a-z][a-z0-9]*)(?:[-_. (].*)?\.txt", re.IGNORECASE)
LINE = "---- write below this line why the answer is right, and hand this file in ----"
MOST_BYTES, LONGEST = 20_000, 2_000  # of a file that is read, of the words that are kept
MOST = 20  # of one student on one assignment
FORM = """\
An appeal
student: {student}
assignment: {stem}
task: {task}
{line}

"""


@dataclass(frozen=True)
class Appeal:
    """What a student says of a task; ``at`` is when it was collected."""

    student: str
    task: str
    words: str
    at: datetime


def form(student: str, stem: str, task: str) -> tuple[str, str]:
    """Return name and text of the file for an appeal.

    Examples
    --------
    >>> form("aino", "erm", "ridge")[0]
    'aino_appeal-erm-ridge.txt'
    """
    text = FORM.format(student=student, stem=stem, task=task, line=LINE)
    return f"{student}_appeal-{stem}-{task}.txt", text


def is_appeal(name: str, stem: str) -> bool:
    """Return whether a file of this name is an appeal about an assignment.

    Examples
    --------
    >>> is_appeal("aino_appeal-erm-ridge.txt", "erm")
    True
    >>> is_appeal("erm.ipynb", "erm")
    False
    """
    found = FILE.fullmatch(name)
    return found is not None and found["stem"].lower() == stem


def keep(course: Path, stem: str, student: str, content: bytes, tasks: Sequence[str]) -> str:
    """Keep an appeal, once; return what is wrong with it, nothing if it can be answered.

    Parameters
    ----------
    course : pathlib.Path
        The course folder.
    stem, student : str
        The assignment, and whose it is, as the collector says.
    content : bytes
        The file.
    tasks : sequence of str
        The tasks that there are; empty if they are not known.
    """
    task, words = _read(content)
    if not words:
        return "an appeal without a word"
    if tasks and task not in tasks:
        task = ""  # somebody reads it all the same
    home = course / FOLDER / stem / student
    name = hashlib.sha256(f"{task}\n{words}".encode("utf-8", "replace")).hexdigest()[:12]
    if (home / f"{name}.json").exists():
        return ""
    if len(list(home.glob("*.json"))) >= MOST:
        return f"more than {MOST} appeals"
    home.mkdir(parents=True, exist_ok=True)
    known = {"task": task, "words": words, "at": datetime.now(UTC).isoformat(timespec="seconds")}
    fresh = home / f".{name}.{os.getpid()}"
    fresh.write_text(json.dumps(known, ensure_ascii=False, indent=1), "utf-8", errors="replace")
    fresh.replace(home / f"{name}.json")
    return ""


def _read(content: bytes) -> tuple[str, str]:
    """Return task and words of a form, as editors write it."""
    coding = "utf-16" if content[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    text = content[:MOST_BYTES].decode(coding, "replace")
    head, line, words = text.partition(LINE)
    task = re.search(r"^task: *(.+?) *$", head, re.MULTILINE)
    said = words if line else text  # who has written it all anew is read, too
    return (task[1][:200] if task else ""), said.strip()[:LONGEST]


def read(course: Path, stem: str) -> list[Appeal]:
    """Return the appeals about an assignment, by student, the first ones first."""
    found = []
    for path in sorted((course / FOLDER / stem).glob("*/*.json")):
        try:
            one = json.loads(path.read_text("utf-8"))
            at = datetime.fromisoformat(one["at"])
            found.append(Appeal(path.parent.name, str(one["task"]), str(one["words"]), at))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return sorted(found, key=lambda one: (one.student, one.at))


def waiting(course: Path, stem: str) -> list[Appeal]:
    """Return the appeals of students who have no newer page of feedback."""
    return [one for one in read(course, stem) if _page_time(course, stem, one.student) <= one.at]


def _page_time(course: Path, stem: str, student: str) -> datetime:
    page = course / "feedback" / student / stem / f"{stem}.html"
    try:
        return datetime.fromtimestamp(page.stat().st_mtime, UTC)
    except OSError:
        return datetime.min.replace(tzinfo=UTC)
