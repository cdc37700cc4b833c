"""Spoken commands with a label where the speech ends; makes them or reads recordings.

Invariant: of what is made here, the label is the last sample above -45 dB relative to the peak; no
voice activity detector has a say in it. Everything is mono int16 at 16 000 Hz.
"""

from __future__ import annotations

import math
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.types import RATE_HZ

if TYPE_CHECKING:
    from numpy.typing import NDArray

COMMANDS = (
    "what time is it?",
    "what is 17 percent of 240?",
    "open M I T's website.",
    "what day is it today?",
    "what is 12 times 12?",
    "convert 10 miles to kilometers.",
    "open Wikipedia.",
    "what is the square root of 144?",
    "hello.",
    "what can you do?",
    "what is 100 minus 37?",
    "what time is it in London?",
    "what is 25 times 16?",
    "how many feet are in a mile?",
    "open GitHub.",
    "what month is it?",
    "who are you?",
    "what is 15 percent of 80?",
    "convert 20 celsius to fahrenheit.",
    "open YouTube.",
    "good morning.",
    "what is 3 squared?",
    "how many grams are in an ounce?",
    "what is 81 divided by 9?",
)
"""Everyday commands that need neither network nor language model. Each is said once in so many
turns: the grammar remembers what it has read."""

WARM_UP = ("what year is it?", "open Stanford.")
"""Said first, and not counted."""

END_DB = -45.0
"""Relative to the peak: below every sound of speech, above what synthesis leaves behind it."""

SPEECH_DBFS = -23.0
TAIL_SECONDS = 0.1
"""Sound that is kept behind the label, so that nothing is cut off with a click."""

HEAD_SECONDS = 0.05
"""Sound that is kept before the speech of a recording: its first sound may be soft."""

NOISY_END_DB = -35.0
ABOVE_NOISE_DB = 10.0
NOISE_SHARE = 0.1
"""A real recording's quietest tenth is its noise."""

CALL_PAUSE_SECONDS = 0.15
"""Between a call and a command that were recorded apart."""

PROGRAM_SECONDS = 30.0
"""The longest a voice's program may take for one command."""

Speak = Callable[[str], "NDArray[np.float32]"]
"""A text to mono float32, shape (n_samples,), at 16 000 Hz."""


@dataclass(frozen=True, slots=True)
class LabelledCommand:
    """A recording, with the sample at which its speech ends.

    Attributes:
        name: The voice and the words, or the file.
        pcm: Mono int16, shape (n_samples,), 16 000 Hz.
        end_sample: The last sample of speech.
    """

    name: str
    pcm: NDArray[np.int16]
    end_sample: int


