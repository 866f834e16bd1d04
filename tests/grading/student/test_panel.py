"""What the panel tells of a notebook, its hints, its parts in the wheel; the story has the rest."""

import asyncio
import gc
import io
import json
import os
import re
import shutil
import threading
import zipfile
from datetime import datetime, timedelta
from types import SimpleNamespace

import backend
import pytest
from journey import ROOT
from tornado import web
from tornado.websocket import WebSocketClosedError

from flcourse.grading import labels
from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring import build
from flcourse.grading.script import ScriptError, parse, read_script
from flcourse.grading.student import panel, start, submit, surroundings
from flcourse.grading.student.check import CheckReport, State, TaskResult
from flcourse.grading.student.panel import handlers, links, tell, worker

PAGE = panel.JUPYTER_PATH / "labextensions" / panel.NAME
SCRIPTS = [read_script(path) for path in sorted((ROOT / "solutions").glob("*.py"))]
STEM = "graph"
BOOK = "https://example.org/book"


@pytest.fixture
def notebook(tmp_path, monkeypatch):
    """A released notebook in a course folder, with nobody's settings and no Jupyter around."""
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    path = tmp_path / "mine" / STEM / f"{STEM}.ipynb"
    path.parent.mkdir(parents=True)
    shutil.copy(ROOT / "exercises" / STEM / f"{STEM}.ipynb", path)
    return path


def done(path, job, **more):
    """Do a job as the process behind the panel does, and return its last words."""
    out = io.StringIO()
    worker.work({"job": job, "path": str(path), **more}, out)
    return json.loads(out.getvalue().splitlines()[-1])


# ------------------------------------------------------------------------------- what is told


def test_tasks_before_any_check(notebook):
    told = tell.before(tell.outline(notebook), book=BOOK)
    assert told["title"] == "The empirical graph"
    first, *_, last = told["tasks"]
    assert (first["title"], first["state"], first["possible"]) == ("Task 1: Neighbours", "", 2)
    assert first["formula"]["href"] == labels.address("eq-knn-graph", BOOK)
    assert "NN" in first["formula"]["shows"]
    assert (last["state"], last["hints"]) == ("", [])  # it may be written before it is checked


def text(parts):
    return "".join(part["text"] for part in parts)


@pytest.mark.parametrize("state", State)
def test_hints_go_from_the_check_to_the_author(notebook, state):
    told = tell.outline(notebook)
    message = "laplacian: The sign is flipped. Hint: look at the sign (eq-laplacian)."
    task = TaskResult("laplacian", 0.0, 1.0, (message,), "Task 2: Laplacian", state)
    notes = ("laplacian-tests: these checks were changed", "a cell of yours sets sum")
    report = CheckReport(STEM, (task,), notes)
    found = tell.result(report, told, book=BOOK)
    (row,) = found["tasks"]
    own = dict(SCRIPTS[[s.stem for s in SCRIPTS].index(STEM)].of_kind("answer")[1].fields)["hint"]
    helped = state in {*State} - {State.RIGHT, State.WAITS}
    assert [text(hint) for hint in row["hints"]] == (
        ["Look at the sign (2.7).", own] if helped else []
    )
    assert row["formula"]["text"] == "(2.7)"
    assert [text(note) for note in row["notes"]] == ["These checks were changed."]
    assert [text(note) for note in found["notes"]] == ["A cell of yours sets sum."]


def test_a_label_that_the_book_has_not_stays_as_it_is():
    assert labels.parts("see eq-nothing and (eq-degree)", "") == [
        {"text": "see eq-nothing and "},
        {"text": labels.find("eq-degree").name, "label": "eq-degree", "href": ""},
    ]


def test_a_book_on_the_disk_is_served(tmp_path, monkeypatch):
    (tmp_path / "my book").mkdir()
    (tmp_path / "my book" / "graph.html").touch()
    monkeypatch.setenv(labels.VARIABLE, str(tmp_path / "my book"))
    assert links.folder() == tmp_path / "my book"
    assert links.book("/user/ada/") == "/user/ada/flcourse/pages/my book"
    monkeypatch.setenv(labels.VARIABLE, BOOK)
    assert (links.folder(), links.book("/")) == (None, BOOK)


def test_tasks_are_called_alike_before_and_after_a_check(notebook):
    titles = [task.title for task in tell.outline(notebook).tasks]
    assert titles == list(read_assignment(notebook).titles.values())
    assert len(set(titles)) == len(titles)


def test_parts_of_a_task_are_called_as_the_notebook_calls_them():
    titles = read_assignment(ROOT / "exercises" / "gtvmin" / "gtvmin.ipynb").titles
    parts = [title for title in titles.values() if title.startswith("Task 4")]
    assert [title.partition(":")[0] for title in parts] == ["Task 4 (a)", "Task 4 (b)"]


def test_in_a_terminal_a_label_is_a_number_of_a_chapter(monkeypatch):
    monkeypatch.setenv(labels.VARIABLE, BOOK)
    assert labels.below("(below eq-laplacian), as eq-laplacian says") == [
        "(2.7), labelled eq-laplacian, stands in the chapter 'The empirical graph': "
        + labels.address("eq-laplacian", BOOK)
    ]


