"""Throughput of official grading against workers, and a class of 10,000 from intake to gradebook.

Run it from the root: OMP_NUM_THREADS=1 python benchmarks/bench_workers.py
[--class-size 10000] [--only throughput large] [--quick] [--figure]. A part that is run replaces its
rows in the result file, and the figure is drawn from that file alone (--figure only draws it).

throughput: submissions of the assignment synthesis, every one really executed, by forks (--jobs)
and by the workers of a Dask scheduler on this machine, each a process with one thread. The
processor seconds are those of all processes that a run starts; the load of the machine is recorded,
for it disturbs the other times.

large: submissions made of 40 different sets of answers of the bank (the reference, and the
reference with one other answer, right or wrong). Each set is executed once in the sandbox; of the
class, a drawn share is executed too and must give the same result. All others run through the same
forks, intake, hashing, notebook, validation and writing, with the outcome of the execution taken
from the identical set of answers. Then everything is entered into nbgrader's gradebook, twice.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil
from bench_grading import account, used

from flcourse.grading.assignment import read_assignment
from flcourse.grading.authoring import bank, build
from flcourse.grading.course import gradebook
from flcourse.grading.official import batch, execute, intake, on_dask, sandbox, warm
from flcourse.grading.official import result as results
from flcourse.grading.script import read_script

ROOT = Path(__file__).parent.parent
RESULT = ROOT / "benchmarks" / "results" / "bench_workers.json"
PICTURE = RESULT.with_suffix(".svg")
STEM, SETS = "synthesis", 40
GROUP = "FLCOURSE_BENCH_GROUP"  # the control group in which everything counts


def answer_sets(count):
    """The reference, and the reference with one answer of the bank in place of its own."""
    script = read_script(ROOT / "solutions" / f"{STEM}.py")
    others = bank.read_bank(ROOT / "solutions" / "bank" / STEM, script)
    reference = {cell.id: cell.source for cell in script.of_kind("answer")}
    drawn = random.Random(1).sample(others, count - 1)
    return [reference, *({**reference, other.task: other.source} for other in drawn)]


def classroom(home, sets, size):
    """A course folder with the assignment and ``size`` submissions, over all sets in turn."""
    (home / "solutions").mkdir(parents=True)
    text = (ROOT / "solutions" / f"{STEM}.py").read_text("utf-8")
    (home / "solutions" / f"{STEM}.py").write_text(text, "utf-8")
    build.build(home)
    released = json.loads((home / "exercises" / STEM / f"{STEM}.ipynb").read_text("utf-8"))
    texts = []
    for answers in sets:
        for cell in released["cells"]:
            cell["source"] = answers.get(cell["id"], cell["source"])
        texts.append(json.dumps(released))
    for number in range(size):
        folder = home / "submitted" / f"s{number:05}" / STEM
        folder.mkdir(parents=True)
        (folder / f"{STEM}.ipynb").write_text(texts[number % len(sets)], "utf-8")


# ---------------------------------------------------------------------- throughput


def processor_seconds():
    """Of all that this run has started, sandboxes included."""
    return used(Path(os.environ[GROUP]))


@contextlib.contextmanager
def cluster(count, folder):
    """Address of a Dask scheduler on this machine with so many workers, ended afterwards."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"
    here = ["--no-dashboard", "--host", "127.0.0.1"]
    worker = ["worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", folder]
    commands = [["scheduler", "--port", port, *here], *([[*worker, *here]] * count)]
    started = [
        subprocess.Popen([sys.executable, "-m", "dask", *words], stderr=subprocess.DEVNULL)
        for words in commands
    ]
    try:
        import distributed

        with distributed.Client(address, set_as_default=False, timeout=120) as client:
            client.wait_for_workers(count, timeout=120)
        yield address
    finally:
        for process in reversed(started):  # workers first: one that has lost its scheduler waits
            process.terminate()
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def throughput(options):
    sets, size = answer_sets(options.submissions), options.submissions
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "course")
        classroom(home, sets, size)
        jobs = batch.jobs_of(home, STEM)
        outcome = {}
        for engine in ("jobs", "dask"):
            for count in options.workers:
                where = cluster(count, folder) if engine == "dask" else contextlib.nullcontext()
                before, load = processor_seconds(), os.getloadavg()[0]
                with where as address:
                    started = time.monotonic()
                    if address:
                        found = on_dask.grade(jobs, address=address, again=True)
                    else:
                        found = batch.grade(jobs, workers=count, again=True)
                    wall = time.monotonic() - started
                known = [{**result, "seconds": 0} for result in found]
                if outcome.setdefault("first", known) != known:
                    raise SystemExit(f"{engine} with {count} workers gives other results")
                cpu = processor_seconds() - before
                rows.append({
                    "engine": engine, "workers": count, "submissions": size, "wall_s": wall,
                    "per_minute": 60 * size / wall, "cpu_s_each": cpu / size, "load_before": load,
                })  # fmt: skip
                print(rows[-1], flush=True)
    return {"cores": os.cpu_count(), "rows": rows}


