"""Contract: what users said of their own person, on each adapter."""

from datetime import UTC, datetime

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import empty_checkpoint
from store.contract.adapters import Adapter, new_turn

from jarvis_voice.core.errors import StoreError, ToolError
from jarvis_voice.core.types import ME, Origin, ThreadKey
from jarvis_voice.store.limits import LONGEST_TEXT
from jarvis_voice.store.ports import Store
from jarvis_voice.store.records import Profile, ProfileField

pytestmark = pytest.mark.contract

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
ANA = "ana"


async def test_each_thing_is_kept_once_and_read_after_a_restart(adapter: Adapter) -> None:
    async with adapter.store() as store:
        profiles = store.profiles
        assert await profiles.profile(ME) == Profile()
        await profiles.keep(ME, "city", "Rome", "t1", NOON)
        await profiles.keep(ME, "name", "Sam", "t2", NOON)
        await profiles.keep(ME, "city", "Berlin", "t3", NOON.replace(microsecond=7))
    async with adapter.store() as store:
        assert await store.profiles.profile(ME) == Profile(name="Sam", city="Berlin")
    assert adapter.reader().profile(ME) == [
        ProfileField("name", "Sam", "t2", "2026-11-21T12:00:00+00:00"),
        ProfileField("city", "Berlin", "t3", "2026-11-21T12:00:00+00:00"),
    ]


async def test_one_thing_is_dropped(store: Store) -> None:
    await store.profiles.keep(ME, "name", "Sam", "t1", NOON)
    await store.profiles.keep(ME, "units", "imperial", "t1", NOON)
    assert await store.profiles.drop(ME, "name")
    assert not await store.profiles.drop(ME, "name")
    assert await store.profiles.profile(ME) == Profile(units="imperial")


async def test_users_have_their_own(adapter: Adapter) -> None:
    async with adapter.store() as store:
        await store.profiles.keep(ME, "name", "Sam", "t1", NOON)
        await store.profiles.keep(ANA, "name", "Ana", "t2", NOON)
        assert not await store.profiles.drop(ANA, "city")
        assert (await store.erasure.forget_user(ME)).others == 1
        assert await store.profiles.profile(ME) == Profile()
        assert await store.profiles.profile(ANA) == Profile(name="Ana")
    assert [one.value for one in adapter.reader().profile(ANA)] == ["Ana"]
    assert adapter.reader().profile(ME) == []


async def test_who_forgets_the_turn_forgets_what_was_said_in_it(store: Store) -> None:
    first, second = new_turn(store, "call me Sam"), new_turn(store, "I live in Rome")
    for turn, field, value in ((first, "name", "Sam"), (second, "city", "Rome")):
        await store.turns.begin(turn, NOON)
        await store.turns.end(turn, "Yes.", "done")
        await store.profiles.keep(ME, field, value, turn.turn_id, NOON)
    erased = await store.erasure.forget_turn(ME, first.turn_id)
    assert (erased.turns, erased.others) == (1, 1)
    assert await store.profiles.profile(ME) == Profile(city="Rome")


async def test_too_long_is_said_and_nothing_is_kept(store: Store) -> None:
    with pytest.raises(ToolError, match="300 characters"):
        await store.profiles.keep(ME, "name", "x" * (LONGEST_TEXT + 1), "t1", NOON)
    assert await store.profiles.profile(ME) == Profile()


async def test_where_nothing_lasts_nothing_is_taken_or_taken_back(adapter: Adapter) -> None:
    async with adapter.store(is_kept=False) as store:
        for asked in (
            store.profiles.keep(ME, "name", "Sam", "t1", NOON),
            store.profiles.drop(ME, "name"),
        ):
            with pytest.raises(StoreError) as caught:
                await asked
            assert caught.value.code == "nothing-kept"
        assert await store.profiles.profile(ME) == Profile()


async def test_a_thread_gets_another_name_and_its_own_is_free(adapter: Adapter) -> None:
    async with adapter.store() as store:
        saver = store.checkpointer()
        await saver.aput(_config("default"), empty_checkpoint(), {}, {})
        for text, origin in (("one", None), ("two", None), ("three", Origin(ANA))):
            turn = new_turn(store, text, origin=origin)
            await store.turns.begin(turn, NOON)
            await store.turns.end(turn, "Yes.", "done")
        await store.turns.rename(ThreadKey(ME, "default"), "chat 1")
        assert await store.turns.transcript(ThreadKey(ME, "default")) in ([], ())
        kept = await store.turns.transcript(ThreadKey(ME, "chat 1"))
        assert [turn.text for turn in kept] == ["one", "two"]
        others = await store.turns.transcript(ThreadKey(ANA, "default"))
        assert [turn.text for turn in others] == ["three"]
        assert await saver.aget_tuple(_config("default")) is None
        assert await saver.aget_tuple(_config("chat 1")) is not None
    assert [one.thread_id for one in adapter.reader().threads(ME)] == ["chat 1"]


def _config(thread_id: str) -> RunnableConfig:
    return {"configurable": {"thread_id": thread_id, "checkpoint_ns": ""}}
