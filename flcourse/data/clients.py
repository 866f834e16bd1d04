"""Clients, a list of (X, y) pairs: described, split, dealt by labels or by a Dirichlet law."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from flcourse import _require
from flcourse._types import Floats, Ints

__all__ = [
    "Client",
    "Partition",
    "deal_dirichlet",
    "deal_labels",
    "describe",
    "emd",
    "label_counts",
    "split",
]

Client: TypeAlias = tuple[Floats, Ints]


def __dir__() -> list[str]:
    return __all__


def split(
    clients: Sequence[tuple[ArrayLike, ArrayLike]],
    fractions: Sequence[float] = (0.8, 0.2),
    *,
    rng: np.random.Generator,
) -> tuple[list[tuple[Floats, Floats]], ...]:
    """Split every device's samples at random, e.g. into train, validation and test.

    Parameters
    ----------
    clients : sequence of (X, y)
        X is (m_i, d), y is (m_i,); labels keep their dtype.
    fractions : sequence of float
        Share of each part, summing to one. A part after the first gets ⌊share · m_i⌋ samples but
        at least one; the first part gets the rest.
    rng : numpy.random.Generator
        Shuffles each device on its own.

    Returns
    -------
    tuple of lists
        One list of (X, y) per part, clients in the given order.

    Raises
    ------
    ValueError
        If the shares do not sum to one or a device has too few samples for all parts.

    Notes
    -----
    Splitting inside each device, not across, is what personalised methods are judged on
    (Li et al., 2020, *Fair resource allocation in federated learning*, ICLR).

    Examples
    --------
    >>> import numpy as np
    >>> client = (np.arange(20.0).reshape(10, 2), np.arange(10))
    >>> train, test = split([client], (0.7, 0.3), rng=np.random.default_rng(0))
    >>> train[0][0].shape, test[0][0].shape
    ((7, 2), (3, 2))
    """
    shares = _require.array("fractions", list(fractions), shape=(None,))
    if len(shares) < 2 or shares.min() <= 0 or abs(shares.sum() - 1) > 1e-9:
        raise ValueError(
            f"fractions must be at least two positive shares of sum 1, got {shares.tolist()}"
        )
    _require.generator("rng", rng)
    parts: tuple[list[tuple[Floats, Floats]], ...] = tuple([] for _ in shares)
    for i, (X, y) in enumerate(clients):
        X, y = np.asarray(X), np.asarray(y)
        if len(X) != len(y):
            raise ValueError(f"clients[{i}] must pair X and y row by row, got {len(X)}, {len(y)}")
        counts = np.maximum(1, np.floor(shares * len(y) + 1e-9)).astype(int)
        counts[0] = len(y) - counts[1:].sum()
        if counts[0] < 1:
            raise ValueError(
                f"clients[{i}] must have at least one sample for each of the {len(shares)} parts, "
                f"got {len(y)} samples"
            )
        for part, rows in zip(
            parts, np.split(rng.permutation(len(y)), np.cumsum(counts)[:-1]), strict=True
        ):
            part.append((X[rows], y[rows]))
    return parts


def label_counts(clients: Sequence[tuple[ArrayLike, ArrayLike]], n_classes: int) -> Ints:
    """Label vectors of the clients: entry (i, c) counts samples of class c at client i (eq-emd).

    Parameters
    ----------
    clients : sequence of (X, y)
        Only the integer labels y, shape (m_i,), are read.
    n_classes : int
        Number C of classes; labels are 0 … C − 1.

    Returns
    -------
    (n, C) array of int
        The matrix Z that :mod:`flcourse.fedbag` selects on.

    Raises
    ------
    ValueError
        If a label is not an integer in 0 … C − 1.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.zeros((3, 1))
    >>> label_counts([(X, [0, 2, 2]), (X, [1, 1, 1])], 3).tolist()
    [[1, 0, 2], [0, 3, 0]]
    """
    C = _require.count("n_classes", n_classes, at_least=1)
    Z = np.zeros((len(clients), C), dtype=np.int64)
    for i, (_, y) in enumerate(clients):
        labels = _require.labels(f"clients[{i}][1]", y, shape=(None,))
        if labels.size and labels.max() >= C:
            raise ValueError(
                f"clients[{i}][1] must hold labels below n_classes = {C}, got {labels.max()}"
            )
        Z[i] = np.bincount(labels, minlength=C)
    return Z


def emd(Z: ArrayLike) -> Floats:
    """Distance of each client's label distribution from the global one (eq-emd).

    ``flcourse.data.emd`` and ``flcourse.fedbag.emd`` are the same function.

    Parameters
    ----------
    Z : (n, C) array_like
        Label counts; row i is client i.

    Returns
    -------
    (n,) array
        Σ_c |p_ic − p_c|, from 0 (the global mix) to 2 (no class in common).

    Raises
    ------
    ValueError
        If a count is negative or a client is empty.

    Notes
    -----
    Zhao et al. (2018), *Federated learning with non-IID data*, arXiv:1806.00582. The name earth
    mover's distance is theirs; what is computed is the L1 distance.

    Examples
    --------
    >>> emd([[2, 0], [1, 1]]).tolist()
    [0.5, 0.5]
    """
    counts = _require.histograms("Z", Z)
    shares = counts / counts.sum(axis=1, keepdims=True)
    return np.asarray(np.abs(shares - counts.sum(axis=0) / counts.sum()).sum(axis=1))


@dataclass(frozen=True)
class Partition:
    """How a data set is spread over clients.

    Attributes
    ----------
    sizes : (n,) array of int
        Samples per client.
    labels : (n,) array of int
        Number of different classes per client.
    skew : (n,) array of float
        Distance of each client's label distribution from the global one, 0 … 2 (eq-emd).
    largest_share : float
        Share of all samples that the largest client holds.
    """

    sizes: Ints
    labels: Ints
    skew: Floats
    largest_share: float


def describe(Z: ArrayLike) -> Partition:
    """Summarise a partition by its label counts.

    Parameters
    ----------
    Z : (n, C) array_like of int
        Label counts, as :func:`label_counts` returns them.

    Returns
    -------
    Partition
        Sizes, number of classes and label skew per client.

    Raises
    ------
    ValueError
        If a count is not an integer of at least 0 or a client is empty.

    Examples
    --------
    >>> describe([[3, 0], [0, 1]]).largest_share
    0.75
    """
    counts = _require.labels("Z", Z, shape=(None, None))
    skew = emd(counts)
    sizes = counts.sum(axis=1)
    return Partition(sizes, (counts > 0).sum(axis=1), skew, float(sizes.max() / sizes.sum()))


def deal_labels(
    y: ArrayLike, n_clients: int, labels_per_client: int, *, rng: np.random.Generator
) -> Ints:
    """Give each client the same number of different labels and share each class equally.

    Parameters
    ----------
    y : (m,) array_like of int
        Labels 0 … C − 1 of all samples.
    n_clients, labels_per_client : int
        Number of clients; number of different labels at each.
    rng : numpy.random.Generator
        Chooses the labels and shuffles the samples.

    Returns
    -------
    (m,) array of int
        Client that owns each sample, −1 where no client holds the class.

    Raises
    ------
    ValueError
        If a class has fewer samples than holders.

    Examples
    --------
    >>> import numpy as np
    >>> owner = deal_labels([0, 0, 1, 1], 2, 1, rng=np.random.default_rng(0))
    >>> bool(owner[0] == owner[1] != owner[2])
    True
    """
    labels = _require.labels("y", y, shape=(None,))
    n = _require.count("n_clients", n_clients, at_least=1)
    C = int(labels.max()) + 1
    per = _require.count("labels_per_client", labels_per_client, at_least=1, at_most=C)
    holds = np.zeros((n, C), dtype=bool)
    for i in range(n):
        # The least used classes first, ties broken at random: use stays even, labels distinct.
        rank = np.lexsort((_require.generator("rng", rng).random(C), holds.sum(axis=0)))
        holds[i, rank[:per]] = True
    owner = np.full(len(labels), -1, dtype=np.int64)
    for c in range(C):
        holders, samples = np.flatnonzero(holds[:, c]), np.flatnonzero(labels == c)
        if len(holders) > len(samples):
            raise ValueError(
                f"n_clients must leave a sample of each label to each holder, got {n}: "
                f"class {c} has {len(samples)} samples for {len(holders)} clients"
            )
        if len(holders):
            owner[rng.permutation(samples)] = np.resize(rng.permutation(holders), len(samples))
    return owner


def deal_dirichlet(
    y: ArrayLike, n_clients: int, concentration: float, *, rng: np.random.Generator
) -> Ints:
    """Share each class among the clients in Dirichlet proportions; nobody goes home empty.

    Parameters
    ----------
    y : (m,) array_like of int
        Labels of all samples.
    n_clients : int
        Number of clients, at most m.
    concentration : float
        Parameter of the symmetric Dirichlet law, positive.
    rng : numpy.random.Generator
        Draws the proportions and shuffles the samples.

    Returns
    -------
    (m,) array of int
        Client that owns each sample. A client left empty takes one sample from the largest.

    Raises
    ------
    ValueError
        If there are more clients than samples or the concentration is not positive.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> owner = deal_dirichlet(np.zeros(1000), 2, 1e6, rng=rng)
    >>> bool(abs(np.mean(owner) - 0.5) < 0.01)
    True
    """
    labels = _require.labels("y", y, shape=(None,))
    n = _require.count("n_clients", n_clients, at_least=1, at_most=len(labels))
    _require.number("concentration", concentration, above=0)
    owner = np.empty(len(labels), dtype=np.int64)
    for label in np.unique(labels):
        samples = _require.generator("rng", rng).permutation(np.flatnonzero(labels == label))
        share = rng.dirichlet(np.full(n, float(concentration)))
        cuts = np.round(np.cumsum(share)[:-1] * len(samples)).astype(int)
        for i, part in enumerate(np.split(samples, cuts)):
            owner[part] = i
    for empty in np.flatnonzero(np.bincount(owner, minlength=n) == 0):
        largest = np.argmax(np.bincount(owner, minlength=n))
        owner[rng.choice(np.flatnonzero(owner == largest))] = empty
    return owner
