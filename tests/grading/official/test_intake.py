"""Whatever is handed in, the answers in it are found, and nothing else counts."""

import copy
import io
import json
import os
import random
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring import build
from flcourse.grading.authoring.dress import dressed
from flcourse.grading.official import handed_in, intake
from flcourse.grading.script import read_script

ROOT = Path(__file__).resolve().parents[3]
STEM = "gtvmin"
ANSWER = "def solve(Q, q):\n    return 'mine'"
TEXT = "The variation falls."


@pytest.fixture(scope="module")
def sheet(tmp_path_factory):
    folder = tmp_path_factory.mktemp("source") / STEM
    folder.mkdir()
    script = dressed(read_script(ROOT / "solutions" / f"{STEM}.py"))
    path = folder / f"{STEM}.ipynb"
    path.write_text(json.dumps(build.source_notebook(script)), "utf-8")
    return read_assignment(path)


@pytest.fixture(scope="module")
def released():
    return json.loads((ROOT / "exercises" / STEM / f"{STEM}.ipynb").read_text("utf-8"))


@pytest.fixture
def notebook(released):
    """A submission with one answer and one text."""
    notebook = copy.deepcopy(released)
    cell(notebook, "solve")["source"] = ANSWER
    cell(notebook, "discussion")["source"] = TEXT
    return notebook


def cell(notebook, name):
    return next(c for c in notebook["cells"] if c["id"] == name)


def place(notebook, name):
    return next(i for i, c in enumerate(notebook["cells"]) if c["id"] == name)


@pytest.fixture
def hand_in(tmp_path, sheet):
    def hand_in(content, name=f"{STEM}.ipynb"):
        folder = tmp_path / "ada"
        folder.mkdir(exist_ok=True)
        content = content if isinstance(content, bytes) else json.dumps(content).encode()
        (folder / name).write_bytes(content)
        return intake.take_in(folder, sheet)

    return hand_in


def answers(submission, name="solve"):
    return [step.source for step in submission.steps if step.id == name and step.kind == "answer"]


def assert_found(submission, sheet, status="REPAIRED"):
    """The answer and the text are there, and all given and tests cells with the true sources."""
    everything = "\n".join(step.source for step in submission.steps)
    assert ANSWER in everything
    assert submission.texts == {"discussion": TEXT}
    assert submission.status == status, submission.notes
    assert bool(submission.notes) == (status != "OK")
    ours = {c.id: c.source for c in sheet.of_kind("given", "tests") if not c.text}
    assert {s.id: s.source for s in submission.steps if s.kind in {"given", "tests"}} == ours


def test_a_tidy_submission_comes_out_as_it_is(notebook, hand_in, sheet):
    submission = hand_in(notebook)
    assert_found(submission, sheet, "OK")
    code = [c.id for c in sheet.cells if not c.text]
    assert [step.id for step in submission.steps] == code


def test_the_blank_release_is_ok_and_has_no_texts(released, hand_in):
    submission = hand_in(released)
    assert (submission.status, submission.texts) == ("OK", {})


# --- untidy ---
def copied(notebook):
    at = place(notebook, "solve")
    notebook["cells"].insert(at + 1, copy.deepcopy(cell(notebook, "solve")))


def copied_blank_below(notebook):
    path = ROOT / "exercises" / STEM / f"{STEM}.ipynb"
    notebook["cells"].append(cell(json.loads(path.read_text("utf-8")), "solve"))


def split(notebook):
    at = place(notebook, "solve")
    cell(notebook, "solve")["source"] = "import numpy"
    extra = {"cell_type": "code", "id": "new", "metadata": {}, "outputs": [], "source": ANSWER}
    notebook["cells"].insert(at + 1, extra)


def merged(notebook):
    cell(notebook, "assemble")["source"] += "\n" + ANSWER
    del notebook["cells"][place(notebook, "solve")]


def reversed_order(notebook):
    notebook["cells"].reverse()


def without_checks(notebook):
    notebook["cells"] = [c for c in notebook["cells"] if not c["id"].endswith("-tests")]


def without_given(notebook):
    notebook["cells"] = [c for c in notebook["cells"] if c["id"] not in {"imports", "data"}]


def without_metadata(notebook):
    for c in notebook["cells"]:
        c["metadata"] = {}


def without_metadata_and_ids(notebook):
    for c in notebook["cells"]:
        c["metadata"] = {}
        del c["id"]


def other_schema(notebook):
    for c in notebook["cells"]:
        if "nbgrader" in c["metadata"]:
            c["metadata"]["nbgrader"] = {
                "schema_version": 99, "grade_id": c["metadata"]["nbgrader"]["grade_id"],
            }  # fmt: skip
    del notebook["cells"][0]["metadata"]["nbgrader"]


def retyped(notebook):
    cell(notebook, "solve")["cell_type"] = "markdown"


def changed_checks(notebook):
    cell(notebook, "solve-tests")["source"] = "pass"


