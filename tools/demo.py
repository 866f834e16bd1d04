"""Rehearse a whole term with a simulated class: `.venv/bin/python tools/demo.py [--students N]`.

Sixty students with answers from the bank, right and wrong ones, damaged notebooks and attacks; each
assignment goes out, comes in through a learning platform, is graded in the sandbox, read by a
person (simulated) and given back, with the commands that an instructor types. What the bank says
about the answers is compared with what the class was given, point by point.
"""

from __future__ import annotations

import argparse
import ast
import copy
import csv
import gzip
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tarfile
import time
import warnings
import zipfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import cycle
from pathlib import Path
from typing import Any

from shell import ROOT, Stop, say, surroundings

from flcourse.grading.authoring import bank, verdicts
from flcourse.grading.course import appeals
from flcourse.grading.course import folder as course
from flcourse.grading.script import Script, read_script

Notebook = dict[str, Any]
Options = tuple[dict[str, list["Choice"]], dict[str, list["Choice"]]]  # right and wrong, by task
Handed = tuple["Person", bytes, datetime]
PLACE = ROOT / "_build" / "demo"
TERM = ("--name", "Federated learning", "--term", "Rehearsal", "--start", "2026-08-31")
FIRST = [
    "Aino", "Väinö", "Åsa", "Jiří", "Zoë", "Nils", "秀英", "伟", "Olu", "Priya", "José", "Łucja",
    "Minh", "Sofía", "Mehmet",
]  # fmt: skip
LAST = [
    "Virtanen", "Mäkelä", "Öhman", "Novák", "O'Brien", "王", "李", "Adeyemi", "Sharma", "García",
    "Nowak", "Nguyễn", "Yılmaz",
]  # fmt: skip
# Who sits in the class, as shares of it; the rest answers rightly, by any method of the bank.
SHARES = {"mistaken": 0.25, "clumsy": 0.12, "hostile": 0.08, "rarely there": 0.03}
UNFAIR = """
if type(checks.call(laplacian, _A)) is not np.ndarray:
    raise AssertionError("laplacian: wanted an array, got another type (a check that is unfair).")
"""
ATTACKS = {
    "leaves": "import os\ndef {name}(*args, **options):\n    os._exit(0)",
    "patches the checks": "from flcourse.grading import checks\n"
    "checks.close = checks.call = checks.shape = lambda *a, **k: None\n"
    "def {name}(*args, **options):\n    return 0",
    "is equal to everything": "class Equal:\n    def __eq__(self, other): return True\n"
    "def {name}(*args, **options):\n    return Equal()",
    "asks for the network": "import socket\ndef {name}(*args, **options):\n"
    "    return socket.create_connection(('192.0.2.1', 80), timeout=2)",
    "looks for the solution": "def {name}(*args, **options):\n"
    "    return open('_build/source/erm/erm.ipynb').read()",
}


@dataclass
class Person:
    """A simulated student, and what she deserves: tests cells that must fail, by assignment."""

    row: course.Student
    manner: str
    loses: dict[str, set[str]] = field(default_factory=dict)
    late: dict[str, float] = field(default_factory=dict)  # days after the due date
    likes: dict[str, str] = field(default_factory=dict)  # what must stand in an answer, by task
    astray: dict[str, str] = field(default_factory=dict)  # the status of what is no such notebook


# ---------------------------------------------------------------------- the class


def enrol(number: int, rng: random.Random) -> list[Person]:
    """Make a class with names from several countries; ids with and without accents."""
    manners = [m for m, share in SHARES.items() for _ in range(max(1, round(share * number)))]
    manners += ["right"] * (number - len(manners))
    rng.shuffle(manners)
    names = rng.sample([(first, last) for first in FIRST for last in LAST], number)
    people = []
    for i, ((first, last), manner) in enumerate(zip(names, manners, strict=True)):
        name = re.sub(r"\W", "", f"{first}.{last}".replace(".", "_")).lower()
        ids = {"canvas_id": str(7000 + i), "sis_user_id": f"s{i:04}", "moodle_id": str(9000 + i)}
        email = f"student{i:02}@example.org"
        people.append(Person(course.Student(name, first, last, email, ids), manner))
    return people


