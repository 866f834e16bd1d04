"""What crosses between grader and student's process comes out as it went in, or not at all."""

import array
import collections
import datetime
import decimal
import fractions
import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import sparse

from flcourse.grading import checks, codec

numbers = st.integers() | st.floats() | st.booleans() | st.complex_numbers(allow_nan=False)
plain = st.recursive(
    st.none() | numbers | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text() | st.integers(), inner, max_size=4)
    ),
    max_leaves=12,
)
dtypes = st.sampled_from(["?", "i1", "u2", "i8", ">i4", "f2", "f4", "f8", ">f8", "c8", "c16", "U3"])
arrays = hnp.arrays(dtypes, hnp.array_shapes(min_dims=0, min_side=0))


def there_and_back(value):
    tree, buffers = codec.encode(value)
    return codec.decode(json.loads(json.dumps(tree)), buffers)


@given(plain)
def test_plain_values_come_back(value):
    assert repr(there_and_back(value)) == repr(value)


@given(arrays)
def test_arrays_come_back_with_dtype_and_shape(value):
    back = there_and_back(value)
    assert (back.dtype, back.shape) == (value.dtype.newbyteorder("<"), value.shape)
    np.testing.assert_array_equal(back, value)
    assert back.flags.writeable


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "bsr", "dia"])
def test_sparse_matrices_come_back(form):
    M = sparse.random_array((4, 6), density=0.4, format=form, rng=np.random.default_rng(0))
    np.testing.assert_array_equal(there_and_back(M).toarray(), M.toarray())


@pytest.mark.parametrize("bits", codec.BIT_GENERATORS)
def test_a_generator_goes_on_where_it_was(bits):
    rng = np.random.Generator(getattr(np.random, bits)(3))
    rng.random(5)
    back = there_and_back(rng)
    assert back.random() == rng.random()


@pytest.mark.parametrize("bits", codec.BIT_GENERATORS)
@pytest.mark.parametrize("seed", [3, [1, 2], None])
def test_a_generator_has_the_same_children(bits, seed):
    rng = np.random.Generator(getattr(np.random, bits)(seed))
    rng.spawn(2)
    copy = there_and_back(rng)
    twin = there_and_back(copy)
    children = [child.random() for child in copy.spawn(3)]
    codec.catch_up(rng, there_and_back(copy))
    assert children == [child.random() for child in twin.spawn(3)]
    assert rng.spawn(1)[0].random() == copy.spawn(1)[0].random()
    assert rng.random() == copy.random()
    assert there_and_back(copy.spawn(1)[0]).spawn(1)[0].random() not in children


def test_a_generator_that_cannot_spawn_is_sent_all_the_same():
    rng = np.random.Generator(np.random.Philox(key=3))
    assert there_and_back(rng).random() == rng.random()


def test_subclasses_come_back_as_what_they_extend():
    class Text(str):
        __slots__ = ()

    class Rows(list):
        pass

    class Mine(np.ndarray):
        pass

    assert type(there_and_back(np.array([[1.0]]).view(Mine))) is np.ndarray
    assert type(there_and_back(Text("a"))) is str
    assert type(there_and_back(Rows([1]))) is list
    assert there_and_back(range(3)) == [0, 1, 2]
    assert there_and_back(fractions.Fraction(1, 4)) == 0.25
    assert there_and_back(np.ma.array([1, 2], mask=[0, 1])).tolist() == [1, 2]


def test_what_has_no_place_is_named():
    back = there_and_back({1, 2})
    assert (back.type, repr(back)) == ("set", "{1, 2} (a set)")
    assert there_and_back(np.array([None, 2], dtype=object)).tolist() == [None, 2]


def test_what_is_too_deep_is_refused():
    nested = []
    for _ in range(100):
        nested = [nested]
    with pytest.raises(codec.CodecError, match="40 deep"):
        codec.encode(nested)


@pytest.mark.parametrize(
    "tree",
    [
        None, [], ["none", 1, []][1:], ["int", 3], ["int", "9" * 5000], ["float", "one"],
        ["array", "O", [1], 0], ["array", "f8", [2], 0], ["array", "f8", [-1], 0],
        ["array", "f8", [1], 7], ["array", "f8", [1], True], ["array", "V8", [1], 0],
        ["array", "(2,)f4", [1], 0], ["array", "f8", [10**12] * 3, 0], ["rng", ["none"]],
        ["rng", codec.encode(np.random.PCG64(1).state)[0], ["tuple", [["int", "1"]] * 4]],
        ["rng", codec.encode(np.random.PCG64(1).state)[0],
         codec.encode((1, (), 4, 10**9))[0]],
        ["rng", codec.encode(np.random.PCG64(1).state)[0], codec.encode((1, (), 10**9, 0))[0]],
        ["rng", ["dict", [[["str", "bit_generator"], ["str", "os"]]]]], ["dict", [[["list", []]]]],
        ["dict", [[["list", []], ["none"]]]], ["objects", [3], []], ["tuple", "abc"], ["str", 1],
        ["sparse", "csr", ["none"], ["none"], ["none"], [1, 1]], ["pickle", "x"], [["none"]],
    ],
    ids=repr,
)  # fmt: skip
def test_malformed_values_are_refused(tree):
    with pytest.raises(codec.CodecError):
        codec.decode(tree, [b"12345678"])


@pytest.mark.parametrize(
    "value",
    [np.zeros(5_000_000, np.int8), sparse.csr_array((10**5, 10**5))],
    ids=["array", "sparse"],
)
def test_what_would_fill_the_memory_is_refused_on_both_sides(value, monkeypatch):
    with pytest.raises(codec.CodecError, match="entries"):
        codec.encode(value)
    with monkeypatch.context() as patch:
        patch.setattr(codec, "MOST_ENTRIES", 10**12)
        tree, buffers = codec.encode(value)
    with pytest.raises(codec.CodecError, match="entries"):
        codec.decode(tree, buffers)


