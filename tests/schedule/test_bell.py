"""Flow: a ring waits for other speech, which it does not count, and says what could not sound."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from schedule.ringing_room import START, Room, Rows, World, alarm, in_time, timer

from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.schedule.bell import MOST_OTHER_SECONDS
from jarvis_voice.schedule.ring_sound import RING_SECONDS
from jarvis_voice.schedule.untold_words import KEPT_SECONDS, LOOK_SECONDS, LOOKS_HERE

pytestmark = pytest.mark.flow


def alarms(room: Room) -> list[float]:
    return [at for at, sound in room.sounds if sound == "alarm"]


@pytest.mark.parametrize("seconds", [1, 10, 25])
def test_other_speech_is_heard_out_and_then_it_rings_all_its_time(seconds: float) -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(timer(world, 5)))
        assert room.mouth
        room.mouth.is_busy = True
        async with room.ringing():
            await asyncio.sleep(5 + seconds)
            assert room.sounds == []
            room.mouth.is_busy = False
            await asyncio.sleep(RING_SECONDS + 10)
        assert alarms(room)[0] == pytest.approx(5 + seconds, abs=0.6)
        assert alarms(room)[-1] - alarms(room)[0] > RING_SECONDS - 5
        assert "stop" not in dict.fromkeys(sound for _, sound in room.sounds)

    in_time(flow)


def test_speech_without_end_is_cut_off() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(timer(world, 5)))
        assert room.mouth
        room.mouth.is_busy = True
        async with room.ringing():
            await asyncio.sleep(5 + MOST_OTHER_SECONDS + RING_SECONDS + 10)
        assert [sound for _, sound in room.sounds[:3]] == [
            "stop", "alarm", "Your pasta timer is done."
        ]  # fmt: skip
        assert alarms(room)[-1] - alarms(room)[0] > RING_SECONDS - 5

    in_time(flow)


def test_a_routine_waits_for_the_alarm_of_its_minute() -> None:
    async def flow(world: World) -> None:
        routine = Entry("routine", START + timedelta(seconds=5), START, words="the weather")
        room = Room(world, Rows(routine, alarm(world, 5)))
        async with room.ringing():
            await asyncio.sleep(12)
            assert room.words == ["It is 09:00."]
            room.alarm_state.hush()
            await asyncio.sleep(5)
            assert room.words == ["It is 09:00.", "It is sunny."]

    in_time(flow)


def test_a_routine_waits_for_no_alarm_that_nobody_stops() -> None:
    async def flow(world: World) -> None:
        routine = Entry("routine", START + timedelta(seconds=5), START, words="the weather")
        later = [alarm(world, 5 + 50 * number) for number in range(5)]
        room = Room(world, Rows(routine, *later))
        async with room.ringing():
            await asyncio.sleep(120)
            assert "It is sunny." in room.words

    in_time(flow)


def test_the_words_are_said_when_the_loudspeaker_is_back_within_the_ring() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(timer(world, 5)))
        assert room.mouth
        room.mouth.works = False
        async with room.ringing():
            await asyncio.sleep(20)
            room.mouth.works = True
            await asyncio.sleep(5)
            assert room.words == ["Your pasta timer is done."]
            await asyncio.sleep(2 * RING_SECONDS)
            assert room.words.count("Your pasta timer is done.") == 1

    in_time(flow)


def test_what_rang_without_a_loudspeaker_is_told_once_when_there_is_one() -> None:
    async def flow(world: World) -> None:
        room = Room(
            world, Rows(timer(world, 5), timer(world, 200, "tea"), timer(world, 500, "egg"))
        )
        assert room.mouth
        room.mouth.works = False
        async with room.ringing():
            await asyncio.sleep(400)
            assert room.words == []
            room.mouth.works = True
            await asyncio.sleep(LOOK_SECONDS * LOOKS_HERE + 10)
            [told] = room.words
            assert "your pasta timer" in told
            assert "your tea timer" in told
            await asyncio.sleep(300)
            assert room.words[1:] == ["Your egg timer is done.", "I have stopped ringing."]

    in_time(flow)


def test_what_was_stopped_or_heard_is_not_told_later() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(timer(world, 5), timer(world, 200, "tea")))
        assert room.mouth
        room.mouth.works = False
        async with room.ringing():
            await asyncio.sleep(20)
            room.alarm_state.hush()
            room.mouth.works = True
            await asyncio.sleep(600)
        assert room.words == ["Your tea timer is done.", "I have stopped ringing."]

    in_time(flow)


def test_where_no_voice_ever_comes_nothing_is_kept_for_ever() -> None:
    async def flow(world: World) -> None:
        room = Room(world, Rows(timer(world, 5)))
        room.mouth, room.no_chime = None, AudioError("no-speaker", "There is no loudspeaker.")
        async with room.ringing() as ringing:
            await asyncio.sleep(KEPT_SECONDS + 600)
            assert {task.get_name() for task in ringing._tasks} == {"schedule"}

    in_time(flow)
