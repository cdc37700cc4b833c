"""Flow: a clock that was wrong for a while costs no alarm, and what is gone does not ring on."""

import asyncio
from dataclasses import replace
from datetime import UTC, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from schedule.ringing_room import START, Room, Rows, World, alarm, in_time

from jarvis_voice.core.schedule_entries import Entry, Moment, advanced
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
        now = Moment(world.now(), *world.elapsed())
        missed.note([rang, waited, once], now, UTC)
        before = Moment(START - timedelta(hours=1), *world.elapsed())
        assert missed.coming_again({}, now, UTC) == []
        assert missed.coming_again({}, before, UTC) == [waited]
        assert missed.coming_again({}, before, UTC) == []

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


DAY = timedelta(days=1)


def days_missed(world: World) -> tuple[MissedEntries, Entry, Moment]:
    """A daily alarm that was missed four times by a clock that is three days ahead."""
    missed, ahead = MissedEntries(), Moment(world.now() + 3 * DAY, *world.elapsed())
    first = replace(alarm(world, -1_800, DAILY_AT_START), number=1)
    missed.note([first], ahead, UTC)
    row = advanced(first, ahead.wall, UTC)
    assert row
    assert row.due_at == first.due_at + 4 * DAY
    return missed, row, ahead


DAILY_AT_START = f"FREQ=DAILY;BYHOUR={(START - timedelta(minutes=30)).astimezone(UTC).hour}"
DAILY_AT_START += f";BYMINUTE={(START - timedelta(minutes=30)).minute};BYSECOND=0"


def test_of_times_of_which_only_the_first_is_over_the_next_one_comes() -> None:
    async def flow(world: World) -> None:
        missed, row, ahead = days_missed(world)
        assert missed.coming_again({1: row}, ahead, UTC) == []
        right = Moment(world.now(), *world.elapsed())
        assert missed.coming_again({1: row}, right, UTC) == [
            replace(row, due_at=row.due_at - 3 * DAY)
        ]
        assert missed.coming_again({1: row}, right, UTC) == []

    in_time(flow)


@pytest.mark.parametrize(
    ("back", "change"),
    [
        (timedelta(hours=3), {}),  # the clock is a little wrong: no time is between
        (3 * DAY, {"due_at": START + 9 * DAY}),  # it rang since, or was changed
        (3 * DAY, {"state": "ringing"}),
    ],
)
def test_what_rang_or_was_changed_since_does_not_come_earlier(
    back: timedelta, change: dict[str, Any]
) -> None:
    async def flow(world: World) -> None:
        missed, row, ahead = days_missed(world)
        # at noon of a day nothing is due within the hours before
        now = replace(ahead, wall=ahead.wall + timedelta(hours=4))
        assert missed.coming_again({1: row}, now, UTC) == []
        now = replace(now, wall=now.wall - back)
        assert missed.coming_again({1: replace(row, **change)}, now, UTC) == []

    in_time(flow)


def test_a_clock_that_was_days_wrong_at_the_start_silences_nothing() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(alarm(world, -1_800, DAILY_AT_START)))
        world.ahead = 3 * DAY
        async with room.ringing():
            await asyncio.sleep(60)
            world.ahead = timedelta(0)
            await asyncio.sleep(DAY_SECONDS)
        assert len(room.of("schedule-missed")) == 1
        [started] = room.of("ringing-started")
        assert started["at"] == pytest.approx(DAY_SECONDS - 1_800, abs=2 * TICK_SECONDS)

    in_time(flow)
