"""Build the book and serve it: `.venv/bin/python tools/book.py build|serve [PORT [no]]`."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from shell import ROOT, Stop, alone, say, surroundings

BUILD = ROOT / "_build"
HTML = BUILD / "html"
LOG = BUILD / "book.log"
STAMP = BUILD / "book.json"
SOURCES = (
    "_config.yml",
    "_toc.yml",
    "requirements.lock",
    "book",
    "flcourse",
    "benchmarks/results",
    "solutions/bank/verdicts",
)
JUPYTER_BOOK = "from jupyter_book.cli.main import main; main()"
ANSI = re.compile(r"\x1b\[[0-9;]*m")
PROGRESS = re.compile(r"(reading sources|writing output)\.\.\. \[ *(\d+)%\] (\S+)")


def fingerprints() -> dict[str, str]:
    """Digest of each file that the book is made from."""
    files = (path for name in SOURCES for path in [ROOT / name, *sorted((ROOT / name).rglob("*"))])
    wanted = (path for path in files if path.is_file() and "__pycache__" not in path.parts)
    return {
        str(path.relative_to(ROOT)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in wanted
    }


def build(*, force: bool = False) -> None:
    """Bring the book up to date; with `force`, let Sphinx look even if no file changed."""
    with alone("book"):
        old = json.loads(STAMP.read_text("utf-8")) if STAMP.exists() else {}
        new = fingerprints()
        if old == new and not force:
            say("The book is up to date")
            return
        changed = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
        # Sphinx warns only about pages that it reads, so after a failure it must read them all;
        # neither does it notice new scripts, styles or extensions.
        everywhere = any(name.startswith(("book/_", "_", "requirements")) for name in changed)
        arguments = ["--all"] if everywhere else []
        if "_toc.yml" in changed:
            shutil.rmtree(HTML, ignore_errors=True)  # pages that left the table of contents
        STAMP.unlink(missing_ok=True)
        started = time.monotonic()
        say("Building the book (every cell is executed; unchanged chapters come from a cache)")
        sphinx(arguments)
        STAMP.write_text(json.dumps(new), "utf-8")
        say(f"The book is in _build/html ({time.monotonic() - started:.0f} s)")


def sphinx(arguments: Sequence[str]) -> None:
    """Run Jupyter Book, warnings as errors; show progress, keep the whole story in a log."""
    command = [sys.executable, "-c", JUPYTER_BOOK, "build", "-W", "-n", "--keep-going"]
    # What a reader sees must not depend on the machine: no private data, settings or seeds.
    private = ("FLCOURSE_", "IPYTHON", "JUPYTER_", "MPL", "SOURCE_DATE_EPOCH")
    env = {k: v for k, v in surroundings().items() if not k.startswith(private)}
    folder = BUILD / "settings"
    env |= {"IPYTHONDIR": str(folder), "JUPYTER_CONFIG_DIR": str(folder)}
    env["FLCOURSE_BOOK"] = str(folder)  # no book lies there: messages name no file of this machine
    with LOG.open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [*command, *arguments, "--path-output", BUILD.parent, "."],
            cwd=ROOT, env=env, text=True, encoding="utf-8", errors="replace",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        for line in process.stdout or ():
            plain = ANSI.sub("", line)
            log.write(plain)
            if (news := progress(plain)) is not None:
                print(news, flush=True)
    if process.wait():
        raise Stop(f"The book was not built; the whole story is in {LOG.relative_to(ROOT)}")


def progress(line: str) -> str | None:
    """Shorten a line of the log to what its reader wants to know; None if that is nothing."""
    step = PROGRESS.search(line)
    if step:
        return f"    {step[1]:<16} {step[2]:>3} %  {step[3]}"
    if "Executing notebook" in line:
        return "    " + line.strip()
    if "[IPKernelApp]" in line:  # every kernel says that it speaks to this machine only
        return None
    return line.rstrip() if re.search(r"WARNING|ERROR|Error\b|Traceback", line) else None


class Server(ThreadingHTTPServer):
    """A server for one reader on this machine."""

    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report nothing: browsers go away in the middle of an answer."""


class Pages(SimpleHTTPRequestHandler):
    """Files of the book, always fresh, without a line per request."""

    extensions_map = {  # noqa: RUF012 - the base class has it as a plain dict, too
        **SimpleHTTPRequestHandler.extensions_map,
        ".woff2": "font/woff2",
    }

    def end_headers(self) -> None:
        """Ask the browser not to keep pages of an earlier build."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def bound(port: int) -> socket.socket:
    """Listen on 127.0.0.1 at `port`, or at the next one that is free."""
    from flcourse.grading.student import live  # only here: building needs no package

    try:
        listening = live.bind(port)
    except OSError:
        last = port + 99
        raise Stop(
            f"No free port between {port} and {last}; choose another: make serve PORT=9000"
        ) from None
    if moved := live.elsewhere(listening, port):
        say(moved)
    return listening


def listen(port: int, folder: Path = HTML) -> Server:
    """Server of the pages alone."""
    listening = bound(port)
    handler = functools.partial(Pages, directory=str(folder))
    server = Server(listening.getsockname(), handler, bind_and_activate=False)
    server.socket.close()
    server.socket, server.server_port = listening, listening.getsockname()[1]
    return server


def serve(port: str, run: str = "") -> None:
    """Serve the built book until Ctrl-C; its cells run, unless `run` is "no"."""
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise Stop(f"PORT must be a number between 1 and 65535, got {port!r}")
    if run not in ("", "no"):
        raise Stop(f"RUN must be no, or nothing, got {run!r}")
    build()
    (read if run else read_and_run)(int(port))


def read_and_run(port: int) -> None:
    """Serve the book with kernels behind its cells."""
    from flcourse.grading.student import live

    if lacking := live.missing():
        raise Stop(f"{lacking}; or read only: make serve RUN=no")
    with bound(port) as listening:
        token = live.token()
        # The link first: Jupyter is loaded while the reader opens it, and the browser waits.
        say(f"The book is at {live.link(listening, token)}  (Ctrl-C ends)")
        say("Its cells run for whoever has this link. To read only: make serve RUN=no")
        from flcourse.grading.student.live import server

        server.serve(listening, HTML, token)
    say("Good-bye")


def read(port: int) -> None:
    """Serve the pages alone."""
    with listen(port) as server:
        say(f"The book is at http://127.0.0.1:{server.server_port}/  (Ctrl-C ends)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say("Good-bye")


def main(argv: Sequence[str]) -> int:
    """Run `build`, `rebuild` (look even if no file changed) or `serve PORT`, all in this folder."""
    os.chdir(ROOT)
    try:
        if argv[0] == "serve":
            serve(*argv[1:])
        else:
            build(force=argv[0] == "rebuild")
    except Stop as problem:
        print(f"\n{problem}", file=sys.stderr)
        return problem.code
    except KeyboardInterrupt:
        print("\nInterrupted; make serve picks up where this one ended.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
