"""``flcourse data fetch`` and ``data path``: real data, and where it lies."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from flcourse.cli._shared import explain, quiet, tell

__all__ = ["fetch", "fetch_arguments", "path", "path_arguments"]


def fetch_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the data, and where it goes."""
    explain(
        parser,
        "Download a file of observations over HTTPS and compare its SHA-256 with the one that the "
        "course knows: what differs is not kept. The course works without, on simulated data.",
        "flcourse data fetch fmi",
        "flcourse data fetch fmi --to ~/data",
    )
    parser.add_argument("name", choices=["fmi"], help="which data set")
    parser.add_argument(
        "--to",
        metavar="DIR",
        help="data folder; the file goes to DIR/fmi (default: $FLCOURSE_DATA, else the cache)",
    )
    parser.add_argument(
        "--url",
        help="another address of the same file, verified all the same (default: its publisher's)",
    )
    quiet(parser)


def fetch(args: argparse.Namespace) -> None:
    """Download a data set and verify it."""
    from flcourse.data.download import fetch

    place = fetch(
        args.name, to=args.to, url=args.url, progress=None if args.quiet else _progress_on_stderr()
    )
    tell(args, f"{place} is here and verified.")
    if args.to:
        tell(args, f"Set FLCOURSE_DATA={args.to} so that load_fmi looks there.")


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


def path_arguments(parser: argparse.ArgumentParser) -> None:
    """There is nothing to name."""
    explain(
        parser,
        "Show the places in which data files are looked for, in their order, and whether the "
        "files are there.",
        "flcourse data path",
        "FLCOURSE_DATA=~/data flcourse data path --quiet",
    )
    quiet(parser, "print only the files that are there")


def path(args: argparse.Namespace) -> None:
    """Show where data files are looked for."""
    from flcourse.data._places import data_dirs
    from flcourse.data.download import DATASETS

    for name, dataset in DATASETS.items():
        for folder in data_dirs():
            place = folder / dataset.file
            if args.quiet and place.is_file():
                print(place)
            elif not args.quiet:
                print(f"{name}  {'here   ' if place.is_file() else 'missing'}  {place}")
