"""Checks for test cells: tolerant of every right answer, and plain about what is wrong.

A check returns None, prints nothing and warns nothing; `right`, at the end of a cell with checks,
says that all is well. When a check fails it raises an AssertionError
of one line: what was checked, the mistake if it is a known one, what was expected, what came, and
a hint that names a labelled equation of the book::

    q_i of local_terms: The sign is flipped. Expected [-6, -22], got [6, 22].
    Hint: look at the minus sign in eq-gtvmin-q.

(one line in the notebook). Answers may be arrays of any real dtype, lists, numpy matrices, sparse
matrices or plain numbers, and a vector of length n may come as (n,), (n, 1) or (1, n).
"""

from __future__ import annotations

import builtins
import contextlib
import copy
import functools
import hashlib
import io
import os
import re
import sys
import textwrap
import traceback
import types
import warnings
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from flcourse.grading import instances, labels, predictions, progress
from flcourse.grading import own_data as variants
from flcourse.grading.origins import origins

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

__all__ = [
    "another",
    "call",
    "close",
    "given",
    "grading_rng",
    "holds",
    "numbers",
    "own",
    "own_data",
    "parts",
    "positive_semidefinite",
    "predicted",
    "raises",
    "residual",
    "right",
    "shape",
    "symmetric",
]

SEED_VARIABLE = "FLCOURSE_GRADING_SEED"
PUBLIC_SEED = "public"
SHOWN_WIDTH = 76  # fits beside the panel in a window of 1366 pixels
LONGEST_SHOWN = 6  # entries; a longer array is told by its worst entry
LONGEST_ARGUMENT = 50  # characters of an argument that an error was raised for
FINITE = "finite real numbers"

_given: list[Any] = []  # arguments of the last call of an answer
_taken: list[str] = []  # what that answer has returned, if its rows are taken for the results
_parted: list[Any] = []  # the results themselves
_wrong: set[str] = set()  # answers whose checks have failed in this notebook
_written: dict[str, str] = {}  # functions that have changed an argument, with its name


def __dir__() -> list[str]:
    return __all__


def close(
    got: Any,
    want: Any,
    *,
    what: str,
    hint: str,
    tol: float = 1e-5,
    mistakes: Mapping[str, Any] | None = None,
) -> None:
    """Check that ``got`` equals ``want`` up to ``tol`` times the largest entry of ``want``.

    Parameters
    ----------
    got : object
        What the student's function returned.
    want : array_like or sparse array
        The right value; its shape is the wanted one, up to axes of length 1 at the end.
    what : str
        Name of the checked quantity, such as ``"q_i of local_terms"``.
    hint : str
        Where to look, with the label of an equation.
    tol : float
        Relative to the largest entry, so that it does not depend on units.
    mistakes : mapping of str to array_like, optional
        Known wrong values by the words that describe the mistake.

    Raises
    ------
    AssertionError
        With a line that says what is wrong.

    Examples
    --------
    >>> hint = "see eq-gtvmin-normal."
    >>> close([[1.0], [2.0]], np.array([1, 2]), what="w", hint=hint)
    >>> close([2, 4], [1, 2], what="w", hint=hint, mistakes={"The 1/2 is lost": [2, 4]})
    Traceback (most recent call last):
    AssertionError: w: The 1/2 is lost. Expected [1, 2], got [2, 4]. Hint: see eq-gtvmin-normal.
    """
    target = _dense(want)
    one = "a finite real number" if target.ndim == 0 else FINITE
    values = _numbers(got, one, what=what, hint=hint)
    if not _near(values, target, tol):
        known = _first(mistakes, lambda wrong: _near(values, _dense(wrong), tol))
        known = known or _rounded(values, target)
        raise _failure(what, known + _difference(values, target, got), hint)


def shape(
    got: Any,
    want: tuple[int, ...],
    *,
    what: str,
    hint: str,
    mistakes: Mapping[str, tuple[int, ...]] | None = None,
) -> None:
    """Check that ``got`` holds real numbers in shape ``want``, up to axes of length 1.

    Examples
    --------
    >>> shape([1, 2, 3], (3, 1), what="X_i", hint="one row for each sample.")
    >>> shape([[1, 2, 3]], (3, 1), what="X_i", hint="one row for each sample.")
    Traceback (most recent call last):
    AssertionError: X_i: Expected shape (3, 1), got shape (1, 3). Hint: one row for each sample.
    """
    values = numbers(got, what=what, hint=hint, finite=False)
    if _fitted(values, want) is None:
        known = _first(mistakes, lambda wrong: values.shape == wrong)
        raise _failure(what, f"{known}{_shapes(want, values.shape, got)}", hint)


