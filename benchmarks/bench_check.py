"""What `flcourse check` costs on the reference of each assignment: seconds, and processor time.

Run it from the root on a quiet machine: python benchmarks/bench_check.py [STEM ...] [--runs 5]

The bar: at most 3 seconds of waiting on a quiet machine, and half of the processor time of before,
when a kernel of Jupyter ran all cells. To compare, unpack the tree of before beside this one:

    mkdir before && git archive c177b81 | tar -x -C before
    python benchmarks/bench_check.py --before before

Both run in turn with this environment, each on its own assignments: several have more tasks now,
and every check draws one more instance.
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

ROOT = Path(__file__).resolve().parent.parent


def solved(tree: Path, stem: str, folder: Path) -> Path:
    """Write the released notebook of an assignment with its reference answers."""
    notebook = json.loads((tree / "exercises" / stem / f"{stem}.ipynb").read_text("utf-8"))
    script = read_script(tree / "solutions" / f"{stem}.py")
    answers = {cell.id: cell.source for cell in script.cells if cell.kind in {"answer", "manual"}}
    for cell in notebook["cells"]:
        cell["source"] = answers.get(cell["id"], cell["source"])
    path = folder / tree.name / f"{stem}.ipynb"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(notebook), "utf-8")
    return path


def measured(tree: Path, path: Path) -> tuple[float, float]:
    """Return seconds and processor seconds of one run of the command of a tree."""
    before, began = os.times(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "flcourse", "check", str(path)],
        capture_output=True, text=True, cwd=path.parent,
        env={**os.environ, "PYTHONPATH": str(tree)},
    )  # fmt: skip
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
    parser.add_argument("--before", type=Path, metavar="TREE", help="a checkout to compare with")
    args = parser.parse_args()
    trees = [ROOT, *([args.before.resolve()] if args.before else [])]
    print("assignment  seconds (median)  processor seconds  those of before, and the ratio")
    with tempfile.TemporaryDirectory() as folder:
        for stem in args.stems or stems:
            known = [tree for tree in trees if (tree / "exercises" / stem).is_dir()]
            paths = [solved(tree, stem, Path(folder)) for tree in known]
            rounds = [[measured(*pair) for pair in zip(known, paths, strict=True)]
                      for _ in range(args.runs)]  # fmt: skip
            (waited, used), *before = (
                [statistics.median(column) for column in zip(*rows, strict=True)]
                for rows in zip(*rounds, strict=True)
            )
            ratio = "".join(f"{then:10.2f}  {used / then:.2f}" for _, then in before)
            print(f"{stem:10}  {waited:16.2f}  {used:17.2f}{ratio}", flush=True)


if __name__ == "__main__":
    main()
