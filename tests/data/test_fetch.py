"""fetch: only the right bytes get the final name, whatever the server, the net or the user does."""

import errno
import hashlib
import os
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from flcourse.data import download, fetch, load_fmi
from flcourse.data.download import FetchError

BODY = (
    b"Latitude,Longitude,Timestamp,temp,name\n"
    + "".join(
        f"60.5,25.25,2023-12-31 {h:02d}:{m:02d}:00,-{h}.{m % 10},Äijälä\n"
        for h in range(24)
        for m in range(60)
    ).encode()
)
N = len(BODY)
HALF = N // 2


class Handler(BaseHTTPRequestHandler):
    """A file server that obeys or breaks the rules, as ``server.behaviour`` says."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.server.asked += 1
        getattr(self, self.server.behaviour)()

    def send(self, body, *, status=200, length=None):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def good(self):
        self.send(BODY)

    def no_length(self):
        self.send_response(200)
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(BODY)
        self.close_connection = True

    def redirects(self):
        self.server.behaviour = "good"
        self.send_response(302)
        self.send_header("Location", self.server.url)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def breaks_off(self):
        self.send(BODY[:HALF], length=N)
        self.close_connection = True

    def falls_silent(self):
        self.send(BODY[:HALF], length=N)
        self.server.released.wait(20)

    def damages(self):
        self.send(bytes([BODY[0] ^ 1]) + BODY[1:])

    def shorter_file(self):
        self.send(BODY[:HALF])

    def longer_file(self):
        self.send(BODY + b"more")

    def login_page(self):
        self.send(b"<html>Welcome to the campus network</html>")

    def not_found(self):
        self.send(b"no such file", status=404)

    def server_error(self):
        self.send(b"out of order", status=503)

    def gibberish(self):
        self.wfile.write(b"this is not HTTP\r\n\r\n")
        self.close_connection = True


@pytest.fixture
def server(monkeypatch):
    for variable in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.behaviour, server.asked, server.released = "good", 0, threading.Event()
    server.url = f"http://127.0.0.1:{server.server_port}/stations.csv"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    dataset = download.Dataset(
        url=server.url,
        file=Path("fmi") / "stations.csv",
        size=N,
        sha256=hashlib.sha256(BODY).hexdigest(),
        instead='load_fmi("simulated")',
    )
    monkeypatch.setitem(download.DATASETS, "fmi", dataset)
    yield server
    server.released.set()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def folder(tmp_path):
    """Where the file goes."""
    (tmp_path / "fmi").mkdir()
    return tmp_path / "fmi"


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


ONLY_THE_FILE = {"stations.csv": BODY}


# What goes well


def test_the_published_file_is_the_one_of_the_readme():
    dataset = download.DATASETS["fmi"]
    readme = (Path(download.__file__).parent / "README.md").read_text(encoding="utf-8")
    commit, path = dataset.url.split("/FederatedLearning/")[1].split("/", 1)
    assert all(text in readme for text in (dataset.sha256, commit, path, f"{dataset.size:,}"))


def test_fetched_file_can_be_loaded_by_everybody(server, tmp_path, capfd):
    path = fetch("fmi", to=tmp_path)
    assert path == tmp_path / "fmi" / "stations.csv"
    assert contents(path.parent) == ONLY_THE_FILE
    assert path.stat().st_mode & 0o444 == 0o444
    assert load_fmi("observed", path).y[0].shape == (24 * 60,)
    assert capfd.readouterr() == ("", "")


def test_progress_grows_up_to_the_whole(server, tmp_path, monkeypatch):
    monkeypatch.setattr(download, "CHUNK", 1000)
    told = []
    fetch("fmi", to=tmp_path, progress=lambda *now: told.append(now))
    done = [here for here, _ in told]
    assert done == sorted(done)
    assert len(set(done)) > 10
    assert told[-1] == (N, N)
    assert {total for _, total in told} == {N}


def test_a_right_file_is_left_alone(server, folder):
    (folder / "stations.csv").write_bytes(BODY)
    before = (folder / "stations.csv").stat()
    assert fetch("fmi", to=folder.parent) == folder / "stations.csv"
    assert server.asked == 0
    assert (folder / "stations.csv").stat().st_mtime_ns == before.st_mtime_ns


@pytest.mark.parametrize("behaviour", ["good", "no_length", "redirects"])
def test_servers_that_keep_the_rules(server, tmp_path, behaviour):
    server.behaviour = behaviour
    assert fetch("fmi", to=tmp_path).read_bytes() == BODY


def test_another_address_of_the_same_file(server, tmp_path, monkeypatch):
    right = download.DATASETS["fmi"]
    elsewhere = download.Dataset("http://127.0.0.1:9/x", right.file, N, right.sha256, right.instead)
    monkeypatch.setitem(download.DATASETS, "fmi", elsewhere)
    assert fetch("fmi", to=tmp_path, url=server.url).read_bytes() == BODY


@pytest.mark.parametrize("named", [True, False])
def test_default_place_is_where_load_fmi_looks(server, tmp_path, monkeypatch, named):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("FLCOURSE_DATA", raising=False)
    if named:
        monkeypatch.setenv("FLCOURSE_DATA", str(tmp_path / "shared"))
    folder = tmp_path / "shared" if named else tmp_path / "cache" / "flcourse"
    assert fetch("fmi") == folder / "fmi" / "stations.csv"


# What goes wrong


@pytest.mark.parametrize(
    ("behaviour", "message"),
    [
        ("damages", r"not the file that the course knows .another SHA-256"),
        ("shorter_file", r"not the file that the course knows"),
        ("longer_file", r"not the file that the course knows"),
        ("login_page", r"not the file that the course knows"),
        ("breaks_off", "127.0.0.1:.* cannot be reached"),
        ("falls_silent", "127.0.0.1:.* cannot be reached .*timed out"),
        ("not_found", "answers 404"),
        ("server_error", "answers 503"),
        ("gibberish", "cannot be reached"),
    ],
)
def test_other_answers_spoil_nothing(server, folder, behaviour, message):
    server.behaviour = behaviour
    with pytest.raises(FetchError, match=message) as caught:
        fetch("fmi", to=folder.parent, timeout=0.3)
    # The public address is where a human gets it.
    assert f"get {server.url} by hand" in str(caught.value)
    assert "put it at " + str(folder / "stations.csv") in str(caught.value)
    assert 'load_fmi("simulated")' in str(caught.value)
    assert contents(folder) == {}
    server.behaviour = "good"
    assert fetch("fmi", to=folder.parent).read_bytes() == BODY


def test_no_network_says_what_to_do(server, tmp_path):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/stations.csv"
        with pytest.raises(FetchError, match=r"cannot be reached .*refused") as caught:
            fetch("fmi", to=tmp_path, url=url)
    # The public address, not the one that failed, is where a human gets it.
    assert f"get {server.url} by hand" in str(caught.value)


def test_unknown_host_says_what_to_do(server, tmp_path):
    with pytest.raises(FetchError, match=r"nowhere.invalid cannot be reached"):
        fetch("fmi", to=tmp_path, url="http://nowhere.invalid/stations.csv")


def test_wrong_file_loses_the_name_and_is_kept(server, folder):
    (folder / "stations.csv").write_bytes(b"edited by hand")
    server.behaviour = "not_found"
    with pytest.raises(FetchError):
        fetch("fmi", to=folder.parent)
    assert contents(folder) == {"stations.csv.wrong": b"edited by hand"}
    server.behaviour = "good"
    fetch("fmi", to=folder.parent)
    assert contents(folder) == {"stations.csv.wrong": b"edited by hand"} | ONLY_THE_FILE


def test_interrupted_by_the_user(server, folder, monkeypatch):
    monkeypatch.setattr(download, "CHUNK", 1000)

    def impatient(here, _):
        assert not (folder / "stations.csv").exists()
        if here >= 5000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch("fmi", to=folder.parent, progress=impatient)
    assert contents(folder) == {}


def test_folder_that_cannot_be_made(server, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FetchError, match=r"cannot write in .*: choose a folder of your own"):
        fetch("fmi", to=tmp_path / "file")


def test_full_disk(server, folder):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(FetchError, match=r"cannot write in .*No space left"):
        fetch("fmi", to=folder.parent, progress=full)
    assert contents(folder) == {}


@pytest.mark.parametrize("url", ["file:///etc/hostname", "ftp://example.org/x", "stations.csv", ""])
def test_only_web_addresses(url, tmp_path):
    with pytest.raises(ValueError, match="url must start with http:// or https://"):
        fetch("fmi", to=tmp_path, url=url)


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), "long"])
def test_timeout_is_a_positive_number(timeout, tmp_path):
    with pytest.raises(ValueError, match="timeout must"):
        fetch("fmi", to=tmp_path, timeout=timeout)
