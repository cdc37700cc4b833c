"""Contract: what is forgotten goes with all that hangs on it; conversations. On each adapter."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from langgraph.checkpoint.base import empty_checkpoint
from store.contract.adapters import Adapter, new_turn

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.turn_ledger import TurnLedger, Usage
from jarvis_voice.core.types import ME, Origin, ThreadKey
from jarvis_voice.store.conversation_ids import checkpoint_id, owns_checkpoint
from jarvis_voice.store.limits import REMEMBERED_TURNS
from jarvis_voice.store.ports import Store
from jarvis_voice.store.reader_port import StoreReader
from jarvis_voice.store.records import Erased

pytestmark = pytest.mark.contract

NOON = datetime(2026, 11, 5, 12, tzinfo=UTC)
VERSIONS = count(1)
DEFAULT, WORK = ThreadKey(ME, "default"), ThreadKey(ME, "work")


def config(thread: ThreadKey) -> Any:
    return {"configurable": {"thread_id": checkpoint_id(thread), "checkpoint_ns": ""}}


async def talk(store: Store, thread: ThreadKey, words: str) -> None:
    """LangGraph keeps a conversation."""
    checkpoint = empty_checkpoint()
    checkpoint["channel_values"] = {"messages": [words]}
    new: dict[str, str | int | float] = {"messages": f"{next(VERSIONS):032}.0"}
    checkpoint["channel_versions"] = new
    await store.checkpointer().aput(config(thread), checkpoint, {}, new)


async def conversation(store: Store, thread: ThreadKey) -> list[str]:
    kept = await store.checkpointer().aget_tuple(config(thread))
    return kept.checkpoint["channel_values"]["messages"] if kept else []


async def say(
    store: Store, text: str, thread: ThreadKey = DEFAULT, began_at: datetime = NOON
) -> str:
    """A turn with all that may hang on one."""
    turn = new_turn(store, text, thread.thread_id, Origin(thread.user_id))
    await store.turns.begin(turn, began_at)
    await store.memory.keep_fact(thread.user_id, f"my {text}", turn.turn_id, NOON)
    await store.memory.add_notes(thread.user_id, "notes", (text,), NOON, turn.turn_id)
    entry = Entry("reminder", NOON, NOON, words=text, turn_id=turn.turn_id)
    await store.schedule.add(replace(entry, user_id=thread.user_id))
    ledger = TurnLedger(usage=[Usage("a model", 1, 2)])
    ledger.note("thought", text)
    await store.turns.end(turn, text, "done", ledger)
    await store.latency.add(TurnStages(turn.turn_id, "voice", {"whole": 0.5}))
    await talk(store, thread, text)
    return turn.turn_id


async def known(store: Store, reader: StoreReader, user_id: str, turn_id: str) -> list[bool]:
    """Whether there is something of each kind."""
    return [
        reader.turn(user_id, turn_id) is not None,
        turn_id in {one.turn_id for one in await store.memory.facts(user_id)},
        bool(await store.memory.notes(user_id, "notes")),
        turn_id in {one.turn_id for one in await store.schedule.entries(user_id)},
        bool(reader.trace(user_id, turn_id)),
        turn_id in {one.turn_id for one in reader.calls(user_id=user_id)},
        turn_id in {one.turn_id for one in reader.latency(9, user_id)},
    ]


async def test_a_turn_goes_and_the_one_before_stays(adapter: Adapter, store: Store) -> None:
    await say(store, "first")
    await say(store, "second")
    assert await store.erasure.forget_turn(ME, "t2") == Erased(1, 3, frozenset({"second"}))
    reader = adapter.reader()
    assert await known(store, reader, ME, "t1") == [True] * 7
    gone = await known(store, reader, ME, "t2")
    assert gone == [False, False, True, False, False, False, False]  # the note is of the first
    assert [note.text for note in await store.memory.notes(ME, "notes")] == ["first"]
    assert await conversation(store, DEFAULT) == [], "it holds the words of all turns"
    assert await store.erasure.forget_turn(ME, "t2") == Erased()


async def test_a_thread_goes_and_another_stays(adapter: Adapter, store: Store) -> None:
    await say(store, "first")
    await say(store, "second", WORK)
    assert await store.erasure.forget_thread(WORK) == Erased(1, 3, frozenset({"second"}))
    assert not any((await known(store, adapter.reader(), ME, "t2"))[3:])
    assert await known(store, adapter.reader(), ME, "t1") == [True] * 7
    assert await conversation(store, WORK) == []
    assert await conversation(store, DEFAULT) == ["first"]
    assert await store.erasure.forget_thread(ThreadKey(ME, "x' OR 1")) == Erased()


async def test_everything_goes_and_no_id_is_given_twice(adapter: Adapter, store: Store) -> None:
    await say(store, "first")
    await say(store, "second", WORK)
    assert await store.erasure.forget_user(ME) == Erased(2, 6, frozenset({"first", "second"}))
    for turn_id in ("t1", "t2"):
        assert await known(store, adapter.reader(), ME, turn_id) == [False] * 7
    assert await conversation(store, DEFAULT) == []
    assert store.turns.next_turn_id() == "t3"
    assert await store.erasure.drop_damaged() == 0


async def test_where_nothing_lasts_nobody_is_told_that_it_is_forgotten(adapter: Adapter) -> None:
    async with adapter.store(is_kept=False) as store:
        for asked in (
            store.erasure.forget_turn(ME, "t1"),
            store.erasure.forget_thread(DEFAULT),
            store.erasure.forget_user(ME),
            store.turns.clear(DEFAULT),
        ):
            with pytest.raises(StoreError) as caught:
                await asked
            assert caught.value.code == "nothing-kept"


async def test_old_turns_go_piece_by_piece_and_what_was_confided_stays(
    adapter: Adapter, store: Store
) -> None:
    before = NOON - timedelta(days=30)
    for number in range(3):
        await say(store, f"old {number}", WORK, NOON - timedelta(days=31))
    await store.turns.begin(new_turn(store, "running"), NOON - timedelta(days=31))
    await say(store, "new")
    assert [await store.erasure.prune(before, 2) for _ in range(3)] == [2, 1, 0]
    reader = adapter.reader()
    assert [one.thread_id for one in reader.threads(ME)] == ["default"]
    assert reader.trace(ME, "t1") == []
    assert [one.turn_id for one in reader.latency(9)] == ["t5"]
    assert len(await store.memory.facts(ME)) == 4
    assert len(await store.schedule.entries(ME)) == 4
    assert await conversation(store, WORK) == []
    assert await conversation(store, DEFAULT) == ["new"]


async def test_a_thread_that_went_on_for_long_keeps_its_conversation(store: Store) -> None:
    await say(store, "long ago", began_at=NOON - timedelta(days=40))
    for _ in range(REMEMBERED_TURNS):
        turn = new_turn(store)
        await store.turns.begin(turn, NOON)
        await store.turns.end(turn, "Yes.", "done")
    assert await store.erasure.prune(NOON - timedelta(days=30), 9) == 1
    assert await conversation(store, DEFAULT) == ["long ago"]


async def test_after_a_turn_the_last_checkpoint_alone_is_kept(store: Store) -> None:
    turn = new_turn(store)
    await store.turns.begin(turn, NOON)
    await store.turns.tidy(turn)  # there is none yet
    for words in ("first", "second"):
        await talk(store, DEFAULT, words)
        await talk(store, WORK, words)
    await store.turns.tidy(turn)
    kept = store.checkpointer().alist
    assert len([one async for one in kept(config(DEFAULT))]) == 1
    assert len([one async for one in kept(config(WORK))]) == 2
    assert await conversation(store, DEFAULT) == ["second"]
    await store.turns.clear(DEFAULT)
    assert await conversation(store, DEFAULT) == []
    assert await conversation(store, WORK) == ["second"]


def test_no_two_conversations_share_a_checkpoint() -> None:
    keys = [
        ThreadKey(user_id, thread_id)
        for user_id in (ME, "ana", "ana\x1fwork", "ana%1Fwork", "ana%", "")
        for thread_id in ("default", "work", "ana\x1fdefault", "work\x1fdefault", "\x1f", "")
    ]
    names = {checkpoint_id(key): key for key in keys}
    assert len(names) == len(keys)
    assert checkpoint_id(DEFAULT) == "default", "those of before are still found"
    assert checkpoint_id(ThreadKey("ana", "default")) == "ana\x1fdefault"
    users = {key.user_id for key in keys}
    for name, key in names.items():
        assert [one for one in users if owns_checkpoint(one, name)] == [key.user_id]
