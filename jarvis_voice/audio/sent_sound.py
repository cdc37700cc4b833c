"""Decodes a sound that was sent, whatever it is packed in, into samples for speech to text.

Invariant: what it is says its first bytes, never its name. It is read from memory, it touches no
file and no address that it may name, and it is decoded no further than it may be long.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.audio.downmix import Downmix
from jarvis_voice.audio.pcm import Resampler
from jarvis_voice.audio.sound_file import LOWEST_RATE_HZ, sample_type, unwritten_length_at
from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.types import RATE_HZ

if TYPE_CHECKING:
    from numpy.typing import NDArray

NAME = Path("The sound")
"""What it is called in messages."""

MOST_CHANNELS = 8
HIGHEST_RATE_HZ = 384_000
BLOCK_SECONDS = 1.0

KNOWN_FRAMES = 2**40
"""A file that says it has more does not know."""

WEBM = b"\x1a\x45\xdf\xa3"
MP4_AT, MP4 = 4, b"ftyp"
FRAME_SYNC = 0xFFE0
LAYER = 0x0006
"""In the first two bytes of a frame of MPEG audio: 0 is AAC, all others are MP3 and its kin."""

FORMATS = "WAV, FLAC, OGG, MP3, AIFF, WebM, MP4, M4A or AAC"


def decode_sound(
    data: bytes, most_seconds: float, is_unwanted: Callable[[], bool] = lambda: False
) -> NDArray[np.int16]:
    """The samples of a sound: mono int16, shape (n_samples,), 16 000 Hz.

    Args:
        data: All its bytes.
        most_seconds: How long it may be.
        is_unwanted: Asked between blocks whether nobody waits for it any more.

    Raises:
        AudioError: It is no sound ("sound-unreadable"), none is in it ("sound-empty"), it ends in
            the middle ("sound-cut") or is too long ("sound-too-long").
    """
    parts, count = list[Any](), 0
    for block in _blocks(data):
        count += len(block)
        if count > most_seconds * RATE_HZ:
            raise AudioError("sound-too-long", f"The sound is longer than {most_seconds:.0f} s.")
        parts.append(block)
        if is_unwanted():
            break
    if not count:
        raise AudioError("sound-empty", "There is no sound in it.")
    return np.concatenate(parts)


def _blocks(data: bytes) -> Iterator[NDArray[np.int16]]:
    name = _container(data)
    yield from _from_container(data, name) if name else _from_file(data)


def _container(data: bytes) -> str:
    """The name of the container that the sound stands in; "" where it is a sound file."""
    if data.startswith(WEBM):
        return "matroska"
    if data[MP4_AT:].startswith(MP4):
        return "mp4"
    start = int.from_bytes(data[:2], "big")
    if start & FRAME_SYNC == FRAME_SYNC and not start & LAYER:
        return "aac"
    return ""


def _from_file(data: bytes) -> Iterator[NDArray[np.int16]]:
    import soundfile

    if not data:
        raise AudioError("sound-empty", "The sound is empty.")
    try:
        at = unwritten_length_at(io.BytesIO(data), NAME)
    except AudioError as error:
        code = "sound-cut" if error.code == "recording-truncated" else "sound-unreadable"
        raise AudioError(code, error.message) from error
    if at is not None:
        data = data[:at] + b"\xff\xff\xff\xff" + data[at + 4 :]
    try:
        file = soundfile.SoundFile(io.BytesIO(data))
    except soundfile.LibsndfileError as error:
        raise _unreadable() from error
    with file:
        _check(file.samplerate, file.channels)
        # MP3 and OGG tell their length from what is there, and often a little wrong
        is_sure = file.format not in {"MP3", "OGG"} and file.frames < KNOWN_FRAMES
        has_end = file.format != "FLAC" or is_sure
        if has_end:
            yield from _read(file, file.frames if is_sure else None)
    if not has_end:  # libsndfile loses the last part of such a one
        yield from _from_container(data, "flac")


def _read(file: Any, frames: int | None) -> Iterator[NDArray[np.int16]]:
    from soundfile import LibsndfileError

    downmix, resampler = Downmix(), Resampler(file.samplerate, RATE_HZ)
    block, kind, count = round(file.samplerate * BLOCK_SECONDS), sample_type(file.subtype), 0
    while True:
        try:
            samples = file.read(block, kind, always_2d=True)
        except LibsndfileError as error:
            raise _cut() from error
        if not len(samples):
            break
        count += len(samples)
        yield resampler.process(downmix.process(samples))
    if frames is not None and count < frames:
        raise _cut()
    yield resampler.flush()


def _from_container(data: bytes, name: str) -> Iterator[NDArray[np.int16]]:
    import av

    try:
        # the format is named: others of FFmpeg's open files and addresses that stand in them
        with av.open(io.BytesIO(data), "r", format=name, metadata_errors="ignore") as container:
            if not container.streams.audio:
                raise AudioError("sound-empty", "There is no sound in it.")
            stream = container.streams.audio[0]
            rate_hz, channels = stream.rate or 0, stream.channels
            _check(rate_hz, channels)
            downmix, resampler = Downmix(), Resampler(rate_hz, RATE_HZ)
            planes = av.AudioResampler(format="s16p", layout=stream.layout, rate=rate_hz)
            for frame in container.decode(stream):
                for part in planes.resample(frame):
                    yield resampler.process(downmix.process(part.to_ndarray().T))
            yield resampler.flush()
    except (av.FFmpegError, ValueError) as error:
        raise _unreadable() from error


def _check(rate_hz: int, channels: int) -> None:
    if not (rate_hz and channels):
        raise _unreadable()
    if not LOWEST_RATE_HZ <= rate_hz <= HIGHEST_RATE_HZ:
        message = f"A sound of {rate_hz} Hz cannot be used: at least {LOWEST_RATE_HZ} Hz."
        raise AudioError("sound-unreadable", message)
    if channels > MOST_CHANNELS:
        message = f"A sound of {channels} channels cannot be used: at most {MOST_CHANNELS}."
        raise AudioError("sound-unreadable", message)


def _unreadable() -> AudioError:
    message = f"This is no sound that can be read, or it is damaged. Send {FORMATS}."
    return AudioError("sound-unreadable", message)


def _cut() -> AudioError:
    return AudioError("sound-cut", f"{NAME} is cut short: it ends before the length it declares.")
