"""A line that stays: grades one submission after the other for a worker of a cluster, all warm.

``python -m flcourse.grading.official.standing_line`` reads a submission a line from its standard
input, as JSON, and answers with why there is no result, or with nothing. Packages are loaded and
the sandbox is made once, for as long as the worker lives. Exit code 69 says that there is no
sandbox.
"""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path

from flcourse.grading.assignment import read_assignment
from flcourse.grading.official import batch, sandbox
from flcourse.grading.official.result import NO_SANDBOX

__all__ = ["main"]


def main() -> int:
    """Grade what is asked for until nobody asks any more."""
    line: batch.Line | None = None
    with contextlib.ExitStack() as stack:
        for request in sys.stdin:
            student, *places, variant, known = json.loads(request)
            submission, source, result = map(Path, places)
            job = batch.Job(student, submission, source, result, variant, tuple(known))
            if line is None:
                try:
                    line = batch.Line([read_assignment(source)], many=True)
                except sandbox.SandboxError as error:
                    sys.stderr.write(f"{error}\n")
                    return NO_SANDBOX
                stack.enter_context(contextlib.closing(line))
            why = line.grade([job]).get(result, "")
            sys.stdout.write(f"{json.dumps(why)}\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