def synthesise_commands(models: Path, call: str, texts: Sequence[str]) -> list[LabelledCommand]:
    """Commands, each behind a call, in the voices of this machine by turns.

    Args:
        models: The folder of the weights.
        call: What to say first: "Hey Jarvis".
        texts: What to say then.
    """
    voices = list(find_voices(models).items())
    made: list[LabelledCommand] = []
    for number, text in enumerate(texts):
        # a second round of the texts is shifted: no voice says the same again
        name, speak = voices[(number + number // len(COMMANDS)) % len(voices)]
        said = f"{call}, {text}"
        made.append(label(f"{name}: {said}", speak(said)))
    return made


def find_voices(models: Path) -> dict[str, Speak]:
    """The voices of this machine by name: Piper's always, others where they are installed."""
    voices: dict[str, Speak] = {"piper-joe": _piper(models / "piper" / "en_US-joe-medium.onnx")}
    if espeak := shutil.which("espeak-ng"):
        voices["espeak-ng"] = _program([espeak, "-v", "en-us", "-s", "160", "-w", "{}", "--"])
    if flite := shutil.which("flite"):
        for voice in ("slt", "rms"):
            voices[f"flite-{voice}"] = _program([flite, "-voice", voice, "-o", "{}", "-t"])
    return voices


def find_commands(data: Path) -> list[Path]:
    """The recordings of `data`/commands, or of `data` itself, by name.

    Raises:
        AudioError: There are none.
    """
    for folder in (data / "commands", data):
        if files := sorted(folder.glob("*.flac")):
            return files
    message = f"There are no recordings (*.flac) in {data / 'commands'}, and none in {data}."
    raise AudioError("no-commands", message)


def read_commands(data: Path, count: int | None = None, seed: int = 0) -> list[LabelledCommand]:
    """Real commands of `find_commands` in an order of chance, without a wake word.

    The silence before the speech is cut: behind a call it would be a pause that nobody makes.

    Args:
        data: The folder.
        count: So many of them; None is all. Fewer are the first of more.
        seed: Of the chance.

    Raises:
        AudioError: There are none, or one cannot be read.
    """
    import soundfile

    files = find_commands(data)
    random.Random(seed).shuffle(files)  # noqa: S311 - a sample that can be drawn again
    commands: list[LabelledCommand] = []
    for file in files[:count]:
        try:
            sound, rate_hz = soundfile.read(file, dtype="float32", always_2d=True)
        except soundfile.LibsndfileError as error:
            raise AudioError("recording-unreadable", f"{file} cannot be read: {error}.") from error
        mono = _at_rate(sound.mean(axis=1), rate_hz)
        begin, end = noisy_speech(mono)
        begin = max(begin - round(HEAD_SECONDS * RATE_HZ), 0)
        commands.append(label(file.name, mono[begin:], end - begin))
    return commands


def called(call: LabelledCommand, command: LabelledCommand) -> LabelledCommand:
    """A command behind a call that was recorded apart."""
    pause = np.zeros(round(CALL_PAUSE_SECONDS * RATE_HZ), np.int16)
    before = np.concatenate([call.pcm[: call.end_sample + 1], pause])
    pcm = np.concatenate([before, command.pcm])
    return LabelledCommand(command.name, pcm, len(before) + command.end_sample)


def label(name: str, sound: NDArray[np.float32], end: int | None = None) -> LabelledCommand:
    """The sound at -23 dBFS, cut behind its last sample of speech.

    Args:
        name: What to call it.
        sound: Mono float32, shape (n_samples,), 16 000 Hz.
        end: That sample; None looks for it, in a sound without noise.
    """
    end = end_of_speech(sound) if end is None else end
    kept = sound[: end + 1 + round(TAIL_SECONDS * RATE_HZ)]
    rms = math.sqrt(float(np.mean(np.square(kept[: end + 1], dtype=np.float64)))) or 1.0
    gain = min(10 ** (SPEECH_DBFS / 20) / rms, 0.98 / max(float(np.abs(kept).max()), 1e-9))
    return LabelledCommand(name, np.rint(kept * gain * 32_767).astype(np.int16), end)


def end_of_speech(sound: NDArray[np.float32]) -> int:
    """The last sample above -45 dB relative to the peak; 0 for silence."""
    level = np.abs(sound)
    loud = np.flatnonzero(level > float(level.max(initial=0.0)) * 10 ** (END_DB / 20))
    return int(loud[-1]) if len(loud) else 0


def noisy_speech(sound: NDArray[np.float32]) -> tuple[int, int]:
    """The first and the last sample of speech, in steps of 10 ms, 10 dB above the sound's noise."""
    size = RATE_HZ // 100
    frames = sound[: len(sound) // size * size].astype(np.float64).reshape(-1, size)
    if not len(frames):
        return 0, 0
    level = 10 * np.log10(np.mean(np.square(frames), axis=1) + 1e-12)
    floor, top = float(np.quantile(level, NOISE_SHARE)) + ABOVE_NOISE_DB, float(level.max())
    # a recording that is loud all through has no noise to be above
    loud = np.flatnonzero(level >= min(max(floor, top + NOISY_END_DB), top - ABOVE_NOISE_DB))
    return int(loud[0]) * size, (int(loud[-1]) + 1) * size - 1


def _piper(model: Path) -> Speak:
    def speak(text: str) -> NDArray[np.float32]:
        from piper import PiperVoice

        voice = PiperVoice.load(model)
        parts = [chunk.audio_float_array for chunk in voice.synthesize(text)]
        return _at_rate(np.concatenate(parts), voice.config.sample_rate)

    return speak


def _program(command: Sequence[str]) -> Speak:
    """A program that is given the text as its last word, and a file's path in place of {}."""

    def speak(text: str) -> NDArray[np.float32]:
        import soundfile

        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "spoken.wav")
            argv = [path if word == "{}" else word for word in command]
            try:
                subprocess.run(  # noqa: S603 - a program found on PATH, words of our own
                    [*argv, text],
                    check=True,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    timeout=PROGRAM_SECONDS,
                )
            except (OSError, subprocess.SubprocessError) as error:
                message = f"{command[0]} does not speak: {type(error).__name__}."
                raise AudioError("voice-program-failed", message) from error
            sound, rate_hz = soundfile.read(path, dtype="float32", always_2d=True)
        return _at_rate(sound.mean(axis=1), rate_hz)

    return speak


def _at_rate(sound: NDArray[np.float32], rate_hz: int) -> NDArray[np.float32]:
    import soxr

    return np.asarray(soxr.resample(sound, rate_hz, RATE_HZ, "HQ"), np.float32)
