"""The page about the grading says what the stored verdicts say, and says it the same each time."""

import copy
import sys
from pathlib import Path

from flcourse.grading.authoring import verdict_page
from flcourse.grading.authoring import verdicts as matrix

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "book" / "_ext"))
import contents  # noqa: E402
import verdicts  # noqa: E402 - a part of the book, which is no package

MATRIX = {
    "stem": "tiny",
    "seeds": 25,
    "made": {"python": "3.11"},
    "tasks": {
        "double": {
            "points": 1.5,
            "checks": {"visible": 1, "all": 3},
            "tolerances": [1e-5, 0.25],
            "seconds": 0.123,
            "reference": {},
            "right": {"plus": {}, "twice-a-half": {}},
            "wrong": {"thrice": {"loses": ["double-tests"], "lost": ["double-tests"]}},
            "mutants": {
                "made": 9,
                "survived": [],
                "equivalent": [
                    {"operator": "swap", "line": "a | b", "became": "b", "reason": "The\nsame."}
                ],
            },
        }
    },
}


def test_a_table_by_task_and_the_lists_below_it():
    page = verdict_page.render([MATRIX])
    assert "| [tiny](#grading-tiny) | 1 | 0 | 0 | 2 | 1 | 9 |" in page
    assert "| `double` | 0 | 0 | 2 | 1 | 9 (1) | 1 + 2 | 1e-5, 0.25 | 0.12 |" in page
    assert "- `double`: plus, twice a half" in page
    assert "- `double`: thrice" in page
    assert "- `double`, swap: The same.\n\n  ```diff\n  - a | b\n  + b\n  ```\n" in page


def test_a_task_with_own_data_names_the_variants_that_were_tried():
    bearing = copy.deepcopy(MATRIX)
    row = bearing["tasks"]["double"]
    row["own_data"] = {"variants": [141421, 271828, 314159], "wrong": {}}
    said = "all 3 answers were judged on the variants 141421, 271828 and 314159, too, with "
    assert f"{said}no false verdicts." in verdict_page.render([bearing])
    row["own_data"]["wrong"] = {"thrice": {"271828": "passes double-tests"}}
    assert f"{said}1 false verdict." in verdict_page.render([bearing])
    assert "variants" not in verdict_page.render([MATRIX])


def test_false_verdicts_are_counted():
    broken = copy.deepcopy(MATRIX)
    row = broken["tasks"]["double"]
    row["reference"] = {"seed 1": "no"}
    row["right"]["plus"] = {"": "no", "seed 2": "no"}
    row["wrong"] |= {
        "kept": {"loses": ["double-tests"], "lost": []},
        "found-at-times": {"loses": ["double-tests"], "lost": ["double-tests"], "missed": ["s"]},
    }
    row["mutants"]["survived"] = [{"operator": "a", "line": "b", "became": "c"}]
    assert (verdict_page.false_rejects(row), verdict_page.false_accepts(row)) == (2, 3)
    assert "| **all** | **1** | **2** | **3** | **2** | **3** | **9** |" in verdict_page.render(
        [broken]
    )


def test_the_page_shows_every_assignment_with_verdicts_in_the_order_of_the_book():
    stored = {path.stem for path in (ROOT / "solutions" / "bank" / "verdicts").glob("*.json")}
    assert set(verdicts.stems()) == stored
    page = verdict_page.render([matrix.read(ROOT, stem) for stem in verdicts.stems()])
    assert all(f"## {stem}\n" in page for stem in stored)
    named = verdict_page.render([matrix.read(ROOT, "gtvmin")], contents.names())
    assert "(grading-gtvmin)=\n## 3. Generalised total variation minimisation\n" in named
    assert page == verdict_page.render([matrix.read(ROOT, stem) for stem in verdicts.stems()])
