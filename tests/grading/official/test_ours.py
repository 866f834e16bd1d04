"""What fails on our side is ours: told as such, tried again, and never a student's loss."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import psutil
import pytest
from course_helpers import RIGHT, SCRIPT, STEM, course, hand_in, scores

from flcourse import cli
from flcourse.grading.assignment import read_assignment
from flcourse.grading.course import folder, gradebook
from flcourse.grading.course.scores import read_scores
from flcourse.grading.official import batch, execute, result, sandbox, warm
from flcourse.grading.reports import feedback

assert course  # the fixture
SLOW = {**RIGHT, "twice": "import time\ntime.sleep(1.5)\n" + RIGHT["twice"]}


@pytest.fixture(autouse=True, scope="module")
def seeded(bwrap):
    patch = pytest.MonkeyPatch()
    assert sandbox.reason_against() is None
    patch.setenv("FLCOURSE_GRADING_SEED", "of this test")
    patch.setattr(sandbox, "reason_against", lambda: None)
    yield
    patch.undo()


def graded(course, **options):
    results = batch.grade(batch.jobs_of(course, STEM), **options)
    return {found["student"]: found for found in results}


def sheet(course):
    return read_assignment(course / "_build" / "source" / STEM / f"{STEM}.ipynb")


def killing(monkeypatch, times, student="ada"):
    """Kill the process that grades a student, so many times, as soon as it runs."""
    start, killed = batch._start, []

    def and_kill(job, *rest):
        running = start(job, *rest)
        if job.student == student and len(killed) < times:
            os.kill(running.process.pid, signal.SIGKILL)
            killed.append(job.student)
        return running

    monkeypatch.setattr(batch, "_start", and_kill)
    return killed


def test_a_grading_process_that_is_killed_is_begun_again(course, monkeypatch):
    hand_in(course, "ada", RIGHT)
    hand_in(course, "zoe", RIGHT)
    killed = killing(monkeypatch, 1)
    found = graded(course)
    assert killed == ["ada"]
    assert {name: (one["status"], one["score"]) for name, one in found.items()} == {
        "ada": ("OK", 3), "zoe": ("OK", 3)}  # fmt: skip


def test_one_that_is_always_killed_is_our_failure_until_it_is_graded(course, monkeypatch, capsys):
    monkeypatch.chdir(course)
    hand_in(course, "ada", RIGHT, text="Because.")
    hand_in(course, "zoe", RIGHT, text="Because.")
    with monkeypatch.context() as patch:
        killed = killing(patch, 9)
        assert cli.main(["grade", STEM, "--jobs", "1"]) == 1
    assert killed == ["ada", "ada"]
    told = capsys.readouterr().out
    assert (
        "ada: INFRASTRUCTURE: not graded, for a reason on our side: grading was stopped: its "
        in told
    )
    assert "process was ended by signal 9" in told
    assert scores(course, "zoe")["half-tests"][0] == 2
    entry = read_scores(course, STEM).entries["ada"]
    assert (entry.status, entry.total) == ("INFRASTRUCTURE", None)
    table = (course / "results" / STEM / "grades.csv").read_text("utf-8")
    assert "ada,INFRASTRUCTURE,,4" in table.replace(".0", "")
    # The class gets its feedback, and the student is not blamed.
    assert cli.main(["feedback", STEM, "--partial"]) == 0
    page = (course / "feedback" / "ada" / STEM / f"{STEM}.html").read_text("utf-8")
    assert "for a reason on our side" in page
    assert "<strong>Not graded yet</strong>" in page
    assert "Some code" not in page
    # The next run tries again by itself, and only there.
    before = (course / "results" / STEM / "zoe.json").stat().st_mtime_ns
    assert cli.main(["grade", STEM, "--jobs", "1"]) == 0
    assert (course / "results" / STEM / "zoe.json").stat().st_mtime_ns == before
    assert scores(course, "ada")["half-tests"][0] == 2
    assert read_scores(course, STEM).entries["ada"].status == "OK"


def test_what_was_in_the_gradebook_stays_when_we_fail(course, monkeypatch):
    hand_in(course, "ada", RIGHT)
    gradebook.record(course, sheet(course), list(graded(course).values()))
    hand_in(course, "ada", {})
    killing(monkeypatch, 9)
    found = list(graded(course).values())
    assert found[0]["status"] == "INFRASTRUCTURE"
    gradebook.record(course, sheet(course), found)
    assert scores(course, "ada")["half-tests"][0] == 2
    assert read_scores(course, STEM).entries["ada"].total is None  # these points are of other work


def after(seconds, act):
    timer = threading.Timer(seconds, act)
    timer.daemon = True
    timer.start()


def rooms():
    """Sandboxes that run below this process: bubblewrap, seen from outside."""
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if process.name() == "bwrap":
                yield process


def inside(room):
    """Numbers of the processes of Python in a sandbox."""
    with contextlib.suppress(psutil.Error):
        return {p.pid for p in room.children(recursive=True) if "python" in p.name()}
    return set()


def kill_first_room(least, before, killed):
    """End the first sandbox in which so many processes of Python run, a new one for a while."""
    seen, deadline = {}, time.monotonic() + 60
    while not killed and time.monotonic() < deadline:
        for room, found in [(room, inside(room)) for room in rooms()]:
            since = [seen.setdefault(pid, time.monotonic()) for pid in found - before]
            if len(found) >= least and since and min(since) < time.monotonic() - 0.4:
                room.kill()
                killed.append(room)
                break
        time.sleep(0.02)


# In a warm sandbox: the program that forks, the one that makes the room, and the worker.
@pytest.mark.parametrize(("is_warm", "least"), [(True, 3), (False, 1)], ids=["warm", "its own"])
def test_a_room_that_is_killed_is_made_again(is_warm, least, course):
    hand_in(course, "ada", SLOW)
    killed, before = [], set().union(*map(inside, rooms()))
    killer = threading.Thread(target=kill_first_room, args=(least, before, killed), daemon=True)
    killer.start()
    found = graded(course, warm=is_warm)["ada"]
    killer.join()
    assert killed
    assert (found["status"], found["score"]) == ("OK", 3), found["notes"]


LOOKS = """
from flcourse.grading import checks
checks.close(checks.call(twice, 1), 2, what="", hint="")
"""


def test_a_lost_room_is_no_error_of_the_student():
    """The check cannot swallow it: in one room that is gone, no answer gets a verdict."""
    with contextlib.closing(warm.Zygote.open()) as zygote:
        if not zygote.usable():
            pytest.skip("this kernel allows no namespaces inside bubblewrap (AppArmor?)")
        answer = execute.CodeCell(
            "answer", "twice", "import time\ndef twice(x):\n    time.sleep(9)"
        )
        check = execute.CodeCell("tests", "twice-tests", LOOKS)
        after(0.7, zygote._process.kill)
        with pytest.raises(execute.LostError, match="the warm sandbox was ended"):
            execute.grade([answer, check], ["twice"], zygote=zygote)
        with pytest.raises(execute.LostError, match="no sandbox could be made"):
            execute.grade([answer, check], ["twice"], zygote=zygote)


CRASHES = {
    "exits": "import os\ndef twice(x):\n    os._exit(3)",
    "kills itself": "import os\ndef twice(x):\n    os.kill(os.getpid(), 9)",
    "crashes": "import ctypes\ndef twice(x):\n    ctypes.string_at(0)",
    "is another program": "import os\ndef twice(x):\n    os.execv('/bin/true', ['true'])",
}


def test_what_a_student_ends_is_not_ours_and_has_a_reason(course):
    for name, answer in CRASHES.items():
        hand_in(course, name, {**RIGHT, "twice": answer})
    for found in graded(course, workers=2).values():
        assert (found["status"], found["score"]) == ("CRASHED", 2)
        assert found["notes"][0] == "stopped: the code ended the Python process"
        assert found["checks"][0]["message"].startswith("twice was stopped: the code ended")


def test_every_status_has_a_reason_after_its_colon(course, monkeypatch, capsys):
    monkeypatch.chdir(course)
    monkeypatch.setattr(execute, "Budget", lambda: budget(1, 60))
    hand_in(course, "crashed", {**RIGHT, "twice": CRASHES["exits"]})
    hand_in(course, "timeout", {**RIGHT, "twice": "def twice(x):\n    while True: pass"})
    tampered = "from flcourse.grading import codec\ncodec.encode = lambda v: (['no'], [])\n"
    hand_in(course, "tampered", {**RIGHT, "twice": tampered + RIGHT["twice"]})
    hand_in(course, "unreadable").write_text("noise")
    hand_in(course, "foreign").write_text('{"cells": []}')
    (course / "submitted" / "missing" / STEM).mkdir(parents=True)
    assert cli.main(["grade", STEM, "--jobs", "2"]) == 0
    told = capsys.readouterr().out
    for status in ("CRASHED", "TIMEOUT", "TAMPERED", "UNREADABLE", "FOREIGN", "MISSING"):
        (line,) = [text for text in told.splitlines() if f" {status}: " in text]
        assert line.strip().startswith(status.lower())
        assert len(line.partition(f"{status}: ")[2]) > 10, line


budget = execute.Budget


# ---------------------------------------------------------------------- files and disks


def plain_user(*words):
    """Words of a command that may read no file against its mode, whoever runs it."""
    if os.getuid():
        return [*words]
    drop = "-dac_override,-dac_read_search"
    return ["setpriv", f"--bounding-set={drop}", f"--inh-caps={drop}", "--", *words]


def flcourse(course, *words, around=lambda *words: list(words)):
    return subprocess.run(
        around(sys.executable, "-m", "flcourse", *words), cwd=course, text=True,
        capture_output=True, check=False,
    )  # fmt: skip


def test_files_that_we_may_not_read_cost_only_their_owner(course):
    for name in ("ada", "file", "folder", "stamp", "zoe"):
        hand_in(course, name, RIGHT)
    closed = [course / "submitted" / "file" / STEM / f"{STEM}.ipynb",
              course / "submitted" / "stamp" / STEM / "timestamp.txt",
              course / "submitted" / "folder"]  # fmt: skip
    for path in closed:
        path.chmod(0)
    try:
        done = flcourse(course, "grade", STEM, "--jobs", "1", around=plain_user)
    finally:
        for path in closed:
            path.chmod(0o755)
    assert done.returncode == 1, done.stderr
    found = {one["student"]: one for one in batch.Results(batch.jobs_of(course, STEM))}
    assert {name: one["status"] for name, one in found.items()} == {
        "ada": "OK", "file": "INFRASTRUCTURE", "folder": "INFRASTRUCTURE", "stamp": "OK",
        "zoe": "OK"}  # fmt: skip
    assert "file: INFRASTRUCTURE: not graded, for a reason on our side: the files" in done.stdout
    assert "Permission denied" in done.stdout
    assert "stamp: timestamp.txt holds no time, or cannot be read" in done.stdout
    done = flcourse(course, "grade", STEM, "--jobs", "1", around=plain_user)
    assert "5 submissions: 5 OK" in done.stdout, done.stdout + done.stderr


STAMPS = {
    "no date": b"not a date",
    "nothing": b"",
    "blank": b" \n\n",
    "UTF-16": "2026-11-21 10:00:00 UTC".encode("utf-16"),
    "bytes": b"\xff\xfe\x00\x01",
    "year 1": b"0001-01-01 00:00:00 UTC",
    "year 9999": b"9999-12-31 23:59:59 UTC",
    "another zone": b"2026-11-21 12:00:00 Nowhere/Nothing",
    "long": b"2026-11-21 10:00:00 UTC" + b"x" * 10**6,
    "numbers": b"99999999999999999999999999",
    "an offset": b"2026-11-21 10:00:00 +99:99",
}


def test_a_time_that_is_none_costs_nobody_anything(course):
    names = list(STAMPS)
    for number, name in enumerate(names):
        home = hand_in(course, f"s{number:02}", RIGHT).parent
        (home / "timestamp.txt").write_bytes(STAMPS[name])
        assert folder.read_stamp(home) is None or name in {"another zone", "an offset"}, name
    home = hand_in(course, "folder", RIGHT).parent
    (home / "timestamp.txt").unlink()
    (home / "timestamp.txt").mkdir()
    hand_in(course, "zoe", RIGHT)
    (course / "solutions").mkdir()
    (course / "solutions" / f"{STEM}.py").write_text(SCRIPT, "utf-8")
    (course / "course.toml").write_text(
        'timezone = "America/New_York"\n[late]\npolicy = "points"\nper_day = 1.0\n'
        "[due]\ntiny = 2026-11-22 12:00:00\n"
    )
    found = graded(course, workers=2)
    assert {one["score"] for one in found.values()} == {3}
    gradebook.record(course, sheet(course), list(found.values()))
    entries = read_scores(course, STEM).entries
    assert {entry.so_far for entry in entries.values()} == {3}
    for one in found.values():
        feedback.write(folder.read_course(course), sheet(course), one, gradebook.Marks({}, {}), {})


def test_a_full_disk_is_told_and_the_next_run_goes_on(course, tmp_path):
    for name in ("ada", "zoe"):
        hand_in(course, name, RIGHT)
    (course / "results" / STEM).mkdir(parents=True)
    who = [] if os.getuid() == 0 else ["--map-root-user"]
    fill = (
        "mount -t tmpfs -o size=16k none results/tiny && (cat /dev/zero > results/tiny/fill; true)"
    )
    look = "ls -A results/tiny; rm results/tiny/fill; mount -o remount,size=8m results/tiny"
    grade = f"{sys.executable} -m flcourse grade {STEM} --jobs 1 --warm off"
    script = f"{fill}; {grade}; echo code $?; {look}; {grade}; echo code $?"
    done = subprocess.run(["unshare", *who, "--mount", "sh", "-c", script], cwd=course, text=True,
                          capture_output=True, check=False)  # fmt: skip
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip("this system lets nobody mount")
    first, _, second = done.stdout.partition("code 1\n")
    assert "ada: INFRASTRUCTURE: not graded, for a reason on our side" in first, done
    assert "No space left on device" in first
    assert second.startswith("fill\n")  # and no half of a file
    assert "2 submissions: 2 OK" in second
    assert second.endswith("code 0\n")
    assert "Traceback" not in done.stderr
    assert "grades.csv cannot be written: No space left on device" in done.stderr


def test_a_gradebook_on_a_full_disk_is_told_in_a_line(course, monkeypatch):
    hand_in(course, "ada", RIGHT)
    found = list(graded(course).values())
    gradebook.record(course, sheet(course), found)
    kept = scores(course, "ada")
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    hand_in(course, "zoe", RIGHT)
    found = list(graded(course).values())
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
        with pytest.raises((RuntimeError, OSError)) as told:
            gradebook.record(course, sheet(course), found)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert str(told.value)
    assert scores(course, "ada") == kept
    gradebook.record(course, sheet(course), found)
    assert scores(course, "zoe")["half-tests"][0] == 2


def test_a_result_that_cannot_be_written_leaves_nothing_behind(course, tmp_path):
    hand_in(course, "ada", RIGHT)
    found = graded(course)["ada"]
    place = tmp_path / "results" / "ada.json"
    place.mkdir(parents=True)  # a folder is where the file should be
    with pytest.raises(OSError, match=r"ada\.json cannot be written"):
        result.write(found, place)
    assert [path.name for path in place.parent.iterdir()] == ["ada.json"]
    shutil.rmtree(place)
    result.write(found, place)
    assert json.loads(place.read_text("utf-8"))["score"] == 3
