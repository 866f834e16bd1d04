"""Build the package: flit does the work, and the released assignments come inside the wheel.

So that students need neither this repository nor git: `flcourse start` of an installed package
finds them in `flcourse/assignments`. pyproject.toml names this file as its build backend.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flit_core.buildapi import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from flit_core.wheel import WheelBuilder

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).resolve().parent.parent
INSIDE = "flcourse/assignments"


class Builder(WheelBuilder):  # type: ignore[misc]  # flit has no types
    """flit's wheel, and `exercises/` in it."""

    def copy_module(self) -> None:
        """Add the package, then the released assignments."""
        super().copy_module()
        exercises = ROOT / "exercises"
        for path in sorted(exercises.glob("*/*")):
            if path.is_file() and not path.name.startswith("."):
                self._add_file(path, f"{INSIDE}/{path.relative_to(exercises).as_posix()}")


def make_wheel_in(folder: Path) -> Path:
    """Build the wheel and return where it is: whole or not at all."""
    with tempfile.TemporaryDirectory(dir=folder) as draft:
        unnamed = Path(draft) / "wheel"
        with unnamed.open("w+b") as file:
            builder = Builder.from_ini_path(ROOT / "pyproject.toml", file)
            builder.build()
        return unnamed.replace(folder / str(builder.wheel_filename))


def build_wheel(
    wheel_directory: str,
    config_settings: Mapping[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Build the wheel, as pip and uv ask for it (PEP 517)."""
    return make_wheel_in(Path(wheel_directory)).name
