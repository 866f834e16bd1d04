"""Other machines grade a class: the same results, nothing lost, nothing graded twice."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import psutil
import pytest
import yaml
from course_helpers import RIGHT, STEM, course, hand_in, scores, without_seconds

from flcourse import cli
from flcourse.cli import commands
from flcourse.grading.course import gradebook
from flcourse.grading.official import batch, cluster_files, on_dask, result, sandbox

assert course  # the fixture
SEED = "nobody guesses 4711"
WRONG = {**RIGHT, "half": "def half(x):\n    return x"}
VENDOR = Path(__file__).parents[2] / "vendor" / "kubernetes"


@pytest.fixture(autouse=True)
def seeded(bwrap, monkeypatch):
    monkeypatch.setenv(result.SEED_VARIABLE, SEED)


def known(folder):
    return {
        found["student"]: without_seconds(found)
        for found in batch.Results(batch.jobs_of(folder, STEM))
    }


# ---------------------------------------------------------------------- Dask


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def dask(*words, **environment):
    """A process of a Dask cluster on this machine."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *words, "--no-dashboard", "--host", "127.0.0.1"],
        env={k: v for k, v in (os.environ | environment).items() if v is not None},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_for(what, seconds=60):
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "this takes too long"
        time.sleep(0.01)


def counting(folder):
    """A bwrap that writes down how often a warm sandbox is made, and how often another one."""
    log, wrapper = folder / "sandboxes", folder / "bwrap"
    folder.mkdir()
    log.touch()
    wrapper.write_text(
        f'#!/bin/sh\ncase "$*" in *warm_inside*) echo warm >> {log};;\n'
        f'*"-m flcourse.grading.official.worker"*) echo cold >> {log};; esac\n'
        f'exec {sandbox.shutil.which("bwrap")} "$@"\n'
    )
    wrapper.chmod(0o755)
    return log


def made(log):
    """The sandboxes that were made."""
    return log.read_text("utf-8").split()


def remembers(pid, words):
    """Whether a process has these words in its memory."""
    found = False
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            place, rights = line.split()[:2]
            if not rights.startswith("rw"):
                continue
            first, last = (int(part, 16) for part in place.split("-"))
            with contextlib.suppress(OSError, ValueError, OverflowError):
                memory.seek(first)
                found = found or words in memory.read(last - first)
    return found