# ---------------------------------------------------------------------- a large class


class Memory(threading.Thread):
    """Largest memory of this process and of those that it forks, without the sandboxes."""

    def __init__(self):
        super().__init__(daemon=True)
        self.largest, self.over = 0, threading.Event()

    def run(self):
        own = psutil.Process()
        while not self.over.wait(2.0):  # a look takes 20 ms of processor time
            used = 0
            for process in [own, *own.children()]:  # sandboxes are children of these
                with contextlib.suppress(psutil.Error):
                    used += process.memory_full_info().uss
            self.largest = max(self.largest, used)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.join()


def executed(path, source, zygote):
    """Steps of a submission and what becomes of them in the sandbox."""
    sheet = read_assignment(source)
    taken = intake.take_in(path, sheet)
    return taken.steps, execute.grade(taken.steps, sheet.names, zygote=zygote)


@contextlib.contextmanager
def reusing(known, sample):
    """Let the line take the outcome of identical answers, but execute those of the sample."""
    real_grade, real_unit, now = execute.grade, results.grade_submission, {}

    def grade(steps, names, **options):
        return real_grade(steps, names, **options) if now["really"] else known[steps]

    def unit(submission, source, student, **options):
        now["really"] = student in sample
        return real_unit(submission, source, student, **options)

    execute.grade, results.grade_submission = grade, unit
    try:
        yield
    finally:
        execute.grade, results.grade_submission = real_grade, real_unit


def stages(jobs, known):
    """Milliseconds of processor time that each station takes for one submission, in one process."""
    spent = {}

    def timed(name, call, *args, **options):
        started = time.process_time()
        value = call(*args, **options)
        spent[name] = spent.get(name, 0.0) + time.process_time() - started
        return value

    for job in jobs:
        sheet = timed("read the assignment", read_assignment, job.source)
        taken = timed("intake", intake.take_in, job.submission, sheet)
        timed("hashes", results.inputs, job.submission, job.source)
        whole = time.process_time()
        found = results.grade_submission(job.submission, job.source, job.student)
        spent["all of the unit"] = spent.get("all of the unit", 0) + time.process_time() - whole
        timed("notebook to read", results._notebook, sheet, taken, known[taken.steps])
        timed("validation", results.validate, found)
        timed("write the result", results.write, found, job.result)
        timed("is it fresh?", batch.is_fresh, job)
    return {name: 1e3 * seconds / len(jobs) for name, seconds in spent.items()}


def tell(done, total, left):
    if done % 500 == 0:
        print(f"{done} of {total}, {left:.0f} s left", file=sys.stderr, flush=True)


