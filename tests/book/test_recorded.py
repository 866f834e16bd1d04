"""Recorded experiments run from their commands, say enough, and notice when they find otherwise."""

import importlib
import json
import sys

import numpy as np
import pytest
from conftest import ROOT
from numpy.testing import assert_allclose, assert_array_equal

from flcourse import fedopt
from flcourse.losses import Softmax

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


def test_where_rounding_decides_means_are_compared_within_the_spread():
    def result(mean, other=50.0, row="wild"):
        told = {"rows": [row], "why": "it runs away"}
        wild = {"accuracy": {"mean": mean, "deviation": 2.0, "per_seed": [mean - 2, mean + 2]}}
        tame = {"accuracy": {"mean": other, "deviation": 2.0, "per_seed": [other]}}
        return {"rounding": told, "table": {"wild": wild, "wilder": tame}}

    assert list(recorded.differences(result(10.0), result(17.9))) == []
    assert list(recorded.differences(result(10.0), result(18.1))) == [
        "/table/wild/accuracy/mean: 10.0 stored, 18.1 now"
    ]
    assert len(list(recorded.differences(result(10.0), result(10.0, other=50.1)))) == 2
    assert list(recorded.differences(result(10.0), result(10.0, row="none")))


def test_where_rounding_decides_medians_lie_in_the_range_of_the_other_run():
    def result(median, low=8.0, high=14.0, other=3.0):
        run = {"median": median, "range": [low, high], "runs": [low, median, high]}
        return {
            "rounding": {"rows": ["digits/DPP"], "why": "ties"},
            "digits": {"DPP": {"rounds": run, "reached": other}, "uniform": {"median": 2.0}},
        }

    assert list(recorded.differences(result(12.5), result(11.0, 7.0, 13.0))) == []
    assert list(recorded.differences(result(12.5), result(15.0, 9.0, 20.0))) == [
        "/digits/DPP/rounds/median: 12.5 stored, 15.0 now"
    ]
    assert list(recorded.differences(result(12.5), result(10.0, 8.0, 12.0)))  # 12.5 is no run's
    assert len(list(recorded.differences(result(12.5), result(11.0, other=4.0)))) == 1
    changed = result(12.5)
    changed["digits"]["uniform"]["median"] = 2.1  # nothing else is left to rounding
    assert list(recorded.differences(result(12.5), changed)) == [
        "/digits/uniform/median: 2.0 stored, 2.1 now"
    ]


def test_only_rows_that_are_there_can_be_left_to_rounding():
    for path in recorded.RESULTS.glob("*.json"):
        stored = json.loads(path.read_text("utf-8"))
        if isinstance(stored, dict) and "rounding" in stored:
            for row in stored["rounding"]["rows"]:
                place = stored["table"] if row in stored.get("table", {}) else stored
                for name in [row] if place is not stored else row.split("/"):
                    place = place[name]
                assert isinstance(place, dict), (path.name, row)
            assert len(stored["rounding"]["why"]) > 50


def test_no_target_lies_at_a_number_of_pictures():
    """Rounding would decide whether it is reached: an accuracy is a mean over the clients."""
    fashion = importlib.import_module("reproduce_fashion")
    stored = json.loads((recorded.RESULTS / "fashion_fedbag.json").read_text("utf-8"))
    pictures = np.array(stored["targets"]) * fashion.TESTED
    assert_allclose(pictures % 1, 0.5, atol=1e-6)
    wanted = np.array(stored["shares"]) * stored["central_accuracy"] * fashion.TESTED
    assert_allclose(pictures, wanted, atol=0.5 + 1e-6)


def test_one_pass_over_the_pictures_is_the_round_of_the_course():
    # Fashion-MNIST itself need not be installed.
    fashion = importlib.import_module("reproduce_fashion")
    rng = np.random.default_rng(0)
    clients = [(rng.normal(i, 1, (20, 4)), np.full(20, i)) for i in range(3)]
    for method in (fedopt.QFedSGD(5, 10.0), fedopt.AFL(0.1, 0.1)):
        models = [
            fedopt.simulate(
                given, Softmax(), clients, 30, select=fedopt.uniform(3, 3), every=30,
                rng=np.random.default_rng(0),
            ).w
            for given in (method, fashion.AtOnce(method, clients))
        ]  # fmt: skip
        assert_allclose(models[1], models[0], rtol=1e-4, atol=1e-5)


def test_pictures_are_dealt_as_asked_and_none_twice():
    fashion = importlib.import_module("reproduce_fashion")
    y = np.repeat(np.arange(10), 5)
    Z = np.array([[2, 0, 1] + [0] * 7, [3, 1, 0] + [0] * 6 + [5]])
    clients = fashion.dealt(Z, np.arange(50), y, np.random.default_rng(0))
    assert_array_equal([np.bincount(labels, minlength=10) for _, labels in clients], Z)
    rows = np.concatenate([X for X, _ in clients])
    assert len(set(rows)) == len(rows)
    with pytest.raises(ValueError, match="class 0 has 5 pictures, 6 are asked for"):
        fashion.dealt(3 * Z[:1], np.arange(50), y, np.random.default_rng(0))
