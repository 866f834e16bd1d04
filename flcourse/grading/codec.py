"""Values between the grader and a student's process, by value and without pickle.

A message is one line of JSON and the buffers that it announces. In the JSON every value is a list
whose first entry names its kind:

==================================================  ================================================
``["none"]``                                        None
``["bool", true]``                                  true or false
``["int", "42"]``                                   of any size, as text
``["float", "0x1.8p+1"]``                           to the last bit; also "nan", "inf", "-inf"
``["complex", re, im]``                             two floats
``["str", text]``                                   a string
``["list", [...]]``                                 and ``"tuple"``
``["dict", [[key, value]]]``                        pairs, in their order
``["array", dtype, shape, i]``                      entries in buffer i, C order, little-endian
``["scalar", dtype, i]``                            a NumPy scalar
``["objects", shape, [...]]``                       an array of Python objects, entry by entry
``["sparse", format, value, value, value, shape]``  data, indices and indptr of CSR or CSC
``["rng", state, seed]``                            a NumPy Generator; it returns advanced, with as
                                                    many children spawned as there were inside
``["other", type, text]``                           anything else: its type's name and its repr, cut
==================================================  ================================================

Both sides check every length and type that they read: a student's process may write anything.
Subclasses come across as what they extend (a matrix as an array, a named tuple as a tuple), and
what can be read as numbers as these (a ``deque`` as a list, a ``Decimal`` as a float).
"""

from __future__ import annotations

import contextlib
import json
import math
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

__all__ = [
    "BIT_GENERATORS",
    "CodecError",
    "catch_up",
    "decode",
    "encode",
    "read_message",
    "write_message",
]

LARGEST_LINE = 4 * 2**20  # bytes of JSON
LARGEST_MESSAGE = 16 * 2**20  # bytes of all buffers
MOST_ENTRIES = 2**22  # of an array or, zeros included, a sparse matrix
DEEPEST = 40  # levels of nesting; a parameter `depth` counts those that are left
LONGEST_TEXT = 100_000  # characters
LONGEST_INT = 4_000  # digits; Python itself refuses longer ones
MOST_CHILDREN = 100_000  # of a Generator
LARGEST_POOL = 64  # of what a Generator is seeded from
KINDS = "biufcSU"  # of entries that an array may have
NUMBERS = "biufc"
BIT_GENERATORS = ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64")


class CodecError(ValueError):
    """The value cannot be sent, or what came is no value of this format."""


@dataclass(frozen=True)
class Other:
    """Stands for a value that has no place in a message, such as a function or a set."""

    type: str
    text: str

    def __repr__(self) -> str:
        return f"{self.text} (a {self.type})"


# ---------------------------------------------------------------------- to JSON and buffers


def encode(value: Any) -> tuple[Any, list[bytes]]:
    """Return the JSON tree of a value and its buffers.

    Examples
    --------
    >>> encode([1, 0.5])
    (['list', [['int', '1'], ['float', '0x1.0000000000000p-1']]], [])
    >>> decode(*encode({"w": np.arange(3)}))
    {'w': array([0, 1, 2])}
    """
    buffers: list[bytes] = []
    return _tree(value, buffers, DEEPEST), buffers


def _tree(value: Any, buffers: list[bytes], depth: int) -> Any:
    if depth == 0:
        raise CodecError(f"values are nested more than {DEEPEST} deep")
    if value is None:
        return ["none"]
    for kinds, write in _WRITERS:
        if isinstance(value, kinds):
            return write(value, buffers, depth - 1)
    sparse = sys.modules.get("scipy.sparse")  # which takes long to load, and mostly is not needed
    if sparse is not None and sparse.issparse(value):
        return _write_sparse(value, buffers, depth - 1)
    return _other(value, buffers, depth)


def _write_int(value: int, buffers: list[bytes], depth: int) -> Any:
    return ["int", int.__repr__(value + 0)]


def _write_list(value: Any, buffers: list[bytes], depth: int) -> Any:
    kind = "tuple" if isinstance(value, tuple) else "list"
    return [kind, [_tree(part, buffers, depth) for part in value]]


