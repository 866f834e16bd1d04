"""Deprecated: went to `flcourse.grading.official.result`; this name stays for one release."""

from flcourse.grading.official.result import RESULT_SCHEMA, grade_submission, main, validate

__all__ = ["RESULT_SCHEMA", "grade_submission", "main", "validate"]

if __name__ == "__main__":
    main()
