"""Tells whether words speak of an alarm, a timer or the like, for acts of a model. Pure.

Invariant: small talk ("I am off to bed") takes away and moves nothing that rings.
"""

from __future__ import annotations

import re
from typing import Any

from jarvis_voice.core.lazy_pattern import lazy_pattern

_THINGS = lazy_pattern(
    r"\b(?:alarms?|timers?|reminders?|routines?|countdowns?|schedules?|remind(?:ed|ing)?|"
    r"w[ao]k(?:e|es|en|ing)|rings?|ringing|beep(?:s|ing)?|bells?|buzzers?|wake-?ups?|briefings?|snooze)\b",
    re.I,
)
_POINTS = lazy_pattern(
    r"\b(?:it|that|this|them|those|these|ones?|all|both|everything|first|second|third|last|next|"
    r"other|rest|yes|no|earlier|later)\b",
    re.I,
)
_ALL = lazy_pattern(
    r"\b(?:all|every|everything|each|any|both|them|those|these|alarms|timers|reminders|routines|"
    r"whatever|anything|nothing|no|lot|whole)\b",
    re.I,
)
_GETTING_UP = lazy_pattern(
    r"\b(?:get|getting|be|being) up\b|\bsle(?:ep|pt|eping) in\b|\blie[- ]in\b", re.I
)
_BEGINS = (
    r"(?:\A|[,.;:!?]\s*|\b(?:so|and|but|then|please|just|(?:can|could|would|will) you|"
    r"you (?:can|could|may|might)|(?:want|need|like) you to|let's)\s+)"
    r"(?:(?:please|just|also|kindly|so) )*"
)
_TAKES = (
    r"(?:cancel|delete|remove|erase|wipe|clear|drop|skip|omit|move|change|delay|postpone|push|"
    r"shift|stop|end|scrap|bin|kill|rename|leave(?= (?:[\w']+ ){1,4}out\b)|"
    r"call(?! it (?:an? )?(?:day|night|quits|even|off)\b)|(?:turn|switch) off|"
    r"do away with|get rid of|no need for)"
)
_WHAT = (
    r"(?:it|that|them|those|both|today|tomorrow|the (?:first|second|third|last|next)|"
    r"(?:the|my|our|that|this|tomorrow's|today's) (?:\w+ ){0,2}?(?:ones?|lot|"
    r"call|schedule|thing|things|mornings?)|all|everything|whatever|what's (?:set|on|up|running)|"
    r"counting|ticking)"
)
_ORDERS = lazy_pattern(
    rf"{_BEGINS}{_TAKES} {_WHAT}\b|{_BEGINS}(?:skip|cancel|delete)(?: please| now)?[.! ]*\Z|"
    r"\bno need for (?:the|my) (?:\w+ )?one\b",
    re.I,
)
"""An order whose words name no kind: "delete the long one", "so skip it"."""
_SHORT = 3
"""Words of a turn that can only go on from what was said before."""


def speaks_of_entries(arguments: Any, goal: str, before: str) -> bool:
    """Whether the user means what the arguments of a model name.

    Args:
        arguments: Of a tool that takes kind, name and day of entries.
        goal: The user's own words.
        before: What was said just before them, by both.
    """
    if getattr(arguments, "which", "one") == "all" and not _ALL.search(goal):
        return False
    is_named = bool(arguments.name) or arguments.what == "ringing"
    if is_named or _THINGS.search(goal) or _ORDERS.search(goal):
        return True
    if arguments.day and _GETTING_UP.search(goal):
        return True
    goes_on = len(goal.split()) <= _SHORT or _POINTS.search(goal) is not None
    return goes_on and _THINGS.search(before) is not None
