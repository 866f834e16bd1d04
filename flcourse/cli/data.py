"""``flcourse data fetch`` and ``data path``: real data, and where it lies."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable


def fetch_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the data, and where it goes."""
    parser.add_argument("name", choices=["fmi"], help="which data set")
    parser.add_argument(
        "--to",
        metavar="DIR",
        help="data folder; the file goes to DIR/fmi (default: $FLCOURSE_DATA, else the cache)",
    )
    parser.add_argument("--url", help="another address of the same file, verified all the same")


def fetch(args: argparse.Namespace) -> None:
    """Download a data set and verify it."""
    from flcourse.data.download import fetch

    place = fetch(args.name, to=args.to, url=args.url, progress=_progress_on_stderr())
    print(f"{place} is here and verified.")
    if args.to:
        print(f"Set FLCOURSE_DATA={args.to} so that load_fmi looks there.")


def _progress_on_stderr() -> Callable[[int, int], None]:
    """Tell every tenth: in one line on a terminal, line by line in a log."""
    told = -1

    def show(here: int, total: int) -> None:
        nonlocal told
        if 10 * here // total > told:
            told = 10 * here // total
            end = "\r" if sys.stderr.isatty() and here < total else "\n"
            text = f"{here / 1e6:.1f} of {total / 1e6:.1f} MB"
            print(text, end=end, file=sys.stderr, flush=True)

    return show


def path(args: argparse.Namespace) -> None:
    """Show where data files are looked for."""
    from flcourse.data._places import data_dirs
    from flcourse.data.download import DATASETS

    for name, dataset in DATASETS.items():
        for folder in data_dirs():
            place = folder / dataset.file
            print(f"{name}  {'here   ' if place.is_file() else 'missing'}  {place}")
