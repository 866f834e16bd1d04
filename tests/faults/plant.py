"""Plant faults in copies of this project, one at a time, and ask whether the tests find them.

faults.toml lists mistakes that a person could make, each with the words that tell what a user
would suffer, and the tests that should see it. A fault is known by its content: the file is the
one that holds the snippet, wherever it has been moved. For each fault this script

1. copies the tracked files of the project to a new folder and replaces the snippet there,
2. runs the named tests in that copy, of whose code every process makes use: those of the tests,
   kernels and the sandbox (a probe says so beforehand, or nothing is run),
3. tells which test failed. It counts as found only if that test passes without the fault.

    python tests/faults/plant.py                       all faults, in this checkout: about an hour
    python tests/faults/plant.py --only krum-self      one of them
    python tests/faults/plant.py --jobs 2 --tree DIR   another checkout, two at a time
    python tests/faults/plant.py --before --tree DIR   the checkout as it was before the moves

What is known already is kept in _build/faults.json and is not asked again as long as the sources,
the fault and its tests stay the same. The exit code is 1 if a fault was not found. pytest does not
collect this folder; tests/house/test_faults.py keeps the list from going stale.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("faults.toml")
SOURCES = ("flcourse", "tools", ".make", "book/_ext")  # .make: what tools/ was called before
ENDINGS = {".py", ".js", ".css", ".html", ".toml"}
LONGEST = 900  # seconds for the tests of one line of `tests`
TOO_LONG = 124  # exit code where they did not end, as that of timeout
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?(?:::[^\[\n]+?(?:\[.*?\])?)?)(?= - |$)", re.MULTILINE)
EACH = 300  # seconds for one test: a fault may leave a loop without an end

# Where processes of all kinds find the package; printed as JSON.
PROBE = """
import importlib, json, subprocess, sys
from pathlib import Path
import nbformat
from nbclient import NotebookClient

