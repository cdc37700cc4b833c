"""Flow: what was set rings in scripted time: jumps, sleep, crashes, no voice, no disk."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from schedule.ringing_room import (
    EARCON_SECONDS,
    START,
    Mouth,
    Room,
    Rows,
    World,
    alarm,
    in_time,
    timer,
)

from jarvis_voice.core.errors import AudioError, StoreError
from jarvis_voice.core.schedule_entries import LATE_SECONDS, Entry, Moment, in_seconds
from jarvis_voice.core.types import HERE, ME
from jarvis_voice.schedule.bell import EARCON_GAP_SECONDS
from jarvis_voice.schedule.ring_sound import MOUTH_SECONDS, RING_SECONDS, RingPlaces
from jarvis_voice.schedule.ringer import TICK_SECONDS
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.voice.turn_taking import State

pytestmark = pytest.mark.flow


def test_a_timer_rings_in_time_and_stops_by_itself_in_bounded_time() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(timer(world, 10)))
        async with room.ringing():
            await asyncio.sleep(9.9)
            assert room.sounds == []
            await asyncio.sleep(0.2)
            assert room.rows[1].state == "ringing", "marked before it sounds"
            await asyncio.sleep(RING_SECONDS * 2)
        assert room.sounds[:3] == [
            (10.0, "alarm"), (11.0, "Your pasta timer is done."), (14.5, "alarm")
        ]  # fmt: skip
        gap = EARCON_SECONDS + EARCON_GAP_SECONDS
        alarms = [at for at, sound in room.sounds if sound == "alarm"]
        assert all(later - at >= gap for at, later in pairwise(alarms))
        assert alarms[-1] < 10 + RING_SECONDS
        assert room.sounds[-1][1] == "I have stopped ringing."
        assert room.rows.table == {}
        assert room.told == [
            "ringing-started: Your pasta timer is done.",
            "ringing-ended: Nobody stopped the pasta timer.",
        ]

    in_time(flow)


def test_stop_silences_it_at_once_and_the_row_is_gone() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(timer(world, 5)))
        async with room.ringing():
            await asyncio.sleep(11.5)
            assert room.alarm_state.hush()
            await asyncio.sleep(0)
            await asyncio.sleep(0.1)
            before = len(room.sounds)
            await asyncio.sleep(RING_SECONDS)
            assert len(room.sounds) == before
            assert not room.alarm_state.hush(), "nothing rings any more"
        assert room.rows.table == {}
        assert room.told[-1] == "ringing-ended"

    in_time(flow)


@pytest.mark.parametrize("counts_sleep", [True, False])
def test_a_wall_clock_that_jumps_is_noticed_within_two_ticks(counts_sleep: bool) -> None:
    async def flow(world: World) -> None:
        world.counts_sleep = counts_sleep
        room = Room(world, Rows(alarm(world, 3_600)))
        async with room.ringing():
            await asyncio.sleep(100)
            world.ahead = timedelta(seconds=3_600)
            await asyncio.sleep(2 * TICK_SECONDS)
            assert room.sounds[0][1] == "alarm"
            await asyncio.sleep(EARCON_SECONDS)
            assert room.words == ["It is 10:01. It was due at 10:00."]

    in_time(flow)


def test_a_timer_that_ran_out_while_the_machine_slept_rings_at_its_waking() -> None:
    async def flow(world: World) -> None:
        world.counts_sleep = False
        room = Room(world, Rows(timer(world, 300)))
        async with room.ringing():
            await asyncio.sleep(10)
            world.ahead = timedelta(seconds=400)
            await asyncio.sleep(2 * TICK_SECONDS)
            assert room.sounds

    in_time(flow)


def test_a_clock_that_is_set_back_does_not_make_an_alarm_ring_twice() -> None:
    async def flow(world: World) -> None:
        rule = "FREQ=DAILY;BYHOUR=9;BYMINUTE=1;BYSECOND=0"
        room = Room(world, Rows(alarm(world, 60, rule)))
        async with room.ringing():
            await asyncio.sleep(61)
            room.alarm_state.hush()
            await asyncio.sleep(1)
            world.ahead = -timedelta(minutes=30)
            await asyncio.sleep(3_600)
        assert len(room.of("ringing-started")) == 1
        assert room.rows[1].due_at == START + timedelta(days=1, minutes=1)

    in_time(flow)


def test_what_a_crash_cut_off_rings_again_and_what_is_old_is_told_once() -> None:
    async def flow(world: World) -> None:
        cut_off = replace(timer(world, -60), state="ringing")
        old = replace(timer(world, -LATE_SECONDS - 60, "tea"), state="ringing")
        slept = alarm(world, -7_200)
        room = Room(world, Rows(cut_off, old, slept))
        async with room.ringing():
            await asyncio.sleep(1)
            assert room.alarm_state.ringing[0].name == "pasta"
            room.alarm_state.hush()
            await asyncio.sleep(10)
        missed = "You missed your tea timer, at 08:49 today; your alarm for 07:00, at 07:00 today."
        assert [event["text"] for event in room.of("schedule-missed")] == [missed]
        assert missed in room.words
        assert {one.number: one.state for one in room.rows.table.values()} == {3: "missed"}
        again = Room(world, room.rows)
        async with again.ringing():
            await asyncio.sleep(10)
        assert again.events == []

    in_time(flow)


def test_while_the_user_is_listened_to_nothing_rings() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(timer(world, 5)))
        async with room.ringing() as ringing:
            await asyncio.sleep(9)
            ringing.take(State.LISTENING)
            await asyncio.sleep(2)
            before = len(room.sounds)
            await asyncio.sleep(20)
            assert len(room.sounds) == before
            ringing.take(State.IDLE)
            await asyncio.sleep(3)
            assert len(room.sounds) > before

    in_time(flow)


def test_two_that_are_due_ring_as_one_and_both_are_named() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(timer(world, 5), timer(world, 5, "tea"), timer(world, 20, "egg")))
        async with room.ringing():
            await asyncio.sleep(30)
            room.alarm_state.hush()
            await asyncio.sleep(1)
        assert room.words == [
            "Your pasta timer is done. Your tea timer is done.",
            "Your egg timer is done.",
        ]
        assert len(room.of("ringing-ended")) == 3
        assert room.rows.table == {}

    in_time(flow)


def test_who_is_in_the_room_stops_all_that_rings_there() -> None:
    async def flow(world: World) -> None:
        hers = replace(timer(world, 5, "tea"), user_id="anna", place="annas-phone")
        room = Room(world, Rows(hers))
        async with room.ringing():
            await asyncio.sleep(9)
            assert room.alarm_state.hush(HERE)
            await asyncio.sleep(1)
        assert [event["ended_by"] for event in room.of("ringing-ended")] == ["user"]

    in_time(flow)


def test_without_a_voice_the_earcon_sounds_from_the_bare_loudspeaker() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(timer(world, 5)))
        room.mouth = None
        async with room.ringing():
            await asyncio.sleep(30)
        assert [sound for _, sound in room.chime.sounds[:1]] == ["alarm"]

    in_time(flow)


@pytest.mark.parametrize(("may_come", "at"), [(False, 5.0), (True, 5.0 + MOUTH_SECONDS)])
def test_a_voice_is_waited_for_only_as_long_as_one_may_come(may_come: bool, at: float) -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(timer(world, 5)))
        room.mouth, room.may_come = None, may_come
        async with room.ringing():
            await asyncio.sleep(30)
        began, sound = room.chime.sounds[0]
        assert sound == "alarm"
        assert began == pytest.approx(at, abs=0.3)

    in_time(flow)


def test_without_a_loudspeaker_it_stands_on_the_screen_and_is_told() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(timer(world, 5)))
        room.mouth = None
        room.no_chime = AudioError("no-speaker", "There is no loudspeaker.")
        async with room.ringing():
            await asyncio.sleep(2 * RING_SECONDS)
        assert room.told == [
            "ringing-started: Your pasta timer is done.",
            "problem-reported: no-speaker",
            "ringing-ended: Nobody stopped the pasta timer.",
        ]

    in_time(flow)


def test_with_a_database_that_cannot_be_written_it_rings_once_all_the_same() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(timer(world, 5)))
        room.rows.error = StoreError("database-write", "The disk is full.")
        async with room.ringing():
            await asyncio.sleep(6)
            room.alarm_state.hush()
            await asyncio.sleep(1)
            room.alarm_state.touch()
            await asyncio.sleep(RING_SECONDS)
        assert len(room.of("ringing-started")) == 1
        assert [event["code"] for event in room.of("problem-reported")] == ["database-write"]

    in_time(flow)


def test_a_routine_is_answered_at_the_satellite_where_it_was_set() -> None:
    async def flow(world: World) -> None:
        routine = Entry("routine", START + timedelta(seconds=5), START, words="the weather")
        theirs = replace(routine, user_id="anna", place="tablet/Kitchen")
        room, kitchen = Room(world, Rows(theirs, routine)), Mouth(world)
        room.places = lambda one: (
            RingPlaces(here=False, mouths=(kitchen,)) if one.place else RingPlaces()
        )
        async with room.ringing():
            await asyncio.sleep(30)
        assert kitchen.words == room.words == ["It is sunny."]

    in_time(flow)


def test_a_routine_is_a_turn_of_the_schedule_and_waits_for_its_next_time() -> None:
    async def flow(world: World) -> None:
        rule = "FREQ=DAILY;BYHOUR=9;BYMINUTE=1;BYSECOND=0"
        entry = replace(alarm(world, 60, rule), kind="routine", words="tell me the weather")
        room = Room(world, Rows(entry))
        async with room.ringing():
            await asyncio.sleep(120)
        assert room.conversation.asked == ["schedule: tell me the weather"]
        assert room.words == ["It is sunny."]
        assert room.rows[1].due_at == START + timedelta(days=1, minutes=1)
        assert room.rows[1].state == "waiting"

    in_time(flow)


def test_a_routine_that_a_crash_cut_off_is_told_and_not_done_twice() -> None:
    async def flow(world: World) -> None:
        entry = replace(alarm(world, -5), kind="routine", words="open GitHub", state="ringing")
        room = Room(world, Rows(entry))
        async with room.ringing():
            await asyncio.sleep(10)
        assert room.conversation.asked == []
        assert room.told == [
            'schedule-missed: You missed your routine "open GitHub", at 08:59 today.'
        ]

    in_time(flow)


def test_in_quiet_hours_an_alarm_rings_and_what_was_missed_is_only_shown() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(alarm(world, 5), alarm(world, -7_200)))
        room.is_quiet = True
        async with room.ringing():
            await asyncio.sleep(10)
        assert room.of("schedule-missed")
        assert room.words == ["It is 09:00."]

    in_time(flow)


def test_it_looks_at_the_clock_about_once_a_second_and_not_at_all_with_nothing_set() -> None:
    async def flow(world: World) -> None:
        idle = Room(world, Rows())
        async with idle.ringing():
            await asyncio.sleep(100)
            assert world.looks <= 3
        waiting = Room(world, Rows(alarm(world, 3_600)))
        world.looks = 0
        async with waiting.ringing():
            await asyncio.sleep(100)
            assert world.looks <= 2 * 105

    in_time(flow)


def test_what_is_set_meanwhile_rings_in_time() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows())
        async with room.ringing():
            await asyncio.sleep(50)
            room.rows.table[1] = replace(timer(world, 2), number=1)
            room.alarm_state.touch()
            await asyncio.sleep(2.1)
            assert room.sounds[0] == (52.0, "alarm")

    in_time(flow)


async def test_on_a_real_database_the_row_is_marked_and_then_gone(tmp_path: Path) -> None:
    world = World()
    async with SqliteStore(tmp_path / "threads.db") as threads:
        store = threads.schedule
        await store.add(timer(world, 0.01))
        room = Room(world, store)
        async with room.ringing(), asyncio.timeout(30):
            while not room.alarm_state.ringing:  # noqa: ASYNC110 - the bell tells nobody
                await asyncio.sleep(0)
            assert [one.state for one in await store.entries(ME)] == ["ringing"]
            room.alarm_state.hush()
            while await store.entries(ME):  # noqa: ASYNC110 - nor do rows
                await asyncio.sleep(0)


@pytest.mark.parametrize("seconds", [60, 68, 70, 71, 72.5, 74])
def test_what_becomes_due_at_the_end_of_a_ring_rings_all_its_time(seconds: float) -> None:
    async def flow(world: World) -> None:
        later = in_seconds("timer", seconds, Moment(START, 0.0, "boot"), "tea")
        room = Room(world, Rows(timer(world, 10), later))
        async with room.ringing():
            await asyncio.sleep(seconds + 2 * RING_SECONDS)
        said_at = [at for at, sound in room.sounds if "tea timer is done" in sound]
        assert len(said_at) == 1
        assert said_at[0] <= seconds + 8, "behind what is being said"
        alarms = [at for at, sound in room.sounds if sound == "alarm" and at >= seconds]
        assert alarms[-1] > seconds + RING_SECONDS - 12
        assert room.rows.table == {}

    in_time(flow)
