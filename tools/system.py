"""What pip cannot install: Debian packages.

`make test` and `make deps` install them through apt, where that is allowed. Every other target
names what it lacks and stops before it does any work.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from shell import Stop, call, say

# Chromium without a window draws the same pages with a third less of processor time.
WINDOWLESS = "chromium-headless-shell"
BROWSERS = (
    WINDOWLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
)  # fmt: skip
FONTS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
# tool -> (Debian package, what `make test` leaves out without it)
NEEDED = {
    "chromium": ("chromium", "tests/book/test_browser.py (pages in a real browser)"),
    "bwrap": ("bubblewrap", "the tests that run submissions in a sandbox"),
    "fonts": ("fonts-dejavu-core", "nothing, but the browser needs a font to draw letters"),
    "han": ("fonts-droid-fallback", "the letters of the Chinese names in the printed glossary"),
    "epubcheck": ("epubcheck", "the check of the e-book against its standard"),
    "pdftotext": ("poppler-utils", "the pages that the contents of the printed book name"),
    "soffice": ("libreoffice-calc-nogui", "the tables of points in a spreadsheet program"),
    "configurable-http-proxy": ("node-configurable-http-proxy", "the walk through a JupyterHub"),
}


def browser() -> str | None:
    """Path of a Chromium that starts, or None; CHROMIUM names another one."""
    names = (os.environ.get("CHROMIUM", ""), *BROWSERS, *playwright_browser())
    found = (shutil.which(name) for name in names if name)
    return next((path for path in found if path and starts([path, "--version"])), None)


def playwright_browser() -> list[str]:
    """Where Playwright keeps a Chromium that it downloaded itself."""
    home = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or "~/.cache/ms-playwright")
    return sorted(map(str, home.expanduser().glob("chromium-*/chrome-linux*/chrome")))


def fonts() -> bool:
    """Whether any scalable font is installed."""
    folders = map(os.path.expanduser, FONTS)
    walk = (name for folder in folders for _, _, names in os.walk(folder) for name in names)
    return any(name.lower().endswith((".ttf", ".otf", ".ttc", ".pfb")) for name in walk)


def speaks(language: str) -> bool:
    """Whether a font has the letters of a language, where fontconfig can tell."""
    tool = shutil.which("fc-list")
    return tool is None or bool(subprocess.check_output([tool, f":lang={language}"]))


def chinese() -> bool:
    """Whether the Chinese names of the glossary can be printed."""
    return speaks("zh")


def starts(command: Sequence[str]) -> bool:
    """Whether a command runs and ends well: a snap stub, for one, is there and does not."""
    try:
        return not subprocess.call(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return False


def missing(tools: Iterable[str] = tuple(NEEDED)) -> list[str]:
    """List those of the tools that are not here."""
    looks = {"chromium": browser, "fonts": fonts, "han": chinese}
    return [tool for tool in tools if not (looks[tool]() if tool in looks else shutil.which(tool))]


def packages(tools: Iterable[str]) -> str:
    """Debian packages of some tools, as apt wants them."""
    return " ".join(NEEDED[tool][0] for tool in tools)


def require(target: str, *tools: str) -> None:
    """Stop before any work if a target lacks a tool; nothing is installed for it."""
    lacking = packages(missing(tools))
    if lacking:
        raise Stop(
            f"make {target} needs a Debian package that is not here: {lacking}\n"
            f"Install it and call make again:  sudo apt-get install {lacking}"
        )


def root() -> list[str] | None:
    """Prefix that gives the rights to install packages, or None."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    return ["sudo", "-n"] if shutil.which("sudo") and starts(["sudo", "-n", "true"]) else None


def may_install() -> bool:
    """Whether we may call apt: as root or by sudo without a password, unless APT=no."""
    return os.environ.get("APT") != "no" and root() is not None


def apt(names: Sequence[str]) -> bool:
    """Install Debian packages where we may; True if that went well."""
    prefix = root()
    if prefix is None or not may_install():
        return False
    say("Installing Debian packages with apt-get: " + " ".join(names))
    env = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    install = [*prefix, *env, "install", "--yes", "--no-install-recommends", "-qq", *names]
    if not call(install, check=False):
        return True
    call([*prefix, *env, "update", "-qq"], check=False)
    return not call(install, check=False)


def offered(name: str) -> bool:
    """Whether apt offers a package; its lists are fetched where there are none yet."""
    if not shutil.which("apt-cache"):
        return False
    if not starts(["apt-cache", "show", "bash"]):
        call([*(root() or []), "apt-get", "update", "-qq"], check=False)
    return starts(["apt-cache", "show", name])


def install(more: Sequence[str] = ()) -> list[str]:
    """Install all Debian packages of the tests where we may; return the tools still missing."""
    lacking = missing()
    wanted = [*(NEEDED[tool][0] for tool in lacking), *more]
    if "chromium" in wanted and may_install() and offered(WINDOWLESS):
        wanted[wanted.index("chromium")] = WINDOWLESS
    if wanted:
        apt(wanted)
    return missing(lacking)


def other_browser(python: str | Path, lacking: list[str]) -> list[str]:
    """Ask Playwright for a Chromium if apt gave none: Ubuntu's is a snap, which may not start."""
    if "chromium" in lacking and may_install():
        say("Asking Playwright for a Chromium instead")
        call([python, "-m", "playwright", "install", "--with-deps", "chromium"], check=False)
    return missing(lacking)


def report(lacking: Sequence[str]) -> None:
    """Name what is missing and what the tests leave out for it."""
    for tool in lacking:
        package, without = NEEDED[tool]
        say(f"{package} is missing; left out: {without}")
    if lacking:
        say("For the whole: sudo apt-get install " + packages(lacking))


def venv_package(python: str) -> str | None:
    """Debian keeps venv's ensurepip in a package of its own: its name if it is missing."""
    if starts([python, "-c", "import venv, ensurepip"]):
        return None
    ask = "import sys; print('python%d.%d-venv' % sys.version_info[:2])"
    return subprocess.check_output([python, "-c", ask], universal_newlines=True).strip()


def require_venv(python: str) -> None:
    """Stop if this Python cannot create virtual environments."""
    package = venv_package(python)
    if package:
        raise Stop(
            f"This Python cannot create virtual environments: the package {package} is missing.\n"
            f"Install it and call make again:  sudo apt-get install {package}"
        )
