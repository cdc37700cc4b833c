"""Unit: the clock anywhere, over the list of cities that ships."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from tools.around import NOW, run, surroundings, the_tool

from jarvis_voice.core.config import UserConfig
from jarvis_voice.core.types import ME, Origin, ReceiptKind
from jarvis_voice.store.in_memory.store import InMemoryStore
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.tools.schedule.clock_tools import tools

pytestmark = pytest.mark.unit

TWELVE = UserConfig(locale="en_US", home_city="", units="imperial", currency="USD", clock="12")
LATE = datetime(2026, 11, 5, 17, 7, tzinfo=UTC)


async def ask(now: datetime = NOW, user: UserConfig | None = None, **arguments: Any) -> str:
    around = surroundings(user=user) if user else surroundings()
    result = await run(the_tool(tools, "get_time", around), ToolContext(now), **arguments)
    assert result.receipt.kind is ReceiptKind.LOOKUP
    return result.receipt.observed


@pytest.mark.parametrize(
    ("arguments", "observed"),
    [
        ({}, "It is 09:07."),
        ({"what": "time"}, "It is 09:07."),
        ({"what": "date"}, "It is Thursday, 5 November 2026."),
        ({"what": "date", "day": "tomorrow"}, "Tomorrow is Friday, 6 November 2026."),
        ({"what": "date", "day": "yesterday"}, "Yesterday was Wednesday, 4 November 2026."),
        ({"place": "here"}, "It is 09:07."),
        ({"place": "my city"}, "It is 09:07."),
        ({"place": "Tokyo"}, "It is 18:07 in Tokyo."),
        ({"place": "tokyo right now"}, "It is 18:07 in Tokyo."),
        ({"place": "Paris"}, "It is 10:07 in Paris."),
        ({"place": "Paris, Texas"}, "It is 03:07 in Paris, Texas."),
        ({"place": "Japan"}, "It is 18:07 in Japan."),
        ({"place": "Brazil"}, "It is 06:07 in Bras\u00edlia, Brazil."),
        ({"place": "California"}, "It is 01:07 in California."),
        ({"place": "UTC"}, "It is 09:07 in UTC."),
        ({"place": "Pacific time"}, "It is 01:07 in Pacific time."),
        ({"place": "Kathmandu"}, "It is 14:52 in Kathmandu."),
        ({"what": "date", "place": "Tokyo"}, "It is Thursday, 5 November 2026, in Tokyo."),
    ],
)
async def test_the_time_here_and_anywhere(arguments: dict[str, Any], observed: str) -> None:
    assert await ask(NOW, **arguments) == observed


async def test_the_time_of_the_user_s_city_is_told_where_it_is_another() -> None:
    async with InMemoryStore() as store:
        around = surroundings(profiles=store.profiles)
        tool = the_tool(tools, "get_time", around)
        for city, told in (
            ("London", "It is 17:07."),
            ("Tokyo", "It is 17:07. In Tokyo it is 02:07."),
        ):
            await store.profiles.keep(ME, "city", city, "t1", NOW)
            assert (await run(tool, ToolContext(LATE))).receipt.observed == told
        date = (await run(tool, ToolContext(LATE), what="date")).receipt.observed
        assert date.endswith("In Tokyo it is Friday, 6 November 2026.")
        ana = ToolContext(LATE, origin=Origin("ana"))
        assert (await run(tool, ana)).receipt.observed == "It is 17:07."


async def test_another_day_there_is_said() -> None:
    assert await ask(LATE, place="Tokyo") == "It is 02:07 on Friday in Tokyo."
    assert await ask(LATE, place="Lisbon") == "It is 17:07 in Lisbon."
    midnight = datetime(2026, 11, 5, 1, 0, tzinfo=timezone(timedelta(hours=1)))
    assert await ask(midnight, place="New York") == "It is 19:00 on Wednesday in New York City."
    date = await ask(LATE, what="date", place="Tokyo")
    assert date == "It is Friday, 6 November 2026, in Tokyo."


@pytest.mark.parametrize(
    ("hour", "said"), [(0, "12:07 AM"), (9, "9:07 AM"), (12, "12:07 PM"), (18, "6:07 PM")]
)
async def test_a_clock_of_twelve_hours(hour: int, said: str) -> None:
    assert await ask(NOW.replace(hour=hour), TWELVE) == f"It is {said}."


async def test_summer_time_is_that_of_the_day_asked() -> None:
    assert await ask(datetime(2026, 7, 1, 12, 0, tzinfo=UTC), place="London") == (
        "It is 13:00 in London."
    )


@pytest.mark.parametrize("place", ["Mordor", "Hogwarts", "the garden", "five minutes", "Europe"])
async def test_a_place_that_is_none_has_no_time(place: str) -> None:
    result = await run(the_tool(tools, "get_time", surroundings()), place=place)
    assert result.receipt.kind is ReceiptKind.NO_OP
    assert result.receipt.observed.startswith(f"I do not know a place called {place}.")


async def test_an_american_date_puts_the_month_first() -> None:
    tool = the_tool(tools, "get_time", surroundings(user=TWELVE))
    result = await run(tool, what="date")
    assert result.receipt.observed == "It is Thursday, November 5, 2026."
