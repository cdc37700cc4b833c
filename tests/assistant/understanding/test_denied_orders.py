"""Flow: what a sentence says is not meant is neither taken away, moved to nor left out."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tools.schedule_home import Home, home_in

from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.flow

SOUP_AND_BREAD = ("set a soup timer for 25 minutes", "set a bread timer for 50 minutes")
SEVEN_AND_NINE = ("set an alarm for 7 am", "set an alarm for 9 am")


@pytest.fixture
async def home(paths: Paths, tmp_path: Path) -> AsyncIterator[Home]:
    async with home_in(paths, tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    ("before", "said", "left"),
    [
        (SOUP_AND_BREAD, "cancel the second timer, not the first", ["soup"]),
        (
            (*SOUP_AND_BREAD, "cancel the timer", "never mind"),
            "cancel the second timer, not the first",
            ["soup"],
        ),
        (SOUP_AND_BREAD, "cancel the bread timer instead of the soup timer", ["soup"]),
        (SOUP_AND_BREAD, "cancel my timers, not the soup one", ["soup", "bread"]),
        (SOUP_AND_BREAD, "cancel the timers, not the alarms", []),
    ],
)
async def test_what_is_not_meant_stays(
    home: Home, before: tuple[str, ...], said: str, left: list[str]
) -> None:
    await home.say(*before, said)
    assert [one.name for one in await home.entries()] == left


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("move the 7 am alarm to 8, not to 9", ["08:00", "09:00"]),
        ("move the 9 am alarm to 10 instead of 11", ["07:00", "10:00"]),
    ],
)
async def test_nothing_is_moved_to_a_time_that_is_not_meant(
    home: Home, said: str, due: list[str]
) -> None:
    await home.say(*SEVEN_AND_NINE, said)
    assert sorted(f"{one.due_at:%H:%M}" for one in await home.entries()) == due


@pytest.mark.parametrize(
    "said", ["don't wake me tomorrow, but on Sunday", "skip the alarm tomorrow, not on Sunday"]
)
async def test_a_day_that_is_not_meant_is_not_left_out(home: Home, said: str) -> None:
    await home.say("wake me every day at 7", said)
    [entry] = await home.entries()
    assert "EXDATE=20261106" in entry.rule
    assert "20261108" not in entry.rule


@pytest.mark.parametrize("said", ["triple the will timer", "halve the will timer"])
async def test_another_timer_than_is_named_gets_no_other_length(home: Home, said: str) -> None:
    await home.say("set a will timer for 90 minutes", "set a steam timer for 25 minutes", said)
    [steam] = [one for one in await home.entries() if one.name == "steam"]
    assert steam.length_seconds == 1500