def format_3(notebook):
    for c in notebook["cells"]:
        if c["cell_type"] == "code":
            c["input"] = c.pop("source")
    notebook["worksheets"] = [{"cells": notebook.pop("cells")}]
    notebook["nbformat"] = 3


def format_5(notebook):
    notebook["nbformat"] = 5


def odd_entries(notebook):
    notebook["cells"][3:3] = [None, 7, "cell", [], {}, {"cell_type": "code"}, {"source": {"a": 1}}]


UNTIDY = [copied, copied_blank_below, merged, reversed_order, without_checks, without_given,
          without_metadata, other_schema, retyped, changed_checks, format_3, format_5,
          odd_entries, without_metadata_and_ids]  # fmt: skip


@pytest.mark.parametrize("untidy", UNTIDY, ids=lambda f: f.__name__)
def test_answers_are_found_in_an_untidy_notebook(untidy, notebook, hand_in, sheet):
    untidy(notebook)
    assert_found(hand_in(notebook), sheet)


def test_an_answer_in_two_cells_is_all_right(notebook, hand_in, sheet):
    split(notebook)
    assert_found(hand_in(notebook), sheet, "OK")


def test_a_blank_copy_does_not_overwrite_an_answer(notebook, hand_in):
    copied_blank_below(notebook)
    assert answers(hand_in(notebook)) == [ANSWER]


def test_given_cells_that_are_gone_run_where_they_stood(notebook, hand_in, sheet):
    without_given(notebook)
    code = [c.id for c in sheet.cells if not c.text]
    assert [step.id for step in hand_in(notebook).steps] == code


def test_another_kernel_is_no_matter(notebook, hand_in, sheet):
    notebook["metadata"] = {"kernelspec": {"name": "conda-env-fl-py", "display_name": "x"}}
    assert_found(hand_in(notebook), sheet, "OK")


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_other_encodings_are_read(coding, notebook, hand_in, sheet):
    assert_found(hand_in(json.dumps(notebook, ensure_ascii=False).encode(coding)), sheet)


def test_8_bit_text_and_nul_bytes_are_read(notebook, hand_in, sheet):
    notebook["cells"][2]["source"] = "§ übung"
    text = json.dumps(notebook, ensure_ascii=False)
    eight = "".join(c if ord(c) < 256 else "?" for c in text).encode("latin-1")
    assert_found(hand_in(eight), sheet)
    assert_found(hand_in(text.replace("{", "{\0", 3).encode()), sheet)


@pytest.mark.parametrize("name", ["GTVMIN.ipynb", "gtvmin (1).ipynb", "gtvmin-Copy1.ipynb",
                                  "my homework.ipynb", "gtvmin.ipynb.ipynb"])  # fmt: skip
def test_similar_names_are_taken(name, notebook, hand_in, sheet):
    submission = hand_in(notebook, name)
    assert_found(submission, sheet)
    assert repr(name) in submission.notes[0]


def test_the_right_name_wins(notebook, released, hand_in, sheet):
    hand_in(released, "gtvmin (1).ipynb")
    hand_in(released, "a.ipynb")
    assert_found(hand_in(notebook), sheet)


def test_no_notebook_is_missing(tmp_path, hand_in, sheet):
    assert intake.take_in(tmp_path / "nobody", sheet).status == "MISSING"
    submission = hand_in(b"text", "answers.docx")
    assert submission.status == "MISSING"
    assert "'answers.docx'" in " ".join(submission.notes)


# --- forged ---
@pytest.mark.parametrize(("key", "value"), [("points", 1000), ("points", -5), ("points", "all"),
                                            ("grade", True), ("solution", False)])  # fmt: skip
def test_forged_points_and_roles_do_not_count_and_are_told(key, value, notebook, hand_in, sheet):
    name = "solve-tests" if key == "points" else "solve"
    cell(notebook, name)["metadata"]["nbgrader"][key] = value
    submission = hand_in(notebook)
    assert_found(submission, sheet, "TAMPERED")
    assert key in submission.notes[0]


# --- unreadable ---
@pytest.mark.parametrize(
    "content",
    [b"", b"   ", b"\xff\xfe", b"not json", b"[]", b"3", b"null", b"{}", b'{"cells": 3}',
     b'{"cells": {"a": 1}}', b"[" * 100_000, b'{"cells":' + b"[" * 100_000, b"\0" * 1000,
     b'{"cells": [' + b"1" * 10_000 + b"]"],
    ids=lambda content: repr(content[:12]),
)  # fmt: skip
def test_what_is_no_notebook_is_unreadable(content, hand_in):
    submission = hand_in(content)
    assert submission.status == "UNREADABLE"
    assert len(submission.notes) == 1
    assert len(submission.notes[0]) < 300


def test_what_is_too_large_is_unreadable(notebook, hand_in, monkeypatch):
    monkeypatch.setattr(handed_in, "LARGEST_FILE", 10_000)
    assert hand_in(notebook).status == "UNREADABLE"
    monkeypatch.undo()
    notebook["cells"] *= 200
    assert hand_in(notebook).status == "UNREADABLE"
    notebook["cells"] = [{"cell_type": "code", "source": "x" * 3_000_000}]
    assert hand_in(notebook).status == "UNREADABLE"


