"""Unit: what a search would send goes in; whether it carries what is kept comes out."""

import pytest

from jarvis_voice.assistant.planning.confidences import leaks

pytestmark = pytest.mark.unit

KEPT = (
    "Your bike lock is 4821.",
    "Your son is Eva.",
    "You are HIV positive.",
    "Your card is 4471902.",
)
GOAL = "how do bees dance"


@pytest.mark.parametrize(
    "query",
    [
        "bees 4821",
        "bees four eight two one",
        "bees forty eight twenty one",
        "bees forty-eight twenty-one",
        "bees four eight twenty one",
        "bees forty eight two one",
        "bees four thousand eight hundred and twenty one",
        "bees double four seven one nine oh two",
        "bees h.i.v.",
        "bees H I V",
        "bees E v a",
        "bees e-v-a",
    ],
)
def test_number_words_and_letters_that_stand_apart_are_read(query: str) -> None:
    assert leaks({"query": query}, GOAL, KEPT)
    assert not leaks({"query": query}, f"{GOAL} and {query}", KEPT)


@pytest.mark.parametrize(
    "query",
    [
        "bees dance",
        "how far do bees fly in twenty one minutes",
        "forty eight facts about bees",
        "one hundred bees",
        "two thousand and five bees",
        "bees in the U.S.A. or the U K",
        "four eight hour shifts of bees",
        "twenty one pilots",
        "the B B C on bees",
        "ten to eight o'clock bees",
        "the double helix of bees",
        "J. R. R. Tolkien on bees",
    ],
)
def test_other_numbers_and_letters_may_be_sent(query: str) -> None:
    assert not leaks({"query": query}, GOAL, KEPT)
