"""A new assignment to start from: a text and a bank that keep every rule, with one small task."""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["ASSIGNMENT", "new_assignment"]

STEM = re.compile(r"[a-z][a-z0-9]*")

ASSIGNMENT = '''\
# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:10"]
# # {title}
#
# One paragraph: what problem this is about, and what the student will see in the end. It belongs to
# the chapter *{title}* of the book.
#
# **When you are done you can**
#
# - compute a mean that weighs each value by itself,
# - say when the weights matter.
#
# | Task | You write | Points |
# |---|---|---|
# | 1 Weighted mean | `weighted_mean` | 8 |
# | 2 Discussion | a short text | 2, graded by a person |
#
# **Time**: about an hour. **Imports**: NumPy is enough.
#
# **How it is graded.** Below each task is a folded cell with checks (click on the dots to read
# it). It says so if all is well. The official grading runs more checks of the same kind on fresh
# random data. Every task is checked with right inputs of its own. An answer may call your answers
# to earlier tasks; where one of these is wrong, the official grading tries it again with a right
# one in its place. So among the machine-checked tasks a mistake costs the points of its own task
# alone. Any right method counts, and so does any sensible shape. Numbers may deviate by
# $10^{{-5}}$ of the largest entry.

# %% tags=["given", "id:imports"]
import numpy as np

# %% [markdown]
# ## Task 1: Weighted mean (8 points)
#
# State the formula, with the label that it has in the book, and what the function takes and
# returns, with shapes and units:
#
# $$\\frac{{\\sum_r a_r x_r}}{{\\sum_r a_r}}. \\tag{{eq-local-loss}}$$


# %% tags=["answer", "id:weighted-mean"]
def weighted_mean(x, a):
    """Mean of x with the weights a (eq-local-loss).

    x: (m,) array of values;  a: (m,) array of weights > 0.
    Returns a number.
    """
    ### BEGIN SOLUTION
    return np.sum(a * x) / np.sum(a)
    ### END SOLUTION


# %% [markdown]
# By hand: the values 1 and 5 with the weights 3 and 1 have the mean 2.

# %% tags=["tests", "id:weighted-mean-tests", "points:8"]
import numpy as np

from flcourse.grading import checks

checks.close(
    checks.call(weighted_mean, np.array([1.0, 5.0]), np.array([3.0, 1.0])),
    2.0,
    what="weighted_mean of 1 and 5",
    hint="divide by the sum of the weights (eq-local-loss).",
    mistakes={{
        "The weights are ignored": 3.0,
        "The sum of the weights is missing": 8.0,
        "The number of values is in place of the sum of the weights": 4.0,
    }},
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("weighted-mean")
for _m in [1, 4, 30]:
    _x, _a = _rng.normal(3, 2, _m), _rng.uniform(0.5, 2, _m)
    checks.close(
        checks.call(weighted_mean, _x, _a),
        sum(a * x for a, x in zip(_a, _x, strict=True)) / sum(_a),
        what=f"weighted_mean of {{_m}} random values",
        hint="divide by the sum of the weights (eq-local-loss).",
        mistakes={{"The weights are ignored": _x.mean()}},
    )
### END HIDDEN TESTS

# %% [markdown]
# A cell without tags is the student's to change: let them use what they wrote.

# %%
print(weighted_mean(np.array([1.0, 5.0]), np.array([3.0, 1.0])))

# %% [markdown]
# ## Task 2: Discussion (2 points, graded by a person)
#
# When do the weights not matter? Answer in two or three sentences.
#
# | Points | for |
# |---|---|
# | 1 | a condition on the weights |
# | 1 | a condition on the values |
#
# Each row lists what it asks for. It counts half if one of these things is missing or wrong, and
# nothing if more are. Language and length cost nothing.

# %% [markdown] tags=["manual", "id:discussion", "points:2"]
# ### BEGIN SOLUTION
# When all weights are equal, or all values.
#
# **For the marker**, points for what an answer holds, and for typical ones:
#
# - 1: all weights are equal
# - 1: all values are equal
# - ½ of these: "the weights are 1", which is one case of many
# ### END SOLUTION
'''

BANK = """\
# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:numpy-average"]
def weighted_mean(x, a):
    return np.average(x, weights=a)


# %% tags=["wrong", "id:weights-ignored", "says:weights are ignored"]
def weighted_mean(x, a):
    return np.mean(x)
"""


def new_assignment(root: Path, stem: str) -> list[Path]:
    """Write the text of a new assignment and the start of its bank.

    Parameters
    ----------
    root : pathlib.Path
        The checkout.
    stem : str
        Its name, one word in lower case.

    Returns
    -------
    list of pathlib.Path
        What was written.

    Raises
    ------
    ValueError
        If the stem is no word, ``root`` is no checkout, or the assignment is there already.
    """
    if not (root / "solutions").is_dir():
        raise ValueError(f"root must be a checkout with a folder solutions/, got {root}")
    if not STEM.fullmatch(stem):
        raise ValueError(f"stem must be one word of lower-case letters and digits, got {stem!r}")
    texts = {
        root / "solutions" / f"{stem}.py": ASSIGNMENT.format(title=stem.capitalize()),
        root / "solutions" / "bank" / stem / "weighted-mean.py": BANK,
    }
    for path, text in texts.items():
        if path.exists():
            raise ValueError(f"stem must be new, {path.relative_to(root)} exists")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return list(texts)
