"""The ``flcourse`` command, the only part that prints: a module for each group of commands.

`commands` holds the table of subcommands. Whoever looks for one opens the module of its
group: `student`, `author`, `course`, `grade`, `report`; `workers`, `hub`, `data` and `doctor`
serve them.
"""

from flcourse.cli.commands import main

__all__ = ["main"]


def __dir__() -> list[str]:
    return __all__