def grade_large(home, size):
    """Grade the class; called in a process of its own, for its memory is measured."""
    jobs = batch.jobs_of(home, STEM)
    sheet = read_assignment(jobs[0].source)
    batch.preload([sheet])
    before, started = processor_seconds(), time.monotonic()
    zygote = warm.Zygote.open(list(batch.imported(sheet, "given")))
    first = [(job.submission, job.source) for job in jobs[:SETS]]
    known = dict(executed(*one, zygote) for one in first)
    zygote.close()
    real = {"cpu_s": processor_seconds() - before, "wall_s": time.monotonic() - started}
    sample = {job.student for job in random.Random(2).sample(jobs[SETS:], size // 200)}
    row = {"submissions": size, "sets": len(known), "executed": SETS + len(sample)}
    row["execution_cpu_s_each"] = real["cpu_s"] / SETS
    with reusing(known, sample):
        row["stages_ms"] = stages(jobs[:200], known)
        before, started, load = processor_seconds(), time.monotonic(), os.getloadavg()[0]
        with Memory() as memory:
            found = batch.grade(jobs, workers=4, again=True, progress=tell)
        row |= {"workers": 4, "wall_s": time.monotonic() - started, "load_before": load}
        row |= {"cpu_s": processor_seconds() - before, "grader_mb": memory.largest / 1e6}
    alike, differing = {}, 0
    statuses = {}
    for number, result in enumerate(found):
        statuses[result["status"]] = statuses.get(result["status"], 0) + 1
        key = {k: v for k, v in result.items() if k not in {"seconds", "student"}}
        differing += alike.setdefault(number % SETS, key) != key
    row |= {"graded": len(found), "statuses": statuses, "differing_from_identical": differing}
    before, started = processor_seconds(), time.monotonic()
    fresh = sum(batch.is_fresh(job) for job in jobs)
    row |= {"fresh": fresh, "second_look_cpu_s": processor_seconds() - before,
            "second_look_wall_s": time.monotonic() - started}  # fmt: skip
    return row


def write_large(home):
    """Enter the results into the gradebook; called in a process of its own."""
    jobs = batch.jobs_of(home, STEM)
    sheet, found = read_assignment(jobs[0].source), batch.Results(jobs)
    before, started = processor_seconds(), time.monotonic()
    gradebook.record(home, sheet, found)
    row = {"cpu_s": processor_seconds() - before, "wall_s": time.monotonic() - started}
    row["mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    with gradebook.own_programs():
        from nbgrader.api import Grade, Gradebook

        with Gradebook(f"sqlite:///{home / gradebook.NAME}") as book:
            row["grades"] = book.db.query(Grade).count()
    return row | {"gradebook_mb": (home / gradebook.NAME).stat().st_size / 1e6}


def large(options):
    size = options.class_size
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "course")
        started = time.monotonic()
        classroom(home, answer_sets(SETS), size)
        built = time.monotonic() - started
        row = stage("grade", home, size)
        for turn in ("write_new", "write_again"):
            row[turn] = stage("write", home, size)
            print(turn, row[turn], flush=True)
    return {"build_wall_s": built, **row}


def stage(name, home, size):
    """What a part of this script says that runs in a fresh process."""
    words = [sys.executable, __file__, "--stage", name, str(home), "--class-size", str(size)]
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout.splitlines()[-1])


# ---------------------------------------------------------------------- figure


def figure():
    import matplotlib.pyplot as plt

    from flcourse import plots

    known = json.loads(RESULT.read_text("utf-8"))
    with plt.rc_context(plots.STYLE):
        fig, (left, right) = plt.subplots(1, 2, figsize=(9.0, 3.4))
        for engine, name in (("jobs", "--jobs"), ("dask", "Dask")):
            rows = [row for row in known["throughput"]["rows"] if row["engine"] == engine]
            left.plot([r["workers"] for r in rows], [r["per_minute"] for r in rows], label=name)
        left.axvline(known["throughput"]["cores"], color=plots.EDGE, linestyle=":")
        left.set(xlabel="workers (the dotted line: cores)", ylabel="submissions per minute")
        left.set_xticks([row["workers"] for row in rows])
        left.set_ylim(bottom=0)
        left.legend()
        costs = known["large"]["stages_ms"]
        parts = {k: v for k, v in costs.items() if k != "all of the unit"}
        count = known["large"]["submissions"]
        parts["gradebook"] = 1e3 * known["large"]["write_new"]["cpu_s"] / count
        parts["execution"] = 1e3 * known["large"]["execution_cpu_s_each"]
        names = sorted(parts, key=parts.get)
        right.barh(names, [parts[name] for name in names])
        right.set(xscale="log", xlabel="ms of processor time for a submission")
        fig.savefig(PICTURE)
    print(f"drawn: {PICTURE.relative_to(ROOT)}")


PARTS = {"throughput": throughput, "large": large}


def rounded(value):
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", choices=PARTS, default=list(PARTS))
    parser.add_argument("--class-size", type=int, default=10_000)
    parser.add_argument("--submissions", type=int, default=24)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 4])
    parser.add_argument("--quick", action="store_true", help="small cases, no file")
    parser.add_argument("--figure", action="store_true", help="only draw the figure")
    parser.add_argument("--stage", nargs=2, metavar=("NAME", "HOME"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.figure:
        return figure()
    os.environ.setdefault("FLCOURSE_GRADING_SEED", "of the benchmark")
    sandbox.require()
    if options.stage:
        name, home = options.stage
        size = options.class_size
        print(
            json.dumps(
                grade_large(Path(home), size) if name == "grade" else write_large(Path(home))
            )
        )
        return None
    if options.quick:
        options.class_size, options.submissions, options.workers = 200, 4, [1]
    known = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    with account(os.getpid()) as group:
        os.environ[GROUP] = str(group)
        for part in options.only:
            known[part] = rounded(PARTS[part](options))
            print(part, known[part], flush=True)
            if not options.quick:
                RESULT.write_text(json.dumps(known, indent=1) + "\n", "utf-8")
    if not options.quick and set(PARTS) <= set(known):
        figure()
    return None


if __name__ == "__main__":
    main()
