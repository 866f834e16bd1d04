"""Official grading of one submission: notebook in, one JSON document out.

A result says who was graded against what (hashes of submission, assignment, grader and versions,
the name of the grading seed but not the seed), what came out (status, points and message of each
tests cell), and holds the notebook that a person reads. `RESULT_SCHEMA` is its schema. Graded
twice, a submission gives the same document but for ``seconds``.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import importlib.metadata
import json
import os
import platform
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from flcourse.grading import own_data, predictions
from flcourse.grading.assignment import Assignment, AssignmentCell, read_assignment
from flcourse.grading.checks import PUBLIC_SEED, SEED_VARIABLE
from flcourse.grading.notebook import KERNEL
from flcourse.grading.official import carried, execute, intake, sandbox
from flcourse.grading.official.execute import Shown
from flcourse.grading.official.handed_in import LARGEST_FILE, LARGEST_TOTAL, chosen
from flcourse.grading.official.reading import Reader, ReadingLimits
from flcourse.grading.official.warm import Zygote
from flcourse.grading.sources import files_used
from flcourse.grading.statuses import Status, gravity

__all__ = [
    "GRADER",
    "NO_SANDBOX",
    "RESULT_SCHEMA",
    "common_inputs",
    "failure",
    "grade_submission",
    "harmless",
    "inputs",
    "main",
    "outputs",
    "own_input",
    "pictures",
    "shown",
    "submission_digest",
    "validate",
    "warm_up",
    "write",
]

PACKAGES = ("flcourse", "numpy", "scipy", "nbgrader")
# The files that decide a result: all of this folder, and the shared modules. The lectures
# are not among them, because no check calls them: lint's rule tests_stand_alone refuses that.
GRADER = files_used(*sorted(Path(__file__).parent.glob("*.py")))
PICTURES = ReadingLimits(seconds=3.0)  # for all pictures of a submission
TWICE_LOST = "the sandbox was lost twice"
NO_SANDBOX = 69  # exit code, as in sysexits.h: a service is unavailable

_TEXT, _NUMBER = {"type": "string"}, {"type": "number", "minimum": 0}
_TEXTS = {"type": "object", "additionalProperties": _TEXT}


def _record(optional: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required,
            "additionalProperties": False}  # fmt: skip


RESULT_SCHEMA = _record(
    optional=("files", "answered", "own_data", "predictions"),  # results of last term have none
    schema={"const": 1},
    assignment=_TEXT,
    student=_TEXT,
    status={"enum": [status.value for status in Status]},
    notes={"type": "array", "items": _TEXT},
    files={"type": "array", "items": _TEXT},
    answered={"type": "array", "items": _TEXT},
    score=_NUMBER,
    max_score=_NUMBER,
    checks={
        "type": "array",
        # A note says that the points were earned with another task's reference.
        "items": _record(
            ("note",),
            id=_TEXT,
            task=_TEXT,
            points=_NUMBER,
            score=_NUMBER,
            message=_TEXT,
            note=_TEXT,
        ),
    },
    manual={
        "type": "array",
        "items": _record(id=_TEXT, points=_NUMBER, answered={"type": "boolean"}),
    },
    # The variant that a student was given, the one that the notebook names (-1: none), and, by
    # task, the one of somebody else for which an answer is right. Only where own data are given.
    own_data=_record(
        variant=_NUMBER,
        notebook={"type": "number", "minimum": -1},
        fits={"type": "object", "additionalProperties": _NUMBER},
    ),
    # Of each task that asks for one: the numbers, the first one first, and the line that is shown.
    predictions={
        "type": "array",
        "items": _record(
            task=_TEXT, numbers={"type": "array", "items": {"type": "number"}}, line=_TEXT
        ),
    },
    seconds=_NUMBER,
    inputs=_record(
        ("variant",),
        submission=_TEXT,
        assignment=_TEXT,
        grader=_TEXT,
        seed=_TEXT,
        versions=_TEXTS,
        variant=_TEXT,
    ),
    notebook={"type": ["object", "null"]},
)


def grade_submission(
    submission: Path, source: Path, student: str, *, safe: bool = True,
    zygote: Zygote | None = None, taken: intake.Submission | None = None,
    variant: int = own_data.PUBLIC, known: Sequence[int] = (),
) -> dict[str, Any]:  # fmt: skip
    """Grade one submission.

    Parameters
    ----------
    submission : pathlib.Path
        Folder, notebook or archive with the student's work; it may be missing.
    source : pathlib.Path
        The instructor's notebook, with solutions and hidden checks.
    student : str
        Whose it is, as the collector says.
    safe : bool
        Whether the student's code runs in a sandbox.
    zygote : Zygote, optional
        What forks a warm worker.
    taken : Submission, optional
        What was handed in, where it has been read already.
    variant : int
        Number of the student's own data, as the course says; what the notebook says does not count.
    known : sequence of int
        The variants of all students: an answer that is right for somebody else's data is
        recognised.

    Returns
    -------
    dict
        A document as in `RESULT_SCHEMA`.
    """
    assignment = own_data.of_assignment(read_assignment(source), variant)
    if taken is None:
        with Reader() as reader:
            taken = reader.take_in(submission, source, variant)
    done = carried.Carried(execute.Execution({}, {}, Status.OK, 0.0))
    with own_data.graded(variant, known) as seen, predictions.collected() as results:
        if taken.gradable:
            try:
                done = _run(taken, assignment, safe, zygote)
            except execute.LostError as lost:
                taken = intake.Submission(Status.INFRASTRUCTURE, notes=(f"{TWICE_LOST}: {lost}",))
    ran = done.ran
    status = max(taken.status, ran.status, key=gravity)
    notes = [ran.why] * bool(ran.why) + [*taken.notes]
    checks = [
        _check(cell, assignment, done) if taken.gradable else _no_check(cell, assignment)
        for cell in assignment.of_kind("tests")
    ]
    texts = taken.texts or {}
    document: dict[str, Any] = _whole({
        "schema": 1,
        "assignment": assignment.stem,
        "student": student,
        "status": status.value,
        "notes": notes,
        "files": list(taken.files),
        "answered": list(taken.answered),
        "score": sum(check["score"] for check in checks),
        "max_score": sum(cell.points for cell in assignment.of_kind("tests", "manual")),
        "checks": checks,
        "manual": [
            {"id": cell.id, "points": cell.points, "answered": cell.id in texts}
            for cell in assignment.of_kind("manual")
        ],
        "seconds": round(ran.seconds, 3),
        "inputs": inputs(submission, source, variant),
        "notebook": _notebook(assignment, taken, ran) if taken.gradable else None,
    })  # fmt: skip
    if variant != own_data.PUBLIC:
        has = -1 if taken.variant is None else taken.variant
        document["own_data"] = {"variant": variant, "notebook": has, "fits": seen.fits}
    asked = predictions.asked(cell.source for cell in assignment.of_kind("tests"))
    if taken.gradable and asked:
        failed = {check["task"] for check in checks if check["message"]}
        told = predictions.told(asked, taken.steps, results, {*asked} - failed)
        document["predictions"] = [
            {"task": one.task, "numbers": [*one.numbers], "line": one.line} for one in told
        ]
    return document


def _run(
    taken: intake.Submission, assignment: Assignment, safe: bool, zygote: Zygote | None
) -> carried.Carried:
    """Execute a submission, and once more where the machine may be why it came to no end."""
    try:
        done = carried.grade(taken.steps, assignment, safe=safe, zygote=zygote)
        if not done.ran.unexplained:
            return done
    except execute.LostError:
        pass
    alive = zygote if zygote and zygote.alive else None
    return carried.grade(taken.steps, assignment, safe=safe, zygote=alive)


def failure(
    submission: Path, source: Path, student: str, why: str,
    status: Status = Status.INFRASTRUCTURE, *, variant: int = own_data.PUBLIC,
) -> dict[str, Any]:  # fmt: skip
    """Return the document of a submission that came to no verdict, for a reason on our side."""
    assignment = read_assignment(source)
    nothing = intake.Submission(status)
    blank = grade_submission(submission, source, student, taken=nothing, variant=variant)
    document: dict[str, Any] = _whole({**blank, "notes": [why], "assignment": assignment.stem})
    return document


def _whole(value: Any) -> Any:
    """Return a document whose texts can all be written: halves of characters are spelled out."""
    if isinstance(value, str):
        return execute.whole(value)
    if isinstance(value, dict):
        return {_whole(key): _whole(part) for key, part in value.items()}
    return [_whole(part) for part in value] if isinstance(value, list) else value


def validate(result: Any) -> None:
    """Raise a ValueError unless ``result`` is a document as in `RESULT_SCHEMA`."""
    from jsonschema.exceptions import best_match

    error = best_match(_validator().iter_errors(result))
    if error:
        where = "/".join(map(str, error.absolute_path)) or "the document"
        raise ValueError(f"result must follow RESULT_SCHEMA, at {where}: {error.message[:200]}")


@functools.cache
def _validator() -> Any:
    """Return what validates results, made once: to make it takes longer than to use it."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(RESULT_SCHEMA)


