"""Unit: requests of few words, as whole sentences."""

import pytest

from jarvis_voice.language.en.terse_requests import clock_started, two_timers, whole_requests

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("put ninety seconds on", "set a timer for ninety seconds"),
        ("stick us ten minutes on", "set a timer for ten minutes"),
        ("put the timer on for 14 minutes", "set a timer for 14 minutes"),
        (
            "quarter of an hour please, for the bread",
            "set a timer for quarter of an hour called bread",
        ),
        ("one for the washing, forty minutes", "set a timer for forty minutes called washing"),
        ("timer, toast, two minutes", "set a timer for two minutes called toast"),
        ("I want to nap for twenty minutes", "set a timer for twenty minutes called nap"),
        ("morning alarm, 7:20", "set an alarm for 7:20 in the morning"),
        ("dentist reminder for Monday at 2 pm", "remind me about dentist for Monday at 2 pm"),
        ("vat at 20 percent on 350", "20 percent of 350"),
        ("gst 18 percent on 2400", "18 percent of 2400"),
        ("tax on eighty at five percent", "5 percent of 80"),
        ("ten percent tip on a 64 pound bill", "10 percent of 64"),
        ("what's 450 plus 20 percent vat", "450 plus 20 percent"),
        ("I moved house, I'm in Exeter now", "i live in Exeter"),
        ("we've moved, it's Norwich now", "i live in Norwich"),
        ("we're nearly out of milk", "add milk to my shopping list"),
        ("need bin bags from the shop", "add bin bags to my shopping list"),
        ("sugar off the shopping list, got some", "remove sugar from my shopping list"),
        ("to-do, ring the plumber", "add ring the plumber to my to-do list"),
        ("time Paris", "what time is it in Paris"),
    ],
)
def test_few_words_are_a_whole_request(line: str, sentence: str) -> None:
    assert next(whole_requests(line), "") == sentence


@pytest.mark.parametrize(
    "line",
    [
        "put Netflix on",
        "ten minutes for me",
        "five minutes, sorry",
        "we're out of time",
        "I'm out of here",
        "I moved house",
        "we moved too",
        "my car is on level four",
        "two hours for dinner",
        "the doctor reminder on Monday",
        "get home at the store",
        "cancel dentist reminder for Monday",
        "what's off the shopping list",
        "to-do, what's on it",
        "vat on 350",
        "the evening alarm",
    ],
)
def test_what_asks_for_something_else_stays(line: str) -> None:
    assert list(whole_requests(line)) == []


@pytest.mark.parametrize(
    "line",
    [
        "two timers, potato for forty minutes and gravy for fifteen minutes",
        "two timers, a potato one for forty minutes and a gravy one for fifteen",
        "set a potato timer for forty minutes and a gravy one for fifteen",
        "set a timer for the potato, forty minutes, and one for the gravy, fifteen",
        "set one timer for the potato, forty minutes and another for the gravy, fifteen",
        "two timers, please, forty minutes for the potato and fifteen for the gravy",
        "set two timers, forty minutes for the potato and fifteen minutes for the gravy",
    ],
)
def test_two_timers_are_said_whole(line: str) -> None:
    assert (
        two_timers(line)
        == "set a potato timer for forty minutes and set a gravy timer for fifteen minutes"
    )


@pytest.mark.parametrize(
    "line",
    ["set a timer for an hour and ten minutes", "cancel the tea and the egg timer", "salt and oil"],
)
def test_other_lines_stay_as_they_are(line: str) -> None:
    assert two_timers(line) == line


def test_a_clock_to_start_is_a_timer() -> None:
    assert clock_started("start the clock, twenty minutes") == "set a timer for twenty minutes"
    assert clock_started("start the clock") == "start the clock"
