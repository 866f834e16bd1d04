"""Deprecated: went to `flcourse.grading.official.worker`; this name stays for one release."""

from flcourse.grading.official.worker import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
