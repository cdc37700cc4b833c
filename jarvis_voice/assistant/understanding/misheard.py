"""Guesses commands that speech to text misheard: sums, openings and additions. Pure."""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.name_match import Named, NameIndex
from jarvis_voice.language.en.spoken_numbers import TENS, UNITS

_UNFINISHED_SUM = lazy_pattern(
    r"(?P<sum>.*\d[\d.,]*%?(?: percent)? (?:times|plus|minus|x|of|divided by|multiplied by) )"
    r"(?P<word>[a-z']+)(?P<mark>[.?!]*)",
    re.I,
)
_VALUES = {**UNITS, **TENS}
_NUMBERS = NameIndex(Named(word, word) for word in _VALUES)


def sums_like(text: str, most: int) -> tuple[str, ...]:
    """The same sum with the numbers that its last word resembles, the nearest first.

    Args:
        text: What was heard.
        most: So many at the most.
    """
    heard = _UNFINISHED_SUM.fullmatch(text)
    if heard is None:
        return ()
    near = _NUMBERS.resembling(heard["word"], most)
    return tuple(f"{heard['sum']}{_VALUES[word]}{heard['mark']}" for word in near)


_MOST_WORDS = 2
"""So many words it becomes: "hope and", "oh, the"."""

_BETWEEN = re.compile(r"[,\s]+")
_OTHERWISE = lazy_pattern(
    r"open(?:ed|s|ing)?|not|no|never|(?:do|does|did|should|could|would)n['\u2019]?t|can['\u2019]?t|"
    r"cannot|won['\u2019]?t|close[sd]?|shut|minimi[sz]e|quit|exit|kill|leave|hide|stop|mute|unmute|"
    r"pause|delete|remove|uninstall|block|forget",
    re.I,
)
"""Who says one of these tells of what was opened, or wants something else; none sounds like it."""


def openings_like(text: str) -> tuple[str, ...]:
    """The same words with "open" in place of the first one or two; none where there are no more.

    Args:
        text: What was heard: "Hope and MIT's website."
    """
    *heard, rest = _BETWEEN.split(text.strip(), maxsplit=_MOST_WORDS)
    if any(_OTHERWISE.fullmatch(word) for word in heard):
        return ()
    return tuple(" ".join(["open", *heard[words:], rest]) for words in range(1, len(heard) + 1))


_HEARD = lazy_pattern(
    r"(?:and|at|an|had|ad|ed)(?! (?:what|how|who|which|when|why|where|did|do|does|is|are|i|we|you|"
    r"add|put|write|remove|delete|also|then|please|least|go|send)\b)"
    r"(?P<rest> [\w' ]+ (?:to|onto) (?:the|my|our) (?:[\w'-]+ ){0,2}list[.!?]*)",
    re.I,
)


def additions_like(text: str) -> tuple[str, ...]:
    """The same words behind "add"; none where they are not about a list.

    Args:
        text: What was heard: "and milk to the shopping list."
    """
    heard = _HEARD.fullmatch(text)
    return (f"add{heard['rest']}",) if heard else ()
