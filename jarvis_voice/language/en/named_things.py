"""Tells which of several known things some words name. Pure.

Invariant: a thing that is just these words goes before one that has them among others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from jarvis_voice.language.en.spoken_lists import PIECES, key_of

_SHORTEST = len("ironed")
"""Letters of a word that may have the ending of what one does."""
_ENDING = re.compile(r"(?:ing|ed)\Z")


def named_by(words: str, known: Sequence[str]) -> list[str]:
    """The known things that some words name: the one that is just that, else all that fit.

    Args:
        words: "milk".
        known: "milk" and "oat milk" give "milk" alone; "oat milk" and "soy milk" give both.
    """
    said = _roots(words)
    fitting = [one for one in known if said and said <= _roots(one)]
    return [one for one in fitting if _roots(one) == said] or fitting


def pieces_of(words: str, known: Sequence[str]) -> list[str]:
    """What is named one after the other; a known thing with an "and" of its own is one.

    Args:
        words: "milk and eggs".
        known: The things.
    """
    keys = {key_of(one) for one in known}
    return [words] if key_of(words) in keys else PIECES.split(words)


def things_within(text: str, known: Sequence[str]) -> list[str]:
    """The known things that a text has all words of, in their order.

    A thing that is only a part of the name of another one is not meant: "the oat milk" is no milk.

    Args:
        text: "we got the oat milk and the eggs".
        known: The things.
    """
    said = Counter(_root(one) for one in key_of(text)) if text else Counter[str]()
    found = [one for one in known if _roots(one) <= said.keys()]
    return [one for one in found if not _is_part(one, found, said)]


def _is_part(thing: str, found: Sequence[str], said: Counter[str]) -> bool:
    """Whether a thing was only said as a part of longer ones."""
    words = _roots(thing)
    longer = [other for other in found if words < _roots(other)]
    return bool(longer) and any(said[word] <= len(longer) for word in words)


def _roots(words: str) -> set[str]:
    return {_root(one) for one in key_of(words)} if words.strip() else set()


def _root(word: str) -> str:
    """A word without the ending of what one does: "hoovering" and "hoover" are one."""
    return _ENDING.sub("", word) if len(word) >= _SHORTEST else word