def _write_dict(value: Any, buffers: list[bytes], depth: int) -> Any:
    pairs = dict.items(value)
    return ["dict", [[_tree(k, buffers, depth), _tree(v, buffers, depth)] for k, v in pairs]]


def _write_array(value: Any, buffers: list[bytes], depth: int) -> Any:
    plain = np.array(value, copy=None, subok=False)
    masked = sys.modules.get("numpy.ma")  # which NumPy loads late: a student may forbid imports
    if masked is not None and isinstance(value, masked.MaskedArray):
        plain = masked.getdata(value)
    if plain.dtype.kind == "O":
        return ["objects", list(plain.shape), [_tree(v, buffers, depth) for v in plain.flat]]
    if plain.dtype.kind not in KINDS:
        return _named(value)
    if plain.dtype.kind in "fc" and plain.dtype.itemsize > 16 // (1 + (plain.dtype.kind == "f")):
        plain = plain.astype(np.float64 if plain.dtype.kind == "f" else np.complex128)
    if plain.dtype.itemsize == 0:
        plain = plain.astype(f"{plain.dtype.kind}1")
    plain = plain.astype(plain.dtype.newbyteorder("<"), copy=False)
    _refuse_vast(plain.shape)
    buffers.append(plain.tobytes())
    return ["array", plain.dtype.str, list(plain.shape), len(buffers) - 1]


def _write_scalar(value: Any, buffers: list[bytes], depth: int) -> Any:
    written = _write_array(np.asarray(value), buffers, depth)
    return ["scalar", written[1], written[3]] if written[0] == "array" else written


def _write_sparse(value: Any, buffers: list[bytes], depth: int) -> Any:
    kept = value if value.format in {"csr", "csc"} else value.tocsr()
    _refuse_vast(kept.shape)
    parts = [_write_array(part, buffers, depth) for part in (kept.data, kept.indices, kept.indptr)]
    return ["sparse", kept.format, *parts, list(kept.shape)]


def _write_rng(value: np.random.Generator, buffers: list[bytes], depth: int) -> Any:
    bits = value.bit_generator
    return ["rng", _tree(bits.state, buffers, depth), _tree(_seed(bits), buffers, depth)]


def _seed(bits: np.random.BitGenerator) -> tuple[Any, ...] | None:
    """Return what ``spawn`` needs: without it, all generators would have the same children."""
    seed = bits.seed_seq
    if not isinstance(seed, np.random.SeedSequence):
        return None
    return seed.entropy, seed.spawn_key, seed.pool_size, seed.n_children_spawned


def catch_up(ours: np.random.Generator, theirs: np.random.Generator) -> None:
    """Advance a Generator to where a copy of it has come."""
    ours.bit_generator.state = theirs.bit_generator.state
    before, after = _seed(ours.bit_generator), _seed(theirs.bit_generator)
    if before and after:
        for _ in range(after[-1] - before[-1]):
            ours.bit_generator.seed_seq.spawn(1)  # type: ignore[attr-defined]  # a SeedSequence


def _other(value: Any, buffers: list[bytes], depth: int) -> Any:
    """Write what `flcourse.grading.checks` would read as numbers as these; name anything else.

    A table of pandas, an ``array.array``, a ``memoryview`` are arrays, a ``Decimal`` is a float.
    """
    with contextlib.suppress(Exception):
        plain = np.asarray(value)
        if plain.dtype.kind in NUMBERS or (plain.dtype.kind == "O" and plain.ndim):
            return _write_array(plain, buffers, depth)
        if plain.dtype.kind == "O":
            return ["float", float(value).hex()]
    return _named(value)


def _named(value: Any) -> Any:
    """Name a value that has no place in a message."""
    try:
        text = repr(value)
    except Exception:
        text = "a value that cannot be shown"
    return ["other", type(value).__name__[:100], text[:200]]


_WRITERS: list[tuple[Any, Callable[[Any, list[bytes], int], Any]]] = [
    (bool, lambda value, buffers, depth: ["bool", bool(value)]),
    (np.generic, _write_scalar),  # before float, which numpy.float64 extends
    (int, _write_int),
    (float, lambda value, buffers, depth: ["float", float.hex(value)]),
    (complex, lambda value, buffers, depth: ["complex", *map(float.hex, (value.real, value.imag))]),
    (str, lambda value, buffers, depth: ["str", str.__str__(value)[:LONGEST_TEXT]]),
    ((list, tuple, range, deque), _write_list),
    (dict, _write_dict),
    (np.ndarray, _write_array),
    (np.random.Generator, _write_rng),
]


