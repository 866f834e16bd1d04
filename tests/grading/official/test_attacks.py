"""The grading line against all attacks, and against itself with one defence after the other off.

Every class of attacks is one class of students: the attackers beside two honest ones, whose results
must be, but for the seconds, byte for byte those of a course without attackers.
"""

import base64
import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import attacks
import pytest
import second_walk
from attacks import RIGHT, STEM, WRONG, answered, save

from flcourse.grading import markdown
from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring import build
from flcourse.grading.course import gradebook
from flcourse.grading.official import (
    batch,
    execute,
    handed_in,
    intake,
    reading,
    result,
    sandbox,
    warm,
)
from flcourse.grading.reports import feedback  # fmt: skip
from flcourse.grading.script import parse

pytestmark = pytest.mark.slow

SEED = "nobody knows"
CLASSES = {**attacks.CLASSES, **second_walk.CLASSES}
HONEST = {"ada": RIGHT, "zoe": WRONG}
LIMITS = sandbox.Limits(memory=2**30, processes=20)
PNG = b"\x89PNG"
# Instead of the budget of a term: one that an endless loop uses up before long, one that starts a
# process anew for each, and one that nothing here uses up that ends by itself, on no machine.
SOON, COLDLY, AMPLE = (partial(execute.Budget, each, 120) for each in (2, 6, 30))


class Course:
    """A course folder with two honest students and those who are added."""

    def __init__(self, home):
        self.home, self.port = home, None
        source = home / "_build" / "source" / STEM
        source.mkdir(parents=True)
        notebook = build.source_notebook(parse(attacks.SCRIPT, Path(f"{STEM}.py")))
        (source / f"{STEM}.ipynb").write_text(json.dumps(notebook), "utf-8")
        self.sheet = read_assignment(source / f"{STEM}.ipynb")
        cells = [{**cell.notebook, "source": cell.released} for cell in self.sheet.cells]
        self.released = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}
        for student, answers in HONEST.items():
            save(self.folder(student), answered(self.released, answers))

    def folder(self, student):
        folder = self.home / "submitted" / student / STEM
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "timestamp.txt").write_text("2026-11-21 10:00:00 UTC")
        return folder

    def attacked_by(self, student, attack):
        folder = self.folder(student)
        attack.make(folder, self.released)
        path = folder / f"{STEM}.ipynb"
        small = path.is_file() and not path.is_symlink() and path.stat().st_size < 2**16
        if self.port and small:
            path.write_bytes(path.read_bytes().replace(b"PORT", str(self.port).encode()))

    def graded(self):
        found = batch.grade(batch.jobs_of(self.home, STEM), workers=2)
        gradebook.record(self.home, self.sheet, found)
        return {one["student"]: one for one in found}


def bare(found):
    return json.dumps({**found, "seconds": 0}, sort_keys=True)


def wrong_with(found, attack, sheet):
    """What an attack has achieved, in words."""
    text = bare(found)
    if (found["score"], found["status"]) != (attack.score, attack.status):
        yield f"{found['score']} {found['status']}, not {attack.score} {attack.status}"
    messages = [check["message"] for check in found["checks"]]
    if any("seen: " in message for message in messages):
        yield f"it has seen what it must not: {messages}"
    if "_secret" in text.replace('"checks = _secret', "").replace('\\"_secret\\"', ""):
        yield "the notebook shows a hidden check"
    if SEED in text:
        yield "the result shows the seed"
    for cell in (found["notebook"] or {"cells": []})["cells"]:
        for output in cell.get("outputs", []):
            kinds = set(output.get("data", {}))
            if kinds - {"image/png"}:
                yield f"an output of type {kinds}"
            for picture in output.get("data", {}).values():
                if not base64.b64decode(picture).startswith(PNG):
                    yield "a picture that is none"
        if cell["cell_type"] == "markdown" and "<script" in cell["source"]:
            yield "formgrader would run a script"
    page = feedback.page(found, sheet)
    for live in ("<script", "<img src=x", "<svg", 'href="javascript'):
        if live in page:
            yield f"the feedback holds {live}"


@pytest.fixture(scope="module")
def line(bwrap):
    """Limits that an attack reaches soon; a seed; one look at whether there is a sandbox."""
    patch = pytest.MonkeyPatch()
    assert sandbox.reason_against() is None
    patch.setattr(sandbox, "reason_against", lambda: None)
    patch.setattr(sandbox, "Limits", lambda: LIMITS)
    patch.setattr(execute, "Budget", SOON)
    patch.setenv("FLCOURSE_GRADING_SEED", SEED)
    yield
    patch.undo()


@pytest.fixture(scope="module")
def alone(line, tmp_path_factory):
    """Results of the honest students in a course without attackers."""
    found = Course(tmp_path_factory.mktemp("alone")).graded()
    assert {name: one["score"] for name, one in found.items()} == {"ada": 3, "zoe": 2}
    return {name: bare(one) for name, one in found.items()}


