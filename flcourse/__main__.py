"""``python -m flcourse`` is the ``flcourse`` command."""

import sys

from flcourse.cli import main

if __name__ == "__main__":
    sys.exit(main())
