"""The cells of a notebook in a shell of IPython, as a kernel runs them, without the kernel's costs.

Each notebook gets a process of its own, forked from one that has imported what takes long.
"""

import multiprocessing
import os
from multiprocessing import forkserver
from pathlib import Path
from unittest.mock import patch

SERVER = multiprocessing.get_context("forkserver")
UNDEFINED = "is not defined"


def run(steps, folder, seconds=20.0):
    """Message of each tests cell when all cells are run in their order, "" where it passes.

    Parameters
    ----------
    steps : sequence of CodeCell
        Code cells in the order of the notebook.
    folder : path
        Where the kernel works.
    seconds : float
        Then the kernel is killed: checks that have not passed until then fail.
    """
    _warm_up()
    here, there = SERVER.Pipe(duplex=False)
    process = SERVER.Process(target=_shell, args=(there, steps, str(folder)), daemon=False)
    process.start()
    there.close()
    messages = {step.id: "the kernel died" for step in steps if step.kind == "tests"}
    try:
        while here.poll(seconds):
            name, message = here.recv()
            if not name:
                break
            messages[name] = message
    except EOFError:
        pass
    process.kill()
    process.join()
    return messages


def _warm_up():
    """Start the process that others are forked from, unless it runs.

    It finds what it shall import in this folder by its environment alone: up to Python 3.12 it
    ignores the path of its parent, and says nothing about a module that it has not found.
    """
    SERVER.set_forkserver_preload(["notebook_shell_imports"])
    with patch.dict(os.environ, PYTHONPATH=str(Path(__file__).parent)):
        forkserver.ensure_running()


def _shell(pipe, steps, folder):
    from notebook_shell_imports import SHELL as shell

    os.chdir(folder)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    early = []
    for step in steps:
        result = shell.run_cell(step.source, store_history=False)
        if step.kind == "tests":
            message = _message(result)
            pipe.send((step.id, message))
            early += [step] if UNDEFINED in message else []
    # Who defines something further down runs the checks again.
    for step in early:
        pipe.send((step.id, _message(shell.run_cell(step.source))))
    pipe.send(("", ""))


def _message(result):
    error = result.error_before_exec or result.error_in_exec
    if error is None:
        return ""
    if isinstance(error, AssertionError):
        return str(error) or "the check failed"
    return f"{type(error).__name__}: {error}"
