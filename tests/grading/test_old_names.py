"""Names that courses, clusters and installed kernels have from before the wings still work."""

import importlib
import subprocess
import sys

import pytest
from conftest import ROOT

# old name: where it is now
MOVED = {
    "flcourse.grading.exchange:Collect": "flcourse.grading.course.exchange:Collect",
    "flcourse.grading.preprocess:ExecuteOutside":
        "flcourse.grading.official.nbgrader_step:ExecuteOutside",
    "flcourse.grading.kernel:SandboxProvisioner":
        "flcourse.grading.official.kernel:SandboxProvisioner",
    "flcourse.grading.kernel:install": "flcourse.grading.official.kernel:install",
    "flcourse.grading.matrix:examine": "flcourse.grading.authoring.verdicts:examine",
    "flcourse.grading.result:grade_submission": "flcourse.grading.official.result:grade_submission",
    "flcourse.grading.result:RESULT_SCHEMA": "flcourse.grading.official.result:RESULT_SCHEMA",
    "flcourse.grading.worker:main": "flcourse.grading.official.worker:main",
    "flcourse.grading.room:Room": "flcourse.grading.official.warm:Zygote",
    "flcourse.grading.room:main": "flcourse.grading.official.warm_inside:main",
}  # fmt: skip
STAY = (
    "flcourse.cli:main",
    "flcourse.grading.checks:close",
    "flcourse.grading.practice:practice",
    "flcourse.grading.markdown:configure",
)


def found(name):
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_is_the_new_thing(old):
    assert found(old) is found(MOVED[old])


@pytest.mark.parametrize("name", STAY)
def test_a_name_that_never_moves_is_there(name):
    assert callable(found(name))


def test_a_module_that_is_kept_for_its_name_is_short_and_says_where_it_went():
    for module in {old.partition(":")[0] for old in MOVED}:
        text = (ROOT / (module.replace(".", "/") + ".py")).read_text("utf-8")
        assert text.startswith('"""Deprecated: went to `flcourse.grading.')
        assert len(text.splitlines()) <= 12


@pytest.mark.parametrize("module", ["flcourse", "flcourse.grading.result"])
def test_programs_keep_their_names(module):
    done = subprocess.run(
        [sys.executable, "-m", module, "--help"], capture_output=True, text=True, check=True
    )
    assert "usage: " in done.stdout


def test_a_worker_of_the_old_name_answers_until_the_pipe_closes():
    words = [sys.executable, "-P", "-m", "flcourse.grading.worker"]
    done = subprocess.run(words, input=b"", capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_a_course_of_this_release_names_nothing_that_is_deprecated():
    old = {name.partition(":")[0] for name in MOVED}
    templates = (ROOT / "flcourse/grading").glob("*/templates/*")
    manifests = (ROOT / "flcourse/grading/official/manifests").glob("*")
    for path in [ROOT / "nbgrader_config.py", ROOT / "pyproject.toml", *templates, *manifests]:
        words = set(path.read_text("utf-8").replace('"', " ").replace(":", " ").split())
        assert not {w for w in words for m in old if w == m or w.startswith(f"{m}.")}, path
