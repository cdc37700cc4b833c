"""Flow: what breaks while something rings silences nothing else, in scripted time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace

import pytest
from schedule.ringing_room import START, Room, Rows, World, alarm, in_time, timer

from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.schedule_entries import State as EntryState

pytestmark = pytest.mark.flow

SAID = "the gift for Ana"


class Broken(Rows):
    """A table that breaks, for as long as it is told to, in a way that nobody foresaw."""

    def __init__(self, *entries: Entry) -> None:
        super().__init__(*entries)
        self.is_broken = False
        self.reads = 0

    async def all_entries(self) -> tuple[Entry, ...]:
        self.reads += 1
        if self.is_broken:
            raise RuntimeError(SAID)
        return await super().all_entries()

    async def mark(self, numbers: Iterable[int], state: EntryState) -> None:
        if self.is_broken:
            raise RuntimeError(SAID)
        await super().mark(numbers, state)


def test_rows_that_break_silence_nothing_and_are_read_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def flow(world: World) -> None:
        rows = Broken(timer(world, 5))
        room = Room(world, rows)
        async with room.ringing():
            await asyncio.sleep(1)
            rows.is_broken = True
            room.alarm_state.touch()
            await asyncio.sleep(6)
            assert room.words == ["Your pasta timer is done."]
            room.alarm_state.hush()
            rows.table[2] = replace(timer(world, 300, "tea"), number=2)
            await asyncio.sleep(100)
            assert rows.reads < 40, "it does not spin"
            rows.is_broken = False
            await asyncio.sleep(210)
        assert room.words[-1] == "Your tea timer is done."
        assert [event["code"] for event in room.of("problem-reported")] == ["ringing-broke"]

    in_time(flow)
    assert "Ana" not in caplog.text
    assert caplog.text.count("reading what was set broke: RuntimeError") == 1


def test_an_entry_that_breaks_silences_no_other_and_keeps_its_row(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def flow(world: World) -> None:
        timeless = replace(alarm(world, 5), due_at=START.replace(tzinfo=None), words="Ana")
        unheard_of = replace(alarm(world, 6), rule="FREQ=DAILY;BYHOUR=Ana")
        room = Room(world, Rows(timeless, timer(world, 5), unheard_of, timer(world, 20, "tea")))
        async with room.ringing():
            await asyncio.sleep(7)
            room.alarm_state.hush()
            await asyncio.sleep(20)
            room.alarm_state.hush()
            await asyncio.sleep(1)
        assert "Your tea timer is done." in room.words
        assert sum("pasta" in words for words in room.words) == 1
        assert sorted(room.rows.table) == [1]
        assert [event["code"] for event in room.of("problem-reported")] == ["ringing-broke"]
        assert "Ana" not in str(room.of("problem-reported"))

    in_time(flow)
    assert "Ana" not in caplog.text


class Stopped(World):
    """Its elapsed clock can break."""

    is_broken = False

    def elapsed(self) -> tuple[float, str, bool]:
        seconds = super().elapsed()
        if self.is_broken:
            raise OSError("no such clock")
        return seconds


def test_a_clock_that_breaks_is_asked_ever_more_seldom_and_then_all_rings() -> None:
    async def flow(_: World) -> None:
        world = Stopped()
        room = Room(world, Rows(timer(world, 400)))
        world.is_broken, world.looks = True, 0
        async with room.ringing():
            await asyncio.sleep(300)
            assert 5 < world.looks < 15
            world.is_broken = False
            await asyncio.sleep(105)
            assert room.words == ["Your pasta timer is done."]

    in_time(flow)
