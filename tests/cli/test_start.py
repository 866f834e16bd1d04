"""What `flcourse start` puts where, and that it never overwrites work."""

import json
import os
import shutil
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from journey import ROOT

from flcourse import cli
from flcourse.cli import student
from flcourse.grading.student import identity, start, surroundings

EXERCISES = ROOT / "exercises"
NAME = "start/start.ipynb"
OLD = (EXERCISES / NAME).read_bytes()
NEW = OLD.replace(b"a dry run", b"a second dry run")
WORK = OLD.replace(b"raise NotImplementedError()", b"return y_i.mean()")


def verdicts(found, folder):
    return {p.relative_to(folder).as_posix(): what for p, what in start.put(found, folder).items()}


def test_every_assignment_of_the_checkout_is_found():
    found = start.releases(EXERCISES)
    assert sorted(found) == sorted(
        path.relative_to(EXERCISES).as_posix()
        for pattern in ("*/*.ipynb", "*/*.instances")
        for path in EXERCISES.glob(pattern)
    )
    assert start.checkout(ROOT / "book") == EXERCISES
    assert start.releases(ROOT) == found  # the checkout itself does as well


def test_a_second_start_changes_nothing(tmp_path):
    assert verdicts({NAME: OLD}, tmp_path) == {NAME: "new"}
    assert verdicts({NAME: OLD}, tmp_path) == {NAME: "same"}
    (tmp_path / NAME).write_bytes(WORK)
    assert verdicts({NAME: OLD}, tmp_path) == {NAME: "yours"}
    assert (tmp_path / NAME).read_bytes() == WORK


RENAMED = "start/start Äino final.ipynb"


def renamed(folder, content=WORK, to=RENAMED):
    """A course folder in which the only copy of the dry run bears another name."""
    verdicts({NAME: OLD}, folder)
    (folder / NAME).unlink()
    (folder / to).write_bytes(content)


@pytest.mark.parametrize("to", [RENAMED, "mine.ipynb", "mine/mine.ipynb"])
def test_a_renamed_notebook_is_still_the_assignment(tmp_path, to):
    (tmp_path / "mine").mkdir()
    renamed(tmp_path, to=to)
    assert verdicts({NAME: OLD}, tmp_path) == {to: "renamed"}
    assert start.notebook(Path("start"), tmp_path) == tmp_path / to
    assert start.notebook(None, tmp_path) == tmp_path / to
    assert start.notebook(Path(Path(to).name), tmp_path / ".flcourse") == tmp_path / to
    assert not (tmp_path / NAME).exists()
    assert (tmp_path / to).read_bytes() == WORK


def test_a_newer_release_goes_beside_renamed_work(tmp_path):
    renamed(tmp_path)
    assert verdicts({NAME: NEW}, tmp_path) == {"start/start Äino final-new.ipynb": "beside"}
    assert verdicts({NAME: NEW}, tmp_path) == {RENAMED: "renamed"}
    assert start.notebook(Path("start"), tmp_path) == tmp_path / RENAMED  # it has answers


def test_of_several_notebooks_the_one_with_answers_is_meant(tmp_path):
    renamed(tmp_path)
    (tmp_path / NAME).write_bytes(OLD)  # as an earlier version of this command has laid it there
    assert start.notebook(Path("start"), tmp_path) == tmp_path / RENAMED
    (tmp_path / RENAMED).write_bytes(OLD)
    assert start.notebook(Path("start"), tmp_path) == tmp_path / NAME
    (tmp_path / RENAMED).write_bytes(WORK)
    (tmp_path / NAME).write_bytes(WORK.replace(b"mean", b"sum"))
    with pytest.raises(ValueError, match=r"2 times: \"start/start Äino final.ipynb\", \"start/st"):
        start.notebook(Path("start"), tmp_path)
    assert start.notebook(Path(RENAMED), tmp_path) == Path(RENAMED)
    assert start.notebook(Path("start.ipynb"), tmp_path) == tmp_path / NAME


def test_a_newer_release_replaces_what_nobody_wrote_in(tmp_path):
    verdicts({NAME: OLD}, tmp_path)
    assert verdicts({NAME: NEW}, tmp_path) == {NAME: "newer"}
    assert (tmp_path / NAME).read_bytes() == NEW