@pytest.fixture
def server():
    """A server of the machine that nobody may reach from a sandbox."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=accept, args=(listening,), daemon=True).start()
        yield listening.getsockname()[1]


def accept(listening):
    while True:
        try:
            listening.accept()[0].close()
        except OSError:
            return


@pytest.mark.parametrize("name", CLASSES)
def test_attacks_gain_nothing_lose_nothing_and_touch_nobody(
    name, alone, tmp_path, server, monkeypatch
):
    if all(attack.status != "TIMEOUT" for attack in CLASSES[name].values()):
        monkeypatch.setattr(execute, "Budget", AMPLE)
    course = Course(tmp_path)
    course.port = server
    attackers = {f"m{number:02}": key for number, key in enumerate(CLASSES[name])}
    for student, key in attackers.items():
        course.attacked_by(student, CLASSES[name][key])
    found = course.graded()
    problems = {
        key: list(wrong_with(found[student], CLASSES[name][key], course.sheet))
        for student, key in attackers.items()
    }
    assert {key: told for key, told in problems.items() if told} == {}
    assert {student: bare(found[student]) for student in HONEST} == alone
    assert not (tmp_path / "evil").exists()


def test_there_are_at_least_three_hundred():
    assert sum(map(len, CLASSES.values())) >= 300
    assert len(CLASSES) == 22


# --- each defence off in turn: then some attack must succeed, or the test above proves nothing ---
def without(word, *instead):
    """Leave a word out of the command that makes the sandbox."""

    def off(patch, course):
        command = sandbox.command

        def weaker(arguments, limits=None, **options):
            words = command(arguments, limits, **options)
            at = words.index(word)
            return [*words[:at], *instead, *words[at + 1 :]]

        patch.setattr(sandbox, "command", weaker)
        without_zygote(patch)

    return off


def without_zygote(patch):
    """Have each submission graded in a process of its own, which has to import for a while."""
    patch.setattr(warm.Zygote, "open", lambda modules: None)
    patch.setattr(execute, "Budget", COLDLY)


def without_sandbox(patch, course):
    patch.setattr(sandbox, "require", lambda: False)
    without_zygote(patch)


def in_zygote(words):
    """Change the program that makes sandboxes inside the warm one."""
    start = (
        "import os; from flcourse.grading.official import guard, sandbox, warm_inside; "
        f"{words}; warm_inside.main()"
    )
    return own(warm, "PROGRAM", (sys.executable, "-P", "-c", start))


def course_visible(patch, course):
    command = sandbox.command
    patch.setattr(
        sandbox, "command", lambda words, limits, **_: command(words, limits, share=course.home)
    )
    without_zygote(patch)


def checks_from_the_submission(patch, course):
    steps = intake._steps

    def believing(placed, sheet):
        theirs = {meant.id: cell.source for meant, cell in placed if meant}
        for step in steps(placed, sheet):
            source = theirs.get(step.id, step.source)
            yield execute.CodeCell(
                step.kind, step.id, source if step.kind == "tests" else step.source
            )

    patch.setattr(intake, "_steps", believing)


def links_followed(patch, course):
    patch.setattr(handed_in, "refuse_special", lambda path: None)
    patch.setattr(handed_in, "OPENING", os.O_RDONLY)


def own(namespace, name, value):
    return lambda patch, course: patch.setattr(namespace, name, value)


NAMESPACES = ("--unshare-user", "--unshare-ipc", "--unshare-net", "--unshare-uts")
OFF = {
    "sandbox": (without_sandbox, "leaks of hidden checks", "the seed"),
    "network namespace": (without("--unshare-all", "--unshare-all", "--share-net"),
                          "network", "a server of the machine"),
    "process namespace": (without("--unshare-all", *NAMESPACES), "network", "other processes"),
    "empty environment": (without("--clearenv"), "leaks of hidden checks", "the seed"),
    "hidden course": (course_visible, "file system", "looks around"),
    "own files of a worker": (in_zygote("sandbox.SCRATCH = ()"), "neighbours", "a note"),
    "own shared memory of a worker": (
        in_zygote("guard.shut = bool; warm_inside.NEW_REST ^= 0x08000000"),
        "neighbours", "shared memory"),
    "no rights of a worker": (in_zygote("warm_inside._become_nobody = lambda: None"),
                            "neighbours", "capabilities"),
    "own limits of a worker": (in_zygote("warm_inside._limit = lambda limits: None"),
                             "neighbours", "more than allowed"),
    "closed files of a worker": (in_zygote("os.closerange = lambda *_: None"),
                               "neighbours", "open files"),
    "watch on memory": (own(sandbox.Watch, "_look", lambda self: None),
                        "resources", "memory in many processes"),
    "second look": (own(execute, "UNDEFINED", "never said"),
                    "innocent accidents", "a helper further down"),
    "checks of the assignment": (checks_from_the_submission, "structure", "checks emptied"),
    "tickets": (own(execute.secrets, "token_hex", lambda size: ""),
                "in-process tampering", "answers for tomorrow"),
    "no links": (links_followed, "other students", "a link to the notebook of another"),
    "limit on archives": (own(handed_in.plain_members, "__defaults__", (10**6,)),
                          "archive", "many entries"),
    "limit on cells": (own(intake, "MOST_CELLS", 10**6), "structure", "too many cells"),
    "look at metadata": (own(intake, "_forged", lambda placed: ()),
                         "metadata", "a thousand points"),
    "pictures drawn anew": (own(reading, "redrawn", lambda picture: picture),
                            "output injection", "a figure that is none"),
    "harmless texts": (own(result, "harmless", str),
                       "output injection", "a script in the text"),
    "escaped messages": (own(feedback.html, "escape", str),
                         "output injection", "a script in an error"),
    "formulas looked through": (own(markdown, "_formula", lambda source, options: "<svg>"),
                                "output injection", "a script in the text"),
}  # fmt: skip


@pytest.mark.parametrize("defence", OFF)
def test_without_a_defence_an_attack_succeeds(defence, line, tmp_path, server, monkeypatch):
    off, kind, key = OFF[defence]
    # Only who attacks a neighbour needs one; a second sandbox would say the same of all others.
    attackers = ["mallory", "mallory-again"][: 2 if kind == "neighbours" else 1]
    course = Course(tmp_path)
    course.port = server
    for student in attackers:
        course.attacked_by(student, CLASSES[kind][key])
    with monkeypatch.context() as patch:
        off(patch, course)
        found = batch.grade(batch.jobs_of(course.home, STEM, attackers))
        problems = [list(wrong_with(one, CLASSES[kind][key], course.sheet)) for one in found]
    assert any(problems)


def test_the_warm_start_is_used_where_it_can_be(line):
    nested = sandbox.command(["unshare", "--mount", "--pid", "--fork", "true"], nested=True)
    if subprocess.run(nested, check=False).returncode:
        pytest.skip("this kernel allows no namespaces inside bubblewrap (AppArmor?)")
    with contextlib.closing(warm.Zygote.open()) as opened:
        assert opened.usable()


def test_a_worker_sees_what_is_shown_below_an_emptied_folder(line, monkeypatch):
    command, here = sandbox.command, Path(__file__)

    def with_more(arguments, limits=None, **options):
        words = command(arguments, limits, **options)
        at = len(words) - words[::-1].index("--remount-ro") - 1
        shown = ["--ro-bind", here.parent, "/tmp/a b/ä", "--ro-bind", here, "/tmp/c/one.py"]
        return [*words[:at], *map(str, shown), *words[at:]]

    look = f"""
