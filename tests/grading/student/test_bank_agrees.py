"""The notebook itself and `flcourse check` agree on the visible checks for answers of the bank.

A sample is drawn by the text of the assignment; FLCOURSE_WHOLE_BANK=1 compares all of them, which
takes long. That check and official grading are one engine, test_clumsy shows.
"""

import json
import os
import random
from pathlib import Path

import notebook_shell
import pytest

from flcourse.grading import instances
from flcourse.grading.authoring import bank
from flcourse.grading.notebook import CodeCell
from flcourse.grading.official import execute, sandbox, warm
from flcourse.grading.official.execute import Budget
from flcourse.grading.script import read_script
from flcourse.grading.student import check, process

ROOT = Path(__file__).resolve().parents[3]
STEMS = sorted(path.stem for path in (ROOT / "solutions" / "bank" / "verdicts").glob("*.json"))
SAMPLE = 2

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def warmed(bwrap):
    """What makes a warm process for the student's code."""
    assert sandbox.reason_against() is None
    zygote = warm.Zygote(["numpy", "scipy.linalg"])
    assert zygote.usable()

    class Warm(process.LocalProcess):
        def __init__(self, tell):
            super().__init__(tell, Budget(each=20.0, total=120.0))

        def _start(self):
            self._restarts += 1
            self._process = zygote.fork(self.limits)
            self._pipe = execute._Pipe(self._process)
            self._watch = sandbox.Watch(self._process, self.limits)

    yield Warm
    zygote.close()


def sample(script, variants):
    if os.environ.get("FLCOURSE_WHOLE_BANK") == "1":
        return variants
    return random.Random("".join(cell.source for cell in script.cells)).sample(variants, SAMPLE)


@pytest.mark.parametrize("stem", STEMS)
def test_an_answer_has_one_verdict_in_the_notebook_and_by_check(
    stem, warmed, tmp_path, monkeypatch
):
    script = read_script(ROOT / "solutions" / f"{stem}.py")
    released = json.loads((ROOT / "exercises" / stem / f"{stem}.ipynb").read_text("utf-8"))
    reference = {cell.id: cell.source for cell in script.of_kind("answer")}
    variants = bank.read_bank(ROOT / "solutions" / "bank" / stem, script)
    # An answer that draws without the given rng differs from itself, too.
    different, random_ones = [], []
    for number, variant in enumerate(sample(script, variants)):
        answers = {**reference, variant.task: variant.source}
        # Both try the same instance beside the one by hand.
        monkeypatch.setenv(instances.VARIABLE, str(number))
        same = f"import os\nos.environ[{instances.VARIABLE!r}] = '{number}'"
        steps = [CodeCell("free", "", same)]
        for cell in released["cells"]:
            cell["source"] = answers.get(cell["id"], cell["source"])
            label = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
            if cell["cell_type"] == "code" and label:
                kind = "tests" if label.endswith("-tests") else "free"
                steps.append(CodeCell(kind, label, "".join(cell["source"])))
        path = tmp_path / f"{stem}.ipynb"
        path.write_text(json.dumps(released), "utf-8")
        mine = check.check_notebook(path, saved=True, process=warmed)
        inside = told(steps, tmp_path)
        said = {message for task in mine.tasks for message in task.messages}
        failing = {task.name for task in mine.tasks if task.messages}
        untold = [task for task in failing if not any(n.startswith(f"{task}-") for n in inside)]
        unsaid = set(inside.values()) - said
        if unsaid or untold:
            where = (
                random_ones if any(told(steps, tmp_path) != inside for _ in range(5)) else different
            )
            where.append((variant.id, unsaid, untold))
    assert different == []
    assert len(random_ones) <= len(variants) / 50, random_ones


def told(steps, folder):
    """The messages of a notebook that is run, by the names of its cells."""
    return {
        name: words for name, words in notebook_shell.run(steps, folder, 120.0).items() if words
    }
