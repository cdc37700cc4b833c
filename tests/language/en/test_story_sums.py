"""Unit: sums told as little stories, in plain order."""

import pytest

from jarvis_voice.language.en.story_sums import plain_sums
from jarvis_voice.tools.numbers.calculator import calculate

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("I have forty five, take away seventeen, what's left", "28"),
        ("I have forty five take away seventeen what is left", "28"),
        ("i've got 20 sweets and i eat 7 how many are left", "13"),
        ("if i have 100 pounds and spend 37 what is left", "63"),
        ("I had 50 quid and gave away 12 how much have I got left", "38"),
        ("she has 10 pounds and gets 5 more how much has she got", "15"),
        ("ninety take away thirty two what is left", "58"),
        ("45 take away 17", "28"),
        ("what is seven eights", "56"),
        ("twelve nineties", "1080"),
        ("what's 22 kids at 6 quid a head", "132"),
        ("I work 38 hours for 14 pounds an hour, how much is it", "532"),
        ("12 deliveries at 850 naira each, how much is that", "10200"),
        ("I have 12 apples and eat 5, how many are left", "7"),
        ("sum for you: 37 plus 48", "85"),
        ("60 times seven fifty", "45000"),
        ("twelve nights at 85 pounds", "1020"),
        ("what is 7 into 91", "13"),
        ("what's 340 letters divided by 8", "42.5"),
        ("120 an hour times 3.5 hours", "420"),
        ("40 dollars a month for 12 months", "480"),
        ("35 quid a ticket, 12 tickets, what's that come to", "420"),
        ("250 milligrams three times a day for seven days", "5250"),
        ("the sum of three four and five", "12"),
        ("the average of 4 8 and 12", "8"),
        ("the sum of twenty five and ten", "35"),
        ("split 120 pounds between four people", "30"),
        ("fifteen percent tip on forty two pounds", "6.3"),
    ],
)
def test_a_story_is_a_sum(line: str, value: str) -> None:
    [expression, *_] = plain_sums(line)
    assert calculate(expression).spoken == value


@pytest.mark.parametrize(
    "line",
    [
        "I have forty five sheep",
        "2 tickets at 8",
        "3 eggs for 10 minutes",
        "take away the plates",
        "I had two sugars and lost my spoon",
        "what is left of the cake",
        "100 pounds to euros",
    ],
)
def test_what_is_no_sum_is_left_alone(line: str) -> None:
    assert list(plain_sums(line)) == []


def test_a_price_in_two_numbers_is_one() -> None:
    [told, *_] = plain_sums("163 sheep at three dollars twenty each")
    assert told == "163 sheep at 3.20 dollars each"
    [expression, *_] = plain_sums(told)
    assert calculate(expression).spoken == "521.6"


@pytest.mark.parametrize(
    "line",
    [
        *("250 milligrams three times a day for seven weeks", "12 an hour", "30 miles an hour"),
        *("20 minutes an hour for 12 people", "5 dollars an egg, two friends came"),
    ],
)
def test_what_is_no_product_stays(line: str) -> None:
    assert not [one for one in plain_sums(line) if "times" in one and "times a day" not in one]
