"""A Jupyter kernel in the sandbox, to look at a stranger's notebook without running it unguarded.

Official grading does not need it (`flcourse.grading.official.execute` is cheaper and trusts less).
It is for a person who wants to run a submission cell by cell in JupyterLab: install the kernel once
with ``python -m flcourse.grading.official.kernel`` and choose "Python in a sandbox" for the
notebook.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from jupyter_client.provisioning.local_provisioner import LocalProvisioner

from flcourse.grading.official import guard, sandbox

__all__ = ["KERNEL", "NAME", "SandboxProvisioner", "install"]

NAME = "flcourse-sandbox"
KERNEL = {
    "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
    "display_name": "Python in a sandbox",
    "language": "python",
    # Signals do not reach into the sandbox.
    "interrupt_mode": "message",
    "metadata": {"kernel_provisioner": {"provisioner_name": NAME, "config": {}}},
}


class SandboxProvisioner(LocalProvisioner):
    """Starts a kernel inside the sandbox; sockets in a shared folder, for there is no network."""

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        """Move the connection into a folder of its own and wrap the command."""
        if not sandbox.require():
            return dict(await super().pre_launch(**kwargs))
        self.folder = Path(tempfile.mkdtemp(prefix="flk-"))
        manager: Any = self.parent
        # The path must be absolute, or kernel and client look for it in different folders.
        manager.transport, manager.ip = "ipc", str(self.folder / "k")
        manager.connection_file = str(self.folder / "kernel.json")
        prepared = dict(await super().pre_launch(**kwargs))
        guarded = [sys.executable, "-P", "-m", guard.__name__, *prepared["cmd"]]
        prepared["cmd"] = sandbox.command(guarded, share=self.folder)
        return prepared

    async def cleanup(self, restart: bool = False) -> None:
        """Remove the sockets."""
        await super().cleanup(restart)
        if not restart and hasattr(self, "folder"):
            shutil.rmtree(self.folder, ignore_errors=True)


def install() -> Path:
    """Let this environment's Jupyter offer the kernel, and return where it was written."""
    folder = Path(sys.prefix) / "share" / "jupyter" / "kernels" / NAME
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / "kernel.json"
    place.write_text(json.dumps(KERNEL, indent=1) + "\n", "utf-8")
    return place


if __name__ == "__main__":
    sys.stdout.write(f"{install()}\n")
