"""The package as it is built: the released assignments are in it, however one comes to it."""

import subprocess
import sys
import tarfile
import zipfile

import backend
import pytest
from conftest import ROOT

RELEASED = sorted(p.relative_to(ROOT / "exercises").as_posix()
                  for pattern in ("*/*.ipynb", "*/*.instances")
                  for p in (ROOT / "exercises").glob(pattern))  # fmt: skip


def assignments(wheel):
    with zipfile.ZipFile(wheel) as packed:
        inside = [name for name in packed.namelist() if name.startswith(backend.INSIDE)]
        for name in inside:
            below = name.removeprefix(f"{backend.INSIDE}/")
            assert packed.read(name) == (ROOT / "exercises" / below).read_bytes()
        record = next(name for name in packed.namelist() if name.endswith("/RECORD"))
        assert all(name in packed.read(record).decode() for name in inside)
    return sorted(name.removeprefix(f"{backend.INSIDE}/") for name in inside)


def test_the_wheel_holds_what_is_released(tmp_path):
    assert assignments(backend.make_wheel_in(tmp_path)) == RELEASED
    assert [path.suffix for path in tmp_path.iterdir()] == [".whl"]  # no half one is left


def test_a_wheel_from_the_source_archive_holds_them_as_well(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    with tarfile.open(tmp_path / backend.build_sdist(str(tmp_path))) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = (path for path in tmp_path.iterdir() if path.is_dir())
    build = "import backend, sys; print(backend.build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", build, tmp_path], cwd=source / "tools", check=True,
        capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    assert assignments(tmp_path / done.stdout.strip()) == RELEASED


def test_a_wheel_that_cannot_be_built_leaves_nothing(tmp_path, monkeypatch):
    def broken(self):
        raise OSError("the disk is full")

    monkeypatch.setattr(backend.Builder, "copy_module", broken)
    with pytest.raises(OSError, match="full"):
        backend.make_wheel_in(tmp_path)
    assert list(tmp_path.iterdir()) == []
