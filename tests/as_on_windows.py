"""Run an ``flcourse`` command as on Windows, as far as that can be tried elsewhere.

``python -X warn_default_encoding tests/as_on_windows.py check start.ipynb``: for modules of
flcourse, and for these alone, modules of Unix cannot be imported, functions and constants that
Windows does not have are not there, ``os.name`` is "nt", and a text file that is opened without
its encoding is an error. Other packages know Windows and see this system as it is. That a command
works here does not show that it works there; that it fails here shows that it cannot.
"""

import builtins
import os
import select
import signal
import subprocess
import sys
import time
import types
import warnings

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


def import_as_there(name, globals=None, locals=None, fromlist=(), level=0):
    """Import for flcourse what Windows has, for all others what there is."""
    asks = (globals or {}).get("__name__", "")
    if asks.split(".")[0] != "flcourse" or level:
        return really_import(name, globals, locals, fromlist, level)
    if name.split(".")[0] in MODULES:
        raise ModuleNotFoundError(f"No module named {name!r} (asked for by {asks})", name=name)
    return OTHERS.get(name) or really_import(name, globals, locals, fromlist, level)


def main():
    """Change the world for flcourse, then do what the command line says."""
    # `flcourse start` ends in a server; here its command is shown in place of run.
    shown = types.SimpleNamespace(**{n: getattr(subprocess, n) for n in dir(subprocess)})
    shown.Popen = lambda words, env: print(*words, sep="\n") or types.SimpleNamespace(wait=int)
    OTHERS["subprocess"] = shown
    builtins.__import__ = import_as_there
    warnings.filterwarnings("error", category=EncodingWarning, module="flcourse")
    from flcourse.cli import main as command

    return command(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