def test_a_newer_release_goes_beside_work(tmp_path):
    verdicts({NAME: OLD}, tmp_path)
    (tmp_path / NAME).write_bytes(WORK)
    assert verdicts({NAME: NEW}, tmp_path) == {"start/start-new.ipynb": "beside"}
    assert verdicts({NAME: NEW}, tmp_path) == {NAME: "yours"}  # once is enough
    (tmp_path / "start" / "start-new.ipynb").write_bytes(NEW + b" ")  # he went on in that one
    third = NEW.replace(b"a second", b"a third")
    assert verdicts({NAME: third}, tmp_path) == {"start/start-new-2.ipynb": "beside"}
    assert (tmp_path / NAME).read_bytes() == WORK
    assert (tmp_path / "start" / "start-new.ipynb").read_bytes() == NEW + b" "


def test_work_on_a_fetched_notebook_is_known_by_its_labels(tmp_path):
    path = tmp_path / NAME
    path.parent.mkdir()
    path.write_bytes(WORK)
    assert verdicts({NAME: OLD}, tmp_path) == {NAME: "yours"}
    assert [p.name for p in path.parent.iterdir()] == ["start.ipynb"]


def zipped(path, members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize(
    "members",
    [
        {"start.ipynb": OLD},
        {"start/start.ipynb": OLD, "start/.ipynb_checkpoints/start-checkpoint.ipynb": NEW},
        {"course-main/exercises/start/start.ipynb": OLD, "course-main/book/start.ipynb": NEW},
        {"../../start.ipynb": OLD, "__MACOSX/start/._start.ipynb": b"\0"},
        {"start\\start.ipynb": OLD, "notes.ipynb": b'{"cells": []}'},
    ],
)
def test_zips_of_all_shapes_are_read(tmp_path, members):
    assert start.releases(zipped(tmp_path / "given.zip", members)) == {NAME: OLD}


def test_a_broken_zip_is_one_sentence(tmp_path):
    path = zipped(tmp_path / "given.zip", {"start.ipynb": OLD})
    path.write_bytes(path.read_bytes().replace(b"cells", b"CELLS"))
    with pytest.raises(ValueError, match=r"cannot be read.*download it again"):
        start.releases(path)


def test_files_of_an_assignment_come_along(tmp_path):
    members = {"start/start.ipynb": OLD, "start/table.csv": b"1,2", "readme.txt": b"hello"}
    found = start.releases(zipped(tmp_path / "given.zip", members))
    assert found == {NAME: OLD, "start/table.csv": b"1,2"}
    for name, content in members.items():
        (tmp_path / "given" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "given" / name).write_bytes(content)
    assert start.releases(tmp_path / "given") == found
    assert start.releases(tmp_path / "given" / "start") == found


def test_a_single_notebook_and_a_folder_of_notebooks_do(tmp_path):
    (tmp_path / "start.ipynb").write_bytes(OLD)
    assert start.releases(tmp_path / "start.ipynb") == {NAME: OLD}
    assert start.releases(tmp_path) == {NAME: OLD}


@pytest.mark.parametrize("name", ["", "nowhere"])
def test_without_assignments_the_next_step_is_told(tmp_path, name):
    with pytest.raises(ValueError, match=r"flcourse start --from PLACE$"):
        start.releases(tmp_path / name)


def test_the_folder_is_never_inside_the_checkout(tmp_path, monkeypatch):
    (tmp_path / "course" / "book").mkdir(parents=True)
    verdicts({NAME: OLD}, tmp_path / "course" / "exercises")
    monkeypatch.chdir(tmp_path / "course" / "book")
    assert student._default_folder() == tmp_path / "my-flcourse"
    monkeypatch.chdir(tmp_path)
    assert student._default_folder() == tmp_path / "my-flcourse"


def test_who_starts_elsewhere_is_told_where_the_work_of_last_time_lies(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(student, "_become", lambda words, settings, folder: 0)
    here, there = tmp_path / "the first", tmp_path / "another"
    told = []
    for place in (here, here, there, there):
        place.mkdir(exist_ok=True)
        monkeypatch.chdir(place)
        assert cli.main(["start", "--no-browser"]) == 0
        told.append("You worked in" in (said := capsys.readouterr().out))
        if told[-1]:
            assert f"flcourse start '{here / 'my-flcourse'}'" in said
    assert told == [False, False, True, False]  # once: then there is a folder here, too
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=f"here; yours is {there / 'my-flcourse'}"):
        start.notebook(Path("graph"), Path.cwd())
    identity.remember("Ada")
    assert identity.folder() == there / "my-flcourse"
    assert identity.known() == "Ada"
    shutil.rmtree(there)
    assert identity.folder() is None
    for odd in ("no\0path", "x" * 10_000, 3, None):
        identity.place().write_text(json.dumps({"folder": odd}), "utf-8")
        assert identity.folder() is None


def test_the_folder_that_one_is_in_is_gone_on_with(tmp_path, monkeypatch):
    verdicts({NAME: OLD}, tmp_path / "work")
    monkeypatch.chdir(tmp_path / "work" / "start")
    assert student._default_folder() == tmp_path / "work"
    assert start.notebook(Path("start"), Path.cwd()) == tmp_path / "work" / NAME
    assert start.notebook(Path("start.ipynb"), tmp_path / "work") == tmp_path / "work" / NAME
    assert start.notebook(Path("start.ipynb"), Path.cwd()) == Path("start.ipynb")  # it lies there
    assert start.notebook(None, Path.cwd()) == tmp_path / "work" / NAME
    with pytest.raises(
        ValueError, match=r"no assignment gtvmin here; your folder .*work has start"
    ):
        start.notebook(Path("gtvmin"), Path.cwd())


def test_a_notebook_that_lies_elsewhere_is_opened_by_its_name_here(tmp_path):
    found = {NAME: OLD}
    verdicts(found, tmp_path / "work")
    mine = tmp_path / "work" / NAME
    mine.replace(tmp_path / "elsewhere.ipynb")
    mine.symlink_to(tmp_path / "elsewhere.ipynb")
    words = start.jupyter(tmp_path / "work", opens=surroundings.last_open(tmp_path / "work"))[0]
    assert f"--LabApp.default_url=/lab/tree/{NAME}" in words


def test_an_installed_package_brings_its_assignments(tmp_path, monkeypatch):
    assert start.shipped(tmp_path) == EXERCISES  # no installed one, this is a checkout
    shutil.copytree(EXERCISES / "start", tmp_path / "assignments" / "start")
    monkeypatch.setattr(start, "SHIPPED", tmp_path / "assignments")
    found = start.releases(start.shipped(ROOT))
    assert (found[NAME], sorted(found)) == (OLD, ["start/start.instances", NAME])


def test_jupyter_is_for_this_machine_and_for_students(tmp_path):
    words, environment = start.jupyter(tmp_path, browser=False)
    assert words[1:3] == ["-m", "jupyterlab"]
    assert "--ServerApp.ip=127.0.0.1" in words
    assert "--no-browser" in words
    assert {"--ServerApp.log_level=CRITICAL", "--LabApp.log_level=CRITICAL"} <= {*words}
    assert not any("log_level" in word for word in start.jupyter(tmp_path, log=True)[0])
    assert str(start.SETTINGS) in environment["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    off = json.loads((start.SETTINGS / "labconfig" / "page_config.json").read_text("utf-8"))
    assert off["disabledExtensions"]["@jupyterlab/apputils-extension:announcements"]
    assert start.jupyter(tmp_path, "notebook")[0][2] == "notebook"


@pytest.mark.parametrize(
    ("shell", "rest"),
    [
        ("/bin/bash", "--rcfile"),
        ("/usr/bin/fish", "--init-command"),
        ("C:/Windows/powershell.exe", "-NoExit"),
    ],
)
def test_a_terminal_puts_our_programs_first_after_the_users_own_settings(monkeypatch, shell, rest):
    monkeypatch.setenv("SHELL", shell)
    assert surroundings.terminal()[:2] == [shell, rest]


def test_a_shell_that_cannot_be_told_is_no_login_shell(monkeypatch):
    monkeypatch.setenv("SHELL", "/no/such/shell")
    assert surroundings.terminal() == ["sh"]


def test_the_list_of_assignments_is_on_where_there_is_an_exchange(tmp_path, monkeypatch):
    """By nbgrader's own configuration, the user's or the course folder's."""
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "settings"))
    alone = start.jupyter(tmp_path)[1]["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert alone[:2] == [str(start.NO_EXCHANGE), str(start.SETTINGS)]
    (tmp_path / "settings").mkdir()
    for place in (tmp_path / "settings", tmp_path):
        text = f"c = get_config()\nc.Exchange.root = {str(tmp_path / 'exchange')!r}\n"
        (place / "nbgrader_config.py").write_text(text, "utf-8")
        assert surroundings.exchange(tmp_path) is None  # it is not there
        (tmp_path / "exchange").mkdir()
        assert surroundings.exchange(tmp_path) == tmp_path / "exchange"
        (tmp_path / "exchange").rmdir()
        (place / "nbgrader_config.py").unlink()


class Answering(BaseHTTPRequestHandler):
    """What any Jupyter server says of itself to who knows its token."""

    def do_GET(self):
        known = self.headers["Authorization"] == "token abc" and self.path == "/api/status"
        self.send_response(200 if known else 403)
        self.end_headers()
        self.wfile.write(b'{"kernels": 0}')

    def log_message(self, *_):
        pass


def test_a_jupyter_that_runs_there_is_opened_again(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    (tmp_path / "runtime").mkdir()
    begun, shown = [], []
    monkeypatch.setattr(student, "_become", lambda *words: begun.append(words) or 0)
    monkeypatch.setattr(student.webbrowser, "open", shown.append)
    words = ["start", str(tmp_path / "mine"), "--from", str(EXERCISES / NAME)]
    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        for root, token, same in (
            ("mine", "abc", True), ("other", "abc", False), ("mine", "of another user", False),
        ):  # fmt: skip
            says = {"root_dir": str(tmp_path / root), "url": url, "token": token}
            (tmp_path / "runtime" / "jpserver-1.json").write_text(json.dumps(says), "utf-8")
            begun.clear()
            shown.clear()
            assert cli.main(words) == 0
            assert bool(begun) != same
            assert shown == [f"{url}?token=abc"] * same
            assert ("is already running" in capsys.readouterr().out) == same
            if same:
                assert cli.main([*words, "--notebook7"]) == 0
                assert shown.pop() == f"{url}tree?token=abc"
                capsys.readouterr()
        server.shutdown()
    says = {"root_dir": str(tmp_path / "mine"), "url": url, "token": "abc"}
    (tmp_path / "runtime" / "jpserver-1.json").write_text(json.dumps(says), "utf-8")
    begun.clear()
    assert cli.main(words) == 0
    assert begun  # that one has ended, and left its file


def test_it_opens_the_dry_run_and_later_what_was_left(tmp_path):
    found = start.releases(EXERCISES)
    assert surroundings.last_open(tmp_path) is None
    verdicts(found, tmp_path)
    assert surroundings.last_open(tmp_path) == tmp_path / NAME
    for number, stem in enumerate(("graph", "erm", "gtvmin")):  # gtvmin is as it was released
        path = tmp_path / stem / f"{stem}.ipynb"
        path.write_bytes(path.read_bytes() + (b" " if stem != "gtvmin" else b""))
        os.utime(path, (2_000_000_000 + number,) * 2)
    assert surroundings.last_open(tmp_path).stem == "erm"
    layouts = tmp_path / ".flcourse" / "workspaces"
    layouts.mkdir()
    for current, stem in (
        ("notebook:fedopt/fedopt.ipynb", "fedopt"),
        ("terminal:1", "erm"),
        ("notebook:../../etc/gone.ipynb", "erm"),
        ("notebook:dpp/gone.ipynb", "erm"),
        (None, "erm"),
    ):
        layout = {"data": {"layout-restorer:data": {"main": {"current": current}}}}
        (layouts / "default-37a8.jupyterlab-workspace").write_text(json.dumps(layout), "utf-8")
        assert surroundings.last_open(tmp_path).stem == stem
    (layouts / "default-37a8.jupyterlab-workspace").write_bytes(b"half wri")
    assert surroundings.last_open(tmp_path).stem == "erm"


def test_the_command_puts_opens_and_says(tmp_path, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr(student, "_become", lambda *words: opened.append(words) or 0)
    monkeypatch.chdir(tmp_path)
    words = ["start", "Mäkelä 课程", "--from", str(EXERCISES / NAME)]
    assert cli.main(words) == 0
    assert "new: start\n" in capsys.readouterr().out
    assert f"--LabApp.default_url=/lab/tree/{NAME}" in opened[0][0]
    assert cli.main(words) == 0
    assert "new" not in capsys.readouterr().out
    folder = tmp_path / words[1]
    (folder / NAME).replace(folder / RENAMED)
    assert cli.main(words) == 0
    assert f"left alone: '{RENAMED}' is yours" in capsys.readouterr().out
    assert not (folder / NAME).exists()
    assert cli.main(["submit", str(folder / RENAMED), "--student", "Äino"]) == 1
    assert "holds none of its 2 answers yet" in capsys.readouterr().err
    assert not (folder / "handed-in").exists()
    assert cli.main(["submit", str(folder / RENAMED), "--student", "Äino", "--empty"]) == 0
    monkeypatch.setattr(start, "shipped", lambda *places: None)
    assert cli.main(["start"]) == 1
    assert "flcourse start --from PLACE" in capsys.readouterr().err
    assert cli.main(["start", "Mäkelä 课程"]) == 0  # what is there can be gone on with
