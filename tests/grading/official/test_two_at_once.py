"""Two students in one warm sandbox at the same time: neither notices the other."""

import contextlib

import pytest

from flcourse.grading.official import sandbox, warm
from flcourse.grading.official.execute import Budget, CodeCell, StudentProcess

CODE = """
import socket
import numpy as np
server = socket.socket()
server.bind(("127.0.0.1", 0))
server.listen()
def port():
    return server.getsockname()[1]
def reaches(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
def number():
    return float(np.random.random())
"""


@pytest.fixture
def two(bwrap):
    assert sandbox.reason_against() is None
    with contextlib.ExitStack() as stack:
        zygote = stack.enter_context(contextlib.closing(warm.Zygote.open(["numpy"])))
        if not zygote.usable():
            pytest.skip("this kernel allows no namespaces inside bubblewrap (AppArmor?)")
        students = [
            stack.enter_context(StudentProcess(safe=True, budget=Budget(20, 60), zygote=zygote))
            for _ in range(2)
        ]
        for student in students:
            assert student.run(CodeCell("answer", "own", CODE)).error == ""
        yield students


def test_a_server_of_one_is_there_for_nobody_else(two):
    one, other = two
    port = one.call("port", (), {})
    assert one.call("reaches", (port,), {})
    assert not other.call("reaches", (port,), {})


def test_old_random_numbers_are_their_own(two):
    assert two[0].call("number", (), {}) != two[1].call("number", (), {})