# ---------------------------------------------------------------------- from JSON and buffers


def decode(tree: Any, buffers: list[bytes]) -> Any:
    """Return the value of a JSON tree and its buffers.

    Raises
    ------
    CodecError
        If they are not in the format; nothing of them is executed.
    """
    try:
        return _value(tree, buffers, DEEPEST)
    except CodecError:
        raise
    except Exception as error:
        raise CodecError(f"not a value: {type(error).__name__}: {str(error)[:200]}") from None


def _value(tree: Any, buffers: list[bytes], depth: int) -> Any:
    if depth == 0:
        raise CodecError(f"values are nested more than {DEEPEST} deep")
    kind, *parts = _typed(tree, list)
    return _READERS[_typed(kind, str)](parts, buffers, depth - 1)


def _typed(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise CodecError(f"expected {kind.__name__}, got {type(value).__name__}")
    return value


def _read_int(parts: Any, buffers: list[bytes], depth: int) -> int:
    text = _typed(parts[0], str)
    if len(text) > LONGEST_INT:
        raise CodecError(f"an integer of more than {LONGEST_INT} digits")
    return int(text)


def _read_float(parts: Any, buffers: list[bytes], depth: int) -> float:
    return float.fromhex(_typed(parts[0], str))


def _read_list(parts: Any, buffers: list[bytes], depth: int) -> list[Any]:
    return [_value(part, buffers, depth) for part in _typed(parts[0], list)]


def _read_dict(parts: Any, buffers: list[bytes], depth: int) -> dict[Any, Any]:
    pairs = [_typed(pair, list) for pair in _typed(parts[0], list)]
    return {_value(key, buffers, depth): _value(value, buffers, depth) for key, value in pairs}


def _read_array(parts: Any, buffers: list[bytes], depth: int) -> Any:
    name, shape, number = parts
    dtype = np.dtype(_typed(name, str))
    lengths = tuple(_length(length) for length in _typed(shape, list))
    if (
        dtype.kind not in KINDS
        or dtype.itemsize == 0
        or dtype.hasobject
        or dtype.fields
        or dtype.subdtype
    ):
        raise CodecError(f"arrays of dtype {dtype} are not sent")
    if len(lengths) > 32 or not 0 <= _typed(number, int) < len(buffers):
        raise CodecError("an array without its buffer")
    _refuse_vast(lengths)
    if math.prod(lengths) * dtype.itemsize != len(buffers[number]):
        raise CodecError(f"an array of shape {lengths} does not fit its buffer")
    return np.frombuffer(buffers[number], dtype).reshape(lengths).copy()


def _refuse_vast(shape: Sequence[int]) -> None:
    """Refuse what would fill the memory of the side that looks at it, as a dense float array."""
    if math.prod(shape) > MOST_ENTRIES:
        raise CodecError(f"a value of shape {tuple(shape)} has more than {MOST_ENTRIES} entries")


def _length(value: Any) -> int:
    if _typed(value, int) < 0:
        raise CodecError("a negative length")
    return int(value)


def _read_scalar(parts: Any, buffers: list[bytes], depth: int) -> Any:
    return _read_array([parts[0], [], parts[1]], buffers, depth)[()]


def _read_objects(parts: Any, buffers: list[bytes], depth: int) -> Any:
    lengths = tuple(_length(length) for length in _typed(parts[0], list))
    entries = _typed(parts[1], list)
    if math.prod(lengths) != len(entries):
        raise CodecError("an array of objects does not fit its shape")
    result = np.empty(len(entries), dtype=object)
    for place, entry in enumerate(entries):
        result[place] = _value(entry, buffers, depth)
    return result.reshape(lengths)


def _read_sparse(parts: Any, buffers: list[bytes], depth: int) -> Any:
    from scipy import sparse

    form, *arrays, shape = parts
    data, indices, indptr = (_value(array, buffers, depth) for array in arrays)
    make = {"csr": sparse.csr_array, "csc": sparse.csc_array}[_typed(form, str)]
    lengths = tuple(_length(length) for length in _typed(shape, list))
    _refuse_vast(lengths)
    matrix = make((data, indices, indptr), shape=lengths)
    matrix.check_format(full_check=True)
    return matrix


def _read_rng(parts: Any, buffers: list[bytes], depth: int) -> np.random.Generator:
    state = _typed(_value(parts[0], buffers, depth), dict)
    if state.get("bit_generator") not in BIT_GENERATORS:
        raise CodecError("an unknown kind of generator")
    bits = getattr(np.random, state["bit_generator"])(_read_seed(_value(parts[1], buffers, depth)))
    bits.state = state
    return np.random.Generator(bits)


def _read_seed(seed: Any) -> np.random.SeedSequence:
    if seed is None:
        return np.random.SeedSequence(0)
    entropy, key, pool, children = _typed(seed, tuple)
    if not (0 < pool <= LARGEST_POOL and 0 <= children <= MOST_CHILDREN):
        raise CodecError("a seed that is too large")
    return np.random.SeedSequence(
        entropy, spawn_key=key, pool_size=pool, n_children_spawned=children
    )


def _read_other(parts: Any, buffers: list[bytes], depth: int) -> Other:
    """Stand in for a value whose type a message may name."""
    name, text = (_typed(part, str)[:200] for part in parts)
    kind: type[Other] = type(name.replace("\0", ""), (Other,), {})
    return kind(name, text)


_READERS: dict[str, Callable[[Any, list[bytes], int], Any]] = {
    "none": lambda parts, buffers, depth: None,
    "bool": lambda parts, buffers, depth: _typed(parts[0], bool),
    "int": _read_int,
    "float": _read_float,
    "complex": lambda parts, buffers, depth: complex(*(float.fromhex(part) for part in parts)),
    "str": lambda parts, buffers, depth: _typed(parts[0], str)[:LONGEST_TEXT],
    "list": _read_list,
    "tuple": lambda parts, buffers, depth: tuple(_read_list(parts, buffers, depth)),
    "dict": _read_dict,
    "array": _read_array,
    "scalar": _read_scalar,
    "objects": _read_objects,
    "sparse": _read_sparse,
    "rng": _read_rng,
    "other": _read_other,
}


# ---------------------------------------------------------------------- messages on a pipe


def write_message(pipe: BinaryIO, head: dict[str, Any], value: Any = None) -> None:
    """Write a message: ``head`` holds plain JSON, ``value`` any value.

    Raises
    ------
    CodecError
        If the value is too large or too deep; then nothing was written.
    """
    tree, buffers = encode(value)
    if sum(map(len, buffers)) > LARGEST_MESSAGE:
        raise CodecError(f"a value of more than {LARGEST_MESSAGE // 2**20} MB")
    sizes = [len(buffer) for buffer in buffers]
    line = json.dumps({**head, "value": tree, "buffers": sizes}).encode() + b"\n"
    if len(line) > LARGEST_LINE:
        raise CodecError(f"a value whose parts take more than {LARGEST_LINE // 2**20} MB of text")
    pipe.write(b"".join([line, *buffers]))
    pipe.flush()


def read_message(pipe: BinaryIO) -> tuple[dict[str, Any], Any]:
    """Return head and value of the next message.

    Raises
    ------
    EOFError
        If the other side has closed the pipe.
    CodecError
        If what came is no message.
    """
    line = pipe.readline(LARGEST_LINE + 1)
    if not line:
        raise EOFError
    try:
        head = _typed(json.loads(line), dict)
        sizes = [_length(size) for size in _typed(head.pop("buffers"), list)]
        tree = head.pop("value")
    except CodecError:
        raise
    except (ValueError, KeyError, RecursionError) as error:
        raise CodecError(f"not a message: {type(error).__name__}") from None
    if sum(sizes) > LARGEST_MESSAGE:
        raise CodecError(f"a value of more than {LARGEST_MESSAGE // 2**20} MB")
    buffers = [pipe.read(size) for size in sizes]
    if [len(buffer) for buffer in buffers] != sizes:
        raise EOFError
    return head, decode(tree, buffers)
