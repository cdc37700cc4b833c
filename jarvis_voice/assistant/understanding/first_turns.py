"""Answers a first turn that nothing else understood, by all the meanings that it may have. Pure.

Invariant: only words come of it; a request for an act, and what names a timer or a list, is left
alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Protocol

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.doubtful_words import is_order
from jarvis_voice.assistant.understanding.general_question import NOT_TOLD, asks_of_own_life
from jarvis_voice.assistant.understanding.tellings import COMPANY, asks, names_things
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.sentence_reader import MeaningReading
from jarvis_voice.core.understanding import Intent, Understanding

_LONGEST = 300
"""Characters; a longer sentence is no talk."""

_TOLD_FROM = 0.5
"""From here on all kinds of talk together are enough: nothing was asked before."""

_ASKED_FROM = 0.6
"""From here on a question is about Jarvis, whichever of them it is."""

_LIKELY = 0.35
"""From here on the likeliest kind has its own answer."""

_OWN_FROM = 0.5
"""From here on a question is about what is kept elsewhere, or by nobody."""

_ABOUT_JARVIS = frozenset(
    {
        *("who_are_you", "who_made_you", "who_do_you_work_for", "how_old_are_you"),
        *("where_are_you_from", "are_you_a_bot", "about_me", "how_are_you", "do_you_hear"),
        *("what_can_you_do", "listening_always", "teasing", "compliment", "small_talk"),
        "greeting",
    }
)
_ONLY_OF_JARVIS = frozenset(
    {"who_are_you", "who_made_you", "who_do_you_work_for", "how_old_are_you", "where_are_you_from"}
)
"""Answers that fit no question in which nobody is spoken to."""

_HAS_AN_ANSWER = _ABOUT_JARVIS - {"do_you_hear", "listening_always", "teasing", "compliment"}
_SAID_BACK = frozenset({"goodbye", "greeting", "thanks", "apology", "teasing", "compliment"})
_TO_JARVIS = re.compile(r"\b(?:you|your|yours|yourself|you're|u|ya|jarvis)\b", re.I)
_WHO_IS_IT = re.compile(r"\b(?:this|that|it|there|am i|speaking|talking)\b", re.I)
_ABILITY = lazy_pattern(
    r"(?:(?:hey|so|and|but|jarvis)[\s,]+)*(?:(?:do you do|are you (?:able to|capable of)|"
    r"do you know how to|is it possible to) |(?:can|could) you (?:also |even |really |actually )?"
    r"(?:do|set|make|create|keep|manage|handle|run|take|write) (?=\w+\W*\Z))"
    r"(?:[\w' ]{0,20}?)(?:timers|alarms|reminders|lists|notes|sums|maths?|conversions?|jokes|"
    r"calculations?|routines|spelling|currency|currencies|units|"
    r"apps|applications|programs|websites|web pages)\W*",
    re.I,
)
"""Asks whether it can be done at all, and names nothing that is to be done."""

_EXCLAIMS = re.compile(r"(?:oh )?what an? ", re.I)
_TO_BE_KEPT = lazy_pattern(
    r".*\b(?:forget|remember|mind|mental note|hang on to|hold on to|make a note|just so you know|"
    r"for the record|fyi)\b|(?:my|our|the|his|her|their)\b|.*\b(?:is|are) (?:at|in|on|under|"
    r"behind)\b",
    re.I,
)
"""Tells where something is, or how: perhaps to be remembered."""

_OF_ONESELF = re.compile(r"\b(?:i|i'm|i've|my|mine|we|our|ours|us|me)\b", re.I)
_KEPT_ELSEWHERE = frozenset(
    {
        *("recall", "refuse_money", "refuse_message", "refuse_contacts", "refuse_calendar"),
        *("refuse_car", "refuse_work", "refuse_travel", "refuse_order", "refuse_find_phone"),
        *("refuse_directions", "refuse_home"),
    }
)


class FirstReader(Protocol):
    """Reads a sentence of which nothing was said before."""

    def reading(self, text: str) -> MeaningReading | None:
        """What it is taken for; None where it cannot be read."""
        ...


def is_of_others(meaning: str, text: str) -> bool:
    """Whether a question that is taken for one about Jarvis is about somebody else.

    Args:
        meaning: What it is taken for.
        text: "who fed the dog", "do I like tea".
    """
    if meaning in _ONLY_OF_JARVIS:
        return not (_TO_JARVIS.search(text) or _WHO_IS_IT.search(text))
    return meaning == "about_me" and asks_of_own_life(text)


def asks_ability(text: str) -> bool:
    """Whether it asks what Jarvis can do: "do you do reminders", "can you set alarms"."""
    return _ABILITY.fullmatch(text.strip()) is not None


def answered(text: str, found: Understanding, reader: FirstReader | None) -> Understanding:
    """A first turn, of which nothing is understood, as talk or as out of reach.

    Args:
        text: The sentence as it was said.
        found: As all else has it; what is understood stays.
        reader: The trained reader, where there is one.
    """
    is_open = len(found.parts) == 1 and found.parts[0].intent is None
    if reader is None or not is_open or len(text) > _LONGEST:
        return found
    reading = None if names_things(text) or is_order(text) else reader.reading(text)
    if reading is None:
        return found
    is_asked = asks(text) and not _EXCLAIMS.match(text)
    intent = _asked(text, reading) if is_asked else _told(text, reading)
    if intent is None:
        return found
    part = replace(found.parts[0], intent=intent)
    return replace(found, parts=(part,), is_talk=intent.name != proposals.CANNOT)


def _told(text: str, reading: MeaningReading) -> Intent | None:
    """Talk that asks for nothing, of whatever kind."""
    if _mass(reading, COMPANY) < _TOLD_FROM or _TO_BE_KEPT.match(text):
        return None
    is_likely = reading.meaning in _SAID_BACK and reading.confidence >= _LIKELY
    return Intent(reading.meaning if is_likely else "remark")


def _asked(text: str, reading: MeaningReading) -> Intent | None:
    """A question about Jarvis, or about what only the user can know."""
    if _TO_JARVIS.search(text) and _mass(reading, _ABOUT_JARVIS) >= _ASKED_FROM:
        has_answer = reading.meaning in _HAS_AN_ANSWER and reading.confidence >= _LIKELY
        return Intent(reading.meaning if has_answer else "about_me")
    if _OF_ONESELF.search(text) and _mass(reading, _KEPT_ELSEWHERE) >= _OWN_FROM:
        return Intent(proposals.CANNOT, {"reply": NOT_TOLD})
    return None


def _mass(reading: MeaningReading, meanings: Collection[str]) -> float:
    return sum(reading.chances.get(one, 0.0) for one in meanings)