def test_without_a_book_numbers_lead_to_the_formulas_in_the_course_folder(notebook, monkeypatch):
    """As the notebook's own numbers do."""
    monkeypatch.setattr(labels, "BUILT", notebook / "nowhere")
    root = notebook.parents[1]
    assert links.beside(notebook, root) == ""
    labels.write_pages(root / labels.FORMULAS)
    assert links.beside(notebook, root) == "book"
    assert links.beside(notebook, root.parent) == "mine/book"
    assert links.beside(notebook, notebook.parent) == ""  # a server never sees above its folder
    told = tell.at_first(notebook, book="mine/book")
    (row,) = [row for row in told["tasks"] if row["id"] == "laplacian"]
    assert row["formula"]["href"] == "mine/book/graph.md#eq-laplacian"
    (root / start.RELEASED).mkdir()
    monkeypatch.chdir(notebook.parent)  # as a kernel
    assert labels.below("eq-laplacian") == [
        "(2.7), labelled eq-laplacian, stands in the chapter 'The empirical graph': "
        f"{root / 'book' / 'graph.md'}"
    ]


def test_after_a_restart_the_last_verdicts_are_there_with_their_time(notebook):
    root = notebook.parents[1]
    found = done(notebook, "check", book="")["result"]
    assert "when" not in tell.at_first(notebook, book="")  # no course folder to keep it in
    (root / start.RELEASED).mkdir()
    found = done(notebook, "check", book="")["result"]
    again = tell.at_first(notebook, book=BOOK)
    assert abs(datetime.fromisoformat(again["when"]) - datetime.now().astimezone()) < timedelta(1)
    assert again["same"]
    for task, before in zip(again["tasks"], found["tasks"], strict=True):
        assert (task["state"], task["points"], text(task["says"])) == (
            before["state"], before["points"], text(before["says"])
        )  # fmt: skip
    assert again["tasks"][0]["formula"]["href"].startswith(BOOK)  # the book of now
    changed = json.loads(notebook.read_text("utf-8"))
    changed["cells"][-1]["outputs"] = []
    notebook.write_text(json.dumps(changed), "utf-8")
    assert tell.at_first(notebook, book="")["same"]
    changed["cells"][-1]["source"] = "1"
    notebook.write_text(json.dumps(changed), "utf-8")
    assert not tell.at_first(notebook, book="")["same"]
    (kept_in,) = (root / start.RELEASED / "checked").rglob("*.json")
    for broken in ("{", "[]", kept_in.read_text("utf-8").replace('"by": "', '"by": "0.0.')):
        kept_in.write_text(broken, "utf-8")
        assert "when" not in tell.at_first(notebook, book="")


# --------------------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"null", b'{"cells": null}', b'{"cells": []}', b'{"cells": [3]}',
        b'{"cells": [{"cell_type": "code", "metadata": 1, "source": 3}]}', b"\xff\xfe\x00",
        b"[" * 100_000,
    ],
    ids=range(10),
)  # fmt: skip
@pytest.mark.parametrize("job", worker.JOBS)
def test_whatever_lies_there_becomes_one_sentence(notebook, job, content):
    notebook.write_bytes(content)
    root = str(notebook.parents[1])
    more = {"check": {"book": ""}, "look": {"root": root}}
    more["hand-in"] = {"student": "Ada", "root": root}
    said = done(notebook, job, **more.get(job, {}))
    assert said["sorry"].startswith(notebook.name), said
    assert said["sorry"].endswith(".")
    assert "\n" not in said["sorry"]


