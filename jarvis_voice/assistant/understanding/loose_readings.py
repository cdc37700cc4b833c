"""Tells the readings of the grammar that take any words, and when a surer one stands instead. Pure.

Invariant: a reading gives way only to a refusal or to talk, never to an act; what names its kind
plainly ("restaurants in Leeds") stays.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding import meanings, proposals
from jarvis_voice.assistant.understanding.meaning_cards import MeaningCard
from jarvis_voice.core.sentence_reader import MeaningReading
from jarvis_voice.core.understanding import Intent
from jarvis_voice.tools.places.place_kinds import is_kind

SURER = 0.8
"""From here on a refusal, or talk, stands instead of a reading that takes any words."""

_UNLIKE_A_PLACE = 0.7
"""From here on it stands instead of a place of a kind that nobody knows."""

_OWN = re.compile(r"\b(?:my|mine|our|ours|i|i've|i'm|we|recent)\b", re.I)
_DESIRES = re.compile(r"\b(?:book|reserve|reservation|order|buy|rent)\b", re.I)

_TOPICS = frozenset({"tell_briefing", "research", "wikipedia", "follow_topic"})
"""What is told, or looked into, of whatever words are given."""

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
    if intent.name in _TOPICS:
        return bool(intent.slots.get("topic") or intent.slots.get("question"))
    if intent.name == meanings.SEARCH:
        return not intent.is_question and _OWN.search(text) is not None
    if intent.name == "find_places":
        kind = str(intent.slots.get("kind", ""))
        return not is_kind(kind) or _DESIRES.search(text) is not None
    return intent.name in {"help", "say_words", "define_word", "stopwatch", "read_notes", "recall"}


def instead(intent: Intent, reading: MeaningReading, card: MeaningCard) -> Intent | None:
    """What stands instead of a loose reading: a refusal; None keeps the reading.

    Args:
        intent: The loose reading.
        reading: What the trained reader makes of the same words.
        card: What its meaning asks of Jarvis.
    """
    needed = _UNLIKE_A_PLACE if intent.name == "find_places" else SURER
    if reading.confidence < needed:
        return None
    if card.kind == "talk" and intent.name in _SAID and card.sentences:
        return Intent(card.name)
    return Intent(proposals.CANNOT, {"reply": card.reply}) if card.kind == "refuse" else None
