"""Ask whether NumPy and SciPy have come to the browser: `.venv/bin/python tools/wheels.py`.

Where their WebAssembly wheels are published, the book's cells could run in a page that no server
stands behind, with Pyodide. A scheduled job asks each week, and fails on the day they are there.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile

NEEDED = ("numpy", "scipy")
# Pyodide's platforms so far and the Python of each (PEP 783).
PLATFORMS = {"pyemscripten_2025_0_wasm32": "3.13", "pyemscripten_2026_0_wasm32": "3.14"}


def published(package: str, platform: str, python: str) -> bool:
    """Whether pip finds a wheel of the package for the platform."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                   "--only-binary=:all:", "--dest", folder, "--platform", platform,
                   "--python-version", python, package]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True)
    nothing = "No matching distribution found" in done.stderr
    if done.returncode and not nothing:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return done.returncode == 0


def main() -> int:
    """Say what is there; 1 if all that is needed is."""
    for platform, python in PLATFORMS.items():
        found = [package for package in NEEDED if published(package, platform, python)]
        print(f"{platform}: {', '.join(found) or 'none of ' + ', '.join(NEEDED)}")
        if len(found) == len(NEEDED):
            print("The door is open: the cells of the book may run in the browser itself.")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
