"""Detects a transcript in which speech to text repeats itself in a loop.

Invariant: pure; what people say on purpose ("2 plus 2 plus 2", "stop, stop, stop") is no loop.
"""

from __future__ import annotations

import re
import zlib

MOST_COMPRESSION = 2.2
"""Whisper's own bound for a decoding that loops is 2.4, over half a minute of speech."""

COMPRESSIBLE_CHARACTERS = 40
"""A shorter text holds no loop; zlib makes most of them longer."""

LOOP_TIMES = 3
LOOP_WORDS = 2

SHORTEST_RESTART_WORDS = 3
"""What begins anew after fewer words may be meant: "go back, go back"."""

_NUMBERS = frozenset(
    (
        *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        *("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
        *("hundred", "thousand", "million"),
    )
)
"""A sum may well repeat itself: "two plus two plus two plus two"."""

_WORD = re.compile(r"[\w'\u2019]+")


def words_of(text: str) -> list[str]:
    """The words of a text in small letters, without signs."""
    return _WORD.findall(text.lower())


def is_loop(text: str) -> bool:
    """Whether speech to text fell into repeating itself: "I'm going to, I'm going to, ..."."""
    plain = text.encode()
    if len(text) > COMPRESSIBLE_CHARACTERS:
        compression = len(plain) / len(zlib.compress(plain))
        if compression > MOST_COMPRESSION:
            return True
    words = words_of(text)
    return any(
        _stands_thrice(words, begin, size)
        for size in range(LOOP_WORDS, len(words) // LOOP_TIMES + 1)
        for begin in range(len(words) - LOOP_TIMES * size + 1)
    )


def starts_over(text: str) -> bool:
    """Whether the text says its beginning again, as in "Open the mail. Open the mail.".

    People do so too: it is a reason to listen again, not one to reject what was heard.
    """
    words = words_of(text)
    return any(
        words[:size] == words[size : 2 * size]
        for size in range(SHORTEST_RESTART_WORDS, len(words) // 2 + 1)
    )


def _stands_thrice(words: list[str], begin: int, size: int) -> bool:
    """A phrase three times running; sums ("2 plus 2 plus 2 plus 2") and "stop, stop" are none."""
    phrase = words[begin : begin + size]
    if len(set(phrase)) == 1 or any(w in _NUMBERS or w.isdecimal() for w in phrase):
        return False
    return words[begin : begin + LOOP_TIMES * size] == phrase * LOOP_TIMES
