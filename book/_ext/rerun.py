"""Execute a chapter again when the modules of flcourse that it imports have changed.

myst-nb keys its cache on the code of a chapter alone. Here each chapter gets a cache folder named
after the contents of everything that its cells depend on.
"""

import ast
import functools
import hashlib
import shutil
import sys
from pathlib import Path

import jupytext
import myst_nb.core.execute.cache as executor
from IPython.core.inputtransformer2 import TransformerManager

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "flcourse"

# Each cell's start and end are kept with its outputs, so that a test can ask how long it took.
executor.single_nb_execution = functools.partial(executor.single_nb_execution, record_timing=True)


def choose_cache(app, docname, source):
    """Point myst-nb to the cache of this chapter's dependencies, before it reads the chapter."""
    if "{code-cell}" not in source[0]:
        return
    config = app.env.mystnb_config
    top = Path(app.outdir).parent / ".jupyter_cache"
    files = [ROOT / "requirements.lock", *dependencies(cells(source[0]))]
    for path in files:
        app.env.note_dependency(str(path))
    folder = str(top / digest(files))
    app.env.mystnb_config = config.copy(execution_cache_path=folder)
    app.env.metadata[docname]["cache"] = folder


def prune_caches(app, exception):
    """Remove the caches that no chapter uses any more, after a build that went well."""
    if exception is None:
        used = {data.get("cache") for data in app.env.metadata.values()}
        for folder in (Path(app.outdir).parent / ".jupyter_cache").iterdir():
            if folder.is_dir() and str(folder) not in used:
                shutil.rmtree(folder)


def cells(text):
    """Code of all code cells in a chapter, magic commands written out as Python."""
    notebook = jupytext.reads(text, fmt="md:myst")
    code = (cell.source for cell in notebook.cells if cell.cell_type == "code")
    return "".join(map(TransformerManager().transform_cell, code))


def digest(files):
    """Name for the contents of some files under this Python."""
    total = hashlib.sha256(sys.version.encode())
    for path in files:
        total.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]


def dependencies(code):
    """Sorted files of flcourse that some code imports, directly or through each other."""
    found, open_ends = set(), rooms(code)
    while open_ends:
        room = open_ends.pop()
        new = set(files_of(room)) - found
        found |= new
        for path in new:
            if path.suffix == ".py":
                open_ends |= rooms(path.read_text("utf-8"), path)
    return sorted(found | {PACKAGE / "__init__.py"}) if found else []


def files_of(room):
    """Files of a module or, with all its data, a subpackage; all for the package itself."""
    folder = PACKAGE / room
    if not folder.is_dir():
        return [PACKAGE / f"{room}.py"] if (PACKAGE / f"{room}.py").exists() else []
    return [p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts]


def rooms(code, path=None):
    """First names below flcourse that imports mention; in grading, each module is a room."""
    here = list(path.relative_to(ROOT).with_suffix("").parts) if path else []
    names = (name for node in ast.walk(ast.parse(code)) for name in imported(node, here))
    parts = (name.split(".") for name in names)
    deep = (part[1 : 3 if part[1:2] == ["grading"] else 2] for part in parts
            if part[0] == "flcourse")  # fmt: skip
    return {"/".join(part) for part in deep}


def imported(node, here):
    """Absolute names that an import statement mentions."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        base = ".".join([*here[: -node.level], *filter(None, [node.module])] if node.level
                        else [node.module])  # fmt: skip
        return [f"{base}.{alias.name}" for alias in node.names]
    return []
