"""Unit: sentences with asides and corrections go in, plainer ones come out."""

import pytest

from jarvis_voice.assistant.understanding.paraphrase import other_wordings
from jarvis_voice.language.en.self_repair import begun_anew, exchanged, mended

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("line", "plainer"),
    [
        ("which day is it, I've lost track", "which day is it"),
        (
            "I'm flying to Vienna on Saturday, will it be cold there",
            "will it be cold in Vienna on Saturday",
        ),
        ("Stack Overflow, can you open it", "open Stack Overflow"),
        ("I need the Stanford website, could you bring that up", "open the Stanford website"),
        ("twelve ounces, how many grams would that be", "how many grams is twelve ounces"),
        ("we're out of milk, pop it on the shopping list", "pop milk on the shopping list"),
        ("take eighty off two hundred", "two hundred minus eighty"),
        ("if you add two and three what do you get", "two plus three"),
        ("what 125 times 8 is", "what is 125 times 8"),
        ("what do you get if you double thirty", "double thirty"),
        ("I have a bus to catch so set an alarm for five am", "set an alarm for five am"),
        ("switch to metric because my guests are French", "switch to metric"),
        ("since we bake tonight, add figs to my list", "add figs to my list"),
        ("we're sailing on Sunday, will it rain", "will it rain Sunday"),
        ("since I'm flying out early wake me at 4:30", "wake me at 4:30"),
        ("we are out of butter put it on the list", "put butter on the list"),
        ("the oven beeped, cancel the timer", "cancel the timer"),
        ("I'm to take the cake out in 35 minutes, so set a timer", "set a timer for 35 minutes"),
        (
            "I'm flying to Malaga on Monday, what is the weather like",
            "what is the weather in Malaga Monday",
        ),
    ],
)
def test_a_sentence_is_put_more_plainly(line: str, plainer: str) -> None:
    assert plainer in list(other_wordings(line))


@pytest.mark.parametrize(
    ("line", "never"),
    [
        ("if it rains tomorrow, open github", "open github"),
        ("I don't want that, open github", "open github"),
        ("I told him, open the window", "open the window"),
        ("when I say so, take a screenshot", "take a screenshot"),
        ("he was tired, open github", "open github"),
        ("I never said that, open github", "open github"),
        ("I need a timer for tea and then set an alarm", "set an alarm"),
        ("when the guests leave, stop the music", "stop the music"),
        ("I like to visit museums", "visit museums"),
        ("what happens if I cancel my alarm", "cancel my alarm"),
        ("what happens if I take 5 minutes off my timer", "take 5 minutes off my timer"),
    ],
)
def test_conditions_denials_and_others_words_are_no_asides(line: str, never: str) -> None:
    assert never not in list(other_wordings(line))


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        ("convert ten", "fifteen miles to feet", "convert fifteen miles to feet"),
        ("set it to twenty percent", "thirty", "set it to thirty percent"),
        ("set it to two hundred and five", "six", "set it to six"),
        ("add two hundred and", "three hundred and ten", "add three hundred and ten"),
        ("the weather in Oslo", "in Rome tomorrow", "the weather in Rome tomorrow"),
        ("open the door", "the window", "open the window"),
    ],
)
def test_what_was_taken_back_is_replaced(before: str, after: str, whole: str) -> None:
    assert whole in list(mended(before, after))


def test_nothing_is_replaced_by_a_word_of_another_kind() -> None:
    assert list(mended("open github", "fifteen")) == []
    assert list(mended("open github", "gitlab")) == []


def test_a_broken_request_is_begun_anew() -> None:
    assert "put bagels on the list" in list(begun_anew("put bread", "bagels on the list"))
    assert exchanged("my spot is B twelve", "C twelve") == "my spot is C twelve"
    assert exchanged("my spot", "a much longer thing than that") is None
