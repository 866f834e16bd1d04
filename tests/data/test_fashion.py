"""Fashion-MNIST: files of the IDX format are read back, what is missing or broken is named."""

import gzip
import struct

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from flcourse.data import fashion_mnist

NAMES = {"images": "images-idx3", "labels": "labels-idx1"}


def packed(content):
    """Gzipped without the time of day, which would be a part of the names of tests."""
    return gzip.compress(content, mtime=0)


def idx(array):
    """An array of bytes in the IDX format."""
    head = struct.pack(">HBB", 0, 8, array.ndim) + struct.pack(f">{array.ndim}I", *array.shape)
    return head + array.tobytes()


def path(folder, part, what):
    return folder / f"{part}-{NAMES[what]}-ubyte.gz"


@pytest.fixture
def wardrobe(tmp_path):
    """Three pictures to train, two to test, of 28 x 28 pixels that are all different."""
    rng, made = np.random.default_rng(0), {}
    for part, m in (("train", 3), ("t10k", 2)):
        X = rng.integers(0, 256, (m, 28, 28), dtype=np.uint8)
        y = rng.integers(0, 10, m, dtype=np.uint8)
        path(tmp_path, part, "images").write_bytes(packed(idx(X)))
        path(tmp_path, part, "labels").write_bytes(packed(idx(y)))
        made[part] = X, y
    return tmp_path, made


def test_files_are_read_back(wardrobe):
    folder, made = wardrobe
    for (X, y), (pictures, labels) in zip(fashion_mnist(folder), made.values(), strict=True):
        assert_array_equal(X.reshape(-1, 28, 28), pictures)  # rows of pixels, one after the other
        assert_array_equal(y, labels)
        assert (X.dtype, y.dtype) == (np.uint8, np.int64)


def test_a_missing_file_names_the_package(wardrobe):
    folder, _ = wardrobe
    path(folder, "t10k", "labels").unlink()
    with pytest.raises(FileNotFoundError, match=r"t10k-labels.*apt install dataset-fashion-mnist"):
        fashion_mnist(str(folder))


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"no archive", "gzipped"),
        (packed(b"\0\0")[:-4], "gzipped"),
        (packed(b"\0\0\x08"), "IDX with 1 axes"),
        (packed(idx(np.zeros((3, 1), np.uint8))), "IDX with 1 axes"),
        (packed(b"\0\0\x0d\x01\0\0\0\x03abc"), "IDX with 1 axes"),
        (packed(b"\0\0\x08\x01\0\0\0\x03ab"), "must hold 3 bytes behind its head, got 2"),
        (packed(idx(np.zeros(4, np.uint8))), "a label a picture, got 3, 4"),
    ],
)
def test_a_broken_file_is_named(wardrobe, raw, problem):
    folder, _ = wardrobe
    path(folder, "train", "labels").write_bytes(raw)
    with pytest.raises(ValueError, match=f"{folder}.*{problem}"):
        fashion_mnist(folder)
