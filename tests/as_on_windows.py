"""Let flcourse run as on Windows, as far as that can be tried elsewhere.

After ``install()``, for modules of flcourse, and for these alone, modules of Unix cannot be
imported, functions and constants that Windows does not have are not there, ``os.name`` is "nt",
and, with PYTHONWARNDEFAULTENCODING, a text file that is opened without its encoding is an error.
Other packages know Windows and see this system as it is. ``environment`` lets every Python that is
started begin so. That a command works here does not show that it works there; that it fails here
shows that it cannot.
"""

import builtins
import os
import select
import signal
import sys
import time
import types
import warnings
from pathlib import Path

MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
# What the standard library's documentation calls "Availability: Unix" and the like.
ATTRIBUTES = {
    "os": """O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_PATH O_SYNC WNOHANG chown chroot
        confstr ctermid fchdir fchmod fchown fork forkpty getegid geteuid getgid getgroups
        getloadavg getpgid getpgrp getpriority getresuid getsid getuid initgroups killpg lchown
        mkfifo mknod nice openpty pathconf pidfd_open pipe2 posix_spawn pread pwrite
        sched_getaffinity sched_setaffinity setegid seteuid setgid setgroups setpgid setpriority
        setregid setsid setuid sysconf ttyname uname unshare wait wait3 wait4 waitid""",
    "signal": "SIGALRM SIGCHLD SIGHUP SIGKILL SIGPIPE SIGUSR1 SIGUSR2 alarm pause"
    " pidfd_send_signal pthread_kill pthread_sigmask setitimer sigpending sigwait",
    "select": "epoll poll kqueue",
    "time": "tzset clock_getcpuclockid pthread_getcpuclockid",
}  # fmt: skip
REPLACED = {"os": {"name": "nt"}, "sys": {"platform": "win32"}}
REAL = {"os": os, "signal": signal, "select": select, "time": time, "sys": sys}


class Other(types.ModuleType):
    """A module of the standard library as it is on another system."""

    def __init__(self, name):
        super().__init__(name)
        self.__dict__.update(REPLACED.get(name, {}))

    def __getattr__(self, attribute):
        if attribute in ATTRIBUTES.get(self.__name__, "").split():
            raise AttributeError(f"module {self.__name__!r} has no attribute {attribute!r} here")
        return getattr(REAL[self.__name__], attribute)


OTHERS = {name: Other(name) for name in REAL}
really_import = builtins.__import__


def shown(words, env):
    """Show the command in place of running it: `flcourse start` ends in a server."""
    print(*words, sep="\n")
    return types.SimpleNamespace(wait=int)


def import_as_there(name, globals=None, locals=None, fromlist=(), level=0):
    """Import for flcourse what Windows has, for all others what there is."""
    asks = (globals or {}).get("__name__", "")
    if asks == "__main__":  # of `python -m flcourse...`
        asks = (globals or {}).get("__package__") or ""
    if asks.split(".")[0] != "flcourse" or level:
        return really_import(name, globals, locals, fromlist, level)
    if name.split(".")[0] in MODULES:
        raise ModuleNotFoundError(f"No module named {name!r} (asked for by {asks})", name=name)
    if (asks, name) == ("flcourse.cli.student", "subprocess"):
        return types.SimpleNamespace(Popen=shown)
    return OTHERS.get(name) or really_import(name, globals, locals, fromlist, level)


def install():
    """Change the world for flcourse."""
    builtins.__import__ = import_as_there
    warnings.filterwarnings("error", category=EncodingWarning, module="flcourse")


def environment(folder):
    """Variables with which each Python begins by ``install()``; a file for this is written."""
    folder.mkdir(parents=True, exist_ok=True)
    start = "import as_on_windows\nas_on_windows.install()\n"
    (folder / "sitecustomize.py").write_text(start, "utf-8")
    path = [str(folder), str(Path(__file__).parent), *sys.path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path), "PYTHONWARNDEFAULTENCODING": "1"}