def residual(
    A: Any,
    x: Any,
    b: ArrayLike,
    *,
    what: str,
    hint: str,
    tol: float = 1e-6,
    mistakes: Mapping[str, Any] | None = None,
) -> None:
    """Check that x solves A x = b: the norm of A x - b is at most ``tol`` times that of b.

    Any method that reaches the tolerance passes; ``mistakes`` holds wrong solutions by name.

    Examples
    --------
    >>> residual([[2, 0], [0, 4]], [1, 1], [2, 4], what="w", hint="see eq-gtvmin-normal.")
    """
    right = _dense(b).ravel()
    shape(x, right.shape, what=what, hint=hint)
    values = numbers(x, what=what, hint=hint).reshape(right.shape)
    relative = float(np.linalg.norm(_dense(A) @ values - right) / (np.linalg.norm(right) or 1.0))
    if relative > tol:
        known = _first(mistakes, lambda wrong: _near(values, _dense(wrong), 1e-4))
        problem = f"Expected a relative residual of at most {tol:g}, got {relative:.3g}"
        raise _failure(what, known + problem, hint)


def raises(
    function: Callable[..., Any],
    *args: Any,
    error: type[Exception] = ValueError,
    what: str,
    hint: str,
) -> None:
    """Check that ``function(*args)`` refuses its input with an ``error``.

    Examples
    --------
    >>> raises(int, "seven", what="int of a word", hint="a word is no number.")
    """
    _refuse_value(function, sys._getframe(1))
    _taken.clear()
    try:
        with _quiet(), _by_hand(function):
            result = function(*copy.deepcopy(args))
    except (Exception, SystemExit) as came:
        if isinstance(came, error) and not isinstance(came, NotImplementedError):
            return
        problem = _told(function, came, args)
    else:
        problem = f"Expected a {error.__name__}, got the result {_show(result)}"
    raise _failure(what, problem, hint)


def holds(
    condition: Any,
    *,
    what: str,
    expected: str,
    got: Any,
    hint: str,
    where: ArrayLike | None = None,
) -> None:
    """Check a stated property; ``expected`` says it in words, ``got`` shows what came instead.

    Of an array the message tells the first entry that ``where`` marks.

    Examples
    --------
    >>> holds(1 <= 2, what="loss", expected="no increase", got=2, hint="see eq-gtvmin.")
    >>> A = np.diag([0, 0, 3])
    >>> holds(not A.any(), what="A", expected="zeros", got=A, where=A != 0, hint="look again.")
    Traceback (most recent call last):
    AssertionError: A: Expected zeros, got 3 at index [2, 2]. Hint: look again.
    """
    if not bool(condition):
        # What a check has put into words, or a number that it has written.
        words = isinstance(got, str) and re.fullmatch(r".* .*|.*%|[-+\d.e]+", got, re.S)
        told = _cut(got) if words else _show(got)
        if where is not None and (marked := np.argwhere(where)).size:
            index = marked[0].tolist()
            told = f"{_dense(got)[tuple(index)]:.6g} at index {index}"
        raise _failure(what, f"Expected {expected}, got {told}{_none(got)}", hint)


def symmetric(got: Any, *, what: str, hint: str, tol: float = 1e-9) -> None:
    """Check that ``got`` is a square matrix that equals its transpose.

    Examples
    --------
    >>> symmetric([[0, 1], [1, 0]], what="A", hint="see def-empirical-graph.")
    """
    M = numbers(got, what=what, hint=hint)
    if M.ndim != 2 or M.shape[0] != M.shape[1]:
        raise _failure(what, f"Expected a square matrix, got shape {M.shape}", hint)
    gap = np.abs(M - M.T)
    if gap.max(initial=0.0) > tol * (np.abs(M).max(initial=0.0) or 1.0):
        i, j = np.unravel_index(gap.argmax(), gap.shape)
        entries = f"{M[i, j]:.6g} at [{i}, {j}] and {M[j, i]:.6g} at [{j}, {i}]"
        raise _failure(what, f"Expected a symmetric matrix, got {entries}", hint)


