"""Unit: what a half sentence takes off a list."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.cues import read_turn
from jarvis_voice.assistant.understanding.short_turns.of_lists import of_lists
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

ASKED_ABOUT = Touched("list", "shopping", state="told", things=("milk",))
ADDED = Touched("list", "shopping", state="set", things=("tea",))
MILKS = Touched("list", "shopping", state="set", things=("milk", "almond milk", "oat milk"))
WINES = Touched("list", "shopping", state="set", things=("red wine", "white wine"))
BAGS = Touched("list", "shopping", state="set", things=("bin bags", "tea bags"))
ADDED_TWO = Touched("list", "shopping", state="set", things=("rice", "beans"))


@pytest.mark.parametrize(
    ("last", "text", "sentence"),
    [
        (ASKED_ABOUT, "remove it", "remove milk from my shopping list"),
        (ASKED_ABOUT, "remove the last one", None),
        (ASKED_ABOUT, "take the first one off", None),
        (ADDED, "remove the last one", "remove tea from my shopping list"),
        (ADDED, "remove the first one", None),
        (ADDED_TWO, "remove the last one", "remove beans from my shopping list"),
        (ADDED_TWO, "remove the first one", "remove rice from my shopping list"),
        (ADDED_TWO, "remove the second item", "remove beans from my shopping list"),
        (ADDED_TWO, "remove the third item", None),
        (ADDED_TWO, "remove them", "remove rice and beans from my shopping list"),
    ],
)
def test_a_place_on_the_list_is_not_the_one_thing_that_was_asked_about(
    last: Touched, text: str, sentence: str | None
) -> None:
    found = of_lists(read_turn(text), Topic(((last,),)))
    assert found == (ResolvedTurn(sentence) if sentence else None)


@pytest.mark.parametrize(
    ("beside", "sentence"),
    [
        ("I got the rice", "remove rice from my shopping list"),
        ("I got the milk", None),
    ],
)
def test_what_was_not_got_stays(beside: str, sentence: str | None) -> None:
    found = of_lists(read_turn("not the beans"), Topic(((ADDED_TWO,),)), beside)
    assert found == (ResolvedTurn(sentence) if sentence else None)


@pytest.mark.parametrize(
    ("last", "text", "sentence"),
    [
        (MILKS, "remove milk", "remove milk from my shopping list"),
        (MILKS, "not the milk", "remove milk from my shopping list"),
        (MILKS, "take the oat milk off", "remove oat milk from my shopping list"),
        (WINES, "remove the wine", "remove wine from my shopping list"),
        (WINES, "not the wine", "remove wine from my shopping list"),
        (WINES, "not the red wine", "remove red wine from my shopping list"),
        (BAGS, "remove the bin bags", "remove bin bags from my shopping list"),
        (BAGS, "remove the tea bags", "remove tea bags from my shopping list"),
        (BAGS, "remove the bags", "remove bags from my shopping list"),
    ],
)
def test_the_thing_that_is_just_the_words_goes_and_in_doubt_the_words_stay(
    last: Touched, text: str, sentence: str
) -> None:
    assert of_lists(read_turn(text), Topic(((last,),))) == ResolvedTurn(sentence)


def test_more_than_one_list_is_asked_for() -> None:
    topic = Topic(((MILKS,),))
    assert of_lists(read_turn("what is on my lists"), topic) == ResolvedTurn("list my lists")
    assert of_lists(read_turn("what is on my list"), topic) != ResolvedTurn("list my lists")
