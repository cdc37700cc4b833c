"""Weights, frames and sounds for the tests of the engines."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, RATE_HZ, AudioFrame
from jarvis_voice.engines.stt.whisper import FasterWhisper
from jarvis_voice.engines.tts.piper import PiperTts
from jarvis_voice.engines.wake.detector import OpenWakeWordDetector
from jarvis_voice.engines.wake.heads import WakeHead

Pcm = NDArray[np.int16]
Say = Callable[[str], Awaitable[Pcm]]

SEED = 5
VOICE = "piper/en_US-joe-medium.onnx"
WHISPER = "whisper/tiny.en"
WAKE = tuple(
    f"wake/{name}.onnx" for name in ("melspectrogram", "embedding_model", "hey_jarvis_v0.1")
)


def stock_head(weights: Path) -> WakeHead:
    """openWakeWord's own head for "hey jarvis"."""
    return WakeHead("hey jarvis", weights / WAKE[2], 0.5, 0.25, ("hey jarvis",))


def around(pcm: Pcm, seconds: float = 0.5) -> Pcm:
    """The sound between two stretches of noise at -60 dBFS."""
    edge = np.zeros(int(seconds * RATE_HZ), np.int16)
    whole = np.concatenate((edge, pcm, edge))
    mixed: Pcm = np.clip(whole + noise(len(whole) / RATE_HZ, -60.0), -32_768, 32_767).astype(
        np.int16
    )
    return mixed


def noise(seconds: float, level_dbfs: float) -> Pcm:
    """White noise, the same each time."""
    samples = np.random.default_rng(7).normal(0, 1, round(seconds * RATE_HZ))
    scaled: Pcm = np.clip(samples * 32_768 * 10 ** (level_dbfs / 20), -32_768, 32_767).astype(
        np.int16
    )
    return scaled


def frames(pcm: Pcm) -> Iterator[AudioFrame]:
    """The whole frames of a sound."""
    for number in range(len(pcm) // FRAME_SAMPLES):
        start = number * FRAME_SAMPLES
        yield AudioFrame(pcm[start : start + FRAME_SAMPLES], (number + 1) * FRAME_SECONDS)


def detector(weights: Path) -> OpenWakeWordDetector:
    """The stock wake word."""
    return OpenWakeWordDetector(weights / WAKE[0], [stock_head(weights)])


def whisper(weights: Path) -> FasterWhisper:
    """The shipped speech to text."""
    return FasterWhisper(weights / WHISPER, "en", cpu_threads=2)


def voice(weights: Path, dials: Prosody | None = None) -> PiperTts:
    """The shipped voice; it varies what it says, but alike each time it is made."""
    onnxruntime.set_seed(SEED)
    return PiperTts(weights / VOICE, dials or Prosody())


def linked_whisper(weights: Path, folder: Path) -> Path:
    """tiny.en in a folder of the test's own, without what was kept beside its weights."""
    folder.mkdir()
    for file in (weights / WHISPER).iterdir():
        if file.suffix != ".states":
            (folder / file.name).symlink_to(file)
    return folder
