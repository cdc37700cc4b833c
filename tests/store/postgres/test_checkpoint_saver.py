"""End to end: LangGraph's saver on a pool: as many at once as connections; damage is dropped."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from store.contract.adapters import new_turn
from store.contract.test_forgetting import config, conversation, talk
from store.postgres_server import PostgresServer

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.types import ME, ThreadKey
from jarvis_voice.store.postgres.checkpoint_saver import PooledSaver, one_for_each_connection
from jarvis_voice.store.postgres.store import PostgresStore

pytestmark = pytest.mark.e2e

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
DEFAULT = ThreadKey(ME, "default")


async def test_as_many_go_through_at_once_as_there_are_connections(server: PostgresServer) -> None:
    async with PostgresStore(server.place(connections=3), "here") as store:
        saver = store.checkpointer()
        lock: Any = saver.lock
        for _ in range(3):
            await asyncio.wait_for(lock.acquire(), 1)
        assert lock.locked()
        for _ in range(3):
            lock.release()
        await asyncio.gather(*(talk(store, ThreadKey(ME, f"t{one}"), "hi") for one in range(30)))
        sql = "SELECT count(*) FROM checkpoints"
        assert await store.database.value(sql) == 30
        used = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'jarvis-voice'"
        assert 1 < await store.database.value(used) <= 3


async def test_a_library_without_that_lock_is_not_used(server: PostgresServer) -> None:
    async with PostgresStore(server.place(), "here") as store:
        stock = AsyncPostgresSaver(store.database.pool)
        assert isinstance(stock.lock, asyncio.Lock), "it lets one task through at a time"
        del stock.lock
        with pytest.raises(StoreError) as caught:
            one_for_each_connection(stock, 3)
        assert caught.value.code == "database-driver"


async def test_our_tables_are_those_that_the_library_would_make(server: PostgresServer) -> None:
    async with PostgresStore(server.place(), "here") as store:
        saver = store.checkpointer()
        before = await store.database.rows("SELECT v FROM checkpoint_migrations ORDER BY v")
        await saver.setup()
        assert await store.database.rows("SELECT v FROM checkpoint_migrations ORDER BY v") == before
        assert len(before) == len(saver.MIGRATIONS)


async def test_what_cannot_be_read_is_dropped_and_told_once(server: PostgresServer) -> None:
    told: list[tuple[str, str]] = []
    async with PostgresStore(server.place(), "here") as store:
        await talk(store, DEFAULT, "before")
        await talk(store, DEFAULT, "newest")
        newest = "version = (SELECT max(version) FROM checkpoint_blobs)"
        await store.database.write(
            (f"UPDATE checkpoint_blobs SET blob = '\\xc1' WHERE {newest}", ())
        )
        saver = store.checkpointer(lambda code, message: told.append((code, message)))
        found = await saver.aget_tuple(config(DEFAULT))
        assert found
        assert found.checkpoint["channel_values"] == {"messages": ["before"]}
        assert [code for code, _ in told] == ["conversation-unreadable"]
        assert await saver.aget_tuple(config(DEFAULT))
        assert len(told) == 1


async def test_behind_a_pooler_nothing_is_prepared_or_piped(server: PostgresServer) -> None:
    async with PostgresStore(server.place(is_pooled=True, connections=2), "here") as store:
        saver = store.checkpointer()
        assert isinstance(saver, PooledSaver)
        assert not saver.supports_pipeline
        turn = new_turn(store)
        await store.turns.begin(turn, NOON)
        await talk(store, DEFAULT, "hi")
        for _ in range(9):
            assert await conversation(store, DEFAULT) == ["hi"]
        await store.turns.end(turn, "Hi.", "done")
        await store.turns.tidy(turn)
        assert (await store.erasure.forget_thread(DEFAULT)).turns == 1
        assert await store.database.rows("SELECT name FROM pg_prepared_statements") == []


async def test_what_is_forgotten_is_not_in_the_files_of_the_tables(server: PostgresServer) -> None:
    canary = "quetzalcoatl-was-here"
    place = server.place()
    async with PostgresStore(place, "here") as store:
        turn = new_turn(store, canary)
        await store.turns.begin(turn, NOON)
        await store.memory.keep_fact(ME, canary, turn.turn_id, NOON)
        await talk(store, DEFAULT, canary)
        await store.turns.end(turn, canary, "done")
        await store.turns.tidy(turn)
        server.run("CHECKPOINT")
        assert server.files_with(canary.encode())
        await store.erasure.forget_user(ME)
        server.run("CHECKPOINT")
        assert server.files_with(canary.encode()) == []
