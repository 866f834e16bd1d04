"""Deprecated: went to `flcourse.grading.authoring.verdicts`; this name stays for one release."""

from flcourse.grading.authoring.verdicts import examine, problems, read, stale, summary, write

__all__ = ["examine", "problems", "read", "stale", "summary", "write"]
