"""One warm sandbox for many tests: to make one costs two seconds of a processor.

A zygote knows no course and no student, so tests share it as the submissions of a class do. One
that was killed, or whose sandbox a test has changed, is shared by nobody.
"""

import contextlib
from collections.abc import Iterator

from flcourse.grading.official import sandbox, warm


@contextlib.contextmanager
def shared() -> Iterator[None]:
    """Hand out one zygote for all that want the same, and end them all at the end."""
    made: dict[tuple, warm.Zygote] = {}
    itself, end = warm.Zygote.__dict__["open"], warm.Zygote.close

    def opened(cls, modules=()):
        key = (*modules, sandbox.command, warm.PROGRAM)
        if key not in made or not made[key].alive:
            made[key] = itself.__func__(cls, modules)
        return made[key]

    def close(zygote):
        if zygote in made.values() and zygote.alive:
            return
        for key in [key for key, one in made.items() if one is zygote]:
            del made[key]
        end(zygote)

    warm.Zygote.open, warm.Zygote.close = classmethod(opened), close
    try:
        yield
    finally:
        warm.Zygote.open, warm.Zygote.close = itself, end
        for zygote in filter(None, made.values()):
            zygote.close()
