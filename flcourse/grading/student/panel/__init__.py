"""The panel *Check* in JupyterLab and Notebook 7: an extension of the server, and one of the page.

The page's part is plain JavaScript, in ``data/share/jupyter/labextensions/flcourse-panel``: what
is there is what runs, no step builds it, and no Node is needed to change it. JupyterLab loads an
extension by a contract of three functions (its ``bootstrap.js`` has them), which ``remoteEntry.js``
keeps by hand. A wheel installs ``data/`` into the environment, where every Jupyter finds it;
``flcourse start`` points at it here, so that a checkout shows its own.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["DATA", "JUPYTER_PATH", "NAME", "SORRY"]

DATA = Path(__file__).parent / "data"
NAME = "flcourse-panel"
JUPYTER_PATH = DATA / "share" / "jupyter"  # where Jupyter looks for labextensions
SORRY = (
    "The panel could not finish this, and that is no fault of your answers. Save and try again; "
    "if it comes back, run flcourse check in a terminal and tell your instructor."
)


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "flcourse.grading.student.panel.handlers"}]


def _jupyter_labextension_paths() -> list[dict[str, str]]:
    place = JUPYTER_PATH / "labextensions" / NAME
    return [{"src": str(place.relative_to(Path(__file__).parent)), "dest": NAME}]
