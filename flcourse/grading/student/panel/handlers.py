"""What the panel asks the Jupyter server: tasks, checks, handing in, and the book's pages.

Who may run code on the server may use them, nobody else: token, cookie and the XSRF check are
Jupyter's own. A notebook is named by its path in the server's folder and must lie inside it. Each
piece of work is done by a process of its own, which ends in time, or when nobody listens any more.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import psutil
from jupyter_core.paths import is_hidden
from jupyter_server.auth.decorator import authorized
from jupyter_server.base.handlers import APIHandler, JupyterHandler
from jupyter_server.utils import url_path_join
from tornado import web
from tornado.iostream import StreamClosedError
from tornado.websocket import WebSocketClosedError

from flcourse.grading.student.panel import SORRY, links

__all__ = [
    "AssignmentHandler",
    "CheckHandler",
    "Handler",
    "PagesHandler",
    "SubmissionHandler",
    "Work",
    "is_news",
    "trusted",
]

WORKER = [sys.executable, "-P", "-m", "flcourse.grading.student.panel.worker"]
SECONDS = 300.0  # for one piece of work; a cell that never ends is stopped long before
HALF_SAVED = (0.1, 0.3, 0.9)  # seconds between looks at a file that is being saved
AT_ONCE = 3  # notebooks at the same time
TOO_LONG = f"This was stopped after {SECONDS / 60:.0f} minutes: does a loop never end?"
CANCELLED = "The check was stopped."
BUSY = "This notebook is at work already, perhaps in another window. Wait for that to end."
CROWDED = "Other notebooks are being checked. Wait until one of them is done."

Method = Callable[..., Coroutine[Any, Any, None]]


def trusted(method: Method) -> Method:
    """Let a request in only if its user is logged in and may run code on this server."""
    may: Any = authorized("execute", resource="kernels")
    return cast(Method, web.authenticated(may(method)))


class Work:
    """A process that does one job, and what it says line by line."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )  # fmt: skip
        self.threads = ThreadPoolExecutor(1)  # Windows' event loop cannot wait for pipes
        self.ended_by = ""

    async def do(self, order: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        """Give the order and yield what the process says, until it ends or its time is over."""
        loop = asyncio.get_running_loop()
        last = loop.time() + SECONDS
        reading = loop.run_in_executor(self.threads, self._order, json.dumps(order))
        try:
            while True:
                done, _ = await asyncio.wait([reading], timeout=last - loop.time())
                if not done:
                    self.end(TOO_LONG)  # which ends the reading, too
                    last = loop.time() + SECONDS
                    continue
                if not (line := reading.result()):
                    break
                yield json.loads(line)
                reading = loop.run_in_executor(self.threads, self._line)
        finally:
            self.end()
            self.threads.shutdown(wait=False)

    def _order(self, words: str) -> str:
        assert self.process.stdin
        with contextlib.suppress(OSError):  # it has died, as reading will tell
            self.process.stdin.write(words + "\n")
            self.process.stdin.close()
        return self._line()

    def _line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline()

    def end(self, why: str = "") -> None:
        """End the process and all that it has started, such as a kernel."""
        self.ended_by = self.ended_by or why
        with contextlib.suppress(psutil.NoSuchProcess):
            process = psutil.Process(self.process.pid)
            for one in [*process.children(recursive=True), process]:
                with contextlib.suppress(psutil.NoSuchProcess):
                    one.kill()
        self.process.wait()


class Handler(APIHandler):
    """What the requests of the panel have in common."""

    auth_resource = "kernels"

    @property
    def works(self) -> dict[Path, Work]:
        """What is at work now, by its notebook."""
        works: dict[Path, Work] = self.settings.setdefault("flcourse_works", {})
        return works

    def book(self) -> str:
        """Return the address of the book or, without one, the folder of formulas."""
        return links.book(self.base_url) or links.beside(self.notebook(), self.root)

    @property
    def root(self) -> Path:
        """The server's folder."""
        return Path(self.settings["server_root_dir"]).expanduser().resolve()

    def notebook(self) -> Path:
        """Return the notebook that the request names, if it lies in the server's folder."""
        root = self.root
        name = self.get_query_argument("path", "")
        path = (root / name.strip("/")).resolve()
        if not name or not path.is_relative_to(root) or is_hidden(str(path), str(root)):
            raise web.HTTPError(404, "There is no such notebook in this folder.")
        if path.suffix != ".ipynb" or not path.is_file():
            raise web.HTTPError(404, f"{path.name} is no notebook, or has been moved.")
        return path

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Tell what went wrong in one sentence; the server's log has the rest."""
        error = (kwargs.get("exc_info") or (None, None, None))[1]
        told = error.log_message if isinstance(error, web.HTTPError) else None
        ours = told is not None and status_code in {400, 404, 409}
        self.finish(json.dumps({"sorry": told.replace("%%", "%") if told and ours else SORRY}))

    async def say(self, words: dict[str, Any]) -> None:
        """Send a line at once."""
        self.write(json.dumps(words) + "\n")
        await self.flush()

    async def work(self, job: str, **more: Any) -> None:
        """Let a process do the job and pass on what it says."""
        path = self.notebook()
        if path in self.works or len(self.works) >= AT_ONCE:
            raise web.HTTPError(409, BUSY if path in self.works else CROWDED)
        self.mine = self.works[path] = Work()
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Type", "application/x-ndjson")
        ended = False
        try:
            async for words in self.mine.do({"job": job, "path": str(path), **more}):
                if log := words.pop("log", ""):
                    self.log.warning("%s of %s: %s", job, path, log)
                ended = ended or "result" in words or "sorry" in words
                await self.say(words)
            if not ended:
                await self.say({"sorry": self.mine.ended_by or SORRY})
        except StreamClosedError:
            self.log.info("nobody waits for the %s of %s any more", job, path)
        finally:
            self.mine.end()
            del self.works[path]

    def on_connection_close(self) -> None:
        """Stop working when the page has gone."""
        super().on_connection_close()
        if work := getattr(self, "mine", None):
            work.end(CANCELLED)


class AssignmentHandler(Handler):
    """The tasks of a notebook, with what its last check has found."""

    @trusted
    async def get(self) -> None:
        """Read them off the saved notebook, and what is kept beside it."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(None, _outline, self.notebook(), self.book())
        self.finish(json.dumps(found))


def _outline(path: Path, book: str) -> dict[str, Any]:
    from flcourse.grading.student.panel import tell  # the grader, which not every server needs

    _wait_until_saved(path)
    try:
        return tell.at_first(path, book=book)
    except ValueError as error:
        raise web.HTTPError(400, tell.sentence(str(error))) from error


def _wait_until_saved(path: Path) -> None:
    """Wait a moment if half a notebook lies there: Jupyter writes over a file where it stands."""
    for seconds in HALF_SAVED:
        try:
            json.loads(path.read_bytes())
        except (ValueError, RecursionError):
            time.sleep(seconds)
        else:
            return


class CheckHandler(Handler):
    """The checks of a notebook: POST runs them, DELETE stops them."""

    @trusted
    async def post(self) -> None:
        """Run the checks of the saved notebook."""
        await self.work("check", book=self.book())

    @trusted
    async def delete(self) -> None:
        """Stop them."""
        if work := self.works.get(self.notebook()):
            work.end(CANCELLED)
        self.finish(json.dumps({}))


class SubmissionHandler(Handler):
    """Handing in: GET says what would be handed in, POST does it."""

    @trusted
    async def get(self) -> None:
        """Look at the saved notebook."""
        await self.work("look", root=str(self.root))

    @trusted
    async def post(self) -> None:
        """Pack the saved notebook."""
        student = (self.get_json_body() or {}).get("student", "")
        await self.work("hand-in", student=str(student), root=str(self.root))


class PagesHandler(JupyterHandler, web.StaticFileHandler):
    """The book's pages, where they lie on the disk of the server."""

    @trusted
    async def get(self, path: str, include_body: bool = True) -> None:
        """Send a page, or what lies beside the pages; where no pages lie, nothing."""
        here = links.folder()
        hidden = any(part.startswith(".") for part in path.split("/"))
        if here is None or hidden or not (here.parent / "_static").is_dir():
            raise web.HTTPError(404)
        await web.StaticFileHandler.get(self, path, include_body)


def is_news(record: logging.LogRecord) -> bool:
    """Whether the terminal should tell an error: a browser tab that was closed is no news.

    Tornado leaves the error of writing to a closed tab to asyncio, which prints a traceback,
    however quiet Jupyter is.
    """
    return not (record.exc_info and isinstance(record.exc_info[1], WebSocketClosedError))


def _load_jupyter_server_extension(server: Any) -> None:
    """Add the panel's addresses to a Jupyter server, which calls this by its name."""
    logging.getLogger("asyncio").addFilter(is_news)

    def at(place: str) -> str:
        return url_path_join(server.web_app.settings["base_url"], place)

    handlers: list[Any] = [
        (at("flcourse/assignment"), AssignmentHandler),
        (at("flcourse/check"), CheckHandler),
        (at("flcourse/submission"), SubmissionHandler),
    ]
    if here := links.folder():
        handlers.append((at(f"{links.PLACE}/(.*)"), PagesHandler, {"path": str(here.parent)}))
    server.web_app.add_handlers(".*$", handlers)
