"""A kernel in the sandbox answers as any other, and sees as little as the sandbox lets it."""

import json
import os
import time

import pytest
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import KernelManager

from flcourse.grading.official import kernel, sandbox

pytestmark = pytest.mark.slow


@pytest.fixture
def client(bwrap, tmp_path):
    assert sandbox.reason_against() is None
    folder = tmp_path / "kernels" / kernel.NAME
    folder.mkdir(parents=True)
    (folder / "kernel.json").write_text(json.dumps(kernel.KERNEL))
    specs = KernelSpecManager(kernel_dirs=[str(tmp_path / "kernels")])
    manager = KernelManager(kernel_name=kernel.NAME, kernel_spec_manager=specs)
    manager.start_kernel(cwd=str(tmp_path))
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=120)
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)
    assert not os.path.exists(manager.provisioner.folder if manager.provisioner else "")


def said(client, code, timeout=60):
    """What a cell prints, or the name of its error."""
    text, waits = [], client.execute(code)
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        message = client.get_iopub_msg(timeout=timeout)
        if message["parent_header"].get("msg_id") != waits:
            continue
        content = message["content"]
        text.append(content.get("text", content.get("ename", "")))
        if content.get("execution_state") == "idle":
            break
    return "".join(text)


def test_it_computes_and_sees_nothing(client):
    assert said(client, "import numpy as np; print(np.arange(4).sum())") == "6\n"
    code = "import os; print(os.path.expanduser('~'), sorted(os.listdir('/home')))"
    assert said(client, code) == "/home/student ['student']\n"
    reach = "import socket; socket.create_connection(('127.0.0.1', 9), 1)"
    assert said(client, reach) in {"OSError", "ConnectionRefusedError"}
    assert said(client, "open('/usr/evil', 'w')") == "OSError"
