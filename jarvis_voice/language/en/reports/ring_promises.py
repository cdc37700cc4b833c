"""Finds the promise to wake or to remind somebody at a time. Pure.

Invariant: nothing rings because a model says so, and a user who trusts such a sentence oversleeps.
A time of day or a length of time makes it a promise, in whatever words it is said.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_I_WILL = (
    r"i(?:'ll| will| shall|'m going to| am going to)(?: (?:also|then|gladly|gently|of course))*"
)
_HOUR = (
    r"(?:half past|a? ?quarter (?:past|to)|\d|one|two|three|four|five|six|seven|eight|nine|ten|"
    r"eleven|twelve|noon|midnight)"
)
_WHEN = lazy_pattern(
    rf"\b(?:at|by|in|around|before|for) (?:about |around |exactly )?{_HOUR}\b|"
    r"\b(?:half past|quarter (?:past|to)) \w+|\b\d{1,2}:\d\d\b|\bo'clock\b",
    re.I,
)
_RINGS = lazy_pattern(
    rf"\b{_I_WILL} (?:(?:make sure|see to it|see|ensure|take care)(?: that)? you(?:'re| are| get| "
    r"wake)\b|(?:wake|remind|ring|alert|nudge|notify|call|ping|buzz) you\b|give you a )|"
    r"\byou(?:'ll| will| shall)(?: then)? be (?:woken|awoken|waked|reminded|notified|alerted|"
    r"called)\b|\b(?:expect|count on|there(?:'ll| will) be|you(?:'ll| will) (?:hear|get|have)) "
    r"(?:my|me|a|an|the|your) (?:wake-?up(?: call)?|wake|call|nudge|reminder|alarm|ring|bell|"
    r"buzz|to (?:wake|call|ring))\b|"
    rf"\b(?:got|have) you covered\b|\b{_I_WILL} (?:ring|chime|beep|buzz|shout|sound|speak up)\b|"
    r"\bconsider (?:yourself|it|that) (?:woken|reminded|set|done)\b|"
    r"\bi(?:'ve| have)(?: got)? (?:it|that|you) (?:down|set)\b|\bi(?:'m| am) on it\b|"
    r"\bmy alarm (?:rings|goes off|is set|will)\b",
    re.I,
)
_AGREED = lazy_pattern(
    r"\A\W{0,4}(?:(?:ok(?:ay)?|sure|then)\W{1,4})?(?:half past|quarter (?:past|to)|\d{1,2}:\d\d|"
    r"\d{1,2} ?[ap]\.?m\b|\w+ o'clock)[\w' ]{0,40} it is\W{0,4}\Z",
    re.I,
)
_ASKS = lazy_pattern(
    r"\b(?:(?:if|once|when|as soon as) you|say|tell me|ask me|want me|would you)\b", re.I
)


def promises_to_ring(sentence: str) -> bool:
    """Whether a sentence promises that somebody is woken or reminded at a time, unasked."""
    line = " ".join(sentence.replace("\u2019", "'").split())
    if _AGREED.search(line):
        return True
    return bool(_RINGS.search(line) and _WHEN.search(line) and not _ASKS.search(line))
