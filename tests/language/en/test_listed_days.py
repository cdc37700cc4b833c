"""Unit: an order with a list of days or times goes in, one order for each comes out."""

import pytest

from jarvis_voice.language.en.listed_days import each_day, rule_lists

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("line", "each"),
    [
        (
            "wake me at 6 am tomorrow and on Sunday",
            ("wake me at 6 am tomorrow", "wake me at 6 am on sunday"),
        ),
        (
            "wake me at 6 am tomorrow and the day after",
            ("wake me at 6 am tomorrow", "wake me at 6 am on the day after tomorrow"),
        ),
        (
            "remind me on Friday and the day after at 9 am to eat",
            ("remind me on friday at 9 am to eat", "remind me on saturday at 9 am to eat"),
        ),
        (
            "set alarms for 7 am on Saturday, Sunday and Monday",
            (
                "set an alarm for 7 am on saturday",
                "set an alarm for 7 am on sunday",
                "set an alarm for 7 am on monday",
            ),
        ),
        (
            "remind me at 9 am and 9 pm to take my pills",
            ("remind me at 9 am to take my pills", "remind me at 9 pm to take my pills"),
        ),
        ("wake me at 6 and at 7 am", ("wake me at 6 am", "wake me at 7 am")),
        (
            "remind me in 10 minutes and again in 20 minutes to check the oven",
            (
                "remind me in 10 minutes to check the oven",
                "remind me in 20 minutes to check the oven",
            ),
        ),
        ("remind me in an hour and 20 minutes to eat", ()),
        ("remind me at 5 pm to book seats for Saturday and Sunday", ()),
        ("wake me every Monday and Thursday at 7 am", ()),
        ("set an alarm for 7 am on Saturday", ()),
        ("what is the weather on Saturday and Sunday", ()),
        ("set a timer for 5 and 10 minutes", ()),
        ("x" * 400 + " at 6 am tomorrow and on Sunday", ()),
    ],
)
def test_each_day_and_time_is_one_order(line: str, each: tuple[str, ...]) -> None:
    assert each_day(line) == each


@pytest.mark.parametrize(
    ("line", "lists"),
    [
        ("wake me every Monday and Thursday at 7", ["every Monday and Thursday"]),
        ("every monday, wednesday and on fridays tell me a joke",
         ["every monday, wednesday and on fridays"]),
        ("every Monday tell me a joke and the news", []),
        ("on Monday and Thursday", []),
    ],
)  # fmt: skip
def test_a_list_behind_every_is_one_rule(line: str, lists: list[str]) -> None:
    assert [line[start:end] for start, end in rule_lists(line)] == lists
