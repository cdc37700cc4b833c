"""Tells a sentence that only says again what a lookup has told. Pure.

Invariant: a sentence in the first person retells nothing, nor does one with a word of its own that
changes what was told: "not", "now", "back", "again", "cancelled", another name or figure. Nothing
is a retelling of what was told with such a word: to leave it out would turn it round. A figure
stays with the thing that it was told of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.language.en.reports.figures import has_other_figures
from jarvis_voice.language.en.spoken_numbers import numerals

_FIRST_PERSON = re.compile(r"\b(?:i|we|me|my)\b", re.I)
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_TURNS_ROUND = re.compile(
    r"\b(?:not|no|none|nothing|nobody|never|neither|nor|without|except|but|only|off|out|over|past|"
    r"muted|paused|stopped|cancell?ed|deleted|removed|gone|empty|missed|skipped|was|were|had|unless|"
    r"instead)\b|n['\u2019]t\b",
    re.I,
)
_NEXT_THING = re.compile(r"[;.!?](?:\s+|\Z)|,?\s(?:and\s)?(?=(?:an?|the|your|one|another)\s)", re.I)
"""Ends the words about one thing."""
_LONGEST = 4_000
_STEM = 5
"""Letters by which two forms of a word are known as one: "rings", "ringing"."""

_PLAIN = frozenset(
    """
    a an the this that these those it its they them there here he she his her him you your yours
    our us is are was were be has have had of in on at for from to with by about as into until till
    before after between than so and or but because which who that's what when where while yes yeah
    also too both each every any some more most very quite right well sure okay still currently
    already alarm alarms timer timers reminder reminders routine routines list lists note notes
    entry entries thing things set rings ring comes says named left today tomorrow tonight day days
    morning evening night time times am pm half past quarter minute minutes hour hours second
    seconds degree degrees percent there's it's you've you're they're
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
)
"""Words that add nothing to what was told."""


def retells(sentence: str, told: str) -> bool:
    """Whether all words and figures of a sentence stand in what was told, but for plain ones.

    Args:
        sentence: One sentence of an answer.
        told: What a tool of this machine has told.
    """
    told = told[:_LONGEST]
    if _FIRST_PERSON.search(sentence[:_LONGEST]) or _TURNS_ROUND.search(told):
        return False
    own = [word for word in _words(sentence) if word not in _PLAIN]
    if any(word.isdigit() for word in own):
        return any(_holds(thing, own, sentence) for thing in _NEXT_THING.split(told))
    return bool(own) and _holds(told, own, sentence)


def _holds(told: str, own: Sequence[str], sentence: str) -> bool:
    """Whether what was told has all words and figures of a sentence."""
    known = {word[:_STEM] for word in _words(told)}
    has_words = all(word.isdigit() or word[:_STEM] in known for word in own)
    return has_words and not has_other_figures(sentence, told)


def _words(text: str) -> list[str]:
    """The words of a text in small letters, numbers in digits, without "'s"."""
    words = [one.replace("\u2019", "'").lower() for one in _WORD.findall(text[:_LONGEST])]
    return [one.removesuffix("'s") for one in numerals(words)]
