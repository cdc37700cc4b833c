"""Takes the last of two names where somebody corrects which one is to be opened. Pure.

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


def last_named(intent: Intent | None, knows: Callable[[Intent], bool]) -> Intent | None:
    """A request to open something, with the name that was said last.

    Args:
        intent: What a sentence asks for.
        knows: Whether a site or an application has the name of a request.
    """
    name = intent.slots.get("name") if intent and intent.name in OPENING_INTENTS else None
    if intent is None or not isinstance(name, str):
        return intent
    found = _REPAIR.fullmatch(name)
    if found is None or knows(intent):
        return intent
    last = intent.having(name=found["last"])
    is_meant = knows(last) and (found["sure"] or knows(intent.having(name=found["first"])))
    return last if is_meant else intent
