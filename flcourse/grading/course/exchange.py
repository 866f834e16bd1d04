"""Collecting from nbgrader's exchange without belief in what students can write there.

Everybody may make folders in the exchange, under any name. nbgrader warns when a folder is not
owned by the student whose name it bears, and takes it all the same; it follows links, with the
rights of the instructor, and one odd name or file ends the collection for all.
"""

from __future__ import annotations

import pwd
import shutil
import stat
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from nbgrader.exchange import ExchangeError
from nbgrader.exchange.default import ExchangeCollect, ExchangeList

from flcourse.grading.course import records
from flcourse.grading.official.handed_in import chosen

__all__ = ["NONE", "Collect"]

NONE = (
    "this course has no exchange: flcourse release makes the file for students, and "
    "flcourse collect takes what they handed in: flcourse collect ASSIGNMENT SUBMISSIONS.zip"
)


def _is_there(exchange: Any) -> bool:
    """Whether a course has an exchange: it names one, or nbgrader's usual place is there."""
    return "root" in exchange.config.Exchange or Path(exchange.root).is_dir()


class List(ExchangeList):  # type: ignore[misc]  # nbgrader has no types
    """nbgrader's list of what is released; in a course without an exchange, by `flcourse release`.

    Formgrader asks it: it calls an assignment a draft that is not in the list, and greets with a
    warning where there is no exchange.
    """

    def start(self) -> Any:
        """List assignments, without making an exchange that nobody has asked for."""
        if _is_there(self):
            return super().start()
        if self.remove:
            self.fail(NONE)
        home, built = Path(self.coursedir.root), Path(self.coursedir.source_directory)
        stems = sorted(path.name for path in (home / built).glob("*") if path.is_dir())
        return [
            {"course_id": self.coursedir.course_id, "assignment_id": stem, "status": "released"}
            for stem in stems
            if records.noted(home, stem, records.RELEASED)
        ]


class Collect(ExchangeCollect):  # type: ignore[misc]  # nbgrader has no types
    """nbgrader's collector; a folder counts only for its owner, and only by its plain files."""

    src_records: list[dict[str, Any]]

    def start(self) -> Any:
        """Collect, where there is an exchange."""
        return super().start() if _is_there(self) else self.fail(NONE)

    def _path_to_record(self, path: str) -> dict[str, Any]:
        try:
            return dict(super()._path_to_record(path))
        except (ExchangeError, ValueError, OverflowError):
            return {"username": "", "filename": Path(path).name, "timestamp": datetime.min}

    def _sort_by_timestamp(self, records: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Put the newest first, of those that a student has made herself."""
        own = [record for record in records if self._is_own(record)]
        return list(super()._sort_by_timestamp(own or records))

    def copy_files(self) -> None:
        """Copy what students have handed in, and tell of what others did in their names."""
        strange = [record for record in self.src_records if not self._is_own(record)]
        for record in strange:
            self.log.warning(
                f"{record['filename']} was left out: the student does not own it; cheating attempt?"
            )
        self.src_records = [record for record in self.src_records if record not in strange]
        super().copy_files()

    def do_copy(self, src: str, dest: str, log: Any = None) -> None:
        """Copy plain files and folders; what cannot be copied costs nobody else."""
        copy = partial(shutil.copy2, follow_symlinks=False)
        try:
            if self.get_size(src) > 1000 * self.coursedir.max_dir_size:
                raise OSError("it is too large")
            shutil.copytree(src, dest, symlinks=True, ignore=self._no_files, copy_function=copy)
        except (OSError, RuntimeError) as error:
            self.log.warning(f"{src} was not copied as a whole: {str(error)[:200]}")

    def _no_files(self, folder: str, names: list[str]) -> list[str]:
        """Return what is to be left out of a folder: links, pipes, devices, what is too much."""
        first = set(chosen(names))
        return [name for name in names
                if name not in first or not self._is_plain(Path(folder) / name)]  # fmt: skip

    def _is_plain(self, path: Path) -> bool:
        found = path.lstat()
        small = found.st_size <= 1000 * self.coursedir.max_file_size
        return stat.S_ISDIR(found.st_mode) or (stat.S_ISREG(found.st_mode) and small)

    def _is_own(self, record: dict[str, Any]) -> bool:
        if not self.check_owner:
            return bool(record["username"])
        try:
            made = (Path(self.inbound_path) / record["filename"]).lstat()
            owner = pwd.getpwuid(made.st_uid).pw_name
        except (OSError, KeyError):
            return False
        return owner == record["username"] and stat.S_ISDIR(made.st_mode)
