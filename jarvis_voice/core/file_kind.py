"""Says what lies at a path where a file must be: a folder, a broken link, a pipe, a device.

Invariant: nothing is opened: a named pipe would be waited for, and a device may have no end.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from jarvis_voice.core.errors import ConfigError

_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
_LEADS_NOWHERE = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP}


def no_file(path: Path, *, may_be_null: bool = False) -> str:
    """Why nothing can be read from a path or kept at it, and what to do; no full stop.

    Args:
        path: Where a file is, or will be.
        may_be_null: Whether it may be the system's device that is always empty.

    Returns:
        "" where there is a file or nothing, and where it cannot be looked at.
    """
    try:
        found = path.stat()
    except OSError as error:
        return _broken_link(path) if error.errno in _LEADS_NOWHERE else ""
    except ValueError:
        return "its name holds a zero byte. Write it anew"
    if may_be_null and _is_null(found):
        return ""
    kind = _KINDS.get(stat.S_IFMT(found.st_mode))
    return f"it is {kind}, and no file. Move it away" if kind else ""


def refuse_no_file(file: Path) -> None:
    """Before a file of the user's settings is read, or taken as absent.

    Raises:
        ConfigError: It is no file.
    """
    if why := no_file(file, may_be_null=True):
        raise ConfigError("config-unreadable", f"Cannot read {file}: {why}.")


def _broken_link(path: Path) -> str:
    try:
        target = path.readlink()
    except OSError:
        return ""
    return (
        f"it is a link to {target}, where no file is. Connect the disk that it leads to, "
        "or remove the link"
    )


def _is_null(found: os.stat_result) -> bool:
    try:
        null = Path(os.devnull).stat()
    except OSError:
        return False
    return stat.S_ISCHR(found.st_mode) and found.st_rdev == null.st_rdev
