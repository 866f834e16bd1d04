"""The book's own time: a build in which nothing changed, and the slowest cells.

Run it from the root: .venv/bin/python benchmarks/bench_book.py. Readers wait for a cell when they
run it: the goal is 20 s for each. An unchanged book is there in 3 s, and in 15 s when Sphinx itself
looks for changes. Times of cells are those of their last execution, on that day's machine.
"""

import json
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).parent.parent
BOOK = [sys.executable, str(ROOT / "tools" / "book.py")]


def seconds(command):
    start = time.monotonic()
    subprocess.run([*BOOK, command], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def cells():
    """Seconds and first line of each cell, as the build kept them."""
    for path in (ROOT / "_build" / ".jupyter_cache").rglob("base.ipynb"):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            stamp = cell["metadata"]["execution"]
            begin, end = (datetime.fromisoformat(stamp[key])
                          for key in ("iopub.status.busy", "iopub.status.idle"))  # fmt: skip
            yield (end - begin).total_seconds(), "".join(cell["source"]).splitlines()[0][:70]


def main():
    seconds("build")
    for command, goal in (("build", 3), ("rebuild", 15)):
        print(f"unchanged, {command:7s} {seconds(command):6.1f} s, goal {goal} s")
    slowest = sorted(cells(), reverse=True)
    print(f"all {len(slowest)} cells {sum(took for took, _ in slowest):9.1f} s")
    for took, line in slowest[:10]:
        print(f"{took:23.1f} s  {line}")


if __name__ == "__main__":
    main()
