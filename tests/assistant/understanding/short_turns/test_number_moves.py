"""Unit: what a turn does to the last sum or conversion, where its move is known."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.cues import clauses_of, read_turn
from jarvis_voice.assistant.understanding.short_turns.follow_ups import FollowUp
from jarvis_voice.assistant.understanding.short_turns.number_moves import of_number_move
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Kind, Touched

pytestmark = pytest.mark.unit

RENT: tuple[Kind, str, str] = ("sum", "180 minus 65 minus 40", "75")
TIP: tuple[Kind, str, str] = ("sum", "20 percent of 64", "12.8")
SPLIT: tuple[Kind, str, str] = ("sum", "450 divided by 7", "about 64.285714")
MEAN: tuple[Kind, str, str] = ("sum", "The average of 6, 9 and 12", "9")
FLOUR: tuple[Kind, str, str] = ("conversion", "500 grams", "17.64 ounces")
HEIGHT: tuple[Kind, str, str] = ("conversion", "5 feet 4 inches", "162.56 centimeters")
MONEY: tuple[Kind, str, str] = ("conversion", "850 euros", "708.73 pounds")
CARPET: tuple[Kind, str, str] = ("conversion", "7 feet", "2.13 meters")


def after(last: tuple[Kind, str, str], text: str, move: str) -> ResolvedTurn | None:
    kind, name, value = last
    said = FollowUp(text, [read_turn(one) for one in clauses_of(text)], {})
    return of_number_move(move, said, Topic(((Touched(kind, name, value, "set"),),)))


@pytest.mark.parametrize(
    ("last", "text", "move", "sentence"),
    [
        (RENT, "the second one's 45 not 40", "amount", "what is 180 minus 65 minus 45"),
        (RENT, "sixty six, they wrote it funny", "amount", "what is 180 minus 66 minus 40"),
        (RENT, "a hundred and ninety at the start", "amount", "what is 190 minus 65 minus 40"),
        (TIP, "ten and a half it says here", "amount", "what is 10.5 percent of 64"),
        (TIP, "no, a quarter of 64", "set", "what is quarter of 64"),
        (RENT, "sorry, should've been a third of ninety", "set", "what is third of ninety"),
        (TIP, "so altogether with the meal", "step", "what is 64 + 12.8"),
        (SPLIT, "and plus vat at twenty percent", "step",
         "what is (450 divided by 7) + (20% of (450 divided by 7))"),
        (SPLIT, "then by seven days", "step", "what is (450 divided by 7) / 7"),
        (SPLIT, "now 490 by 7", "amount", "what is 490 divided by 7"),
        (MEAN, "and of 4 5 and 6", "amount", "what is average of 4, 5 and 6"),
        (FLOUR, "the bag's only three hundred, so that instead", "amount",
         "convert 300 grams to ounces"),
        (FLOUR, "what's that doubled", "step", "what is 17.64 * 2"),
        (FLOUR, "ounces in grams the other way then", "swap", "convert 500 ounces to grams"),
        (FLOUR, "pounds would be better for me", "unit", "convert 500 grams to pounds"),
        (HEIGHT, "and five eleven", "amount", "convert 5 feet 11 inches to centimeters"),
        (MONEY, "and eight seventy five", "amount", "convert 875 euros to pounds"),
        (CARPET, "plus two foot for the overlap", "step", "convert 9 feet to meters"),
        (CARPET, "a yard i meant to say", "amount", "convert 7 yard to meters"),
    ],
)  # fmt: skip
def test_the_one_number_is_taken_wherever_it_stands(
    last: tuple[Kind, str, str], text: str, move: str, sentence: str
) -> None:
    found = after(last, text, move)
    assert found is not None
    assert found.sentence == sentence


@pytest.mark.parametrize(
    ("last", "text", "move"),
    [
        (RENT, "seventy five, i said that", "amount"),
        (RENT, "nearly eighty, that's plenty", "amount"),
        (RENT, "sixteen is a lot, it is twelve here", "amount"),
        (CARPET, "plus forty centimeters", "step"),
    ],
)
def test_an_echo_a_remark_and_several_numbers_are_none(
    last: tuple[Kind, str, str], text: str, move: str
) -> None:
    assert after(last, text, move) is None


def test_undo_goes_back_to_the_sum_of_before() -> None:
    topic = Topic(((Touched("sum", "8 * 2", "16", "set"),), (Touched("sum", "5 + 3", "8", "set"),)))
    assert of_number_move("undo", FollowUp("undo", [], {}), topic) == ResolvedTurn("what is 5 + 3")
    nothing = after(RENT, "undo that", "undo")
    assert nothing is not None
    assert nothing.question.startswith("I cannot undo that")
