"""Cells mean here what they mean in Jupyter: IPython's own shell, on which kernels stand, too.

Magics, ``!``, ``?``, ``await``, ``display``, ``_``, ``In`` and a real ``__main__`` are those of a
student's notebook, because the same code gives them their meaning. What differs is where things go:
what is shown is printed, help and tracebacks are not, figures stay open for whoever collects them,
nothing is remembered on the disk.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from typing import Any

from IPython.core import page
from IPython.core.application import ProfileDir
from IPython.core.compilerop import CachingCompiler
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Type
from traitlets.config import Config

__all__ = ["Shell"]

MOST_PICTURES = 6  # that are kept of what a cell displays
PLAIN = Config(
    HistoryManager={"enabled": False},
    InteractiveShell={"colors": "nocolor", "separate_out": "", "autoindent": False},
)


class _Compiler(CachingCompiler):  # type: ignore[misc]  # IPython's classes have no types
    """Gives code the name of its cell, by which tracebacks find its lines."""

    name = ""

    def get_code_name(self, raw_code: str, transformed_code: str, number: int) -> str:
        return self.name or str(super().get_code_name(raw_code, transformed_code, number))


class _Shown(DisplayHook):  # type: ignore[misc]
    """Prints the last value of a cell as a notebook shows it, without a number before it."""

    def write_output_prompt(self) -> None:
        """Print none."""

    def write_format_data(self, format_dict: dict[str, Any], md_dict: Any = None) -> None:
        self.shell.show(format_dict)


class _Displayed(DisplayPublisher):  # type: ignore[misc]
    """Prints what is displayed."""

    def publish(self, data: dict[str, Any], metadata: Any = None, **_: Any) -> None:
        self.shell.show(data)

    def clear_output(self, wait: bool = False) -> None:
        """Leave everything: a page has no screen to clear."""


class Shell(InteractiveShell):  # type: ignore[misc]
    """The shell of one student; `Shell.instance` makes it, once for a process."""

    compiler_class = Type(_Compiler)
    displayhook_class = Type(_Shown)
    display_pub_class = Type(_Displayed)

    def __init__(self, **options: Any) -> None:
        self.pictures: list[bytes] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._texts: Counter[str] = Counter()
        self._unshown: BaseException | None = None
        self._main = sys.modules["__main__"]  # which a module for the cells is to replace
        folder = tempfile.mkdtemp()  # that a profile wants, and nobody fills
        profile = ProfileDir(location=folder)
        super().__init__(ipython_dir=folder, profile_dir=profile, config=PLAIN, **options)
        shutil.rmtree(folder, ignore_errors=True)
        self.builtin_trap.activate()  # for functions, too, that are called between two cells

    def execute(self, source: str, name: str) -> BaseException | None:
        """Run a cell and return the error in which it ends; ``name`` is its code's file name."""
        # Copies of a cell, and cells without a label, have one name: each text has one of its own.
        self._texts[name] += 1
        again = self._texts[name]
        self._unshown = None
        self.compile.name = name if again == 1 else f"{name[:-1]} {again}>"
        try:
            if "asyncio" in source or self._loop is not None or self._waits(source):
                result = self._running_loop().run_until_complete(self._as_a_kernel(source))
            else:
                result = self.run_cell(source, store_history=True)
        except BaseException as error:
            return error
        ended = result.error_before_exec or result.error_in_exec or self._unshown
        return ended if isinstance(ended, BaseException) else None

    def warm_up(self) -> None:
        """Load what the first cell would load, and leave no trace of it."""
        self._waits("await None")
        self.run_cell("None", store_history=False)
        self.display_formatter.format([0.5])

    async def _as_a_kernel(self, source: str) -> Any:
        """Run a cell while a loop is running, as in a kernel."""
        if not self._waits(source):
            return self.run_cell(source, store_history=True)
        try:
            return await self.run_cell_async(
                source, store_history=True, transformed_cell=self.transform_cell(source)
            )
        finally:
            self.events.trigger("post_execute")

    def _waits(self, source: str) -> bool:
        """Whether a cell has an ``await`` outside of its functions."""
        if not _may_wait(source):
            return False
        with contextlib.suppress(Exception):
            return bool(self.should_run_async(source, transformed_cell=self.transform_cell(source)))
        return False

    def should_run_async(self, raw_cell: str, **known: Any) -> bool:
        """Whether a cell needs a loop; most are known not to without a look at their tokens."""
        return _may_wait(raw_cell) and bool(super().should_run_async(raw_cell, **known))

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self._loop)
        return self._loop

    def show(self, data: dict[str, Any]) -> None:
        """Print what is plain text, and keep what is a picture."""
        picture = data.get("image/png")
        if picture and len(self.pictures) < MOST_PICTURES:
            with contextlib.suppress(ValueError, TypeError):
                text = isinstance(picture, str)
                self.pictures.append(base64.b64decode(picture) if text else bytes(picture))
        elif "text/plain" in data:
            print(data["text/plain"])

    def taken_pictures(self) -> Iterator[bytes]:
        """Yield what was displayed since the last time."""
        yield from self.pictures
        self.pictures = []

    def init_hooks(self) -> None:
        """Send help nowhere: a notebook shows it beside the cells."""
        super().init_hooks()
        self.set_hook("show_in_pager", page.as_hook(lambda *_, **__: None), 99)

    def enable_matplotlib(self, gui: str | None = None) -> tuple[str | None, str]:
        """Change nothing: whoever runs the cells collects their figures."""
        with contextlib.suppress(ImportError):
            from matplotlib_inline.config import InlineBackend

            known = InlineBackend.instance(parent=self)
            self.configurables += [known] * (known not in self.configurables)
        return gui, "agg"

    def enable_gui(self, gui: str | None = None) -> None:
        """Have no windows."""

    def showtraceback(self, raised: Any = None, *_: Any, **__: Any) -> None:
        """Print none: `execute` returns the error, also that of a value which cannot be shown."""
        if self.displayhook.is_active:
            self._unshown = (raised or sys.exc_info())[1]

    showsyntaxerror = showindentationerror = showtraceback

    def _format_exception_for_storage(self, *_: Any, **__: Any) -> dict[str, Any]:
        """Format none, which takes longer than most cells do."""
        return {}


def _may_wait(source: str) -> bool:
    """Whether a cell has one of the words without which Python waits for nothing."""
    return "await" in source or "async" in source
