"""Deprecated: went to `flcourse.grading.official.kernel`; this name stays for one release."""

import sys

from flcourse.grading.official.kernel import KERNEL, SandboxProvisioner, install

__all__ = ["KERNEL", "SandboxProvisioner", "install"]

if __name__ == "__main__":
    sys.stdout.write(f"{install()}\n")
