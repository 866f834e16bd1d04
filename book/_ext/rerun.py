"""Execute a chapter again when the modules of flcourse that it imports have changed.

myst-nb keys its cache on the code of a chapter alone. Here each chapter gets a cache folder named
after the contents of everything that its cells depend on.
"""

import ast
import functools
import hashlib
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jupytext
import myst_nb.core.execute.cache as executor
from IPython.core.inputtransformer2 import TransformerManager
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "flcourse"

# Each cell's start and end are kept with its outputs, so that a test can ask how long it took.
executor.single_nb_execution = functools.partial(executor.single_nb_execution, record_timing=True)


def choose_cache(app: Sphinx, docname: str, source: list[str]) -> None:
    """Point myst-nb to the cache of this chapter's dependencies, before it reads the chapter."""
    if "{code-cell}" not in source[0]:
        return
    env: Any = app.env  # myst-nb keeps its settings there
    config = env.mystnb_config
    top = Path(app.outdir).parent / ".jupyter_cache"
    files = [ROOT / "requirements.lock", *dependencies(cells(source[0]))]
    for path in files:
        app.env.note_dependency(str(path))
    folder = str(top / digest(files))
    env.mystnb_config = config.copy(execution_cache_path=folder)
    app.env.metadata[docname]["cache"] = folder


def prune_caches(app: Sphinx, exception: Exception | None) -> None:
    """Remove the caches that no chapter uses any more, after a build that went well."""
    if exception is None:
        used = {data.get("cache") for data in app.env.metadata.values()}
        for folder in (Path(app.outdir).parent / ".jupyter_cache").iterdir():
            if folder.is_dir() and str(folder) not in used:
                shutil.rmtree(folder)


def cells(text: str) -> str:
    """Code of all code cells in a chapter, magic commands written out as Python."""
    notebook = jupytext.reads(text, fmt="md:myst")
    code = (cell.source for cell in notebook.cells if cell.cell_type == "code")
    return "".join(map(TransformerManager().transform_cell, code))


def digest(files: Iterable[Path]) -> str:
    """Name for the contents of some files under this Python."""
    total = hashlib.sha256(sys.version.encode())
    for path in files:
        total.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]


def dependencies(code: str) -> list[Path]:
    """Sorted files of flcourse that some code imports, directly or through each other."""
    found: set[Path] = set()
    open_ends = rooms(code)
    while open_ends:
        room = open_ends.pop()
        new = set(files_of(room)) - found
        found |= new
        for path in new:
            if path.suffix == ".py":
                open_ends |= rooms(path.read_text("utf-8"), path)
    return sorted(found | {PACKAGE / "__init__.py"}) if found else []


def files_of(room: str) -> list[Path]:
    """Files of a module or, with all its data, a subpackage; all for the package itself."""
    folder = PACKAGE / room
    if not folder.is_dir():
        return [PACKAGE / f"{room}.py"] if (PACKAGE / f"{room}.py").exists() else []
    return [p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts]


def rooms(code: str, path: Path | None = None) -> set[str]:
    """First names below flcourse that imports mention; in engine and grading, the second."""
    here = list(path.relative_to(ROOT).with_suffix("").parts) if path else []
    names = (name for node in ast.walk(ast.parse(code)) for name in imported(node, here))
    parts = (name.split(".") for name in names)
    deep = (part[1 : 3 if part[1:2] in (["engine"], ["grading"]) else 2] for part in parts
            if part[0] == "flcourse")  # fmt: skip
    return {"/".join(part) for part in deep}


def imported(node: ast.AST, here: list[str]) -> list[str]:
    """Absolute names that an import statement mentions."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        above = here[: -node.level] if node.level else []
        base = ".".join([*above, *filter(None, [node.module])])
        return [f"{base}.{alias.name}" for alias in node.names]
    return []
