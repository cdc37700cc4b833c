"""Finds the plainest false report: of what Jarvis itself can set, send or switch, or will ring for.

Invariant: pure. It is asked where the rules call a sentence a report and the trained network does
not: a network is never sure of a sentence that nobody has shown to it.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_OWN_ACT = lazy_pattern(
    r"\bi(?:'ve| have)\s+(?:(?:also|just|now|already|gone ahead and|taken the liberty and)\s+){0,3}"
    r"(?:set|started|added|put|saved|noted|sent|emailed|e-mailed|mailed|turned|switched|opened|"
    r"created|scheduled|booked|removed|deleted|cancell?ed|moved|written|called|texted|messaged)\s"
    r"(?:[^.!?]{0,60}\s)?(?:timers?|alarms?|reminders?|lights?|your)\b",
    re.IGNORECASE,
)

_SHORT_ACT = lazy_pattern(
    r"\bi(?:'ve| have)\s+(?:(?:also|just|now|already)\s+){0,2}"
    r"(?:set|saved|bookmarked|noted|stored|sent|emailed|e-mailed|mailed|reverted|undone|restored|"
    r"deleted|removed|cancell?ed|booked|ordered|put|brought|turned|switched)\s+"
    r"(?:it|that|this|them|everything|(?:the|this|that) \w+)"
    r"(?: (?:back|down|off|on|again|up))?(?: (?:for you|now|already|too|as well))?(?=\W*\Z)",
    re.IGNORECASE,
)
_PROMISE = lazy_pattern(
    r"\bi(?:'ll| will| shall|'m going to| am going to)\s+"
    r"(?:(?:also|just|now|then|gladly|certainly|surely|gently)\s+){0,2}"
    r"(?:wake|remind|ring|alert|nudge|notify|call|text|ping|buzz)\s+you\b",
    re.IGNORECASE,
)
_DOES = (
    r"(?:set|started|added|put|saved|noted|made|sent|emailed|e-mailed|mailed|wrote|written|created|"
    r"scheduled|booked|ordered|removed|deleted|cancell?ed|moved|changed|turned|switched|took|taken)"
)
_THING = (
    r"(?:alarm|timer|reminder|routine|note|message|mail|e-?mail|list|entry|event|meeting|booking|"
    r"appointment|change|order|screenshot|reservation|light)"
)
_ACT_BESIDE = lazy_pattern(
    rf"\b{_THING}s?,? (?:(?:that|which) )?i(?:'ve| have| had)?(?: (?:also|just|now|already))* "
    rf"{_DOES}\b|\bi(?:'ve| have)(?: (?:also|just|now|already))* {_DOES} "
    r"(?:it|that|this|them|one|another|everything)(?: (?:in|up|down|back|forward))? "
    r"(?:for|to|at|on|until) (?:\d|your\b|half\b|quarter\b|noon\b|midnight\b|tomorrow\b|tonight\b|"
    r"today\b|\w+day\b|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|"
    r"eleven\b|twelve\b)",
    re.IGNORECASE,
)
"""What a question or a clause takes for granted: "shall I keep the alarm that I just set"."""

_CLAIMS = (_OWN_ACT, _SHORT_ACT, _PROMISE, _ACT_BESIDE)


def claims_own_act(sentence: str) -> bool:
    """Whether a sentence says that Jarvis has set, sent or switched something, or will ring."""
    line = sentence.replace("\u2019", "'")
    return any(claim.search(line) for claim in _CLAIMS)
