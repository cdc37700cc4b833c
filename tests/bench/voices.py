"""Synthetic voices into WAV files: seven speakers that nobody has to record."""

from __future__ import annotations

import subprocess
import tempfile
import wave
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.core.paths import find_paths

if TYPE_CHECKING:
    from piper import PiperVoice

Voice = Literal["slt", "rms", "awb", "kal16", "espeak", "piper-joe"]
VOICES: tuple[Voice, ...] = get_args(Voice)

LEVEL_DBFS = -23.0
HISS_DBFS = -75.0
LEAD_SECONDS = 0.3
TAIL_SECONDS = 0.5

Sound = NDArray[np.float32]


def speak(text: str, voice: Voice, path: Path, rate: int = 16_000) -> Path:
    """Speak into a mono int16 WAV at -23 dBFS, a little silence around it, a little hiss in it.

    Args:
        text: What to say; spell for flite ("M I T's").
        voice: One of `VOICES`; "piper-joe" needs the weights of `jarvis setup`.
        path: The file to write.
        rate: Sample rate of the file in Hz.
    """
    sound = at_level(_synthesize(text, voice, rate), LEVEL_DBFS)
    around = [np.zeros(int(s * rate), np.float32) for s in (LEAD_SECONDS, TAIL_SECONDS)]
    return write(path, add_noise(np.concatenate([around[0], sound, around[1]]), HISS_DBFS), rate)


def concatenate(files: Sequence[Path], path: Path, gap_seconds: float = 0.0) -> Path:
    """Several WAV files of one rate in a row, with hiss between them."""
    parts: list[Sound] = []
    rate = read(files[0])[1]
    for number, file in enumerate(files):
        sound, its_rate = read(file)
        assert its_rate == rate, f"{file} has {its_rate} Hz, not {rate}"
        gap = np.zeros(int(gap_seconds * rate) if number else 0, np.float32)
        parts += [add_noise(gap, HISS_DBFS), sound]
    return write(path, np.concatenate(parts), rate)


def mix_noise(file: Path, path: Path, snr_db: float) -> Path:
    """A WAV with white noise so many dB below its speech (-23 dBFS)."""
    sound, rate = read(file)
    return write(path, add_noise(sound, LEVEL_DBFS - snr_db), rate)


def add_noise(sound: Sound, dbfs: float, seed: int = 1) -> Sound:
    """The sound with white noise of this RMS level mixed in; the same on every run."""
    noise = np.random.default_rng(seed).normal(0, 10 ** (dbfs / 20), len(sound))
    return (sound + noise).astype(np.float32)


def at_level(sound: Sound, dbfs: float) -> Sound:
    """The sound at this RMS level, lower where its peaks would clip."""
    rms = float(np.sqrt(np.mean(np.square(sound), dtype=np.float64)))
    gain = min(10 ** (dbfs / 20) / rms, 0.98 / float(np.abs(sound).max()))
    return (sound * gain).astype(np.float32)


def read(file: Path) -> tuple[Sound, int]:
    """A mono int16 WAV as float32 in [-1, 1], shape (n_samples,), and its rate in Hz."""
    with wave.open(str(file), "rb") as wav:
        assert (wav.getnchannels(), wav.getsampwidth()) == (1, 2), f"{file} is not mono int16"
        pcm = np.frombuffer(wav.readframes(wav.getnframes()), "<i2")
        return (pcm / np.float32(32_768)).astype(np.float32), wav.getframerate()


def write(path: Path, sound: Sound, rate: int) -> Path:
    """Float32 in [-1, 1] into a mono int16 WAV."""
    pcm = np.clip(np.rint(sound * 32_767), -32_768, 32_767).astype("<i2")
    with wave.open(str(path), "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(rate)
        wav.writeframes(pcm.tobytes())
    return path


def _synthesize(text: str, voice: Voice, rate: int) -> Sound:
    import soxr

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "spoken.wav"
        if voice == "piper-joe":
            with wave.open(str(file), "wb") as wav:
                _piper().synthesize_wav(text, wav)
        elif voice == "espeak":
            _run("espeak-ng", "-v", "en-us", "-s", "160", "-w", str(file), text)
        else:
            _run("flite", "-voice", voice, "-t", text, "-o", str(file))
        sound, its_rate = read(file)
    resampled: Sound = soxr.resample(sound, its_rate, rate)
    return resampled


def _run(*argv: str) -> None:
    subprocess.run(argv, check=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)


@cache
def _piper() -> PiperVoice:
    import onnxruntime
    from piper import PiperVoice

    onnxruntime.set_seed(5)  # the voice varies what it says: with this it says it alike each time
    return PiperVoice.load(find_paths().models / "piper" / "en_US-joe-medium.onnx")
