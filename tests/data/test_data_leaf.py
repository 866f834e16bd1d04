"""LEAF JSON: what a generator wrote is read back, what is broken is named with its place."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from flcourse.data import label_counts, read_leaf


def leaf(clients):
    """Contents of a LEAF file from user -> (X, y)."""
    return {
        "users": list(clients),
        "num_samples": [len(y) for _, y in clients.values()],
        "user_data": {
            user: {"x": np.asarray(X).tolist(), "y": np.asarray(y).tolist()}
            for user, (X, y) in clients.items()
        },
    }


def write(folder, content, name="all_data_0.json"):
    text = content if isinstance(content, str) else json.dumps(content)
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def small():
    return leaf({"ada": ([[0.5, 1.0], [2.0, 3.0]], [1, 0]), "åke": ([[4.0, 5.0]], [2])})


def test_by_hand(tmp_path):
    got = read_leaf(write(tmp_path, small()))
    assert got.users == ("ada", "åke")
    assert len(got) == 2
    (X0, y0), (X1, y1) = got
    assert_array_equal(X0, [[0.5, 1.0], [2.0, 3.0]])
    assert_array_equal(y0, [1, 0])
    assert_array_equal(X1, [[4.0, 5.0]])
    assert_array_equal(y1, [2])
    assert (X0.dtype, y0.dtype) == (np.float64, np.int64)
    assert repr(got) == "<LeafClients: 2 users, 3 samples, 2 features>"


@pytest.mark.parametrize(("d", "C"), [(784, 62), (60, 10)], ids=["FEMNIST-like", "Synthetic-like"])
def test_what_a_generator_wrote_is_read_back(tmp_path, d, C):
    rng = np.random.default_rng(11)
    made = {
        f"f{i:04d}_{i % 7}": (np.round(rng.random((m, d)), 6), rng.integers(0, C, m))
        for i, m in enumerate(rng.integers(1, 30, 40))
    }
    # LEAF spreads the users over several files.
    names = sorted(made)
    for k in range(4):
        part = {user: made[user] for user in names[10 * k : 10 * k + 10]}
        write(tmp_path, leaf(part), f"all_data_{k}_niid_05_keep_0_train_9.json")
    got = read_leaf(tmp_path)
    assert got.users == tuple(names)
    for user, (X, y) in zip(got.users, got, strict=True):
        assert_array_equal(X, made[user][0])
        assert_array_equal(y, made[user][1])
    assert label_counts(got, C).sum() == sum(len(y) for _, y in made.values())


@given(
    st.dictionaries(
        st.text(min_size=1, max_size=5),
        st.lists(
            st.tuples(st.floats(-1e300, 1e300), st.floats(-1, 1), st.integers(0, 9)), min_size=1
        ),
        min_size=1,
        max_size=4,
    )
)
def test_round_trip(tmp_path_factory, samples):
    made = {
        user: ([row[:2] for row in rows], [row[2] for row in rows])
        for user, rows in samples.items()
    }
    got = read_leaf(write(tmp_path_factory.mktemp("leaf"), leaf(made)))
    assert got.users == tuple(made)
    for (X, y), (X_made, y_made) in zip(got, made.values(), strict=True):
        assert_array_equal(X, X_made)
        assert_array_equal(y, y_made)


def test_other_keys_and_other_files_do_not_matter(tmp_path):
    write(tmp_path, small() | {"hierarchies": [["a"], ["b"]]})
    write(tmp_path, "not JSON at all", "README.txt")
    assert len(read_leaf(tmp_path)) == 2


def test_samples_may_be_scalars_or_images_and_labels_whole_floats(tmp_path):
    scalars = read_leaf(write(tmp_path, leaf({"u": ([1.0, 2.0], [0.0, 1.0])})))
    assert_array_equal(scalars[0][0], [[1.0], [2.0]])
    assert scalars[0][1].dtype == np.int64
    images = read_leaf(write(tmp_path, leaf({"u": (np.arange(12).reshape(2, 2, 3), [0, 1])})))
    assert_array_equal(images[0][0], np.arange(12).reshape(2, 6))


def test_slices_are_lists_of_clients(tmp_path):
    got = read_leaf(write(tmp_path, small()))
    assert [len(y) for _, y in got[1:]] == [1]
    assert [len(y) for _, y in reversed(got)] == [1, 2]


def changed(**entries):
    return small() | entries


def with_user(**entries):
    content = small()
    content["user_data"]["ada"] |= entries
    return content


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"users": ["ada"],\n "num_samples": [1,,]}', r", line 2, column \d+: not JSON"),
        (json.dumps(small())[:-20], r", line 1, column \d+: not JSON"),
        ("", r", line 1, column 1: not JSON"),
        ("[1, 2]", "must be a JSON object, got list"),
        ({"users": [], "num_samples": []}, "must have 'user_data', got only"),
        (changed(users="ada"), "users must be a JSON array, got str"),
        (changed(user_data=[]), "user_data: must be a JSON object, got list"),
        (changed(num_samples=[2]), "num_samples must have one number for each of the 2 users"),
        (changed(num_samples=[2, 2]), "user 'åke': x must have 2 samples, got 1"),
        (changed(num_samples=[2, 1.0]), "user 'åke': num_samples must be an integer, got 1.0"),
        (changed(users=["ada", "bo"]), "user_data: must have 'bo', got only"),
        (changed(users=["ada"], num_samples=[2]), "no user beyond users, got 'åke'"),
        (changed(users=["ada", "åke", "ada"], num_samples=[2, 1, 2]), "'ada' must come once"),
        ('{"users": [], "users": []}', "user or key 'users' must come once"),
        (with_user(y=[1]), "user 'ada': y must have 2 samples, got 1"),
        (with_user(y=[1, -1]), "user 'ada': y must hold integers of at least 0, got -1"),
        (with_user(y=[1, 0.5]), "user 'ada': y must hold integers"),
        (with_user(y=["a", "b"]), "user 'ada': y must hold real numbers"),
        (with_user(y="ab"), "user 'ada': y must be a JSON array, got str"),
        (with_user(x=["to be", "or not"]), "user 'ada': x must hold real numbers"),
        (with_user(x=[[1, 2], [3]]), "user 'ada': x must be a rectangular array"),
        (with_user(x=[[1, 2], [3, float("nan")]]), "user 'ada': x must be finite"),
        (with_user(x=[[1, 2, 3], [4, 5, 6]]), "'åke' must have 3 features as 'ada' has, got 2"),
        (leaf({"ada": ([], [])}), "user 'ada': num_samples must be at least 1, got 0"),
        (with_user(x=[[], []]), "user 'ada': x must have at least one feature"),
        (changed(users=["ada", ["åke"]]), r"users must be names, got \['åke'\]"),
        (leaf({}), "at least one user must be there"),
    ],
)
def test_broken_files_are_named_with_the_place(tmp_path, content, message):
    write(tmp_path, content)
    with pytest.raises(ValueError, match=message) as caught:
        read_leaf(tmp_path)
    assert str(caught.value).startswith(str(tmp_path))


def test_missing_user_key(tmp_path):
    content = small()
    del content["user_data"]["åke"]["y"]
    with pytest.raises(ValueError, match=r"all_data_0.json: user 'åke': must have 'y'"):
        read_leaf(write(tmp_path, content))


def test_user_in_two_files(tmp_path):
    write(tmp_path, small(), "a.json")
    write(tmp_path, small(), "b.json")
    with pytest.raises(ValueError, match=r"b.json: user 'ada' must come once, .* in .*a.json"):
        read_leaf(tmp_path)


def test_not_utf8(tmp_path):
    (tmp_path / "x.json").write_bytes(b'{"users": ["\xe5ke"]}')
    with pytest.raises(ValueError, match=r"x.json: the file must be UTF-8 text, byte 12"):
        read_leaf(tmp_path)


def test_no_files(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"folder must hold .json files of LEAF"):
        read_leaf(tmp_path / "missing")
