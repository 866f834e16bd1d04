"""The two commands on machines that lack something: what they do, and what they say."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import env
import pytest
import run as run_script
import shell
import system
from conftest import ROOT
from shell import Stop

import book as book_script

SCRIPTS = ("tools", "Makefile", "requirements.lock", "pyproject.toml")


@pytest.fixture
def checkout(tmp_path):
    """Copy of what make needs, at a path with a space and letters beyond ASCII."""
    place = tmp_path / "mein Kurs é"
    place.mkdir()
    for name in SCRIPTS:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, place / name)
    return place


def make(place, *arguments, **extra):
    """Run make there; exit code and everything that it said."""
    around = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    around |= {"PYTHON": sys.executable, **extra}
    done = subprocess.run(
        ["make", *arguments], cwd=place, env=around, text=True, timeout=120,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout


@pytest.mark.parametrize("what", run_script.LINT)
def test_lint(what):
    done = subprocess.run(
        [sys.executable, *run_script.LINT[what]], cwd=ROOT, text=True, capture_output=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_help_names_every_target(checkout):
    code, said = make(checkout, "help")
    assert code == 0
    rules = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert set(rules) == set(run_script.TARGETS)
    assert all(f"make {rule}" in said for rule in rules)


def test_help_is_the_default(checkout):
    assert make(checkout) == make(checkout, "help")


def test_old_python_is_named(monkeypatch):
    monkeypatch.setattr(env, "version_of", lambda path: "3.9.2")
    with pytest.raises(Stop, match=r"needs Python 3\.11 or newer"):
        env.interpreter()


def test_a_newer_python_on_the_path_is_taken(monkeypatch):
    monkeypatch.setattr(env, "version_of", lambda path: "3.12.1" if "3.12" in path else "3.10.0")
    monkeypatch.setattr(shutil, "which", lambda name: f"/somewhere/{name}")
    assert env.interpreter() == "/somewhere/python3.12"


def test_missing_venv_package_is_named(checkout, tmp_path):
    # Debian without python3-venv: the module ensurepip is not there.
    (tmp_path / "ensurepip.py").write_text("raise ImportError('not packaged')")
    lean = lean_path(tmp_path)
    code, said = make(checkout, "env", PYTHONPATH=str(tmp_path), APT="no", PATH=lean)
    package = f"python3.{sys.version_info.minor}-venv"
    assert code != 0
    assert f"sudo apt-get install {package}" in said
    assert "Traceback" not in said


def lean_path(tmp_path):
    """A PATH with a shell and make, and without uv."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("make", "sh"):
        (folder / name).symlink_to(shutil.which(name))
    return str(folder)


def test_a_foreign_environment_is_left_alone(checkout):
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "mine").write_text("precious")
    code, said = make(checkout, "env")
    assert code != 0
    assert "did not create" in said
    assert (checkout / ".venv" / "mine").read_text() == "precious"


def test_without_apt_the_missing_packages_and_tests_are_named(monkeypatch, capsys):
    monkeypatch.setattr(system, "missing", lambda: ["chromium", "bwrap"])
    monkeypatch.setattr(system, "root", lambda: None)
    system.ensure(sys.executable)
    said = capsys.readouterr().out
    assert "sudo apt-get install chromium bubblewrap" in said
    assert "tests/book/test_browser.py" in said


def test_apt_is_asked_only_where_it_may(monkeypatch):
    called = []
    monkeypatch.setattr(system, "call", lambda command, **_: called.append(command) or 0)
    monkeypatch.setattr(system, "root", lambda: ["sudo", "-n"])
    assert system.apt(["bubblewrap"])
    assert called[0][:2] == ["sudo", "-n"]
    assert called[0][-1] == "bubblewrap"
    monkeypatch.setenv("APT", "no")
    assert not system.apt(["bubblewrap"])
    assert len(called) == 1


