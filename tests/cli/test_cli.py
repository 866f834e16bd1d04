"""The command line: every row of the table works, errors are one sentence, codes are as stated."""

import ast
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import flcourse
from flcourse import cli
from flcourse.cli import commands, diagnosis
from flcourse.data import download

PACKAGE = Path(flcourse.__file__).parent


def run(*words, **environment):
    """Call the command as a shell would."""
    return subprocess.run(
        [sys.executable, "-m", "flcourse", *words],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        timeout=120,
    )


@pytest.fixture
def failing(monkeypatch):
    """Put one command in the table that raises what it is given."""

    def install(error):
        def fail(args):
            raise error

        command = commands.Command("break", "raise", lambda parser: None, fail)
        monkeypatch.setattr(commands, "COMMANDS", (command,))

    return install


def test_version():
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"flcourse {flcourse.__version__}\n")


def test_help_lists_every_command_and_the_exit_codes():
    text = run("--help").stdout
    assert commands.EXIT_CODES in text
    assert all(command.words.split()[0] in text for command in commands.COMMANDS)


@pytest.mark.parametrize("command", commands.COMMANDS, ids=lambda command: command.words)
def test_each_command_explains_itself(command, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main([*command.words.split(), "--help"])
    assert ended.value.code == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert command.summary in shown
    assert commands.EXIT_CODES in shown


@pytest.mark.parametrize(
    ("words", "meant"),
    [(["doctr"], "doctor"), (["submitt", "gtvmin"], "submit"), (["data", "fech"], "fetch")],
)
def test_a_slip_of_the_keys_is_understood(words, meant):
    done = run(*words)
    assert done.returncode == 2
    wrong = next(word for word in words if word not in {"data"})
    assert done.stderr.endswith(f"error: there is no {wrong}; did you mean {meant}?\n")


@pytest.mark.parametrize("words", [[], ["data"], ["walk"], ["data", "fetch"], ["doctor", "--now"]])
def test_wrong_usage_is_exit_code_2(words, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    assert ended.value.code == 2
    assert "usage: flcourse" in capsys.readouterr().err


@pytest.mark.parametrize(
    "error", [ValueError("k must be 1"), OSError("disk is full"), RuntimeError("no sandbox")]
)
def test_expected_errors_are_one_sentence(error, failing, capsys):
    failing(error)
    assert cli.main(["break"]) == 1
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", f"flcourse: {error}\n")


def test_traceback_on_request(failing):
    failing(ValueError("k must be 1"))
    with pytest.raises(ValueError, match="k must be 1"):
        cli.main(["--traceback", "break"])


def test_mistakes_of_ours_are_not_hidden(failing):
    failing(TypeError("not a sentence for users"))
    with pytest.raises(TypeError):
        cli.main(["break"])


def test_interrupt_is_exit_code_130(failing, capsys):
    failing(KeyboardInterrupt())
    assert cli.main(["break"]) == 130
    assert "interrupted" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_a_reader_that_leaves_early_is_no_error():
    command = f"'{sys.executable}' -m flcourse data path | true"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""


def test_a_command_of_two_words_brings_its_group(monkeypatch, capsys):
    """What a colleague adds: two functions and a row."""

    def arguments(parser):
        parser.add_argument("times", type=int)

    def cheer(args):
        print("hurrah " * args.times)
        return 0

    row = commands.Command("party cheer", "cheer", arguments, cheer)
    monkeypatch.setattr(commands, "COMMANDS", (*commands.COMMANDS, row))
    monkeypatch.setitem(commands.GROUPS, "party", "celebrations")
    assert cli.main(["party", "cheer", "2"]) == 0
    assert capsys.readouterr().out.split() == ["hurrah", "hurrah"]


def test_start_is_quick_because_nothing_heavy_is_imported():
    heavy = {"numpy", "scipy", "matplotlib", "sklearn", "networkx", "nbgrader", "urllib.request"}
    start = "import sys, flcourse.cli.commands as c; c.parser()"
    code = f"{start}; print(*({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == []


def printing_modules():
    for path in sorted(PACKAGE.rglob("*.py")):
        calls = (
            n.func for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Call)
        )
        if any(isinstance(f, ast.Name) and f.id == "print" for f in calls):
            yield path.relative_to(PACKAGE).as_posix()


def test_nothing_else_prints():
    # They print in a student's notebook: what a check says, what is displayed, which prediction
    # is kept, how far one is.
    mouths = [name for name in printing_modules() if not name.startswith("cli/")]
    speakers = ("checks", "official/shell", "predictions", "progress")
    assert mouths == [f"grading/{name}.py" for name in speakers]


# data


def test_fetch_offers_what_can_be_fetched():
    args = commands.parser().parse_args(["data", "fetch", "fmi"])
    assert args.name in download.DATASETS
    with pytest.raises(SystemExit) as ended:
        cli.main(["data", "fetch", "weather"])
    assert ended.value.code == 2
    assert len(download.DATASETS) == 1


def test_fetch_without_network_fails_with_the_next_step(tmp_path):
    done = run("data", "fetch", "fmi", "--to", str(tmp_path), "--url", "http://127.0.0.1:9/x")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert re.match("flcourse: 127.0.0.1:9 cannot be reached .*by hand", done.stderr)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_fetch_tells_progress_and_the_place(tmp_path, monkeypatch, capsys):
    place = tmp_path / "fmi" / "stations.csv"

    def fetch(name, *, to, url, progress):
        for here in range(0, 2_000_001, 50_000):
            progress(here, 2_000_000)
        return place

    monkeypatch.setattr(download, "fetch", fetch)
    assert cli.main(["data", "fetch", "fmi", "--to", str(tmp_path)]) == 0
    shown = capsys.readouterr()
    assert shown.out.splitlines()[0] == f"{place} is here and verified."
    assert f"FLCOURSE_DATA={tmp_path}" in shown.out
    lines = shown.err.splitlines()
    assert len(lines) == 11
    assert lines[-1] == "2.0 of 2.0 MB"


def test_path_shows_both_places(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("FLCOURSE_DATA", str(tmp_path))
    place = tmp_path / download.FILE
    place.parent.mkdir()
    place.touch()
    assert cli.main(["data", "path"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.split() == ["fmi", "here", str(place)]
    assert second.split()[0] == "fmi"


# doctor


@pytest.mark.slow
def test_doctor_looks_at_this_machine(tmp_path):
    done = run("doctor", "--all", XDG_CACHE_HOME=str(tmp_path))
    for what in ("Python", "packages for flcourse", "kernel python3", "nbgrader", "cache"):
        assert re.search(rf"^(OK|missing|optional) +{what} ", done.stdout, re.M), done.stdout
    needed = re.search("-> needed:", done.stdout)
    assert done.returncode == (1 if needed else 0), done.stdout


@pytest.mark.slow
def test_doctor_tells_a_student_only_what_concerns_students(tmp_path):
    shown = run("doctor", XDG_CACHE_HOME=str(tmp_path)).stdout
    first, *lines, last = filter(None, shown.splitlines())
    assert first == "Nothing is missing that every reader needs."
    names = [re.fullmatch(r"OK +(.+?)  +.*", line)[1] for line in lines]
    assert names == [
        "Python",
        "packages for flcourse",
        "packages for flcourse[student]",
        "kernel python3",
        "cache",
    ]
    assert last.endswith("flcourse doctor --all")


def findings(monkeypatch, *looks):
    monkeypatch.setattr(diagnosis, "LOOKS", looks)


@pytest.mark.parametrize(("needed", "code"), [("needed", 1), ("needed to grade", 0), ("", 0)])
def test_doctor_names_the_remedy(needed, code, monkeypatch, capsys):
    def look():
        yield diagnosis.Finding("coffee", False, "cup is empty", "brew some", needed)

    findings(monkeypatch, look)
    assert cli.main(["doctor", "--all"]) == code
    shown = capsys.readouterr().out.splitlines()
    stands, whole = ("missing", "Something") if code else ("optional", "Nothing")
    assert shown[:2] == [f"{whole} is missing that every reader needs.", ""]
    if code == 0:  # what only others need comes last, and below a line that says so
        assert shown.pop(2) == ""
        assert shown.pop(2) == "Not needed to read and to solve; each line says for what it is:"
    assert shown[2].split() == [stands, "coffee", "cup", "is", "empty"]
    assert shown[3].strip() == f"-> {needed or 'optional'}: brew some"
    assert len(shown) == 4
    assert cli.main(["doctor"]) == code
    assert ("coffee" in capsys.readouterr().out) == bool(code)


def test_old_python(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    (finding,) = diagnosis._python()
    assert not finding.well
    assert "3.11" in finding.remedy


def test_missing_and_old_packages_are_named(monkeypatch):
    wanted = ["numpy>=2", "numpy>=9999", "no-such-package>=1; extra == 'x'"]
    monkeypatch.setattr(diagnosis.metadata, "requires", lambda _: wanted)
    base, *extras = diagnosis._packages()
    assert not base.well
    assert re.fullmatch(r"numpy \S+, not >=9999", base.found)
    assert [diagnosis._extra_of(line) for line in wanted] == ["", "", "x"]
    assert diagnosis._problem(wanted[2]) == "no no-such-package"
    assert {extra.needed for extra in extras} == {"", diagnosis.STUDENTS}


def kernelspecs(folder, monkeypatch, argv):
    spec = folder / "kernels" / "python3"
    spec.mkdir(parents=True)
    text = f'{{"argv": {argv!r}, "display_name": "p", "language": "python"}}'
    (spec / "kernel.json").write_text(text.replace("'", '"'), encoding="utf-8")
    monkeypatch.setenv("JUPYTER_PATH", str(folder))


def test_kernel_of_another_python(tmp_path, monkeypatch):
    kernelspecs(tmp_path, monkeypatch, ["/no/such/python", "-m", "ipykernel_launcher"])
    (finding,) = diagnosis._kernel()
    assert not finding.well
    assert "ipykernel install" in finding.remedy


@pytest.mark.parametrize("command", ["python", "python3", sys.executable])
def test_kernel_of_this_python(tmp_path, monkeypatch, command):
    kernelspecs(tmp_path, monkeypatch, [command, "-m", "ipykernel_launcher"])
    (finding,) = diagnosis._kernel()
    assert finding.well


def test_kernel_that_is_not_there(monkeypatch):
    def broken(_):
        raise ImportError("no jupyter_client")

    monkeypatch.setattr(diagnosis.importlib, "import_module", broken)
    (kernel,), (nbgrader,) = diagnosis._kernel(), diagnosis._nbgrader()
    assert not kernel.well
    assert not nbgrader.well
    assert "no jupyter_client" in kernel.found


def test_programs_that_are_only_a_name(tmp_path, monkeypatch):
    """Ubuntu's chromium may be a stub, bubblewrap may lack the right to make namespaces."""
    for name in ("chromium", "bwrap"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    browser, bwrap, _ = diagnosis._programs()
    assert (browser.well, bwrap.well) == (False, False)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    assert [finding.found for finding in diagnosis._programs()][:2] == ["not found", "not found"]


def test_doctor_sees_whether_the_environment_is_on_the_path(monkeypatch, tmp_path):
    own = sysconfig.get_path("scripts")
    for path, well in [(str(tmp_path), False), (f"{tmp_path}{os.pathsep}{own}", True), ("", False)]:
        monkeypatch.setenv("PATH", path)
        (finding,) = diagnosis._path()
        assert (finding.well, own in finding.found, finding.needed) == (well, True, "")


def test_cache_that_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    (finding,) = diagnosis._cache()
    assert not finding.well
    assert str(tmp_path / "file") in finding.found


@pytest.mark.parametrize(("user", "well"), [(0, False), (1000, True)])
def test_doctor_advises_against_grading_as_root(user, well, monkeypatch):
    monkeypatch.setattr(diagnosis.os, "geteuid", lambda: user, raising=False)
    (finding,) = diagnosis._account()
    assert (finding.well, finding.needed) == (well, "")
    assert "account of its own" in finding.remedy


def test_a_sandbox_that_is_not_there_is_needed_to_grade(monkeypatch):
    from flcourse.grading.official import sandbox

    monkeypatch.setattr(sandbox, "reason_against", lambda: "bwrap is not installed")
    (finding,) = diagnosis._sandbox()
    assert (finding.well, finding.needed) == (False, diagnosis.GRADING)
    assert finding.found == "bwrap is not installed"


def test_doctor_says_what_the_sandbox_leaves(monkeypatch):
    """A machine on which the filter does not hold: what it leaves is named."""
    from flcourse.grading.official import sandbox, warm

    monkeypatch.setattr(sandbox, "reason_against", lambda: None)
    monkeypatch.setattr(sandbox, "command", lambda words, *_, **__: ["echo", "memory files"])
    monkeypatch.setattr(warm.Zygote, "open", classmethod(lambda cls, modules=(): None))
    found = {finding.what: finding for finding in diagnosis._sandbox()}
    assert found["limits of the sandbox"].found == "it leaves memory files"
    assert found["limits of the sandbox"].needed == diagnosis.GRADING
    assert not found["warm sandbox"].well


def test_observations(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    monkeypatch.setenv("FLCOURSE_DATA", str(tmp_path))
    (before,) = diagnosis._observations()
    (tmp_path / download.FILE).parent.mkdir()
    (tmp_path / download.FILE).touch()
    (after,) = diagnosis._observations()
    assert (before.well, after.well) == (False, True)
    assert not before.needed
