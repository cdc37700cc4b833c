"""Flow: a time put right behind what was set, on a real database."""

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
    ("asked", "corrections", "due"),
    [
        ("set a timer for ten minutes", ["No, fifteen minutes."], "Thu 05 15:15"),
        ("set a timer for ten minutes", ["make it 20"], "Thu 05 15:20"),
        ("set a timer for ten minutes", ["no sorry, nine minutes is enough"], "Thu 05 15:09"),
        ("set a timer", ["ten minutes", "no wait, 9 minutes will do"], "Thu 05 15:09"),
        ("pasta timer for 8 minutes", ["sorry, 9 minutes"], "Thu 05 15:09"),
        ("set a timer for ten minutes", ["no, 15 minutes", "make that 1 minute"], "Thu 05 15:01"),
        ("set a timer for ten minutes", ["make that twelve"], "Thu 05 15:12"),
        ("set a timer for ten minutes", ["actually make it forty"], "Thu 05 15:40"),
        ("wake me up at 6:45 tomorrow", ["actually make it seven"], "Fri 06 07:00"),
        ("remind me on Sunday at 9 AM to prune the roses", ["no, Saturday"], "Sat 07 09:00"),
        (
            "remind me tomorrow at 3 PM to get the girls",
            ["oh wait, they swim, so 4 PM"],
            "Fri 06 16:00",
        ),
        ("set an alarm for 8 PM", ["No, 9 PM."], "Thu 05 21:00"),
        ("set a timer for 5 minutes", ["make it six instead"], "Thu 05 15:06"),
        ("set a timer for one hour", ["that's too long, 45 minutes"], "Thu 05 15:45"),
        ("set a timer for 20 minutes", ["how long is left", "make it ten"], "Thu 05 15:10"),
        ("alarm for 8 AM tomorrow", ["no, make that half past"], "Fri 06 08:30"),
        ("wake me at 7 AM tomorrow", ["change it to quarter past"], "Fri 06 07:15"),
        ("wake me at ten to four tomorrow morning", ["make it quarter to"], "Fri 06 03:45"),
        ("wake me at ten to four tomorrow morning", ["make it half past"], "Fri 06 04:30"),
        ("wake me at half past six tomorrow morning", ["make it quarter to"], "Fri 06 06:45"),
        ("wake me at ten past six tomorrow morning", ["make it half past"], "Fri 06 06:30"),
        ("set an alarm for 10 PM", ["I wanted am not pm"], "Fri 06 10:00"),
        ("remind me tomorrow to buy a card", ["make it 5 PM"], "Fri 06 17:00"),
        ("set an alarm for 8 PM", ["no, 10"], "Thu 05 22:00"),
        ("wake me up tomorrow at 7 AM", ["sorry, I meant 8"], "Fri 06 08:00"),
        ("remind me to call Ana at 5 PM", ["no, at 6"], "Thu 05 18:00"),
    ],
)
async def test_what_was_set_is_set_anew_at_the_time_put_right(
    home: Home, asked: str, corrections: list[str], due: str
) -> None:
    await home.say(asked, *corrections)
    assert await home.due() == due


async def test_the_name_of_a_timer_stays(home: Home) -> None:
    await home.say("pasta timer for 8 minutes", "no, 9 minutes")
    assert [one.name for one in await home.entries()] == ["pasta"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("set an alarm for 20:00", "no, 9"),  # in the morning or in the evening?
        ("set a timer for ten minutes", "no, thanks"),
        ("set a timer for ten minutes", "no, bananas"),
        ("set a timer for ten minutes", "fifteen"),
        ("set a timer for ten minutes", "no 2"),
        ("remind me tomorrow to book a table for four", "no, at five pm"),
    ],
)
async def test_what_puts_no_time_right_changes_nothing(home: Home, asked: str, said: str) -> None:
    await home.say(asked)
    before = await home.entries()
    await home.say(said)
    assert await home.entries() == before


async def test_a_time_behind_anything_else_puts_nothing_right(home: Home) -> None:
    await home.say("set a timer for ten minutes", "what time is it")
    before = await home.entries()
    await home.say("no, 15 minutes")
    assert await home.entries() == before


@pytest.mark.parametrize(
    ("asked", "said", "due"),
    [
        ("remind me to call Ana tomorrow", "at 7 PM", "Fri 06 19:00"),
        ("remind me to eat on Saturday", "in the evening", "Sat 07 19:00"),
        ("remind me to call Ana tomorrow at 9 AM", "at 10 AM", "Fri 06 09:00"),
        ("remind me to call Ana tomorrow", "at the station", "Fri 06 09:00"),
    ],
)
async def test_a_time_that_was_our_choice_is_put_right_by_the_time_alone(
    home: Home, asked: str, said: str, due: str
) -> None:
    await home.say(asked, said)
    assert await home.due() == due