def test_sudo_is_used_only_where_it_asks_for_no_password(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    for works, prefix in ((True, ["sudo", "-n"]), (False, None)):
        monkeypatch.setattr(system, "starts", lambda command, works=works: works)
        assert system.root() == prefix


@pytest.fixture
def runs(checkout, monkeypatch):
    """The pytest calls that `make test` makes in a checkout, without making them."""
    monkeypatch.setattr(run_script, "ROOT", checkout)
    monkeypatch.setattr(run_script, "PASSED", checkout / "_build" / "tests-passed")
    monkeypatch.setattr(run_script.env, "ensure", lambda: sys.executable)
    monkeypatch.setattr(system, "ensure", lambda _: None)
    monkeypatch.setattr(system, "missing", list)
    for name in ("CI", "AGAIN", "FLCOURSE_DATA"):
        monkeypatch.delenv(name, raising=False)
    calls = []
    monkeypatch.setattr(run_script, "call", lambda command, **_: calls.append(command))
    return calls


def test_passed_tests_run_again_only_when_something_changed(runs, checkout, monkeypatch, capsys):
    run_script.test([])
    run_script.test([])
    assert len(runs) == 1
    assert "AGAIN=1" in capsys.readouterr().out
    (checkout / "new.py").touch()
    run_script.test([])
    (checkout / "new.py").write_text("x = 1")
    run_script.test([])
    monkeypatch.setenv("FLCOURSE_DATA", "elsewhere")
    run_script.test([])
    assert len(runs) == 4
    for name in ("AGAIN", "CI"):
        with monkeypatch.context() as more:
            more.setenv(name, "1")
            run_script.test([])
    run_script.test(["-k", "gtvmin"])
    assert len(runs) == 7


def test_failed_or_partial_tests_run_again(runs, monkeypatch):
    def fail(command, **_):
        runs.append(command)
        raise Stop("This failed")

    run_script.test(["-k", "gtvmin"])
    monkeypatch.setattr(run_script, "call", fail)
    for _ in range(2):
        with pytest.raises(Stop):
            run_script.test([])
    assert len(runs) == 3


def test_a_failure_reads_all_pages_again(tmp_path, monkeypatch):
    for name, value in {"ROOT": tmp_path, "BUILD": tmp_path, "STAMP": tmp_path / "s"}.items():
        monkeypatch.setattr(book_script, name, value)
    monkeypatch.setattr(book_script, "HTML", tmp_path / "html")
    monkeypatch.setattr(shell, "ROOT", tmp_path)
    (tmp_path / "_toc.yml").write_text("x")
    calls, fail = [], [True, False]

    def sphinx(arguments):
        calls.append(arguments)
        if fail.pop(0):
            raise Stop("a warning")

    monkeypatch.setattr(book_script, "sphinx", sphinx)
    with pytest.raises(Stop):
        book_script.build()
    book_script.build()
    book_script.build()
    assert calls == [["--all"], ["--all"]]  # the third call found nothing to do
    fail += [True, False]
    (tmp_path / "_toc.yml").write_text("y")
    with pytest.raises(Stop):
        book_script.build()
    (tmp_path / "_toc.yml").write_text("x")  # as in the build before the failure
    book_script.build()
    assert calls[2:] == [["--all"], ["--all"]]


def test_progress_keeps_warnings_and_drops_noise():
    assert "book/graph" in book_script.progress("reading sources... [ 50%] book/graph")
    assert book_script.progress("graph.md:3: WARNING: lost\n") == "graph.md:3: WARNING: lost"
    assert book_script.progress("[IPKernelApp] WARNING | TCP") is None
    assert book_script.progress("pickling environment... done") is None


@pytest.fixture
def busy_port():
    """A port that someone else listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_busy_port_leads_to_the_next_free_one(busy_port, tmp_path, capsys):
    with book_script.listen(busy_port, tmp_path) as server:
        assert server.server_address[0] == "127.0.0.1"
        assert server.server_port > busy_port
    assert f"Port {busy_port} is busy, taking" in capsys.readouterr().out


def test_senseless_port_is_refused():
    for port in ("0", "65536", "http", "-1"):
        with pytest.raises(Stop, match="PORT must be a number"):
            book_script.serve(port)


@pytest.mark.slow
def test_serve_prints_a_link_that_works_and_ends_with_ctrl_c(book, busy_port):
    assert book.exists()
    process = subprocess.Popen(
        ["make", "serve"], cwd=ROOT, text=True, start_new_session=True,
        env=dict(os.environ, PORT=str(busy_port), PYTHON=sys.executable),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        said = ""
        while not (link := re.search(r"http://127\.0\.0\.1:\d+/", said)):
            line = process.stdout.readline()
            assert line, said
            said += line
        with urllib.request.urlopen(link[0]) as answer:
            assert b"book/index.html" in answer.read()
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(link[0] + "no-such-page.html")
        os.killpg(process.pid, signal.SIGINT)  # what a terminal does at Ctrl-C
        rest = process.communicate(timeout=20)[0]
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert "Good-bye" in rest
    assert "Traceback" not in rest
