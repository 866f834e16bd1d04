"""What code in the sandbox may not ask of the system: memory that nobody counts, namespaces.

The limits count the memory of processes and the files in the sandbox. Segments of System V and
memory files belong to no process, a namespace of one's own has file systems that nobody limits. No
answer needs any of them, so they are refused by seccomp, before code of a student runs and for all
that it starts; and so are parts of the kernel in which holes have been found and that no answer
needs. What asks for a memory file or io_uring hears that this system has none, and does without.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys

__all__ = ["ARCHITECTURE", "program", "shut"]

# (memory without an owner, namespaces, large parts of the kernel), and what is said not to exist
FORBIDDEN = {
    "x86_64": {"shmget": 29, "semget": 64, "msgget": 68, "unshare": 272, "setns": 308,
               "memfd_secret": 447, "bpf": 321, "perf_event_open": 298, "userfaultfd": 323,
               "add_key": 248, "request_key": 249, "keyctl": 250, "ptrace": 101,
               "process_vm_writev": 311},
    "aarch64": {"shmget": 194, "semget": 190, "msgget": 186, "unshare": 97, "setns": 268,
                "memfd_secret": 447, "bpf": 280, "perf_event_open": 241, "userfaultfd": 282,
                "add_key": 217, "request_key": 218, "keyctl": 219, "ptrace": 117,
                "process_vm_writev": 271},
}  # fmt: skip
# In place of clone3, whose arguments no filter can read, the C library takes clone.
ABSENT = {
    "x86_64": {"memfd_create": 319, "io_uring_setup": 425, "clone3": 435},
    "aarch64": {"memfd_create": 279, "io_uring_setup": 425, "clone3": 435},
}
CLONE = {"x86_64": 56, "aarch64": 220}
NEW_NAMESPACES = 0x7E020000  # flags of clone: all namespaces
ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # as the kernel calls them
OTHER_NUMBERS = 0x40000000  # from here on x86_64 has a second table of calls
# Instructions of the filter: load a word, compare, end; and where the words stand.
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, MACHINE, FIRST_ARGUMENT = 0, 4, 16
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
NO_NEW_PRIVILEGES, SECCOMP, FILTER = 38, 22, 2


def program(machine: str) -> bytes:
    """Return the filter for a machine as the kernel reads it.

    Examples
    --------
    >>> len(program("x86_64")) % 8
    0
    """
    no, none = REFUSE | errno.EPERM, REFUSE | errno.ENOSYS
    steps = [(LOAD, 0, 0, MACHINE), (EQUAL, 1, 0, ARCHITECTURE[machine]), (RETURN, 0, 0, no)]
    steps += [(LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, OTHER_NUMBERS), (RETURN, 0, 0, no)]
    for numbers, answer in ((ABSENT, none), (FORBIDDEN, no)):
        for number in numbers[machine].values():
            steps += [(EQUAL, 0, 1, number), (RETURN, 0, 0, answer)]
    steps += [(EQUAL, 1, 0, CLONE[machine]), (RETURN, 0, 0, ALLOW)]
    steps += [(LOAD, 0, 0, FIRST_ARGUMENT), (ANY_BIT, 0, 1, NEW_NAMESPACES)]
    steps += [(RETURN, 0, 0, no), (RETURN, 0, 0, ALLOW)]
    return b"".join(struct.pack("HBBI", *step) for step in steps)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))


def shut() -> bool:
    """Refuse from now on, in this process and all that it starts; return whether that works."""
    machine = platform.machine()
    if sys.platform != "linux" or machine not in ARCHITECTURE:
        return False
    content = program(machine)
    steps = ctypes.create_string_buffer(content, len(content))
    given = _Program(len(content) // 8, ctypes.addressof(steps))
    libc = ctypes.CDLL(None, use_errno=True)
    zero = ctypes.c_ulong(0)
    if libc.prctl(NO_NEW_PRIVILEGES, ctypes.c_ulong(1), zero, zero, zero):
        return False
    return not libc.prctl(SECCOMP, ctypes.c_ulong(FILTER), ctypes.byref(given), zero, zero)


def main() -> None:
    """Run a program, named by the arguments, that may not ask for all of this."""
    shut()
    os.execvp(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()
