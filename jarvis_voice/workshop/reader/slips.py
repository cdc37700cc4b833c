"""Makes slips of the fingers in a sentence, as people type it. Pure but for the chance.

Invariant: the sentence keeps its number of words.
"""

from __future__ import annotations

import random

from jarvis_voice.engines.reader.word_pieces import Word, words_of

SHORTEST = 4
"""Letters; in shorter words a slip makes another word."""

MOST = 2
"""Slips in one sentence."""


def with_slip(text: str, chance: random.Random) -> str:
    """The sentence with one or two slips; as it is where no word is long enough."""
    long = [word for word in words_of(text) if len(word.text) >= SHORTEST and word.text.isalpha()]
    for word in sorted(chance.sample(long, min(len(long), chance.randint(1, MOST))), key=_end)[
        ::-1
    ]:
        text = text[: word.begin] + _slipped(word.text, chance) + text[word.end :]
    return text


def _end(word: Word) -> int:
    return word.end


def _slipped(word: str, chance: random.Random) -> str:
    """Two letters exchanged, one left out, or one doubled; never the first."""
    at = chance.randrange(1, len(word) - 1)
    match chance.randrange(3):
        case 0:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        case 1:
            return word[:at] + word[at + 1 :]
        case _:
            return word[:at] + word[at] + word[at:]
