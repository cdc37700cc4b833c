"""Reads and resamples sound files for training, and finds the speech in them.

Invariant: everything is mono float32 in [-1, 1] at 16 000 Hz once it is in here.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.core.types import RATE_HZ

if TYPE_CHECKING:
    from numpy.typing import NDArray

SUFFIXES = (".flac", ".wav", ".ogg", ".mp3", ".opus", ".aiff")
HOP_SAMPLES = 160
RANGE_DB = 28.0
"""Speech that counts lies within this range below its loudest 10 ms."""

ABOVE_FLOOR_DB = 9.0
GAP_SECONDS = 0.22
"""A pause shorter than this does not part a word in two."""


def read_sound(path: Path) -> NDArray[np.float32]:
    """A sound file's samples, shape (n_samples,); none where it holds none.

    Raises:
        OSError: It cannot be read, or is no sound file (soundfile's error is one).
    """
    import soundfile

    try:
        samples, rate_hz = soundfile.read(path, dtype="float32", always_2d=True)
    except soundfile.LibsndfileError as error:
        raise OSError(f"{path} cannot be read: {error}") from error
    return resample(samples.mean(axis=1), int(rate_hz), RATE_HZ)


def sound_files(folder: Path) -> list[Path]:
    """Every sound file below a folder, sorted by name."""
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)


def resample(pcm: NDArray[np.float32], from_hz: float, to_hz: float) -> NDArray[np.float32]:
    """The same sound at another rate."""
    if from_hz == to_hz or not len(pcm):
        return np.asarray(pcm, np.float32)
    import soxr

    return np.asarray(soxr.resample(np.asarray(pcm, np.float32), from_hz, to_hz, "MQ"), np.float32)


def to_float(pcm: NDArray[np.int16]) -> NDArray[np.float32]:
    """Samples in [-1, 1]."""
    return np.asarray(pcm, np.float32) / np.float32(32_768)


def to_int16(pcm: NDArray[np.float32]) -> NDArray[np.int16]:
    """As a microphone would give it; what exceeds the range is clipped."""
    return np.asarray(np.clip(np.rint(pcm * 32_768), -32_768, 32_767), np.int16)


def spoken_span(pcm: NDArray[np.float32]) -> tuple[int, int]:
    """Begin and end, in samples, of the loudest stretch without a pause; (0, 0) for silence."""
    frames = len(pcm) // HOP_SAMPLES
    if frames < 3:  # noqa: PLR2004 -- 30 ms hold no word
        return 0, 0
    power = np.square(pcm[: frames * HOP_SAMPLES]).reshape(frames, HOP_SAMPLES).mean(axis=1)
    smooth = np.convolve(power, np.ones(3) / 3, "same")
    level = 10 * np.log10(smooth + 1e-12)
    loudest = int(np.argmax(level))
    if level[loudest] < -75:  # noqa: PLR2004 -- dBFS; quieter than any microphone's speech
        return 0, 0
    floor = np.quantile(level, 0.1)
    active = level > max(level[loudest] - RANGE_DB, min(floor + ABOVE_FLOOR_DB, level[loudest] - 6))
    begin, end = _around(active, loudest)
    return begin * HOP_SAMPLES, end * HOP_SAMPLES


def _around(active: NDArray[np.bool_], middle: int) -> tuple[int, int]:
    """The frames from the first to the last that no long gap parts from the middle."""
    gap = round(GAP_SECONDS * RATE_HZ / HOP_SAMPLES)
    marked = np.flatnonzero(active)
    begin = end = middle
    for frame in marked[marked < middle][::-1]:
        if begin - frame > gap:
            break
        begin = int(frame)
    for frame in marked[marked > middle]:
        if frame - end > gap:
            break
        end = int(frame)
    return begin, end + 1
