"""What tests of the grader share: a tiny assignment, a course folder, a gradebook, a disguise."""

import ast
import json
from functools import partial
from pathlib import Path

import pytest
from nbgrader.api import Base, Gradebook
from sqlalchemy import create_engine

from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring import build
from flcourse.grading.course import gradebook
from flcourse.grading.official import batch, result
from flcourse.grading.script import parse

STEM = "tiny"
SCRIPT = '''
# %% [markdown] tags=["assignment", "points:4"]
# # A tiny assignment
# %% tags=["given", "id:imports"]
import numpy as np
# %% tags=["answer", "id:twice"]
def twice(x):
    """Twice x."""
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
# %% tags=["tests", "id:twice-tests", "points:1"]
from flcourse.grading import checks
checks.close(checks.call(twice, 3.0), 6.0, what="twice", hint="see eq-x.")
### BEGIN HIDDEN TESTS
_secret = checks.grading_rng("twice").random(4)
checks.close(checks.call(twice, _secret), 2 * _secret, what="twice", hint="see eq-x.")
### END HIDDEN TESTS
# %% tags=["answer", "id:half"]
def half(x):
    """Half of x."""
    ### BEGIN SOLUTION
    return x / 2
    ### END SOLUTION
# %% tags=["tests", "id:half-tests", "points:2"]
from flcourse.grading import checks
checks.close(checks.call(half, 3.0), 1.5, what="half", hint="see eq-y.")
# %% [markdown] tags=["manual", "id:why", "points:1"]
# Why?
'''
RIGHT = {"twice": "def twice(x):\n    return x + x", "half": "def half(x):\n    return x / 2"}
GOOD = '''\
# Lines before the first cell belong to nobody.
# %% [markdown] tags=["assignment", "points:10"]
# # Title
#
# Text with $x_i$.

# %% tags=["given", "id:imports"]
import numpy as np

# %% tags=["answer", "id:double"]
def double(x):
    """Twice x."""
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION

# %% [markdown]
# Free text.

# %%
double(1)

# %% tags=["tests", "id:double-tests", "points:2"]
from flcourse.grading import checks

_got = checks.call(double, 3)
checks.close(_got, 6, what="double", hint="see eq-gtvmin.")
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("double")
for _x in _rng.normal(size=3):
    checks.close(checks.call(double, _x), 2 * _x, what="double", hint="see eq-gtvmin.")
### END HIDDEN TESTS

# %% [markdown] tags=["manual", "id:why", "points:8"]
# ### BEGIN SOLUTION
# Because.
# ### END SOLUTION
'''


@pytest.fixture
def course(tmp_path):
    """A course folder with the tiny assignment and no submission."""
    home = tmp_path / "course"
    source = home / "_build" / "source" / STEM
    source.mkdir(parents=True)
    notebook = build.source_notebook(parse(SCRIPT, Path(f"{STEM}.py")))
    (source / f"{STEM}.ipynb").write_text(json.dumps(notebook), "utf-8")
    return home


def hand_in(course, student, answers=None, text="YOUR ANSWER HERE"):
    sheet = read_assignment(course / "_build" / "source" / STEM / f"{STEM}.ipynb")
    cells = []
    for cell in sheet.cells:
        source = text if cell.kind == "manual" else (answers or {}).get(cell.id, cell.released)
        cells.append({**cell.notebook, "source": source})
    folder = course / "submitted" / student / STEM
    folder.mkdir(parents=True, exist_ok=True)
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}
    (folder / f"{STEM}.ipynb").write_text(json.dumps(content), "utf-8")
    (folder / "timestamp.txt").write_text("2026-11-21 10:00:00 UTC", "utf-8")
    return folder / f"{STEM}.ipynb"


def without_seconds(found):
    return json.dumps({**found, "seconds": 0}, sort_keys=True)


def scores(course, student):
    with Gradebook(f"sqlite:///{course / gradebook.NAME}") as book:
        grades = book.find_submission_notebook(STEM, STEM, student).grades
        return {g.name: (g.auto_score, g.manual_score, g.needs_manual_grade) for g in grades}


