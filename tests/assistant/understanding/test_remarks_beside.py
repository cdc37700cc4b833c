"""Unit: what is only told beside a request goes, and what asks, limits or takes back stays."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from jarvis_voice.assistant.understanding.meaning_cards import MeaningCard, MeaningCards
from jarvis_voice.assistant.understanding.remarks_beside import (
    is_half,
    without_address,
    without_remarks,
)
from jarvis_voice.core.sentence_reader import MeaningReading, SentenceGallery
from jarvis_voice.core.understanding import Intent, Part

pytestmark = pytest.mark.unit

CARDS = MeaningCards(
    {
        "speak_slower": MeaningCard("speak_slower", "do", ("speak slower",)),
        "refuse_call": MeaningCard("refuse_call", "refuse", reply="I cannot make phone calls."),
        "remark": MeaningCard("remark", "talk", ("i am just saying",)),
    },
    (),
)
SLOWLY = Part("speak slowly", Intent("adjust_speech"))


class Reads:
    """A reader that knows some sentences; all others are remarks."""

    def __init__(self, known: Mapping[str, tuple[str, float]]) -> None:
        self._known = known

    def read(self, text: str) -> MeaningReading | None:
        meaning, chance = self._known.get(text, ("remark", 0.9))
        return MeaningReading(meaning, chance, chances={meaning: chance})

    def gallery(self, _: object) -> SentenceGallery:
        raise NotImplementedError


def left(clause: str, *, whole: str = "speak_slower", sure: float = 0.95) -> tuple[Part, ...]:
    text = f"{clause}, speak slowly"
    reader = Reads({text: (whole, sure), "my bank is to be called": ("refuse_call", 0.8)})
    names = {"speak_slower": frozenset({"adjust_speech"})}
    return without_remarks(
        text,
        (Part(clause, None), SLOWLY),
        reader,
        CARDS,
        lambda card: names.get(card.name, frozenset()),
    )


@pytest.mark.parametrize(
    "clause",
    [
        "english is my second language",
        "my ears are tired",
        "it's loud in here",
        "I mustn't miss a word",
    ],
)
def test_what_is_only_told_goes(clause: str) -> None:
    assert left(clause) == (SLOWLY,)


@pytest.mark.parametrize(
    "clause",
    [
        "my bank is to be called",  # asks for something of its own
        "it's not for now",  # takes back
        "this is only for tomorrow",  # limits
        "water plants",  # an order that nobody knows
        "the other two are fine",  # says which
    ],
)
def test_what_may_ask_or_limit_stays(clause: str) -> None:
    assert left(clause)[0] == Part(clause, None)


def test_without_a_sure_reading_of_the_whole_nothing_goes() -> None:
    clause = "english is my second language"
    assert left(clause, sure=0.7) == (Part(clause, None), SLOWLY)
    assert left(clause, whole="remark") == (Part(clause, None), SLOWLY)


def test_half_a_sentence_is_one_with_both() -> None:
    assert is_half((Part("a", None), SLOWLY))
    assert not is_half((SLOWLY,))
    assert not is_half((Part("a", None),))


UP = Part("turn it up", Intent("volume", {"change": "up"}))
HEARS = Part("I can't hear you", Intent("adjust_speech", {"change": "louder"}))


@pytest.mark.parametrize(
    ("text", "parts", "kept"),
    [
        ("turn it up, bach", (UP, Part("bach", None)), (UP,)),
        ("turn it up, I can't hear you, bach", (UP, HEARS, Part("bach", None)), (UP,)),
        ("turn it up, twice", (UP, Part("twice", None)), (UP, Part("twice", None))),
        ("turn it up, tomorrow", (UP, Part("tomorrow", None)), (UP, Part("tomorrow", None))),
        ("turn it up and bach", (UP, Part("bach", None)), (UP, Part("bach", None))),
    ],
)
def test_an_unknown_last_word_is_whom_it_is_said_to(
    text: str, parts: tuple[Part, ...], kept: tuple[Part, ...]
) -> None:
    assert without_address(text, parts) == kept


@pytest.mark.parametrize(
    "intent",
    [
        Intent("add_note", {"text": "milk"}),
        Intent("set_timer", {"length": "5 minutes"}),
        Intent("media", {"action": "play"}),
        Intent("weather", {"day": "now"}),
    ],
)
def test_where_a_word_may_be_a_thing_or_a_name_it_stays(intent: Intent) -> None:
    parts = (Part("do it", intent), Part("bach", None))
    assert without_address("do it, bach", parts) == parts