def positive_semidefinite(got: Any, *, what: str, hint: str, tol: float = 1e-9) -> None:
    """Check that ``got`` is symmetric without a negative eigenvalue.

    Examples
    --------
    >>> positive_semidefinite([[1, -1], [-1, 1]], what="L", hint="see eq-quadratic-form.")
    """
    symmetric(got, what=what, hint=hint)
    eigenvalues = np.linalg.eigvalsh(numbers(got, what=what, hint=hint))
    if eigenvalues[0] < -tol * max(1.0, eigenvalues[-1]):
        raise _failure(what, f"Expected no negative eigenvalue, got {eigenvalues[0]:.6g}", hint)


def own(function: Callable[..., Any], *modules: str, but: Collection[str] = ()) -> None:
    """Check that an answer rests on no finished answer of the book, which it may be compared with.

    What counts is what its code can reach by name, see `flcourse.grading.origins`: a function of
    the book that it calls, wraps, renames or imports, itself or in a helper.

    Parameters
    ----------
    function : callable
        The answer.
    modules : str
        What holds finished answers, such as "flcourse.gtvmin"; its fast twin in `flcourse.engine`
        does, too.
    but : collection of str
        Full names that may be used all the same.

    Examples
    --------
    >>> own(sorted, "flcourse.graph")
    >>> from flcourse.graph import laplacian
    >>> own(laplacian, "flcourse.graph")
    Traceback (most recent call last):
    AssertionError: laplacian: Expected an answer of your own, got one that uses
    flcourse.graph.laplacian, a finished answer of the book. Hint: compare with it in another cell.
    """
    _taken.clear()
    known = getattr(function, "__origins__", None)  # of a function in a sandbox
    found = known() if known else origins(function)
    finished = [name for name in found if name not in but and _holds(name, modules)]
    if finished:
        what = getattr(function, "__name__", "the answer")
        problem = f"got one that uses {finished[0]}, a finished answer of the book"
        hint = "compare with it in another cell."
        raise _failure(what, f"Expected an answer of your own, {problem}", hint)


def _holds(name: str, modules: Collection[str]) -> bool:
    """Whether something belongs to one of the modules, or to its fast twin."""
    twins = [module.replace(".", ".engine.", 1) for module in modules]
    inside = any(name == module or name.startswith(f"{module}.") for module in modules)
    return inside or name.startswith(tuple(twins))


def numbers(got: Any, *, what: str, hint: str, finite: bool = True) -> Floats:
    """Return an answer as a plain float array, to look at a part of it.

    Examples
    --------
    >>> numbers([[1, 2], [3, 4]], what="table", hint="see eq-local-loss.")[:, 0]
    array([1., 3.])
    >>> numbers([1j], what="w", hint="see eq-gtvmin-normal.")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    AssertionError: w: Expected finite real numbers, got complex numbers (dtype complex128). ...
    """
    return _numbers(got, FINITE if finite else "real numbers", what=what, hint=hint)


def parts(got: Any, count: int, *, what: str, hint: str) -> list[Any]:
    """Return the ``count`` parts of a result such as ``(Q_i, q_i)``.

    Examples
    --------
    >>> parts((1, 2.5), 2, what="connectivity", hint="two numbers.")
    [1, 2.5]
    >>> parts(np.eye(3), 2, what="own_methods", hint="table, choice.")
    Traceback (most recent call last):
    AssertionError: own_methods: Expected 2 results, got one array of shape (3, 3). Hint: table,
    choice.
    """
    rows = isinstance(got, np.ndarray) and got.ndim > 0
    inner = any(got is part for part in _parted)
    wanted = f"a list of {count}" if inner else f"{count} results"
    if not isinstance(got, tuple | list | deque) and not rows:
        came = f"one number, {_show(got)}" if np.ndim(got) == 0 and _is_number(got) else _show(got)
        raise _failure(what, f"Expected {wanted}, got {came}{_none(got)}", hint)
    if len(got) != count:
        came = f"{len(got)}"
        if isinstance(got, np.ndarray):
            came = f"one array of shape {got.shape}"
        elif isinstance(got, list):
            came = f"one list of length {len(got)}"
        raise _failure(what, f"Expected {wanted}, got {came}", hint)
    found = list(got)
    if not inner:
        _taken[:] = [f"one array of shape {got.shape}"] if rows else []
        _parted[:] = found
    return found


