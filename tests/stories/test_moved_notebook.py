"""A notebook that was moved, renamed and saved elsewhere counts as the one that it was.

Ada answers gtvmin, with one mistake and one text. What other front ends make of her file when they
open and save it is imitated here (jupytext and the old formats of nbformat do it themselves); each
of these files must be read as the same answers, be packed as the same tasks, and get the same
points and messages.
"""

import copy
import json

import jupytext
import nbformat
import pytest
from journey import ROOT

from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring import bank, build
from flcourse.grading.authoring.dress import dressed
from flcourse.grading.course import collect
from flcourse.grading.official import batch, intake, sandbox
from flcourse.grading.script import read_script
from flcourse.grading.student import submit

STEM = "gtvmin"
SCRIPT = dressed(read_script(ROOT / "solutions" / f"{STEM}.py"))
REFERENCE = {cell.id: cell.source for cell in SCRIPT.of_kind("answer")}
TEXT = "As $\\alpha$ grows, the variation falls. Näin se on – 变差减小."


def answered():
    """Ada's notebook as JupyterLab saves it."""
    notebook = json.loads((ROOT / "exercises" / STEM / f"{STEM}.ipynb").read_text("utf-8"))
    variants = bank.read_bank(ROOT / "solutions" / "bank" / STEM, SCRIPT)
    wrong = next(v for v in variants if (v.task, v.id) == ("solve", "half-lost"))
    own = {**REFERENCE, "discussion": TEXT, "solve": wrong.source}
    for number, cell in enumerate(notebook["cells"]):
        cell["source"] = own.get(cell["id"], "".join(cell["source"])).splitlines(keepends=True)
        if cell["cell_type"] == "code":
            cell["execution_count"] = number + 1
    return notebook


# ----------------------------------------------- what front ends do when they save: one each


def colab(notebook):
    """Own ids inside the metadata, a badge on top, an old format, times of execution."""
    for number, cell in enumerate(notebook["cells"]):
        del cell["id"]
        cell["metadata"] |= {"id": f"kQ{number:010}", "colab": {"base_uri": "https://localhost/"}}
        if cell["cell_type"] == "code":
            cell["metadata"] |= {"executionInfo": {"status": "ok", "user_tz": -120}}
            cell["metadata"] |= {"outputId": "0a1b"}
    badge = {"cell_type": "markdown", "metadata": {"id": "view-in-github", "colab_type": "text"}}
    notebook["cells"].insert(0, badge | {"source": ['<a href="https://example.org">Open</a>']})
    notebook["metadata"] = {
        "colab": {"provenance": [], "toc_visible": True},
        "kernelspec": {"name": "python3", "display_name": "Python 3"},
        "language_info": {"name": "python"},
    }
    return notebook | {"nbformat": 4, "nbformat_minor": 0}


def kernel_of_colab(notebook):
    """A kernel that only exists there."""
    notebook["metadata"]["kernelspec"] = {"name": "colab", "display_name": "colab"}
    return notebook


def kernel_of_r(notebook):
    """Somebody chose the wrong kernel and saved."""
    notebook["metadata"]["kernelspec"] = {"name": "ir", "display_name": "R", "language": "R"}
    notebook["metadata"]["language_info"] = {"name": "R", "file_extension": ".r"}
    return notebook


def vscode(notebook):
    """Ids of its own and the language in each cell."""
    for number, cell in enumerate(notebook["cells"]):
        cell["id"] = f"{number:08x}"
        cell["metadata"]["vscode"] = {"languageId": "python" if "outputs" in cell else "markdown"}
    notebook["metadata"] = {
        "kernelspec": {"name": ".venv", "display_name": ".venv (3.11.2)", "language": "python"},
        "language_info": {"name": "python", "version": "3.11.2", "nbconvert_exporter": "python"},
        "vscode": {"interpreter": {"hash": "31f2aee4e71d21fbe5cf8b01ff0e069b"}},
    }
    return notebook | {"nbformat_minor": 2}


def without_ids(notebook):
    """Format 4.2 knows no ids."""
    for cell in notebook["cells"]:
        del cell["id"]
    return notebook | {"nbformat_minor": 2}


def new_ids(notebook):
    """Every cell pasted into a new notebook: nbgrader's labels go along, ids do not."""
    for number, cell in enumerate(notebook["cells"]):
        cell["id"] = f"new-{number}"
    return notebook


def kaggle(notebook):
    """Trust and collapsing in every cell, sources as one string."""
    for cell in notebook["cells"]:
        cell["metadata"] |= {"trusted": True, "_uuid": "8f2839f25d086af7"}
        cell["source"] = "".join(cell["source"])
    notebook["metadata"]["kaggle"] = {"accelerator": "none", "isGpuEnabled": False}
    return notebook


def deepnote(notebook):
    """Blocks with names of their own, outputs kept elsewhere, a cell of its own at the end."""
    for number, cell in enumerate(notebook["cells"]):
        cell["metadata"] |= {"cell_id": f"{number:032x}", "deepnote_cell_type": cell["cell_type"]}
    empty = {"cell_type": "markdown", "metadata": {"created_in_deepnote_cell": True}, "source": []}
    notebook["cells"].append(empty)
    notebook["metadata"] = {"orig_nbformat": 2, "deepnote_notebook_id": "9"}
    return notebook


