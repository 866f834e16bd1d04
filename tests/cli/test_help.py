"""Every command explains itself alike: examples, defaults, a quiet way; a wrong place is named."""

import argparse
import shlex

import pytest
from course_helpers import SCRIPT

from flcourse import cli
from flcourse.cli import commands


def parsers(parser, name=""):
    below = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    if not below:
        yield pytest.param(parser, id=name.strip())
    for action in below:
        for word, inner in action.choices.items():
            yield from parsers(inner, f"{name} {word}")


ALL = list(parsers(commands.parser()))


@pytest.mark.parametrize("parser", ALL)
def test_every_command_has_examples_defaults_and_a_quiet_way(parser):
    assert "examples:\n  flcourse " in parser.epilog.replace("FLCOURSE_DATA=~/data ", "")
    assert any("--quiet" in action.option_strings for action in parser._actions)
    without = [
        action.option_strings or action.dest
        for action in parser._actions
        if action.nargs != 0 and not action.required and "default: " not in action.help
    ]
    assert not without


@pytest.mark.parametrize("parser", ALL)
def test_examples_can_be_typed(parser):
    """Each example is read by the parser that it explains."""
    shown = parser.epilog.partition("examples:\n")[2].partition("\n\n")[0].replace("\\\n", " ")
    for line in shown.splitlines():
        for words in line.partition("  #")[0].split(" && "):
            plain = words.strip().partition("flcourse ")[2].partition(" > ")[0]
            args = commands.parser().parse_args(shlex.split(plain))
            assert callable(args.run)


def test_help_groups_commands_by_person_and_step():
    text = commands.overview()
    term = text.partition("a term in the order of its steps:\n")[2].partition("\n\n")[0]
    words = [line.split()[0] for line in term.splitlines()]
    steps = ["init-course", "release", "collect", "grade", "feedback", "export", "archive"]
    assert [word for word in words if word in steps] == steps
    assert "status" in words
    assert all(f"\n  {command.words} " in text for command in commands.COMMANDS)
    assert {command.group for command in commands.COMMANDS} == {
        commands.STUDENTS, commands.TERM, commands.AUTHORS, commands.MACHINES}  # fmt: skip


COURSE = "--course"
PLACED = [
    ["release", "emr"], ["collect", "emr"], ["extend", "emr", "ada", "--until", "2027-01-01"],
    ["grade", "emr"], ["verify", "emr"], ["moderate", "emr"], ["feedback", "emr"],
    ["report", "emr"], ["export", "emr"], ["regrade", "emr"], ["status", "emr"],
    ["build", "emr"], ["bank", "emr"], ["workers", "slurm", "emr"],
]  # fmt: skip


@pytest.fixture
def home(tmp_path):
    (tmp_path / "solutions").mkdir()
    for stem in ("erm", "graph"):
        (tmp_path / "solutions" / f"{stem}.py").write_text(SCRIPT, "utf-8")
    return tmp_path


@pytest.mark.parametrize("words", PLACED, ids=lambda words: words[0])
def test_a_wrong_name_is_answered_with_those_that_there_are(words, home, capsys):
    assert cli.main([*words, COURSE, str(home)]) == 1
    said = capsys.readouterr().err
    assert said == (
        f"flcourse: assignment must be one of erm, graph in {home}, got 'emr'; "
        "another course folder is named with --course\n"
    )


@pytest.mark.parametrize("words", PLACED, ids=lambda words: words[0])
def test_a_folder_that_is_no_course_is_named(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(words) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"flcourse: --course must be a course folder, {tmp_path} is none")
    assert "go into yours or name it with --course" in said
    assert not list(tmp_path.iterdir())


def test_an_error_of_the_system_names_the_file(home, capsys):
    (home / "course.toml").mkdir()
    assert cli.main(["release", "erm", COURSE, str(home)]) == 1
    assert capsys.readouterr().err == f"flcourse: {home}/course.toml: Is a directory\n"


def test_the_bare_name_lists_the_commands(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main([])
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert "\n  start           open Jupyter" in said
    assert "error:" not in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["check", "start", "extra"], "extra"),
        (["start", "--hlep"], "--hlep; did you mean --help?"),
        (["check", "--jsn"], "--jsn; did you mean --json?"),
        (["data", "fetch", "fmi", "--tu", "x"], "--tu x; did you mean --to?"),
    ],
)
def test_a_command_says_itself_what_it_does_not_know(words, told, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    name = " ".join(["flcourse", *words[: 2 if words[0] == "data" else 1]])
    assert said.startswith(f"usage: {name} [-h]")
    assert said.endswith(f"{name}: error: unrecognized arguments: {told}\n")
