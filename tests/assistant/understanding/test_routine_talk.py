"""Unit: what comes again, said out in the order that the grammar knows."""

import pytest
from tools.schedule_home import knowledge

from jarvis_voice.assistant.understanding.routine_talk import about_routines

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        (
            "weekdays at 7 except on Fridays, wake me up",
            "wake me up for weekdays at 7 except on Fridays",
        ),
        (
            "from Monday to Friday wake me at ten to six",
            "wake me up at ten to six from Monday to Friday",
        ),
        ("set a daily alarm for 7", "set an alarm for 7 every day"),
        (
            "set a daily reminder at 6 pm to walk the dog",
            "remind me every day at 6 pm to walk the dog",
        ),
        (
            "set a nightly alarm at 10 pm called bedtime",
            "set an alarm at 10 pm every night called bedtime",
        ),
        (
            "once a week, on Friday at 4 pm, remind me to send my timesheet",
            "once a week on Friday at 4 pm remind me to send my timesheet",
        ),
        ("daily at 8 tell me a joke", "every day at 8 tell me a joke"),
    ],
)
def test_a_request_is_said_out_in_the_order_that_is_known(said: str, whole: str) -> None:
    assert about_routines(said, (), knowledge().grammar.understand) == whole


@pytest.mark.parametrize(
    ("said", "first", "second"),
    [
        (
            "remind me to take my pill every day at 8 and at 20",
            "remind me to take my pill at 8 every day",
            "remind me to take my pill at 20 every day",
        ),
        (
            "remind me every morning at 8 and every evening at 9 to floss",
            "remind me every morning at 8 to floss",
            "remind me every evening at 9 to floss",
        ),
        (
            "set alarms for 7 and 7:30 every weekday",
            "set an alarm for 7 every weekday",
            "set an alarm at 7:30 every weekday",
        ),
        (
            "tell me a joke every day at 8 and at 20",
            "every day at 8 tell me a joke",
            "every day at 20 tell me a joke",
        ),
        (
            "every day at 8 remind me to eat and every night at 10 remind me to lock up",
            "every day at 8 remind me to eat",
            "every night at 10 remind me to lock up",
        ),
    ],
)
def test_each_time_and_each_request_is_one_of_its_own(said: str, first: str, second: str) -> None:
    assert about_routines(said, (), knowledge().grammar.understand) == f"{first} and then {second}"


@pytest.mark.parametrize(
    "said",
    [
        "remind me to call Ana tomorrow at nine",
        "every Friday at 5 tell me a joke",
        "what is every day life in Japan like",
        "three times a day at 8 and at 20 remind me to eat",
        "on Friday open GitHub and Wikipedia",
    ],
)
def test_what_is_known_already_or_comes_once_is_left_alone(said: str) -> None:
    assert about_routines(said, (), knowledge().grammar.understand) == ""
