"""Flow: a timer that runs is given more time, or less."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tools.schedule_home import Home, home_in

from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.flow


@pytest.fixture
async def home(paths: Paths, tmp_path: Path) -> AsyncIterator[Home]:
    async with home_in(paths, tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    ("said", "length_seconds"),
    [
        ("add five minutes to the timer", 900),
        ("at 5 minutes to the timer", 900),
        ("and five minutes to the timer", 900),
        ("add five more minutes to my tea timer", 900),
        ("put another five minutes on the timer", 900),
        ("give the timer five more minutes", 900),
        ("extend the timer by five minutes", 900),
        ("make the tea timer five minutes longer", 900),
        ("take five minutes off the timer", 600),
        ("shorten the timer by five minutes", 600),
    ],
)
async def test_time_is_added_and_taken(home: Home, said: str, length_seconds: float) -> None:
    await home.say("tea timer for ten minutes")
    [before] = await home.entries()
    answer = await home.say(said)
    assert answer.startswith("The tea timer has ")
    assert answer.endswith(" left now.")
    [after] = await home.entries()
    seconds = after.due_elapsed_seconds - before.due_elapsed_seconds
    assert round(seconds) == (-300 if length_seconds == 600 else 300)
    assert (after.name, after.state) == ("tea", "waiting")
    assert home.alarm_state.changed.is_set()


async def test_no_more_is_taken_than_there_is(home: Home) -> None:
    await home.say("tea timer for two minutes")
    assert "It has only " in await home.say("take five minutes off the timer")
    assert [one.length_seconds for one in await home.entries()] == [120]


async def test_which_of_several_is_asked(home: Home) -> None:
    await home.say("tea timer for two minutes", "pasta timer for ten minutes")
    assert await home.say("add a minute to the timer") == (
        "Which one do you mean: the tea timer or the pasta timer?"
    )
    assert (await home.say("the second one")).startswith("The pasta timer has ")
    await home.say("add a minute to the timer")
    assert (await home.say("the tea one")).startswith("The tea timer has ")


async def test_without_a_timer_nothing_is_set(home: Home) -> None:
    assert await home.say("add five minutes to the timer") == "You have no timers."
    assert await home.entries() == []


async def test_what_rings_is_stopped_and_goes_on(home: Home) -> None:
    await home.say("tea timer for two minutes")
    await home.ring()
    await home.say("add five minutes to the timer")
    assert home.alarm_state.hushed.is_set()
    [after] = await home.entries()
    assert after.state == "waiting"


@pytest.mark.parametrize("said", ["pause the timer", "resume the timer"])
async def test_a_timer_cannot_be_paused(home: Home, said: str) -> None:
    await home.say("tea timer for two minutes")
    assert "I cannot pause or restart" in await home.say(said)


async def test_a_timer_is_given_another_length(home: Home) -> None:
    await home.say("pasta timer for ten minutes", "tea timer for two minutes")
    answer = await home.say("change the pasta timer to 20 minutes")
    assert answer == "The pasta timer has 20 minutes left now."
    assert sorted(one.length_seconds for one in await home.entries()) == [120, 1_200]


async def test_more_minutes_behind_a_timer_are_for_it_or_for_what_rings(home: Home) -> None:
    await home.say("wake me at 7 am", "tea timer for ten minutes")
    assert await home.say("2 more mins") == "The tea timer has 12 minutes left now."
    [alarm] = [one for one in await home.entries() if one.kind == "alarm"]
    await home.ring((await home.entries()).index(alarm))
    assert await home.say("2 more mins") == "Snoozed for 2 minutes."
    assert home.alarm_state.hushed.is_set()