tell = "import flcourse; print(flcourse.__file__)"
where = lambda words: subprocess.run(words, capture_output=True, text=True).stdout.strip()
notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(tell)])
NotebookClient(notebook, kernel_name="python3").execute()
[path] = Path(sys.argv[1], "flcourse").rglob("sandbox.py")
name = ".".join(path.relative_to(sys.argv[1]).with_suffix("").parts)
sandbox = importlib.import_module(name)
print(json.dumps({
    "this process": importlib.import_module("flcourse").__file__,
    "a subprocess": where([sys.executable, "-P", "-c", tell]),
    "a kernel": notebook.cells[0].outputs[0].text.strip(),
    "the sandbox": where(sandbox.command([sys.executable, "-P", "-c", tell])),
}))
"""


@dataclass(frozen=True)
class Fault:
    """A mistake: its snippet and what stands in its place, what it does, and who should see it."""

    name: str
    part: str  # of the project: a lecture, a wing of the grader, engine, cli, tools, book
    find: str
    put: str
    suffers: str
    tests: tuple[str, ...]  # each the name of a file of tests, then -k and words if not all of it
    old: str = "found"  # by the tests from before the moves


@dataclass(frozen=True)
class Verdict:
    """What came of a fault."""

    name: str
    part: str
    file: str
    tests: tuple[str, ...]
    outcome: str  # found, NOT FOUND, or error: …
    found_by: str
    seconds: float


class ConclusionError(Exception):
    """The list, the tree or the machine does not allow a conclusion."""


# ---------------------------------------------------------------------- the list and the tree


def read_faults(path: Path = LIST, *, before: bool = False) -> list[Fault]:
    """Read the list; with ``before`` a fault looks as it does in the tree before the moves."""
    faults = []
    for row in tomllib.loads(path.read_text("utf-8"))["fault"]:
        older = row.pop("before", {})
        row |= older if before else {}
        fault = Fault(**{**row, "tests": tuple(row["tests"])})
        faults.append(fault)
    return faults


def tracked(tree: Path) -> list[Path]:
    """Files of the tree that git knows, as they are now."""
    said = subprocess.run(["git", "ls-files", "-z"], cwd=tree, capture_output=True, check=True)
    names = said.stdout.decode().split("\0")
    return [Path(name) for name in names if name and (tree / name).is_file()]


def sources(tree: Path, names: Iterable[Path]) -> dict[Path, str]:
    """Text of the files in which faults are planted."""
    own = (n for n in names if n.suffix in ENDINGS and n.as_posix().startswith(SOURCES))
    return {name: (tree / name).read_text("utf-8") for name in own}


def place(fault: Fault, texts: dict[Path, str]) -> Path:
    """Return the only file that holds the snippet; it holds it once."""
    holders = [name for name, text in texts.items() for _ in range(text.count(fault.find))]
    if len(holders) != 1:
        where = ", ".join(map(str, holders)) or "nowhere"
        raise ConclusionError(f"{fault.name}: its snippet must occur once, it occurs in {where}")
    planted = texts[holders[0]].replace(fault.find, fault.put)
    if holders[0].suffix == ".py":
        compile(planted, str(holders[0]), "exec")  # what does not even parse proves nothing
    return holders[0]


def test_file(line: str, names: Iterable[Path]) -> Path:
    """Return the file of tests that a line of ``tests`` begins with, in whichever folder."""
    wanted = shlex.split(line)[0]
    found = [name for name in names if name.name == wanted and name.parts[0] == "tests"]
    if len(found) != 1:
        raise ConclusionError(f"{line!r} must name one file of tests, got {len(found)}")
    return found[0]


# ---------------------------------------------------------------------- running


def surroundings(copy: Path) -> dict[str, str]:
    """Return the environment in which the package is that of the copy, for every process."""
    ours = ("PYTEST", "FLCOURSE_", "COVERAGE", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "PYTHONPATH": str(copy)}


def probe(copy: Path) -> None:
    """Refuse to go on where a process would import a package other than that of the copy."""
    with tempfile.TemporaryDirectory() as elsewhere:
        done = subprocess.run(
            [sys.executable, "-P", "-c", PROBE, str(copy)], cwd=elsewhere, env=surroundings(copy),
            capture_output=True, text=True, timeout=LONGEST,
        )  # fmt: skip
    if done.returncode:
        raise ConclusionError(f"the probe failed:\n{done.stderr[-2000:]}")
    for who, found in json.loads(done.stdout.splitlines()[-1]).items():
        if Path(found or "/nowhere").parent != copy / "flcourse":
            raise ConclusionError(f"{who} imports {found or 'nothing'}, not the copy in {copy}")


def copied(tree: Path, names: Iterable[Path], to: Path) -> Path:
    """Copy the named files; each is a file of its own, so that no test can change the original."""
    for name in names:
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        (to / name).write_bytes((tree / name).read_bytes())
        (to / name).chmod((tree / name).stat().st_mode)
    return to


def run_tests(copy: Path, words: Sequence[str]) -> tuple[int, str]:
    """Run tests in the copy until one fails; exit code of pytest and the id of that test."""
    command = [
        sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider",
        "-o", f"timeout={EACH}", "--hypothesis-seed=0", *words,
    ]  # fmt: skip
    process = subprocess.Popen(
        command, cwd=copy, env=surroundings(copy), text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    try:
        said, _ = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return TOO_LONG, f"not ended after {LONGEST} s"
    failed = FAILED.search(said)
    return process.returncode, failed[1] if failed else said.strip()[-300:]


class Field:
    """A tree in which faults are planted, with what is known of it already."""

    def __init__(self, tree: Path, results: Path) -> None:
        self.tree, self.results = tree, results
        self.names = tracked(tree)
        self.texts = sources(tree, self.names)
        self.lock = threading.Lock()
        self.sound: dict[str, int] = {}  # exit code of each test without a fault
        self.known: dict[str, dict[str, Any]] = (
            json.loads(results.read_text("utf-8")) if results.exists() else {}
        )
        whole = "".join(f"{name}\0{text}\0" for name, text in sorted(self.texts.items()))
        self.state = hashlib.sha256(whole.encode()).hexdigest()

    def key(self, fault: Fault) -> str:
        """Digest of the sources, of what is planted, and of the tests."""
        digest = hashlib.sha256(f"{self.state}\0{fault.find}\0{fault.put}".encode())
        for line in fault.tests:
            digest.update(line.encode())
            digest.update((self.tree / test_file(line, self.names)).read_bytes())
        return digest.hexdigest()[:24]

    def run(self, words: Sequence[str], fault: Fault | None = None) -> tuple[int, str]:
        """Run tests in a fresh copy, with the fault if there is one, until one of them fails."""
        with tempfile.TemporaryDirectory(prefix="fault-") as folder:
            copy = copied(self.tree, self.names, Path(folder).resolve())
            if fault:
                file = place(fault, self.texts)
                text = self.texts[file].replace(fault.find, fault.put)
                (copy / file).write_text(text, "utf-8")
            code, said = run_tests(copy, words)
            return code, said.replace(str(copy), "")

    def is_sound(self, test: str) -> bool:
        """Whether a test passes without a fault; of a file without ``::`` whether it is read."""
        if test not in self.sound:
            self.sound[test] = self.run([test] if "::" in test else [test, "--collect-only"])[0]
        return self.sound[test] == 0

    def judge(self, fault: Fault) -> Verdict:
        """Plant a fault and run its tests until one fails that passes without it."""
        started = time.monotonic()
        outcome, by = "NOT FOUND", ""
        for line in fault.tests:
            file = test_file(line, self.names).as_posix()
            code, said = self.run([file, *shlex.split(line)[1:]], fault)
            if code in (1, 2):  # a test failed, or a file of tests could not be imported
                sound = self.is_sound(said)
                outcome = "found" if sound else "error: this test fails without the fault, too"
                by = said.rpartition("/")[2]
            elif code:
                outcome = f"error: pytest ends with {code}: {said}"
            if code:
                break
        seconds = round(time.monotonic() - started, 1)
        file = place(fault, self.texts).as_posix()
        return Verdict(fault.name, fault.part, file, fault.tests, outcome, by, seconds)

    def ask(self, fault: Fault) -> Verdict:
        """Like ``judge``, once for the same sources, fault and tests."""
        key = self.key(fault)
        if key in self.known:
            row = self.known[key]
            return Verdict(**{**row, "tests": tuple(row["tests"])})
        verdict = self.judge(fault)
        with self.lock:
            self.known[key] = asdict(verdict)
            self.results.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps(self.known, ensure_ascii=False, indent=1)
            self.results.write_text(text + "\n", "utf-8")
        return verdict

    def verdicts(self, faults: Sequence[Fault], jobs: int) -> Iterator[Verdict]:
        """Ask about one fault after the other, once it is sure that the copy is what runs."""
        for fault in faults:
            place(fault, self.texts)
        with tempfile.TemporaryDirectory(prefix="sound-") as folder:
            probe(copied(self.tree, self.names, Path(folder).resolve()))
        with ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(self.ask, faults)


# ---------------------------------------------------------------------- command line


def main(arguments: Sequence[str] | None = None) -> int:
    """Plant faults, print what came of each, and write the table."""
    parser = argparse.ArgumentParser(description="Plant faults: do the tests find them?")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="may repeat")
    parser.add_argument("--jobs", type=int, default=1, help="at a time (default: 1)")
    parser.add_argument("--tree", type=Path, default=ROOT, help="checkout (default: this one)")
    parser.add_argument("--before", action="store_true", help="as it was before the moves")
    parser.add_argument(
        "--results", type=Path, default=ROOT / "_build" / "faults.json", help="what is known"
    )
    parser.add_argument("--table", type=Path, help="write the verdicts here, too")
    args = parser.parse_args(arguments)
    faults = read_faults(before=args.before)
    unknown = set(args.only) - {fault.name for fault in faults}
    if unknown:
        parser.error(f"there is no fault {sorted(unknown)[0]!r}")
    faults = [fault for fault in faults if not args.only or fault.name in args.only]
    field = Field(args.tree.resolve(), args.results)
    if args.before:  # some files of tests are newer
        there = {name.name for name in field.names}
        faults = [replace(f, tests=tuple(t for t in f.tests if t.split()[0] in there))
                  for f in faults]  # fmt: skip
    found: list[Verdict] = []
    try:
        for verdict in field.verdicts(faults, args.jobs):
            found.append(verdict)
            by = verdict.found_by or ", ".join(verdict.tests)
            print(f"{verdict.outcome:<9} {verdict.name:<32} {verdict.seconds:6.1f} s  {by}",
                  flush=True)  # fmt: skip
    except ConclusionError as problem:
        print(f"Nothing can be concluded: {problem}", file=sys.stderr)
        return 2
    if args.table:
        rows = sorted(json.dumps(asdict(verdict), ensure_ascii=False) for verdict in found)
        args.table.write_text("[\n" + ",\n".join(rows) + "\n]\n", "utf-8")
    seen = sum(verdict.outcome == "found" for verdict in found)
    print(f"{seen} of {len(found)} faults were found")
    wanted = {fault.name: fault.old if args.before else "found" for fault in faults}
    odd = [verdict.name for verdict in found if verdict.outcome.lower() != wanted[verdict.name]]
    print(f"not as it should be: {', '.join(odd)}" if odd else "all as it should be")
    return int(bool(odd))


if __name__ == "__main__":
    sys.exit(main())
