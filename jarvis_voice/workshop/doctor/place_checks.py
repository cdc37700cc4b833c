"""Checks the folders: free space, write access, and who else can read them.

Invariant: a folder that is not there is not made; what is written to try it is removed at once.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from jarvis_voice.workshop.doctor.check_result import CheckVerdict, failed, ok, skipped, warning

if TYPE_CHECKING:
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.workshop.doctor.run import DiagnosticRun

MEGABYTE = 1_000_000
NO_ROOM_BYTES, LITTLE_ROOM_BYTES = 50 * MEGABYTE, 500 * MEGABYTE
TRIED_BYTES = 4_096


async def check_disk(visit: DiagnosticRun) -> CheckVerdict:
    """Whether there is room in each folder, and it can be written."""
    from jarvis_voice.workshop.doctor.system_probe import apart

    return await apart(lambda: _judge_rooms(visit))


def _judge_rooms(visit: DiagnosticRun) -> CheckVerdict:
    lines, full, unwritable = [], [], []
    least = LITTLE_ROOM_BYTES
    for name, folder in _folders(visit.paths).items():
        there = _nearest(folder)
        free = visit.outside.free_bytes(there)
        least = min(least, free)
        lines.append(f"{name}: {folder}, {free / MEGABYTE:,.0f} MB free")
        if free < NO_ROOM_BYTES:
            full.append(name)
        if not there.is_dir() or (name != "models" and not _may_keep(visit, folder, there)):
            unwritable.append(name)
    if unwritable:
        return failed(
            f"Cannot write to the folder of {', '.join(unwritable)}.",
            "Make the folders writable for you, and the disk not full or read-only",
            *lines,
        )
    if full:
        return failed(
            f"The disk is full where {', '.join(full)} lies.", "Make room on the disk", *lines
        )
    if least < LITTLE_ROOM_BYTES:
        return warning("There is little room on the disk.", "Make room on the disk", *lines)
    return ok("There is room, and the folders can be written.", *lines)


def _folders(paths: Paths) -> dict[str, Path]:
    """Each folder once, by the names of what lies there."""
    folders: dict[Path, list[str]] = {}
    for name in ("config", "data", "state", "models", "runtime"):
        folders.setdefault(getattr(paths, name), []).append(name)
    return {", ".join(names): folder for folder, names in folders.items()}


def _nearest(folder: Path) -> Path:
    """The folder, else the nearest one above it that is there."""
    return next(one for one in (folder, *folder.parents) if _is_seen(one))


def _is_seen(folder: Path) -> bool:
    """Whether it is there, as far as this user may look."""
    try:
        return folder.exists()
    except OSError:
        return False


def _may_keep(visit: DiagnosticRun, folder: Path, there: Path) -> bool:
    """Whether a file can be kept in the folder, or the folder be made in what is there."""
    return _is_written(folder) if there == folder else visit.outside.may_use(there)


def _is_written(folder: Path) -> bool:
    """Whether a file can be made there, filled and removed: modes alone do not tell."""
    tried = folder / f".doctor-{os.getpid()}"
    try:
        with tried.open("xb") as file:
            file.write(b"\0" * TRIED_BYTES)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    finally:
        with suppress(OSError):  # on a read-only disk this fails even where there is no file
            tried.unlink(missing_ok=True)
    return True


async def check_permissions(visit: DiagnosticRun) -> CheckVerdict:
    """Whether nobody else can read what is kept, and this user may use the sound devices."""
    from jarvis_voice.workshop.doctor.system_probe import apart

    if sys.platform == "win32":
        return skipped("Windows has no modes to look at.")
    if locked := await apart(lambda: _locked_devices(visit)):
        return failed(
            f"You may not use {len(locked)} sound devices in {visit.outside.sound_files}.",
            "Add yourself to the group audio (sudo usermod -aG audio $USER) and log in again",
            *(str(file) for file in locked),
        )
    open_ones = [line for file in _private(visit.paths) for line in _seen_by_others(file)]
    if open_ones:
        return warning(
            f"{len(open_ones)} of your files can be read or changed by others.",
            "Take the leave away: chmod go-rwx on each",
            *open_ones,
        )
    return ok("Files and folders are yours alone.")


def _locked_devices(visit: DiagnosticRun) -> list[Path]:
    """Files of sound devices that this user may not use; with a sound server none is needed."""
    try:
        files = [f for f in visit.outside.sound_files.iterdir() if f.name.startswith("pcm")]
    except OSError:
        return []
    locked = [file for file in files if not visit.outside.may_use(file)]
    return [] if locked and visit.outside.has_sound_server() else locked


def _private(paths: Paths) -> Iterable[Path]:
    """What must be the user's alone."""
    yield from dict.fromkeys((paths.data, paths.state))
    yield from (paths.env_file, paths.lock, paths.log_file, paths.line_history)
    yield from (paths.database.with_name(paths.database.name + end) for end in ("", "-wal", "-shm"))
    yield paths.control_socket


def _seen_by_others(file: Path) -> list[str]:
    try:
        found = file.stat()  # a link has no mode of its own
    except OSError:
        return []
    mode = stat.S_IMODE(found.st_mode)
    if found.st_uid != os.getuid():
        return [f"{file} belongs to somebody else"]
    return [f"{file} has mode {mode:04o}"] if mode & 0o077 else []
