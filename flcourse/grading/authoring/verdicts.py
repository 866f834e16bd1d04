"""The verdict matrix: every answer of the bank, and every mutant, against every check.

``flcourse bank`` (or ``make bank``) grades what ``solutions/bank/<stem>/`` holds in processes of
their own, with a limit of time and memory, and writes ``solutions/bank/verdicts/<stem>.json`` with
digests of all files that decide. Tests refuse a matrix that is older than one of these, and one
that holds a false verdict; the book shows it on its page about the grading.

A right answer and the reference run on 25 grading seeds, a wrong answer among right answers to all
other tasks and on five seeds, a mutant on the public seed. In a task with own data all of them run
for other `VARIANTS` than the public one, too.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import json
import multiprocessing
import os
import platform
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib import metadata
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from flcourse.grading import checks
from flcourse.grading.authoring import bank, mutants
from flcourse.grading.notebook import RETURN_A_VALUE
from flcourse.grading.script import HIDDEN, Cell, Script, read_script, replace_regions
from flcourse.grading.sources import GRADING, files_used

__all__ = [
    "SEEDS",
    "VARIANTS",
    "Trial",
    "attempt",
    "depends",
    "entries",
    "examine",
    "graded",
    "place",
    "problems",
    "read",
    "stale",
    "summary",
    "write",
]

Matrix = dict[str, Any]
Grader = Callable[..., Mapping[str, str]]  # as bank.grade: (script, answers, *, only) -> messages

# The files of the grader that decide, but for checks: this one and all that it rests on. As with
# official results, no lecture is among them: lint's rule tests_stand_alone keeps them out.
DECIDES = tuple(path for path in files_used(Path(__file__)) if path != GRADING / "checks.py")
SEEDS = tuple(f"seed {number}" for number in range(25))
FEW_SEEDS = SEEDS[:5]
VARIANTS = (141421, 271828, 314159)  # of own data, beside the public one
RIGHT, WRONG = 5, 8  # the fewest answers of each kind for a task
MOST_BYTES = 4 << 30  # of memory, for one answer
# An answer has these seconds for a run, and so many times those that the reference needs.
MORE_SECONDS, TIMES_REFERENCE = 10.0, 20.0


@dataclass(frozen=True)
class Trial:
    """An answer to try: ``runs`` holds pairs of a seed ("" is public) and the only task, or None.

    ``limit`` is in seconds for all runs together.
    """

    script: Script
    answers: Mapping[str, str]
    runs: tuple[tuple[str, str | None], ...]
    limit: float
    grader: Grader = bank.grade


@dataclass(frozen=True)
class Run:
    """What became of a run: the message of each tests cell, "" where it passes, and its seconds."""

    seed: str
    messages: Mapping[str, str]
    seconds: float

    @property
    def lost(self) -> list[str]:
        """Ids of the tests cells that fail."""
        return sorted(cell for cell, message in self.messages.items() if message)


# ---------------------------------------------------------------------- trials in processes


def attempt(trial: Trial) -> list[Run] | None:
    """Run a trial in a process of its own; None if it takes too long or takes the process down."""
    context: Any = multiprocessing.get_context(_start_method())
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(there, trial), daemon=True)
    process.start()
    there.close()
    try:
        result: list[Run] | None = here.recv() if here.poll(trial.limit) else None
    except EOFError:
        result = None
    process.kill()
    process.join()
    return result


def _start_method() -> str:
    """Return the way to start a process: a fork of a server that holds the imports, if there is."""
    known = multiprocessing.get_all_start_methods()
    return "forkserver" if "forkserver" in known else "spawn"


def _child(pipe: Connection, trial: Trial) -> None:
    _limit_memory()
    pipe.send([_run(trial, seed, only) for seed, only in trial.runs])


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


def _run(trial: Trial, seed: str, only: str | None) -> Run:
    os.environ[checks.SEED_VARIABLE] = seed
    started = time.perf_counter()
    messages = trial.grader(trial.script, trial.answers, only=only)
    return Run(seed, dict(messages), time.perf_counter() - started)


def _prepare(sources: Iterable[str]) -> None:
    """Let the server of processes import, once, what the answers and checks import."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("MPLBACKEND", "agg")
    names = {__name__, "matplotlib.pyplot"}
    for source in sources:
        for node in ast.walk(_tree(source)):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module)
    if _start_method() == "forkserver":
        multiprocessing.get_context("forkserver").set_forkserver_preload(sorted(names))


