"""Flow: what rings for one user is not said to another."""

from __future__ import annotations

import asyncio
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

from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import Origin
from jarvis_voice.schedule.ring_sound import (
    RingPlaces,
)

pytestmark = pytest.mark.flow


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