def warm_up() -> None:
    """Load what grading needs late, once for all processes that are forked from this one."""
    import psutil  # noqa: F401 - the sandbox watches with it

    _validator()
    _versions()


def _check(cell: AssignmentCell, assignment: Assignment, done: carried.Carried) -> dict[str, Any]:
    message = done.ran.messages.get(cell.id, "this check was not run")
    verdict = {"score": 0.0 if message else cell.points, "message": message}
    note = {"note": carried.note(done.notes[cell.id], assignment)} if cell.id in done.notes else {}
    return _no_check(cell, assignment) | verdict | note


def _no_check(cell: AssignmentCell, assignment: Assignment) -> dict[str, Any]:
    answer = assignment.answer_of(cell)
    return {"id": cell.id, "task": answer.id if answer else "", "points": cell.points,
            "score": 0.0, "message": "there was nothing to check"}  # fmt: skip


# ---------------------------------------------------------------------- what it was made from


def inputs(submission: Path, source: Path, variant: int = own_data.PUBLIC) -> dict[str, Any]:
    """Return hashes of all that decides a result."""
    mine = own_input(variant)
    return {"submission": submission_digest(submission), **common_inputs(source), **mine}


def own_input(variant: int) -> dict[str, str]:
    """Return what own data add to the inputs of a result: nothing if they are the public data."""
    return {} if variant == own_data.PUBLIC else {"variant": str(variant)}


