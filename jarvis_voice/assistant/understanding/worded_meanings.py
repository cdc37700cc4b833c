"""Says a meaning in a sentence of its card, with the words that were said for its slots. Pure.

Invariant: each sentence is understood by the grammar as what the card asks for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from jarvis_voice.assistant.understanding.doubtful_words import NAMED_ONCE, is_apart
from jarvis_voice.assistant.understanding.meaning_cards import SLOT, SURE, MeaningCard
from jarvis_voice.assistant.understanding.slot_words import (
    filled,
    joined,
    list_said,
    unbroken,
    with_leads,
)
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.sentence_reader import MeaningReading
from jarvis_voice.core.understanding import Intent

TIMES = frozenset({"time", "length"})
"""Slots that are asked for where their words are no time that is known here."""

Understand = Callable[[str], Intent | None]
_AMOUNT_OF = lazy_pattern(
    r"(?P<amount>.*\b(?!(?:half|quarter|third)\b)[a-z]+) of [a-z][a-z -]*", re.I
)
"""A number with its unit, and what it is of."""


@dataclass(frozen=True, slots=True)
class WordedMeaning:
    """A meaning as a sentence of a card.

    Attributes:
        sentence: With a {slot} where one is still missing.
        missing: That slot; "" where there is none.
        is_whole: Nothing that was said for the card's slots is left out.
    """

    sentence: str
    missing: str = ""
    is_whole: bool = True


def worded_meaning(
    text: str,
    card: MeaningCard,
    reading: MeaningReading,
    understand: Understand,
    name_of: Callable[[str], str | None],
) -> WordedMeaning | None:
    """The first sentence of a card that can be filled and is understood as that card's."""
    slots_said = {slot: unbroken(text, words, slot) for slot, words in reading.slots.items()}
    bare = {slot: joined(slot, words) for slot, words in slots_said.items()}
    if not bare.get("list") and (named := list_said(text)):
        bare["list"] = named
    led = {**bare, **with_leads(text, slots_said)}
    several = {slot: words for slot, words in reading.slots.items() if words[1:]}
    last = {**led, **{slot: words[-1] for slot, words in several.items()}}
    first = {**led, **{slot: words[0] for slot, words in several.items()}}
    of_card = {slot for template in card.sentences for slot in SLOT.findall(template)}
    apart = {slot for slot in NAMED_ONCE if is_apart(text, reading.slots.get(slot, ()))}
    for template in card.sentences:
        slots = frozenset(SLOT.findall(template))
        for said in (led, bare, last, first):
            is_all = said in (led, bare)
            if not all(said.get(slot) for slot in slots) or (is_all and apart & slots):
                continue
            sentence = filled(template, _measured(card, said))
            intent = understand(sentence)
            if intent and intent.name == name_of(template):
                left = {slot for slot, words in said.items() if words} & of_card - slots
                return WordedMeaning(sentence, is_whole=not left and is_all)
    return _asked_for(card, led, TIMES if reading.confidence >= SURE else frozenset())


def _measured(card: MeaningCard, said: Mapping[str, str]) -> Mapping[str, str]:
    """The words with only the number and the unit of what is converted: "200 grams of butter"."""
    found = _AMOUNT_OF.fullmatch(said.get("amount", "")) if card.name == "convert" else None
    return {**said, "amount": found["amount"]} if found else said


def _asked_for(
    card: MeaningCard, said: Mapping[str, str], unread: frozenset[str]
) -> WordedMeaning | None:
    """A sentence with the one slot open that was not said, or whose words were not understood."""
    for template in reversed(card.sentences):
        needed = [slot for slot in SLOT.findall(template) if slot in card.asks]
        if missing := next((one for one in needed if one in unread or not said.get(one)), ""):
            sentence = filled(template, {**said, missing: f"{{{missing}}}"})
            return WordedMeaning(sentence, missing)
    return None
