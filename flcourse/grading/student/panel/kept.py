"""What a check has found, kept in the course folder: the panel shows it again after a restart."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import flcourse
from flcourse.grading.instances import RELEASED
from flcourse.grading.student.check import CheckReport, State, TaskResult, as_json

__all__ = ["keep", "last"]

CHECKED = "checked"  # the folder beside the releases


@dataclass(frozen=True)
class Kept:
    """The last check of a notebook: when it was, and whether the notebook is as it was then."""

    report: CheckReport
    when: str
    same: bool


def keep(path: Path, report: CheckReport) -> None:
    """Keep what was found in the notebook at ``path``, if that lies in a course folder."""
    if place := _place(path):
        when = datetime.now().astimezone().isoformat(timespec="seconds")
        found = {**as_json(report), "by": flcourse.__version__, "when": when, "of": _digest(path)}
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(found, ensure_ascii=False), "utf-8")


def last(path: Path) -> Kept | None:
    """Return the last check of a notebook by this release of the package, None if none is kept."""
    place = _place(path)
    try:
        found = json.loads(place.read_text("utf-8")) if place else {}
        if found.get("by") != flcourse.__version__:
            return None
        tasks = tuple(
            TaskResult(row["name"], row["points"], row["possible"], tuple(row["messages"]),
                       row["title"], State(row["state"]), row["predicted"], row["lead"])
            for row in found["tasks"]
        )  # fmt: skip
        report = CheckReport(found["stem"], tasks, tuple(found["notes"]))
        return Kept(report, str(found["when"]), found["of"] == _digest(path))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):  # none, or half written
        return None


def _place(path: Path) -> Path | None:
    """Return where the check of a notebook is kept, None outside of a course folder."""
    for folder in path.parents:
        if (folder / RELEASED).is_dir():
            name = path.relative_to(folder).with_suffix(".json")
            return folder / RELEASED / CHECKED / name
    return None


def _digest(path: Path) -> str:
    """Return what tells whether the text of any cell has changed; outputs do not count."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    texts = "\0".join("".join(cell["source"]) for cell in cells)
    return hashlib.sha256(texts.encode()).hexdigest()
