"""Contract: timers, alarms, reminders, routines and stopwatches, on each adapter."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from store.contract.adapters import Adapter, new_turn

from jarvis_voice.core.errors import StoreError, ToolError
from jarvis_voice.core.schedule_entries import Entry, Moment, in_seconds
from jarvis_voice.core.stopwatch_runs import StopwatchRun
from jarvis_voice.core.types import ME, Origin
from jarvis_voice.store import limits
from jarvis_voice.store.limits import LONGEST_WORDS
from jarvis_voice.store.ports import Store
from jarvis_voice.store.records import Erased

pytestmark = pytest.mark.contract

NOW = datetime(2026, 11, 5, 9, 0, tzinfo=UTC)
TIMER = in_seconds("timer", 600, Moment(NOW, 1_000.5, "boot"), "pasta")
ALARM = Entry(
    "alarm",
    NOW + timedelta(hours=1),
    NOW,
    rule="FREQ=DAILY;BYHOUR=10",
    turn_id="t7",
    thread_id="work",
    place="kitchen",
)


async def test_an_entry_comes_back_as_it_was_after_a_restart_and_beside_it(
    adapter: Adapter,
) -> None:
    kept = (replace(TIMER, number=1), replace(ALARM, number=2))
    async with adapter.store() as store:
        await store.schedule.add(TIMER, ALARM)
        assert await store.schedule.entries(ME) == kept
    async with adapter.store() as store:
        assert store.schedule.is_kept
        assert await store.schedule.entries(ME) == kept
        assert await store.schedule.all_entries() == kept
    assert tuple(adapter.reader().entries(ME)) == kept
    assert tuple(adapter.reader().all_entries()) == kept


async def test_what_was_told_as_missed_is_set_no_more_and_can_wait_anew(adapter: Adapter) -> None:
    kept = replace(TIMER, number=1)
    async with adapter.store() as store:
        await store.schedule.add(TIMER)
        await store.schedule.mark([1], "missed")
        assert await store.schedule.entries(ME) == ()
        assert await store.schedule.all_entries() == (replace(kept, state="missed"),)
        assert list(adapter.reader().entries(ME)) == []
        await store.schedule.settle([1], [kept])
        assert await store.schedule.entries(ME) == (kept,)


async def test_a_moment_is_kept_in_utc_to_the_millisecond(store: Store) -> None:
    there = NOW.astimezone(timezone(timedelta(hours=2))).replace(microsecond=123_999)
    await store.schedule.add(replace(ALARM, due_at=there))
    [kept] = await store.schedule.entries(ME)
    assert kept.due_at == NOW.replace(microsecond=123_000)
    assert kept.due_at.utcoffset() == timedelta(0)


async def test_a_number_is_kept_and_given_once(store: Store) -> None:
    await store.schedule.add(replace(TIMER, number=7))
    await store.schedule.add(ALARM)
    assert [one.number for one in await store.schedule.entries(ME)] == [7, 8]
    with pytest.raises(StoreError) as caught:
        await store.schedule.add(ALARM, replace(TIMER, number=7))
    assert caught.value.code == "database-write"
    assert [one.number for one in await store.schedule.entries(ME)] == [7, 8]


async def test_settling_ends_what_is_over_and_keeps_what_comes_again(store: Store) -> None:
    await store.schedule.add(TIMER, ALARM)
    await store.schedule.mark([1, 2, 77], "ringing")
    assert [one.state for one in await store.schedule.entries(ME)] == ["ringing", "ringing"]
    tomorrow = replace(ALARM, number=2, due_at=ALARM.due_at + timedelta(days=1))
    put_off = replace(TIMER, name="pasta again")
    await store.schedule.settle([1, 2, 77], [tomorrow, put_off])
    assert await store.schedule.entries(ME) == (tomorrow, replace(put_off, number=3))


async def test_one_entry_takes_the_place_of_another_that_is_still_there(store: Store) -> None:
    await store.schedule.add(TIMER, ALARM)
    longer = replace(TIMER, number=1, length_seconds=900.0, due_elapsed_seconds=1_900.5)
    assert await store.schedule.exchange(ME, 1, longer)
    kept = (replace(ALARM, number=2), replace(longer, number=3))
    assert await store.schedule.entries(ME) == kept
    for user_id, number in ((ME, 1), ("ana", 3), (ME, 77)):
        assert not await store.schedule.exchange(user_id, number, longer)
    assert await store.schedule.entries(ME) == kept


async def test_of_many_who_exchange_one_entry_at_once_one_does(store: Store) -> None:
    await store.schedule.add(TIMER)
    longer = (replace(TIMER, name=f"pasta {number}") for number in range(5))
    done = await asyncio.gather(*(store.schedule.exchange(ME, 1, one) for one in longer))
    [kept] = await store.schedule.entries(ME)
    assert sorted(done) == [False, False, False, False, True]
    assert kept.name == f"pasta {done.index(True)}"


async def test_what_is_cancelled_is_gone(store: Store) -> None:
    await store.schedule.add(TIMER, ALARM)
    assert await store.schedule.remove(ME, [1, 77]) == 1
    assert await store.schedule.remove(ME, {1}) == 0
    assert [one.number for one in await store.schedule.entries(ME)] == [2]


async def test_what_is_too_long_or_too_much_is_refused_and_nothing_changes(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_ENTRIES", 2)
    for long in (
        replace(TIMER, words="x" * (LONGEST_WORDS + 1)),
        replace(TIMER, name="x" * (LONGEST_WORDS + 1)),
    ):
        with pytest.raises(ToolError, match="too long"):
            await store.schedule.add(TIMER, long)
    with pytest.raises(ToolError, match="too much"):
        await store.schedule.add(TIMER, TIMER, TIMER)
    assert await store.schedule.entries(ME) == ()
    await store.schedule.add(TIMER, TIMER)
    with pytest.raises(ToolError, match="too much"):
        await store.schedule.add(TIMER)


async def test_a_stopwatch_comes_back_as_it_was_after_a_restart(adapter: Adapter) -> None:
    running = StopwatchRun(NOW, "boot", 1_000.5, turn_id="t3")
    stopped = replace(running, stopped_seconds=12.25)
    async with adapter.store() as store:
        assert await store.schedule.stopwatch(ME) is None
        await store.schedule.keep_stopwatch(ME, running)
        await store.schedule.keep_stopwatch("ana", stopped)
    async with adapter.store() as store:
        assert await store.schedule.stopwatch(ME) == running
        await store.schedule.keep_stopwatch(ME, stopped)
        assert await store.schedule.stopwatch(ME) == stopped
        await store.schedule.keep_stopwatch(ME, None)
        assert await store.schedule.stopwatch(ME) is None
        assert await store.schedule.stopwatch("ana") == stopped


async def test_a_stopwatch_is_forgotten_with_its_turn_or_its_user(store: Store) -> None:
    for user_id in (ME, "ana"):
        turn = new_turn(store, "start a stopwatch", "default", Origin(user_id))
        await store.turns.begin(turn, NOW)
        await store.turns.end(turn, "The stopwatch is running.", "done")
        run = StopwatchRun(NOW, "boot", 1_000.5, turn_id=turn.turn_id)
        await store.schedule.keep_stopwatch(user_id, run)
    text = frozenset({"start a stopwatch"})
    assert await store.erasure.forget_turn(ME, "t1") == Erased(1, 1, text)
    assert await store.schedule.stopwatch(ME) is None
    assert await store.schedule.stopwatch("ana") is not None
    assert await store.erasure.forget_user("ana") == Erased(1, 1, text)
    assert await store.schedule.stopwatch("ana") is None


async def test_where_a_process_ends_with_its_command_no_stopwatch_is_started(
    adapter: Adapter,
) -> None:
    async with adapter.store(is_kept=False, is_passing=True) as store:
        with pytest.raises(StoreError) as caught:
            await store.schedule.keep_stopwatch(ME, StopwatchRun(NOW, "boot", 1_000.5))
        assert caught.value.code == "nothing-kept"
    async with adapter.store(is_kept=False) as store:
        await store.schedule.keep_stopwatch(ME, StopwatchRun(NOW, "boot", 1_000.5))
        assert await store.schedule.stopwatch(ME)


async def test_where_nothing_lasts_a_daemon_rings_and_a_command_cancels_nothing(
    adapter: Adapter,
) -> None:
    async with adapter.store(is_kept=False) as store:
        assert not store.schedule.is_kept
        await store.schedule.add(TIMER)
        assert await store.schedule.remove(ME, [1]) == 1
    async with adapter.store(is_kept=False, is_passing=True) as store:
        with pytest.raises(StoreError) as caught:
            await store.schedule.remove(ME, [1])
        assert caught.value.code == "nothing-kept"


async def test_a_store_tells_whether_what_was_kept_before_is_known(adapter: Adapter) -> None:
    for is_known in (True, False):
        async with adapter.store(is_kept=False, is_known=is_known) as store:
            assert store.schedule.is_known is store.memory.is_known is is_known
