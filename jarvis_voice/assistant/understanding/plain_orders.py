"""Reads an order as if only that had been said which it means. Pure.

Invariant: what an order takes back or does not mean is neither done, nor does it change what was
said before. What is left out of several things stays in the sentence: it says which of them go.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.left_alone import (
    ENDING,
    LEAVES_OUT,
    NAMING,
    OF_ENTRIES,
    TAKEN_BACK,
    UNCHANGED,
)
from jarvis_voice.assistant.understanding.old_times import moved_from_old
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part, Understanding
from jarvis_voice.language.en.denied_things import without_denied_end, without_kept_day
from jarvis_voice.language.en.same_kind_repairs import first_of_kind
from jarvis_voice.language.en.withdrawn_orders import (
    order_cancelled,
    order_given_up,
    order_withdrawn,
)

_OKAY = Intent("never_mind")
_ORDERED = ENDING | TAKEN_BACK | {"skip_schedule", "follow_feed", "follow_topic"}
"""What a sentence orders that takes itself back: then it goes for nothing that was said before."""
_COMMAND = lazy_pattern(
    r"(?:(?:please|hey|ok|okay|jarvis|and|now|can you|could you|would you|will you)\W+)*"
    r"(?:send|call|phone|ring|text|e-?mail|message|book|order|buy|open|close|play|write|flip|toss|"
    r"roll|"
    r"give me|tell me|find|look up|search|turn|switch|put|make|start|lock|unlock|dim|pay|translate|"
    r"draw|print|skip|move|set|wake|remind|add|note|remember|schedule|postpone) \w",
    re.I,
)
"""Begins an order, also one that nobody here can carry out; any other talk may lead to an order."""
_CANCELLED_AT_ONCE = frozenset({"set_timer", "set_alarm"})
"""What nothing is left of where "and cancel it" stands behind it; a reminder may say that."""
_KEEPS_WORDS = frozenset({"add_note", "remember", "set_routine"})
"""These keep the words themselves, whatever they say."""
_READS_BACK = frozenset({"recall", "get_profile", "read_notes", "read_schedule", "count_days"})
"""What they tell may well be what is to be forgotten: "when is my birthday? forget that"."""
_OF_ONE_THING = OF_ENTRIES | {"remove_note"}
"""Where these name what they mean, it does not matter what they do not mean."""
_NOW = lazy_pattern(
    r"\A(?=(?:\w+\W+){0,4}(?:set|start|add|put|remove|take|cancel|stop|delete)\b)(?P<order>.{4,250}"
    r"\b(?:timers?|alarms?|reminders?|list|minutes?|hours?|seconds?|called \w+)),? (?:right )?now"
    r"[.!]*\Z",
    re.I,
)
"""An order, and a "now" that is no part of a name."""
_SCALED = lazy_pattern(
    r"\b(?P<act>(?:doubl|halv|tripl|trebl)e (?:the|my|our)) timer (?:called|named) "
    r"(?P<name>[a-z][\w'-]*)\b",
    re.I,
)
"""Names at its end the timer of which there is to be more: "double the timer called May"."""
_OF_SEVERAL = re.compile(
    r"\b(?:all|every\w*|both|each|any\w*|(?:alarm|timer|reminder|routine|note|list)s)\b", re.I
)
_THE_OTHER = re.compile(r"\b(?:other|another|different)\b", re.I)
"""Which one that is, only what is not meant can tell."""


def withdrawn(text: str, understand: Callable[[str], Intent | None]) -> Understanding | None:
    """What is said to an order that takes itself back, and to nothing that was said before it.

    Args:
        text: "wake me at 8, oh no, forget it".
        understand: What a sentence by itself asks for.

    Returns:
        None where the sentence is no such order.
    """
    at_once = understand(said) if (said := order_cancelled(text)) else None
    if at_once and at_once.name in _CANCELLED_AT_ONCE:
        nothing = Intent(proposals.CANNOT, {"reply": UNCHANGED})
        return Understanding(text, (Part(text, nothing),), is_understood=True)
    order = understand(said) if (said := order_withdrawn(text)) else None
    is_back = order is not None and order.name in _ORDERED
    if not is_back and (said := order_given_up(text)) and _COMMAND.match(said):
        order = understand(said)
        is_back = order is None or not _is_of_the_users(order.name)
    return Understanding(text, (Part(text, _OKAY),), is_understood=True) if is_back else None


def _is_of_the_users(name: str) -> bool:
    """Whether a request tells or takes away what the user has set, noted or told."""
    return name in ENDING or name in _READS_BACK


def as_ordered(text: str, understand: Callable[[str], Intent | None]) -> str:
    """An order without the times, and the thing at its end, that it says are not meant.

    What is left out of several things stays in it: it says which of them go.

    Args:
        text: "cancel the bread timer, not the soup" gives "cancel the bread timer".
        understand: What a sentence by itself asks for.
    """
    if moved := moved_from_old(text, understand):
        return moved
    meant = first_of_kind(text)
    if meant != text and (seen := understand(text)) and seen.name in _KEEPS_WORDS:
        return text
    text = _NOW.sub(r"\g<order>", _SCALED.sub(r"\g<act> \g<name> timer", meant))
    kept = without_kept_day(text)
    skip = understand(kept) if kept else None
    if skip and skip.name == LEAVES_OUT:
        return kept
    order = "" if _OF_SEVERAL.search(text) or _THE_OTHER.search(text) else without_denied_end(text)
    intent = understand(order) if order else None
    if intent is None or intent.name not in _OF_ONE_THING:
        return text
    return order if any(intent.slots.get(slot) for slot in NAMING) else text