def _tree(source: str) -> ast.AST:
    try:
        return ast.parse(source)
    except SyntaxError:  # a wrong answer may be one
        return ast.Module([], [])


# ---------------------------------------------------------------------- the matrix of a stem


def examine(root: Path, stem: str, *, jobs: int = 2, grader: Grader = bank.grade) -> Matrix:
    """Try every answer of the bank of an assignment and every mutant of its reference.

    Parameters
    ----------
    root : pathlib.Path
        The checkout.
    stem : str
        Name of the assignment.
    jobs : int
        Processes at a time.
    grader : callable
        What gives the verdicts; called as ``grader(script, answers, only=task_or_None)`` it returns
        the message of each tests cell by id, "" where it passes.

    Returns
    -------
    dict
        The matrix, as its file holds it; `problems` says what is wrong with it.
    """
    started = time.perf_counter()
    script = read_script(root / "solutions" / f"{stem}.py")
    folder = root / "solutions" / "bank" / stem
    variants, reasons = bank.read_bank(folder, script), mutants.read_equivalents(folder)
    code = [cell.source for cell in script.cells if not cell.markdown]
    _prepare([*code, *(variant.source for variant in variants)])
    digests = depends(root, stem)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        work = _Work(script, grader, pool)
        tasks = work.tasks(variants, reasons)
    return {
        "stem": stem,
        "grader": f"{grader.__module__}.{grader.__qualname__}",
        "seeds": len(SEEDS),
        "made": {"python": platform.python_version(), **_versions("numpy", "scipy")},
        "seconds": round(time.perf_counter() - started, 1),
        "depends": digests,
        "tasks": tasks,
        "unknown": sorted(set(reasons) - set(tasks)),
    }


def _versions(*names: str) -> dict[str, str]:
    return {name: metadata.version(name) for name in names}


