"""The ``flcourse`` command, the only part of the package that prints: a module for each wing.

`commands` holds the table of subcommands. Whoever looks for one opens the module of its wing:
`student`, `author`, `course`, `grade`, `report`; `workers`, `hub`, `data` and `doctor` serve them.
"""

from flcourse.cli.commands import main

__all__ = ["main"]


def __dir__() -> list[str]:
    return __all__
