"""Paraphrases by voice: spoken by six synthetic voices in turn, heard by the real Whisper."""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from bench.voices import VOICES, read, speak
from engines.speech import whisper

from jarvis_voice.core.types import Utterance
from jarvis_voice.language.en.wake_phrase import strip_wake_word

SPELT_BY = frozenset({"slt", "rms", "awb", "kal16"})
"""Voices that read "MIT" as a word."""


async def hear_all(sentences: Sequence[str], weights: Path, folder: Path) -> dict[str, str]:
    """What speech to text makes of each sentence, said in one breath with the wake word."""
    heard: dict[str, str] = {}
    async with whisper(weights) as stt:
        for number, sentence in enumerate(sentences):
            voice = VOICES[number % len(VOICES)]
            said = re.sub(r"\bMIT\b", "M I T", sentence) if voice in SPELT_BY else sentence
            sound, _ = read(speak(f"Hey Jarvis, {said}.", voice, folder / f"{number}.wav"))
            pcm = np.rint(sound * 32_767).astype(np.int16)
            text = (await stt.transcribe(Utterance(pcm, "hey jarvis", "silence"))).text
            heard[sentence] = strip_wake_word(text, "hey jarvis", is_heard=True)
    return heard