def write_roster(folder: Path, people: Sequence[Person]) -> None:
    """Enter the class into roster.csv, as its owner would in a spreadsheet."""
    lines = [",".join(course.ROSTER_COLUMNS)]
    for person in people:
        row = person.row
        ids = [row.lms.get(name, "") for name in course.LMS]
        lines.append(",".join([row.id, row.first_name, row.last_name, row.email, *ids]))
    (folder / course.ROSTER).write_text("\n".join(lines) + "\n", "utf-8-sig")


# ---------------------------------------------------------------------- what they hand in


@dataclass(frozen=True)
class Choice:
    """An answer to one task, and the tests cells that it must lose."""

    source: str
    loses: frozenset[str] = frozenset()


def choices(script: Script) -> Options:
    """Right and wrong answers to each task, from the bank and the text itself."""
    variants = bank.read_bank(ROOT / "solutions" / "bank" / script.path.stem, script)
    answers = {cell.id: cell.source for cell in script.of_kind("answer")}
    right = {task: [Choice(answers[task])] for task in answers}
    wrong: dict[str, list[Choice]] = {task: [] for task in answers}
    for variant in variants:
        (wrong if variant.loses else right)[variant.task].append(
            Choice(variant.source, variant.loses)
        )
    return right, wrong


def names_of(source: str) -> tuple[set[str], set[str]]:
    """Names that an answer defines, and names that it uses."""
    nodes = list(ast.walk(ast.parse(source)))
    body = ast.parse(source).body
    defines = {n.name for n in body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    defines |= {t.id for n in body if isinstance(n, ast.Assign) for t in n.targets
                if isinstance(t, ast.Name)}  # fmt: skip
    uses = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return defines, uses


def answers_of(
    person: Person, script: Script, options: Options, rng: random.Random
) -> dict[str, Choice]:
    """Draw a student's answers; those whose names clash, or that lean on others, do not mix."""
    right, wrong = options
    own = {task: names_of(known[0].source)[0] for task, known in right.items()}
    main = set().union(*own.values())
    taken, attack = set(main), rng.choice(sorted(own))
    chosen: dict[str, Choice] = {}
    for task, known in right.items():
        pool = known
        if person.manner == "mistaken" and wrong[task] and rng.random() < 0.4:
            pool = wrong[task]
        pool = [c for c in pool if not (names_of(c.source)[0] - own[task]) & taken]
        pool = [c for c in pool if not names_of(c.source)[1] & (main - own[task])] or [known[0]]
        # Every second answer is like the reference, where that is one of them; others may be slow.
        chosen[task] = pool[0] if rng.random() < 0.5 else rng.choice(pool)
        if task in person.likes:
            chosen[task] = next(choice for choice in known if person.likes[task] in choice.source)
        taken |= names_of(chosen[task].source)[0]
    if person.manner == "hostile":
        tests = frozenset(cell.id for cell in bank.tests_of(script, attack))
        source = rng.choice(sorted(ATTACKS.values())).format(name=min(own[attack]))
        chosen[attack] = Choice(source, tests)
    return chosen


def damage(notebook: Notebook, rng: random.Random) -> bytes:
    """Do to a notebook what front ends, haste and mail programs do; the answers stay."""
    cells = notebook["cells"]
    kind = rng.choice(["kernel", "metadata", "copied", "old", "utf16", "no tests", "outputs",
                       "table", "half letters", "own errors", "long cell"])  # fmt: skip
    if kind == "kernel":
        notebook["metadata"] = {"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}}
    if kind == "metadata":
        for cell in cells:
            cell["metadata"] = {}
    if kind == "copied":
        cells.append(copy.deepcopy(cells[rng.randrange(len(cells))]))
    if kind == "old":
        notebook["nbformat_minor"] = 2
        for cell in cells:
            cell.pop("id", None)
    if kind == "no tests":
        notebook["cells"] = [c for c in cells if not c.get("id", "").endswith("-tests")]
    if kind == "outputs":
        html = {"text/html": "<script>document.title = 'mine'</script>"}
        forged = {"output_type": "display_data", "data": html, "metadata": {}}
        for cell in cells:
            if cell["cell_type"] == "code":
                cell["outputs"] = [forged]
    if kind == "table":  # a text that takes minutes to render, in a cell of its own
        row = "|a" * 2_000 + "|\n"
        text = {"cell_type": "markdown", "metadata": {}, "source": row + "|-" * 2_000 + "|\n" + row}
        cells.append(text)
    if kind == "half letters":
        cells.append(cell_of("print('caf\\udce9')  # \ud800"))
    if kind == "own errors":  # below the answers, of every sort that a kernel goes on after
        cells += [cell_of(source) for source in (
            "b'\\xff'.decode()", "raise ExceptionGroup('two', [ValueError(1), KeyError(2)])",
            "%timeit -n1 -r1 sum([1])\nhere = !ls\n%no_such_magic", "print(  # later")]  # fmt: skip
    if kind == "long cell":  # pasted data, which it takes a gigabyte to read as Python
        cells.append(cell_of(f"numbers = [{'1,' * 200_000}]"))
    return json.dumps(notebook).encode("utf-16" if kind == "utf16" else "utf-8")


def cell_of(source: str) -> Notebook:
    """Return a cell of the student's own."""
    return {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None,
            "source": source}  # fmt: skip


def submission(
    person: Person, script: Script, released: Notebook, options: Options, rng: random.Random
) -> bytes | None:
    """Write the file that a student hands in, or None; note with her what it deserves."""
    stem = script.path.stem
    if rng.random() < (0.7 if person.manner == "rarely there" else 0.02):
        return None
    chosen = answers_of(person, script, options, rng)
    notebook = copy.deepcopy(released)
    written = {cell.id for cell in script.of_kind("manual")}
    for cell in notebook["cells"]:
        if cell["id"] in chosen:
            cell["source"] = chosen[cell["id"]].source
        elif cell["id"] in written and rng.random() < 0.9:
            cell["source"] = f"What I think, by {person.row.first_name}: it depends on the data."
    person.loses[stem] = {name for choice in chosen.values() for name in choice.loses}
    person.late[stem] = rng.choice([0.5, 1.5, 3.5]) if rng.random() < 0.05 else -rng.random()
    return damage(notebook, rng) if person.manner == "clumsy" else json.dumps(notebook).encode()


def clutter(stem: str, released: bytes) -> dict[str, bytes]:
    """Return what a hurried student hands in beside the notebook, more than anybody keeps."""
    pictures = {f"Figure {number:02}.png": b"" for number in range(25)}
    return {"notes.tar.gz": bomb(), f"{stem}-as it was.ipynb": released, **pictures}


def astray(stem: str) -> list[tuple[str, str, bytes]]:
    """Return what is handed in by mistake, and the status that it deserves."""
    other = (ROOT / "exercises" / "start" / "start.ipynb").read_bytes()
    empty = json.dumps({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    return [
        ("FOREIGN", f"{stem}.ipynb", other),
        ("FOREIGN", f"{stem}.ipynb", empty.encode()),
        ("MISSING", "answers.txt", b"All that I have found out."),
    ]


def platform(kind: str, path: Path, stem: str, files: Sequence[Handed], released: bytes) -> None:
    """Pack a class's files as a learning platform does: `files` has person, bytes and time."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for person, content, when in files:
            row = person.row
            moodle = f"{row.first_name} {row.last_name}_{row.lms['moodle_id']}"
            joined = re.sub(r"[\W_]", "", row.last_name + row.first_name).lower()
            late = "LATE_" if person.late[stem] > 0 else ""
            name = {
                "moodle": f"{moodle}_assignsubmission_file_/{stem}.ipynb",
                "canvas": f"{joined}_{late}{row.lms['canvas_id']}_{len(content)}_{stem}-1.ipynb",
                "folders": f"{row.id}/{stem} (1).ipynb",
            }[kind]
            t = when.timetuple()
            moment = (t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec)
            info = zipfile.ZipInfo(name, moment)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
            if person.manner == "clumsy" and "/" in name:  # and what it was packed into, in vain
                for other, content in clutter(stem, released).items():
                    beside = zipfile.ZipInfo(f"{name.rpartition('/')[0]}/{other}", moment)
                    archive.writestr(beside, content)


def bomb() -> bytes:
    """Return an archive of a few bytes that says of an entry that its name has 400 MB."""
    header = tarfile.TarInfo("././@LongLink")
    header.type, header.size = tarfile.GNUTYPE_LONGNAME, 400 * 2**20
    return gzip.compress(header.tobuf(tarfile.GNU_FORMAT) + bytes(2**20))


# ---------------------------------------------------------------------- the term


def write(path: Path, content: bytes) -> None:
    """Write a file, and the folders that it lies in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


class Rehearsal:
    """A course folder in which commands are typed, with the time that each kind has taken."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self.folder, self.jobs = folder, str(jobs)
        self.seconds: dict[str, float] = {}

    def type(self, *words: str | Path, code: int = 0, inside: bool = True) -> str:
        """Type `flcourse …`, show the command, keep what it says."""
        started = time.monotonic()
        print(f"  $ flcourse {' '.join(map(str, words))}", flush=True)
        done = subprocess.run(
            [sys.executable, "-m", "flcourse", *map(str, words)], text=True,
            cwd=self.folder if inside else ROOT, env={**surroundings(), "OMP_NUM_THREADS": "1"},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        command = str(words[0])
        self.seconds[command] = self.seconds.get(command, 0) + time.monotonic() - started
        if done.returncode != code:
            raise Stop(
                f"flcourse {' '.join(map(str, words))}: exit {done.returncode}\n{done.stdout}"
            )
        return done.stdout

    def due(self, stem: str) -> datetime:
        """When an assignment is due; `init-course` has given each of them a date."""
        due = course.read_course(self.folder).assignment(stem).due
        assert due is not None
        return due

    def hand_in(
        self, stem: str, kind: str, people: Sequence[Person], options: Options, rng: random.Random
    ) -> None:
        """Let the class work, and collect what its platform gives."""
        script = read_script(self.folder / "solutions" / f"{stem}.py")
        released = json.loads((self.folder / "exercises" / stem / f"{stem}.ipynb").read_text())
        due = self.due(stem)
        files = []
        for person in people:
            content = submission(person, script, released, options, rng)
            if content is not None:
                when = due.replace(tzinfo=None) + timedelta(days=person.late[stem])
                files.append((person, content, when))
        download = self.folder / "downloads" / f"{stem}-{kind}.zip"
        download.parent.mkdir(exist_ok=True)
        platform(kind, download, stem, files, json.dumps(released).encode())
        self.type("collect", stem, f"downloads/{download.name}")
        self.hand_in_astray(stem, people)

    def hand_in_astray(self, stem: str, people: Sequence[Person]) -> None:
        """Let who handed in nothing send another file, and the clumsy one without a notebook later.

        The first are named at once; what is there of the others stays.
        """
        place = self.folder / "downloads" / f"{stem}-astray"
        absent = [person for person in people if stem not in person.loses]
        for person, (status, name, content) in zip(absent, cycle(astray(stem)), strict=False):
            person.astray[stem] = status
            write(place / person.row.id / name, content)
        later = [one for one in people if one.manner == "clumsy" and stem in one.loses]
        for person in later:
            write(place / person.row.id / "notes.txt", b"I have uploaded the wrong file.")
        if not place.exists():
            return
        _, _, told = self.type("collect", stem, place).partition(": ")
        named = [one.row.id for one in absent if f"\n    {one.row.id}: " not in told]
        if named or (later and f"{len(later)} without a notebook or without answers" not in told):
            raise Stop(
                f"collect does not tell what {', '.join(named) or 'the clumsy'} sent:\n{told}"
            )

    def appeal(self, stem: str, task: str, person: Person) -> None:
        """Let a student fill in the form of her page, and collect it."""
        name, text = appeals.form(person.row.id, stem, task)
        place = self.folder / "downloads" / "appeals" / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(f"{text}My answer is what the text asks for.\n", "utf-8")
        if "1 appeal," not in self.type("collect", stem, "downloads/appeals"):
            raise Stop(f"{name} is not collected as an appeal")

    def read_by_hand(self, stem: str, rng: random.Random) -> None:
        """Give the points of the written answers, as a person does in formgrader."""
        from nbgrader.api import Gradebook

        with warnings.catch_warnings(), Gradebook(f"sqlite:///{self.folder}/gradebook.db") as book:
            warnings.simplefilter("ignore")
            for entry in book.assignment_submissions(stem):
                for notebook in entry.notebooks:
                    for grade in notebook.grades:
                        if grade.needs_manual_grade and grade.auto_score is None:
                            grade.manual_score = grade.max_score * rng.choice([0.5, 1.0, 1.0])
                            grade.needs_manual_grade = False
                    for comment in notebook.comments:
                        if comment.auto_comment is None:
                            comment.manual_comment = rng.choice(["Clear.", "Say why, too."])
            book.db.commit()

    def moderate(self, stem: str, rng: random.Random) -> None:
        """Let a second person mark a sample of the written answers unseen, and compare."""
        self.type("moderate", stem)
        path = self.folder / "reports" / stem / "moderation.csv"
        with path.open(encoding="utf-8-sig", newline="") as table:
            heading, *rows = csv.reader(table)
        for row in rows:
            points = float(row[heading.index("max")])
            row[heading.index("second mark")] = str(points * rng.choice([0.5, 1.0, 1.0]))
        with path.open("w", encoding="utf-8", newline="") as table:
            csv.writer(table).writerows([heading, *rows])
        self.type("moderate", stem)

    def assignment(
        self, stem: str, kind: str, people: Sequence[Person], options: Options, rng: random.Random
    ) -> None:
        """From release to returned feedback."""
        say(f"{stem}, handed in through {kind}")
        self.type("release", stem)
        self.hand_in(stem, kind, people, options, rng)
        late = [person for person in people if person.late.get(stem, 0) > 0]
        if late:  # one of them was ill
            until = self.due(stem) + timedelta(days=4)
            self.type("extend", stem, late[0].row.id, "--until", f"{until:%Y-%m-%d %H:%M}")
        told = self.type("grade", stem, "--jobs", self.jobs)
        print("    " + next(line for line in told.splitlines() if " submissions: " in line))
        self.read_by_hand(stem, rng)


def with_unfair_check(folder: Path) -> Callable[[], object]:
    """Put a check into an assignment that accepts one type of answer only."""
    path = folder / "solutions" / "graph.py"
    fair = path.read_text("utf-8")
    head, mark, rest = fair.partition('# %% tags=["tests", "id:laplacian-tests"')
    unfair = rest.replace("### END HIDDEN TESTS", f"{UNFAIR.strip()}\n### END HIDDEN TESTS", 1)
    path.write_text(head + mark + unfair, "utf-8")
    return lambda: path.write_text(fair, "utf-8")


def judge(folder: Path, stems: Sequence[str], people: Sequence[Person]) -> tuple[int, list[str]]:
    """Compare every point that was given with what the bank says of the answers."""
    problems: list[str] = []
    graded = 0
    for stem in stems:
        for person in people:
            path = folder / "results" / stem / f"{person.row.id}.json"
            if stem in person.astray:
                found, graded = json.loads(path.read_text("utf-8")), graded + 1
                if (found["status"], found["score"]) != (person.astray[stem], 0.0):
                    problems.append(f"{path}: {found['status']}, not {person.astray[stem]}")
                continue
            if stem not in person.loses:
                problems += [f"{path} is there, nothing was handed in"] if path.exists() else []
                continue
            found, graded = json.loads(path.read_text("utf-8")), graded + 1
            for check in found["checks"]:
                wanted = 0.0 if check["id"] in person.loses[stem] else check["points"]
                if check["score"] != wanted:
                    problems.append(
                        f"{person.row.id} ({person.manner}), {stem}, {check['id']}: "
                        f"{check['score']} points, deserved {wanted}: {check['message']}"
                    )
    return graded, problems


def rehearse(
    folder: Path, number: int, stems: Sequence[str], jobs: int, seed: int = 0
) -> tuple[int, list[str]]:
    """Run the term; return the number of graded submissions and what was not as it should be."""
    rng, started = random.Random(seed), time.monotonic()
    archive = folder.parent / "archive.zip"
    shutil.rmtree(folder, ignore_errors=True)
    archive.unlink(missing_ok=True)  # of the rehearsal before this one
    folder.parent.mkdir(parents=True, exist_ok=True)
    term = Rehearsal(folder, jobs)
    say(f"A class of {number}, {len(stems)} assignments, {jobs} at a time")
    term.type("init-course", folder, *TERM, "--from", ROOT, inside=False)
    people = enrol(number, rng)
    write_roster(folder, people)
    stems = [a.stem for a in course.read_course(folder).assignments if a.stem in stems]
    mend = with_unfair_check(folder)
    for person in [one for one in people if one.manner == "right"][:3]:
        person.likes["laplacian"] = "csr_array"  # which is right, and what this check refuses
    kinds = ("moodle", "canvas", "folders")
    for i, stem in enumerate(stems):
        options = choices(read_script(ROOT / "solutions" / f"{stem}.py"))
        term.assignment(stem, kinds[i % 3], people, options, rng)
    if "graph" in stems:
        say("graph: a complaint about a check; it is mended, and graded again")
        unhappy = next(one for one in people if one.likes and "graph" in one.loses)
        term.appeal("graph", "laplacian", unhappy)
        mend()
        if "flcourse build graph" not in term.type("regrade", "graph", code=1):
            raise Stop("regrade does not notice that the mended text is not built yet")
        term.type("build", "graph")
        told = term.type("regrade", "graph", "--jobs", term.jobs)
        print("    " + next(line for line in told.splitlines() if "moved for" in line))
        if f"Appeals:\n{unhappy.row.id}  laplacian  " not in told:
            raise Stop("the report does not answer the appeal")
    say("A second marker; feedback, reports, tables, and the archive")
    term.moderate(stems[0], rng)
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda stem: term.type("feedback", stem, "--partial"), stems))
        list(pool.map(lambda stem: term.type("report", stem, "--quiet"), stems))
    term.type("verify", stems[0], "--share", "0.05")
    term.type("export", "--lms", "csv")
    term.type("export", "--lms", "canvas")
    term.type("export", stems[0], "--lms", "moodle")
    print(term.type("status"))
    term.type("archive", "--to", archive)
    graded, problems = judge(folder, stems, people)
    total = time.monotonic() - started
    slowest = sorted(term.seconds.items(), key=lambda item: -item[1])[:5]
    say(f"{graded} submissions, {total:.0f} s; " + ", ".join(f"{w} {s:.0f} s" for w, s in slowest))
    return graded, problems


def main() -> None:
    """Rehearse, and say where to look."""
    parser = argparse.ArgumentParser(description="Rehearse a term with a simulated class.")
    parser.add_argument("--students", type=int, default=60, help="in the class (default: 60)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at a time")
    parser.add_argument("--to", type=Path, default=PLACE / "course", help="folder; it is replaced")
    parser.add_argument("stem", nargs="*", help="assignments (default: all that have a bank)")
    args = parser.parse_args()
    stems = args.stem or verdicts.graded(ROOT)
    graded, problems = rehearse(args.to, args.students, stems, args.jobs)
    for problem in problems:
        print(f"  {problem}")
    if problems:
        raise Stop(f"{len(problems)} points are not as they should be")
    say(f"All {graded} submissions have exactly the points that they deserve. Look at")
    for place in ("reports", "feedback", "exports", "results"):
        print(f"  {args.to / place}")


if __name__ == "__main__":
    try:
        main()
    except Stop as problem:
        print(f"\n{problem}", file=sys.stderr)
        sys.exit(problem.code)
