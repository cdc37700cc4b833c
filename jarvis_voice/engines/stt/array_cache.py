"""Keeps an array that takes long to compute in a file, for the next start.

Invariant: what is read is, to the bit, what was computed under the same stamp, or it is computed
anew; a file that cannot be read or written costs time and nothing else.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.core.file_kind import no_file
from jarvis_voice.core.paths import ensure

log = logging.getLogger(__name__)

DIGEST_BYTES = 32


def kept_array(
    file: Path, stamp: str, compute: Callable[[], NDArray[np.float32]]
) -> NDArray[np.float32]:
    """The array in the file; where that is not of this stamp, it is computed and kept.

    Args:
        file: Of this array alone.
        stamp: Of what the array depends on: another stamp is another array.
        compute: Makes it, on this thread.
    """
    kept = read_array(file, stamp)
    if kept is not None:
        return kept
    array = compute()
    try:
        _write(file, stamp, array)
    except OSError as error:
        log.info("%s cannot be kept: %s", file.name, error.strerror)
    return array


def read_array(file: Path, stamp: str) -> NDArray[np.float32] | None:
    """The array in the file; None where there is none of this stamp."""
    if no_file(file):
        return None  # a named pipe would be waited for, and a device may have no end
    try:
        content = file.read_bytes()
    except OSError:
        return None  # the first start, or as good as that
    digest, array = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
    if digest != _digest(stamp, array):
        return None
    read: NDArray[np.float32] = np.load(io.BytesIO(array), allow_pickle=False)
    return read


def _write(file: Path, stamp: str, array: NDArray[np.float32]) -> None:
    written = io.BytesIO()
    np.save(written, array, allow_pickle=False)
    content = written.getvalue()
    part = ensure(file.parent) / f"{file.name}.new"
    try:
        part.unlink(missing_ok=True)  # it may be a named pipe
        part.write_bytes(_digest(stamp, content) + content)
        part.replace(file)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def _digest(stamp: str, content: bytes) -> bytes:
    digest = hashlib.blake2b(stamp.encode(), digest_size=DIGEST_BYTES)
    digest.update(content)
    return digest.digest()
