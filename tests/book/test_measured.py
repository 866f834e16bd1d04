"""Measured numbers enter sentences from results: none is typed, and none can be left behind."""

import copy
import re
import sys
import zlib

import jupytext
import prose
import pytest
from conftest import LECTURES, ROOT, STUDIES
from myst_nb.ext.glue import extract_glue_data
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

sys.path.insert(0, str(ROOT / "book" / "_ext"))
sys.path.insert(0, str(ROOT / "benchmarks"))
import measured
import mend
import recorded

BOOK = ROOT / "book"
PAGES = {path.stem: path.read_text("utf-8") for path in sorted(BOOK.glob("*.md"))}
TAKES = re.compile(r"\{stored\}`|^% stored: ", re.M)


def sections(page):
    """Parts of a page between headings outside of cells."""
    return re.split(r"^#+ ", measured.CELL.sub("", page), flags=re.M)


# The machinery.


def test_a_number_comes_from_a_stored_result():
    stored = {"few": {"a": [0.126, -2.0], "n": 20000}}
    page = '% stored: a = few["a"]\n{stored}`100 * a[0]:.0f`, {stored}`few["n"]:,`, {stored}`a[1]`'
    assert measured.from_results(page, stored).endswith("\n13, 20,000, −2.0")
    share = '{stored}`few["a"][0]:.1%`, {stored}`" and ".join(f"{a:.0%}" for a in few["a"])`'
    assert measured.from_results(share, stored) == "12.6 %, 13 % and −200 %"


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("{stored}`nothing`", "nothing"),
        ('% stored: assert few["n"] > 5', "AssertionError"),
        ('{stored}`few["m"]`', "KeyError"),
    ],
)
def test_what_results_do_not_say_stops_the_build(page, problem):
    with pytest.raises(ValueError, match=problem):
        measured.from_results(page, {"few": {"n": 3}})


HEAD = "---\nkernelspec: {name: python3, display_name: x}\n---\n"
CELLS = (
    HEAD
    + """
```{code-cell} ipython3
x = 1 / 3
```

% value: y = -2 * x

It is {value}`y:.2f`.

```{code-cell} ipython3
x = 5
```
Now {value}`x`.
"""
)


def test_a_number_comes_from_the_cells_above_it():
    page = measured.from_cells(CELLS)
    notebook = jupytext.reads(page, fmt="md:myst")
    tags = [c.metadata.get("tags", []) for c in notebook.cells if c.cell_type == "code"]
    assert tags == [[], ["remove-cell"], [], ["remove-cell"]]
    NotebookClient(notebook, timeout=60).execute()
    found = extract_glue_data(notebook, [], None)
    shown = {name: output["data"]["text/plain"].strip("'") for name, output in found.items()}
    asked = re.findall(r"\{glue:text\}`([^`]+)`", page)
    assert [shown[name] for name in asked] == ["−0.67", "5"]
    # In a notebook: what the last build found, or the expression where there was none.
    assert "It is −0.67." in measured.told(CELLS, shown)
    assert "It is `y`." in measured.told(CELLS, {})
    # What was found after other cells is of no use.
    assert "It is `y`." in measured.told(CELLS.replace("1 / 3", "1 / 4"), shown)


def test_a_statement_behind_a_cell_can_stop_the_build():
    page = measured.from_cells(CELLS.replace("y = -2 * x", "assert x > 1"))
    with pytest.raises(CellExecutionError, match="AssertionError"):
        NotebookClient(jupytext.reads(page, fmt="md:myst"), timeout=60).execute()


def test_a_value_needs_a_cell():
    with pytest.raises(ValueError, match="no cell stands above"):
        measured.from_cells("It is {value}`x`.")


def test_what_was_printed_keeps_its_lines():
    stream = {"output_type": "stream", "name": "stdout"}
    picture = {"output_type": "display_data", "data": {}}
    parts = [stream | {"text": "fitted β:"}, stream | {"text": " 0.5\n\n  next"}, picture,
             stream | {"text": "after\n"}, stream | {"name": "stderr", "text": "oh"}]  # fmt: skip
    before = copy.deepcopy(parts)
    texts = [part.get("text") for part in mend.merged(parts)]
    assert texts == ["fitted β: 0.5\n\n  next", None, "after\n", "oh"]
    assert parts == before  # the notebook keeps what it has


# The pages.


def disturbed(result, place):
    """Return the same result with other numbers, each by a factor of its own, and longer lists."""
    if isinstance(result, dict):
        return {key: value if key == "record" else disturbed(value, f"{place}/{key}")
                for key, value in result.items()}  # fmt: skip
    if isinstance(result, list):
        longer = [*result, *result[-1:]]
        return [disturbed(value, f"{place}/{row}") for row, value in enumerate(longer)]
    factor = 1.2 + 3 * zlib.crc32(place.encode()) / 2**32
    if isinstance(result, bool):
        return not result
    if isinstance(result, int):
        return int(factor * result) + 7
    return factor * result if isinstance(result, float) else result


