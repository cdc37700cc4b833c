"""Unit: a turn about packs or shares of the last amount goes in, the sum comes out."""

import pytest

from jarvis_voice.assistant.understanding.short_turns.packed_amounts import of_amount
from jarvis_voice.assistant.understanding.short_turns.resolved import ResolvedTurn
from jarvis_voice.assistant.understanding.short_turns.topic import Topic
from jarvis_voice.assistant.understanding.short_turns.touched import Touched

pytestmark = pytest.mark.unit

HONEY = Touched("conversion", "40 pounds", "18.14 kilograms", "set")
MILES = Touched("conversion", "10 kilometers", "6.21 miles", "set")
BILL = Touched("sum", "146 divided by 5", "29.2", "set")
TIMES = Touched("sum", "7 times 8", "56", "set")


@pytest.mark.parametrize(
    ("last", "text", "sentence"),
    [
        (HONEY, "and how many 340 gram jars is that", "what is 18140 / 340"),
        (HONEY, "so how many two kilo bags does it make", "what is 18.14 / 2"),
        (HONEY, "how many 5 pound boxes would that be", "what is 40 / 5"),
        (BILL, "and between six?", "what is 146 divided by 6"),
        (BILL, "what about between four of us", "what is 146 divided by 4"),
    ],
)
def test_the_amount_is_divided(last: Touched, text: str, sentence: str) -> None:
    assert of_amount(text, Topic(((last,),))) == ResolvedTurn(sentence)


def test_packs_of_another_kind_are_no_conversion() -> None:
    text = "how many 5 ounce bags is that"
    assert of_amount(text, Topic(((MILES,),))) == ResolvedTurn(text, is_leaning=True)


@pytest.mark.parametrize(
    ("last", "text"),
    [
        (HONEY, "how many ounces is that"),
        (BILL, "how many people is that"),
        (BILL, "split it between six"),
        (TIMES, "and between six"),
        (Touched("place", "Leeds"), "and between six"),
    ],
)
def test_what_says_no_other_share_is_left_alone(last: Touched, text: str) -> None:
    assert of_amount(text, Topic(((last,),))) is None


SHARE = Touched("sum", "15% of 80", "12", "set")


@pytest.mark.parametrize(
    ("last", "text", "sentence"),
    [
        (SHARE, "and 20%", "what is 20% of 80"),
        (SHARE, "and 20 percent", "what is 20% of 80"),
        (SHARE, "what about 20 percent then", "what is 20% of 80"),
        (TIMES, "how much is two and two", "what is two plus two"),
        (SHARE, "what is 20 and 30", "what is 20 plus 30"),
    ],
)
def test_another_share_is_of_the_same_and_a_pair_is_a_sum(
    last: Touched, text: str, sentence: str
) -> None:
    assert of_amount(text, Topic(((last,),))) == ResolvedTurn(sentence)


@pytest.mark.parametrize("text", ["and 20", "20% of 90", "take off 20 percent", "and 20% of 90"])
def test_what_is_no_lone_share_is_left_alone(text: str) -> None:
    assert of_amount(text, Topic(((SHARE,),))) is None
    assert of_amount("and 20%", Topic(((TIMES,),))) is None