def test_half_a_notebook_is_one_that_is_being_saved(notebook):
    """Jupyter empties a file and then fills it; whoever asks in between waits for the rest."""
    whole = notebook.read_bytes()
    notebook.write_bytes(whole[: len(whole) // 2])
    rest = threading.Timer(0.3, notebook.write_bytes, [whole])
    rest.start()
    told = handlers._outline(notebook, BOOK)
    rest.join()
    assert told == tell.at_first(notebook, book=BOOK)


def test_a_damaged_notebook_is_told_after_a_moment(notebook):
    notebook.write_bytes(b"{")
    with pytest.raises(web.HTTPError, match="no notebook, or a damaged one") as told:
        handlers._outline(notebook, BOOK)
    assert told.value.status_code == 400


def test_a_failure_of_ours_becomes_a_sentence(notebook, monkeypatch):
    monkeypatch.setattr(worker.submit, "examine", {}.pop)  # some mistake of ours
    assert done(notebook, "look", root="")["sorry"] == panel.SORRY


# ------------------------------------------------------------------------------- handing in


@pytest.mark.parametrize(("error", "told"), [(WebSocketClosedError(), 0), (OSError(), 1)])
def test_a_closed_tab_leaves_no_traceback_in_the_terminal(error, told, caplog):
    async def written():
        raise error

    async def nobody_asks():
        task = asyncio.ensure_future(written())
        await asyncio.sleep(0)
        del task
        gc.collect()

    server = SimpleNamespace(web_app=web.Application(base_url="/"))
    handlers._load_jupyter_server_extension(server)
    asyncio.run(nobody_asks())
    assert len(caplog.records) == told


def test_packed_for_an_upload(notebook):
    root = notebook.parents[1]
    assert done(notebook, "look", root=str(root))["result"]["packed"] == ""
    said = done(notebook, "hand-in", student="Ada Mäkelä", root=str(root))["result"]
    assert (said["next"], said["step"]) == (worker.UPLOAD, worker.STEP)
    packed = root / said["download"]
    assert submit.verify(packed) == []
    (packed.parent / f"{STEM}-no-{submit.RECEIPT}").write_text("no receipt", "utf-8")
    seen = done(notebook, "look", root=str(root))["result"]
    assert (seen["student"], seen["listed"]) == ("Ada Mäkelä", False)
    assert seen["packed"] == said["receipt"]["time"]


def test_handed_in_to_the_exchange_of_the_course(notebook):
    root = notebook.parents[1]
    exchange = root.parent / "exchange"
    shutil.copytree(notebook.parent, exchange / "fl27" / "outbound" / STEM)
    inbound = exchange / "fl27" / "inbound"
    inbound.mkdir()
    inbound.chmod(0o733)  # as nbgrader asks for it
    (root / "nbgrader_config.py").write_text(f"c.Exchange.root = {str(exchange)!r}\n")
    said = done(notebook, "hand-in", student="Ada", root=str(root))["result"]
    assert (said["next"], said["step"]) == (worker.ARRIVED.format(course="fl27"), "")
    assert done(notebook, "look", root=str(root))["result"]["listed"]
    (arrived,) = inbound.glob(f"*/{STEM}.ipynb")
    assert arrived.read_bytes() == notebook.read_bytes()
    inbound.chmod(0o555)  # the course takes no more; root may write all the same
    shutil.rmtree(inbound)
    inbound.touch()
    said = done(notebook, "hand-in", student="Ada", root=str(root))["result"]
    assert (said["next"], said["step"]) == (worker.REFUSED.format(course="fl27"), worker.STEP)


# ------------------------------------------------------------------------------------- hints


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_every_answer_has_a_hint_which_its_notebook_brings_along(script):
    released = json.loads((ROOT / f"exercises/{script.stem}/{script.stem}.ipynb").read_text())
    brought = {cell["id"]: cell["metadata"].get("flcourse") for cell in released["cells"]}
    for answer in script.of_kind("answer"):
        hint = dict(answer.fields)["hint"]
        assert brought[answer.id] == {"hint": hint}
        assert len(hint.split()) >= 10


ANSWER = '# %% tags=["answer", "id:a"]\nx = 1\n'
HINT = '# %% [markdown] tags=["hint"]\n# Think\n# twice.\n'


def test_a_hint_is_part_of_the_answer_above_it():
    script = parse(ANSWER + HINT, ROOT / "a.py")
    (cell,) = script.cells
    assert cell.fields == (("hint", "Think twice."),)
    (out,) = build.source_notebook(script)["cells"]
    assert out["metadata"]["flcourse"] == {"hint": "Think twice."}


@pytest.mark.parametrize(
    "text",
    [HINT, ANSWER + HINT + HINT, ANSWER + HINT.replace(" [markdown]", ""), ANSWER + HINT[:30],
     ANSWER + HINT.replace('"hint"', '"hint", "id:b"')],
)  # fmt: skip
def test_a_hint_stands_behind_its_answer_and_is_text(text):
    with pytest.raises(ScriptError, match=r"hint"):
        parse(text, ROOT / "a.py")


# ------------------------------------------------------------------------ what a wheel brings


def test_the_students_jupyter_shows_the_panel_of_this_package():
    assert surroundings.PANEL == panel.JUPYTER_PATH
    first, *_ = surroundings.variables()["JUPYTER_PATH"].split(os.pathsep)
    assert first == str(panel.JUPYTER_PATH)


def test_what_jupyter_reads_first_names_what_is_there():
    """The contract that JupyterLab's bootstrap.js asks for: a script, and its container."""
    described = json.loads((PAGE / "package.json").read_text("utf-8"))
    assert described["name"] == PAGE.name
    entry = (PAGE / described["jupyterlab"]["_build"]["load"]).read_text("utf-8")
    assert f'_JUPYTERLAB["{described["name"]}"]' in entry
    for script in (PAGE / "static").glob("*.js"):
        named = re.findall(r'(?:from|import\(new URL\() ?"(?:\./)?(\w+\.js)"', script.read_text())
        assert all((PAGE / "static" / name).is_file() for name in named), script


def test_the_wheel_installs_it_where_every_jupyter_looks(tmp_path):
    names = zipfile.ZipFile(backend.make_wheel_in(tmp_path)).namelist()
    own = [path.relative_to(panel.DATA) for path in panel.DATA.rglob("*") if path.is_file()]
    assert len(own) >= 7
    for path in own:
        assert any(name.endswith(f".data/data/{path.as_posix()}") for name in names), path
