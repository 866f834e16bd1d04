"""The two commands on machines that lack something: what they do, and what they say."""

import ast
import itertools
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


@pytest.mark.parametrize("name", ["run", "env", "shell", "system"])
def test_what_an_old_python_reads_first_is_written_for_it(name):
    tree = ast.parse((ROOT / "tools" / f"{name}.py").read_text("utf-8"), feature_version=(3, 8))
    futures = {alias.name for node in tree.body if isinstance(node, ast.ImportFrom)
               and node.module == "__future__" for alias in node.names}  # fmt: skip
    assert "annotations" in futures  # so that list[str] in a signature is never evaluated


@pytest.fixture
def lean(checkout, tmp_path):
    """A Debian with make, a shell and apt alone: no ensurepip, no uv, no browser, no sandbox.

    What apt is asked for stands in the file `asked`.
    """
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("make", "sh", "env", "true"):
        (programs / name).symlink_to(shutil.which(name))
    for name, script in {
        "apt-get": f'echo "$@" >> "{tmp_path}/asked"',
        "sudo": 'shift; exec "$@"',
    }.items():
        (programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (programs / name).chmod(0o755)
    (tmp_path / "ensurepip.py").write_text("raise ImportError('not packaged')")
    (tmp_path / "asked").touch()
    return {
        "PATH": str(programs), "PYTHONPATH": str(tmp_path), "HOME": str(tmp_path),
        "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path), "CHROMIUM": "", "APT": "",
    }  # fmt: skip


VENV_PACKAGE = f"python3.{sys.version_info.minor}-venv"
LACKS = {"pdf": "chromium", "epub": "chromium", "slides": "chromium", "demo": "bubblewrap"}


@pytest.mark.parametrize(
    "target", sorted({*run_script.TARGETS} - {"help", "clean", "deps", "test"})
)
def test_a_target_names_what_it_lacks_and_installs_no_debian_package(
    checkout, lean, tmp_path, target
):
    code, said = make(checkout, target, **lean)
    assert code != 0
    needs = LACKS.get(target, VENV_PACKAGE)
    assert re.search(rf"sudo apt-get install .*\b{re.escape(needs)}\b", said)
    assert "Traceback" not in said
    assert (tmp_path / "asked").read_text() == ""
    assert not (checkout / ".venv").exists()  # it stops before it does any work
    assert "==>" not in said


@pytest.mark.parametrize("target", ["deps", "test"])
def test_the_tests_and_deps_install_all_debian_packages(checkout, lean, tmp_path, target):
    make(checkout, target, **lean)
    installed = [line.split() for line in (tmp_path / "asked").read_text().splitlines()]
    assert installed[0][0] == "install"
    packages = {system.NEEDED[tool][0] for tool in system.NEEDED if tool not in {"fonts", "han"}}
    assert packages | {VENV_PACKAGE} <= set(installed[0])


@pytest.mark.parametrize("target", ["deps", "test"])
def test_where_apt_is_not_allowed_it_is_not_asked(checkout, lean, tmp_path, target):
    _, said = make(checkout, target, **{**lean, "APT": "no"})
    assert (tmp_path / "asked").read_text() == ""
    assert "sudo apt-get install chromium bubblewrap" in said or VENV_PACKAGE in said


def test_a_foreign_environment_is_left_alone(checkout):
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "mine").write_text("precious")
    code, said = make(checkout, "env")
    assert code != 0
    assert "did not create" in said
    assert (checkout / ".venv" / "mine").read_text() == "precious"


