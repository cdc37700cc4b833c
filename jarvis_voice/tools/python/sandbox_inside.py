"""Runs inside the sandbox: hides files, sets limits, then starts the user's program.

Its text is handed to a bare interpreter in namespaces of its own, with this command line:
`outside|inside|bare ROOT PYTHON FOLDER...`; the user's program comes on stdin and PYTHON reads it.
"outside" has all mounts still to make, "inside" its /tmp alone; "bare" makes none and has no /tmp.

Invariant: it stands alone, the standard library apart; a step that fails ends the process before
the user's program is read.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import struct
import sys
from pathlib import Path

CPU_SECONDS = 5
MEMORY_BYTES = 256 * 2**20
FILE_BYTES = 8 * 2**20
OPEN_FILES = 64
THREADS = 32
"""Of one program, where the kernel counts them for each sandbox (5.14 or newer, and not for root);
the memory holds some twenty with stacks of the usual size."""

ENVIRONMENT = {"MALLOC_ARENA_MAX": "1"}
"""Else the C library sets 64 MB of the memory apart for each thread, and there is room for six."""

_AROUND = 8
"""Processes that make the sandbox and are counted too."""

TEMPORARY = b"size=16m,nr_inodes=1k,mode=1777"

# Flags of the calls mount, umount2 and mount_setattr.
_REC, _BIND, _PRIVATE, _DETACH = 0x4000, 0x1000, 0x40000, 2
_NOSUID, _NODEV = 2, 4
_NEW_MOUNTS = 0x20000
_READ_ONLY_ALL = struct.pack("QQQQ", 1 | 2 | 4, 0, 0, 0)
_READ_ONLY_DEVICE = struct.pack("QQQQ", 1 | 2, 0, 0, 0)
_READ_ONLY = struct.pack("QQQQ", 1, 0, 0, 0)
_RECURSIVE, _HERE = 0x8000, -100

# Options of the call prctl.
_SECCOMP, _CAP_DROP, _NO_NEW_PRIVILEGES, _AMBIENT, _AMBIENT_CLEAR = 22, 24, 38, 47, 4
_CAPABILITIES = 64
_CAPABILITY_HEADER = struct.pack("Ii", 0x20080522, 0)  # version 3, this process

_MOUNT_SETATTR = 442
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_REFUSED = {
    # name: (x86_64, aarch64) in linux/asm/unistd; None where the architecture has none
    "fork": (57, None),
    "vfork": (58, None),
    "setsid": (112, 157),
    "setpgid": (109, 154),
    "socket": (41, 198),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "io_setup": (206, 0),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "mount_setattr": (442, 442),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "open_by_handle_at": (304, 265),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "kexec_load": (246, 104),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "personality": (135, 92),
    "syslog": (103, 116),
}
"""System calls that no program of a user needs here: no second process, but threads, so that the
limits of one are the limits of all and the group is all there is to kill; no socket; no memory
beside what is counted; nothing that makes or enters a namespace."""

_CLONE = {"x86_64": 56, "aarch64": 220}
"""What starts a process or a thread: a thread is of this process, and so are its limits."""

_CLONE3 = 435
"""The same, its flags in memory, where no filter sees them; a C library then takes the first."""

_THREAD = 0x10000
_THREAD_OR_MORE = 0x7E036000
"""The flags for a thread, for a process that is traced or waited for, and for each namespace."""

_X32_FIRST = 0x40000000
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_REFUSE, _UNKNOWN = 0x00050001, 0x00050026  # EPERM, ENOSYS
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16

_libc = ctypes.CDLL(None, use_errno=True)


def private_root(root: Path, folders: list[str]) -> None:
    """See nothing but these folders, read-only, and an empty /tmp.

    Args:
        root: An empty folder to build it in.
        folders: What is shown, at its own path; a link is shown as a link.
    """
    _mount(b"tmpfs", root, b"tmpfs", _NOSUID | _NODEV, b"size=1m,mode=755")
    for folder in map(Path, folders):
        inside = root / folder.relative_to("/")
        inside.parent.mkdir(parents=True, exist_ok=True)
        if folder.is_symlink():
            inside.symlink_to(folder.readlink())
            continue
        if folder.is_dir():
            inside.mkdir(exist_ok=True)
        else:
            inside.touch()
        _mount(bytes(folder), inside, b"", _BIND | _REC, b"")
        is_device = folder.parts[:2] == ("/", "dev")
        _set_mount(inside, _RECURSIVE, _READ_ONLY_DEVICE if is_device else _READ_ONLY_ALL)
    (root / "tmp").mkdir()
    _mount(b"tmpfs", root / "tmp", b"tmpfs", _NOSUID | _NODEV, TEMPORARY)
    os.chdir(root)
    _check(_libc.syscall(_PIVOT_ROOT[platform.machine()], b".", b"."))
    _check(_libc.umount2(b".", _DETACH))
    _set_mount(Path("/"), 0, _READ_ONLY)


def private_files(folder: Path) -> None:
    """An empty folder of the program's own, with so many bytes and so many files.

    It is mounted in a namespace that is made here: whatever was or was not done outside, no other
    process of the machine can see it.
    """
    _check(_libc.unshare(_NEW_MOUNTS))
    _mount(b"", Path("/"), b"", _PRIVATE | _REC, b"")
    _mount(b"tmpfs", folder, b"tmpfs", _NOSUID | _NODEV, TEMPORARY)


def limit() -> None:
    """One process with some threads, so much memory and time, and no way to get more."""
    for what, most in (
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_FSIZE, FILE_BYTES),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_NPROC, THREADS + _AROUND),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))
    os.nice(10)
    for capability in range(_CAPABILITIES):  # the kernel refuses the numbers it does not know
        _libc.prctl(_CAP_DROP, capability, 0, 0, 0)
    _libc.prctl(_AMBIENT, _AMBIENT_CLEAR, 0, 0, 0)
    _check(_libc.capset(_CAPABILITY_HEADER, bytes(24)))  # root would keep what it may inherit
    _check(_libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    program = refusing(platform.machine())
    code = ctypes.create_string_buffer(program, len(program))
    filter_of = struct.pack("HL", len(program) // 8, ctypes.addressof(code))
    _check(_libc.prctl(_SECCOMP, 2, filter_of, 0, 0))


def refusing(machine: str) -> bytes:
    """The seccomp filter: a system call of the table gets EPERM, a foreign architecture death.

    What would start a process gets EPERM, what starts a thread of this one is allowed.
    """
    column = list(_ARCHITECTURE).index(machine)
    refused = [row[column] for row in _REFUSED.values() if row[column] is not None]
    at_refuse, at_unknown, at_clone = 1, 2, 3  # places in the lines behind the checks
    checks: list[tuple[int, int | None, int]] = [
        (_IF_EQUAL, _CLONE3, at_unknown),
        (_IF_EQUAL, _CLONE[machine], at_clone),
        (_IF_AT_LEAST, _X32_FIRST, at_refuse),
        *((_IF_EQUAL, number, at_refuse) for number in refused),
    ]
    lines = [
        (_LOAD, 0, 0, _MACHINE),
        (_IF_EQUAL, 1, 0, _ARCHITECTURE[machine]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    for place, (test, number, there) in enumerate(checks, start=1):
        lines.append((test, len(checks) - place + there, 0, number or 0))
    lines += [
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _UNKNOWN),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),  # its lower half: both machines are little-endian
        (_AND, 0, 0, _THREAD_OR_MORE),
        (_IF_EQUAL, 0, 1, _THREAD),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    return b"".join(struct.pack("HBBI", *line) for line in lines)


def _mount(source: bytes, target: Path, kind: bytes, flags: int, options: bytes) -> None:
    result = _libc.mount(
        source, bytes(target), kind or None, ctypes.c_ulong(flags), options or None
    )
    _check(result)


def _set_mount(target: Path, flags: int, attributes: bytes) -> None:
    size = ctypes.c_size_t(len(attributes))
    _check(
        _libc.syscall(_MOUNT_SETATTR, _HERE, bytes(target), ctypes.c_uint(flags), attributes, size)
    )


def _check(result: int) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def main(where: str, root: str, python: str, *folders: str) -> None:
    """Close what is still open, then become the interpreter of the user's program."""
    if where == "outside":
        private_root(Path(root), list(folders))
    elif where == "inside":
        private_files(Path("/tmp"))  # noqa: S108 - the sandbox's own
    os.chdir("/tmp")  # noqa: S108 - the sandbox's own
    limit()
    os.execve(python, [python, "-I", "-S", "-"], ENVIRONMENT)  # noqa: S606 - never a shell


if __name__ == "__main__":
    main(*sys.argv[1:])
