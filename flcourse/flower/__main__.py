"""Run the command line as ``python -m flcourse.flower``."""

import sys

from flcourse.flower.command import main

if __name__ == "__main__":
    sys.exit(main())