def test_arrays_of_nothing_are_refused():
    with pytest.raises(codec.CodecError):
        codec.decode(["array", "U0", [10**6], 0], [b""])


def test_a_sparse_matrix_must_not_point_outside():
    tree, buffers = codec.encode(sparse.csr_array(np.eye(3)))
    indices = tree[3]
    buffers[indices[3]] = np.array([0, 1, 99], dtype=indices[1]).tobytes()
    with pytest.raises(codec.CodecError):
        codec.decode(tree, buffers)


@given(st.binary(max_size=300))
def test_noise_on_the_pipe_is_an_error_of_ours_or_the_end(noise):
    with pytest.raises((codec.CodecError, EOFError)):
        codec.read_message(io.BytesIO(noise))


def test_messages_follow_each_other_on_one_pipe():
    pipe = io.BytesIO()
    codec.write_message(pipe, {"do": "a"}, np.arange(3))
    codec.write_message(pipe, {"do": "b"}, "text")
    pipe.seek(0)
    head, value = codec.read_message(pipe)
    assert (head, value.tolist()) == ({"do": "a"}, [0, 1, 2])
    assert codec.read_message(pipe) == ({"do": "b"}, "text")
    with pytest.raises(EOFError):
        codec.read_message(pipe)


def test_a_message_that_is_too_large_is_not_begun(monkeypatch):
    monkeypatch.setattr(codec, "LARGEST_MESSAGE", 100)
    pipe = io.BytesIO()
    with pytest.raises(codec.CodecError, match="MB"):
        codec.write_message(pipe, {}, np.zeros(100))
    assert pipe.getvalue() == b""


class Floats:
    """Can be read as a number, as those of mpmath and SymPy can."""

    def __float__(self):
        return 1.5


class Row:
    """A sequence without a name for it."""

    def __len__(self):
        return 2

    def __getitem__(self, at):
        if at > 1:
            raise IndexError
        return float(at)


class Table:
    """Can be read as an array, as tables of pandas and tensors of PyTorch can."""

    def __array__(self, dtype=None, copy=None):
        return np.eye(2, dtype=dtype)


class Broken(Table):
    def __array__(self, dtype=None, copy=None):
        raise ValueError("not today")

    def __repr__(self):
        raise ValueError("not today")


Pair = collections.namedtuple("Pair", "x y")
RETURNED = [
    collections.deque([1, 2.5]), collections.deque([np.ones(2), np.ones(2)]), collections.deque(),
    collections.deque([[1], [2, 3]]), array.array("d", [1, 2]), array.array("i", []),
    array.array("u", "ab"), memoryview(array.array("i", [1, 2])), memoryview(b"ab"),
    memoryview(np.eye(2)), bytearray(b"ab"), b"ab", decimal.Decimal("1.5"), [decimal.Decimal(2)],
    np.array([decimal.Decimal(1), decimal.Decimal(2)]), decimal.Decimal("NaN"),
    decimal.Decimal("sNaN"), decimal.Decimal("Infinity"), decimal.Decimal("1e400"),
    fractions.Fraction(1, 3), [fractions.Fraction(1, 3)], fractions.Fraction(10**400), Floats(),
    [Floats(), Floats()], np.array([Floats()]), Row(), [Row(), Row()], Table(), [Table()],
    Broken(), [Broken()], collections.UserList([1, 2]), collections.OrderedDict(a=1), Pair(1, 2),
    range(3), {1: 2}.values(), {1: 2}.keys(), {1: 2}, {1, 2}, frozenset({1}), map(float, [1]),
    (x for x in [1, 2]), iter([1]), zip([1], [2], strict=True), enumerate([1]), True, [True, 2.5],
    None, [None], "1", ["1"], 1 + 0j, [1j], np.float16(1), np.longdouble(1.5), np.int8(3),
    np.array(3), np.array([]), np.matrix([[1, 2]]), np.ma.array([1, 2]),
    np.ma.array([1, 2], mask=[True, False]), np.rec.array([(1.0,)], dtype=[("x", float)]),
    np.array(["2020-01-01"], dtype="M8[D]"), np.datetime64("2020-01-01"), np.timedelta64(1, "s"),
    np.void(b"a"), np.poly1d([1, 2]), datetime.date(2020, 1, 1), datetime.timedelta(1), 10**400,
    [10**400], slice(1), ..., NotImplemented, object(), len, int, float("nan"), [float("inf")],
    sparse.eye_array(2), sparse.coo_matrix(np.eye(2)), [sparse.eye_array(2)], [[1], [2, 3]],
    np.array([1, "a"], dtype=object), np.array([[1, 2.5]], dtype=object), np.str_("a"),
]  # fmt: skip


def read(value):
    """What the checks make of a value: its numbers, or that they refuse it."""
    try:
        return checks.numbers(value, what="", hint="").tolist()
    except AssertionError:
        return "refused"


@pytest.mark.parametrize("value", RETURNED, ids=lambda value: type(value).__name__)
def test_what_checks_read_at_home_they_read_here(value):
    assert read(there_and_back(value)) == read(value)


def test_many_kinds_of_values_are_read():
    kinds = {type(value) for value in RETURNED if read(value) != "refused"}
    assert kinds >= {
        collections.deque,
        array.array,
        memoryview,
        decimal.Decimal,
        Floats,
        Row,
        Table,
    }
    for value in (collections.deque([1, 2]), [1, 2], (1, 2), np.arange(2)):
        assert len(checks.parts(there_and_back(value), 2, what="", hint="")) == 2
        assert len(checks.parts(value, 2, what="", hint="")) == 2
