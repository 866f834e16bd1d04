"""``flcourse workers``: what to give to a cluster so that it grades a class."""

from __future__ import annotations

import argparse
from pathlib import Path

from flcourse.cli._shared import explain, quiet

__all__ = ["workers", "workers_arguments"]

# As in flcourse.grading.official.cluster_files, which would import too much for a parser.
ENGINES = ("dask", "kubernetes", "slurm")


def workers_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the engine, the assignment, and what only the cluster knows."""
    explain(
        parser,
        "Print a file that grades an assignment on many machines: a job array for Slurm, an "
        "indexed Job for Kubernetes, or the commands for Dask. Its first lines say how to use it. "
        "In the end flcourse grade writes the gradebook, as on one machine.",
        "flcourse workers slurm gtvmin > grade-gtvmin.sh",
        "flcourse workers slurm gtvmin --cores 8 > grade-gtvmin.sh",
        "flcourse workers kubernetes gtvmin --image registry.example/fl27 > grade-gtvmin.yaml",
        "flcourse workers dask gtvmin --parts 8 > grade-gtvmin.sh",
    )
    parser.add_argument("engine", choices=ENGINES, help="what runs the work")
    parser.add_argument("assignment", help="its stem, such as gtvmin")
    parser.add_argument("--course", type=Path, default=Path(), help="course folder (default: here)")
    parser.add_argument(
        "--parts", type=int, metavar="N",
        help="tasks (default: one for ten submissions a core), or workers of Dask (default: one "
        "a core)",
    )  # fmt: skip
    parser.add_argument(
        "--cores", type=int, default=1, metavar="N",
        help="Slurm, Kubernetes: cores of a task, which grades as many submissions at a time from "
        "one warm sandbox (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--image", default="registry.example/flcourse:latest",
        help="Kubernetes: container image (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--claim", default="course",
        help="Kubernetes: volume claim with the course folder (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--secret", default="flcourse-grading-seed",
        help="Kubernetes: secret with the grading seed (default: %(default)s)",
    )  # fmt: skip
    quiet(parser, "print the file without the lines that say how to use it")


def workers(args: argparse.Namespace) -> None:
    """Print the file."""
    from flcourse.grading.official import batch
    from flcourse.grading.official.cluster_files import manifest

    course = args.course.resolve()
    count = len(batch.jobs_of(course, args.assignment))
    names = {name: getattr(args, name) for name in ("parts", "cores", "image", "claim", "secret")}
    text = manifest(args.engine, course, args.assignment, count, **names)
    print(_bare(text) if args.quiet else text, end="")


def _bare(text: str) -> str:
    """Return a file without comments, but for its first line and what Slurm reads."""
    first, *lines = text.splitlines(keepends=True)
    return first + "".join(line for line in lines if line[:7] == "#SBATCH" or line[:1] != "#")
