"""One bounded place: whatever students write, reading it takes little memory and little time."""

import bz2
import gzip
import io
import json
import lzma
import os
import resource
import signal
import tarfile
from pathlib import Path

import pytest
from bombs import BOMBS, MB, TEXTS, long_name, tar_of, zip_of
from course_helpers import RIGHT, STEM, course, hand_in

from flcourse.grading.assignment import read_assignment
from flcourse.grading.official import handed_in, intake, reading
from flcourse.grading.official.handed_in import UnreadableError
from flcourse.grading.official.reading import Reader, ReadingError, ReadingLimits
from flcourse.grading.reports import feedback

assert course  # the fixture


@pytest.fixture(scope="module")
def reader():
    with Reader() as made:
        yield made


@pytest.fixture
def source(course):
    return course / "_build" / "source" / STEM / f"{STEM}.ipynb"


def peak():
    """The most memory that a child of this process has ever had, in bytes."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024


# ------------------------------------------------------------------------------ it reads


@pytest.mark.parametrize("answers", [{}, RIGHT, {"half": "x = '\ud800 Ä 中'"}])
def test_it_reads_what_would_be_read_here(reader, course, source, answers):
    folder = hand_in(course, "ada", answers, text="Because.").parent
    (folder / "notes.txt").write_text("beside")
    assert reader.take_in(folder, source) == intake.take_in(folder, read_assignment(source))


def test_names_that_are_no_text_come_back(reader, course, source):
    folder = hand_in(course, "ada", RIGHT).parent
    (folder / os.fsdecode(b"ty\xf6.pdf")).write_text("x")
    assert reader.take_in(folder, source) == intake.take_in(folder, read_assignment(source))


def test_an_assignment_that_is_built_anew_is_read_anew(reader, course, source):
    folder = hand_in(course, "ada", RIGHT).parent
    assert reader.take_in(folder, source).status == "OK"
    text = source.read_text("utf-8")
    source.write_text(text.replace("import numpy as np", "import numpy"), "utf-8")
    os.utime(source, (1, 1))
    assert reader.take_in(folder, source).status == "REPAIRED"


def test_one_process_serves_a_class(reader, course, source):
    folder = hand_in(course, "ada", RIGHT).parent
    assert reader.take_in(folder, source).gradable
    before = reader._process
    assert all(reader.take_in(folder, source).gradable for _ in range(20))
    assert reader._process == before


def test_it_has_nothing_open_and_writes_no_large_file(reader, tmp_path, monkeypatch):
    secret = (tmp_path / "open").open("w")
    monkeypatch.setitem(reading.OPERATIONS, "handles", lambda: sorted(os.listdir("/proc/self/fd")))
    monkeypatch.setitem(reading.OPERATIONS, "write", lambda p: Path(p).write_bytes(bytes(30 * MB)))
    with secret, Reader() as made:
        assert len(made.ask("handles")) == 5  # three streams to nowhere, the channel, the look
        with pytest.raises(ReadingError):
            made.ask("write", str(tmp_path / "large"))
        assert (tmp_path / "large").stat().st_size <= handed_in.LARGEST_FILE


# ------------------------------------------------------------------------------ limits


@pytest.fixture
def short(monkeypatch):
    """A reader with little patience, and requests that misbehave."""
    deeds = {
        "spin": lambda: [0 for _ in iter(int, 1)],
        "eat": lambda: len(bytearray(400 * MB)),
        "crash": lambda: os.kill(os.getpid(), signal.SIGSEGV),
        "vanish": lambda: os.kill(os.getpid(), signal.SIGKILL),
        "grow": lambda: KEPT.append(bytearray(b"x") * (80 * MB)) or os.getpid(),
        "fail": lambda: {}["nothing"],
        "long": lambda: "x" * (reading.LARGEST_ANSWER + 1),
        "who": os.getpid,
    }
    for name, deed in deeds.items():
        monkeypatch.setitem(reading.OPERATIONS, name, deed)
    monkeypatch.setattr(reading, "LARGEST_ANSWER", 2**16)
    with Reader(ReadingLimits(seconds=0.2)) as made:
        yield made


KEPT = []


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        ("spin", "takes more than 0 seconds"),
        ("eat", "takes more than 160 MB of memory"),
        ("crash", "it breaks the program that reads it"),
        ("long", "takes more than 160 MB of memory"),
    ],
)
def test_what_reaches_a_limit_cannot_be_read_and_costs_nobody_else(short, deed, words):
    for _ in range(2):
        with pytest.raises(UnreadableError, match=words):
            short.ask(deed)
        assert short.ask("who") != os.getpid()


@pytest.mark.parametrize(("deed", "words"), [("vanish", "has ended"), ("fail", "KeyError")])
def test_what_fails_on_our_side_is_told_apart(short, deed, words):
    with pytest.raises(ReadingError, match=words):
        short.ask(deed)
    assert short.ask("who")


def test_a_process_that_was_ended_between_two_requests_is_replaced(short):
    first = short.ask("who")
    os.kill(first, signal.SIGKILL)
    assert short.ask("who") not in (first, os.getpid())


def test_what_has_grown_is_replaced_before_it_refuses_the_next(short):
    first = short.ask("grow")
    assert short.ask("grow") != first


def test_a_limit_makes_a_submission_unreadable_and_a_loss_makes_it_ours(short, monkeypatch):
    monkeypatch.setitem(reading.OPERATIONS, "take_in", lambda *_: [0 for _ in iter(int, 1)])
    taken = short.take_in("x", "y")
    assert taken.status == "UNREADABLE"
    assert "takes more than" in taken.notes[0]
    with Reader() as lost:
        monkeypatch.setitem(reading.OPERATIONS, "take_in", lambda *_: {}["x"])
        assert lost.take_in("x", "y").status == "INFRASTRUCTURE"


# ------------------------------------------------------------------------------ bombs


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_takes_little(name, tmp_path, source):
    """No more than 300 MB, and as much processor time as the limit: about 5 seconds."""
    (tmp_path / "in").mkdir()
    file, _, _ = name.partition(" ")
    (tmp_path / "in" / file).write_bytes(BOMBS[name]())
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with Reader() as reader:
        taken = reader.take_in(tmp_path / "in", source)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert taken.status in {"UNREADABLE", "MISSING", "FOREIGN", "REPAIRED", "OK"}
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert spent < ReadingLimits().seconds + 1
    assert peak() < 300 * MB + resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def test_the_reason_is_in_plain_words(tmp_path, source):
    (tmp_path / "tiny.tar.gz").write_bytes(long_name(tarfile.GNUTYPE_LONGNAME))
    with Reader() as reader:
        taken = reader.take_in(tmp_path / "tiny.tar.gz", source)
    assert taken.notes == (
        "the archive 'tiny.tar.gz' cannot be read: an entry has a name, or other words about it, "
        "that never end",
    )


def test_honest_archives_of_every_kind_are_read(tmp_path, course, source):
    content = hand_in(course, "ada", RIGHT).read_bytes()
    tar = gzip.decompress(tar_of(content))
    packed = {"a.tar": tar, "a.tar.gz": gzip.compress(tar), "a.tgz": gzip.compress(tar),
              "a.tar.bz2": bz2.compress(tar), "a.tar.xz": lzma.compress(tar),
              "a.zip": zip_of(content)}  # fmt: skip
    with Reader() as reader:
        for name, archive in packed.items():
            (tmp_path / name).write_bytes(archive)
            taken = reader.take_in(tmp_path / name, source)
            assert (taken.status, taken.answered) == ("OK", ("twice", "half")), name


def test_a_long_but_honest_name_in_a_tar_is_read(tmp_path, course, source):
    content = hand_in(course, "ada", RIGHT).read_bytes()
    for form in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w:gz", format=form) as archive:
            entry = tarfile.TarInfo(f"{'työ/' * 60}tiny.ipynb")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
        (tmp_path / "a.tar.gz").write_bytes(buffer.getvalue())
        with Reader() as reader:
            assert reader.take_in(tmp_path / "a.tar.gz", source).status == "OK"


# ------------------------------------------------------------------------------ texts, pictures


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_becomes_a_short_page(name, reader):
    text = TEXTS[name]()
    html = str(reader.render(text))
    assert len(html) <= max(reading.LARGEST_PAGE, 7 * reading.LONGEST_PLAIN)
    assert "<script" not in html
    assert reader.render("*yes*") == "<p><em>yes</em></p>\n"


def png(width, height, *, mode="L"):
    from PIL import Image

    buffer = io.BytesIO()
    Image.new(mode, (width, height)).save(buffer, format="PNG")
    return buffer.getvalue()


def test_pictures_are_drawn_anew_one_by_one_where_one_takes_too_much(reader, monkeypatch):
    good = png(20, 10)
    assert reader.redraw([good, b"none", png(3000, 1)])[1:] == [b"", b""]
    real = reading.redrawn

    def slow(picture):
        return real(picture) if picture == good else [0 for _ in iter(int, 1)]

    monkeypatch.setattr(reading, "redrawn", slow)
    with Reader(ReadingLimits(seconds=0.2)) as short:
        first, second, third = short.redraw([good, b"slow", good])
    assert first == third != b""
    assert second == b""


@pytest.mark.parametrize("said", [b"no JSON", b"[]", b'{"value": {"steps": 3}}', b'{"value": 3}'])
def test_an_answer_of_somebody_else_is_not_believed(said, monkeypatch, source):
    """A parser that was taken over may say anything: it is one submission that cannot be read."""

    def taken_over(handle, limits):
        channel = reading.Connection(handle)
        channel.recv_bytes()
        channel.send_bytes(said)

    monkeypatch.setattr(reading, "_serve", taken_over)
    with Reader() as made:
        assert made.take_in("x", source).status == "UNREADABLE"


# ------------------------------------------------------------------------------ pages


def cell(name, **parts):
    shown = {"source": "", "text": "", "printed": "", "error": "", "pictures": [], **parts}
    return {"id": name, **shown}


def test_a_page_has_a_budget_and_says_what_it_left_out():
    tasks = [
        cell("one", source="x" * 50_000, pictures=["p" * 400_000] * 2),
        cell("two", text="<p>" + "y" * 300_000, source="y" * 300),
        cell("three", pictures=["q" * 400_000, "r" * 1_000]),
    ]
    said = feedback._fitted(tasks)
    assert [len(task["pictures"]) for task in tasks] == [2, 0, 1]  # the small one still fits
    assert len(tasks[0]["source"]) < 20_010
    assert tasks[1]["text"] == ""
    assert said == [
        "1 of your figures are not on this page: it would be too large.",
        "2 long texts are cut on this page; all of them were graded.",
    ]


def test_an_ordinary_page_is_whole():
    tasks = [cell("one", source="def f(): ...", pictures=["p" * 40_000] * 6)]
    before = json.dumps(tasks)
    assert feedback._fitted(tasks) == []
    assert json.dumps(tasks) == before
