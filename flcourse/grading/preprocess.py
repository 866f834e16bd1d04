"""Deprecated: went to `flcourse.grading.official.nbgrader_step`; the name stays for a release."""

from flcourse.grading.official.nbgrader_step import ExecuteOutside

__all__ = ["ExecuteOutside"]
