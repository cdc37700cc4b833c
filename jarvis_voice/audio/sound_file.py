"""Reads a sound file as frames, a block at a time; the only module that knows soundfile.

Invariant: a file is never loaded whole, and one that is damaged is refused with a sentence.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from jarvis_voice.audio.pcm import FrameCutter, Resampler, to_mono
from jarvis_voice.errors import AudioError
from jarvis_voice.types import RATE_HZ

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLOCK_SECONDS = 1.0
"""How much is read from the file at a time."""

OPEN_ENDED_BYTES = 0x7FFF_0000
"""A data chunk said to be longer was written to a pipe: its length is not known."""


def open_recording(path: Path) -> Any:
    """The recording, as a `soundfile.SoundFile`; blocks, as all in here.

    Raises:
        AudioError: "recording-missing", "recording-unreadable", "recording-empty" or
            "recording-truncated".
    """
    import soundfile

    try:
        with path.open("rb") as file:
            _refuse_truncated(file, path)
        recording = soundfile.SoundFile(str(path))
    except FileNotFoundError as error:
        message = f"There is no recording at {path}."
        raise AudioError("recording-missing", message) from error
    except OSError as error:
        message = f"Cannot read {path}: {error.strerror or error}."
        raise AudioError("recording-unreadable", message) from error
    except soundfile.LibsndfileError as error:
        message = f"{path} is not a recording that can be read (WAV, FLAC, OGG or AIFF)."
        raise AudioError("recording-unreadable", message) from error
    if not recording.frames:
        recording.close()
        raise AudioError("recording-empty", f"{path} holds no sound.")
    return recording


def _refuse_truncated(file: BinaryIO, path: Path) -> None:
    """Compare a WAV's declared length with the file's: libsndfile plays what is there."""
    length = file.seek(0, os.SEEK_END)
    file.seek(0)
    if not length:
        raise AudioError("recording-empty", f"{path} is an empty file.")
    if file.read(12)[0:4] != b"RIFF":
        return
    while len(header := file.read(8)) == len(b"dataSIZE"):
        kind, size = struct.unpack("<4sI", header)
        if kind == b"data":
            if file.tell() + size > length and size < OPEN_ENDED_BYTES:
                raise _truncated(path)
            return
        file.seek(size + size % 2, os.SEEK_CUR)
    raise _truncated(path)


def _truncated(path: Path) -> AudioError:
    return AudioError(
        "recording-truncated", f"{path} is cut short: it ends before the length it declares."
    )


def frame_blocks(file: Any, path: Path) -> Iterator[list[NDArray[np.int16]]]:
    """All frames of an open recording, about a second of them at a time.

    Raises:
        AudioError: The file ends before its own length ("recording-truncated").
    """
    from soundfile import LibsndfileError

    resampler, cutter = Resampler(file.samplerate, RATE_HZ), FrameCutter()
    block_samples, left = round(file.samplerate * BLOCK_SECONDS), file.frames
    while left > 0:
        try:
            samples = file.read(min(block_samples, left), dtype=_dtype(file.subtype))
        except LibsndfileError as error:
            raise _truncated(path) from error
        if not len(samples):
            raise _truncated(path)
        left -= len(samples)
        if frames := cutter.push(resampler.process(to_mono(samples))):
            yield frames
    frames = cutter.push(resampler.flush())
    last = cutter.pad()
    yield frames if last is None else [*frames, last]


def _dtype(subtype: str) -> str:
    """What keeps the samples as they are: libsndfile does not scale float to int by itself."""
    if subtype == "PCM_16":
        return "int16"
    return "int32" if subtype.startswith("PCM_") else "float32"
