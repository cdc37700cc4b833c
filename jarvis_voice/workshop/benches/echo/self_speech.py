"""Makes sentences of an assistant in our own voice, for the echo benches.

Invariant: sentences that hold the wake word's name and sentences that do not never mix.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from jarvis_voice.core.ports import TextToSpeech
    from jarvis_voice.core.types import SpeechChunk

PLAIN = (
    "The weather in Boston is partly cloudy today, with a high of seventy two degrees.",
    "I have opened the website of the Massachusetts Institute of Technology for you.",
    "Your next appointment is at half past three, and after that the day is yours.",
    "Seventeen percent of two hundred and forty is forty point eight.",
    "I found three pages about the history of the steam engine, and the first one is short.",
    "The timer for the pasta is set to eleven minutes, and the oven is already warm.",
    "There are four new messages, two of them from your sister about the weekend.",
    "The train to Manchester leaves from platform nine in a quarter of an hour.",
)
NAMED = (
    "My name is Jarvis, and I run on this computer alone.",
    "You can say Jarvis at any time, also while I am speaking.",
    "The reminder reads: ask Jarvis for the shopping list.",
    "Hello, this is Jarvis, good morning to you.",
    "In the film, Jarvis is the voice of the house.",
    "There is a page with the title Jarvis, a home assistant.",
    "If you need me again, just call hey Jarvis.",
    "Thank you for asking, Jarvis is doing fine today.",
    "I am Jarvis.",
    "The first note says that Jarvis should water the plants.",
)


def sayings(count: int, *, named: bool) -> list[str]:
    """So many sentences, in turn."""
    return list(islice(cycle(NAMED if named else PLAIN), count))


async def speak(tts: TextToSpeech, sentences: Sequence[str]) -> dict[str, SpeechChunk]:
    """Each sentence as one chunk; a sentence that comes again is spoken once."""
    from jarvis_voice.core.types import SpeechChunk

    spoken: dict[str, SpeechChunk] = {}
    for sentence in dict.fromkeys(sentences):
        chunks = [chunk async for chunk in tts.synthesize(sentence)]
        pcm = np.concatenate([chunk.pcm for chunk in chunks])
        spoken[sentence] = SpeechChunk(pcm, chunks[0].rate_hz, sentence)
    return spoken
