"""What pip cannot install: Debian packages, through apt where that is allowed."""

import os
import shutil
import subprocess
from pathlib import Path

from shell import Stop, call, say

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# tool -> (Debian package, what `make test` leaves out without it)
NEEDED = {
    "chromium": ("chromium", "tests/book/test_browser.py (pages in a real browser)"),
    "bwrap": ("bubblewrap", "the tests that run submissions in a sandbox"),
    "fonts": ("fonts-dejavu-core", "nothing, but the browser needs a font to draw letters"),
    "epubcheck": ("epubcheck", "the check of the e-book against its standard"),
    "configurable-http-proxy": ("node-configurable-http-proxy", "the walk through a JupyterHub"),
}


def browser():
    """Path of a Chromium that starts, or None; CHROMIUM names another one."""
    names = (os.environ.get("CHROMIUM", ""), *BROWSERS, *playwright_browser())
    found = (shutil.which(name) for name in names if name)
    return next((path for path in found if path and starts([path, "--version"])), None)


def playwright_browser():
    """Where Playwright keeps a Chromium that it downloaded itself."""
    home = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or "~/.cache/ms-playwright")
    return sorted(map(str, home.expanduser().glob("chromium-*/chrome-linux*/chrome")))


def fonts():
    """Whether any scalable font is installed."""
    folders = ("/usr/share/fonts", os.path.expanduser("~/.local/share/fonts"))
    walk = (name for folder in folders for _, _, names in os.walk(folder) for name in names)
    return any(name.lower().endswith((".ttf", ".otf", ".ttc", ".pfb")) for name in walk)


def starts(command):
    """Whether a command runs and ends well: a snap stub, for one, is there and does not."""
    try:
        return not subprocess.call(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return False


def missing():
    """List the tools of NEEDED that are not here."""
    here = {"chromium": browser(), "fonts": fonts()}
    here |= {tool: shutil.which(tool) for tool in NEEDED if tool not in here}
    return [tool for tool in NEEDED if not here[tool]]


def root():
    """Prefix that gives the rights to install packages, or None."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    return ["sudo", "-n"] if shutil.which("sudo") and starts(["sudo", "-n", "true"]) else None


def apt(packages):
    """Install Debian packages where we may; True if that went well."""
    prefix = root()
    if prefix is None or os.environ.get("APT") == "no":
        return False
    say("Installing Debian packages with apt-get: " + " ".join(packages))
    env = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    install = [*prefix, *env, "install", "--yes", "--no-install-recommends", "-qq", *packages]
    if not call(install, check=False):
        return True
    call([*prefix, *env, "update", "-qq"], check=False)
    return not call(install, check=False)


def ensure(python):
    """Install what the tests need; where that is not possible, say what is left out."""
    lacking = missing()
    if lacking:
        apt([NEEDED[tool][0] for tool in lacking])
        lacking = missing()
    if "chromium" in lacking and root() is not None and os.environ.get("APT") != "no":
        # Ubuntu's chromium package is a snap, which does not start everywhere.
        say("Asking Playwright for a Chromium instead")
        call([python, "-m", "playwright", "install", "--with-deps", "chromium"], check=False)
        lacking = missing()
    for tool in lacking:
        package, without = NEEDED[tool]
        say(f"{package} is missing; left out: {without}")
    if lacking:
        packages = " ".join(NEEDED[tool][0] for tool in lacking)
        say("For the whole: sudo apt-get install " + packages)


def ensure_venv(python):
    """Debian keeps venv's ensurepip in a package of its own: install or name it."""
    if starts([python, "-c", "import venv, ensurepip"]):
        return
    ask = "import sys; print('python%d.%d-venv' % sys.version_info[:2])"
    package = subprocess.check_output([python, "-c", ask], universal_newlines=True).strip()
    if apt([package]) and starts([python, "-c", "import venv, ensurepip"]):
        return
    raise Stop(
        f"This Python cannot create virtual environments: the package {package} is missing.\n"
        f"Install it and call make again:  sudo apt-get install {package}"
    )
