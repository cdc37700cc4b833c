"""Unit: clauses as the questions and times that they stand for."""

import pytest

from jarvis_voice.assistant.understanding.turned_clauses import at_clock_time, timed, turned

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("check if it's gonna rain tonight", "is it going to rain tonight"),
        ("see whether milk is on my shopping list", "is milk on my shopping list"),
        ("check if i need an umbrella", "do i need an umbrella"),
        ("know what day the 24th of december falls on", "what day is the 24th of december"),
        ("it says 350 fahrenheit, what is that in celsius", "convert 350 fahrenheit to celsius"),
        ("how many miles 10 km is", "how many miles are in 10 km"),
        ("don't call me Robert, call me Rob", "call me Rob"),
        ("what about the sound, can you turn that up", "turn the sound up"),
        ("and the music, turn it down a bit", "turn the music down a bit"),
        ("our guests are going to Hampi, how is it there", "what is the weather in Hampi"),
        ("we are off to Rome on Friday, will it rain there", "will it rain in Rome on Friday"),
        ("for how many days is a goat pregnant", "how many days is a goat pregnant"),
        ("mum says quieter", "quieter"),
        ("what about Amritsar, how hot is it there", "how hot is it in Amritsar"),
        ("how about Leeds, what is it like there", "what is the weather in Leeds"),
        ("stop the timer, not the alarm", "stop the timer"),
        ("tell me which city you think I live in", "which city do I live in"),
    ],
)
def test_a_clause_becomes_a_request(said: str, asked: str) -> None:
    assert asked in turned(said)


@pytest.mark.parametrize(
    "said",
    [
        "what about the sound, is it on",
        "remind me to call Anna in Rome, will it rain there",
        "what is the time in Lisbon, and will it rain there today",
        "for how long is a cow pregnant",
        "mum says hello",
    ],
)
def test_a_clause_that_is_none_stays(said: str) -> None:
    assert not [*turned(said)]


def test_two_amounts_are_not_guessed_between() -> None:
    assert not [*turned("it's 5 miles and 3 feet, what is that in meters")]


@pytest.mark.parametrize(
    ("plain", "other", "whole"),
    [
        ("set a timer", "the cake comes out in 35 minutes", ["set a timer for 35 minutes"]),
        ("start another timer", "eleven minutes", ["set a timer for eleven minutes"]),
        ("set an alarm", "i have to get up at five", ["set an alarm at five"]),
        ("set a timer", "the rice is done", []),
        ("set a timer for tea", "it takes 4 minutes", []),
    ],
)
def test_a_time_comes_from_the_other_clause(plain: str, other: str, whole: list[str]) -> None:
    assert [*dict.fromkeys(timed(plain, [other]))] == whole


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("remind me when it's 5 pm to feed the cat", "remind me at 5 pm to feed the cat"),
        ("remind me when it's raining to close it", "remind me when it's raining to close it"),
        ("tell me a joke", "tell me a joke"),
    ],
)
def test_a_clock_time_is_said_plainly(said: str, meant: str) -> None:
    assert at_clock_time(said) == meant


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("shopping list, how long is it getting", "how long is my shopping list"),
        ("the shopping list, what does it say", "what is on my shopping list"),
        ("egg timer, what's it say", "check my egg timer"),
        ("eggs, are they down", "are eggs on the list"),
        ("tea, is that on the shopping list", "is tea on the shopping list"),
    ],
)
def test_what_it_is_about_may_stand_first(line: str, whole: str) -> None:
    assert whole in list(turned(line))
