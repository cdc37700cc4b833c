"""Contract: of two users neither reads, changes, counts or forgets what is the other's."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from store.contract.adapters import Adapter, new_turn
from store.contract.test_forgetting import conversation, known, say, talk

from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.turn_ledger import TurnLedger
from jarvis_voice.core.types import ME, Origin, ThreadKey
from jarvis_voice.store import limits
from jarvis_voice.store.ports import Store
from jarvis_voice.store.reader_port import StoreReader
from jarvis_voice.store.records import Erased

pytestmark = pytest.mark.contract

NOON = datetime(2026, 11, 5, 12, tzinfo=UTC)
ANA = "ana"
CANARY = "quetzalcoatl"
MINE, HERS = ThreadKey(ME, "default"), ThreadKey(ANA, "default")
"""Both call their conversation the same."""

ALL = [True] * 7


@pytest.fixture
async def both(store: Store) -> Store:
    """The owner has said something, and Ana has; hers holds the canary."""
    assert await say(store, "my own words", MINE) == "t1"
    assert await say(store, CANARY, HERS) == "t2"
    return store


async def all_that_is_read(store: Store, reader: StoreReader, user_id: str) -> str:
    thread = ThreadKey(user_id, "default")
    found: list[Any] = [
        *(await store.turns.transcript(thread), await store.turns.thread_of(user_id, "t1")),
        *(await store.memory.facts(user_id), await store.memory.list_names(user_id)),
        *(await store.memory.notes(user_id, "notes"), await store.schedule.entries(user_id)),
        *(await store.interruptions.interrupted(user_id), await conversation(store, thread)),
        *(reader.threads(user_id), reader.transcript(thread), reader.turn(user_id)),
        *(reader.turn(user_id, "t1"), reader.turn(user_id, "t2")),
        *(reader.trace(user_id, "t1"), reader.trace(user_id, "t2")),
        *(reader.calls(user_id=user_id), reader.latency(9, user_id)),
        *(reader.facts(user_id), reader.entries(user_id)),
    ]
    return repr(found)


async def test_neither_reads_what_the_other_said(adapter: Adapter, both: Store) -> None:
    mine = await all_that_is_read(both, adapter.reader(), ME)
    hers = await all_that_is_read(both, adapter.reader(), ANA)
    assert CANARY not in mine
    assert "my own words" in mine
    assert "my own words" not in hers
    assert CANARY in hers
    nobodys = await all_that_is_read(both, adapter.reader(), "")
    assert CANARY not in nobodys
    assert "my own words" not in nobodys
    assert await both.turns.thread_of(ME, "t2") == ""
    assert await both.turns.note_heard("t2", "it") == (HERS, CANARY)


async def test_turns_are_counted_for_each_and_for_all(adapter: Adapter, both: Store) -> None:
    reader = adapter.reader()
    for user_id, ids in ((ME, ["t1"]), (ANA, ["t2"]), (None, ["t2", "t1"])):
        assert [one.turn_id for one in reader.calls(user_id=user_id)] == ids
        assert [one.turn_id for one in reader.latency(9, user_id)] == ids
    assert [one.turns for one in reader.threads(ME)] == [1]
    assert len(reader.all_entries()) == len(await both.schedule.all_entries()) == 2


async def test_another_users_numbers_are_not_touched(adapter: Adapter, both: Store) -> None:
    numbers = (1, 2)
    assert await both.memory.forget_facts(ME, numbers) == 1
    assert await both.memory.remove_notes(ME, numbers) == 1
    assert await both.schedule.remove(ME, numbers) == 1
    await both.schedule.settle(numbers, user_id=ME)
    assert await known(both, adapter.reader(), ANA, "t2") == ALL
    assert await both.memory.keep_fact(ME, "my car is red", "t1", NOON, instead_of=numbers)
    assert await known(both, adapter.reader(), ANA, "t2") == ALL
    again = replace((await both.schedule.entries(ANA))[0], due_at=NOON + timedelta(days=1))
    await both.schedule.settle([again.number], [again], user_id=ME)
    assert [one.due_at for one in await both.schedule.entries(ANA)] == [NOON]


async def test_who_rings_settles_entries_of_all(both: Store) -> None:
    await both.schedule.mark([1, 2], "ringing")
    assert [one.state for one in await both.schedule.all_entries()] == ["ringing"] * 2
    await both.schedule.settle([1, 2])
    assert await both.schedule.all_entries() == ()


async def test_both_may_keep_the_same_fact(both: Store) -> None:
    assert await both.memory.keep_fact(ME, f"my {CANARY}", "t1", NOON)
    assert not await both.memory.keep_fact(ANA, f"MY {CANARY}", "t2", NOON)


@pytest.mark.parametrize("what", ["turn", "thread", "all", "clear"])
@pytest.mark.parametrize(("who", "gone", "left"), [(MINE, "t1", "t2"), (HERS, "t2", "t1")])
async def test_who_forgets_forgets_what_is_theirs(
    adapter: Adapter, both: Store, what: str, who: ThreadKey, gone: str, left: str
) -> None:
    other = HERS if who == MINE else MINE
    before = await conversation(both, other)
    match what:
        case "turn":
            assert await both.erasure.forget_turn(who.user_id, left) == Erased()
            assert (await both.erasure.forget_turn(who.user_id, gone)).turns == 1
        case "thread":
            assert (await both.erasure.forget_thread(who)).turns == 1
        case "all":
            asked = frozenset(("my own words" if who == MINE else CANARY,))
            assert await both.erasure.forget_user(who.user_id) == Erased(1, 3, asked)
        case _:
            assert await both.turns.clear(who) == 1
    reader = adapter.reader()
    assert reader.transcript(who) == []
    assert await conversation(both, who) == []
    assert await known(both, reader, other.user_id, left) == ALL
    assert await conversation(both, other) == before
    assert before


async def test_each_is_told_what_a_crash_cut_short_of_theirs(adapter: Adapter) -> None:
    async with adapter.store() as store:
        for user_id in (ME, ANA):
            turn = new_turn(store, f"of {user_id}", origin=Origin(user_id))
            await store.turns.begin(turn, NOON)
            await store.interruptions.act_begins(turn.turn_id)
    async with adapter.store() as store:
        await store.interruptions.have_been_told(ME)
        assert await store.interruptions.interrupted(ME) == []
        [hers] = await store.interruptions.interrupted(ANA)
        assert (hers.text, hers.open_acts, hers.user_id) == ("of ana", 1, ANA)


async def test_a_bound_counts_the_rows_of_one(both: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MOST_FACTS", "MOST_NOTES", "MOST_ENTRIES"):
        monkeypatch.setattr(limits, name, 2)
    for user_id in (ME, ANA):
        assert await both.memory.keep_fact(user_id, "one more", "t9", NOON)
        await both.memory.add_notes(user_id, "notes", ("one more",), NOON)
        await both.schedule.add(Entry("alarm", NOON, NOON, user_id=user_id))
        assert len(await both.schedule.entries(user_id)) == 2
        assert [one.text for one in await both.memory.notes(user_id, "notes")][1:] == ["one more"]


async def test_turns_of_another_in_between_do_not_count(
    adapter: Adapter, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TRACED_TURNS", "TIMED_TURNS"):
        monkeypatch.setattr(limits, name, 2)
    for thread in (MINE, HERS, HERS, MINE):
        await say(store, f"{thread.user_id} again", thread)
    reader = adapter.reader()
    assert [bool(reader.trace(ME, turn_id)) for turn_id in ("t1", "t4")] == [True, True]
    assert [one.turn_id for one in reader.latency(9, ME)] == ["t4", "t1"]


async def test_turns_of_another_keep_no_conversation(both: Store) -> None:
    for _ in range(limits.REMEMBERED_TURNS):
        turn = new_turn(both, origin=Origin(ANA))
        await both.turns.begin(turn, NOON + timedelta(days=2))
        await both.turns.end(turn, "Yes.", "done")
    assert await both.erasure.prune(NOON + timedelta(days=1), 9) == 2
    assert await conversation(both, MINE) == [], "it may hold the words of the turn that went"
    assert await conversation(both, HERS) == [CANARY]


async def test_many_turns_of_one_drop_no_trace_or_time_of_the_other(
    adapter: Adapter, both: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TRACED_TURNS", "TIMED_TURNS"):
        monkeypatch.setattr(limits, name, 1)
    for number in range(3):
        turn = new_turn(both, f"turn {number}")
        await both.turns.begin(turn, NOON)
        ledger = TurnLedger()
        ledger.note("thought", "x")
        await both.turns.end(turn, "Yes.", "done", ledger)
        await both.latency.add(TurnStages(turn.turn_id, "voice", {"whole": 0.5}))
    reader = adapter.reader()
    assert reader.trace(ME, "t4") == []
    assert [one.turn_id for one in reader.latency(9, ME)] == ["t5"]
    assert await known(both, reader, ANA, "t2") == ALL


async def test_a_turn_tidies_its_own_conversation_alone(both: Store) -> None:
    await talk(both, HERS, "once more")
    turn = new_turn(both)
    await both.turns.begin(turn, NOON)
    await both.turns.tidy(turn)
    assert await conversation(both, HERS) == ["once more"]
    assert await conversation(both, MINE) == ["my own words"]


async def test_lists_of_another_are_not_named(both: Store) -> None:
    await both.memory.add_notes(ANA, f"{CANARY} list", ("food",), NOON)
    assert await both.memory.list_names(ME) == ("notes",)
    assert await both.memory.list_names(ANA) == ("notes", f"{CANARY} list")
