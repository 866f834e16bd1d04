"""The grading line gives the verdicts of the bank: outside the process as inside it.

Every assignment is graded through the sandbox with its reference, as a blank, and with a sample of
the bank's answers, drawn anew with each day's commits but the same on every machine: the seed is
the text of the assignment. FLCOURSE_WHOLE_BANK=1 takes all of them.
"""

import os
import random
import re
from pathlib import Path

import pytest

from flcourse.grading.authoring import bank
from flcourse.grading.notebook import names_of
from flcourse.grading.official import batch, execute, sandbox, warm
from flcourse.grading.official.execute import CodeCell
from flcourse.grading.script import read_script

ROOT = Path(__file__).resolve().parents[3]
STEMS = sorted(path.name for path in (ROOT / "solutions" / "bank").iterdir()
               if (ROOT / "solutions" / f"{path.name}.py").exists())  # fmt: skip
SAMPLE = 4

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def zygote(bwrap):
    """What forks warm workers, or None where each has a bubblewrap of its own."""
    assert sandbox.reason_against() is None
    opened = warm.Zygote.open(["matplotlib.pyplot", *batch.COMMON])
    yield opened if opened.usable() else None
    opened.close()


def outside(script, answers, zygote):
    """Messages of the grading line for a submission with these answers."""
    code = [cell for cell in script.cells if not cell.markdown and cell.kind != "manual"]
    steps = [CodeCell(c.kind, c.id, answers.get(c.id, c.source)) for c in code]
    names = [n for cell in script.of_kind("answer") for n in names_of(cell.source)]
    found = execute.grade(steps, names, zygote=zygote)
    assert found.status == "OK", found
    return found.messages


def sample(script, variants):
    if os.environ.get("FLCOURSE_WHOLE_BANK") == "1":
        return variants
    text = "".join(cell.source for cell in script.cells)
    return random.Random(text).sample(variants, min(SAMPLE, len(variants)))


def comparable(message, answers):
    """A message, without its numbers where an answer draws its own noise, new in each run."""
    unseeded = any("default_rng()" in source for source in answers.values())
    return re.sub(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?", "#", message) if unseeded else message


@pytest.mark.parametrize("stem", STEMS)
def test_verdicts_and_messages_are_those_of_the_students_own_kernel(stem, zygote):
    script = read_script(ROOT / "solutions" / f"{stem}.py")
    variants = bank.read_bank(ROOT / "solutions" / "bank" / stem, script)
    cases = {"reference": {}, "blank": bank.blank(script)}
    cases |= {f"{v.task}/{v.id}": {v.task: v.source} for v in sample(script, variants)}
    for name, answers in cases.items():
        inside = bank.grade(script, answers)
        there = outside(script, answers, zygote)
        lost = {key for key, message in inside.items() if message}
        assert {key for key, message in there.items() if message} == lost, name
        said = {key: [comparable(told[key], answers) for told in (inside, there)] for key in lost}
        assert {key: both for key, both in said.items() if both[0] != both[1]} == {}, name
