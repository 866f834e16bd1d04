"""Fashion-MNIST: 70,000 small pictures of clothes, read from the files of a Debian package."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["fashion_mnist"]

DEBIAN = Path("/usr/share/datasets/fashion-mnist")
PACKAGE = "dataset-fashion-mnist"
BYTES = 8  # IDX's code for unsigned bytes

Pictures = tuple[NDArray[np.uint8], NDArray[np.int64]]


def __dir__() -> list[str]:
    return __all__


def fashion_mnist(folder: str | os.PathLike[str] = DEBIAN) -> tuple[Pictures, Pictures]:
    """Read the training and the test pictures of Fashion-MNIST; nothing is downloaded.

    Parameters
    ----------
    folder : path-like
        Holds the four gzipped IDX files; default: where Debian's package dataset-fashion-mnist
        puts them.

    Returns
    -------
    (X, y), (X_test, y_test)
        X is (m, 784) uint8, grey values 0 … 255 of 28 × 28 pixels row by row; y is (m,) int: 0
        T-shirt/top, 1 trouser, 2 pullover, 3 dress, 4 coat, 5 sandal, 6 shirt, 7 sneaker, 8 bag,
        9 ankle boot. There are 60,000 pictures to train and 10,000 to test, as many of each class.

    Raises
    ------
    FileNotFoundError
        If a file is missing; the message names the package.
    ValueError
        If a file is not what IDX says it is, or pictures and labels differ in number.

    Notes
    -----
    Xiao, Rasul, Vollgraf (2017), *Fashion-MNIST: a novel image dataset for benchmarking machine
    learning algorithms*, arXiv:1708.07747.

    Examples
    --------
    >>> fashion_mnist("not-there")   # doctest: +ELLIPSIS
    Traceback (most recent call last):
    FileNotFoundError: no file not-there/train-images-idx3-ubyte.gz: run ...
    """
    return _part(Path(folder), "train"), _part(Path(folder), "t10k")


def _part(folder: Path, name: str) -> Pictures:
    """Read the pictures of one part, a row each, and their labels."""
    X = _read(folder / f"{name}-images-idx3-ubyte.gz", 3)
    y = _read(folder / f"{name}-labels-idx1-ubyte.gz", 1)
    if len(X) != len(y):
        raise ValueError(f"{folder}: {name} must have a label a picture, got {len(X)}, {len(y)}")
    return X.reshape(len(X), -1), y.astype(np.int64)


def _read(path: Path, axes: int) -> NDArray[np.uint8]:
    """Read an array of bytes: two zeros, the type, the number of axes, their lengths, the rest."""
    try:
        raw = gzip.decompress(path.read_bytes())
    except FileNotFoundError:
        raise FileNotFoundError(
            f"no file {path}: run 'apt install {PACKAGE}' on Debian or Ubuntu, or name the folder "
            "of the four gzipped IDX files"
        ) from None
    except (OSError, EOFError) as error:
        raise ValueError(f"{path}: must be a gzipped file ({error})") from error
    start = 4 + 4 * axes
    if len(raw) < start or tuple(raw[:4]) != (0, 0, BYTES, axes):
        raise ValueError(f"{path}: must be IDX with {axes} axes of bytes, got {raw[:4]!r}")
    shape = np.frombuffer(raw, ">u4", axes, 4).astype(int)
    if len(raw) - start != shape.prod():
        raise ValueError(
            f"{path}: must hold {shape.prod()} bytes behind its head, got {len(raw) - start}"
        )
    return np.frombuffer(raw, np.uint8, offset=start).reshape(shape)
