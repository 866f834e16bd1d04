"""A pytest plugin that lets processes in the sandbox report their coverage. Not a test.

The sandbox passes on no environment variable and shows no folder that can be written, so coverage
cannot leave it by itself. From the root of the project, in an empty folder of your choice:

    export COVERAGE_FILE=/some/folder/data
    PYTHONPATH=tests coverage run -m pytest -n0 -p sandbox_coverage \\
        tests/grading/official/test_execute.py ...
    coverage combine && coverage report --fail-under=0  # for these tests are a part
"""

from __future__ import annotations

import os
from pathlib import Path

from flcourse.grading.official import execute, sandbox, warm

plain = sandbox.command


def command(arguments, limits=None, **options):
    """The usual command, with coverage's settings and its folder."""
    words = plain(arguments, limits, **options)
    settings = os.environ.get("COVERAGE_PROCESS_CONFIG")
    if settings:
        folder = str(Path(os.environ["COVERAGE_FILE"]).resolve().parent)
        at = len(words) - words[::-1].index("--remount-ro") - 1
        words[at:at] = ["--setenv", "COVERAGE_PROCESS_CONFIG", settings, "--bind", folder, folder]
    return words


def pytest_configure(config):
    """Begin, as a plugin only: whoever imports this module changes nothing."""
    sandbox.command = command
    warm.Zygote.open = lambda modules=(): None  # who is forked is killed, and reports nothing
    execute.EXIT_SECONDS = 8  # seconds: a worker writes its report when the pipe closes
