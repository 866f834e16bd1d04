"""Fetching from nbgrader's exchange: a notebook comes with the data of its student.

The exchange holds one notebook for all. Beside it, a course that gives students data of their own
keeps which variant is whose (`flcourse.grading.course.variants`), and a copy that was just made
gets its number. What a student has already written into is left alone.
"""

from __future__ import annotations

import json
from pathlib import Path

from nbgrader.exchange.default import ExchangeFetchAssignment
from nbgrader.utils import get_username

from flcourse.grading import own_data

__all__ = ["Fetch"]


class Fetch(ExchangeFetchAssignment):  # type: ignore[misc]  # nbgrader has no types
    """nbgrader's fetching, which gives students their own data where some were drawn for them."""

    def copy_files(self) -> None:
        """Copy what was released, and let the notebook be its student's own."""
        super().copy_files()
        stem = self.coursedir.assignment_id
        variant = _variant(Path(self.course_path), stem, get_username())
        released, mine = (
            Path(folder) / f"{stem}.ipynb" for folder in (self.src_path, self.dest_path)
        )
        if variant and mine.is_file() and mine.read_bytes() == released.read_bytes():
            mine.write_bytes(own_data.personal_notebook(released.read_bytes(), variant))
            self.log.info("Your own data are those of variant %d", variant)


def _variant(course: Path, stem: str, student: str) -> int:
    """Return the variant of a student, that of the public data where none was drawn."""
    table = course / own_data.FOR_EXCHANGE / f"{stem}.json"
    try:
        found = json.loads(table.read_text("utf-8"))
    except (OSError, ValueError):
        return own_data.PUBLIC
    return int(found.get(own_data.pseudonym(stem, student), own_data.PUBLIC))
