"""Contract: facts and notes, on each adapter."""

from datetime import UTC, datetime

import pytest
from store.contract.adapters import Adapter

from jarvis_voice.core.errors import StoreError, ToolError
from jarvis_voice.core.types import ME
from jarvis_voice.store import limits
from jarvis_voice.store.limits import LONGEST_TEXT
from jarvis_voice.store.ports import Store
from jarvis_voice.store.records import Fact, KeptFact

pytestmark = pytest.mark.contract

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
LONG = "x" * (LONGEST_TEXT + 1)


async def test_a_fact_is_read_after_a_restart_and_beside_it(adapter: Adapter) -> None:
    async with adapter.store() as store:
        assert await store.memory.keep_fact(ME, "my car is red", "t1", NOON.replace(microsecond=7))
    async with adapter.store() as store:
        assert await store.memory.facts(ME) == (Fact(1, "my car is red", "t1", NOON),)
    assert adapter.reader().facts(ME) == [
        KeptFact(1, "my car is red", "t1", "2026-11-21T12:00:00+00:00")
    ]


async def test_a_fact_is_kept_once_in_capitals_or_not(store: Store) -> None:
    memory = store.memory
    assert await memory.keep_fact(ME, "My car is red", "t1", NOON)
    assert not await memory.keep_fact(ME, "my car is RED", "t2", NOON)
    assert await memory.keep_fact(ME, "ÄRGER", "t3", NOON)
    assert await memory.keep_fact(ME, "ärger", "t3", NOON), "letters beyond a to z are apart"
    assert [fact.turn_id for fact in await memory.facts(ME)] == ["t1", "t3", "t3"]


async def test_a_fact_takes_the_place_of_others(store: Store) -> None:
    memory = store.memory
    for level in (3, 4):
        await memory.keep_fact(ME, f"my car is on level {level}", "t1", NOON)
    assert await memory.keep_fact(ME, "my car is at home", "t2", NOON, instead_of=(1, 2, 77))
    assert await memory.facts(ME) == (Fact(3, "my car is at home", "t2", NOON),)
    assert await memory.forget_facts(ME, (1, 3, 77)) == 1
    assert await memory.facts(ME) == ()


async def test_a_number_is_given_once(adapter: Adapter) -> None:
    async with adapter.store() as store:
        await store.memory.keep_fact(ME, "my car is red", "t1", NOON)
        await store.memory.add_notes(ME, "shopping", ("milk",), NOON)
        await store.memory.forget_facts(ME, (1,))
        await store.memory.remove_notes(ME, (1,))
    async with adapter.store() as store:
        await store.memory.keep_fact(ME, "my car is blue", "t1", NOON)
        await store.memory.add_notes(ME, "shopping", ("eggs",), NOON)
        assert [fact.number for fact in await store.memory.facts(ME)] == [2]
        assert [note.number for note in await store.memory.notes(ME, "shopping")] == [2]


async def test_lists_are_apart_and_named_in_the_order_of_their_first_entry(store: Store) -> None:
    memory = store.memory
    await memory.add_notes(ME, "to-do", ("call Ana",), NOON)
    await memory.add_notes(ME, "shopping", ("milk", "eggs"), NOON)
    await memory.add_notes(ME, "to-do", ("call Bob",), NOON)
    assert await memory.list_names(ME) == ("to-do", "shopping")
    assert [note.text for note in await memory.notes(ME, "shopping")] == ["milk", "eggs"]
    assert await memory.notes(ME, "birthdays") == ()
    [ana, bob] = await memory.notes(ME, "to-do")
    assert (ana.list_name, ana.added_at) == ("to-do", NOON)
    assert await memory.remove_notes(ME, (ana.number, bob.number, 77)) == 2
    assert await memory.list_names(ME) == ("shopping",)


async def test_too_long_and_too_many_are_said_and_nothing_is_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = store.memory
    monkeypatch.setattr(limits, "MOST_FACTS", 2)
    monkeypatch.setattr(limits, "MOST_NOTES", 3)
    with pytest.raises(ToolError, match="300 characters"):
        await memory.keep_fact(ME, LONG, "t1", NOON)
    for list_name, texts in (("shopping", ("milk", LONG)), (LONG, ("milk",))):
        with pytest.raises(ToolError, match="300 characters"):
            await memory.add_notes(ME, list_name, texts, NOON)
    for text in ("one", "two"):
        await memory.keep_fact(ME, text, "t1", NOON)
    with pytest.raises(ToolError, match="2 facts at the most"):
        await memory.keep_fact(ME, "three", "t1", NOON)
    with pytest.raises(ToolError, match="2 facts at the most"):
        await memory.keep_fact(ME, "three", "t1", NOON, instead_of=(77,))
    assert await memory.keep_fact(ME, "three", "t1", NOON, instead_of=(1,))
    with pytest.raises(ToolError, match="3 notes at the most"):
        await memory.add_notes(ME, "shopping", ("a", "b", "c", "d"), NOON)
    assert await memory.list_names(ME) == ()
    await memory.add_notes(ME, "shopping", ("a", "b", "c"), NOON)


async def test_where_nothing_lasts_nothing_is_taken_or_taken_back(adapter: Adapter) -> None:
    async with adapter.store(is_kept=False) as store:
        memory = store.memory
        for asked in (
            memory.keep_fact(ME, "my car is red", "t1", NOON),
            memory.forget_facts(ME, (1,)),
            memory.add_notes(ME, "shopping", ("milk",), NOON),
            memory.remove_notes(ME, (1,)),
        ):
            with pytest.raises(StoreError) as caught:
                await asked
            assert caught.value.code == "nothing-kept"
        assert await memory.facts(ME) == ()
        assert not await store.take_over_memory()