def submission_digest(submission: Path) -> str:
    """Return a hash of what was handed in."""
    return _digest(_contents(submission))


def common_inputs(source: Path) -> dict[str, Any]:
    """Return hashes of what decides all results of an assignment."""
    seed = os.environ.get(SEED_VARIABLE) or PUBLIC_SEED
    return {
        "assignment": _digest([source.read_bytes()]),
        "grader": _digest(path.read_bytes() for path in GRADER),
        "seed": hashlib.sha256(f"seed {seed}".encode()).hexdigest()[:12],
        "versions": _versions(),
    }


@functools.cache
def _versions() -> dict[str, str]:
    known = {name: importlib.metadata.version(name) for name in PACKAGES}
    return known | {"python": platform.python_version()}


def _contents(path: Path) -> Iterator[bytes]:
    """Yield names and bytes of the plain files that were handed in."""
    try:
        whole = path.is_dir() and not path.is_symlink()
        files = [path / name for name in _names(path)] if whole else [path]
    except OSError as error:
        yield f"cannot be read: {error.errno}".encode()
        return
    left = LARGEST_TOTAL
    for file in files:
        yield file.name.encode("utf-8", "surrogateescape")
        if os.path.lexists(file) and stat.S_ISREG(file.lstat().st_mode):
            try:
                with file.open("rb") as opened:
                    content = opened.read(min(LARGEST_FILE + 1, left))
                left -= len(content)
                yield content
                if left <= 0:  # of the rest only how much it is
                    yield str(file.stat().st_size).encode()
            except OSError as error:  # once it can be read, it is another submission
                yield f"cannot be read: {error.errno}".encode()


def _names(folder: Path) -> list[str]:
    """Return the names of the files in a folder that are looked at, were there a million."""
    with os.scandir(folder) as entries:
        return chosen(entry.name for entry in entries)


def _digest(parts: Any) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


# ---------------------------------------------------------------------- for a person to read


