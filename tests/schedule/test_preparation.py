"""Flow: a briefing is made before its routine is due, and one that was missed is offered once."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from schedule.ringing_room import Room, Rows, World, in_time

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import Origin
from jarvis_voice.schedule.preparation import Preparation

pytestmark = pytest.mark.flow

TEN_MINUTES = 600.0


class Newsroom:
    """Notes when a briefing is made, and for whom."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.made: list[tuple[float, str]] = []
        self.error: ToolError | None = None

    async def make(self, user_id: str) -> None:
        self.made.append((round(self.world.seconds()), user_id))
        if self.error:
            raise self.error


def routine(world: World, seconds: float, words: str, rule: str = "") -> Entry:
    due = world.now() + timedelta(seconds=seconds)
    return Entry("routine", due, world.now() - timedelta(days=9), words=words, rule=rule)


def test_a_briefing_is_made_ten_minutes_before_it_is_read() -> None:
    async def work(world: World) -> None:
        news = Newsroom(world)
        room = Room(world, Rows(routine(world, 3600, "give me my briefing")))
        room.preparation = Preparation(news.make, TEN_MINUTES)
        async with room.ringing():
            await asyncio.sleep(3650)
        assert news.made == [(3000, "me")]
        assert room.conversation.asked == ["schedule: give me my briefing"]

    in_time(work)


def test_another_routine_and_news_of_one_topic_are_not_prepared() -> None:
    async def work(world: World) -> None:
        news = Newsroom(world)
        rows = Rows(
            routine(world, 700, "what is the weather"),
            routine(world, 700, "tell me the news about batteries"),
        )
        room = Room(world, rows)
        room.preparation = Preparation(news.make, TEN_MINUTES)
        async with room.ringing():
            await asyncio.sleep(800)
        assert news.made == []
        assert len(room.conversation.asked) == 2

    in_time(work)


def test_what_comes_daily_is_prepared_each_day() -> None:
    async def work(world: World) -> None:
        news = Newsroom(world)
        daily = routine(world, 3600, "brief me", "FREQ=DAILY;BYHOUR=10;BYMINUTE=0;BYSECOND=0")
        room = Room(world, Rows(daily))
        room.preparation = Preparation(news.make, TEN_MINUTES)
        async with room.ringing():
            await asyncio.sleep(2 * 86_400)
        assert [at for at, _ in news.made] == [3000, 3000 + 86_400]

    in_time(work)


def test_what_cannot_be_prepared_is_asked_for_all_the_same() -> None:
    async def work(world: World) -> None:
        news = Newsroom(world)
        news.error = ToolError("briefing-failed", "No.")
        room = Room(world, Rows(routine(world, 700, "give me my briefing")))
        room.preparation = Preparation(news.make, TEN_MINUTES)
        async with room.ringing():
            await asyncio.sleep(800)
        assert room.conversation.asked == ["schedule: give me my briefing"]
        assert room.told == []

    in_time(work)


def test_what_will_not_run_is_not_prepared() -> None:
    async def of_ben(origin: Origin) -> bool:
        return origin.user_id == "ben"

    async def work(world: World) -> None:
        news = Newsroom(world)
        soon, late = routine(world, 700, "brief me"), routine(world, -7200, "brief me")
        anna, ben = (replace(soon, user_id=user, place="phone") for user in ("anna", "ben"))
        room = Room(world, Rows(anna, ben, replace(late, user_id="anna", place="phone")))
        room.preparation = Preparation(news.make, TEN_MINUTES, of_ben)
        async with room.ringing():
            await asyncio.sleep(800)
        assert [user for _, user in news.made] == ["ben"]

    in_time(work)


def test_a_missed_briefing_is_made_and_offered_once() -> None:
    async def work(world: World) -> None:
        news = Newsroom(world)
        late = routine(world, -7200, "give me my briefing")
        room = Room(world, Rows(late))
        room.preparation = Preparation(news.make, TEN_MINUTES)
        async with room.ringing():
            await asyncio.sleep(60)
        assert news.made == [(0, "me")]
        assert room.conversation.asked == ["schedule: offer my briefing of 07:00"]
        assert room.rows.table == {}
        assert room.of("schedule-missed") == []

    in_time(work)


def test_one_that_was_to_be_mailed_goes_out_late() -> None:
    async def work(world: World) -> None:
        news = Newsroom(world)
        room = Room(world, Rows(routine(world, -7200, "mail me my briefing")))
        room.preparation = Preparation(news.make, TEN_MINUTES)
        async with room.ringing():
            await asyncio.sleep(60)
        assert news.made == [(0, "me")]
        assert room.conversation.asked == ["schedule: mail me my briefing"]

    in_time(work)


def test_in_quiet_hours_the_offer_waits() -> None:
    async def work(world: World) -> None:
        room = Room(world, Rows(routine(world, -7200, "give me my briefing")))
        room.is_quiet = True
        async with room.ringing():
            await asyncio.sleep(1000)
            assert room.conversation.asked == []
            room.is_quiet = False
            await asyncio.sleep(60)
        assert room.conversation.asked == ["schedule: offer my briefing of 07:00"]

    in_time(work)


def test_beside_other_missed_things_each_is_told_in_its_way() -> None:
    async def work(world: World) -> None:
        alarm = Entry("alarm", world.now() - timedelta(hours=1), world.now())
        late = routine(world, -90_000, "read me the news")
        room = Room(world, Rows(alarm, late))
        async with room.ringing():
            await asyncio.sleep(60)
        assert room.conversation.asked == ["schedule: offer my briefing of Wednesday at 08:00"]
        assert [one["text"] for one in room.of("schedule-missed")] == [
            "You missed your alarm for 08:00, at 08:00 today."
        ]

    in_time(work)
