"""Unit: a first turn that nothing understood, and its likely meanings go in; talk comes out."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.first_turns import (
    answered,
    asks_ability,
    is_of_others,
)
from jarvis_voice.core.sentence_reader import MeaningReading
from jarvis_voice.core.understanding import Intent, Part, Understanding

pytestmark = pytest.mark.unit


@dataclass(frozen=True)
class _Reader:
    chances: Mapping[str, float]

    def reading(self, _text: str) -> MeaningReading:
        best = max(self.chances, key=lambda one: self.chances[one])
        return MeaningReading(best, self.chances[best], chances=self.chances)


def intent_of(text: str, chances: Mapping[str, float], known: Intent | None = None) -> str:
    found = answered(text, Understanding(text, (Part(text, known),)), _Reader(chances))
    intent = found.parts[0].intent
    return intent.name if intent else ""


@pytest.mark.parametrize(
    ("text", "chances", "intent"),
    [
        ("what a relief", {"good_news": 0.3, "remark": 0.25}, "remark"),
        ("I'm turning in", {"goodbye": 0.45, "remark": 0.1}, "goodbye"),
        ("what a relief", {"good_news": 0.3, "volume_up": 0.3}, ""),
        ("my scooter stands by the gate", {"remark": 0.6}, ""),
        ("the alarm was loud", {"remark": 0.6}, ""),
        ("the rice takes long, remember that", {"remark": 0.6}, ""),
        ("have you got brothers", {"about_me": 0.3, "who_made_you": 0.3}, "about_me"),
        ("who dreamt you up", {"who_made_you": 0.4, "how_old_are_you": 0.3}, "who_made_you"),
        ("who dreamt it up", {"who_made_you": 0.4, "how_old_are_you": 0.3}, ""),
        ("when do I clock off", {"refuse_work": 0.4, "recall": 0.15}, proposals.CANNOT),
        ("when do shops shut", {"refuse_work": 0.4, "recall": 0.15}, ""),
    ],
)
def test_all_likely_meanings_together_answer(
    text: str, chances: Mapping[str, float], intent: str
) -> None:
    assert intent_of(text, chances) == intent


def test_what_is_understood_stays() -> None:
    assert intent_of("what a relief", {"remark": 0.9}, Intent("search")) == "search"


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("do you do reminders", True),
        ("can you set alarms?", True),
        ("are you able to do sums", True),
        ("can you set an alarm for six", False),
        ("can you read my lists", False),
    ],
)
def test_an_ability_is_asked_about(text: str, is_asked: bool) -> None:
    assert asks_ability(text) is is_asked


@pytest.mark.parametrize(
    ("meaning", "text", "is_other"),
    [
        ("who_made_you", "who built you", False),
        ("who_made_you", "who fed the dog", True),
        ("about_me", "do I like tea", True),
        ("about_me", "what do I like", True),
        ("about_me", "do you like tea", False),
        ("about_me", "got any hobbies", False),
        ("about_me", "do I bore you", False),
        ("greeting", "what do I like", False),
    ],
)
def test_a_question_about_others_is_none_about_jarvis(
    meaning: str, text: str, *, is_other: bool
) -> None:
    assert is_of_others(meaning, text) is is_other