def call(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Return ``function(*args, **kwargs)``, called on copies; an error becomes one line.

    The line says which arguments led to the error, and a value that has taken the name of a
    function is named as such. Prints and warnings of the function are swallowed: they cost an
    honest student nothing. A function that writes into its arguments cannot change the checker's
    own.

    Examples
    --------
    >>> call(sorted, [3, 1, 2])
    [1, 2, 3]
    >>> call(divmod, 1, 0)
    Traceback (most recent call last):
    AssertionError: divmod raised ZeroDivisionError: integer division or modulo by zero, called
    with 1 and 0
    """
    _refuse_value(function, sys._getframe(1))
    _given[:] = [*args, *kwargs.values()]
    _taken.clear()
    try:
        given, named = copy.deepcopy((args, kwargs))
        with _quiet(), _by_hand(function):
            result = function(*given, **named)
    except (Exception, SystemExit) as error:
        raise _plain(_told(function, error, args, kwargs), *_remedy(error)) from None
    _look_for_changes(function, args, given)
    return result


def given() -> tuple[Any, ...]:
    """Return the arguments with which a check has called an answer last, to look at them.

    Examples
    --------
    >>> call(sorted, [3, 1, 2])
    [1, 2, 3]
    >>> given()
    ([3, 1, 2],)
    """
    return tuple(copy.deepcopy(_given))


def another(stem: str, key: str, namespace: Mapping[str, Any], *, count: int = 2) -> None:
    """Check further instances, others at each run; the build writes this below the checks.

    Nothing happens where the hidden checks run, which draw instances of their own, or where no
    instances are to be found (see `flcourse.grading.instances`).

    Parameters
    ----------
    stem : str
        The assignment.
    key : str
        Of the cell, and of the text from which its instances were drawn.
    namespace : mapping of str to object
        The names of the cell.
    count : int, default 2
        How many instances, at most.

    Examples
    --------
    >>> another("graph", "no-such-tests-00000000", {})
    """
    found = None if instances.OFFICIAL in namespace else instances.find(stem, key)
    if found is None or not found.numbers:
        return
    # Two in a row differ, unless one is asked for.
    for seed in {instances.choose(key, len(found.numbers)): None for _ in range(count)}:
        try:
            instances.run(found, seed, namespace)
        except AssertionError as failure:
            line = f"On another instance (seed {seed}), {failure}"
            look = "To look at its arguments: checks.given()"
            again = f"To meet this instance at each run: %env {instances.VARIABLE}={seed}"
            raise _plain(line, look, again) from None


def grading_rng(task: str) -> np.random.Generator:
    """Return the generator from which the hidden checks of a task draw their instances.

    It is seeded by ``task`` and the environment variable FLCOURSE_GRADING_SEED, any text, which
    only the instructor's machine sets. Where it is not set the seed is public, so that the hidden
    checks, whose text is public too, can be run by everybody.

    Examples
    --------
    >>> a, b = grading_rng("solve"), grading_rng("solve")
    >>> a.integers(1000) == b.integers(1000)
    np.True_
    """
    seed = os.environ.get(SEED_VARIABLE) or PUBLIC_SEED
    digest = hashlib.sha256(f"{seed}\n{task}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))


def own_data(task: str, got: Any, look: Callable[[Any, np.random.Generator], None]) -> None:
    """Check an answer on the data of the student's own variant.

    Where it fails there, but would be right for the public data or for those of somebody else in
    the course, the message says so: numbers have been taken over.

    Parameters
    ----------
    task : str
        What the data are drawn for, as in the cell ``own-data``: ``own_data.rng(task)``.
    got : object
        What the student's function returned.
    look : callable
        Checks it: takes the answer, and a generator from which to draw the data as that cell does.

    Examples
    --------
    >>> def look(got, rng):
    ...     close(got, 2 * rng.random(), what="twice", hint="see eq-x.")
    >>> own_data("twice", 2 * variants.rng("twice").random(), look)
    >>> with variants.graded(271828):
    ...     own_data("twice", 2 * variants.rng("twice", 0).random(), look)
    Traceback (most recent call last):
    AssertionError: twice: This is right for the public data (variant 0), not for yours
    (variant 271828). Expected 1.80854, got 0.203837. Hint: see eq-x.
    """
    mine = variants.number()
    try:
        look(got, variants.rng(task, mine))
    except AssertionError as failure:
        fits = _fits(task, got, look, mine)
        if fits is None:
            raise
        variants.note(task, fits)
        raise _plain(variants.mistaken(str(failure), fits, mine)) from None


def _fits(
    task: str, got: Any, look: Callable[[Any, np.random.Generator], None], mine: int
) -> int | None:
    """Return another variant for which an answer is right, None if there is none that we know."""
    for other in variants.others():
        with contextlib.suppress(AssertionError):
            if other != mine:
                look(got, variants.rng(task, other))
                return other
    return None


def predicted(name: str, result: Any, says: str = "it is {}") -> None:
    """Tell the result of what students have predicted; it is shown once all checks pass.

    It decides nothing: see `flcourse.grading.predictions`.

    Parameters
    ----------
    name : str
        The id of the answer, as in ``predict("rounds", ...)`` above its checks.
    result : int or float
        The right number, which the check knows.
    says : str
        How the result is told, such as ``"it takes {} rounds"``.

    Examples
    --------
    >>> predicted("rounds-of-gossip", 19, "it takes {} rounds")
    >>> predictions.predict("rounds-of-gossip", 12)
    Committed: you predicted 12.
    >>> right("Task 4", 1, of=1, cell="rounds-of-gossip-tests")
    Task 4: right, 1 of 1 point
    You predicted 12: it takes 19 rounds.
    """
    predictions.note(name, result, says)


def right(task: str, points: float, *, of: float, cell: str) -> None:
    """Say that all checks of a cell pass, and how predictions were; the build writes this.

    Parameters
    ----------
    task : str
        Such as ``"Task 1"``.
    points, of : float
        What the cell is worth, and what the whole task is.
    cell : str
        The id of the cell.

    Examples
    --------
    >>> right("Task 3", 2, of=2, cell="bias-tests")
    Task 3: right, 2 of 2 points
    """
    notes = [
        f"{function} writes into its argument {name}: cells below find it changed, work on a copy."
        for function, name in _written.items()
    ]
    _written.clear()
    _wrong.discard(_checked(progress.runs()[-1]))
    line = progress.right(task, points, of=of, cell=cell)
    print(line, *predictions.beside(cell), *notes, sep="\n")


# ---------------------------------------------------------------------- reading an answer


class _UnreadableError(Exception):
    """The value is not an array of finite real numbers; the message says why."""


def _numbers(got: Any, expected: str, *, what: str, hint: str) -> Floats:
    try:
        return _read(got, finite="finite" in expected)
    except _UnreadableError as unreadable:
        raise _failure(what, f"Expected {expected}, got {unreadable}", hint) from None


def _read(value: Any, *, finite: bool = True) -> Floats:
    if value is None:
        raise _UnreadableError(f"None{_none(value)}")
    try:
        raw = np.asarray(value.toarray() if _is_sparse(value) else value)
    except Exception as error:
        uneven = f"rows of different lengths in a {type(value).__name__}"
        raise _UnreadableError(_several(value) or uneven) from error
    if raw.dtype.kind == "c":
        raise _UnreadableError(f"complex numbers (dtype {raw.dtype})")
    if raw.dtype.kind not in "biufO":
        kind = "text" if raw.dtype.kind in "US" else f"dtype {raw.dtype}"
        raise _UnreadableError(kind if raw.ndim == 0 else f"a {type(value).__name__} of {kind}")
    try:
        values = raw.astype(np.float64)
    except Exception as error:
        raise _UnreadableError(f"a {type(value).__name__} without plain numbers") from error
    if finite and not np.isfinite(values).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(values))[0])
        raise _UnreadableError(f"{values[where]}" + (f" at index {list(where)}" if where else ""))
    return values


def _dense(value: Any) -> Floats:
    """Return the checker's own value as a float array."""
    return np.asarray(value.toarray() if _is_sparse(value) else value, dtype=np.float64)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.number | np.ndarray) and not isinstance(value, bool)


