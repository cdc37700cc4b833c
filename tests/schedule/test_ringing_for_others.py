"""Flow: what rings for one user is not said to another, and waits for no other place."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest
from schedule.ringing_room import (
    START,
    Mouth,
    Room,
    Rows,
    World,
    alarm,
    in_time,
    timer,
)

from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import Origin
from jarvis_voice.schedule.bell import MOST_PAUSED_SECONDS
from jarvis_voice.schedule.ring_sound import RING_SECONDS, RingPlaces

pytestmark = pytest.mark.flow


class SlowMouth(Mouth):
    """What it says takes hours."""

    async def say(self, _: str, replies: AsyncIterator[str]) -> Playback:
        await asyncio.sleep(7_200)
        return await super().say(_, replies)


class StuckMouth(Mouth):
    """Not even an earcon ends."""

    async def play_earcon(self, earcon: Earcon) -> bool:
        await asyncio.sleep(7_200)
        return await super().play_earcon(earcon)


class FailingMouth(Mouth):
    """A loudspeaker that is lost."""

    async def say(self, _: str, replies: AsyncIterator[str]) -> Playback:
        del replies
        raise AudioError("speaker-lost", "Anna plays nothing.")


class BrokenMouth(Mouth):
    """A program that breaks."""

    async def play_earcon(self, earcon: Earcon) -> bool:
        raise RuntimeError(earcon)


def hers_and_mine(world: World, *, at: float) -> Rows:
    hers = replace(timer(world, 5, "tea"), user_id="anna", place="annas-phone")
    return Rows(hers, replace(timer(world, at), place="my-phone"))


@pytest.mark.parametrize("hers", [SlowMouth, StuckMouth, FailingMouth, BrokenMouth, Mouth])
@pytest.mark.parametrize("at", [5.0, 10.0, 40.0])
def test_what_rings_at_one_place_waits_for_no_other(hers: type[Mouth], at: float) -> None:
    async def flow(world: World) -> None:
        room = Room(world, hers_and_mine(world, at=at))
        annas, mine = hers(world), Mouth(world)
        room.places = lambda one: RingPlaces(
            here=False, mouths=(annas if one.user_id == "anna" else mine,)
        )
        async with room.ringing():
            await asyncio.sleep(at + 20)
            assert mine.words == ["Your pasta timer is done."]
            assert mine.sounds[0][0] == pytest.approx(at, abs=0.3)
            assert len(mine.sounds) > 5
            room.alarm_state.hush(Origin("me", "my-phone"))
            await asyncio.sleep(1)
            count = len(mine.sounds)
            await asyncio.sleep(10)
            assert len(mine.sounds) == count
            await asyncio.sleep(RING_SECONDS)
        assert room.rows.table == {}
        assert room.words == []

    in_time(flow)


def test_a_place_that_fails_is_told_once_and_rings_on() -> None:
    async def flow(world: World) -> None:
        room, annas = Room(world, Rows(timer(world, 5))), FailingMouth(world)
        room.places = lambda _: RingPlaces(here=False, mouths=(annas,))
        async with room.ringing():
            await asyncio.sleep(20)
            assert [event["code"] for event in room.of("problem-reported")] == ["speaker-lost"]
            assert len(annas.sounds) > 3

    in_time(flow)


def test_where_somebody_is_heard_it_is_silent_and_elsewhere_it_rings() -> None:
    async def flow(world: World) -> None:
        room, kitchen, bath = Room(world, Rows(timer(world, 5))), Mouth(world), Mouth(world)
        room.places = lambda _: RingPlaces(here=False, mouths=(kitchen, bath))
        kitchen.is_listening = True
        async with room.ringing():
            await asyncio.sleep(20)
            assert kitchen.sounds == []
            assert len(bath.sounds) > 3
            kitchen.is_listening = False
            await asyncio.sleep(3)
            assert kitchen.words == ["Your pasta timer is done."]

    in_time(flow)


def test_who_is_heard_for_ever_does_not_silence_it_for_ever() -> None:
    async def flow(world: World) -> None:
        room, kitchen = Room(world, Rows(timer(world, 5))), Mouth(world)
        room.places = lambda _: RingPlaces(here=False, mouths=(kitchen,))
        kitchen.is_listening = True
        async with room.ringing():
            await asyncio.sleep(5 + MOST_PAUSED_SECONDS + RING_SECONDS + 10)
        assert kitchen.sounds[0][0] == pytest.approx(5 + MOST_PAUSED_SECONDS, abs=1)
        assert room.rows.table == {}

    in_time(flow)


def test_a_place_that_comes_while_it_rings_says_it_and_one_that_goes_is_silent() -> None:
    async def flow(world: World) -> None:
        room, kitchen, bath = Room(world, Rows(timer(world, 5))), Mouth(world), Mouth(world)
        there = [kitchen]
        room.places = lambda _: RingPlaces(here=False, mouths=tuple(there))
        async with room.ringing():
            await asyncio.sleep(12)
            there[:] = [bath]
            bath.is_open = False
            await asyncio.sleep(5)
            assert bath.sounds == []
            bath.is_open = True
            await asyncio.sleep(10)
            assert bath.words == kitchen.words == ["Your pasta timer is done."]
            assert kitchen.sounds[-1][0] < 12.5

    in_time(flow)


def test_a_routine_of_one_user_waits_for_no_other_user() -> None:
    async def flow(world: World) -> None:
        due_at = START + timedelta(seconds=5)
        theirs = Entry("routine", due_at, START, words="the weather", user_id="anna", place="phone")
        mine = Entry("routine", due_at, START, words="the news")
        room, phone = Room(world, Rows(theirs, mine)), SlowMouth(world)
        room.places = lambda one: (
            RingPlaces(mouths=(phone,)) if one.user_id == "anna" else RingPlaces()
        )
        async with room.ringing():
            await asyncio.sleep(15)
        assert room.words == ["It is sunny."]

    in_time(flow)


def test_who_stops_what_rings_stops_nothing_that_rings_for_another() -> None:
    async def flow(world: World) -> None:
        hers = replace(timer(world, 5, "tea"), user_id="anna", place="annas-phone")
        bens = replace(timer(world, 5, "egg"), user_id="ben", place="bens-phone")
        room = Room(world, Rows(hers, bens))
        async with room.ringing():
            await asyncio.sleep(9)
            assert room.alarm_state.hush(Origin("anna", "annas-phone"))
            await asyncio.sleep(9)
            assert [one.name for one in room.alarm_state.ringing] == ["egg"]
            assert [event["number"] for event in room.of("ringing-ended")] == [1]
            assert list(room.rows.table) == [2]
            before = len(room.sounds)
            await asyncio.sleep(9)
            assert len(room.sounds) > before
            assert room.alarm_state.hush(Origin("ben", "bens-phone"))
            await asyncio.sleep(1)
        assert [event["ended_by"] for event in room.of("ringing-ended")] == ["user", "user"]
        assert room.rows.table == {}

    in_time(flow)


def test_what_another_user_missed_is_told_in_words_at_their_places_alone() -> None:
    async def flow(world: World) -> None:
        mine = alarm(world, -7_200)
        theirs = Entry("reminder", mine.due_at, START, words="a gift for Sam", user_id="anna")
        for is_there in (False, True):
            room, tablet = Room(world, Rows(mine, theirs)), Mouth(world)
            mouths = (tablet,) if is_there else ()
            room.places = lambda one, mouths=mouths: (  # type: ignore[misc]
                RingPlaces(mouths=mouths) if one.user_id == "anna" else RingPlaces()
            )
            async with room.ringing():
                await asyncio.sleep(10)
            told = [event["text"] for event in room.of("schedule-missed")]
            assert told[1] == 'You missed your reminder "a gift for Sam", at 07:00 today.'
            others = [] if is_there else ["Anna missed a reminder."]
            assert room.words == [" ".join([told[0], *others])]
            assert tablet.words == ([told[1]] if is_there else [])

    in_time(flow)


def test_what_rings_for_another_user_says_its_words_at_their_places_alone() -> None:
    async def flow(world: World) -> None:
        due_at = START + timedelta(seconds=5)
        theirs = Entry("reminder", due_at, START, words="a gift for Sam", user_id="anna")
        room, tablet = Room(world, Rows(theirs)), Mouth(world)
        room.places = lambda _: RingPlaces(mouths=(tablet,))
        async with room.ringing():
            await asyncio.sleep(15)
            assert tablet.words == ["Here is your reminder: a gift for Sam."]
            assert room.words == ["A reminder of anna is due."]

    in_time(flow)


def test_a_routine_of_another_user_is_not_answered_at_this_machine() -> None:
    async def flow(world: World) -> None:
        due_at = START + timedelta(seconds=5)
        theirs = Entry("routine", due_at, START, words="the weather", user_id="anna")
        room = Room(world, Rows(theirs))
        async with room.ringing():
            await asyncio.sleep(15)
        assert room.conversation.asked == ["schedule: the weather"]
        assert room.words == []

    in_time(flow)


@pytest.mark.parametrize("user", ["me", "anna"])
@pytest.mark.parametrize("is_without_voice", [True, False])
def test_what_was_missed_at_a_satellite_is_told_there_when_it_comes(
    user: str, *, is_without_voice: bool
) -> None:
    async def flow(world: World) -> None:
        missed = replace(alarm(world, -7_200), user_id=user, place="tablet/Kitchen")
        room, kitchen, there = Room(world, Rows(missed)), Mouth(world), list[Mouth]()
        if is_without_voice:
            room.mouth, room.no_chime = None, AudioError("no-speaker", "There is none.")
        room.places = lambda _: RingPlaces(here=not there, mouths=tuple(there))
        async with room.ringing():
            await asyncio.sleep(100)
            told = [event["text"] for event in room.of("schedule-missed")]
            assert len(told) == 1
            if not is_without_voice:
                assert room.words == (told if user == "me" else ["Anna missed an alarm."])
            kitchen.is_open = False
            there.append(kitchen)
            await asyncio.sleep(20)
            assert kitchen.sounds == []
            kitchen.is_open = True
            await asyncio.sleep(600)
            is_told_here = user == "me" and not is_without_voice
            assert kitchen.words == ([] if is_told_here else told)
            if not is_without_voice:
                assert len(room.words) == 1

    in_time(flow)


def test_in_quiet_hours_what_was_missed_is_kept_by_nobody() -> None:
    async def flow(world: World) -> None:
        missed = replace(alarm(world, -7_200), place="tablet/Kitchen")
        room, kitchen = Room(world, Rows(missed)), Mouth(world)
        room.is_quiet = True
        room.places = lambda _: RingPlaces(here=False, mouths=(kitchen,))
        async with room.ringing():
            await asyncio.sleep(10)
            room.is_quiet = False
            await asyncio.sleep(100)
        assert kitchen.sounds == []

    in_time(flow)
