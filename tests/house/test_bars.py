"""Bars that no test can measure each time: what `benchmarks/` has stored keeps them."""

import json

import pytest
from conftest import ROOT

RESULTS = ROOT / "benchmarks" / "results"
STORED = json.loads((RESULTS / "bench_trusted.json").read_text("utf-8"))
GRADING = json.loads((RESULTS / "bench_grading.json").read_text("utf-8"))


@pytest.mark.parametrize("case", STORED["cases"])
def test_no_submission_costs_a_trusted_process_much(case):
    """Memory and processor seconds of each step, in the process itself and in the one that reads.

    Run benchmarks/bench_trusted.py anew when a step has changed.
    """
    for step, row in STORED["cases"][case].items():
        assert max(row["mb"], row["reader_mb"]) <= 300, step
        assert max(row["seconds"], row["reader_seconds"]) <= 10, step


def test_the_worst_that_we_know_was_measured(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import bench_trusted

    assert set(STORED["cases"]) == set(bench_trusted.cases(300_000))
    assert len(STORED["cases"]) >= 45


@pytest.mark.parametrize("kind", ["right", "wrong"])
def test_grading_is_as_quick_as_it_was(kind):
    """Beside the grader of before, on the same submissions; medians of a few runs differ by less.

    Run benchmarks/bench_grading.py --only before anew when the grader has changed.
    """
    assert GRADING["before"][f"{kind}_cpu_share"] <= 1.05
