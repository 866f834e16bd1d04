"""Serve the pages of the book with kernels behind them: who may enter, what is shown, what runs.

Anybody on this machine may read the pages; they are the book. Only those who have the token may run
code. It is drawn at the start and told in one link, behind its ``#``, which no browser sends
anywhere; the page keeps it in its own storage, which belongs to this host and port, and sends it
with each request in a header. There is no cookie: browsers share cookies between the ports of a
machine, and so with the servers of its other users. SECURITY.md has the whole picture.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import mimetypes
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_server.auth.authorizer import AllowAllAuthorizer
from jupyter_server.auth.identity import IdentityProvider
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.handlers import default_handlers
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado import web
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPServerRequest
from traitlets.config import Config

__all__ = ["LOADER", "ORPHANED", "PLACE", "STATIC", "kernels", "private_room", "serve"]

STATIC = Path(__file__).parent / "static"
PLACE = "_live"  # of our scripts, below the address of the server
LOADER = (
    f'<link rel="stylesheet" href="/{PLACE}/live.css">'
    f'<script type="module" src="/{PLACE}/live.js"></script></head>'
).encode()
KERNELS = 6  # at the same time: one for each open page that runs something
IDLE = 30 * 60  # seconds until a kernel that does nothing is ended
ORPHANED = 5.0  # seconds until one is ended whose page has gone without a word
NAMES = {"127.0.0.1", "localhost", "::1"}  # of this machine, which no foreign name server decides
HEADERS = {
    # A page asks for nothing outside itself, nobody frames it or takes parts of it.
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'unsafe-inline'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css",
         ".svg": "image/svg+xml", ".woff2": "font/woff2", ".json": "application/json"}  # fmt: skip
CROWDED = (
    f"{KERNELS} pages of the book run cells already, which is as many as may: "
    "close a page of them, then run this cell again."
)


NOWHERE = (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>No such page</title></head>'
    "<body><h1>No such page</h1><p>The book has no page at this address. "
    '<a href="/book/index.html">To its first page</a></p></body></html>'
)


def invited(request: HTTPServerRequest) -> bool:
    """Whether a request comes from this machine's own name, and from no page of another origin."""
    host, origin = request.headers.get("Host", ""), request.headers.get("Origin")
    site, mode, kind = (request.headers.get(f"Sec-Fetch-{x}") for x in ("Site", "Mode", "Dest"))
    try:
        ours = urlsplit(f"//{host}").hostname in NAMES and origin in (None, f"http://{host}")
    except ValueError:
        return False
    followed = request.method == "GET" and (mode, kind) == ("navigate", "document")  # a link
    return ours and (site in (None, "none", "same-origin") or followed)


class Door(web.Application):
    """Every request passes here first, whatever it asks for."""

    def find_handler(self, request: HTTPServerRequest, **kwargs: Any) -> Any:
        """Lead to what was asked for, or out again."""
        if not invited(request):
            return self.get_handler_delegate(request, Refusal)
        return super().find_handler(request, **kwargs)


class Plain(web.RequestHandler):
    """An answer that needs no token."""

    def set_default_headers(self) -> None:
        """Guard it."""
        for name, value in HEADERS.items():
            self.set_header(name, value)


class Refusal(Plain):
    """Nothing."""

    def prepare(self) -> None:
        """Say no."""
        self.set_status(403)
        self.finish()


class Pages(Plain):
    """Files of a folder, always fresh; each page loads our script."""

    def initialize(self, folder: Path) -> None:
        """Remember the folder."""
        self.folder = folder.resolve()

    def get(self, name: str) -> None:
        """Send a file that lies in the folder."""
        try:
            path = (self.folder / name).resolve()
        except (OSError, ValueError):  # a name that no file can have
            raise web.HTTPError(404) from None
        if not path.is_relative_to(self.folder) or not path.is_file():
            raise web.HTTPError(404)
        guess = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self.set_header("Content-Type", TYPES.get(path.suffix, guess))
        body = path.read_bytes()
        self.finish(body.replace(b"</head>", LOADER, 1) if path.suffix == ".html" else body)

    head = get

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Lead back into the book."""
        self.set_header("Content-Type", TYPES[".html"])
        self.finish(NOWHERE)


class May(Plain):
    """Whether a token opens this server: asked before a page shows any button."""

    def initialize(self, token: str) -> None:
        """Remember the token."""
        self.token = token

    def get(self) -> None:
        """Compare."""
        self.finish({"may": same(spoken(self.request), self.token)})


def spoken(request: HTTPServerRequest) -> str:
    """Token of a request: in a header, or among a socket's protocols; never in an address."""
    words = request.headers.get("Authorization", "").split()
    if len(words) == 2 and words[0].lower() == "token":
        return words[1]
    offers = request.headers.get("Sec-WebSocket-Protocol", "").split(",")
    tokens = [offer.strip()[6:] for offer in offers if offer.strip().startswith("token.")]
    return tokens[0] if tokens else ""


def same(one: str, other: str) -> bool:
    """Compare in a time that tells nothing."""
    return hmac.compare_digest(one.encode(), other.encode())


class Bearer(IdentityProvider):
    """Whoever has the token is the reader; cookies and addresses say nothing about anybody."""

    def get_token(self, handler: web.RequestHandler) -> str | None:
        """Take the token from a header."""
        return spoken(handler.request) or None

    def get_user_cookie(self, handler: web.RequestHandler) -> None:
        """Believe no cookie."""

    def set_login_cookie(self, handler: web.RequestHandler, user: object) -> None:
        """Give none."""


