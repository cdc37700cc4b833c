"""Unit: cards that one plays with, and cards that one pays with."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from jarvis_voice.assistant.understanding.card_games import CardGameReader, is_card_game
from jarvis_voice.core.sentence_reader import MeaningReading

pytestmark = pytest.mark.unit

WRITTEN = Path(__file__).parents[3] / "config" / "understanding"
AT_LEAST = 25


class Money:
    """Takes all for money."""

    def read(self, text: str) -> MeaningReading | None:
        return MeaningReading("refuse_money", 0.9, chances={"refuse_money": 0.9}) if text else None

    def gallery(self, sentences: Sequence[str]) -> Any:
        return sentences


@pytest.mark.parametrize(
    "text",
    [
        *("deal the cards", "shuffle the cards", "guess my card", "let's play cards"),
        *("do you know any card tricks", "show me a card trick", "cut the cards", "pick a card"),
        *("is the joker a good card", "how many cards are in a deck of cards"),
    ],
)
def test_a_card_that_is_played_is_a_game(text: str) -> None:
    assert is_card_game(text)
    reading = CardGameReader(Money()).read(text)
    assert reading == MeaningReading("refuse_game", 0.9)
    assert reading.chances == {"refuse_game": 0.9}


def test_a_card_that_one_pays_with_is_none() -> None:
    lines = [
        line.split("\t")
        for file in sorted(WRITTEN.glob("written-*.tsv"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    said = [one[1] for one in lines if one[0] == "refuse_money" and "card" in one[1]]
    assert len(said) >= AT_LEAST
    assert [one for one in said if is_card_game(one)] == []


def test_what_is_not_read_or_compared_is_left_to_the_reader() -> None:
    reader = CardGameReader(Money())
    assert reader.read("") is None
    assert reader.read("block my card") == MeaningReading("refuse_money", 0.9)
    compared: object = reader.gallery(("a", "b"))
    assert compared == ("a", "b")
