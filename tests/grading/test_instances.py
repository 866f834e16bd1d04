"""One more instance at each run of a visible check, its seed in the message."""

import io
import itertools
import json
import shutil
from pathlib import Path

import pytest

from flcourse.cli import main
from flcourse.grading import checks, instances
from flcourse.grading.student import check, start

ROOT = Path(__file__).resolve().parents[2]
RELEASED = ROOT / "exercises" / "start"
RIGHT = "def station_mean(y_i):\n    return sum(y_i) / len(y_i)"
LUCKY = "def station_mean(y_i):\n    return 3.0"  # what is right for the instance by hand


@pytest.fixture
def cell():
    notebook = json.loads((RELEASED / "start.ipynb").read_text("utf-8"))
    (source,) = (c["source"] for c in notebook["cells"] if c["id"] == "station-mean-tests")
    return "".join(source)


@pytest.fixture
def course(tmp_path):
    start.put(start.releases(RELEASED.parent), tmp_path)
    return tmp_path


def names(answer):
    """The names of a notebook in which an answer has run."""
    space = {}
    exec(answer, space)
    return space


def failure(source, answer):
    with pytest.raises(AssertionError) as failed:
        exec(source, names(answer))
    return failed.value


def seeds(source, answer, times):
    words = [str(failure(source, answer)) for _ in range(times)]
    assert all(line.startswith("On another instance (seed ") for line in words)
    return [int(line.split("(seed ")[1].split(")")[0]) for line in words]


def test_an_answer_that_fits_the_case_by_hand_alone_is_found_out(cell, capsys):
    exec(cell, names(RIGHT))
    assert "right" in capsys.readouterr().out
    line = str(failure(cell, LUCKY))
    assert "random temperatures: Expected " in line
    assert ", got 3. Hint: " in line


def test_each_run_tries_two_others(cell, monkeypatch):
    tried, run = [], instances.run

    def watched(found, number, space):
        tried.append(number)
        run(found, number, space)

    monkeypatch.setattr(instances, "run", watched)
    for _ in range(12):
        exec(cell, names(RIGHT))
    assert len(tried) == 24
    assert all(a != b for a, b in itertools.pairwise(tried))
    assert set(tried) <= set(range(1, 7))


def test_a_cell_that_counts_thousands_of_draws_tries_one_other(cell, monkeypatch):
    tried, run = [], instances.run
    monkeypatch.setattr(instances, "run", lambda *given: (tried.append(given[1]), run(*given)))
    one = cell.replace("globals())", "globals(), count=1)")
    for _ in range(6):
        exec(one, names(RIGHT))
    assert len(tried) == 6
    assert all(a != b for a, b in itertools.pairwise(tried))
    heavy = json.loads((ROOT / "exercises" / "gradient" / "gradient.ipynb").read_text("utf-8"))
    sources = {c["id"]: "".join(c["source"]) for c in heavy["cells"]}
    assert "One more instance" in sources["sgd-batches-tests"]
    assert "globals(), count=1)" in sources["sgd-batches-tests"]


def test_an_instance_can_be_met_again_and_looked_at(cell, monkeypatch):
    monkeypatch.setenv(instances.VARIABLE, "4")
    assert seeds(cell, LUCKY, 3) == [4, 4, 4]
    shown = failure(cell, LUCKY)._render_traceback_()
    assert shown[-2:] == [
        "To look at its arguments: checks.given()",
        "To meet this instance at each run: %env FLCOURSE_INSTANCE=4",
    ]
    (y,) = checks.given()
    want = float(str(failure(cell, LUCKY)).split("Expected ")[1].split(",")[0])
    assert sum(y) / len(y) == pytest.approx(want, rel=1e-5)


def test_where_the_hidden_checks_run_there_is_none(cell):
    visible, mark, rest = cell.partition("# Two more instances")
    exec(f"{visible}\n{instances.OFFICIAL} = True\n{mark}{rest}", names(LUCKY))


def test_the_folder_of_a_student_shows_none_and_has_them(course):
    assert [path.name for path in (course / "start").iterdir()] == ["start.ipynb"]
    hidden = course / start.RELEASED / "start" / f"start{instances.SUFFIX}"
    assert hidden.read_bytes() == (RELEASED / hidden.name).read_bytes()


def test_check_tries_one_more_instance_too(course, monkeypatch, capsys):
    monkeypatch.setenv(instances.VARIABLE, "2")
    path = course / "start" / "start.ipynb"
    notebook = json.loads(path.read_text("utf-8"))
    for one in notebook["cells"]:
        if one["id"] == "station-mean":
            one["source"] = LUCKY
    path.write_text(json.dumps(notebook), "utf-8")
    task = check.check_notebook(path, saved=True).tasks[0]
    assert task.sentence.startswith("On another instance (seed 2), station_mean of ")
    assert task.state == check.State.NOT_YET
    main(["check", "--saved", str(path)])  # says how to meet it again, in the notebook
    shown = " ".join(capsys.readouterr().out.split())
    assert f"%env {instances.VARIABLE}=2" in shown
    assert "checks.given() shows its arguments" in shown


def test_instances_of_another_text_are_left_alone(tmp_path, monkeypatch):
    # What the package has may be newer than the notebook of a student.
    copy = shutil.copy(RELEASED / "start.instances", tmp_path)
    (key,) = instances.stored(Path(copy))
    assert instances.read(Path(copy), key) is not None
    assert instances.read(Path(copy), "station-mean-tests-00000000") is None
    (tmp_path / "start.instances").write_bytes(b"half a file")
    assert instances.read(tmp_path / "start.instances", key) is None
    monkeypatch.chdir(tmp_path)
    assert instances.find("start", key) is not None  # the checkout's own


def test_what_is_written_is_read(tmp_path):
    kept = instances.Instances(("f(v)",), (((0, {"v": [1.0, "a"]}),), ((0, {"v": None}),)))
    file = io.BytesIO()
    instances.write(file, {"a-tests-1": kept})
    (tmp_path / "a").write_bytes(file.getvalue())
    assert instances.read(tmp_path / "a", "a-tests-1") == kept
