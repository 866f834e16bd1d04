"""Official grading against nbgrader's own and against our own of before, on the same submissions.

Run it from the root with one thread: OMP_NUM_THREADS=1 python benchmarks/bench_grading.py
[--submissions 30] [--class-size 200] [--only cost before class]. A part that is run replaces its
row in the result file. The peer is nbgrader, which the course installs anyway.

Submissions of the assignment gtvmin: every second is the reference, the others hold a wrong answer
of the bank. Both graders must give the same points before their times count. Processor seconds of
all processes, sandboxes included, are compared, per submission. Then a class with five per cent of
hostile submissions is graded unattended, and the memory of the grader itself is watched.

before: the grader of today and that of commit BEFORE grade the assignment as it was then, in turn,
so that whatever else the machine does slows both alike: a class of references, and one in which
each submission has another wrong answer. Points must be equal; the ratio of the medians is kept.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

from flcourse.grading.authoring import bank, build
from flcourse.grading.script import read_script

ROOT = Path(__file__).parent.parent
RESULT = ROOT / "benchmarks" / "results" / "bench_grading.json"
STEM = "gtvmin"
BEFORE = "c177b81"  # the grader as it was before it bounded and told all that it does now
BUILD = """
import pathlib
try:
    from flcourse.grading.authoring import build
except ImportError:  # as it was called before
    from flcourse.grading import build
build.build(pathlib.Path.cwd())
"""
HOSTILE = [
    "import os\nos._exit(0)",
    "while True: pass",
    "import sys\nsys.exit()",
    "open('/tmp/a', 'w').write('x' * 10**9)",
    "raise SystemExit",
]


def classroom(home, answers, text=ROOT, code=None):
    """A course folder with the assignment and one submission for each set of answers.

    The assignment is that of the checkout ``text``; it is built here, or by the checkout ``code``.
    """
    script = read_script(text / "solutions" / f"{STEM}.py")
    (home / "solutions").mkdir(parents=True)
    shutil.copy(script.path, home / "solutions")
    if code:
        words = [sys.executable, "-c", BUILD]
        subprocess.run(words, cwd=home, env=surroundings(code), check=True)
    else:
        build.build(home)
    released = json.loads((home / "exercises" / STEM / f"{STEM}.ipynb").read_text())
    for number, given in enumerate(answers):
        reference = {cell.id: cell.source for cell in script.of_kind("answer")}
        notebook = json.loads(json.dumps(released))
        for cell in notebook["cells"]:
            cell["source"] = {**reference, **given}.get(cell["id"], cell["source"])
        folder = home / "submitted" / f"s{number:03}" / STEM
        folder.mkdir(parents=True)
        (folder / f"{STEM}.ipynb").write_text(json.dumps(notebook))


@contextlib.contextmanager
def account(pid=None):
    """Give a control group: processes that enter it, such as ``pid``, count with all they start.

    Waiting for a child does not do: bubblewrap leaves the process in its sandbox to be reaped by
    another one, so that its seconds are nobody's.
    """
    v1, v2 = Path("/sys/fs/cgroup/cpuacct"), Path("/sys/fs/cgroup")
    group = (v1 if v1.is_dir() else v2) / f"flcourse-{os.getpid()}"
    try:
        group.mkdir()
    except OSError as error:
        raise SystemExit(f"processor seconds are counted in a control group: {error}") from None
    try:
        if pid:
            (group / "cgroup.procs").write_text(str(pid))
        yield group
    finally:
        if pid:
            (group.parent / "cgroup.procs").write_text(str(pid))
        while (group / "cgroup.procs").read_text():
            time.sleep(0.05)
        group.rmdir()


def used(group):
    """Processor seconds of all that has run in a control group."""
    if (group / "cpuacct.usage").exists():
        return int((group / "cpuacct.usage").read_text()) / 1e9
    return int((group / "cpu.stat").read_text().split()[1]) / 1e6


def surroundings(code):
    """The environment of a command that is to use the package of a checkout."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    own = {"PATH": path, "PYTHONPATH": str(code), "FLCOURSE_GRADING_SEED": "of the benchmark"}
    return os.environ | own


def seconds(words, home, code=ROOT):
    """Processor seconds of a command and of all that it has started."""
    with account() as group:
        subprocess.run(
            [sys.executable, "-m", *words], cwd=home, check=True, capture_output=True,
            env=surroundings(code),
            preexec_fn=lambda: (group / "cgroup.procs").write_text(str(os.getpid())),
        )  # fmt: skip
        return used(group)


def points(home):
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{home / 'gradebook.db'}") as book:
        return {
            (submission.student_id, grade.name): grade.auto_score
            for submission in book.assignment_submissions(STEM)
            for notebook in submission.notebooks
            for grade in notebook.grades
        }


