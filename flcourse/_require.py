"""Checks at the door: every error names the argument, the value that came and the rule.

Public functions call these once, where data enters; the code behind them can then trust its arrays.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np
import scipy  # its part on sparse matrices is loaded where a graph needs it
from numpy.typing import ArrayLike, NDArray

from flcourse._types import Floats


def number(
    name: str,
    value: Any,
    *,
    at_least: float | None = None,
    above: float | None = None,
    at_most: float | None = None,
    below: float | None = None,
) -> float:
    """Return ``value`` as a finite float within the stated bounds."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real | np.number):
        raise ValueError(f"{name} must be a real number, got {value!r}")
    result = float(value)
    if not math.isfinite(result):
        rule = "be finite"
    elif at_least is not None and result < at_least:
        rule = f"be at least {at_least}"
    elif above is not None and result <= above:
        rule = f"be greater than {above}"
    elif at_most is not None and result > at_most:
        rule = f"be at most {at_most}"
    elif below is not None and result >= below:
        rule = f"be less than {below}"
    else:
        return result
    raise ValueError(f"{name} must {rule}, got {value!r}")


def count(name: str, value: Any, *, at_least: int = 0, at_most: int | None = None) -> int:
    """Return ``value`` as an int within the stated bounds; 3.0 and True are not counts."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, bool | np.bool_) or not isinstance(value, Integral | np.integer):
        raise ValueError(f"{name} must be an integer, got {value!r}")
    result = int(value)
    if result < at_least:
        raise ValueError(f"{name} must be at least {at_least}, got {result}")
    if at_most is not None and result > at_most:
        raise ValueError(f"{name} must be at most {at_most}, got {result}")
    return result


def choice(name: str, value: Any, options: Collection[str]) -> str:
    """Return ``value`` if it is one of ``options``."""
    if not isinstance(value, str) or value not in options:
        listed = ", ".join(repr(option) for option in options)
        raise ValueError(f"{name} must be one of {listed}, got {value!r}")
    return value


def generator(name: str, value: Any) -> np.random.Generator:
    """Return ``value`` if it is a numpy Generator: randomness is always an argument."""
    if not isinstance(value, np.random.Generator):
        raise ValueError(
            f"{name} must be a numpy.random.Generator, such as numpy.random.default_rng(7), "
            f"got {type(value).__name__}"
        )
    return value


def array(
    name: str,
    value: ArrayLike,
    *,
    shape: tuple[int | None, ...] | None = None,
    finite: bool = True,
) -> Floats:
    """Return ``value`` as a real float array of the stated shape (None: any length).

    Parameters
    ----------
    name : str
        How the error calls the argument.
    value : array_like
        Real numbers; complex, text and ragged input are refused.
    shape : tuple of int or None, optional
        Wanted length of each axis, None where any length will do.
    finite : bool
        Whether NaN and infinities are refused.

    Returns
    -------
    numpy.ndarray of float64
        A view where the input already was such an array: callers must not write into it.

    Raises
    ------
    ValueError
        If the rule is broken; the message names ``name``.
    """
    try:
        raw = np.asarray(value)
    except ValueError as error:
        raise ValueError(
            f"{name} must be a rectangular array of numbers, its rows differ in length"
        ) from error
    if raw.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold real numbers, got dtype {raw.dtype}")
    result = raw.astype(np.float64, copy=False)
    if shape is not None and result.shape != shape:  # or a length may be any
        fits = result.ndim == len(shape) and all(
            want is None or want == got for want, got in zip(shape, result.shape, strict=True)
        )
        if not fits:
            wanted = ", ".join("any" if want is None else str(want) for want in shape)
            wanted += "," if len(shape) == 1 else ""
            raise ValueError(f"{name} must have shape ({wanted}), got {result.shape}")
    if finite and not np.isfinite(result).all():
        where = tuple(int(axis) for axis in np.argwhere(~np.isfinite(result))[0])
        raise ValueError(f"{name} must be finite, got {result[where]} at index {where}")
    return result


def rows(name: str, value: ArrayLike, n: int) -> Floats:
    """Return ``value`` as (n, d): row i belongs to node i; a vector of length n becomes (n, 1)."""
    result = array(name, value)
    if result.ndim == 1:
        result = result[:, np.newaxis]
    if result.ndim != 2 or result.shape[0] != n:
        raise ValueError(
            f"{name} must have one row for each of the {n} nodes, got shape {result.shape}"
        )
    return result


def latlon(name: str, value: ArrayLike) -> Floats:
    """Positions (n, 2) in degrees, latitude first."""
    places = array(name, value, shape=(None, 2))
    worst = int(np.argmax(np.abs(places[:, 0])))
    if abs(places[worst, 0]) > 90:
        raise ValueError(
            f"{name} must hold (latitude, longitude) with latitudes from -90 to 90 degrees, "
            f"got {places[worst, 0]} in row {worst}"
        )
    return places


def local_data(
    X: Sequence[ArrayLike] | None, y: Sequence[ArrayLike], n: int
) -> list[tuple[Floats, Floats]]:
    """Return the data (X_i, y_i) of n nodes, none empty; without X the feature is 1."""
    if len(y) != n or n == 0:
        raise ValueError(f"y must hold one array for each of the {n} nodes, got {len(y)}")
    targets = [array(f"y[{i}]", part, shape=(None,)) for i, part in enumerate(y)]
    for i, part in enumerate(targets):
        if not part.size:
            raise ValueError(f"y[{i}] must hold at least one sample, got none")
    if X is None:
        return [(np.ones((len(part), 1)), part) for part in targets]
    if len(X) != n:
        raise ValueError(f"X must hold one array for each of the {n} nodes, got {len(X)}")
    d = np.shape(X[0])[-1] if np.ndim(X[0]) == 2 else None
    return [(array(f"X[{i}]", X[i], shape=(len(part), d)), part) for i, part in enumerate(targets)]


def symmetric(name: str, value: Any, p: int) -> Any:
    """Return ``value`` as a symmetric (p, p) matrix, dense or CSR as it came."""
    if scipy.sparse.issparse(value):
        matrix: Any = scipy.sparse.csr_array(value, dtype=np.float64)
        if matrix.shape != (p, p):
            raise ValueError(f"{name} must have shape ({p}, {p}), got {matrix.shape}")
        entries, lopsided = matrix.data, abs(matrix - matrix.T).max() if p else 0.0
        if not np.isfinite(entries).all():
            raise ValueError(f"{name} must be finite")
    else:
        matrix = array(name, value, shape=(p, p))
        entries, lopsided = matrix, np.abs(matrix - matrix.T).max(initial=0.0)
    # Sums of products may differ by rounding across the diagonal.
    if lopsided > 1e-10 * np.abs(entries).max(initial=0.0):
        raise ValueError(f"{name} must be symmetric, got entries that differ by {lopsided}")
    return matrix


def eigenvalues(name: str, value: ArrayLike) -> Floats:
    """Return ``value`` as at least one eigenvalue, none negative beyond rounding."""
    spectrum = array(name, value, shape=(None,))
    if not spectrum.size:
        raise ValueError(f"{name} must hold at least one number")
    # Numerical eigenvalues of a singular matrix may come out as -2e-15.
    if spectrum.min() < -1e-10 * np.abs(spectrum).max():
        raise ValueError(f"{name} must be at least 0, got {spectrum.min()}")
    return spectrum


def labels(name: str, value: ArrayLike, *, shape: tuple[int | None, ...]) -> NDArray[np.int64]:
    """Return ``value`` as non-negative integers, such as class labels or client indices."""
    result = array(name, value, shape=shape)
    whole = result.astype(np.int64)
    if not np.array_equal(whole, result) or (whole.size and whole.min() < 0):
        bad = result[(whole != result) | (result < 0)][0]
        raise ValueError(f"{name} must hold integers of at least 0, got {bad}")
    return whole


def histograms(name: str, value: ArrayLike) -> Floats:
    """Return ``value`` as (n, C) amounts of each class: none negative, no client empty."""
    result = array(name, value, shape=(None, None))
    if not result.size:
        raise ValueError(f"{name} must hold at least one client and one class, got {result.shape}")
    if result.min() < 0:
        raise ValueError(f"{name} must be at least 0, got {result.min()}")
    if not result.sum(axis=1).all():
        empty = int(np.argmin(result.sum(axis=1)))
        raise ValueError(f"{name} must have a sample in every row, got an empty client {empty}")
    return result


def neighbour_order(name: str, value: ArrayLike) -> NDArray[np.int64]:
    """Return ``value`` as (K, M) integers: rows of different devices, row k beginning with k."""
    pi = labels(name, value, shape=(None, None))
    K, M = pi.shape
    if M > K or M == 0 or pi.max(initial=0) >= K:
        raise ValueError(
            f"{name} must list 1 to {K} of the {K} devices per row, got shape {pi.shape}"
        )
    if np.any(pi[:, 0] != np.arange(K)):
        k = int(np.flatnonzero(pi[:, 0] != np.arange(K))[0])
        raise ValueError(f"{name} must begin with the device itself, got {pi[k, 0]} for device {k}")
    ranked = np.sort(pi, axis=1)
    if np.any(ranked[:, 1:] == ranked[:, :-1]):
        k = int(np.flatnonzero((ranked[:, 1:] == ranked[:, :-1]).any(axis=1))[0])
        raise ValueError(f"{name} must not repeat a device in a row, got {pi[k].tolist()}")
    return pi


def row_weights(name: str, value: Any, K: int) -> scipy.sparse.csr_array:
    """Return ``value`` as a (K, K) CSR array with non-negative rows that sum to one."""
    if not scipy.sparse.issparse(value):
        value = array(name, value)
    if value.shape != (K, K):
        raise ValueError(f"{name} must have shape ({K}, {K}), got {value.shape}")
    A = scipy.sparse.csr_array(value, dtype=np.float64)
    if A.nnz and not A.data.min() >= 0:
        raise ValueError(f"{name} must be at least 0, got {A.data.min()}")
    total = A.sum(axis=1)
    if np.any(~(np.abs(total - 1) <= 1e-9)):
        k = int(np.flatnonzero(~(np.abs(total - 1) <= 1e-9))[0])
        raise ValueError(f"{name} must sum to one in every row, got {total[k]} in row {k}")
    return A


def adjacency(name: str, value: Any) -> scipy.sparse.csr_array:
    """Return ``value`` as a CSR adjacency matrix: square, symmetric, weights > 0, no loops.

    Stored zeros are dropped and duplicates summed, so that ``nnz`` is twice the number of edges.
    Two entries that differ by rounding only (relative 1e-10) become their mean. Where ``value`` is
    such a matrix already it is returned itself: callers must not write into it.
    """
    if not scipy.sparse.issparse(value):
        value = array(name, value)
    elif value.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold real numbers, got dtype {value.dtype}")
    if value.ndim != 2 or value.shape[0] != value.shape[1] or value.shape[0] == 0:
        raise ValueError(f"{name} must be square with at least one row, got shape {value.shape}")
    A = (
        value
        if _tidy(value)
        else compact(scipy.sparse.csr_array(value, dtype=np.float64, copy=True))
    )
    A.sum_duplicates()  # nothing to do for a tidy one
    least, most = A.data.min(initial=1.0), A.data.max(initial=0.0)
    if not (least >= 0 and most < np.inf):  # false for NaN, too
        bad = A.data[~((A.data >= 0) & (A.data < np.inf))][0]
        rule = "non-negative" if np.isfinite(bad) else "finite"
        raise ValueError(f"{name} must have {rule} weights, got {bad}")
    if least == 0:
        A = A.copy()
        A.eliminate_zeros()
    diagonal = A.diagonal()
    if diagonal.any():
        node = int(np.flatnonzero(diagonal)[0])
        raise ValueError(f"{name} must have a zero diagonal, got {diagonal[node]} at node {node}")
    return _symmetric(name, A)


def _tidy(value: Any) -> bool:
    """Tell whether ``value`` is stored as :func:`adjacency` returns matrices."""
    return (
        type(value) is scipy.sparse.csr_array
        and value.dtype == np.float64
        and value.indices.dtype == np.int32
        and bool(value.has_canonical_format)
    )


def compact(A: scipy.sparse.csr_array) -> scipy.sparse.csr_array:
    """Store the indices of ``A`` in 32 bits where they fit: half the memory, faster products."""
    if A.indices.dtype != np.int32 and max(A.nnz, *A.shape) < 2**31:
        A.indices, A.indptr = A.indices.astype(np.int32), A.indptr.astype(np.int32)
    return A


def _symmetric(name: str, A: scipy.sparse.csr_array) -> scipy.sparse.csr_array:
    """Return the canonical matrix ``A``, made exactly symmetric if it is so up to rounding."""
    B = A.tocsc()  # the arrays of the transpose, sorted, so that equal patterns have equal ones
    if np.array_equal(A.indptr, B.indptr) and np.array_equal(A.indices, B.indices):
        if np.array_equal(A.data, B.data):
            return A
        if np.all(np.abs(A.data - B.data) <= 1e-10 * np.maximum(A.data, B.data)):
            return scipy.sparse.csr_array(
                ((A.data + B.data) / 2, A.indices, A.indptr), shape=A.shape
            )
    lopsided = (abs(A - A.T) > 1e-10 * A.maximum(A.T)).tocoo()
    i, j = (int(axis[0]) for axis in (lopsided.row, lopsided.col))
    raise ValueError(
        f"{name} must be symmetric, got {name}[{i}, {j}] = {A[i, j]} "
        f"and {name}[{j}, {i}] = {A[j, i]}"
    )
