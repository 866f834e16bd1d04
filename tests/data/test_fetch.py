"""fetch: only the right bytes get the final name, whatever the server, the net or the user does."""

import errno
import hashlib
import multiprocessing
import os
import re
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
        self.server.seen.append(self.headers.get("Range"))
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        getattr(self, self.server.behaviour)(int(asked[1]) if asked else 0)

    def send(self, body, *, start=0, status=None, length=None, claimed=None):
        self.send_response(status or (206 if start else 200))
        self.send_header("Content-Length", str(len(body) if length is None else length))
        if start or status == 206:
            first = start if claimed is None else claimed
            self.send_header("Content-Range", f"bytes {first}-{N - 1}/{N}")
        self.end_headers()
        self.wfile.write(body)

    def good(self, start):
        self.send(BODY[start:], start=start)

    def breaks_off(self, start):
        self.send(BODY[start:HALF], start=start, length=N - start)
        self.close_connection = True

    def creeps(self, start):
        """Each connection carries a quarter of the file."""
        self.send(BODY[start : start + N // 4 + 1], start=start, length=N - start)
        self.close_connection = True

    def falls_silent(self, start):
        self.send(BODY[start:HALF], start=start, length=N - start)
        self.server.released.wait(20)

    def ignores_range(self, start):
        self.send(BODY)

    def starts_elsewhere(self, start):
        self.send(BODY[start:], start=start, claimed=start - 1 if start else None)

    def range_not_satisfiable(self, start):
        self.send(b"", status=416) if start else self.send(BODY)

    def damages(self, start):
        self.send(bytes([BODY[start] ^ 1]) + BODY[start + 1 :], start=start)

    def shorter_file(self, start):
        self.send(BODY[:HALF], status=200)

    def longer_file(self, start):
        self.send(BODY + b"more", status=200)

    def endless(self, start):
        """A body without a length, longer than it should be."""
        self.send_response(200)
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(BODY * 3)
        self.close_connection = True

    def no_length(self, start):
        self.send_response(200)
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(BODY)
        self.close_connection = True

    def not_found(self, start):
        self.send(b"no such file", status=404)

    def server_error(self, start):
        self.send(b"out of order", status=503)

    def login_page(self, start):
        self.send(b"<html>Welcome to the campus network</html>", status=200)

    def gibberish(self, start):
        self.wfile.write(b"this is not HTTP\r\n\r\n")
        self.close_connection = True

    def redirects(self, start):
        self.server.behaviour = "good"
        self.send_response(302)
        self.send_header("Location", self.server.url)
        self.send_header("Content-Length", "0")
        self.end_headers()


@pytest.fixture
def server(monkeypatch):
    for variable in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.behaviour, server.seen, server.released = "good", [], threading.Event()
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
    """Where the file and its companions go."""
    (tmp_path / "fmi").mkdir()
    return tmp_path / "fmi"


def leave(folder, data, name="stations.csv.part"):
    (folder / name).write_bytes(data)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


ONLY_THE_FILE = {"stations.csv": BODY}


# What goes well


def test_the_published_file_is_the_one_of_the_readme():
    dataset = download.DATASETS["fmi"]
    readme = (Path(download.__file__).parent / "README.md").read_text(encoding="utf-8")
    commit, path = dataset.url.split("/FederatedLearning/")[1].split("/", 1)
    assert all(text in readme for text in (dataset.sha256, commit, path, f"{dataset.size:,}"))


def test_fetched_file_can_be_loaded(server, tmp_path):
    path = fetch("fmi", to=tmp_path)
    assert path == tmp_path / "fmi" / "stations.csv"
    assert contents(path.parent) == ONLY_THE_FILE
    assert load_fmi("observed", path).y[0].shape == (24 * 60,)


def test_progress_grows_up_to_the_whole(server, tmp_path, monkeypatch):
    monkeypatch.setattr(download, "CHUNK", 1000)
    told = []
    fetch("fmi", to=tmp_path, progress=lambda *now: told.append(now))
    done = [here for here, _ in told]
    assert done == sorted(set(done))
    assert len(told) > 10
    assert told[-1] == (N, N)
    assert {total for _, total in told} == {N}


def test_a_right_file_is_left_alone(server, folder):
    leave(folder, BODY, "stations.csv")
    before = (folder / "stations.csv").stat()
    assert fetch("fmi", to=folder.parent) == folder / "stations.csv"
    assert server.seen == []
    assert (folder / "stations.csv").stat().st_mtime_ns == before.st_mtime_ns


@pytest.mark.parametrize("behaviour", ["good", "no_length", "redirects"])
def test_servers_that_keep_the_rules(server, tmp_path, behaviour):
    server.behaviour = behaviour
    assert fetch("fmi", to=tmp_path).read_bytes() == BODY


def test_another_address_of_the_same_file(server, tmp_path, monkeypatch):
    elsewhere = download.Dataset("http://127.0.0.1:9/x", Path("x.csv"), N, "", "")
    right = download.DATASETS["fmi"]
    monkeypatch.setitem(
        download.DATASETS,
        "fmi",
        download.Dataset(elsewhere.url, right.file, N, right.sha256, right.instead),
    )
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


# Going on from where it broke off


def test_broken_connection_is_resumed(server, folder):
    server.behaviour = "breaks_off"
    with pytest.raises(FetchError, match=f"broke off after {HALF} of {N} bytes: call the same"):
        fetch("fmi", to=folder.parent)
    assert contents(folder) == {"stations.csv.part": BODY[:HALF]}
    server.behaviour = "good"
    fetch("fmi", to=folder.parent)
    assert server.seen == [None, f"bytes={HALF}-"]
    assert contents(folder) == ONLY_THE_FILE


def test_a_bad_line_needs_several_calls_and_no_byte_twice(server, folder):
    server.behaviour = "creeps"
    for _ in range(3):
        with pytest.raises(FetchError, match="goes on from there"):
            fetch("fmi", to=folder.parent)
    fetch("fmi", to=folder.parent)
    quarter = N // 4 + 1
    assert server.seen == [None, *(f"bytes={k * quarter}-" for k in (1, 2, 3))]
    assert contents(folder) == ONLY_THE_FILE


def test_silent_server_is_given_up_and_resumed(server, folder):
    server.behaviour = "falls_silent"
    with pytest.raises(FetchError, match="broke off after"):
        fetch("fmi", to=folder.parent, timeout=0.3)
    server.behaviour = "good"
    fetch("fmi", to=folder.parent)
    assert server.seen[-1] == f"bytes={HALF}-"
    assert contents(folder) == ONLY_THE_FILE


def test_interrupted_by_the_user_is_resumed(server, folder, monkeypatch):
    monkeypatch.setattr(download, "CHUNK", 1000)

    got = []

    def impatient(here, _):
        got.append(here)
        if here >= 5000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch("fmi", to=folder.parent, progress=impatient)
    assert contents(folder) == {"stations.csv.part": BODY[: got[-1]]}
    fetch("fmi", to=folder.parent)
    assert server.seen == [None, f"bytes={got[-1]}-"]
    assert contents(folder) == ONLY_THE_FILE


@pytest.mark.parametrize(
    "behaviour", ["ignores_range", "starts_elsewhere", "range_not_satisfiable"]
)
def test_servers_that_cannot_resume_send_it_all(server, folder, behaviour):
    server.behaviour = behaviour
    leave(folder, BODY[:HALF])
    fetch("fmi", to=folder.parent)
    assert server.seen[0] == f"bytes={HALF}-"
    assert contents(folder) == ONLY_THE_FILE


@pytest.mark.parametrize(
    "leftover",
    [b"", b"?" * HALF, b"?" * N, BODY + b"!", BODY[1 : HALF + 1]],
    ids=["empty", "half of another", "as long", "longer", "shifted"],
)
def test_leftovers_of_something_else_are_thrown_away(server, folder, leftover):
    leave(folder, leftover)
    fetch("fmi", to=folder.parent)
    assert contents(folder) == ONLY_THE_FILE


def test_complete_leftover_needs_no_network(server, folder):
    leave(folder, BODY)
    fetch("fmi", to=folder.parent)
    assert server.seen == []
    assert contents(folder) == ONLY_THE_FILE


# What goes wrong


@pytest.mark.parametrize("leftover", [None, BODY[:HALF]])
@pytest.mark.parametrize("behaviour", ["damages", "endless"])
def test_wrong_bytes_are_said_and_thrown_away(server, folder, behaviour, leftover):
    server.behaviour = behaviour
    if leftover:
        leave(folder, leftover)
    with pytest.raises(FetchError, match=r"not the file that the course knows .another SHA-256"):
        fetch("fmi", to=folder.parent)
    assert contents(folder) == {}


@pytest.mark.parametrize("leftover", [None, BODY[:HALF]])
@pytest.mark.parametrize(
    ("behaviour", "message"),
    [
        ("shorter_file", f"offers a file of {HALF} bytes where {N} were expected"),
        ("longer_file", f"offers a file of {N + 4} bytes where {N} were expected"),
        ("login_page", f"offers a file of 42 bytes where {N} were expected"),
        ("not_found", "answers 404"),
        ("server_error", "answers 503"),
        ("gibberish", "cannot be reached"),
    ],
)
def test_other_answers_spoil_nothing(server, folder, behaviour, message, leftover):
    server.behaviour = behaviour
    if leftover:
        leave(folder, leftover)
    with pytest.raises(FetchError, match=message) as caught:
        fetch("fmi", to=folder.parent)
    assert "put it at " + str(folder / "stations.csv") in str(caught.value)
    assert "stations.csv" not in contents(folder)
    if leftover:
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
    assert str(tmp_path / "fmi" / "stations.csv") in str(caught.value)
    assert 'load_fmi("simulated")' in str(caught.value)


def test_unknown_host_says_what_to_do(server, tmp_path):
    with pytest.raises(FetchError, match=r"cannot be reached"):
        fetch("fmi", to=tmp_path, url="http://nowhere.invalid/stations.csv")


def test_wrong_file_loses_the_name_and_is_kept(server, folder):
    leave(folder, b"edited by hand", "stations.csv")
    server.behaviour = "not_found"
    with pytest.raises(FetchError):
        fetch("fmi", to=folder.parent)
    assert contents(folder) == {"stations.csv.wrong": b"edited by hand"}
    server.behaviour = "good"
    fetch("fmi", to=folder.parent)
    assert contents(folder) == {"stations.csv.wrong": b"edited by hand"} | ONLY_THE_FILE


def test_folder_that_cannot_be_made(server, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FetchError, match=r"cannot write in .*: choose a folder of your own"):
        fetch("fmi", to=tmp_path / "file")


def test_full_disk(server, folder, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(download.os, "fsync", full)
    with pytest.raises(FetchError, match=r"cannot write in .*No space left"):
        fetch("fmi", to=folder.parent)
    assert not (folder / "stations.csv").exists()


@pytest.mark.parametrize("url", ["file:///etc/hostname", "ftp://example.org/x", "stations.csv", ""])
def test_only_web_addresses(url, tmp_path):
    with pytest.raises(ValueError, match="url must start with http:// or https://"):
        fetch("fmi", to=tmp_path, url=url)


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), "long"])
def test_timeout_is_a_positive_number(timeout, tmp_path):
    with pytest.raises(ValueError, match="timeout must"):
        fetch("fmi", to=tmp_path, timeout=timeout)


