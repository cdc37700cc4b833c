"""Contract: turns, their transcripts and ledgers, and what a crash cut short, on each adapter."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from store.contract.adapters import Adapter, new_turn

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.turn_ledger import TurnLedger, Usage
from jarvis_voice.core.types import ME, ReceiptKind, ThreadKey
from jarvis_voice.store import limits
from jarvis_voice.store.ports import Store
from jarvis_voice.store.records import Interruption, PastTurn, TurnCalls

pytestmark = pytest.mark.contract

NOON = datetime(2026, 11, 21, 12, 0, 0, 999, tzinfo=UTC)
STAMP = "2026-11-21T12:00:00+00:00"
DEFAULT = ThreadKey(ME, "default")
CALL = Usage("gemini-2.5-flash", 900, 40)


def ledger(*thoughts: str) -> TurnLedger:
    written = TurnLedger(usage=[CALL, CALL])
    for thought in thoughts:
        written.note("thought", thought)
    return written


async def one_turn(store: Store, text: str = "hello", thread_id: str = "default") -> str:
    turn = new_turn(store, text, thread_id)
    await store.turns.begin(turn, NOON)
    await store.turns.end(turn, "Hello.", "done", ledger("I greet"))
    return turn.turn_id


async def test_a_turn_is_read_before_and_after_its_answer(adapter: Adapter, store: Store) -> None:
    turn = new_turn(store)
    await store.turns.begin(turn, NOON)
    running = PastTurn("t1", STAMP, "stdin", "hello", "", "")
    assert await store.turns.transcript(DEFAULT) == [running]
    await store.turns.end(turn, "Hello.", "done")
    done = PastTurn("t1", STAMP, "stdin", "hello", "Hello.", "done")
    assert await store.turns.transcript(DEFAULT) == [done]
    assert adapter.reader().transcript(DEFAULT) == [done]
    assert adapter.reader().turn(ME) == done
    assert adapter.reader().turn(ME, "t1") == done
    assert adapter.reader().turn(ME, "t9") is None
    assert await store.turns.transcript(ThreadKey(ME, "work")) == []


async def test_a_turn_id_is_given_once_and_taken_once(adapter: Adapter) -> None:
    async with adapter.store() as store:
        turn = new_turn(store)
        await store.turns.begin(turn, NOON)
        with pytest.raises(StoreError) as caught:
            await store.turns.begin(turn, NOON)
        assert caught.value.code == "database-write"
        await store.turns.clear(DEFAULT)
    async with adapter.store() as store:
        assert store.turns.next_turn_id() == "t2"


async def test_threads_are_listed_latest_first_and_cleared_alone(
    adapter: Adapter, store: Store
) -> None:
    for text, thread_id in (("a", "work"), ("b", "home"), ("c", "work")):
        await one_turn(store, text, thread_id)
    listed = adapter.reader().threads(ME)
    assert [(one.thread_id, one.turns, one.last_at, one.last_text) for one in listed] == [
        ("work", 2, STAMP, "c"),
        ("home", 1, STAMP, "b"),
    ]
    assert [one.title for one in listed] == ["a", "b"]
    for thread_id, texts in (("work", ["a", "c"]), ("home", ["b"]), ("none", [])):
        thread = ThreadKey(ME, thread_id)
        assert [one.text for one in await store.turns.transcript(thread)] == texts
        assert [one.text for one in adapter.reader().transcript(thread)] == texts
    assert await store.turns.clear(ThreadKey(ME, "work")) == 2
    assert await store.turns.clear(ThreadKey(ME, "work")) == 0
    assert [one.thread_id for one in adapter.reader().threads(ME)] == ["home"]
    assert adapter.reader().trace(ME, "t1") == []
    assert adapter.reader().trace(ME, "t2") != []
    assert [one.turn_id for one in adapter.reader().calls()] == ["t2"]


async def test_what_was_heard_is_noted_and_the_turn_is_told(adapter: Adapter, store: Store) -> None:
    await one_turn(store, "what time is it", "work")
    assert await store.turns.note_heard("t1", "It is") == (
        ThreadKey(ME, "work"),
        "what time is it",
    )
    assert await store.turns.note_heard("t7", "It is") is None
    [past] = adapter.reader().transcript(ThreadKey(ME, "work"))
    assert past.heard == "It is"
    assert await store.turns.thread_of(ME, "t1") == "work"
    assert await store.turns.thread_of(ME, "t7") == ""


async def test_the_ledger_is_there_with_the_answer(adapter: Adapter, store: Store) -> None:
    await one_turn(store)
    await store.turns.begin(new_turn(store), NOON + timedelta(days=1))
    reader = adapter.reader()
    assert reader.trace(ME, "t1") == ledger("I greet").trace
    assert reader.trace(ME, "t2") == []
    later = "2026-11-22T12:00:00+00:00"
    assert reader.calls() == [TurnCalls("t2", later, ()), TurnCalls("t1", STAMP, (CALL, CALL))]
    assert [one.turn_id for one in reader.calls(later)] == ["t2"]
    assert reader.calls("2026-11-23T00:00:00+00:00") == []


async def test_a_turn_that_was_never_written_down_leaves_nothing(
    adapter: Adapter, store: Store
) -> None:
    turn = new_turn(store)
    await store.turns.end(turn, "Hello.", "done", ledger("I greet"))
    await store.interruptions.act_begins(turn.turn_id)
    await store.latency.add(TurnStages(turn.turn_id, "stdin", {"whole": 0.5}))
    reader = adapter.reader()
    assert (reader.trace(ME, "t1"), reader.calls(), reader.latency(9)) == ([], [], [])
    assert reader.turn(ME) is None


async def test_traces_and_times_of_the_newest_turns_are_kept_and_all_usage(
    adapter: Adapter, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TRACED_TURNS", 2)
    monkeypatch.setattr(limits, "TIMED_TURNS", 3)
    times = [
        TurnStages(await one_turn(store), "voice", {"whole": float(number)}) for number in range(5)
    ]
    await store.latency.add(times[0])
    await store.latency.add(*times[1:])
    reader = adapter.reader()
    assert [bool(reader.trace(ME, f"t{number}")) for number in range(1, 6)] == [
        *(False, False, False),
        *(True, True),
    ]
    assert [one.turn_id for one in reader.latency(9)] == ["t5", "t4", "t3"]
    assert reader.latency(1) == [TurnStages("t5", "voice", {"whole": 4.0})]
    assert [len(one.calls) for one in reader.calls()] == [2] * 5


async def test_a_crash_is_told_by_how_far_the_turn_had_come_and_once(adapter: Adapter) -> None:
    async with adapter.store() as store:
        await one_turn(store)
        for receipts in ([], [None], [ReceiptKind.EFFECT, ReceiptKind.FAILED, None]):
            turn = new_turn(store, "open MIT")
            await store.turns.begin(turn, NOON)
            for kind in receipts:
                await store.interruptions.act_begins(turn.turn_id)
                if kind:
                    await store.interruptions.act_is_over(turn.turn_id, kind)
        assert await store.interruptions.interrupted(ME) == []
    async with adapter.store() as store:
        assert await store.interruptions.interrupted(ME) == [
            Interruption("t4", "open MIT", open_acts=1, effects=1),
            Interruption("t3", "open MIT", open_acts=1, effects=0),
            Interruption("t2", "open MIT", open_acts=0, effects=0),
        ]
        assert [one.outcome for one in await store.turns.transcript(DEFAULT)] == [
            "done",
            *["cancelled"] * 3,
        ]
        await store.interruptions.have_been_told(ME)
        assert await store.interruptions.interrupted(ME) == []
    async with adapter.store() as store:
        assert await store.interruptions.interrupted(ME) == []


async def test_the_acts_of_a_turn_that_ended_are_not_told(adapter: Adapter) -> None:
    async with adapter.store() as store:
        turn = new_turn(store)
        await store.turns.begin(turn, NOON)
        await store.interruptions.act_begins(turn.turn_id)
        await store.turns.end(turn, "Done.", "done")
    async with adapter.store() as store:
        assert await store.interruptions.interrupted(ME) == []


async def test_what_is_not_open_says_so(adapter: Adapter) -> None:
    store = adapter.store()
    turn = new_turn(store)
    asked: list[Any] = [
        lambda: store.turns.begin(turn, NOON),
        lambda: store.turns.transcript(DEFAULT),
        lambda: store.memory.facts(ME),
        lambda: store.memory.keep_fact(ME, "my car is red", "t1", NOON),
        store.schedule.all_entries,
        lambda: store.interruptions.interrupted(ME),
        lambda: store.latency.add(TurnStages("t1", "stdin", {})),
        lambda: store.erasure.forget_user(ME),
        lambda: store.erasure.prune(NOON, 1),
    ]
    for ask in asked:
        with pytest.raises(StoreError) as caught:
            await ask()
        assert caught.value.code == "database-closed"
    with pytest.raises(StoreError):
        store.checkpointer()
    assert store.damage is None


async def test_where_nothing_was_written_all_is_empty(adapter: Adapter) -> None:
    reader = adapter.reader()
    assert [reader.threads(ME), reader.transcript(DEFAULT), reader.trace(ME, "t1")] == [[], [], []]
    assert [reader.calls(), reader.latency(9), reader.facts(ME)] == [[], [], []]
    assert [reader.entries(ME), reader.all_entries()] == [[], []]
    assert reader.turn(ME) is None
