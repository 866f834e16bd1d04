"""The live book as a reader starts it: `flcourse book` in a process of its own."""

import contextlib
import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from http.client import HTTPConnection

LINK = re.compile(r"http://127\.0\.0\.1:(\d+)/#run=([\w-]+)")


@dataclass
class Live:
    """A running server: its process, where it listens, what opens it."""

    process: subprocess.Popen
    port: int
    token: str
    before: str = ""  # what it said ahead of the link

    @property
    def host(self):
        return f"127.0.0.1:{self.port}"

    @property
    def site(self):
        return f"http://{self.host}"

    def ask(self, path, method="GET", token=None, body=None, **headers):
        """Send one request, with no header but these; return the answer, read."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named.setdefault("Host", self.host)
        if token is not None:
            named["Authorization"] = f"token {token}"
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in named.items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        answer.body = answer.read()
        connection.close()
        return answer

    def kernels(self):
        """Ids of the kernels that run, asked by who has the token."""
        answer = self.ask("/api/kernels", token=self.token)
        assert answer.status == 200
        return re.findall(rb'"id": "([\w-]+)"', answer.body)


@contextlib.contextmanager
def served(folder, port=0, start=("-m", "flcourse"), **surroundings):
    """Serve a built book on a free port, or on this one, until the end of the block."""
    process = subprocess.Popen(
        [sys.executable, *start, "book", folder, "--port", str(port)], text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, **surroundings},
    )  # fmt: skip
    try:
        said = before = ""
        while not (link := LINK.search(said)):
            before += said
            said = process.stdout.readline()
            assert said, before
        yield Live(process, int(link[1]), link[2], before)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
