"""Deprecated: went to `flcourse.grading.course.exchange`; this name stays for one release."""

from flcourse.grading.course.exchange import Collect

__all__ = ["Collect"]