@pytest.mark.slow
def test_a_killed_dask_worker_costs_nothing(course, tmp_path, monkeypatch, capsys):
    pytest.importorskip("distributed")
    monkeypatch.chdir(course)
    for number, answers in enumerate([RIGHT, WRONG, {}, RIGHT]):
        hand_in(course, f"s{number}", answers, text="Because.")
    hand_in(course, "mallory").write_text("no notebook")
    batch.grade(batch.jobs_of(course, STEM), workers=2)
    before = known(course)
    log, address = counting(tmp_path / "bin"), f"tcp://127.0.0.1:{free_port()}"
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    words = ["worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path)]
    grade = [sys.executable, "-m", "flcourse", "grade", STEM, "--again", "--dask", address]
    with (
        dask("scheduler", "--port", address.split(":")[-1], **{result.SEED_VARIABLE: None}) as head,
        dask(*words, PATH=path) as one,
        dask(*words, PATH=path) as other,
        subprocess.Popen(grade, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as client,
    ):
        worker = psutil.Process(one.pid)
        wait_for(lambda: len(made(log)) > 1 and worker.children(recursive=True))
        wait_for(lambda: any("bwrap" in p.name() for p in worker.children(recursive=True)))
        family = worker.children(recursive=True)
        one.kill()
        assert not psutil.wait_procs(family, timeout=10)[1]  # the submission it was at ends with it
        told, errors = client.communicate(timeout=120)
        assert client.returncode == 0, errors
        assert not remembers(head.pid, SEED.encode())
        assert remembers(other.pid, SEED.encode())
    assert b"5 submissions: 1 UNREADABLE, 4 OK" in told
    assert known(course) == before
    assert scores(course, "s1")["half-tests"] == (0, None, False)
    assert made(log) == ["warm", "warm"]  # one for each worker, however many submissions


def job_of(course, student="ada"):
    hand_in(course, student, RIGHT)
    (job,) = batch.jobs_of(course, STEM, [student])
    return job, result.inputs(job.submission, job.source)


def test_a_worker_refuses_to_grade_something_else(course, monkeypatch):
    job, wanted = job_of(course)
    monkeypatch.setenv(result.SEED_VARIABLE, "another")
    with pytest.raises(ValueError, match="this process has another seed"):
        on_dask.unit(job, wanted)
    gone = batch.Job(job.student, job.submission, Path("/nonexistent/a.ipynb"), job.result)
    with pytest.raises(ValueError, match="must be there for workers too"):
        on_dask.unit(gone, wanted)
    assert not job.result.exists()


def test_a_result_that_is_there_is_not_made_twice(course, monkeypatch):
    job, wanted = job_of(course)
    assert on_dask.unit(job, wanted) == ""
    first = job.result.stat().st_mtime_ns
    assert json.loads(job.result.read_text("utf-8"))["score"] == 3
    assert on_dask.unit(job, wanted) == ""
    assert job.result.stat().st_mtime_ns == first


def test_a_worker_without_a_sandbox_says_so(course, tmp_path, monkeypatch):
    job, wanted = job_of(course)
    (tmp_path / "bin").mkdir()
    for tool in ("setpriv", "prlimit"):
        (tmp_path / "bin" / tool).symlink_to(sandbox.shutil.which(tool))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(sandbox.SandboxError, match="bwrap is not installed"):
        on_dask.unit(job, wanted)
    assert not job.result.exists()


def test_a_grader_that_stops_is_told_not_hidden(course, monkeypatch):
    job, wanted = job_of(course)
    monkeypatch.setattr(on_dask, "_command", lambda: ["sh", "-c", "exit 7"])
    on_dask._STANDING.end()
    assert on_dask.unit(job, wanted) == "exit code 7"


def test_without_dask_or_without_a_cluster_there_is_one_sentence(course, monkeypatch, capsys):
    monkeypatch.chdir(course)
    hand_in(course, "ada", RIGHT)
    monkeypatch.setattr(on_dask, "WAIT_SECONDS", 0.5)
    words = ["grade", STEM, "--dask", f"tcp://127.0.0.1:{free_port()}"]
    if pytest.importorskip("distributed"):
        assert cli.main(words) == 1
        assert "Timed out" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert cli.main(words) == 1
    assert "pip install 'flcourse[dask]'" in capsys.readouterr().err


def test_the_digest_of_the_grader_names_all_that_decides():
    """Whatever a fresh interpreter loads in order to grade is in the digest, as is the wing."""
    wing = Path(result.__file__).parent
    code = (
        "import sys, flcourse.grading.official.result, flcourse.grading.official.warm_inside\n"
        "print(*(m.__file__ for n, m in sys.modules.items() if n.startswith('flcourse.grading.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {Path(name) for name in done.stdout.split()}
    assert {path.name for path in loaded} >= {"intake.py", "checks.py", "script.py", "worker.py"}
    assert loaded | set(wing.glob("*.py")) <= set(result.GRADER)
    outside = {path.relative_to(wing.parent).parts[0] for path in result.GRADER} - {"official"}
    assert all(name.endswith(".py") for name in outside)  # on the ground, in no other wing


# ---------------------------------------------------------------------- Slurm and Kubernetes


def printed(capsys, *words):
    capsys.readouterr()
    assert cli.main(["workers", *words]) == 0
    return capsys.readouterr().out


def options(script):
    return dict(re.findall(r"^#SBATCH --([a-z-]+)(?:=(.*))?$", script, flags=re.MULTILINE))


@pytest.mark.slow
def test_a_slurm_array_grades_a_class_and_one_command_writes_the_gradebook(
    course, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(course)
    for number, answers in enumerate([RIGHT, WRONG, {}, RIGHT]):
        hand_in(course, f"s{number}", answers)
    script = tmp_path / "grade.sh"
    script.write_text(printed(capsys, "slurm", STEM, "--parts", "3", "--cores", "2"), "utf-8")
    subprocess.run(["bash", "-n", script], check=True)
    assert options(script.read_text("utf-8"))["array"] == "0-2"
    log = counting(tmp_path / "bin")
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    for task in range(3):  # what Slurm would do, on one node
        environment = os.environ | {
            "SLURM_ARRAY_TASK_ID": str(task), "SLURM_CPUS_PER_TASK": "2", "PATH": path}  # fmt: skip
        done = subprocess.run(["bash", script], cwd=tmp_path, env=environment, text=True,
                              capture_output=True)  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert f"part {task}/3: {2 if task == 0 else 1} submissions have results" in done.stdout
    assert made(log) == ["warm"] * 3  # one for each part, however many submissions
    assert not (course / gradebook.NAME).exists()
    there = {p: p.stat().st_mtime_ns for p in (course / "results" / STEM).glob("s?.json")}
    assert len(there) == 4
    assert cli.main(["grade", STEM]) == 0
    assert "4 submissions: 4 OK" in capsys.readouterr().out
    assert {p: p.stat().st_mtime_ns for p in there} == there
    assert scores(course, "s1")["half-tests"] == (0, None, False)


@pytest.fixture
def job_schema():
    schema = json.loads((VENDOR / "job-v1.schema.json").read_text("utf-8"))
    return jsonschema.Draft202012Validator(schema)


def job_manifest(course, capsys, *words):
    hand_in(course, "ada", RIGHT)
    text = printed(capsys, "kubernetes", STEM, "--course", str(course), *words)
    assert "@" not in re.sub(r"#.*", "", text).replace("@sha256", "")
    return yaml.safe_load(text)


def test_the_kubernetes_job_follows_the_schema_of_kubernetes(course, capsys, job_schema):
    image = "registry.example:5000/fl/course@sha256:abc"
    job = job_manifest(course, capsys, "--parts", "40", "--image", image)
    assert list(job_schema.iter_errors(job)) == []
    # what the schema leaves open
    spec, pod = job["spec"], job["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert (spec["completionMode"], spec["completions"], spec["parallelism"]) == ("Indexed", 40, 10)
    assert pod["restartPolicy"] == "Never"  # podFailurePolicy and backoffLimitPerIndex ask for it
    assert container["image"] == image
    assert (pod["hostUsers"], container["securityContext"]["procMount"]) == (False, "Unmasked")
    stop, ignore = spec["podFailurePolicy"]["rules"]
    assert (stop["action"], stop["onExitCodes"]["operator"]) == ("FailJob", "In")
    assert stop["onExitCodes"]["values"] == [result.NO_SANDBOX]
    assert stop["onExitCodes"]["containerName"] == container["name"]
    assert ignore["action"] == "Ignore"
    volumes = {volume["name"] for volume in pod["volumes"]}
    assert {mount["name"] for mount in container["volumeMounts"]} == volumes
    memory = int(container["resources"]["limits"]["memory"].removesuffix("Gi")) * 2**30
    assert memory >= sandbox.Limits().memory + 300 * 2**20 + 3 * sandbox.Limits().scratch


def test_the_schema_refuses_a_misspelt_field_and_a_wrong_type(course, capsys, job_schema):
    for change in ({"restartpolicy": "Never"}, {"hostUsers": "no"}, {"volumes": {}}):
        job = job_manifest(course, capsys)
        job["spec"]["template"]["spec"] |= change
        assert not job_schema.is_valid(job)


def test_the_pods_cover_the_class_once(course, capsys, monkeypatch):
    job = job_manifest(course, capsys, "--parts", "7")
    (container,) = job["spec"]["template"]["spec"]["containers"]
    everybody = list(range(23))
    graded = []
    for index in range(job["spec"]["completions"]):
        words = [*container["command"], *container["args"]]
        words = [word.replace("$(JOB_COMPLETION_INDEX)", str(index)) for word in words]
        assert words[0] == "flcourse"
        args = commands.parser().parse_args(words[1:])
        assert (args.assignment, args.course, args.jobs) == (STEM, Path("/course"), 1)
        number, whole = cluster_files.part(args.part)
        graded += everybody[number::whole]
    assert sorted(graded) == everybody


def test_a_part_without_a_sandbox_ends_with_the_code_that_stops_the_job(
    course, monkeypatch, capsys
):
    monkeypatch.chdir(course)
    hand_in(course, "ada", RIGHT)
    monkeypatch.setattr(sandbox, "reason_against", lambda: "there are no user namespaces")
    assert cli.main(["grade", STEM, "--part", "0/1"]) == result.NO_SANDBOX
    assert "there are no user namespaces" in capsys.readouterr().err
    assert cli.main(["grade", STEM, "--part", "1/1"]) == 1
    assert "part must be like 0/40" in capsys.readouterr().err


def test_a_manifest_fits_the_size_of_the_class(course):
    for count, parts in ((0, 1), (1, 1), (10, 1), (11, 2), (400, 40), (10_000, 100)):
        text = cluster_files.manifest("slurm", course, STEM, count)
        assert options(text)["array"] == f"0-{parts - 1}"
        assert f"/{parts}" in text.splitlines()[-1]
    assert options(cluster_files.manifest("slurm", course, STEM, 10_000))["time"] == "4:00:00"


def test_a_task_with_more_cores_takes_more_submissions_and_more_memory(course, capsys):
    script = options(cluster_files.manifest("slurm", course, STEM, 400, cores=8))
    assert (script["array"], script["cpus-per-task"], script["mem"]) == ("0-4", "8", "25G")
    job = job_manifest(course, capsys, "--cores", "8", "--parts", "5")
    (container,) = job["spec"]["template"]["spec"]["containers"]
    args = commands.parser().parse_args([*container["command"], *container["args"]][1:])
    assert args.jobs == 8
    assert container["resources"]["requests"]["cpu"] == "8"
    assert container["resources"]["limits"]["memory"] == script["mem"] + "i"
    for engine, cores in (("slurm", 0), ("dask", 2)):
        with pytest.raises(ValueError, match="cores must be"):
            cluster_files.manifest(engine, course, STEM, 4, cores=cores)


def test_nothing_gets_out_of_its_place_in_a_manifest(course, tmp_path):
    odd = tmp_path / "it's a $(touch course) folder"
    for engine in ("slurm", "dask"):
        script = cluster_files.manifest(engine, odd, STEM, 4)
        assert "'\"'\"'" in script
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)
    for wrong in ({"image": "a b"}, {"claim": "A"}, {"secret": "x: y"}, {"parts": 0}):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be"):
            cluster_files.manifest("kubernetes", course, STEM, 4, **wrong)
    with pytest.raises(ValueError, match="course must be"):
        cluster_files.manifest("slurm", Path("a\nb"), STEM, 4)
    with pytest.raises(ValueError, match="stem must be"):
        cluster_files.manifest("slurm", course, "a b", 4)