def _several(value: Any) -> str:
    """Say how many results a value holds, if it looks like several, else nothing."""
    many = isinstance(value, tuple) and len(value) > 1
    return f"{len(value)} results" if many and any(map(_is_whole, value)) else ""


def _is_whole(value: Any) -> bool:
    return isinstance(value, np.ndarray | list | tuple) or _is_sparse(value)


def _is_sparse(value: Any) -> bool:
    """Whether a value is a sparse matrix; without SciPy's, which take long to load, it is none."""
    known = sys.modules.get("scipy.sparse")
    return known is not None and bool(known.issparse(value))


def _fitted(values: Floats, want: tuple[int, ...]) -> Floats | None:
    """Return ``values`` in shape ``want`` if only axes of length 1 differ, else None."""
    lying_vector = len(want) == 1 and values.shape == (1, *want)
    if lying_vector or _without_last_ones(values.shape) == _without_last_ones(want):
        return values.reshape(want)
    return None


def _without_last_ones(shape: tuple[int, ...]) -> tuple[int, ...]:
    while shape and shape[-1] == 1:
        shape = shape[:-1]
    return shape


def _near(values: Floats, target: Floats, tol: float) -> bool:
    fitted = _fitted(values, target.shape)
    if fitted is None:
        return False
    scale = np.abs(target).max(initial=0.0) or 1.0
    return bool(np.abs(fitted - target).max(initial=0.0) <= tol * scale)