def jupytext_pair(notebook):
    """Paired with a script, edited there, and written back: what is no text is new."""
    read = nbformat.reads(json.dumps(notebook), as_version=4)
    read.metadata["jupytext"] = {"formats": "ipynb,py:percent"}
    text = jupytext.writes(read, "py:percent")
    return json.loads(nbformat.writes(jupytext.reads(text, "py:percent")))


def format_3(notebook):
    """A notebook of ten years ago: worksheets, `input` in place of `source`, heading cells."""
    read = nbformat.reads(json.dumps(notebook), as_version=4)
    return json.loads(nbformat.writes(nbformat.convert(read, 3), version=3))


def windows(notebook):
    """Lines that end in CR LF."""
    for cell in notebook["cells"]:
        cell["source"] = [line.replace("\n", "\r\n") for line in cell["source"]]
    return notebook


def without_labels(notebook):
    """Metadata wiped by a cleaning tool: neither nbgrader's labels nor ids."""
    for number, cell in enumerate(notebook["cells"]):
        cell["metadata"], cell["id"] = {}, f"wiped-{number}"
    notebook["metadata"] = {}
    return notebook


SAME_CELLS = (
    colab, kernel_of_colab, kernel_of_r, vscode, without_ids, new_ids, kaggle, deepnote,
    jupytext_pair,
)  # fmt: skip
OTHER_CELLS = (format_3, windows, without_labels)
GRADED = (colab, jupytext_pair, *OTHER_CELLS)  # of the others the very same cells are run
ALL = (*SAME_CELLS, *OTHER_CELLS)


def saved(path, by):
    """Write Ada's notebook as a front end saves it; each has its own way with JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    notebook = by(copy.deepcopy(answered()))
    path.write_text(json.dumps(notebook, indent=2, ensure_ascii=by is colab), "utf-8")
    return path


@pytest.fixture(scope="module")
def sheet(tmp_path_factory):
    path = tmp_path_factory.mktemp("source") / STEM / f"{STEM}.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps(build.source_notebook(SCRIPT)), "utf-8")
    return read_assignment(path)


@pytest.mark.parametrize("by", SAME_CELLS)
def test_the_same_answers_are_read(by, sheet, tmp_path):
    plain = intake.take_in(saved(tmp_path / "ada" / f"{STEM}.ipynb", lambda own: own), sheet)
    assert plain.status == "OK"
    moved = intake.take_in(saved(tmp_path / "Downloads" / f"{STEM} (1).ipynb", by), sheet)
    code = [(s.kind, s.id, s.source.rstrip()) for s in moved.steps if s.kind != "free"]
    assert code == [(s.kind, s.id, s.source.rstrip()) for s in plain.steps if s.kind != "free"]
    assert moved.texts == plain.texts == {"discussion": TEXT}
    assert moved.status == "REPAIRED"  # for its name alone
    assert not [note for note in moved.notes if "missing" in note or "answer" in note]


@pytest.mark.parametrize("by", [*SAME_CELLS, windows])
def test_the_same_tasks_are_packed(by, tmp_path):
    seen = submit.examine(saved(tmp_path / f"{STEM}-Copy1.ipynb", by))
    assert (seen.stem, seen.unanswered) == (STEM, ())
    assert len(seen.answered) == 10


@pytest.mark.slow
def test_the_same_points_and_messages(tmp_path, bwrap, monkeypatch):
    assert sandbox.reason_against() is None
    monkeypatch.setenv("FLCOURSE_GRADING_SEED", "of this test")
    course, inbox = tmp_path / "course", tmp_path / "inbox"
    source = course / "_build" / "source" / STEM / f"{STEM}.ipynb"
    source.parent.mkdir(parents=True)
    source.write_text(json.dumps(build.source_notebook(SCRIPT)), "utf-8")
    saved(inbox / "plain" / f"{STEM}.ipynb", lambda notebook: notebook)
    for by in ALL:
        saved(inbox / by.__name__ / f"{STEM}-{len(by.__name__)}.ipynb", by)
    report = collect.collect(course, STEM, [inbox])
    assert sorted(report.new) == sorted(["plain", *(by.__name__ for by in ALL)])
    jobs = batch.jobs_of(course, STEM, ["plain", *(by.__name__ for by in GRADED)])
    results = {result["student"]: result for result in batch.grade(jobs, workers=2)}
    plain = results.pop("plain")
    assert plain["status"] == "OK"
    assert plain["score"] == 8.0  # of 9: the mistake costs its own point
    for student, result in results.items():
        assert result["score"] == plain["score"], (student, result["notes"])
        assert points(result) == points(plain), student
        assert by_hand(result) == by_hand(plain), student


def points(result):
    return [(c["id"], c["score"], c["message"]) for c in result["checks"]]


def by_hand(result):
    return [(manual["id"], manual["answered"]) for manual in result["manual"]]
