"""Recorded experiments: each result says how it came about, and can be compared with a new run.

A script calls ``main(__file__, PARTS)``. A part is a function without arguments that returns its
result; under the key ``record`` stand, in words for the reader of the book, its data, seeds,
spread, stopping rule, how many runs reached what they were to reach, and why the test is fair.

    python benchmarks/SCRIPT.py [part ...]            run the parts, store them in results/
    python benchmarks/SCRIPT.py [part ...] --check    run them, and compare with what is stored

Beside a result stand versions and minutes of processor time, which are not compared. A comparison
allows relative differences of 1e-6 and absolute ones of 1e-9. Results of training can differ by
more where NumPy or its linear algebra do: rounding moves single predictions. Where training runs
away, or where tied eigenvalues leave draws to the processor, it decides on all: a result names
such rows, and why, under ``rounding``. Of these only means are compared, which may lie twice the
sum of their deviations apart, or medians, each of which must lie within the other's range.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import re
import sys
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import numpy as np

RESULTS = Path(__file__).parent / "results"
SHORT = re.compile(r"\[\s+[^\[\]{}]+?\s+\]")  # a list of numbers: one line in the file
FIELDS = ("data", "seeds", "spread", "stop", "reached", "fair")
# Why draws of a k-DPP may differ between processors, for what results leave to rounding.
TIED = (
    "clients with the same labels make eigenvalues of the kernel equal; which vectors span their "
    "space is up to the linear algebra, and so is which of equally probable groups a random number "
    "draws"
)
ABOUT_THE_RUN = {"versions", "processor_minutes"}  # of two runs with the same result they differ


def main(script: str, parts: dict[str, Callable[[], dict[str, Any]]]) -> None:
    """Run the parts that the command line names, all by default, and store or compare them."""
    name = Path(script).name
    parser = argparse.ArgumentParser(prog=name)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(parts)}; all")
    parser.add_argument("--check", action="store_true", help="compare with the stored results")
    given = parser.parse_args()
    if unknown := set(given.parts) - set(parts):
        parser.error(f"PART must be one of {', '.join(parts)}, got {', '.join(sorted(unknown))}")
    failed = False
    for part in given.parts or parts:
        path = RESULTS / f"{stem(name, part)}.json"
        begin = time.process_time()
        result = complete(f"{name} {part}", parts[part]())
        result["processor_minutes"] = round((time.process_time() - begin) / 60, 1)
        if given.check:
            found = list(differences(json.loads(path.read_text("utf-8")), result))
            failed = failed or bool(found)
            print(f"{path.name}: {len(found)} differences", *found[:20], sep="\n  ")
        else:
            text = SHORT.sub(
                lambda found: " ".join(found[0].split()),
                json.dumps(result, indent=1, ensure_ascii=False),
            )
            path.write_text(text + "\n", encoding="utf-8")
            print(f"{path.name} written")
    sys.exit(failed)


def stem(script: str, part: str) -> str:
    """Name of a stored result: what the script is about, and the part."""
    return f"{script.removeprefix('reproduce_').removesuffix('.py')}_{part}"


def complete(command: str, result: dict[str, Any]) -> dict[str, Any]:
    """Result with its command and versions, as it is stored; refused if it does not say enough."""
    told = result.pop("record")
    if set(told) != set(FIELDS):
        raise ValueError(f"record must have the fields {', '.join(FIELDS)}, got {', '.join(told)}")
    versions = {"python": platform.python_version(), "numpy": np.__version__}
    whole = {"record": {"command": command, **told}, **result, "versions": versions}
    return dict(json.loads(json.dumps(whole)))  # as a file gives it back: lists, names as texts


def differences(
    old: Any, new: Any, place: str = "", rounding: Collection[str] = ()
) -> Iterator[str]:
    """Where two stored results are not the same; versions and processor time may differ.

    ``rounding`` holds the places of rows on which rounding decides; the results name them.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        if not place:
            rows = old.get("rounding", {}).get("rows", ())
            rounding = {
                f"/table/{row}" if row in old.get("table", {}) else f"/{row}" for row in rows
            }
        if _within(place, rounding) and (told := _summary(old, new)):
            name, alike = told
            if not alike:
                yield f"{place}/{name}: {old[name]} stored, {new[name]} now"
            return
        for key in old.keys() | new.keys():
            if place or key not in ABOUT_THE_RUN:
                yield from differences(old.get(key), new.get(key), f"{place}/{key}", rounding)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for row, (before, now) in enumerate(zip(old, new, strict=True)):
            yield from differences(before, now, f"{place}/{row}", rounding)
    elif isinstance(old, float) and isinstance(new, float):
        if not math.isclose(old, new, rel_tol=1e-6, abs_tol=1e-9):
            yield f"{place}: {old} stored, {new} now"
    elif old != new:
        yield f"{place}: {old} stored, {new} now"


def _summary(old: dict[str, Any], new: dict[str, Any]) -> tuple[str, bool] | None:
    """Which number stands for what two runs have measured, and whether the two agree on it."""
    both = old.keys() & new.keys()
    if {"mean", "deviation"} <= both:
        apart = abs(old["mean"] - new["mean"])
        return "mean", bool(apart <= 2 * (old["deviation"] + new["deviation"]))
    if {"median", "range"} <= both:
        (low, high), (lowest, highest) = old["range"], new["range"]
        return "median", low <= new["median"] <= high and lowest <= old["median"] <= highest
    return None


def _within(place: str, rows: Collection[str]) -> bool:
    """Whether a place is part of one of some rows."""
    return any(place.startswith(f"{row}/") for row in rows)


def digits(values: Any, places: int = 4) -> Any:
    """Array as rounded numbers for a file; infinite ones become None."""
    if np.ndim(values):
        return [digits(value, places) for value in np.asarray(values)]
    return round(float(values), places) if np.isfinite(values) else None


def over_seeds(rows: dict[str, list[dict[str, float]]]) -> dict[str, dict[str, dict[str, Any]]]:
    """Mean, deviation and single values over the seeds: {setting: {column: ...}}."""
    return {
        setting: {
            key: {
                "mean": digits(np.mean([run[key] for run in runs]), 6),
                "deviation": digits(np.std([run[key] for run in runs], ddof=1), 6),
                "per_seed": digits([run[key] for run in runs], 6),
            }
            for key in runs[0]
        }
        for setting, runs in rows.items()
    }