# Two at once


def test_second_download_into_the_folder_waits_its_turn(server, folder):
    with (
        download._alone_in(folder),
        pytest.raises(FetchError, match=r"another download into .* is under way"),
    ):
        fetch("fmi", to=folder.parent)
    assert contents(folder) == {}
    fetch("fmi", to=folder.parent)
    assert contents(folder) == ONLY_THE_FILE


def _hold(folder, started):
    with download._alone_in(folder):
        started.set()
        threading.Event().wait()


def test_a_killed_download_holds_up_nobody(server, folder):
    context = multiprocessing.get_context("spawn")
    started = context.Event()
    other = context.Process(target=_hold, args=(folder, started))
    other.start()
    assert started.wait(60)
    with pytest.raises(FetchError, match="under way"):
        fetch("fmi", to=folder.parent)
    other.kill()
    other.join()
    assert fetch("fmi", to=folder.parent).read_bytes() == BODY


@pytest.mark.parametrize("fault", ["no locks on this system", "no locks on this file system"])
def test_places_without_locks(server, folder, monkeypatch, fault):
    def refuse(*_):
        raise OSError("no locks")

    if fault == "no locks on this system":
        monkeypatch.setattr(download, "fcntl", None)
    else:
        monkeypatch.setattr(download.fcntl, "flock", refuse)
    assert fetch("fmi", to=folder.parent).read_bytes() == BODY


@pytest.mark.parametrize("behaviour", ["good", "breaks_off", "ignores_range", "damages"])
def test_a_reader_never_sees_a_wrong_file(server, folder, behaviour, monkeypatch):
    """While bytes arrive, the final name is either absent or right."""
    monkeypatch.setattr(download, "CHUNK", 1000)
    server.behaviour = behaviour
    seen = []

    def look(*_):
        seen.append((folder / "stations.csv").exists())

    for _ in range(2):
        try:
            fetch("fmi", to=folder.parent, progress=look)
        except FetchError:
            assert "stations.csv" not in contents(folder)
    assert seen
    assert not any(seen)
