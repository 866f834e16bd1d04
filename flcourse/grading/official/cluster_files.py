"""Files to grade on Slurm, Kubernetes or Dask, for other machines; templates in `manifests/`.

All of them run ``flcourse grade``. The array of Slurm and the Job of Kubernetes consist of tasks;
each task grades one part of a class and only writes results. Dask grades one submission after the
other. The gradebook is written by whoever calls ``flcourse grade`` in the end, which keeps all
results that are there.
"""

from __future__ import annotations

import json
import math
import os
import re
import shlex
import sys
from pathlib import Path

from flcourse import _require

__all__ = ["manifest", "part"]

ENGINES = {"dask": "dask.sh", "kubernetes": "kubernetes.yaml", "slurm": "slurm.sh"}
TEMPLATES = Path(__file__).parent / "manifests"
NAME = r"[a-z0-9]([-a-z0-9]{0,40}[a-z0-9])?"  # as Kubernetes allows for names of its objects
BATCH = 10  # submissions that make a task worth starting
MOST_PARTS = 100
GIGABYTES = 3  # of memory, for a submission; one more is the grader's
MINUTES = 2  # for a submission, so that an array does not hold its nodes for ever


def manifest(
    engine: str,
    course: Path,
    stem: str,
    count: int,
    *,
    parts: int | None = None,
    cores: int = 1,
    image: str = "registry.example/flcourse:latest",
    claim: str = "course",
    secret: str = "flcourse-grading-seed",
) -> str:
    """Return a file that lets an engine grade an assignment.

    Parameters
    ----------
    engine : {"dask", "kubernetes", "slurm"}
        For which the file is.
    course : pathlib.Path
        The course folder, at the path where the machines see it.
    stem : str
        The assignment.
    count : int
        Submissions there are.
    parts : int, optional
        Tasks to make of them, or workers of Dask; by default one for ten submissions a core, at
        most 100.
    cores : int
        Of one machine, for a task: it grades as many submissions at a time, all of them copied from
        one warm sandbox. Not for Dask, each of whose workers has one core and one sandbox.
    image, claim, secret : str
        For Kubernetes: the container image, the volume claim with the course folder, the secret
        with the grading seed.

    Raises
    ------
    ValueError
        If a value cannot be written into such a file.

    Examples
    --------
    >>> from pathlib import Path
    >>> text = manifest("slurm", Path("/srv/fl27"), "gtvmin", 400)
    >>> print(text.splitlines()[1])
    # Grades gtvmin (400 submissions when this was written)
    as a Slurm array of 40 tasks.
    """
    _require.choice("engine", engine, tuple(ENGINES))
    for name, value in (("stem", stem), ("claim", claim), ("secret", secret)):
        _require_form(name, value, NAME, "lower-case letters, digits and hyphens")
    _require_form("image", image, r"[\w.:/@-]+", "the name of a container image")
    _require_form("course", str(course), r"[^\x00-\x1f]+", "a path without control characters")
    _require.count("cores", cores, at_least=1)
    if engine == "dask" and cores > 1:
        raise ValueError(f"cores must be 1 for dask, whose workers have one each, got {cores}")
    if parts is None:
        parts = os.cpu_count() or 1 if engine == "dask" else _parts(count, cores)
    _require.count("parts", parts, at_least=1)
    here = course.stat() if course.exists() else None
    values = {
        "STEM": stem,
        "COUNT": count,
        "PARTS": parts,
        "LAST": parts - 1,
        "PARALLEL": min(parts, 10),
        "COURSE": shlex.quote(str(course)),
        "PYTHON": shlex.quote(sys.executable),
        "CORES": cores,
        "MEMORY": 1 + GIGABYTES * cores,
        "TIME": f"{max(1, math.ceil(MINUTES * count / parts / cores / 60))}:00:00",
        "PORT": 8786,
        "WORKERS": parts,
        "IMAGE": json.dumps(image),
        "CLAIM": claim,
        "SECRET": secret,
        "USER": here.st_uid or 1000 if here else 1000,
        "GROUP": here.st_gid or 1000 if here else 1000,
    }
    text = (TEMPLATES / ENGINES[engine]).read_text("utf-8")
    return re.sub(r"@([A-Z]+)@", lambda found: str(values[found[1]]), text)


def part(text: str) -> tuple[int, int]:
    """Return number and count of a part such as "3/40"; the first of these parts is "0/40".

    Raises
    ------
    ValueError
        If there is no such part.

    Examples
    --------
    >>> part("3/40")
    (3, 40)
    """
    number, _, whole = text.partition("/")
    if not (number.isdecimal() and whole.isdecimal() and int(number) < int(whole)):
        raise ValueError(f"part must be like 0/40, ..., 39/40 for the parts of 40, got {text!r}")
    return int(number), int(whole)


def _parts(count: int, cores: int) -> int:
    return max(1, min(MOST_PARTS, math.ceil(count / (BATCH * cores))))


def _require_form(name: str, value: str, form: str, words: str) -> None:
    if not re.fullmatch(form, value):
        raise ValueError(f"{name} must be {words}, got {value!r}")
