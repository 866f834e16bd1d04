"""Read federated data sets in the JSON format of LEAF, such as FEMNIST or Synthetic."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flcourse import _require
from flcourse.data.clients import Client

__all__ = ["LeafClients", "read_leaf"]

KEYS = ("users", "num_samples", "user_data")


def __dir__() -> list[str]:
    return __all__


@dataclass(frozen=True, eq=False, repr=False)
class LeafClients(Sequence[Client]):
    """Clients of a LEAF data set: a sequence of (X, y) that also knows the users' names.

    Parameters
    ----------
    users : tuple of str
        Name of each client.
    clients : list of (X, y)
        X is (m_i, d) with the same d for all, y is (m_i,) with labels of at least 0.

    Examples
    --------
    >>> import numpy as np
    >>> clients = [(np.ones((3, 2)), np.ones(3)), (np.ones((1, 2)), np.ones(1))]
    >>> LeafClients(("ada", "emmy"), clients)
    <LeafClients: 2 users, 4 samples, 2 features>
    """

    users: tuple[str, ...]
    clients: list[Client]

    def __getitem__(self, index: Any) -> Any:
        """Return the client at an index, or those of a slice."""
        return self.clients[index]

    def __len__(self) -> int:
        """Count the clients."""
        return len(self.clients)

    def __repr__(self) -> str:
        """Say how much there is, not all of it."""
        samples, d = sum(len(y) for _, y in self.clients), self.clients[0][0].shape[1]
        return f"<LeafClients: {len(self)} users, {samples} samples, {d} features>"


def read_leaf(folder: str | os.PathLike[str]) -> LeafClients:
    r"""Read all ``.json`` files of a folder that LEAF's preprocessing wrote, e.g. ``data/train``.

    Parameters
    ----------
    folder : path-like
        Each file holds an object with ``users`` (names), ``num_samples`` (in the same order) and
        ``user_data``: for each user ``x``, the samples, and ``y``, their labels.

    Returns
    -------
    LeafClients
        Users in the order of the files' names, then of their ``users``. A sample that is nested,
        such as an image with rows, becomes one row of X.

    Raises
    ------
    FileNotFoundError
        If there is no such folder, or no ``.json`` file in it.
    ValueError
        If a file is not JSON (with line and column) or lacks a key, if a user comes twice, has no
        samples or not as many as stated, or if x and y are not numbers that fit; the message
        names the file and the user. Text, as in Shakespeare or Sent140, is not read.

    Notes
    -----
    Caldas et al. (2018), *LEAF: A benchmark for federated settings*, arXiv:1812.01097.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> text = '{"users": ["ada"], "num_samples": [2],'
    >>> text += '"user_data": {"ada": {"x": [[0.5, 1], [2, 3]], "y": [1, 0]}}}'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "all_data_0.json").write_text(text)
    ...     clients = read_leaf(folder)
    >>> clients.users, clients[0]
    (('ada',), (array([[0.5, 1. ], [2. , 3. ]]), array([1, 0])))
    """
    paths = sorted(Path(folder).glob("*.json"))
    if not paths:
        raise FileNotFoundError(f"folder must hold .json files of LEAF, found none in {folder}")
    clients: dict[str, Client] = {}
    came_from: dict[str, Path] = {}
    for path in paths:
        for user, client in _users(path):
            if user in clients:
                raise ValueError(
                    f"{path}: user {user!r} must come once, came already in {came_from[user]}"
                )
            clients[user], came_from[user] = client, path
    if not clients:
        raise ValueError(f"{folder}: at least one user must be there, got none")
    first, (X, _) = next(iter(clients.items()))
    for user, (other, _) in clients.items():
        if other.shape[1] != X.shape[1]:
            raise ValueError(
                f"{came_from[user]}: user {user!r} must have {X.shape[1]} features as {first!r} "
                f"has, got {other.shape[1]}"
            )
    return LeafClients(tuple(clients), list(clients.values()))


def _users(path: Path) -> Iterator[tuple[str, Client]]:
    """Yield name and samples of each user in a file."""
    content = _object(str(path), _parse(path), KEYS)
    users = _list(f"{path}: users", content["users"])
    odd = [user for user in users if not isinstance(user, str)]
    if odd:
        raise ValueError(f"{path}: users must be names, got {odd[0]!r}")
    sizes = _list(f"{path}: num_samples", content["num_samples"])
    data = _object(f"{path}: user_data", content["user_data"], users)
    if len(sizes) != len(users):
        raise ValueError(
            f"{path}: num_samples must have one number for each of the {len(users)} users, "
            f"got {len(sizes)}"
        )
    unlisted = sorted(data.keys() - set(users))
    if unlisted:
        raise ValueError(f"{path}: user_data must hold no user beyond users, got {unlisted[0]!r}")
    for user, size in zip(users, sizes, strict=True):
        yield user, _client(f"{path}: user {user!r}", data[user], size)


def _client(where: str, data: Any, size: Any) -> Client:
    """Return samples and labels of one user, as many as stated."""
    data = _object(where, data, ("x", "y"))
    m = _require.count(f"{where}: num_samples", size, at_least=1)
    for key in ("x", "y"):
        if len(_list(f"{where}: {key}", data[key])) != m:
            raise ValueError(f"{where}: {key} must have {m} samples, got {len(data[key])}")
    X = _require.array(f"{where}: x", data["x"])
    if X.size == 0:
        raise ValueError(f"{where}: x must have at least one feature, got none")
    return X.reshape(m, -1), _require.labels(f"{where}: y", data["y"], shape=(m,))


def _parse(path: Path) -> Any:
    """Contents of a JSON file in which no object names a key twice."""
    try:
        return json.loads(path.read_text("utf-8-sig"), object_pairs_hook=_distinct)
    except json.JSONDecodeError as error:
        raise ValueError(
            f"{path}, line {error.lineno}, column {error.colno}: not JSON ({error.msg})"
        ) from error
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path}: the file must be UTF-8 text, byte {error.start} is not"
        ) from error
    except _RepeatedKeyError as error:
        raise ValueError(f"{path}: user or key {error.args[0]!r} must come once") from error


class _RepeatedKeyError(Exception):
    """An object names a key twice; JSON allows it, and one of the two would be lost."""


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _RepeatedKeyError(next(key for key in keys if keys.count(key) > 1))
    return result


def _object(where: str, value: Any, keys: Sequence[str]) -> dict[str, Any]:
    """Return ``value`` if it is a JSON object with these keys."""
    if not isinstance(value, dict):
        raise ValueError(f"{where}: must be a JSON object, got {type(value).__name__}")
    missing = [key for key in keys if key not in value]
    if missing:
        raise ValueError(f"{where}: must have {missing[0]!r}, got only {sorted(value)[:5]}")
    return value


def _list(where: str, value: Any) -> list[Any]:
    """Return ``value`` if it is a JSON array."""
    if not isinstance(value, list):
        raise ValueError(f"{where} must be a JSON array, got {type(value).__name__}")
    return value
