"""Mends the name of what is to be opened: a correction, or a clause that says what for. Pure.

Invariant: the last one is known, and so is the first where "no" alone stands between them: "the
website of no frills" is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent

_SURE = r"(?:no wait|no sorry|wait no|sorry|i mean|i meant|or rather|make that|scratch that)"
_REPAIR = lazy_pattern(
    rf"(?P<first>.+?),? (?:(?P<sure>{_SURE})|no|nope|not that|actually|wait|instead),? "
    r"(?:open |launch |start |go to )?(?P<last>\S+(?: \S+){0,2})",
    re.I,
)
_PURPOSE = lazy_pattern(
    r"(?P<name>\S+(?: \S+){0,4}?)(?P<kind> (?:web ?site|site|web ?page|page|home ?page|app))?,? "
    r"(?:(?:till|until|so(?: that)?|cos|cause|because|since) "
    r"(?:i|we|he|she|they|(?:the|my|our) \w+)(?:'m|'ll|'d|'re|'s)? \S.*|"
    r"for (?:me|us|him|her|them|(?:the|my|our) \w+(?: \w+)?) to \S.*|"
    r"to (?:see|check|look|watch|show|find|read|book|buy|order|compare) \S.*)",
    re.I,
)
"""A name, and what it is opened for: "the CalMac site till I see the ferries"."""


def last_named(intent: Intent | None, knows: Callable[[Intent], bool]) -> Intent | None:
    """A request to open something, with the name that was said last, and no word what for.

    Args:
        intent: What a sentence asks for.
        knows: Whether a site or an application has the name of a request.
    """
    name = intent.slots.get("name") if intent and intent.name in OPENING_INTENTS else None
    if intent is None or not isinstance(name, str):
        return intent
    if knows(intent):
        return intent
    if purpose := _PURPOSE.fullmatch(name):
        return intent.having(name=purpose["name"])
    found = _REPAIR.fullmatch(name)
    if found is None:
        return intent
    last = intent.having(name=found["last"])
    is_meant = knows(last) and (found["sure"] or knows(intent.having(name=found["first"])))
    return last if is_meant else intent
