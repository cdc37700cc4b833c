"""Reads a sentence around its quotations, and finds those that are the speaker's own word. Pure."""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_QUOTED = lazy_pattern(
    r"[\"\u201c\u201e\u00ab](?P<said>[^\"\u201c\u201d\u201e\u00ab\u00bb]{0,400})"
    r"(?:[\"\u201d\u201c\u00bb]|\Z)"
)
_SAYS_OF_IT = re.compile(r"\s+(?:is|are|was|were|has|will)\b", re.I)
"""Verbs of which the quotation before them is the subject."""

_BEGINS_A_CLAUSE = lazy_pattern(
    r"(?:^|[,;:.!?\u2014\u2013]|\b(?:and|so|but|now|okay|ok))\W*\Z", re.I
)
_OWN_WORD = lazy_pattern(
    r"(?:\b(?:i|we|jarvis) (?:just |already |only )?"
    r"(?:said|say|repeat|repeated|told you|answered|replied|announced|reported|confirmed)"
    r"|\b(?:repeat|quote) myself|\bmy (?:words|answer|reply|report|last words) (?:was|were|is|are)"
    r")\s*[,:]?\s*\Z",
    re.I,
)
_LEAD_CHARACTERS = 60
"""So much before a quotation is read for who says it."""


def unquoted(sentence: str) -> str:
    """The sentence without its quotations; one that is a subject is called "it".

    Args:
        sentence: As it was written.
    """

    def instead(found: re.Match[str]) -> str:
        lead = sentence[max(0, found.start() - _LEAD_CHARACTERS) : found.start()]
        is_subject = _SAYS_OF_IT.match(sentence, found.end()) and _BEGINS_A_CLAUSE.search(lead)
        return " it " if is_subject else " "

    return _QUOTED.sub(instead, sentence)


def own_words(sentence: str) -> tuple[str, ...]:
    """The quotations that the speaker gives as his own: 'I said, "The alarm is set"'.

    Args:
        sentence: As it was written.
    """
    return tuple(
        found["said"]
        for found in _QUOTED.finditer(sentence)
        if _OWN_WORD.search(sentence[max(0, found.start() - _LEAD_CHARACTERS) : found.start()])
    )