def _notebook(
    assignment: Assignment, taken: intake.Submission, ran: execute.Execution
) -> dict[str, Any]:
    """Return the assignment with the answers, their outputs and the messages of the checks."""
    texts = taken.texts or {}
    code: dict[str, list[str]] = {}
    for step in taken.steps:
        if step.kind in {"answer", "free"}:
            code.setdefault(step.id, []).append(step.source)
    drawn = pictures(ran)
    cells = []
    for own in assignment.cells:
        cell = json.loads(json.dumps(own.notebook))
        if own.kind == "manual":
            cell["source"] = harmless(texts[own.id]) if own.id in texts else own.released
        elif own.text or own.kind in {"given", "tests"}:
            cell["source"] = own.released
        else:
            cell["source"] = "\n\n".join(code.pop(own.id, []))
        if not own.text:
            cell["outputs"] = list(outputs(shown(own.id, ran), drawn))
        cells.append(cell)
    rest = [source for sources in code.values() for source in sources]
    cells += [
        {"cell_type": "code", "id": f"extra-{number}", "metadata": {}, "execution_count": None,
         "outputs": [], "source": source}
        for number, source in enumerate(rest)
    ]  # fmt: skip
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": KERNEL, "cells": cells}


def shown(name: str, ran: execute.Execution) -> Shown:
    """Return what a cell leaves to be seen: of a check that fails, its message."""
    message = ran.messages.get(name)
    return Shown(error=f"AssertionError: {message}") if message else ran.shown.get(name, Shown())


def pictures(ran: execute.Execution) -> dict[bytes, bytes]:
    """Return each picture of a submission as it was drawn anew, in a process with limits."""
    drawn = list(dict.fromkeys(figure for shown in ran.shown.values() for figure in shown.figures))
    if not drawn:
        return {}
    with Reader(PICTURES) as reader:
        return dict(zip(drawn, reader.redraw(drawn), strict=True))


def outputs(shown: Shown, pictures: Mapping[bytes, bytes]) -> Iterator[dict[str, Any]]:
    """Yield what a cell has left as plain text and as pictures that were drawn anew."""
    if shown.printed:
        yield {"output_type": "stream", "name": "stdout", "text": execute.whole(shown.printed)}
    for figure in shown.figures:
        if picture := pictures.get(figure):
            data = {"image/png": base64.b64encode(picture).decode()}
            yield {"output_type": "display_data", "data": data, "metadata": {}}
    if shown.error:
        error = execute.whole(shown.error)
        name, _, words = error.partition(": ")
        yield {"output_type": "error", "ename": name[:80], "evalue": words[:2000],
               "traceback": [error[:2000]]}  # fmt: skip


def harmless(text: str) -> str:
    """Return a student's Markdown without HTML and pictures, which formgrader would show as such.

    Examples
    --------
    >>> harmless("$a < b$ <script>alert(1)</script>")
    '$a &lt; b$ &lt;script>alert(1)&lt;/script>'
    """
    return text.replace("<", "&lt;").replace("![", "!\\[")


def main() -> None:
    """Grade one submission, without a gradebook: what other engines run.

    Exit code 69 says that there is no sandbox here: nothing is graded then.
    """
    import argparse

    parser = argparse.ArgumentParser(
        prog="python -m flcourse.grading.official.result", description=main.__doc__
    )
    parser.add_argument("submission", type=Path, help="folder, notebook or archive")
    parser.add_argument("source", type=Path, help="the instructor's notebook")
    parser.add_argument("student", help="whose it is")
    parser.add_argument("out", type=Path, help="the JSON file to write")
    parser.add_argument(
        "--variant", type=int, default=own_data.PUBLIC, help="of the student's own data"
    )
    args = parser.parse_args()
    try:
        safe = sandbox.require()
    except sandbox.SandboxError as error:
        parser.exit(NO_SANDBOX, f"{error}\n")
    found = grade_submission(
        args.submission, args.source, args.student, safe=safe, variant=args.variant
    )
    write(found, args.out)


def write(result: dict[str, Any], path: Path) -> None:
    """Write a result whole or not at all."""
    validate(result)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with fresh.open("w", encoding="utf-8") as file:
            json.dump(result, file, ensure_ascii=False, indent=1, sort_keys=True)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise OSError(error.errno, f"{path} cannot be written: {error.strerror}") from error


if __name__ == "__main__":
    main()
