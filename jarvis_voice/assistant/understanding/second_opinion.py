"""Decides what becomes of a question that the grammar would search for, or does not understand.

Invariant: the user's own things are not searched for; in doubt a question is about them.
"""

from __future__ import annotations

from dataclasses import dataclass

from jarvis_voice.assistant.understanding import meanings, proposals
from jarvis_voice.assistant.understanding.general_question import (
    NOT_TOLD,
    asks_for_advice,
    asks_of_own_life,
    is_own,
)
from jarvis_voice.assistant.understanding.household_questions import is_of_household
from jarvis_voice.core.sentence_reader import MeaningReading
from jarvis_voice.core.understanding import Intent
from jarvis_voice.language.en.idle_clauses import without_asker
from jarvis_voice.language.en.normalization import clean

LIKELY = 0.5
"""From here on what is no act is done, and an act is asked about."""


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """What the trained reader makes of a request.

    Attributes:
        intent: What is to be done or said; None says that it is better not understood.
        is_sure: So likely that no model needs to be asked.
    """

    intent: Intent | None
    is_sure: bool = False


def of_web(text: str, said: Intent | None, reading: MeaningReading) -> SecondOpinion | None:
    """A question for the web: as the grammar has it, or the whole sentence where it has nothing."""
    if is_own(without_asker(text)):
        return _unsearched(text)
    is_search = said is not None and said.name == meanings.SEARCH
    if is_search or reading.confidence < LIKELY:
        return None if reading.confidence >= LIKELY else as_question(text, said)
    return SecondOpinion(_search_for(text))


def as_question(text: str, said: Intent | None) -> SecondOpinion | None:
    """A question by its words alone: the user's own things are not searched for, advice is."""
    text = without_asker(text)
    if said is not None and said.is_question and is_own(text):
        return _unsearched(text)
    if said is None and asks_for_advice(text):
        return SecondOpinion(_search_for(text))
    return _unsearched(text) if said is None and _is_of_own_world(text) else None


def _unsearched(text: str) -> SecondOpinion:
    """What is said instead of searching: what nobody has told us, or that it is not understood."""
    is_own_world = _is_of_own_world(text)
    return SecondOpinion(Intent(proposals.CANNOT, {"reply": NOT_TOLD}) if is_own_world else None)


def _is_of_own_world(text: str) -> bool:
    """Whether only the user, or somebody near, can know it."""
    return asks_of_own_life(text) or is_of_household(text)


def _search_for(text: str) -> Intent:
    return Intent(meanings.SEARCH, {"query": clean(text), "kind": "question"})
