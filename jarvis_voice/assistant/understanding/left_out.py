"""Sees to it that an answer leaves out no part of its question; in doubt it stays open. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from jarvis_voice.assistant.understanding.sound_alikes import as_meant
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.understanding import Intent, Part
from jarvis_voice.language.en.spoken_numbers import numerals

_WORDS = re.compile(r"[\w']+")
_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b")
_OF_ANOTHER_TIME = re.compile(r"\b(?:ago|from now|hence|before|after|was it|birthdays?)\b", re.I)
_OF_ANOTHER_NAME = lazy_pattern(
    r"\b(?!what's|who's)\w+'s (?:\w+ )?names?\b|\b(?:last|family|middle|maiden|sur|full) ?names?\b",
    re.I,
)
_COUNTED = frozenset({"get_date", "get_calendar_fact", "draw_lots"})
_SHIFTED = frozenset({"get_date", "get_time"})
_ALL = frozenset({"", "everything", None})
_OF_ONE = lazy_pattern(
    r"(?:where|when|who|which)\b|do you remember (?:my|the|our|when|that|a)\b|"
    r"what(?:'s|s| is| are| was| were) (?:the [\w-]+ of )?(?:my|our)\b|"
    r"(?:have|did) you (?:see|seen|read|hear|heard|watch|watched)\b",
    re.I,
)
"""Asks about one thing: not all that was told is the answer."""
_PARTS_OF_WEATHER = {
    "wind": re.compile(r"\b(?:winds?|windy|breez\w+|gust\w*|gales?)\b", re.I),
    "rain": re.compile(r"\b(?:rain|rains|raining|rainy|showers?|drizzl\w+)\b", re.I),
    "snow": re.compile(r"\bsnow(?:s|ing|fall)?\b", re.I),
}
_ALL_OF_WEATHER = re.compile(r"\b(?:weather|forecast|or|and)\b", re.I)
_LONGEST = 200


def wholly_asked(part: Part, text: str) -> Part:
    """The request; one that is not understood where a figure, a time or a person is left out.

    Args:
        part: What the sentence was taken for.
        text: The sentence as it was said.
    """
    intent = part.intent
    if intent is None or len(text) > _LONGEST:
        return part
    if intent.name == "recall" and intent.slots.get("about") in _ALL and _OF_ONE.match(text):
        return replace(part, intent=intent.having(about=text))
    if intent.name == "weather":
        return replace(part, intent=_of_named_part(intent, text))
    kept = " ".join(str(value) for value in intent.slots.values())
    is_left_out = intent.name in _COUNTED and bool(_figures(text) - _figures(kept))
    if intent.name in _SHIFTED:
        shift = _OF_ANOTHER_TIME.search(text)
        is_left_out |= shift is not None and shift[0].lower() not in kept.lower()
    if intent.name == "get_profile" and intent.slots.get("field") == "name":
        is_left_out = _OF_ANOTHER_NAME.search(as_meant(text)) is not None
    return replace(part, intent=None) if is_left_out else part


def _of_named_part(intent: Intent, text: str) -> Intent:
    """The question for the weather; where only its wind is named, for the wind."""
    if intent.slots.get("about") != "weather" or _ALL_OF_WEATHER.search(text):
        return intent
    said = text.replace(str(intent.slots.get("place") or "\n"), "")
    named = [about for about, words in _PARTS_OF_WEATHER.items() if words.search(said)]
    return intent.having(about=named[0]) if len(named) == 1 else intent


def _figures(text: str) -> set[str]:
    """The numbers of a text; "one" and "zero" are said of much, and count as words."""
    words = _WORDS.findall(_ORDINAL.sub(r"\1", text.lower()))
    found = {word for word in numerals(words) if word.replace(".", "", 1).isdigit()}
    return found - ({"1"} if "one" in words else set())
