"""Reads an order as if only that had been said which it means. Pure.

Invariant: what an order takes back or does not mean is neither done, nor does it change what was
said before. What is left out of several things stays in the sentence: it says which of them go.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from jarvis_voice.assistant.understanding.left_alone import (
    ENDING,
    LEAVES_OUT,
    NAMING,
    OF_ENTRIES,
    TAKEN_BACK,
)
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.language.en.denied_things import without_denied_end, without_kept_day
from jarvis_voice.language.en.same_kind_repairs import first_of_kind
from jarvis_voice.language.en.withdrawn_orders import order_withdrawn

_OKAY = Intent("never_mind")
_ORDERED = ENDING | TAKEN_BACK | {"skip_schedule", "follow_feed", "follow_topic"}
"""What a sentence orders that takes itself back: then it goes for nothing that was said before."""
_OF_ONE_THING = OF_ENTRIES | {"remove_note"}
"""Where these name what they mean, it does not matter what they do not mean."""
_NOW = lazy_pattern(
    r"\A(?=(?:\w+\W+){0,4}(?:set|start|add|put|remove|take|cancel|stop|delete)\b)(?P<order>.{4,250}"
    r"\b(?:timers?|alarms?|reminders?|list|minutes?|hours?|seconds?|called \w+)),? (?:right )?now"
    r"[.!]*\Z",
    re.I,
)
"""An order, and a "now" that is no part of a name."""
_OF_SEVERAL = re.compile(
    r"\b(?:all|every\w*|both|each|any\w*|(?:alarm|timer|reminder|routine|note|list)s)\b", re.I
)


def withdrawn(text: str, understand: Callable[[str], Intent | None]) -> Understanding | None:
    """The "Okay." to an order that takes itself back, and nothing that was said before it.

    Args:
        text: "wake me at 8, oh no, forget it".
        understand: What a sentence by itself asks for.

    Returns:
        None where the sentence is no such order.
    """
    order = understand(said) if (said := order_withdrawn(text)) else None
    is_back = order is not None and order.name in _ORDERED
    return Understanding(text, (Part(text, _OKAY),), is_understood=True) if is_back else None


def as_ordered(text: str, understand: Callable[[str], Intent | None]) -> str:
    """An order without the times, and the thing at its end, that it says are not meant.

    What is left out of several things stays in it: it says which of them go.

    Args:
        text: "cancel the bread timer, not the soup" gives "cancel the bread timer".
        understand: What a sentence by itself asks for.
    """
    text = _NOW.sub(r"\g<order>", first_of_kind(text))
    kept = without_kept_day(text)
    skip = understand(kept) if kept else None
    if skip and skip.name == LEAVES_OUT:
        return kept
    order = "" if _OF_SEVERAL.search(text) else without_denied_end(text)
    intent = understand(order) if order else None
    if intent is None or intent.name not in _OF_ONE_THING:
        return text
    return order if any(intent.slots.get(slot) for slot in NAMING) else text
