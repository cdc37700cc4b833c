"""Flow: of several that ring, the one that is called by its name is changed, and no other."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tools.schedule_home import Home, home_in

from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.flow


@pytest.fixture
async def home(paths: Paths, tmp_path: Path) -> AsyncIterator[Home]:
    async with home_in(paths, tmp_path) as made:
        await made.say("set an alarm for 7 am called gym", "set an alarm for 8 am called work")
        yield made


async def due(home: Home) -> dict[str, str]:
    return {one.name: f"{one.due_at:%H:%M}{one.rule and ' again'}" for one in await home.entries()}


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("push gym back by ten minutes", "07:10"),
        ("postpone gym by an hour", "08:00"),
        ("bring gym forward by ten minutes", "06:50"),
        ("gym ten minutes later", "07:10"),
        ("change gym to 9 am", "09:00"),
        ("change gym to 8 am", "08:00"),
        ("make the gym one 9 am", "09:00"),
        ("gym should be at 9 am", "09:00"),
        ("gym not at 7 but at 9 am", "09:00"),
        ("make gym daily", "07:00 again"),
        ("gym only on mondays", "07:00 again"),
        ("make the first one 9 am", "09:00"),
    ],
)
async def test_the_one_that_is_named_is_moved(home: Home, said: str, at: str) -> None:
    await home.say(said)
    assert await due(home) == {"gym": at, "work": "08:00"}


async def test_the_one_that_is_named_is_cancelled(home: Home) -> None:
    assert await home.say("cancel gym") == "I have cancelled the gym alarm for 07:00."
    assert await due(home) == {"work": "08:00"}


async def test_both_are_moved_where_both_are_meant(home: Home) -> None:
    await home.say("move them by an hour")
    assert await due(home) == {"gym": "08:00", "work": "09:00"}


async def test_one_way_alone_is_asked_about(home: Home) -> None:
    assert await home.say("move gym back") == "By how much?"
    await home.say("half an hour")
    assert await due(home) == {"gym": "07:30", "work": "08:00"}


async def test_what_is_to_ring_instead_takes_the_place_of_the_last(home: Home) -> None:
    await home.say("set an alarm for 9 am instead")
    assert await due(home) == {"gym": "07:00", "work": "09:00"}


async def test_a_change_and_a_name_are_both_done(home: Home) -> None:
    await home.say("change it to 9 and call it office")
    assert "office" in await due(home)


@pytest.mark.parametrize(
    "said", ["the gym was great", "I have work at 9", "find a gym nearby", "no work tomorrow"]
)
async def test_a_name_that_is_only_spoken_of_moves_nothing(home: Home, said: str) -> None:
    await home.say(said)
    assert await due(home) == {"gym": "07:00", "work": "08:00"}