def against_nbgrader(count):
    script = read_script(ROOT / "solutions" / f"{STEM}.py")
    wrong = [v for v in bank.read_bank(ROOT / "solutions" / "bank" / STEM, script) if v.loses]
    drawn = random.Random(1).sample(wrong, count // 2)
    answers = [{}] * (count - len(drawn)) + [{v.task: v.source} for v in drawn]
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder, "ours"), Path(folder, "theirs")
        for home in (ours, theirs):
            classroom(home, answers)
            (home / "nbgrader_config.py").write_text(
                "c = get_config()\nc.CourseDirectory.source_directory = '_build/source'\n"
                "c.CourseDirectory.release_directory = 'exercises'\nc.Execute.timeout = 60\n"
            )
        seconds(["nbgrader", "generate_assignment", STEM, "--force"], theirs)
        stock = seconds(["nbgrader", "autograde", STEM], theirs)
        line = seconds(["flcourse", "grade", STEM, "--jobs", "1"], ours)
        if points(ours) != points(theirs):
            raise SystemExit("the two graders differ")
    return {
        "submissions": count,
        "nbgrader_cpu_s": stock / count,
        "ours_cpu_s": line / count,
        "goal": 0.5,
        "share": line / stock,
    }


def against_before(count, rounds):
    """Our grader of today and that of BEFORE, in turn, on the assignment as it was then."""
    with tempfile.TemporaryDirectory() as folder:
        old, row = Path(folder, "old"), {"commit": BEFORE, "submissions": count, "rounds": rounds}
        row["load_before"] = os.getloadavg()[0]
        old.mkdir()
        packed = subprocess.run(
            ["git", "archive", BEFORE], cwd=ROOT, check=True, capture_output=True
        )
        subprocess.run(["tar", "x", "-C", old], input=packed.stdout, check=True)
        script = read_script(old / "solutions" / f"{STEM}.py")
        wrong = [v for v in bank.read_bank(old / "solutions" / "bank" / STEM, script) if v.loses]
        drawn = [{v.task: v.source} for v in random.Random(3).sample(wrong, count)]
        for kind, answers in (("right", [{}] * count), ("wrong", drawn)):
            row |= {f"{kind}_{key}": value for key, value in
                    in_turn(Path(folder, kind), old, answers, rounds).items()}  # fmt: skip
    return row


def in_turn(home, old, answers, rounds):
    """Medians of a submission, by either grader, of both kinds of seconds, and their ratios."""
    graders = {"before": old, "now": ROOT}
    spent, took = ({name: [] for name in graders} for _ in range(2))
    for name, code in graders.items():
        classroom(home / name, answers, text=old, code=code)
    for turn in range(rounds):
        for name in sorted(graders, reverse=turn % 2):
            shutil.rmtree(home / name / "results", ignore_errors=True)
            (home / name / "gradebook.db").unlink(missing_ok=True)
            words = ["flcourse", "grade", STEM, "--jobs", "1"]
            began = time.monotonic()
            spent[name].append(seconds(words, home / name, graders[name]) / len(answers))
            took[name].append((time.monotonic() - began) / len(answers))
    if points(home / "before") != points(home / "now"):
        raise SystemExit("the grader of today gives other points than that of before")
    row = {}
    for measured, kind in ((spent, "cpu"), (took, "wall")):
        before, now = (statistics.median(measured[name]) for name in graders)
        row |= {f"before_{kind}_s": before, f"now_{kind}_s": now, f"{kind}_share": now / before}
    return row


class Memory(threading.Thread):
    """Largest resident memory of a process and its forks, without the sandboxes."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.process, self.largest = psutil.Process(pid), 0

    def run(self):
        while self.process.is_running():
            try:
                family = [self.process, *self.process.children(recursive=True)]
                own = [p for p in family if "grade" in p.cmdline()]
                self.largest = max(self.largest, sum(p.memory_full_info().uss for p in own))
            except psutil.Error:
                pass
            time.sleep(0.2)


def unattended(count):
    rng = random.Random(2)
    hostile = set(rng.sample(range(count), count // 20))
    answers = [{"solve": rng.choice(HOSTILE)} if i in hostile else {} for i in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        classroom(home, answers)
        started = time.monotonic()
        words = [sys.executable, "-m", "flcourse", "grade", STEM, "--jobs", "2"]
        process = subprocess.Popen(words, cwd=home, stdout=subprocess.PIPE, text=True)
        memory = Memory(process.pid)
        memory.start()
        said = process.communicate()[0]
        wall = time.monotonic() - started
        results = [json.loads(p.read_text()) for p in (home / "results" / STEM).glob("*.json")]
    honest = [r["score"] for r in results if int(r["student"][1:]) not in hostile]
    return {
        "submissions": count,
        "hostile": len(hostile),
        "graded": len(results),
        "exit_code": process.returncode,
        "wall_s": wall,
        "honest_with_all_points": sum(score == 9 for score in honest),
        "honest": len(honest),
        "grader_mb": memory.largest / 1e6,
        "goal_mb": 300,
        "said": said.strip().splitlines()[-2],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=30)
    parser.add_argument("--class-size", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5, help="of each grader, in turn")
    parser.add_argument("--only", nargs="+", choices=("cost", "before", "class"))
    parser.add_argument("--quick", action="store_true", help="small cases, no file")
    options = parser.parse_args()
    count, size, rounds = options.submissions, options.class_size, options.rounds
    if options.quick:
        count, size, rounds = 4, 4, 1
    parts = {
        "cost": lambda: against_nbgrader(count),
        "before": lambda: against_before(count, rounds),
        "class": lambda: unattended(size),
    }
    result = json.loads(RESULT.read_text("utf-8"))
    for name in options.only or parts:
        row = parts[name]()
        result[name] = {k: float(f"{v:.4g}") if isinstance(v, float) else v for k, v in row.items()}
        print(name, *(f"{key}={value}" for key, value in result[name].items()), flush=True)
    if not options.quick:
        RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
