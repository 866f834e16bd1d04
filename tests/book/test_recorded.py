"""Recorded experiments run from their commands, say enough, and notice when they find otherwise."""

import importlib
import json
import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
import recorded

TOLD = dict.fromkeys(recorded.FIELDS, "something")


def run(script, monkeypatch, *arguments):
    """Exit code of the command."""
    name = f"reproduce_{script}"
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    with pytest.raises(SystemExit) as end:
        recorded.main(f"{name}.py", importlib.import_module(name).PARTS)
    return end.value.code


@pytest.mark.parametrize(
    ("script", "part"), [("dpp", "enumeration"), ("dpp", "kernels"), ("fedbag", "selection")]
)
def test_a_short_experiment_finds_again_what_is_stored(script, part, monkeypatch, capsys):
    assert run(script, monkeypatch, part, "--check") == 0, capsys.readouterr().out


def test_a_check_fails_if_the_stored_result_is_another(monkeypatch, capsys, tmp_path):
    result = json.loads((recorded.RESULTS / "dpp_kernels.json").read_text("utf-8"))
    result["rows"][1]["variance_over_uniform"] += 1e-4
    (tmp_path / "dpp_kernels.json").write_text(json.dumps(result), "utf-8")
    monkeypatch.setattr(recorded, "RESULTS", tmp_path)
    assert run("dpp", monkeypatch, "kernels", "--check") == 1
    assert "/rows/1/variance_over_uniform" in capsys.readouterr().out


def test_what_a_command_writes_is_what_it_checks(monkeypatch, tmp_path):
    monkeypatch.setattr(recorded, "RESULTS", tmp_path)
    assert run("dpp", monkeypatch, "enumeration") == 0
    assert run("dpp", monkeypatch, "enumeration", "--check") == 0
    assert (
        json.loads((tmp_path / "dpp_enumeration.json").read_text("utf-8"))["record"]["command"]
        == "reproduce_dpp.py enumeration"
    )


def test_a_result_without_its_story_is_refused():
    with pytest.raises(ValueError, match="record must have the fields data, seeds"):
        recorded.complete("x.py y", {"record": {"data": "none"}, "table": {}})
    assert recorded.complete("x.py y", {"record": TOLD, "table": (1,)})["table"] == [1]


def test_rounding_is_no_difference_and_everything_else_is():
    old = {"a": [1.0, 2], "b": {"c": "x"}, "versions": {"numpy": "1"}}
    same = {"a": [1.0 + 1e-8, 2], "b": {"c": "x"}, "versions": {"numpy": "2"}}
    assert list(recorded.differences(old, same)) == []
    for new in ({"a": [1.1, 2], "b": {"c": "x"}}, {"a": [1.0], "b": {"c": "x"}},
                {"a": [1.0, 2], "b": {}}, {"a": [1.0, 2], "b": {"c": "x"}, "d": 0}):  # fmt: skip
        assert len(list(recorded.differences(old, new))) == 1
