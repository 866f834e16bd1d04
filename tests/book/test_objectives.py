"""Objective, section, exercise, task: the table of the page for instructors holds what there is."""

import importlib
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "book" / "_ext"))
objectives = importlib.import_module("objectives")
ROWS = objectives.rows()
by_chapter = pytest.mark.parametrize("stem", ROWS)


def chapter(stem):
    return (ROOT / "book" / f"{stem}.md").read_text("utf-8")


def test_every_assignment_with_a_chapter_has_its_table():
    banks = {path.name for path in (ROOT / "solutions" / "bank").iterdir() if path.is_dir()}
    assert {stem for stem in banks if (ROOT / "book" / f"{stem}.md").exists()} == set(ROWS)


@by_chapter
def test_the_objectives_are_those_of_the_chapter(stem):
    found = objectives.stated(chapter(stem))
    opening = [row["objective"] for row in ROWS[stem]]
    assert len(found) == len(opening)
    assert all(words.startswith(known) for words, known in zip(found, opening, strict=True))


@by_chapter
def test_sections_and_exercises_are_those_of_the_chapter_and_no_exercise_is_left_out(stem):
    text = chapter(stem)
    sections = {name for row in ROWS[stem] for name in row["sections"]}
    assert all(row["sections"] for row in ROWS[stem])
    assert sections <= set(re.findall(r"^## (.+)$", text, re.M))
    labels = re.findall(r"^```\{exercise\}[^\n]*\n:label: (\S+)", text, re.M)
    assert sorted(label for row in ROWS[stem] for label in row["exercises"]) == sorted(labels)


@by_chapter
def test_no_objective_is_without_a_task_and_no_task_without_an_objective(stem):
    for row in ROWS[stem]:
        assert row["tasks"], row["objective"]
        for task in row["tasks"]:
            home, _, name = task.rpartition("/")
            assert name in objectives.graded(home or stem), task
    assert {task for row in ROWS[stem] for task in row["tasks"] if "/" not in task} == set(
        objectives.graded(stem)
    )


def test_a_row_tells_what_is_graded_in_the_words_of_the_notebook():
    text = objectives.table("fedopt", chapter("fedopt"))
    (row,) = [line for line in text.splitlines() if "what makes local steps drift" in line]
    assert "Why local steps drift" in row
    assert "{ref}`ex-fedopt-alpha`" in row
    assert "Task 3, Disagreement is not drift" in row
    assert "Task 3 of `gtvmin`, Local data" in objectives.table("graph", chapter("graph"))