# ---------------------------------------------------------------------- telling what is wrong


def _failure(what: str, problem: str, hint: str) -> AssertionError:
    """Return the failure with the one line that a student reads."""
    if _taken:
        problem += f"; {_taken[0]} came, and its parts were taken for the results"
    end = "" if problem.endswith(("?", "!")) else "."
    return _plain(f"{what}: {problem}{end} Hint: {hint}")


def _plain(line: str, *more: str) -> AssertionError:
    """Return an error that a notebook shows as its line, without a traceback into here.

    Below it a notebook, and only a notebook, shows ``more``.
    """
    error = AssertionError(" ".join(line.split()))
    # IPython asks an exception how to show itself.
    error.__dict__["_render_traceback_"] = functools.partial(_shown, str(error), more)
    return error


def _explain_in_a_notebook() -> None:
    """Have a notebook say what is behind an error that checks meet, and its own message does not.

    That is a line, in place of a traceback, where checks run before their answer; and the name of a
    function that a cell has set to a value, where that is called.
    """
    if shell := getattr(builtins, "get_ipython", lambda: None)():
        shell.set_custom_exc((NameError, TypeError, AssertionError), _explained)


def _explained(
    shell: Any, kind: type, error: Any, trace: Any, tb_offset: int | None = None
) -> None:
    """Show an error as IPython does; of a name that a cell of checks misses, only what to do."""
    innermost = trace
    while innermost.tb_next:
        innermost = innermost.tb_next
    runs = progress.runs()
    progress.failed(runs[-1], error)
    _written.clear()
    called = _wrong_ones(runs[-1], shell.user_ns) if kind is AssertionError else []
    here = innermost.tb_frame.f_globals is shell.user_ns
    if kind is NameError and "checks.right(" in runs[-1] and here:
        line = (
            f"NameError: {error.name} is not there yet: run the cell with your answer first. "
            "If you did, look at what Python says below it."
        )
        error.__dict__["_render_traceback_"] = lambda: textwrap.wrap(line, SHOWN_WIDTH)
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
    if "object is not callable" in str(error):
        for line in _set_to_values(runs, shell.user_ns):
            print(textwrap.fill(line, SHOWN_WIDTH))
    for line in called:
        print(textwrap.fill(line, SHOWN_WIDTH))


def _checked(run: str) -> str:
    """Return the name of the answer that a cell with checks looks at, else nothing."""
    found = re.search(r"checks\.(?:own|call)\((\w+)", run) if "checks.right(" in run else None
    return found[1] if found else ""


def _wrong_ones(run: str, names: Mapping[str, Any]) -> list[str]:
    """Say which answers that are not right either are called by the one that has just failed."""
    name = _checked(run)
    code = getattr(names.get(name), "__code__", None)
    others = sorted(_wrong & {*code.co_names} - {name}) if code else []
    _wrong.add(name)
    return [
        f"{name} calls {other}, whose checks do not pass yet: mend that first, it may be why."
        for other in others
    ]


