"""``flcourse init-hub``: settings for a JupyterHub of one course."""

from __future__ import annotations

import argparse
from pathlib import Path

from flcourse.cli._shared import explain, quiet, tell

__all__ = ["init_hub", "init_hub_arguments"]


def init_hub_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the folder of the hub, and the course."""
    explain(
        parser,
        "Write the settings of a JupyterHub for one course on one machine: who may log in, each "
        "person as an own Unix user, formgrader for the owner of the course folder, nbgrader's "
        "exchange for all. Run it as root; the course folder must name an exchange (init-course "
        "--exchange). A folder that has content is never changed.",
        "flcourse init-hub /srv/hub --course /home/anna/fl27",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder of the hub to make")
    parser.add_argument(
        "--course", type=Path, required=True, metavar="FOLDER",
        help="the course folder, below the home of its instructor, who owns it",
    )  # fmt: skip
    quiet(parser)


def init_hub(args: argparse.Namespace) -> None:
    """Write the settings and say what to do next."""
    from flcourse.grading.course.hub import new_hub

    instructor = new_hub(args.folder, args.course)
    tell(args, f"{args.folder} holds a hub in which {instructor} is the instructor")
    tell(args, "Next: read jupyterhub_config.py there, above all on how people log in,")
    tell(args, f"then as root in {args.folder}: jupyterhub -f jupyterhub_config.py")