class _Work:
    """The trials of one script."""

    def __init__(self, script: Script, grader: Grader, pool: ThreadPoolExecutor) -> None:
        self.script, self.grader, self.pool = script, grader, pool
        self.limits: dict[str, float] = {}

    def tasks(
        self,
        variants: Sequence[bank.Variant],
        reasons: Mapping[str, Mapping[tuple[str, str, str], str]],
    ) -> dict[str, Any]:
        """Return the verdicts on each task, in the order of the script."""
        names = bank.tasks(self.script)
        rows = {name: {**_facts(self.script, name), **self.reference(name)} for name in names}
        made = mutants.mutants(self.script)
        verdicts = self.map(self.variant, variants)
        killed = self.map(self.mutant, made)
        for name, row in rows.items():
            mine = [(v, verdict) for v, verdict in zip(variants, verdicts, strict=True)]
            for kind in ("right", "wrong"):
                row[kind] = {
                    v.id: verdict
                    for v, verdict in mine
                    if v.task == name and bool(v.loses) == (kind == "wrong")
                }
            ours = [(m, k) for m, k in zip(made, killed, strict=True) if m.task == name]
            row["mutants"] = _judged(ours, reasons.get(name, {}))
            if bank.has_own_data(self.script, name):
                row["own_data"] = self.own_data(name, [v for v in variants if v.task == name])
        return rows

    def own_data(self, task: str, answers: Sequence[bank.Variant]) -> dict[str, Any]:
        """Return, by answer and variant, what own data make of it that they should not."""
        tried = [bank.Variant(task, "the reference", "", frozenset(), ""), *answers]
        found = self.map(self.on_variants, tried)
        return {
            "variants": list(VARIANTS),
            "wrong": {v.id: odd for v, odd in zip(tried, found, strict=True) if odd},
        }

    def on_variants(self, answer: bank.Variant) -> dict[str, str]:
        """Return what is wrong with the verdicts on an answer, by variant."""
        odd = {}
        for variant in VARIANTS:
            script = bank.with_variant(self.script, variant)
            given = {answer.task: answer.source} if answer.source else {}
            limit = self.limits[answer.task]
            done = attempt(Trial(script, given, (("", answer.task),), limit, self.grader))
            messages = dict(done[0].messages) if done else {"": "does not end"}
            if why := _odd_on_variant(answer, messages):
                odd[str(variant)] = why
        return odd

    def map(self, function: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
        return list(self.pool.map(function, items))

    def attempt(self, task: str, source: str, *runs: tuple[str, str | None]) -> list[Run] | None:
        limit = len(runs) * self.limits[task]
        return attempt(Trial(self.script, {task: source}, runs, limit, self.grader))

    def reference(self, task: str) -> dict[str, Any]:
        """Seconds of the reference for one seed, and the seeds on which it fails."""
        runs = (("", None), *((seed, task) for seed in SEEDS))
        done = attempt(Trial(self.script, {}, runs, 3600.0, self.grader))
        if done is None:
            raise RuntimeError(f"the reference of {task!r} in {self.script.path} does not end")
        seconds = statistics.median(run.seconds for run in done[1:])
        self.limits[task] = MORE_SECONDS + TIMES_REFERENCE * max(seconds, done[0].seconds)
        return {"seconds": round(seconds, 3), "reference": _failures(done)}

    def variant(self, variant: bank.Variant) -> Any:
        seeds = FEW_SEEDS if variant.loses else SEEDS
        runs = ("", None), *((seed, variant.task) for seed in seeds)
        done = self.attempt(variant.task, variant.source, *runs)
        if not variant.loses:
            return {"": "does not end"} if done is None else _failures(done)
        if done is None:
            return {
                "loses": sorted(variant.loses),
                "lost": [],
                "says": variant.says,
                "messages": {},
            }
        whole, *alone = done
        verdict: dict[str, Any] = {
            "loses": sorted(variant.loses),
            "lost": whole.lost,
            "says": variant.says,
            "messages": {cell: whole.messages[cell] for cell in whole.lost},
        }
        missed = [run.seed for run in alone if run.lost != sorted(variant.loses)]
        return {**verdict, "missed": missed} if missed else verdict

    def mutant(self, mutant: mutants.Mutant) -> str:
        done = self.attempt(mutant.task, mutant.source, ("", mutant.task))
        if done is None or done[0].lost or not bank.has_own_data(self.script, mutant.task):
            return "timeout" if done is None else "killed" if done[0].lost else "survived"
        answer = bank.Variant(mutant.task, "", mutant.source, frozenset(), "")
        return "killed" if self.on_variants(answer) else "survived"


def _odd_on_variant(answer: bank.Variant, messages: Mapping[str, str]) -> str:
    """Say what is wrong with the verdicts on an answer for a variant, "" if nothing is."""
    lost = {cell for cell, message in messages.items() if message}
    said = "; ".join(message for message in messages.values() if message)
    if answer.public:  # its numbers are those of the public data
        return (
            "" if "right for the public data" in said else f"is not told apart: {said or 'passes'}"
        )
    if lost == answer.loses or (answer.loses and "" in lost):
        return ""
    return f"passes {', '.join(sorted(answer.loses - lost))}" if answer.loses else said


def _failures(runs: Iterable[Run]) -> dict[str, str]:
    """Return a message for each seed on which a cell fails: none of a right answer should."""
    return {run.seed: "; ".join(filter(None, run.messages.values())) for run in runs if run.lost}


def _judged(
    made: Sequence[tuple[mutants.Mutant, str]], reasons: Mapping[tuple[str, str, str], str]
) -> dict[str, Any]:
    """Sum up the mutants of a task: how many of each operator die, and who lives."""
    died: Counter[str] = Counter(m.operator for m, verdict in made if verdict != "survived")
    alive = {m.key for m, verdict in made if verdict == "survived"}
    return {
        "made": len(made),
        "killed": dict(sorted(died.items())),
        "timeouts": sum(verdict == "timeout" for _, verdict in made),
        "survived": [_named(m.key) for m, _ in made if m.key in alive - set(reasons)],
        "equivalent": [
            {**_named(key), "reason": reason} for key, reason in reasons.items() if key in alive
        ],
        "stale": [_named(key) for key in reasons if key not in alive],
    }


def _named(key: tuple[str, str, str]) -> dict[str, str]:
    return dict(zip(("operator", "line", "became"), key, strict=True))


def _facts(script: Script, task: str) -> dict[str, Any]:
    """Return what the text says about the checks of a task."""
    cells = bank.tests_of(script, task)
    visible = [replace_regions(cell.source, HIDDEN) for cell in cells]
    return {
        "points": sum(cell.points or 0 for cell in cells),
        "tests": [cell.id for cell in cells],
        "checks": {
            "visible": sum(map(_count, visible)),
            "all": sum(_count(cell.source) for cell in cells),
        },
        "tolerances": sorted({tol for cell in cells for tol in _tolerances(cell)}),
    }


def _check_calls(source: str) -> Iterable[tuple[str, ast.Call]]:
    """Find the calls of checks in a tests cell, by name of the check."""
    for node in ast.walk(_tree(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if isinstance(owner, ast.Name) and owner.id == "checks":
                yield node.func.attr, node


def _count(source: str) -> int:
    return sum(name not in RETURN_A_VALUE for name, _ in _check_calls(source))


def _tolerances(cell: Cell) -> Iterable[float]:
    for name, call in _check_calls(cell.source):
        usual = inspect.signature(getattr(checks, name)).parameters.get("tol")
        stated = next((word.value for word in call.keywords if word.arg == "tol"), None)
        if isinstance(stated, ast.Constant):
            yield float(ast.unparse(stated))
        elif usual and not stated:
            yield usual.default


# ---------------------------------------------------------------------- files


def depends(root: Path, stem: str) -> dict[str, str]:
    """Return the digest of each file that decides about the verdicts on an assignment.

    Of the checks it is that of the functions that the tests cells call, and of all that these use:
    a check that is new in the module changes no verdict. Of the text it is that of the code: a
    sentence that is put better changes none either.
    """
    folder = root / "solutions"
    bank_files = sorted(path for path in (folder / "bank" / stem).glob("*.*") if path.is_file())
    named = {f"flcourse/grading/{path.relative_to(GRADING).as_posix()}": path for path in DECIDES}
    named |= {path.relative_to(root).as_posix(): path for path in bank_files}
    texts = {name: path.read_text("utf-8") for name, path in named.items()}
    script = read_script(folder / f"{stem}.py")
    texts[f"solutions/{stem}.py"] = _code(script)
    texts["flcourse/grading/checks.py"] = _called_checks(script)
    return {name: hashlib.sha256(texts[name].encode()).hexdigest() for name in sorted(texts)}


def _code(script: Script) -> str:
    """Return the code cells of a text, wherever they stand, without hints and what is folded up."""
    cells = (cell for cell in script.cells if not cell.markdown)
    return "\n".join(f"{replace(cell, line=0, fields=())}" for cell in cells)


def _called_checks(script: Script) -> str:
    """Return the parts of the module checks that the tests cells of a script use."""
    text = Path(checks.__file__).read_text("utf-8")
    parts = {name: node for node in ast.parse(text).body for name in _defined(node)}
    wanted = {name for cell in script.of_kind("tests") for name, _ in _check_calls(cell.source)}
    used: set[str] = set()
    while wanted:
        used |= wanted
        nodes = [node for name in wanted for node in ast.walk(parts[name])]
        wanted = ({node.id for node in nodes if isinstance(node, ast.Name)} & set(parts)) - used
    return "\n".join(ast.get_source_segment(text, parts[name]) or "" for name in sorted(used))


def _defined(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def place(root: Path, stem: str) -> Path:
    """Return where the matrix of an assignment lives."""
    return root / "solutions" / "bank" / "verdicts" / f"{stem}.json"


def read(root: Path, stem: str) -> Matrix:
    """Return the stored matrix of an assignment, empty if there is none."""
    path = place(root, stem)
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def write(root: Path, matrix: Matrix) -> Path:
    """Store a matrix."""
    path = place(root, matrix["stem"])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(matrix, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return path


def stale(root: Path, stem: str) -> list[str]:
    """Return the files that are not as they were when the stored matrix was made."""
    then, now = read(root, stem).get("depends", {}), depends(root, stem)
    return sorted(name for name in then.keys() | now if then.get(name) != now.get(name))


def graded(root: Path) -> list[str]:
    """Return the assignments that have a bank.

    Raises
    ------
    ValueError
        If ``root`` is no checkout of the course.
    """
    if not (root / "solutions").is_dir():
        raise ValueError(f"root must be a checkout with a folder solutions/, got {root}")
    folders = (root / "solutions" / "bank").glob("*/")
    return sorted(
        path.name for path in folders if (root / "solutions" / f"{path.name}.py").exists()
    )


# ---------------------------------------------------------------------- judgement


def summary(matrix: Matrix) -> str:
    """Return a line that counts what was tried."""
    rows = matrix["tasks"].values()
    right, wrong = (sum(len(row[kind]) for row in rows) for kind in ("right", "wrong"))
    made = sum(row["mutants"]["made"] for row in rows)
    same = sum(len(row["mutants"]["equivalent"]) for row in rows)
    tried = f"{right} right answers, {wrong} wrong ones, {made} mutants ({same} equivalent)"
    return f"{tried}, {len(problems(matrix))} problems, {matrix['seconds']:g} s"


def entries(matrix: Matrix) -> list[str]:
    """Return what equivalent.toml would need for each mutant that survives."""
    return [
        mutants.as_entry(task, mutant)
        for task, row in matrix["tasks"].items()
        for mutant in row["mutants"]["survived"]
    ]


def problems(matrix: Matrix, *, few: bool = False) -> list[str]:
    """Return what is wrong with the checks, or with the bank, according to a matrix.

    Parameters
    ----------
    matrix : dict
        From `examine`.
    few : bool
        Whether a bank may hold few answers, as that of a course's own assignment.
    """
    found = [f"{task}: equivalent.toml names a task that is none" for task in matrix["unknown"]]
    for task, row in matrix["tasks"].items():
        lines = [*_rejects(row), *_accepts(row), *_wrong_words(row), *_mistaken_data(row)]
        lines += [*(() if few else _too_few(row)), *_lives(row)]
        found += [f"{task}: {line}" for line in lines]
    return found


def _rejects(row: Mapping[str, Any]) -> Iterable[str]:
    """Tell false rejects, right answers that lose points."""
    for name, failures in {"the reference": row["reference"], **row["right"]}.items():
        for seed, message in failures.items():
            yield f"false reject of {name} on {seed or 'the public seed'}: {message}"


def _accepts(row: Mapping[str, Any]) -> Iterable[str]:
    """Tell false accepts, wrong answers that do not lose what they should, or lose more."""
    for name, verdict in row["wrong"].items():
        spared = sorted(set(verdict["loses"]) - set(verdict["lost"]))
        more = sorted(set(verdict["lost"]) - set(verdict["loses"]))
        if spared:
            yield f"false accept of {name} by {', '.join(spared)}"
        if more:
            yield f"{name} costs points in {', '.join(more)}, too"
        if verdict.get("missed"):
            yield f"{name} is not found as it should on {', '.join(verdict['missed'])}"


def _wrong_words(row: Mapping[str, Any]) -> Iterable[str]:
    for name, verdict in row["wrong"].items():
        for cell, message in verdict["messages"].items():
            if cell in verdict["loses"] and verdict["says"] not in message:
                yield f"{name}: {cell} does not say {verdict['says']!r} but {message!r}"


def _mistaken_data(row: Mapping[str, Any]) -> Iterable[str]:
    """Tell false verdicts on own data."""
    for name, odd in row.get("own_data", {"wrong": {}})["wrong"].items():
        for variant, why in odd.items():
            yield f"{name} on the data of variant {variant}: {why}"


def _too_few(row: Mapping[str, Any]) -> Iterable[str]:
    for kind, least in (("right", RIGHT), ("wrong", WRONG)):
        if len(row[kind]) < least:
            yield f"has {len(row[kind])} {kind} answers, at least {least} are needed"


def _lives(row: Mapping[str, Any]) -> Iterable[str]:
    tried = row["mutants"]
    for mutant in tried["survived"]:
        yield f"a mutant survives, {mutant['operator']}: {mutant['line']} -> {mutant['became']}"
    for entry in tried["stale"]:
        yield f"no such survivor, delete it from equivalent.toml: {entry['became']}"
    for entry in tried["equivalent"]:
        if not entry["reason"].strip():
            yield f"no reason why this is equivalent: {entry['became']}"