import os
def look():
    known = os.path.exists("/tmp/a b/ä/{here.name}"), os.path.getsize("/tmp/c/one.py")
    for place in ("/tmp/a b/ä/evil", "/tmp/c/one.py"):
        try: open(place, "a")
        except OSError as error: known += (error.strerror,)
    open("/tmp/own", "w").write("x")
    return known
"""
    monkeypatch.setattr(sandbox, "command", with_more)
    with contextlib.closing(warm.Zygote.open()) as opened:
        if not opened.usable():
            pytest.skip("this kernel allows no namespaces inside bubblewrap (AppArmor?)")
        with execute.StudentProcess(safe=True, budget=execute.Budget(), zygote=opened) as student:
            student.run(execute.CodeCell("answer", "look", look))
            known = student.call("look", (), {})
    assert known == (True, here.stat().st_size, *["Read-only file system"] * 2)


# Without the warm start each attack takes seconds: one class of them here, and every fourth of four
# others; all with FLCOURSE_EVERY_ATTACK=1.
COLD = {"network": 1, "resources": 4, "exits": 4, "file system": 4, "neighbours": 4}
if os.environ.get("FLCOURSE_EVERY_ATTACK") == "1":
    COLD = dict.fromkeys(COLD, 1)


@pytest.mark.parametrize("name", COLD)
def test_attacks_gain_nothing_in_a_sandbox_of_their_own_either(
    name, alone, tmp_path, server, monkeypatch
):
    without_zygote(monkeypatch)
    # Bubblewrap cannot show devices read-only, and they belong to root: SECURITY.md says so.
    monkeypatch.setitem(CLASSES, name, {
        key: attack for key, attack in list(CLASSES[name].items())[:: COLD[name]]
        if os.getuid() or key != "devices of the machine"})  # fmt: skip
    test_attacks_gain_nothing_lose_nothing_and_touch_nobody(
        name, alone, tmp_path, server, monkeypatch
    )


def test_a_zygote_that_dies_is_made_again(line, alone, tmp_path, monkeypatch):
    opened, start = [], batch._start
    monkeypatch.setattr(warm.Zygote, "open", lambda modules, open=warm.Zygote.open: (
        opened.append(open(modules)) or opened[-1]))  # fmt: skip

    def and_end_it(*args):
        running = start(*args)
        running.process.join()
        opened[-1]._process.kill()
        opened[-1]._process.wait()
        return running

    monkeypatch.setattr(batch, "_start", and_end_it)
    assert {name: bare(one) for name, one in Course(tmp_path).graded().items()} == alone
    assert len(opened) == 2
