"""Finds the synthetic voices of this machine and lets them speak at 16 kHz.

Invariant: a voice that is not here is left out, never fetched; programs get their text on stdin or
as an argument after "--", never through a shell.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jarvis_voice.core.types import RATE_HZ
from jarvis_voice.platform.bounded_program import ProgramLimits, give_to, run_bounded
from jarvis_voice.workshop.training.pcm import read_sound, resample
from jarvis_voice.workshop.training.word_lists import shipped_lines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SPEAK_SECONDS = 30.0
"""Longest a program may take for one sentence."""

FLITE = ("slt", "rms", "awb", "kal16", "kal")


@dataclass(frozen=True, slots=True)
class Manner:
    """How a voice says something: pace, pitch and liveliness.

    Attributes:
        pace: How long it takes, 1.0 is the voice's own.
        pitch: 0..1, low to high, where the voice has a dial for it.
        liveliness: 0..1, even to lively, where the voice has a dial for it.
    """

    pace: float = 1.0
    pitch: float = 0.5
    liveliness: float = 0.5


Speak = Callable[[str, Manner], "NDArray[np.float32]"]


@dataclass(frozen=True, slots=True)
class SyntheticVoice:
    """A synthetic speaker.

    Attributes:
        name: Unique, such as "espeak:en-us+f3".
        family: Its program and sort; voices of one family share much of their sound.
        share: How often it speaks beside the others: natural voices more.
        speak: Text and manner to mono float32, shape (n_samples,), [-1, 1], 16 000 Hz.
    """

    name: str
    family: str
    share: float
    speak: Speak


def find_voices(models: Path) -> list[SyntheticVoice]:
    """Every voice of this machine, in a stable order; Piper's are those in the models folder."""
    return [*_piper(models), *_hibari(), *_espeak(), *_flite(), *_festival()]


def _piper(models: Path) -> list[SyntheticVoice]:
    from jarvis_voice.engines.tts.piper_variations import VariedPiper

    found: list[SyntheticVoice] = []
    for model in sorted((models / "piper").glob("*.onnx")):
        voice = VariedPiper(model)
        speakers = voice.speakers
        found += [
            SyntheticVoice(
                f"piper:{model.stem}:{one}",
                f"piper-{model.stem}",
                30 / speakers,
                _by_piper(voice, one),
            )
            for one in range(speakers)
        ]
    return found


def _by_piper(voice: object, speaker: int) -> Speak:
    from jarvis_voice.engines.tts.piper_variations import VariedPiper

    assert isinstance(voice, VariedPiper)  # noqa: S101 -- narrows the type for mypy

    def speak(text: str, manner: Manner) -> NDArray[np.float32]:
        dials = {"liveliness": 0.2 + 1.0 * manner.liveliness, "rhythm": 0.2 + 1.1 * manner.pitch}
        pcm = voice.speak(text, pace=manner.pace, speaker=speaker, **dials)
        return resample(pcm, voice.rate_hz, RATE_HZ)

    return speak


def _hibari() -> list[SyntheticVoice]:
    import hibari
    from hibari.g2p import G2P
    from hibari.voices import VOICES, cache_dir

    present = [
        n
        for n in VOICES
        if n == hibari.voices.DEFAULT or Path(cache_dir(), VOICES[n]["file"]).exists()
    ]
    found: list[SyntheticVoice] = []
    for name in present:
        for accent in (False, True):
            voice = hibari.Hibari(voice=name, g2p=G2P(british=accent))
            label = "gb" if accent else "us"
            found.append(
                SyntheticVoice(f"hibari:{name}:{label}", f"hibari-{name}", 15, _by_hibari(voice))
            )
    return found


def _by_hibari(voice: object) -> Speak:
    import hibari

    assert isinstance(voice, hibari.Hibari)  # noqa: S101 -- narrows the type for mypy

    def speak(text: str, manner: Manner) -> NDArray[np.float32]:
        seed = int(manner.liveliness * 1e6)
        return resample(voice(text, speed=1 / manner.pace, seed=seed), hibari.SAMPLE_RATE, RATE_HZ)

    return speak


def _espeak() -> list[SyntheticVoice]:
    program = shutil.which("espeak-ng")
    if program is None:
        return []
    # every accent in its own timbre, and every timbre in two accents in turn
    accents, timbres = shipped_lines("espeak-accents.txt"), shipped_lines("espeak-timbres.txt")
    names = list(accents)
    for number, timbre in enumerate(timbres):
        names += [f"{accents[(number + step) % len(accents)]}+{timbre}" for step in (0, 3)]
    family = {name: "espeak-" + name.partition("+")[2][:1].lower() for name in names}
    return [SyntheticVoice(f"espeak:{n}", family[n], 0.5, _by_espeak(program, n)) for n in names]


def find_foreign_voices() -> list[SyntheticVoice]:
    """Voices of other languages: they would say the word wrongly, and serve as negatives."""
    program = shutil.which("espeak-ng")
    if program is None:
        return []
    names = shipped_lines("espeak-languages.txt")
    return [
        SyntheticVoice(f"espeak:{n}", f"espeak-{n}", 1.0, _by_espeak(program, n)) for n in names
    ]


def _by_espeak(program: str, voice: str) -> Speak:
    def speak(text: str, manner: Manner) -> NDArray[np.float32]:
        speed = str(round(165 / manner.pace))
        pitch = str(round(15 + 70 * manner.pitch))
        return _said([program, "-v", voice, "-s", speed, "-p", pitch, "-w", "{}", "--", text])

    return speak


def _flite() -> list[SyntheticVoice]:
    program = shutil.which("flite")
    if program is None:
        return []

    def by(voice: str) -> Speak:
        def speak(text: str, manner: Manner) -> NDArray[np.float32]:
            stretch = f"duration_stretch={manner.pace:.2f}"
            mean = f"int_f0_target_mean={70 + 130 * manner.pitch:.0f}"
            return _said(
                [
                    program,
                    "-voice",
                    voice,
                    "--setf",
                    stretch,
                    "--setf",
                    mean,
                    "-t",
                    text,
                    "-o",
                    "{}",
                ]
            )

        return speak

    return [SyntheticVoice(f"flite:{name}", f"flite-{name}", 6, by(name)) for name in FLITE]


def _festival() -> list[SyntheticVoice]:
    program = shutil.which("text2wave")
    if program is None or shutil.which("festival") is None:
        return []
    listing = [shutil.which("festival") or "festival", "-b", "(print (voice.list))"]
    listed = run_bounded(listing, ProgramLimits(SPEAK_SECONDS)).text
    names = sorted(listed.strip().strip("()").split())

    def by(voice: str) -> Speak:
        def speak(text: str, manner: Manner) -> NDArray[np.float32]:
            stretch = f"(Parameter.set 'Duration_Stretch {manner.pace:.2f})"
            return _said([program, "-eval", f"(voice_{voice})", "-eval", stretch, "-o", "{}"], text)

        return speak

    return [SyntheticVoice(f"festival:{name}", f"festival-{name}", 2, by(name)) for name in names]


def _said(command: list[str], text: str | None = None) -> NDArray[np.float32]:
    """What a program writes into the file whose place is {}; no sound where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "said.wav"
        line = [str(path) if word == "{}" else word for word in command]
        try:
            spoken = give_to(line, (text or "").encode(), SPEAK_SECONDS)
            return read_sound(path) if spoken.exit_code == 0 else _nothing()
        except OSError:
            return _nothing()


def _nothing() -> NDArray[np.float32]:
    import numpy as np

    return np.zeros(0, np.float32)
