"""Flow: a clock that was wrong for a while costs no alarm, and what is gone does not ring on."""

import asyncio
from dataclasses import replace
from datetime import timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest
from schedule.ringing_room import START, Room, Rows, World, alarm, in_time

from jarvis_voice.core.schedule_entries import Moment
from jarvis_voice.schedule.missed_entries import KEPT_SECONDS, MissedEntries
from jarvis_voice.schedule.ringer import TICK_SECONDS

pytestmark = pytest.mark.flow

DAILY = "FREQ=DAILY;BYHOUR=9;BYMINUTE=30;BYSECOND=0"
HALF_HOURS = "FREQ=HOURLY;BYMINUTE=30;BYSECOND=0"
DAY_SECONDS = 86_400


@pytest.mark.parametrize(("rule", "again"), [(DAILY, DAY_SECONDS), (HALF_HOURS, 3_600)])
@pytest.mark.parametrize("ahead", [timedelta(hours=3), timedelta(days=365), timedelta(days=4_000)])
def test_a_clock_that_was_wrong_for_a_minute_silences_nothing(
    ahead: timedelta, rule: str, again: int
) -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(alarm(world, 1_800, rule)))
        async with room.ringing():
            await asyncio.sleep(60)
            world.ahead = ahead
            await asyncio.sleep(60)
            world.ahead = timedelta(0)
            await asyncio.sleep(3_000)
        assert len(room.of("schedule-missed")) == 1
        [started] = room.of("ringing-started")
        assert started["at"] == pytest.approx(1_800, abs=2 * TICK_SECONDS)
        assert room.rows[1].due_at == START + timedelta(seconds=1_800 + again)

    in_time(flow)


@pytest.mark.parametrize("ahead", [timedelta(hours=3), timedelta(days=365), timedelta(days=4_000)])
def test_what_is_set_once_is_told_and_waits_anew_when_the_clock_is_right_again(
    ahead: timedelta,
) -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(alarm(world, 1_800)))
        async with room.ringing():
            await asyncio.sleep(60)
            world.ahead = ahead
            await asyncio.sleep(60)
            assert room.rows[1].state == "missed"
            world.ahead = timedelta(0)
            await asyncio.sleep(60)
            assert room.rows[1].state == "waiting"
            await asyncio.sleep(3_000)
        assert len(room.of("schedule-missed")) == 1
        [told] = [one for one in room.of("problem-reported") if one["code"] == "clock-was-wrong"]
        assert told["message"] == (
            "The clock was wrong. Your alarm at 09:30 today was not missed: it is set."
        )
        [started] = room.of("ringing-started")
        assert started["at"] == pytest.approx(1_800, abs=2 * TICK_SECONDS)
        assert room.rows.table == {}

    in_time(flow)


def test_what_is_set_once_waits_anew_also_where_a_start_came_between() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(alarm(world, 1_800)))
        world.ahead = timedelta(hours=3)
        async with room.ringing():
            await asyncio.sleep(60)
        world.ahead = timedelta(0)
        async with room.ringing():
            await asyncio.sleep(3_000)
        assert len(room.of("ringing-started")) == 1

    in_time(flow)


@pytest.mark.parametrize("is_started_anew", [False, True])
def test_what_stays_missed_is_told_once_and_its_row_goes(is_started_anew: bool) -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(alarm(world, 1_800)))
        world.ahead = timedelta(hours=3)
        async with room.ringing():
            await asyncio.sleep(60 if is_started_anew else KEPT_SECONDS + 60)
        if is_started_anew:
            async with room.ringing():
                await asyncio.sleep(60)
        assert len(room.of("schedule-missed")) == 1
        assert room.rows.table == {}

    in_time(flow)


def test_what_was_cancelled_meanwhile_does_not_come_back() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(alarm(world, 1_800, DAILY)))
        async with room.ringing():
            world.ahead = timedelta(days=365)
            await asyncio.sleep(60)
            room.rows.table.clear()
            room.alarm_state.touch()
            await asyncio.sleep(60)
            world.ahead = timedelta(0)
            await asyncio.sleep(3_000)
        assert room.of("ringing-started") == []
        assert room.rows.table == {}

    in_time(flow)


def test_what_rang_is_not_given_back() -> None:
    async def flow(world: World) -> None:
        missed = MissedEntries()
        rang = replace(alarm(world, -60, DAILY), number=1, state="ringing")
        waited = replace(alarm(world, -60, DAILY), number=2)
        once = replace(alarm(world, -60), number=3)
        missed.note([rang, waited, once], Moment(world.now(), *world.elapsed()))
        before = Moment(START - timedelta(hours=1), *world.elapsed())
        assert missed.coming_again(Moment(world.now(), *world.elapsed())) == []
        assert missed.coming_again(before) == [waited]
        assert missed.coming_again(before) == []

    in_time(flow)


def test_what_is_gone_from_the_file_while_it_rings_is_silent() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(alarm(world, 5)))
        async with room.ringing():
            await asyncio.sleep(6.5)
            room.rows.table.clear()
            room.alarm_state.touch()
            await asyncio.sleep(4)
            before = len(room.sounds)
            await asyncio.sleep(100)
            assert len(room.sounds) == before

    in_time(flow)


def test_in_another_zone_it_rings_when_the_wall_there_shows_its_time() -> None:
    async def flow(world: World) -> None:
        zones = {False: ZoneInfo("Europe/Lisbon"), True: ZoneInfo("America/New_York")}

        def zone(_: object) -> tzinfo:
            return zones[world.seconds() > 60]

        world.zone = zone  # type: ignore[method-assign]
        room = Room(world, Rows(alarm(world, 1_800, DAILY)))
        async with room.ringing():
            await asyncio.sleep(6 * 3_600)
        [started] = room.of("ringing-started")
        assert started["at"] / 3_600 == pytest.approx(5.5, abs=0.01)
        assert room.words[0] == "It is 09:30."

    in_time(flow)
