"""Writes a weight file to a .part file first, and checks it before it gets its real name.

Invariant: under its own name a file appears whole and with the right checksum, or not at all.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.paths import ensure
from jarvis_voice.platform.weights.manifest import WeightFile
from jarvis_voice.platform.weights.progress import FetchProgress

CHUNK_BYTES = 1 << 18
DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT} if hasattr(errno, "EDQUOT") else {errno.ENOSPC})


class SourceError(Exception):
    """One source failed; Jarvis may try the next."""


class WrongBytesError(SourceError):
    """A source gave other bytes than the manifest names; they were deleted."""


class Incoming:
    """The .part file of one weight file."""

    def __init__(self, file: WeightFile, models: Path, progress: FetchProgress) -> None:
        self.file = file
        self._models = models
        self._progress = progress
        self._target = models / file.path
        self._part = self._target.with_name(self._target.name + ".part")

    def kept_bytes(self) -> int:
        """How many bytes of an earlier try can be built on; 0 where it cannot."""
        try:
            size = self._part.stat().st_size
        except OSError:
            return 0
        return size if size < self.file.n_bytes else 0

    def receive(self, chunks: Iterable[bytes], *, start: int = 0) -> None:
        """Take the bytes from `start` on, check the whole and put it in its place.

        Raises:
            SourceError: It ended early; what came is kept for the next try.
            WrongBytesError: It is not the file it should be; nothing is kept.
            ModelError: The disk is full or cannot be written.
        """
        with disk_errors(self._models, self.file.n_bytes):
            ensure(self._target.parent)
            digest = self._digest_kept() if start else hashlib.sha256()
            self._progress.started(self.file.path, self.file.n_bytes)
            self._progress.advanced(start)
            size = start
            with self._part.open("ab" if start else "wb") as out:
                for chunk in chunks:
                    size += len(chunk)
                    if size > self.file.n_bytes:
                        break
                    digest.update(chunk)
                    out.write(chunk)
                    self._progress.advanced(len(chunk))
                out.flush()
                os.fsync(out.fileno())
            self._check(size, digest.hexdigest())
            self._part.replace(self._target)
        self._progress.finished()

    def _digest_kept(self) -> hashlib._Hash:
        with self._part.open("rb") as kept:
            return hashlib.file_digest(kept, "sha256")

    def _check(self, size: int, sha256: str) -> None:
        wanted = self.file.n_bytes
        if size < wanted:
            raise SourceError(f"it ended after {size} of {wanted} bytes")
        if size > wanted or sha256 != self.file.sha256:
            self._part.unlink(missing_ok=True)
            what = f"more than {wanted} bytes" if size > wanted else f"checksum {sha256[:12]}..."
            raise WrongBytesError(f"wrong bytes ({what})")


@contextlib.contextmanager
def disk_errors(models: Path, needed_bytes: int) -> Iterator[None]:
    """Turn what the file system says into a ModelError ("disk-full" or "model-write")."""
    try:
        yield
    except OSError as error:
        if error.errno in DISK_FULL:
            raise disk_full(models, needed_bytes) from error
        where = error.filename or models
        reason = error.strerror or str(error)
        raise ModelError("model-write", f"Cannot write {where}: {reason}.") from error


def disk_full(models: Path, needed_bytes: int) -> ModelError:
    """The error of a disk that has no room for the weights."""
    room = f"{free_bytes(models) / 1e6:.0f} MB are free"
    return ModelError(
        "disk-full",
        f"The disk is full: the weights need {needed_bytes / 1e6:.0f} MB more in {models}, {room}. "
        "Make room, or let JARVIS_MODELS name a folder on another disk.",
        spoken="The disk is full.",
    )


def free_bytes(folder: Path) -> int:
    """Room on the disk of a folder, in bytes."""
    return shutil.disk_usage(folder).free
