"""Finds what an answer says of alarms, timers and lists beside what was told of them. Pure.

Invariant: behind a lookup, and beside an act, nobody says that another timer is over, that an alarm
will not ring or that a thing is missing from a list, unless a tool told so.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.reports.quotations import unquoted

_LONGEST = 600
_THING = r"(?:alarms?|timers?|reminders?|routines?|countdowns?)"
_STATE = (
    r"(?:finished|ended|over|done|gone|off|paused|stopped|cancell?ed|rung|expired|muted|silent|"
    r"disabled|deleted|removed|only for|skipped|moved|still|already)"
)
_RINGS = lazy_pattern(
    rf"\b(?:your|the|that|this|my)(?: [\w'-]+){{0,3}} {_THING} (?:has(?: already)?|is|was|stays?|"
    rf"remains?|will be|have|are|went)(?: now| all| both| already)? (?P<state>{_STATE})\b|"
    rf"\b(?:it|that|(?:your|the)(?: [\w'-]+){{0,3}} {_THING}) (?:won't|will not|may not|might not|"
    r"doesn't|does not|can't|cannot|never) (?:be )?(?P<rings>ring|go off|wake|sound|remind|work|"
    r"woken)\b|"
    r"\b(?:the|your) other (?:one|timer|alarm)s? (?:is|has|are|was|have|will) (?P<other>\w+)|"
    rf"\b(?:your|the) (?P<only>only) {_THING}\b|\bthe (?P<order>second|third|fourth|"
    rf"fifth) {_THING}\b|"
    r"\bit rings (?:only )?(?P<when>in an? \w+|before|on \w+days?|only)\b",
    re.I,
)
_LISTED = lazy_pattern(
    r"\b(?:no|not any) (?P<no>[\w-]+) (?:is |are |was |were )?on (?:it|your(?: [\w-]+)? list|"
    r"there)\b|"
    r"\b(?P<isnt>[\w-]+) (?:isn't|aren't|is not|are not|was not|wasn't) on (?:it|"
    r"your(?: [\w-]+)? list)"
    r"\b|\bonly thing (?:left )?on (?P<one>your|the|it)\b|\bnothing (?:is )?left on (?P<left>your|"
    r"the|it)"
    r"\b|\b(?:your|the)(?: [\w-]+)? list was (?P<was>empty|full)\b|"
    r"\b(?P<gone>[\w-]+) (?:is|are) (?:gone|missing|off) (?:from|of) (?:it|"
    r"your(?: [\w-]+)? list)\b",
    re.I,
)
_OF_RINGING = lazy_pattern(rf"\b{_THING}\b", re.I)
_OF_LISTS = lazy_pattern(r"\blists?\b", re.I)
_ENDED = re.compile(r"\b(?:gone|off|over|done|ended|stopped|cancell?ed|deleted|removed|finished)\b")
_CASE = lazy_pattern(
    r"\b(?:if|when|once|unless|until|whether|in case|so that|as soon as|tell me|say|you can)\b",
    re.I,
)
_NO_RINGING = re.compile(r"\bBut nothing will ring until [^.]*\.", re.I)


def tells_another_state(sentence: str, told: str, said: str) -> bool:
    """Whether it says of what is kept what no tool of the turn has told.

    Args:
        sentence: One sentence of an answer.
        told: What the tools of this machine told.
        said: What the user said.
    """
    line = unquoted(" ".join(sentence[:_LONGEST].replace("\u2019", "'").split()))
    if line.endswith("?"):
        return False
    known = f"{_NO_RINGING.sub('', told)} {said}".lower()
    if _OF_RINGING.search(told) and (found := _RINGS.search(line)):
        return not _CASE.search(line, 0, found.start()) and not _is_known(found, known)
    found = _LISTED.search(line) if _OF_LISTS.search(told) else None
    if found is None or _CASE.search(line, 0, found.start()):
        return False
    item = found["no"] or found["isnt"]
    if item:
        return re.search(rf"\b{re.escape(item[:4].lower())}", told.lower()) is not None
    return not _is_known(found, known)


def _is_known(found: re.Match[str], known: str) -> bool:
    """Whether the word that makes the claim was told."""
    words = [value.lower() for value in found.groupdict().values() if value]
    if _ENDED.search(known) and all(_ENDED.fullmatch(word) for word in words):
        return True
    return all(re.search(rf"\b{re.escape(word)}\b", known) for word in words)
