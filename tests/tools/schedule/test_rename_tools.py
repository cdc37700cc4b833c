"""Flow: a timer or an alarm gets another name, and rings when it would have rung before."""

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
    "said",
    [
        "rename the timer to pasta",
        "name that timer pasta",
        "change the name of the timer to pasta",
        "rename it to pasta",
        "call it pasta",
        "call that one pasta",
    ],
)
async def test_a_timer_gets_a_name(home: Home, said: str) -> None:
    await home.say("set a timer for 8 minutes")
    [before] = await home.entries()
    assert await home.say(said) == "I have renamed the 8 minute timer to pasta."
    [after] = await home.entries()
    assert (after.name, after.due_at) == ("pasta", before.due_at)


async def test_the_name_that_it_had_says_which(home: Home) -> None:
    await home.say("pasta timer for 8 minutes", "egg timer for 4 minutes")
    assert await home.say("rename the pasta timer to rice") == (
        "I have renamed the pasta timer to rice."
    )
    assert {one.name for one in await home.entries()} == {"rice", "egg"}


async def test_of_two_it_is_asked_which(home: Home) -> None:
    await home.say("set a timer for 8 minutes", "set a timer for 4 minutes")
    assert (await home.say("rename the timer to rice")).startswith("Which one do you mean")
    assert {one.name for one in await home.entries()} == {""}


async def test_where_there_is_none_it_says_so(home: Home) -> None:
    assert await home.say("rename the timer to rice") == "You have no timers."
