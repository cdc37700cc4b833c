"""Reads a sound file as frames, a block at a time.

Invariant: a file is never loaded whole, and one that is damaged is refused with a sentence.
"""

from __future__ import annotations

import io
import os
import struct
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from jarvis_voice.audio.downmix import Downmix
from jarvis_voice.audio.pcm import FrameCutter, Resampler
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.types import FRAME_SECONDS, RATE_HZ

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLOCK_SECONDS = 1.0
"""How much is read from the file at a time."""

SILENCE_SECONDS = 30.0
"""Of zeros that are given as they are; by then all is over that waits for silence."""

LEAD_SECONDS = 12.0
"""Of zeros that are given before a sound: more than anything that hears looks back over."""

LOWEST_RATE_HZ = 4_000
"""Below it speech has no consonants left, and a resampler's filter grows without bound."""

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
            unwritten_at = unwritten_length_at(file, path)
        source = str(path) if unwritten_at is None else _Unfinished(path, unwritten_at)
        recording = soundfile.SoundFile(source)
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
    if recording.samplerate < LOWEST_RATE_HZ:
        recording.close()
        raise AudioError(
            "recording-unreadable",
            f"{path} has a rate of {recording.samplerate} Hz; speech needs at least "
            f"{LOWEST_RATE_HZ} Hz.",
        )
    return recording


class _Unfinished(io.FileIO):
    """A WAV whose recorder wrote 0 as the length of the sound: read as one without an end."""

    def __init__(self, path: Path, length_at: int) -> None:
        super().__init__(path)
        self._length_at = length_at

    def readinto(self, buffer: Any) -> int:
        """As the file's own, with the greatest length in the place of the 0."""
        start = self.tell()
        count = super().readinto(buffer) or 0
        view = memoryview(buffer).cast("B")
        for at in range(max(self._length_at, start), min(self._length_at + 4, start + count)):
            view[at - start] = 0xFF
        return count


def unwritten_length_at(file: BinaryIO, path: Path) -> int | None:
    """Compare a WAV's declared length with the file's: libsndfile plays what is there.

    Returns:
        Where a length of 0 stands although sound follows it; None where all is well.
    """
    length = file.seek(0, os.SEEK_END)
    file.seek(0)
    if not length:
        raise AudioError("recording-empty", f"{path} is an empty file.")
    riff = file.read(12)
    if riff[0:4] != b"RIFF":
        return None
    if len(riff) == len(b"RIFFSIZEWAVE") and riff[8:] != b"WAVE":
        kind = riff[8:].decode("ascii", "replace").strip()
        raise AudioError(
            "recording-unreadable", f"{path} is a RIFF file of kind {kind}, not a WAV recording."
        )
    while len(header := file.read(8)) == len(b"dataSIZE"):
        name, size = struct.unpack("<4sI", header)
        if name == b"data":
            if file.tell() + size > length and size < OPEN_ENDED_BYTES:
                raise _truncated(path)
            return file.tell() - 4 if not size and file.tell() < length else None
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

    downmix, resampler, cutter = Downmix(), Resampler(file.samplerate, RATE_HZ), FrameCutter()
    block_samples, left = round(file.samplerate * BLOCK_SECONDS), file.frames
    while left > 0:
        try:
            samples = file.read(min(block_samples, left), sample_type(file.subtype), always_2d=True)
        except LibsndfileError as error:
            raise _truncated(path) from error
        if not len(samples):
            raise _truncated(path)
        left -= len(samples)
        if frames := cutter.push(resampler.process(downmix.process(samples))):
            yield frames
    frames = cutter.push(resampler.flush())
    last = cutter.pad()
    yield frames if last is None else [*frames, last]


NumberedFrame = tuple[int, "NDArray[np.int16]"]
"""Its place in the recording, from 1 on, and its samples."""


def numbered(
    blocks: Iterable[list[NDArray[np.int16]]], *, skips: bool
) -> Iterator[list[NumberedFrame]]:
    """Frames with their numbers, as many lists as there are blocks, and one more.

    Args:
        blocks: Frames in order.
        skips: Leave out the middle of long digital silence, in which nothing can be heard; the
            numbers go on over it.
    """
    silence, lead = round(SILENCE_SECONDS / FRAME_SECONDS), round(LEAD_SECONDS / FRAME_SECONDS)
    number = zeros = 0
    held: deque[NumberedFrame] = deque(maxlen=lead)
    for block in blocks:
        kept: list[NumberedFrame] = []
        for pcm in block:
            number += 1
            zeros = 0 if pcm.any() else zeros + 1
            if skips and zeros > silence:
                held.append((number, pcm))
                continue
            kept += [*held, (number, pcm)]
            held.clear()
        yield kept
    yield [*held]


def sample_type(subtype: str) -> str:
    """What keeps the samples as they are: libsndfile does not scale float to int by itself."""
    if subtype == "PCM_16":
        return "int16"
    return "int32" if subtype.startswith("PCM_") else "float32"