def _set_to_values(runs: Sequence[str], names: Mapping[str, Any]) -> Iterator[str]:
    """Name the functions of cells that mean a value by now."""
    defined = dict.fromkeys(name for run in runs for name in re.findall(r"(?m)^def (\w+)", run))
    for name in defined:
        if name in names and not callable(names[name]):
            yield _no_function(name, names[name], f"the cell that defines {name}")


def _shown(line: str, more: Sequence[str] = ()) -> list[str]:
    """Return what a notebook shows of a failure: its line, and where the book says more.

    Labels become numbers, as in the panel; the lines below say which is which. Wrapped, because
    nbgrader's Validate button cuts what is longer than 86 characters.
    """
    told = textwrap.wrap(f"AssertionError: {labels.numbered(line)}", SHOWN_WIDTH)
    below = [textwrap.fill(words, SHOWN_WIDTH, break_long_words=False, break_on_hyphens=False)
             for words in labels.below(line)]  # fmt: skip
    return [*told, *below, *more]


def _first(mistakes: Mapping[str, Any] | None, fits: Callable[[Any], bool]) -> str:
    """Return the words for the first known mistake that fits, or nothing.

    Rows of one array are no results that could be known.
    """
    for words, wrong in (mistakes or {}).items() if not _taken else ():
        if fits(wrong):
            return f"{words} " if words.endswith("?") else f"{words}. "
    return ""


def _rounded(values: Floats, target: Floats) -> str:
    """Ask whether digits were lost on the way, where a result is the right one without them."""
    fitted = _fitted(values, target.shape)
    if fitted is None or not fitted.any() or np.abs(target).max() < 2:
        return ""
    if any(np.array_equal(fitted, cut(target)) for cut in (np.floor, np.trunc, np.rint)):
        return "Is this cut to whole numbers? "
    for digits in range(1, 7):
        if np.allclose(fitted, np.round(target, digits), rtol=0, atol=1e-12):
            return f"Is this rounded to {digits} digits behind the point? "
    return ""


def _difference(values: Floats, target: Floats, got: Any) -> str:
    fitted = _fitted(values, target.shape)
    if fitted is None:
        return _shapes(target.shape, values.shape, got)
    if target.size <= LONGEST_SHOWN:
        rounding = 1e-12 * np.abs(target).max(initial=0.0)
        seen = np.where(np.abs(fitted) <= rounding, 0.0, fitted)
        return f"Expected {_show(target)}, got {_show(seen)}"
    worst = np.unravel_index(np.abs(fitted - target).argmax(), target.shape)
    where = [int(i) for i in worst]
    return f"Expected {target[worst]:.6g} at index {where}, got {fitted[worst]:.6g}"


def _shapes(want: tuple[int, ...], came: tuple[int, ...], got: Any) -> str:
    """Say which shape is wanted and which came; one number, and several results, in words."""
    wanted, shown = (f"shape {shape}" if shape else "one number" for shape in (want, came))
    return f"Expected {wanted}, got {_several(got) or shown}"


def _show(value: Any) -> str:
    """Return a short text of one line for a value."""
    if isinstance(value, str):
        return _cut(f'"{value}"')
    try:
        values = _read(value)
    except _UnreadableError as unreadable:
        return str(unreadable) if isinstance(value, np.ndarray) else _cut(repr(value))
    if values.size > LONGEST_SHOWN:
        return f"an array of shape {values.shape}"
    return np.array2string(
        values, separator=", ", formatter={"float_kind": lambda number: f"{number:.6g}"}
    )


def _none(value: Any) -> str:
    """Return what to add where a result is None."""
    return "; does your function reach a return?" if value is None else ""


def _cut(text: str, longest: int = 160) -> str:
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _told(
    function: Any,
    error: BaseException,
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
) -> str:
    """Return one line for an error that the student's function raised, and on what."""
    name = getattr(function, "__name__", "the function")
    if isinstance(error, NotImplementedError) and not error.args:
        return f"{name} is not answered yet: write your code in place of the raise statement"
    try:
        words = str(error)
    except Exception:
        words = "(its message cannot be read)"
    if getattr(error, "stopped", False):  # by the grader, which says why
        return f"{name} was {_cut(words)}"
    told = f"{name} raised {type(error).__name__}" + (f": {_cut(words)}" if words else "")
    return told + _place(function, error) + _called_with(args, kwargs or {})