def follows(page, stored):
    """What each place shows that takes from results; a problem where the build would stop."""
    names = {**measured.WORDS, **stored}
    for found in measured.STORED.finditer(page):
        try:
            if found["show"]:
                yield measured.shown(found["show"], names)
            elif not found["run"].startswith("assert"):
                exec(found["run"], names)
        except Exception as problem:
            if found["show"]:
                yield repr(problem)


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if TAKES.search(page)])
def test_no_sentence_is_left_behind_by_a_changed_result(name):
    # Each place that takes from a result shows something else, for one of three changes at least.
    page, stored = PAGES[name], measured.results()
    places = [found["show"] for found in measured.STORED.finditer(page) if found["show"]]
    shown = [list(follows(page, stored))]
    for turn in range(3):
        other = {stem: disturbed(r, f"{turn}{stem}") for stem, r in stored.items()}
        shown.append(list(follows(page, other)))
    rows = zip(places, *shown, strict=True)
    assert [place for place, *said in rows if len(set(said)) == 1] == []


NUMBER = re.compile(r"(?<![\w.,^(/-])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w.,^(/-])\d+\.\d+(?![\d.])")
GIVEN = re.compile(r"Sections? \d|line \d|\{cite:|published|printed|source|arXiv|Version", re.I)


@pytest.mark.parametrize("stem", [*LECTURES, *STUDIES])
def test_no_measured_number_is_typed(stem):
    # A typed number with digits behind the point, or in thousands, is a setting that a cell uses,
    # or somebody else's, with a source.
    page = PAGES[stem]
    code = " ".join(found[0] for found in measured.CELL.finditer(page)).replace("_", "")
    body = re.sub(r"^\(\w+-errata\)=\n## .*?(?=^## )", lambda m: "\n" * m[0].count("\n"),
                  page, flags=re.M | re.S)  # fmt: skip
    raw = body.split("\n")
    typed = [
        (line_number, number)
        for line_number, line in prose.prose(body)
        for number in NUMBER.findall(line)
        if not GIVEN.search(raw[line_number - 1])
        and not re.search(rf"(?<![\d.]){re.escape(number.replace(',', ''))}(?![\d])", code)
    ]
    assert typed == []


@pytest.mark.parametrize("stem", sorted(measured.results()))
def test_an_experiment_says_how_it_came_about(stem):
    result = measured.results()[stem]
    if stem.startswith("bench_"):  # times of one machine
        return
    record = result["record"]
    assert set(record) == {"command", *recorded.FIELDS}
    assert [field for field, said in record.items() if len(said) < 2] == []
    script, part = record["command"].split()
    text = (ROOT / "benchmarks" / script).read_text("utf-8")
    assert re.search(rf'"{part}":', text), "the command has no such part"
    assert recorded.stem(script, part) == stem


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if TAKES.search(page)])
def test_under_a_recorded_table_stands_how_it_came_about(name):
    silent = [
        part.split("\n")[0]
        for part in sections(PAGES[name])
        if re.search(r"^\|.*\{stored\}`", part, re.M)
        and not re.search(r"\{recorded\}`|`benchmarks/bench_\w+\.py`", part)
    ]
    assert silent == []


def test_a_record_says_where_its_digits_depend_on_the_processor():
    record = dict.fromkeys(recorded.FIELDS, "x")
    stored = {"record": {"command": "x.py y", **record}, "table": {}}
    assert "processor" not in measured.record("y", {"y": stored})
    loose = {**stored, "rounding": {"rows": ["top 26"], "why": "steps are long"}}
    assert '*Digits that depend on the processor:* in "top 26"; steps are long.' in measured.record(
        "y", {"y": loose}
    )


def test_what_stands_behind_a_plus_minus_is_said():
    # In the section: the words themselves, or the record of the result that it shows.
    silent = []
    for name, page in PAGES.items():
        # Comments of cells are no headings.
        whole = measured.CELL.sub(lambda cell: re.sub("^#", " #", cell[0], flags=re.M), page)
        for part in re.split(r"^#+ ", whole, flags=re.M):
            if "±" in part:
                told = measured.RECORDED.findall(part)
                said = [measured.results()[stem]["record"]["spread"] for stem in told]
                if not re.search(r"standard\s+(error|deviation)", " ".join([part, *said])):
                    silent.append((name, part.split("\n")[0]))
    assert silent == []


DENIED = re.compile(r"not reproduce|n't reproduce|cannot be reproduced|not come out", re.I)


def test_what_is_not_reproduced_says_why_the_test_is_fair():
    silent = [
        (name, part.split("\n")[0])
        for name, page in PAGES.items()
        for part in sections(page)
        if DENIED.search(part) and "{recorded}`" not in part
    ]
    assert silent == []


def test_published_numbers_have_a_document():
    silent = [
        (name, part.split("\n")[0])
        for name, page in PAGES.items()
        for part in sections(page)
        if re.search(r"^\|.*\bpublished\b", part, re.M | re.I) and "{cite:" not in part
    ]
    assert silent == []
