"""Tells the readings of the grammar that take any words, and when a surer one stands instead. Pure.

Invariant: a reading gives way only to a refusal or to talk, never to an act; what names its kind
plainly ("restaurants in Leeds") stays.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from jarvis_voice.assistant.understanding import meanings, proposals
from jarvis_voice.assistant.understanding.meaning_cards import SURE, MeaningCard, MeaningCards
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.core.sentence_reader import MeaningReader, MeaningReading
from jarvis_voice.core.understanding import Intent, Part
from jarvis_voice.language.en.normalization import clean
from jarvis_voice.tools.places.place_kinds import is_kind

SURER = 0.8
"""From here on a refusal, or talk, stands instead of a reading that takes any words."""

_NEEDED = {"search": 0.5, "find_places": 0.7, "help": 0.6, "read_notes": 0.9}
"""The same for a search for the user's own things, a kind of places that nobody knows, a call for
help and a question of a list."""

_OWN = re.compile(r"\b(?:my|mine|our|ours|i|i've|i'm|we|recent)\b", re.I)
_WEB = re.compile(r"\b(?:search|google|web|internet|online)\b", re.I)
_LIST = re.compile(r"\b(?:lists?|notes?|shopping|groceries|grocery)\b", re.I)
_DESIRES = re.compile(r"\b(?:book|reserve|reservation|order|buy|rent)\b", re.I)

_RIDE = re.compile(r"\b(?:uber|lyft|taxi|cab|ride)\b", re.I)
_OPENS = re.compile(r"\b(?:open|launch|start|site|website|page|app|visit|browser)\b", re.I)
_ELSEWHERE = re.compile(r"\b(?:calendar|diary|agenda|playlist|(?:e-?mail )?contacts)\b", re.I)
"""What is kept elsewhere and is no list here."""

_TOPICS = frozenset({"tell_briefing", "research", "wikipedia", "follow_topic"})
"""Tools that take any words as their subject."""

_SAID = frozenset({"say_words", "define_word"})
"""Instead of these an answer in words stands as well: "would you say you like cats"."""


def may_yield(intent: Intent | None, text: str) -> bool:
    """Whether a reading took its words without looking at them.

    Args:
        intent: What the grammar makes of a request.
        text: Its words.
    """
    if intent is None:
        return False
    if intent.name in OPENING_INTENTS:
        return _RIDE.search(text) is not None and _OPENS.search(text) is None
    if intent.name == "add_note":
        return _ELSEWHERE.search(text) is not None
    if intent.name in _TOPICS:
        return bool(intent.slots.get("topic") or intent.slots.get("question"))
    if intent.name == meanings.SEARCH:
        is_own = _OWN.search(text) is not None and _WEB.search(text) is None
        return is_own and not intent.is_question
    if intent.name == "find_places":
        kind = str(intent.slots.get("kind", ""))
        return not is_kind(kind) or _DESIRES.search(text) is not None
    if intent.name == "read_notes":
        return _LIST.search(text) is None
    return intent.name in {"help", "say_words", "define_word", "stopwatch"}


def surer(part: Part, reader: MeaningReader, cards: MeaningCards) -> Part:
    """A request without a reading that took any words, where a refusal or talk is surer."""
    if part.intent is None or not may_yield(part.intent, part.text):
        return part
    reading = reader.read(clean(part.text).strip() or part.text)
    card = cards.by_name.get(reading.meaning) if reading else None
    found = instead(part.intent, part.text, reading, card) if reading and card else None
    return replace(part, intent=found) if found else part


def refusal_of(
    text: str, parts: Sequence[Part], reader: MeaningReader, cards: MeaningCards
) -> Intent | None:
    """The one refusal of a whole sentence of which no request is understood for sure."""
    if not all(is_loose(part.intent, part.text) for part in parts):
        return None
    reading = reader.read(clean(text).strip() or text)
    card = cards.by_name.get(reading.meaning) if reading else None
    if reading is None or card is None or card.kind != "refuse" or reading.confidence < SURE:
        return None
    return Intent(proposals.CANNOT, {"reply": card.reply})


def is_loose(intent: Intent | None, text: str) -> bool:
    """Whether a request is not understood, is refused, or took its words without a look."""
    is_refused = intent is not None and intent.name == proposals.CANNOT
    is_named = intent is not None and intent.name in OPENING_INTENTS and not _OPENS.search(text)
    return intent is None or is_refused or is_named or may_yield(intent, text)


_ASKED_OF_THE_WEB = frozenset({"define", "synonyms", "find_places"})


def asks_the_web(meaning: str) -> bool:
    """Whether a search answers a meaning of which the words could not be told apart."""
    return meaning in _ASKED_OF_THE_WEB


def is_lesser(meaning: str, intent: Intent) -> bool:
    """Whether a mere question back stands for what a search would answer as it was said."""
    return meaning in _ASKED_OF_THE_WEB and intent.name in {proposals.SUGGEST, proposals.ASK_FOR}


def instead(intent: Intent, text: str, reading: MeaningReading, card: MeaningCard) -> Intent | None:
    """What stands instead of a loose reading: a refusal or talk; None keeps the reading.

    Args:
        intent: The loose reading.
        text: The words that it was made of.
        reading: What the trained reader makes of the same words.
        card: What its meaning asks of Jarvis.
    """
    if reading.confidence < _NEEDED.get(intent.name, SURER):
        return None
    if intent.name == "read_notes":
        is_asked = card.kind == "web" and bool(intent.slots.get("text"))
        return Intent(meanings.SEARCH, {"query": text, "kind": "question"}) if is_asked else None
    if card.kind == "talk" and intent.name in _SAID and card.sentences:
        return Intent(card.name)
    return Intent(proposals.CANNOT, {"reply": card.reply}) if card.kind == "refuse" else None
