"""The book's page about the grading, from the stored verdict matrices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

__all__ = ["false_accepts", "false_rejects", "render"]

Row = Mapping[str, Any]

COLUMNS = {
    "Task": "left",
    "False rejects": "right",
    "False accepts": "right",
    "Right": "right",
    "Wrong": "right",
    "Mutants": "right",
    "Checks": "right",
    "Tolerance": "right",
    "Seconds": "right",
}


def render(matrices: Sequence[Mapping[str, Any]], names: Mapping[str, str] | None = None) -> str:
    """Return the results of all assignments in MyST Markdown.

    Parameters
    ----------
    matrices : sequence of dict
        Verdict matrices as `flcourse.grading.authoring.verdicts.read` returns them, in the order
        of the page.
    names : dict of str, optional
        What the section of an assignment is called, by its stem; the stem itself if it has none.

    Returns
    -------
    str
        A table over all assignments, then a section for each; the same text for the same matrices.
    """
    sections = (line for m in matrices for line in _section(m, (names or {}).get(m["stem"])))
    return "\n".join([*_overview(matrices), *sections, ""])


def false_rejects(row: Row) -> int:
    """Count the right answers to a task, reference included, that lose a point on some seed.

    Examples
    --------
    >>> right = {"lu": {}, "inverse": {"seed 7": "solve: ..."}}
    >>> false_rejects({"reference": {}, "right": right})
    1
    """
    return sum(map(bool, [row["reference"], *row["right"].values()]))


def false_accepts(row: Row) -> int:
    """Count the wrong answers and mutants of a task that keep a point that they should lose."""
    spared = [set(v["loses"]) - set(v["lost"]) or v.get("missed") for v in row["wrong"].values()]
    return sum(map(bool, spared)) + len(row["mutants"]["survived"])


def _overview(matrices: Sequence[Mapping[str, Any]]) -> Iterable[str]:
    counted = ["False rejects", "False accepts", "Right", "Wrong", "Mutants"]
    yield from _table_head({"Assignment": "left", **dict.fromkeys(["Tasks", *counted], "right")})
    total: dict[str, int] = {}
    for matrix in matrices:
        counts = _counts(matrix["tasks"].values())
        total = {name: total.get(name, 0) + count for name, count in counts.items()}
        yield _line(
            [f"[{matrix['stem']}](#grading-{matrix['stem']})", *map(_number, counts.values())]
        )
    yield _line(["**all**", *(f"**{_number(count)}**" for count in total.values())])
    yield ""


def _counts(rows: Iterable[Row]) -> dict[str, int]:
    rows = list(rows)
    return {
        "tasks": len(rows),
        "rejects": sum(map(false_rejects, rows)),
        "accepts": sum(map(false_accepts, rows)),
        "right": sum(len(row["right"]) for row in rows),
        "wrong": sum(len(row["wrong"]) for row in rows),
        "mutants": sum(row["mutants"]["made"] for row in rows),
    }


def _section(matrix: Mapping[str, Any], name: str | None) -> Iterable[str]:
    stem, rows = matrix["stem"], matrix["tasks"]
    made = ", ".join(f"{name} {version}" for name, version in matrix["made"].items())
    yield from [f"(grading-{stem})=", f"## {name or stem}", ""]
    yield f"The assignment to {{doc}}`{stem}`, judged on {matrix['seeds']} grading seeds ({made})."
    yield ""
    yield from _table_head(COLUMNS)
    for task, row in rows.items():
        yield _line(_cells(task, row))
    yield ""
    yield from _own_data(rows)
    yield from _folded("Accepted methods", _methods(rows))
    yield from _folded("Mistakes that are named", _mistakes(rows))
    if any(row["mutants"]["equivalent"] for row in rows.values()):
        yield from _folded("Mutants that are right, too", _equivalents(rows))


def _own_data(rows: Mapping[str, Row]) -> Iterable[str]:
    """Say which tasks bear own data, on which variants they were tried, and what came out."""
    for task, row in rows.items():
        if tried := row.get("own_data"):
            *most, last = map(str, tried["variants"])
            answers = len(row["right"]) + len(row["wrong"])
            odd = sum(map(len, tried["wrong"].values()))
            yield (
                f"Each student may have other data in `{task}`: the reference and all {answers} "
                f"answers were judged on the variants {', '.join(most)} and {last}, too, with "
                f"{odd or 'no'} false verdict{'s' * (odd != 1)}."
            )
            yield ""


def _cells(task: str, row: Row) -> list[Any]:
    tried, checks = row["mutants"], row["checks"]
    same = len(tried["equivalent"])
    return [
        f"`{task}`",
        false_rejects(row),
        false_accepts(row),
        len(row["right"]),
        len(row["wrong"]),
        f"{tried['made']}" + (f" ({same})" if same else ""),
        f"{checks['visible']} + {checks['all'] - checks['visible']}",
        ", ".join(map(_power, row["tolerances"])) or "exact",
        f"{row['seconds']:.2f}" if row["seconds"] >= 0.005 else "< 0.01",
    ]


def _methods(rows: Mapping[str, Row]) -> Iterable[str]:
    for task, row in rows.items():
        yield f"- `{task}`: {', '.join(map(_words, row['right']))}"


def _mistakes(rows: Mapping[str, Row]) -> Iterable[str]:
    for task, row in rows.items():
        yield f"- `{task}`: {', '.join(map(_words, row['wrong']))}"


def _equivalents(rows: Mapping[str, Row]) -> Iterable[str]:
    """Yield each reason once for a task, and below it what was changed for it."""
    for task, row in rows.items():
        changes: dict[str, list[str]] = {}
        for entry in row["mutants"]["equivalent"]:
            reason = f"{entry['operator']}: {' '.join(entry['reason'].split())}"
            pair = [f"  - {entry['line']}", f"  + {entry['became']}"]
            changes.setdefault(reason, []).extend(pair)
        for reason, lines in changes.items():
            yield from [f"- `{task}`, {reason}", "", "  ```diff", *lines, "  ```", ""]


def _power(number: float) -> str:
    """Write a tolerance as one does by hand: 1e-5 and 1e-4, not 1e-05 and 0.0001."""
    return f"{number:{'.0e' if number < 1e-3 else 'g'}}".replace("e-0", "e-")


def _number(count: int) -> str:
    return f"{count:,}"


def _words(name: str) -> str:
    return name.replace("-", " ")


def _folded(title: str, lines: Iterable[str]) -> Iterable[str]:
    yield from [f":::{{dropdown}} {title}", *lines, ":::", ""]


def _table_head(columns: Mapping[str, str]) -> Iterable[str]:
    yield _line(columns)
    yield _line("---:" if side == "right" else "---" for side in columns.values())


def _line(cells: Iterable[Any]) -> str:
    return f"| {' | '.join(map(str, cells))} |"