def test_links_and_special_files_are_not_followed(tmp_path, notebook, sheet):
    secret = tmp_path / "secret.ipynb"
    secret.write_text(json.dumps(notebook))
    for number, make in enumerate([lambda p: p.symlink_to(secret), os.mkfifo]):
        folder = tmp_path / f"student{number}"
        folder.mkdir()
        make(folder / f"{STEM}.ipynb")
        assert intake.take_in(folder, sheet).status == "UNREADABLE"
    link = tmp_path / "link"
    link.symlink_to(secret)
    assert intake.take_in(link, sheet).status == "UNREADABLE"


# --- archives ---
def zipped(members, compression=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return buffer.getvalue()


def tarred(members, mode="w:gz"):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:
        for info, content in members:
            info = tarfile.TarInfo(info) if isinstance(info, str) else info
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


@pytest.mark.parametrize("folder", ["", "homework/", "../../../../tmp/evil/", "/etc/"])
def test_an_archive_is_read_and_writes_nothing(folder, notebook, hand_in, sheet, tmp_path):
    content = json.dumps(notebook).encode()
    members = [(f"{folder}{STEM}.ipynb", content)]
    for packed, name in [(zipped(members), "work.zip"), (tarred(members), "work.tar.gz")]:
        for old in (tmp_path / "ada").glob("*"):
            old.unlink()
        assert_found(hand_in(packed, name), sheet)
        assert [p.name for p in tmp_path.rglob("*") if p.is_file()] == [name]


def test_archives_that_are_none_or_bombs_or_hold_links(hand_in, sheet, tmp_path):
    link = tarfile.TarInfo(f"{STEM}.ipynb")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    device = tarfile.TarInfo(f"{STEM}.ipynb")
    device.type = tarfile.CHRTYPE
    bomb = zipped([(f"{STEM}.ipynb", bytes(40 * 2**20))])
    assert len(bomb) < 100_000
    cases = {
        "noise.zip": (b"PK\x03\x04" + os.urandom(200), "UNREADABLE"),
        "text.tar.gz": (b"hello", "UNREADABLE"),
        "bomb.zip": (bomb, "UNREADABLE"),
        "link.tar": (tarred([(link, b"")], "w"), "MISSING"),
        "device.tar": (tarred([(device, b"")], "w"), "MISSING"),
        "many.zip": (zipped([(f"{i}.txt", b"") for i in range(1001)]), "UNREADABLE"),
        "empty.zip": (zipped([]), "MISSING"),
    }
    for name, (content, status) in cases.items():
        for old in (tmp_path / "ada").glob("*") if (tmp_path / "ada").exists() else []:
            old.unlink()
        assert hand_in(content, name).status == status, name


# --- fuzz ---
@pytest.fixture(scope="module")
def fuzz(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz")


def damage(value, rng, depth=0):
    """Change, drop, copy or shuffle parts of a JSON value."""
    odd = [None, True, -1, 1e300, "", "\ud800", "\0", [], {}, [[]], {"a": {}}, "x" * 50, 10**400]
    roll = rng.random()
    if roll < 0.03:
        return rng.choice(odd)
    if isinstance(value, dict):
        items = [(k if rng.random() > 0.02 else k + "?", damage(v, rng)) for k, v in value.items()]
        return dict(item for item in items if rng.random() > 0.02)
    if isinstance(value, list):
        parts = [damage(v, rng) for v in value if rng.random() > 0.02]
        parts += rng.sample(parts, min(len(parts), rng.choice([0, 0, 0, 1, 3])))
        if rng.random() < 0.05:
            rng.shuffle(parts)
        return parts
    if isinstance(value, str) and rng.random() < 0.02:
        return value[: rng.randrange(len(value) + 1)]
    return value


@settings(max_examples=600)
@given(seed=st.integers(0, 2**32))
def test_damaged_notebooks_raise_nothing(seed, sheet, released, fuzz):
    rng = random.Random(seed)
    content = json.dumps(damage(released, rng)).encode("utf-8", "surrogatepass")
    if rng.random() < 0.2:
        at = rng.randrange(len(content))
        content = content[:at] + bytes(rng.randrange(256) for _ in range(3)) + content[at + 2 :]
    path = fuzz / f"{STEM}.ipynb"
    path.write_bytes(content)
    submission = intake.take_in(fuzz, sheet)
    assert submission.status in {"OK", "REPAIRED", "TAMPERED", "UNREADABLE", "FOREIGN"}
    for step in submission.steps:
        assert isinstance(step.source, str)
    trusted = {c.id: c.source for c in sheet.of_kind("given", "tests")}
    for step in submission.steps:
        if step.kind in {"given", "tests"}:
            assert step.source == trusted[step.id]