@pytest.fixture
def levels(tmp_path, monkeypatch):
    """The levels to which .venv is brought in a checkout, without installing anything."""
    for name in ("pyproject.toml", *(lock for lock, _ in env.LEVELS.values())):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(env, "ROOT", tmp_path)
    monkeypatch.setattr(shell, "ROOT", tmp_path)
    monkeypatch.setattr(env, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(env, "STAMP", tmp_path / ".venv" / "flcourse.json")
    monkeypatch.setattr(env, "version_of", lambda python: "3.12.1")
    monkeypatch.setattr(env, "create", lambda: env.VENV.mkdir(exist_ok=True))
    monkeypatch.setattr(env, "install_package", lambda: None)
    installed = []
    monkeypatch.setattr(env, "install_pins", installed.append)
    return installed


def test_an_environment_is_raised_and_never_lowered(levels, tmp_path):
    for level in ("read", "read", "test", "print", "read"):
        env.ensure(level)
    assert levels == ["read", "test"]
    # New pins for readers alone: a full environment has pins of its own.
    (tmp_path / "tools" / "read.lock").write_text("newer")
    env.ensure("read")
    assert levels == ["read", "test"]
    (tmp_path / "requirements.lock").write_text("newer")
    env.ensure("read")
    assert levels == ["read", "test", "test"]


def test_an_interrupted_update_keeps_its_level(levels, monkeypatch):
    def interrupted(level):
        raise KeyboardInterrupt

    with monkeypatch.context() as first:
        first.setattr(env, "install_pins", interrupted)
        with pytest.raises(KeyboardInterrupt):
            env.ensure("print")
    env.ensure("read")
    assert levels == ["print"]


def test_the_levels_are_parts_of_one_lock():
    pins = [set((ROOT / lock).read_text("utf-8").splitlines()) for lock, _ in env.LEVELS.values()]
    assert all(smaller < larger for smaller, larger in itertools.pairwise(pins))
    heavy = ("ray", "dask", "distributed", "jupyterhub", "playwright", "mypy", "pytest")
    assert not [pin for pin in pins[0] if pin.split("==")[0] in heavy]
    light = {pin.split("==")[0] for pin in pins[list(env.LEVELS).index("lint")]}
    assert light & {"codespell", "mypy", "ruff", *heavy} == {
        "codespell",
        "mypy",
        "ruff",
        "playwright",
    }


def test_an_unknown_level_is_refused(checkout):
    code, said = make(checkout, "env", LEVEL="all")
    assert code != 0
    assert "LEVEL must be one of read, print, lint, test, got 'all'" in said
    assert not (checkout / ".venv").exists()


def test_without_apt_the_missing_packages_and_tests_are_named(monkeypatch, capsys):
    monkeypatch.setattr(system, "missing", lambda tools=(): ["chromium", "bwrap"])
    monkeypatch.setattr(system, "root", lambda: None)
    system.report(system.other_browser(sys.executable, system.install()))
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


@pytest.mark.parametrize("offered", [True, False])
def test_the_browser_without_a_window_is_installed_where_apt_offers_it(monkeypatch, offered):
    asked = []
    monkeypatch.setattr(system, "missing", lambda tools=(): ["chromium", "bwrap"])
    monkeypatch.setattr(system, "root", list)
    monkeypatch.setattr(system, "starts", lambda command: command[-1] == "bash" or offered)
    monkeypatch.setattr(system, "apt", asked.append)
    monkeypatch.delenv("APT", raising=False)
    system.install()
    assert asked == [["chromium-headless-shell" if offered else "chromium", "bubblewrap"]]


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
    monkeypatch.setattr(run_script.env, "ensure", lambda level: sys.executable)
    monkeypatch.setattr(run_script.env, "debian", list)
    monkeypatch.setattr(system, "missing", lambda tools=(): [])
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
    assert f"Port {busy_port} is taken, so" in capsys.readouterr().out


def test_senseless_port_is_refused():
    for port in ("0", "65536", "http", "-1"):
        with pytest.raises(Stop, match="PORT must be a number"):
            book_script.serve(port)
    with pytest.raises(Stop, match="RUN must be no"):
        book_script.serve("8000", "maybe")


@pytest.mark.slow
@pytest.mark.parametrize("run", ["", "no"])
def test_serve_prints_a_link_that_works_and_ends_with_ctrl_c(book, busy_port, run):
    assert book.exists()
    process = subprocess.Popen(
        ["make", "serve"], cwd=ROOT, text=True, start_new_session=True,
        env=dict(os.environ, PORT=str(busy_port), RUN=run, PYTHON=sys.executable),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        said = ""
        while not (link := re.search(r"http://127\.0\.0\.1:\d+/", said)):
            line = process.stdout.readline()
            assert line, said
            said += line
        with urllib.request.urlopen(link[0]) as answer:
            assert (b"_live/live.js" in answer.read()) == (not run)
        with pytest.raises(urllib.error.HTTPError, match="404" if run else "403"):
            urllib.request.urlopen(link[0] + "api/kernels")
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(link[0] + "no-such-page.html")
        os.killpg(process.pid, signal.SIGINT)  # what a terminal does at Ctrl-C
        rest = process.communicate(timeout=60)[0]
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert "Good-bye" in rest
    assert "Traceback" not in rest
