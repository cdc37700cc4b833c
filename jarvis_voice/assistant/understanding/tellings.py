"""Tells what a user only tells: it asks for nothing, and wants a friendly word. Pure.

Invariant: a question, a request, and what names a timer or another thing is no telling.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.doubtful_words import is_order
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.sentence_reader import MeaningReading

TOLD = frozenset({"bad_news", "good_news", "remark"})
"""Meanings of a sentence in which the user tells something and asks for nothing."""

TALK = TOLD | {
    *("greeting", "how_are_you", "do_you_hear", "who_are_you", "what_can_you_do", "help"),
    *("thanks", "compliment", "goodbye", "maybe", "that_is_wrong", "small_talk", "about_me"),
    *("apology", "teasing"),
    *("who_made_you", "who_do_you_work_for", "how_old_are_you", "where_are_you_from"),
    *("are_you_a_bot", "meaning_of_life"),
    *("ask_if_listening", "ask_if_recording", "ask_what_is_sent", "ask_to_unmute"),
}
"""Intents that are answered in words alone."""

THINGS = re.compile(
    r"\b(?:timer|alarm|reminder)s?\b|\bwrong (?:day|time|date|one|list|name|number|place)\b", re.I
)
"""What no talk is about."""

_LIST = re.compile(r"\blists?\b", re.I)
REMARK = "remark"
_TOLD_FROM = 0.6
"""From here on it is answered as told; a request that is not understood must not be."""

FELT_FROM = 0.8
"""From here on the answer shares a joy or a sorrow; one for the other would hurt."""

_COMPANY_FROM = 0.75
"""From here on it is talk of some kind, even where no kind of talk is likely by itself."""

_IN_CHAT_FROM = 0.5
"""The same behind an answer that was talk."""

TOLD_IN_CHAT = 0.6
"""From here on a turn behind talk goes on with it, by what the trained layer says that it does."""

_TO_JARVIS = frozenset({"teasing", "compliment", "apology"})
_TO_JARVIS_FROM = 0.4
COMPANY = (
    TOLD
    | _TO_JARVIS
    | {
        *("small_talk", "about_me", "thanks", "greeting", "goodbye", "how_are_you"),
        *("yes", "no", "maybe", "that_is_wrong"),
    }
)
"""Meanings of what is said to be answered with a word, and for nothing else."""

_ASKS = lazy_pattern(
    r"\?|^(?:(?:and|so|well|ok|okay|hey|jarvis)\W+)*(?:who|what|when|where|which|why|how|can|could|"
    r"will|would|do|does|did|is|are|am|shall|should|may|have you|has|please)\b|\bplease\b|"
    r"\b(?:can|could|will|would) you\b",
    re.I,
)
"""A question or a request, which is not told."""

_GOES_ON = lazy_pattern(
    r"\d|^(?:(?:oh|well|ok|okay|yeah|yep|yes|right|hmm)\W+)*(?:and|or|but|plus|then|no|nah|naw|"
    r"nope|actually|sorry|wait|oops|whoops|not|same|got|every|each|make it|i meant|i said|i mean|"
    r"in|at|on|for|to|by|other|another|half|ticked|done)\b|"
    r"\b(?:as well|too|instead|same|one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|fif\w+|twenty|thirty|forty|sixty|hundred|quarter|second|third|today|tomorrow|tonight|"
    r"weekends?|weekdays?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|them|those|am|pm)\b",
    re.I,
)
"""What may go on with what was said before: a value, a day, one more thing."""


def asks(text: str) -> bool:
    """Whether a sentence is a question or a request by its form."""
    return _ASKS.search(text) is not None


def goes_on(text: str) -> bool:
    """Whether a sentence may go on with what was said before: a value, a day, one more thing."""
    return _GOES_ON.search(text) is not None


def names_things(text: str) -> bool:
    """Whether a sentence names what is set, or a list."""
    return _LIST.search(text) is not None or THINGS.search(text) is not None


def telling(text: str, reading: MeaningReading, *, in_chat: bool = False) -> str:
    """The meaning by which a telling is answered; "" where it asks for something, or may.

    Args:
        text: The sentence as it was said.
        reading: What the trained reader takes it for.
        in_chat: What was said before it was talk, too.
    """
    if asks(text) or names_things(text) or is_order(text):
        return ""
    is_felt = reading.meaning in TOLD and reading.confidence >= FELT_FROM
    if goes_on(text) and not is_felt:
        return ""
    meaning, chance = reading.meaning, reading.confidence
    if meaning in TOLD and chance >= _TOLD_FROM:
        return meaning if chance >= FELT_FROM else REMARK
    company = sum(reading.chances.get(one, 0.0) for one in COMPANY)
    if company < (_IN_CHAT_FROM if in_chat else _COMPANY_FROM) or meaning not in COMPANY:
        return ""
    if meaning in _TO_JARVIS:
        return meaning if chance >= _TO_JARVIS_FROM else REMARK
    return REMARK if in_chat or meaning in TOLD or chance < _TO_JARVIS_FROM else ""
