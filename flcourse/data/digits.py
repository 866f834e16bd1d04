"""Scikit-learn's 1,797 real handwritten digits, spread over clients."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from flcourse import _require
from flcourse._types import Ints
from flcourse.data.clients import Client, deal_dirichlet, deal_labels

__all__ = [
    "digit_images",
    "digits",
    "skewed_counts",
    "virtual_digits",
]

N_CLASSES = 10


def __dir__() -> list[str]:
    return __all__


def digits(
    n_clients: int,
    labels_per_client: int | None = None,
    *,
    rng: np.random.Generator,
    dirichlet: float | None = None,
) -> list[Client]:
    """Deal the digit images to clients, by label or by a Dirichlet law, each image at most once.

    Parameters
    ----------
    n_clients : int
        Number n of clients; each gets at least one image.
    labels_per_client : int, optional
        Number of different digits at every client, 1 … 10. Classes are handed out as evenly as
        possible and a class is shared equally among its holders. With fewer than 10 places in all,
        some digits stay out.
    rng : numpy.random.Generator
        Source of all randomness.
    dirichlet : float, optional
        Instead of ``labels_per_client``: each class is shared in proportions drawn from the
        symmetric Dirichlet law with this concentration (small: each client has few digits).

    Returns
    -------
    list of (X, y)
        X is (m_i, 64), grey values scaled to 0 … 1; y is (m_i,) int in 0 … 9.

    Raises
    ------
    ValueError
        If not exactly one of the two laws is given, or there are too many clients for the images.

    Notes
    -----
    Splitting by label follows McMahan et al. (2017), *Communication-efficient learning of deep
    networks from decentralized data*, AISTATS; splitting by the Dirichlet law follows Yurochkin
    et al. (2019), *Bayesian nonparametric federated learning of neural networks*, ICML. The images
    are the test half of Alpaydin and Kaynak's *Optical recognition of handwritten digits* (UCI).

    Examples
    --------
    >>> import numpy as np
    >>> clients = digits(20, 2, rng=np.random.default_rng(1))
    >>> {len(np.unique(y)) for X, y in clients}, sum(len(y) for X, y in clients)
    ({2}, 1797)
    """
    n = _require.count("n_clients", n_clients, at_least=1)
    _require.generator("rng", rng)
    if (labels_per_client is None) == (dirichlet is None):
        raise ValueError("labels_per_client or dirichlet must be given, and not both")
    X, y = digit_images()
    if dirichlet is not None:
        concentration = _require.number("dirichlet", dirichlet, above=0)
        owner = deal_dirichlet(y, n, concentration, rng=rng)
    else:
        owner = deal_labels(y, n, labels_per_client or 0, rng=rng)
    return [(X[owner == i], y[owner == i]) for i in range(n)]


@cache
def digit_images() -> Client:
    """All 1,797 images, (1797, 64) with values 0 … 1, and their labels; the arrays are read-only.

    Examples
    --------
    >>> X, y = digit_images()
    >>> X.shape, X.min(), X.max(), y[:4].tolist()
    ((1797, 64), np.float64(0.0), np.float64(1.0), [0, 1, 2, 3])
    """
    # Imported late: the import costs a second that most lectures do not need to pay.
    from sklearn.datasets import load_digits

    raw = load_digits()
    X, y = np.asarray(raw.data / 16.0), np.asarray(raw.target, dtype=np.int64)
    X.setflags(write=False)
    y.setflags(write=False)
    return X, y


def skewed_counts(
    n_clients: int,
    n_classes: int = N_CLASSES,
    *,
    rng: np.random.Generator,
    labels: tuple[int, int] = (2, 4),
    mean: float = 50.0,
    sigma: float = 1.0,
) -> Ints:
    """Label counts of FedBag's virtual nodes: few labels each, lognormal amounts (eq-emd).

    Parameters
    ----------
    n_clients, n_classes : int
        Shape (n, C) of the result.
    rng : numpy.random.Generator
        Source of all randomness.
    labels : (int, int)
        A node holds between these numbers of different labels, both included, uniformly.
    mean : float
        Mean number of samples of each label that a node holds, before rounding.
    sigma : float
        Standard deviation of the logarithm, which Ma et al. (2021) do not state.

    Returns
    -------
    (n, C) array of int
        The label counts, with at least one sample of each label that a node holds.

    Raises
    ------
    ValueError
        If the range of labels does not fit the classes or a parameter is out of bounds.

    Notes
    -----
    FedBag's simulation has 200 nodes with 2 to 4 labels and a lognormal amount of mean 50 of each:
    Ma et al. (2021), *Client selection based on label quantity information for federated learning*,
    PIMRC.

    Examples
    --------
    >>> import numpy as np
    >>> Z = skewed_counts(200, rng=np.random.default_rng(0))
    >>> Z.shape, set((Z > 0).sum(axis=1).tolist())
    ((200, 10), {2, 3, 4})
    """
    n = _require.count("n_clients", n_clients, at_least=1)
    C = _require.count("n_classes", n_classes, at_least=1)
    low, high = labels
    low = _require.count("labels[0]", low, at_least=1, at_most=C)
    high = _require.count("labels[1]", high, at_least=low, at_most=C)
    mean = _require.number("mean", mean, above=0)
    sigma = _require.number("sigma", sigma, at_least=0)
    held = _require.generator("rng", rng).integers(low, high + 1, n)
    ranks = rng.permuted(np.broadcast_to(np.arange(C), (n, C)), axis=1)
    # exp(N(log mean - sigma²/2, sigma²)) has the stated mean.
    amount = rng.lognormal(np.log(mean) - sigma**2 / 2, sigma, (n, C))
    counts = np.maximum(1, np.round(amount)).astype(np.int64)
    return np.where(ranks < held[:, np.newaxis], counts, 0)


def virtual_digits(
    Z: ArrayLike, *, rng: np.random.Generator, rows: ArrayLike | None = None
) -> list[Client]:
    """Fill given label counts with digit images, drawn with replacement within each class.

    Parameters
    ----------
    Z : (n, 10) array_like of int
        Number of images of each digit at each client.
    rng : numpy.random.Generator
        Draws the images.
    rows : (r,) array_like of int, optional
        Images to draw from, as indices into :func:`digit_images`; keep the others for testing.

    Returns
    -------
    list of (X, y)
        As :func:`digits`, but an image may occur at several clients or more than once: 200 nodes
        of about 150 images need more than the 1,797 that exist.

    Raises
    ------
    ValueError
        If Z does not have ten columns of counts, or a class that it asks for has no image.

    Examples
    --------
    >>> import numpy as np
    >>> Z = [[2, 0, 1] + [0] * 7]
    >>> [y.tolist() for X, y in virtual_digits(Z, rng=np.random.default_rng(0))]
    [[0, 0, 2]]
    """
    counts = _require.labels("Z", Z, shape=(None, N_CLASSES))
    _require.generator("rng", rng)
    X, y = digit_images()
    allowed = np.arange(len(y)) if rows is None else _require.labels("rows", rows, shape=(None,))
    if allowed.size and allowed.max() >= len(y):
        raise ValueError(f"rows must be below the {len(y)} images, got {allowed.max()}")
    by_class: list[Ints] = [allowed[y[allowed] == c] for c in range(N_CLASSES)]
    for c in np.flatnonzero(counts.any(axis=0)):
        if not by_class[c].size:
            raise ValueError(f"rows must hold an image of each class in Z, got none of {c}")
    clients = []
    for row in counts:
        drawn = [rng.choice(by_class[c], row[c]) for c in np.flatnonzero(row)]
        chosen = np.concatenate(drawn) if drawn else allowed[:0]
        clients.append((np.asarray(X[chosen]), y[chosen]))
    return clients
