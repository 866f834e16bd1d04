"""The list of faults that tests/faults/plant.py plants fits the tree and leaves no part out."""

import sys
from collections import Counter

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests" / "faults"))

import plant

FAULTS = plant.read_faults()
NAMES = [path.relative_to(ROOT) for top in ("flcourse", "tools", "book/_ext", "tests")
         for path in sorted((ROOT / top).rglob("*.*")) if path.is_file()]  # fmt: skip
# How many faults each part has at least.
LECTURES = ("erm", "graph", "gtvmin", "gradient", "gossip", "convex", "fedopt", "messages",
            "fedknn", "dpp", "fedbag", "synthesis", "privacy", "flower")  # fmt: skip
PARTS = dict.fromkeys(LECTURES, 2) | {
    "data": 5,
    "losses": 2,
    "plots": 2,
    "engine": 5,
    "authoring": 5,
    "student": 5,
    "official": 5,
    "course": 5,
    "reports": 5,
    "cli": 3,
    "tools": 5,
    "book": 4,
}


@pytest.fixture(scope="module")
def texts():
    return plant.sources(ROOT, NAMES)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_has_one_place_and_tests_that_should_find_it(fault, texts):
    assert fault.find != fault.put
    assert fault.suffers
    plant.place(fault, texts)
    assert fault.tests
    for line in fault.tests:
        plant.test_file(line, NAMES)


def test_names_are_different():
    names = [fault.name for fault in FAULTS]
    assert len(set(names)) == len(names) >= 60


def test_every_part_has_faults():
    number = Counter(fault.part for fault in FAULTS)
    assert number.keys() == PARTS.keys()
    assert {part for part, least in PARTS.items() if number[part] < least} == set()


def test_the_grader_has_many():
    wings = {"authoring", "student", "official", "course", "reports"}
    assert sum(fault.part in wings for fault in FAULTS) >= 25


def test_a_snippet_that_is_gone_or_there_twice_is_told():
    lost = plant.Fault("lost", "erm", "no such words", "", "", ())
    with pytest.raises(plant.ConclusionError, match="nowhere"):
        plant.place(lost, {plant.Path("a.py"): "x = 1"})
    with pytest.raises(plant.ConclusionError, match=r"a\.py, b\.py"):
        plant.place(
            plant.Fault("twice", "erm", "x", "y", "", ()),
            {plant.Path("a.py"): "x = 1", plant.Path("b.py"): "x = 2"},
        )
