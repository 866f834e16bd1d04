"""What `flcourse check` costs on the reference of each assignment: seconds, and processor time.

Run it from the root on a quiet machine: python benchmarks/bench_check.py [STEM ...] [--runs 5]

Before: the kernel of Jupyter that ran all cells, at commit c177b81. Processor seconds of the whole
command with all that it starts, measured at a load of 10 on two cores, median of one run each:
graph 3.5, erm 3.0, gtvmin 3.1, dpp 4.3, fedopt 2.7, fedbag 2.6. The bar is half of that, and at
most 3 seconds of waiting on a quiet machine. Processor seconds of one run each at a load of 16,
one more instance a check included: graph 1.0, erm 1.3, gtvmin 1.0, dpp 1.3, fedopt 1.0, fedbag 1.0.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from flcourse.grading.script import read_script

ROOT = Path(__file__).parent.parent
BEFORE = {"graph": 3.5, "erm": 3.0, "gtvmin": 3.1, "dpp": 4.3, "fedopt": 2.7, "fedbag": 2.6}


def solved(stem: str, folder: Path) -> Path:
    """Write the released notebook of an assignment with its reference answers."""
    notebook = json.loads((ROOT / "exercises" / stem / f"{stem}.ipynb").read_text("utf-8"))
    script = read_script(ROOT / "solutions" / f"{stem}.py")
    answers = {cell.id: cell.source for cell in script.cells if cell.kind in {"answer", "manual"}}
    for cell in notebook["cells"]:
        cell["source"] = answers.get(cell["id"], cell["source"])
    path = folder / f"{stem}.ipynb"
    path.write_text(json.dumps(notebook), "utf-8")
    return path


def measured(path: Path) -> tuple[float, float]:
    """Return seconds and processor seconds of one run of the command."""
    before, began = os.times(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "flcourse", "check", str(path)], capture_output=True, text=True
    )
    waited, after = time.perf_counter() - began, os.times()
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    used = sum(getattr(after, k) - getattr(before, k) for k in ("children_user", "children_system"))
    return waited, used


def main() -> None:
    """Print a row for each assignment."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    stems = sorted(path.parent.name for path in (ROOT / "exercises").glob("*/*.ipynb"))
    parser.add_argument("stems", nargs="*", metavar="STEM", help="assignments (default: all)")
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    print("assignment  seconds (median)  processor seconds  before")
    with tempfile.TemporaryDirectory() as folder:
        for stem in args.stems or stems:
            path = solved(stem, Path(folder))
            rows = [measured(path) for _ in range(args.runs)]
            waited, used = (statistics.median(column) for column in zip(*rows, strict=True))
            before = f"{BEFORE[stem]:.1f}" if stem in BEFORE else ""
            print(f"{stem:10}  {waited:16.2f}  {used:17.2f}  {before:>6}", flush=True)


if __name__ == "__main__":
    main()
