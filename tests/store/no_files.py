"""What may lie where a file must be, and how it is made."""

import contextlib
import os
import socket
from collections.abc import Callable
from pathlib import Path


def as_socket(path: Path) -> None:
    """Bind by a short name: the path of a test's folder may be too long for a socket."""
    with contextlib.chdir(path.parent), socket.socket(socket.AF_UNIX) as bound:
        bound.bind(path.name)


NO_FILES: dict[str, Callable[[Path], object]] = {
    "a folder": Path.mkdir,
    "a named pipe": os.mkfifo,
    "a socket": as_socket,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a link to elsewhere, where no file is": lambda path: path.symlink_to("elsewhere"),
    "a link to itself, where no file is": lambda path: path.symlink_to(path.name),
}