class Kernels(AsyncMappingKernelManager):
    """The kernels of this server: few, in a folder of their own, each the Python that runs here."""

    environment: dict[str, str]
    ending: set[asyncio.Future[None]]  # what ends kernels, held until it is done
    coming = 0

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]
        """Start one if there are not too many."""
        if len(self) + self.coming >= KERNELS:
            raise web.HTTPError(503, CROWDED)
        self.coming += 1
        try:
            kwargs |= {"kernel_name": "python3", "env": self.environment, "path": ""}
            kwargs |= {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}  # pages show it
            started: str = await super().start_kernel(**kwargs)
            return started
        finally:
            self.coming -= 1

    def notify_disconnect(self, kernel_id: str) -> None:
        """End a kernel whose page has gone: a browser that closes may not have told us."""
        super().notify_disconnect(kernel_id)  # type: ignore[no-untyped-call]
        asyncio.get_running_loop().call_later(ORPHANED, self._end_if_left_alone, kernel_id)

    def _end_if_left_alone(self, kernel_id: str) -> None:
        if kernel_id not in self:
            return
        left: dict[str, Any] = self.kernel_model(kernel_id)  # type: ignore[no-untyped-call]
        if left["connections"] == 0:
            end = asyncio.ensure_future(self.shutdown_kernel(kernel_id))  # type: ignore[no-untyped-call]
            self.ending.add(end)
            end.add_done_callback(self.ending.discard)


@contextlib.contextmanager
def private_room() -> Iterator[Path]:
    """Make a folder that only this user can enter, and remove it in the end."""
    # Names of sockets have at most a hundred letters: not below a long path.
    short = "/tmp" if os.name == "posix" else None
    room = tempfile.mkdtemp(prefix="flbook-", dir=short)
    try:
        yield Path(room)
    finally:
        shutil.rmtree(room, ignore_errors=True)


def surroundings(room: Path) -> dict[str, str]:
    """Environment of the kernels: as when the book was built, but with the reader's data."""
    private = ("IPYTHON", "JUPYTER", "MPL", "FLCOURSE_")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(private)}
    data = {k: v for k, v in os.environ.items() if k == "FLCOURSE_DATA"}
    settings = str(room / "settings")
    return kept | data | {
        "IPYTHONDIR": settings, "JUPYTER_CONFIG_DIR": settings, "FLCOURSE_BOOK": settings,
    }  # fmt: skip


def kernels(room: Path) -> Kernels:
    """Make the manager of the kernels; what they need and write lies in a private folder."""
    work = room / "work"
    work.mkdir()
    # A socket in a private folder, not a port of this machine, where all its users may listen.
    settings = Config({"KernelManager": {"transport": "ipc"}} if os.name == "posix" else {})
    manager = Kernels(  # type: ignore[no-untyped-call]
        config=settings, kernel_spec_manager=KernelSpecManager(kernel_dirs=[]),
        connection_dir=str(room), root_dir=str(work), default_kernel_name="python3",
        cull_idle_timeout=IDLE, cull_interval=60, cull_connected=True,
    )  # fmt: skip
    manager.environment, manager.ending = surroundings(room), set()
    return manager


def door(folder: Path, token: str, manager: Kernels) -> Door:
    """Put together what is served: the pages, our script, and Jupyter's way to the kernels."""
    settings: dict[str, Any] = {
        "base_url": "/", "headers": HEADERS, "xsrf_cookies": True, "config": Config(),
        "cookie_secret": secrets.token_bytes(32), "kernel_manager": manager,
        "kernel_spec_manager": manager.kernel_spec_manager, "authorizer": AllowAllAuthorizer(),
        "identity_provider": Bearer(token=token), "allow_origin": "", "login_url": "/",
        "allow_remote_access": False, "local_hostnames": sorted(NAMES),
        "kernel_websocket_connection_class": ZMQChannelsWebsocketConnection,
        "log_function": lambda handler: None,
    }  # fmt: skip
    return Door(
        [
            *default_handlers,
            (f"/{PLACE}/may", May, {"token": token}),
            (rf"/{PLACE}/(.+)", Pages, {"folder": STATIC}),
            (r"/", web.RedirectHandler, {"url": "/book/index.html", "permanent": False}),
            (r"/(.+)", Pages, {"folder": folder}),
        ],
        default_handler_class=Refusal,
        **settings,
    )


async def _until_stopped(listening: socket.socket, folder: Path, token: str, room: Path) -> None:
    manager, stopped = kernels(room), asyncio.Event()
    server = HTTPServer(door(folder, token, manager))
    listening.setblocking(False)
    server.add_socket(listening)
    if os.name == "posix":  # as a terminal that closes, or a service, says
        for name in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    try:
        await stopped.wait()
    finally:
        server.stop()
        await manager.shutdown_all(now=True)


def serve(listening: socket.socket, folder: Path, token: str) -> None:
    """Serve a built book until Ctrl-C.

    Parameters
    ----------
    listening : socket.socket
        From ``flcourse.grading.student.live.bind``.
    folder : pathlib.Path
        The built book, with ``book/index.html`` in it.
    token : str
        What opens the kernels.
    """
    logging.getLogger().addHandler(logging.NullHandler())
    for name in ("tornado", "asyncio", "traitlets"):  # a log could only tell who was here
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if sys.platform == "win32":  # its other loop knows no sockets of kernels
        asyncio.set_event_loop_policy(asyncio.WindowsSelectorEventLoopPolicy())
    with private_room() as room, contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_until_stopped(listening, folder, token, room))
