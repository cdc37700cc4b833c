"""Unit: requests without their verb, or behind a clause that only tells why."""

import time

import pytest

from jarvis_voice.language.en.clipped_requests import clipped, named_at_once, two_clipped_timers

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ("I've got a pie in the oven, forty minutes please", "set a pie timer for forty minutes"),
        ("I need to call Bo on Monday, remind me at 9", "remind me to call Bo on Monday at 9"),
        ("we have to go, can you remind me of it at six", "remind me to go at six"),
        ("shopping list, plums and brie", "add plums and brie to my shopping list"),
        ("list for the picnic, rolls, juice", "add rolls, juice to my picnic list"),
        ("put foil down for the shop", "add foil to my shopping list"),
        ("pop socks on a packing one", "add socks to my packing list"),
        ("do we need any milk", "is milk on my shopping list"),
        ("when it's ten tonight tell me to lock up", "remind me at ten tonight to lock up"),
        ("I'm making soup, put leeks on my list", "put leeks on my list"),
        ("90 quid split between three of us", "90 divided by 3"),
        ("split a bill of 146 between five", "146 divided by 5"),
        ("share the 80 pounds between 4 friends", "80 divided by 4"),
        (
            "put a timer of eight minutes for the pasta",
            "set a timer for eight minutes called pasta",
        ),
        (
            "forty five minute break, set us a timer",
            "set a timer for forty five minute called break",
        ),
        (
            "ten minutes for the dough, can you start a timer",
            "set a timer for ten minutes called dough",
        ),
        (
            "give me fifteen minutes on the battery charger",
            "set a timer for fifteen minutes called battery charger",
        ),
        ("timer 25 mins maths revision", "set a timer for 25 mins called maths revision"),
        ("gimme 15 min on the clock", "set a timer for 15 min"),
        ("timer, 12 minutes, rice", "set a timer for 12 minutes called rice"),
        ("200 miles in four hours is how fast", "200 divided by 4"),
    ],
)
def test_a_clipped_request_is_said_whole(said: str, whole: str) -> None:
    assert whole in clipped(said)


@pytest.mark.parametrize(
    "said",
    ["I've got a pie in the oven, lovely", "shopping list, read it", "do I need a coat",
     "do I need to go", "I'm tired, goodnight", "timer 5 minutes left", "timer 5 minutes not 10",
     "give me two minutes on the phone", "give me a minute",
     "split the party between the days"],
)  # fmt: skip
def test_what_is_no_request_stays(said: str) -> None:
    assert not list(clipped(said))


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ("egg timer six minutes and a toast timer two",
         "set a egg timer for six minutes and set a toast timer for two minutes"),
        ("two timers, one for five minutes one for nine",
         "set a timer for five minutes and set a timer for nine minutes"),
    ],
)  # fmt: skip
def test_two_timers(said: str, whole: str) -> None:
    assert next(two_clipped_timers(said)) == whole


def test_a_name_behind_a_timer() -> None:
    assert named_at_once("a ten minute timer, call it pie") == "a ten minute timer called pie"
    assert named_at_once("call it pie") == "call it pie"


@pytest.mark.parametrize("piece", ["timer ", "i've got a pie in the oven, ", "list, ", "a, "])
def test_a_long_line_is_read_quickly(piece: str) -> None:
    line = (piece * 120)[:120]
    begin = time.perf_counter()
    list(clipped(line))
    list(two_clipped_timers(line))
    named_at_once(line)
    assert time.perf_counter() - begin < 0.5