def fill_gradebook(home, grades, penalty=0.0):
    """Write a gradebook of points (by check, by hand), by assignment, student and cell."""
    engine = create_engine(f"sqlite:///{home / gradebook.NAME}")
    Base.metadata.create_all(engine)
    with engine.begin() as book:
        insert = partial(insert_rows, book)
        insert("course", [{"id": "c"}])
        insert("student", [{"id": s} for s in sorted({s for own in grades.values() for s in own})])
        for stem, own in grades.items():
            cells = sorted({cell for points in own.values() for cell in points})
            insert("assignment", [{"id": stem, "name": stem, "course_id": "c"}])
            insert("notebook", [{"id": stem, "name": stem, "assignment_id": stem}])
            insert("base_cell", [{"id": f"{stem} {cell}", "name": cell, "notebook_id": stem,
                                  "type": "GradeCell"} for cell in cells])  # fmt: skip
            insert(
                "submitted_assignment",
                [{"id": f"{stem} {s}", "student_id": s, "assignment_id": stem} for s in own],
            )
            insert("submitted_notebook", [
                {"id": f"{stem} {s}", "assignment_id": f"{stem} {s}", "notebook_id": stem,
                 "late_submission_penalty": penalty} for s in own])  # fmt: skip
            insert("grade", [
                {"id": f"{stem} {s} {cell}", "notebook_id": f"{stem} {s}",
                 "cell_id": f"{stem} {cell}", "auto_score": auto, "manual_score": by_hand,
                 "needs_manual_grade": auto is by_hand is None}
                for s, points in own.items()
                for cell, (auto, by_hand) in points.items()])  # fmt: skip
    engine.dispose()


WHY = "# Why?\n# ### BEGIN SOLUTION\n# Because.\n# ### END SOLUTION\n"
BY_THE_RULES = (
    SCRIPT.replace("# Why?\n", WHY)
    .replace("see eq-x", "see eq-laplacian")
    .replace("see eq-y", "see eq-gtvmin")
)
TOML = (
    'name = "FL"\nterm = "2027"\ntimezone = "UTC"\n[points]\ntiny = 4\n[due]\ntiny = 2026-11-22\n'
)


def built_course(tmp_path):
    """A course with the tiny assignment by the rules, built, a roster of three, nothing else."""
    (tmp_path / "solutions").mkdir(parents=True)
    (tmp_path / "solutions" / f"{STEM}.py").write_text(BY_THE_RULES, "utf-8")
    (tmp_path / "course.toml").write_text(TOML, "utf-8")
    (tmp_path / "roster.csv").write_text("student\nada\nbo\ncy\n", "utf-8")
    script = build.dressed(parse(BY_THE_RULES, tmp_path / f"{STEM}.py"), build.BESIDE)
    place = tmp_path / "_build" / "source" / STEM / f"{STEM}.ipynb"
    place.parent.mkdir(parents=True)
    place.write_text(build._source_text(script), "utf-8")
    return tmp_path


def graded(home, student, answers=RIGHT, **changes):
    """A submission with a result as grading leaves it, without the half minute that it takes."""
    hand_in(home, student, answers)
    (job,) = batch.jobs_of(home, STEM, [student])
    blank = result.grade_submission(job.submission.with_name("none"), job.source, student)
    found = {**blank, "status": "OK", "notes": [], **changes}
    found["inputs"] = result.inputs(job.submission, job.source)
    result.write(found, job.result)
    return job


def points(home, **by_student):
    """A gradebook; None is a text that nobody has read."""
    (home / "gradebook.db").unlink(missing_ok=True)
    fill_gradebook(home, {STEM: {
        who: {"twice-tests": (1.0, None), "half-tests": (2.0, None), "why": (None, given)}
        for who, given in by_student.items()}})  # fmt: skip


def insert_rows(book, name, rows):
    book.execute(Base.metadata.tables[name].insert(), rows)


class Rename(ast.NodeTransformer):
    """Another name for each variable and argument."""

    def __init__(self, tree):
        stored = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)
                  and isinstance(n.ctx, ast.Store)}  # fmt: skip
        own = stored | {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
        self.names = {name: f"renamed_{i}" for i, name in enumerate(sorted(own))}

    def visit_Name(self, node):
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_arg(self, node):
        node.arg = self.names.get(node.arg, node.arg)
        return node


def disguised(source):
    """The same program with other names, in another layout, without its comments."""
    tree = ast.parse(source)
    return ast.unparse(Rename(tree).visit(tree))
