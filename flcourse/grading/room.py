"""Deprecated: went to `flcourse.grading.official.warm`; this name stays for one release."""

from flcourse.grading.official.warm import WarmWorker as Guest
from flcourse.grading.official.warm import Zygote as Room
from flcourse.grading.official.warm_inside import main

__all__ = ["Guest", "Room", "main"]

if __name__ == "__main__":
    main()