def _called_with(args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """Say in a few words what a function was called with."""
    shown = [_brief(value) for value in args]
    shown += [f"{name} = {_brief(value)}" for name, value in kwargs.items()]
    listed = " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
    return f", called with {listed}" if shown else ""


def _brief(value: Any) -> str:
    """Return what an argument is, by its value where that is short."""
    if isinstance(value, np.random.Generator):
        return "a random generator"
    if callable(value):
        return getattr(value, "__name__", "a function")
    if isinstance(value, bool):
        return str(value)
    shown = " ".join(re.sub(r" at 0x\w+", "", _show(value)).split())
    long = len(shown) > LONGEST_ARGUMENT or shown.startswith("an array of shape")
    if isinstance(value, list | tuple) and long:
        of = "arrays" if all(isinstance(one, np.ndarray) for one in value) else "entries"
        return f"a {type(value).__name__} of {len(value)} {of}"
    return _cut(shown, LONGEST_ARGUMENT)


def _no_function(name: str, value: Any, again: str) -> str:
    """Say what has taken the name of a function, and what to run again."""
    return (
        f"{name} is no function but {_brief(value)}, to which a cell sets it ({name} = …): "
        f"choose another name there, define {name} with def, and run {again} again."
    )


def _remedy(error: BaseException) -> list[str]:
    """Say below an error, in a notebook, what may be behind a name that is not known."""
    name = getattr(error, "name", None) if isinstance(error, NameError) else None
    if not isinstance(name, str):
        return []
    return [f"If a cell above gives {name} its meaning, run that cell first."]


def _refuse_value(function: Any, caller: types.FrameType) -> None:
    """Say so if a function's name means a value by now, which cannot be called.

    The name is the one that the code of the check calls it by.
    """
    if callable(function):
        return
    known = {**caller.f_globals, **caller.f_locals}
    names = [
        name
        for name in caller.f_code.co_names
        if known.get(name, known) is function and not name.startswith("_")  # a check's own
    ]
    name = names[0] if names else "the function"
    raise _plain(_no_function(name, function, "the cell with your answer"))


def _place(function: Any, error: BaseException) -> str:
    """Return the student's own line in which the error came up, where it is known."""
    elsewhere = getattr(error, "place", None)  # of a call into a sandbox
    if isinstance(elsewhere, tuple):
        return f" (line {elsewhere[0]} of its cell: {_cut(elsewhere[1], 80)})"
    source = getattr(getattr(function, "__code__", None), "co_filename", None)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.line]
    own = [frame for frame in frames if frame.filename == source and source != __file__]
    return f" (line {own[-1].lineno} of its cell: {_cut(str(own[-1].line), 80)})" if own else ""


@contextlib.contextmanager
def _by_hand(function: Any) -> Iterator[None]:
    """Have a notebook say where an answer was interrupted, without a traceback into here."""
    try:
        yield
    except KeyboardInterrupt as stop:
        name = getattr(function, "__name__", "the function")
        line = f"KeyboardInterrupt: {name} was interrupted{_place(function, stop)}."
        stop.__dict__["_render_traceback_"] = lambda: textwrap.wrap(line, SHOWN_WIDTH)
        raise


def _look_for_changes(function: Any, before: Sequence[Any], after: Sequence[Any]) -> None:
    """Remember the first argument that an answer has changed; in a sandbox it changes none."""
    changed = [
        place for place, pair in enumerate(zip(before, after, strict=True)) if _differ(*pair)
    ]
    code = getattr(function, "__code__", None)
    if changed and code and changed[0] < code.co_argcount:
        _written[function.__name__] = code.co_varnames[changed[0]]


def _differ(one: Any, other: Any) -> bool:
    """Whether an array of numbers, or one in a list, is not what it was."""
    if isinstance(one, list | tuple):
        return len(one) != len(other) or any(map(_differ, one, other))
    if not isinstance(one, np.ndarray) or one.dtype.kind not in "biuf":
        return False
    return not np.array_equal(one, other, equal_nan=one.dtype.kind == "f")


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Swallow prints and warnings: nbgrader takes anything on stderr for a failure."""
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield


_explain_in_a_notebook()
