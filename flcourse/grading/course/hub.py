"""A JupyterHub for one course: settings from the course folder, and nbgrader's exchange."""

from __future__ import annotations

import json
import os
from pathlib import Path

from flcourse.grading.official.sandbox import is_shown

__all__ = ["exchange_of", "new_hub"]

TEMPLATES = Path(__file__).with_name("templates")
# place below the hub's folder -> template
FILES = {
    "jupyterhub_config.py": "jupyterhub_config.txt",
    "instructor/nbgrader_config.py": "instructor-nbgrader_config.txt",
    "students/nbgrader_config.py": "students-nbgrader_config.txt",
}
# What students have no use for; they check with our own panel.
TOOLS = ("formgrader", "create-assignment", "course-list", "validate-assignment")
PANEL = "flcourse.grading.student.panel"
HUB = """\
# What the files of this folder have in common.
course = {course}
folder = {folder}
instructor = {instructor}
exchange = {exchange}
"""


def new_hub(folder: Path, course: Path) -> str:
    """Write the settings of a hub and make the exchange of its course.

    Parameters
    ----------
    folder : pathlib.Path
        The folder to make; it must not exist yet, or must be empty.
    course : pathlib.Path
        A course folder with an exchange; its owner is the instructor.

    Returns
    -------
    str
        The Unix user who is the instructor.

    Raises
    ------
    ValueError
        If the folder has content, or the course folder names no exchange, or one that students'
        code would see.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"folder must be new or empty, {folder} has content; nothing was changed")
    name, exchange = exchange_of(course)
    import pwd  # of Unix, as hubs are

    owner = course.stat()
    instructor = pwd.getpwuid(owner.st_uid).pw_name
    values = {"course": name, "folder": str(course.resolve()), "exchange": str(exchange)}
    values |= {"instructor": instructor}
    quoted = {key: json.dumps(value, ensure_ascii=False) for key, value in values.items()}
    texts = {place: (TEMPLATES / source).read_text("utf-8") for place, source in FILES.items()}
    texts |= {"hub.toml": HUB.format(**quoted), **_servers()}
    for place, text in texts.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, "utf-8")
    (folder / "state").mkdir(mode=0o700)
    _make_exchange(exchange, name, owner)
    return instructor


def exchange_of(course: Path) -> tuple[str, Path]:
    """Return the id of a course and its exchange, from its configuration of nbgrader.

    Raises
    ------
    ValueError
        If the course names no exchange, or one that students' code would see.
    """
    from traitlets.config.loader import PyFileConfigLoader

    if not (course / "nbgrader_config.py").is_file():
        raise ValueError(f"course must be a course folder, {course} has no nbgrader_config.py")
    before = dict(os.environ)
    try:
        config = PyFileConfigLoader("nbgrader_config.py", path=str(course)).load_config()
    finally:  # the file may set the grading seed, which is no business of this process
        os.environ.clear()
        os.environ.update(before)
    if "root" not in config.Exchange:
        raise ValueError(
            f"course must have an exchange: set c.Exchange.root in {course / 'nbgrader_config.py'}"
        )
    exchange = Path(config.Exchange.root)
    if is_shown(exchange):
        raise ValueError(
            f"c.Exchange.root must not lie where students' code can read, {exchange} does: "
            "the sandbox shows the system's folders and Python's; take /srv/nbgrader/exchange"
        )
    return str(config.CourseDirectory.course_id), exchange


def _servers() -> dict[str, str]:
    """Return settings of people's servers: formgrader for the instructor, for nobody else."""
    without = {f"@jupyter/nbgrader:{tool}": True for tool in TOOLS}
    news = {"@jupyterlab/apputils-extension:announcements": True}  # they come from elsewhere
    tools = {"nbgrader.server_extensions.formgrader": False, PANEL: True}
    # Formgrader is a page within the page of JupyterLab, which JupyterHub forbids otherwise.
    within = {"headers": {"Content-Security-Policy": "frame-ancestors 'self'"}}
    settings = {
        "students/labconfig/page_config.json": {"disabledExtensions": {**without, **news}},
        "instructor/labconfig/page_config.json": {"disabledExtensions": news},
        "students/jupyter_server_config.json": {"ServerApp": {"jpserver_extensions": tools}},
        "instructor/jupyter_server_config.json": {"ServerApp": {"tornado_settings": within}},
    }
    return {place: json.dumps(setting, indent=1) + "\n" for place, setting in settings.items()}


def _make_exchange(exchange: Path, name: str, owner: os.stat_result) -> None:
    """Make the exchange, open to all, and in it the course's own folder, which is its owner's."""
    exchange.mkdir(parents=True, exist_ok=True)
    # The last bit keeps people from moving each other's folders away; nbgrader asks for the others.
    exchange.chmod(0o1777)
    own = exchange / name
    if not own.exists():  # the first who makes it would own it: not a student
        own.mkdir()
        own.chmod(0o755)
        if os.geteuid() == 0:
            os.chown(own, owner.st_uid, owner.st_gid)
