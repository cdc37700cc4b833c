"""Voices of other people for the benches: they call the wake word and say commands.

Invariant: the same machine gives the same calls in the same order; programs get their text as an
argument, never through a shell.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice, product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.types import RATE_HZ

if TYPE_CHECKING:
    from numpy.typing import NDArray

PACES = (1.0, 1.15, 0.9)
FLITE = ("slt", "rms", "awb", "kal16")
ESPEAK = ("en-us", "en-gb", "en-gb+f3", "en-us+m3")
SPEAK_SECONDS = 30.0


def callers(count: int, text: str) -> list[NDArray[np.float32]]:
    """So many sayings of a text by voices in turn, in [-1, 1], 16 000 Hz.

    Raises:
        JarvisError: Neither flite nor espeak-ng is here ("no-callers").
    """
    return list(islice(cycle(_each(text, count)), count))


def _each(text: str, most: int) -> list[NDArray[np.float32]]:
    manners = list(islice(_manners(), most))
    if not manners:
        message = "There is nobody to call: install flite or espeak-ng."
        raise JarvisError("no-callers", message)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "call.wav"
        return [_speak(*manner, text, file) for manner in manners]


def _manners() -> Iterator[tuple[str, str, float]]:
    programs = [("flite", voice) for voice in FLITE] + [("espeak-ng", voice) for voice in ESPEAK]
    for pace, (program, voice) in product(PACES, programs):
        if shutil.which(program):
            yield program, voice, pace


def _speak(program: str, voice: str, pace: float, text: str, file: Path) -> NDArray[np.float32]:
    if program == "flite":
        stretch = f"duration_stretch={pace}"
        argv = ["flite", "-voice", voice, "--setf", stretch, "-t", text, "-o", str(file)]
    else:
        argv = ["espeak-ng", "-v", voice, "-s", str(round(160 / pace)), "-w", str(file), text]
    subprocess.run(  # noqa: S603 -- a fixed program found on the path, its text is our own
        argv, check=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=SPEAK_SECONDS
    )
    return read_call(file)


def read_call(file: Path) -> NDArray[np.float32]:
    """A recording as mono float32 in [-1, 1] at 16 000 Hz, without the silence around it."""
    import soundfile
    import soxr

    sound, rate_hz = soundfile.read(file, dtype="float32", always_2d=True)
    mono: NDArray[np.float32] = soxr.resample(sound.mean(axis=1), rate_hz, RATE_HZ)
    loud = np.flatnonzero(np.abs(mono) > 0.02 * np.abs(mono).max(initial=1e-9))
    return mono[loud[0] : loud[-1] + 1] if len(loud) else mono


def recorded(data: Path, count: int) -> list[NDArray[np.float32]]:
    """So many of the people who say the word, spread over all recordings."""
    files = sorted((data / "wake" / "positive").glob("*.flac"))
    return [read_call(file) for file in files[:: max(len(files) // count, 1)][:count]]
