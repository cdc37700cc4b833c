"""Flow: a conversation that cannot be written or read costs its memory, never the connection."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from jarvis_voice.assistant.state import is_whole
from jarvis_voice.core.types import TurnInput
from jarvis_voice.store.checkpoint_shape import is_state
from jarvis_voice.store.sqlite.conversation_check import unreadable_conversations
from jarvis_voice.store.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 5, 12, tzinfo=UTC)


async def test_a_conversation_that_cannot_be_written_is_left_out(tmp_path: Path) -> None:
    from langgraph.checkpoint.base import empty_checkpoint

    config: RunnableConfig = {"configurable": {"thread_id": "default", "checkpoint_ns": ""}}
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        saver = store.checkpointer()
        await saver.setup()
        await store.database.connection.execute("PRAGMA busy_timeout=1")
        checkpoint = empty_checkpoint()
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert await saver.aput(config, checkpoint, {}, {}) == config
            with_id: RunnableConfig = {
                "configurable": {**config["configurable"], "checkpoint_id": "1"}
            }
            await saver.aput_writes(with_id, [("channel", "value")], "task")
            assert await saver.aget_tuple(config) is None
        turn = TurnInput(store.turns.next_turn_id(), "default", "hello", "stdin")
        await store.turns.begin(turn, NOON)  # no transaction was left open
        await saver.aput(config, checkpoint, {}, {})
        assert await saver.aget_tuple(config) is not None


CONFIG: "RunnableConfig" = {"configurable": {"thread_id": "default", "checkpoint_ns": ""}}
DAMAGES = {
    "metadata": "metadata = x'00'",
    "cut": "checkpoint = substr(checkpoint, 1, 20)",
    "zeros": "checkpoint = zeroblob(length(checkpoint))",
    "kind": "type = 'x'",
    "another value": "checkpoint = x'81a176a178'",
    "null": "checkpoint = NULL",
    "text": "checkpoint = 'no blob'",
    "no step": "metadata = '{}'",
}


async def keep(store: SqliteStore, words: str) -> None:
    from langgraph.checkpoint.base import empty_checkpoint

    checkpoint = empty_checkpoint()
    checkpoint["channel_values"] = {"messages": [{"role": "user", "text": words}]}
    checkpoint["channel_versions"] = {"messages": f"{1:032}.5"}
    await store.checkpointer().aput(CONFIG, checkpoint, {"step": 1}, {"messages": f"{1:032}.5"})


async def words_of(store: SqliteStore, told: list[str]) -> list[str]:
    saver = store.checkpointer(lambda code, _: told.append(code), is_whole)
    kept = await saver.aget_tuple(CONFIG)
    return [one["text"] for one in kept.checkpoint["channel_values"]["messages"]] if kept else []


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
async def test_a_checkpoint_that_cannot_be_read_is_none_and_told_once(
    tmp_path: Path, damage: str
) -> None:
    database, told = tmp_path / "threads.db", list[str]()
    async with SqliteStore(database) as store:
        await keep(store, "hello")
        assert await words_of(store, told) == ["hello"]
        await store.database.write((f"UPDATE checkpoints SET {damage}", ()))
        assert await words_of(store, told) == []
        assert await words_of(store, told) == []
        assert told == ["conversation-unreadable"]
        await keep(store, "again")
        assert await words_of(store, told) == ["again"]
        assert told == ["conversation-unreadable"]


async def test_the_checkpoint_before_it_is_gone_on_with(tmp_path: Path) -> None:
    told: list[str] = []
    async with SqliteStore(tmp_path / "threads.db") as store:
        await keep(store, "older")
        await keep(store, "newer")
        sql = (
            "UPDATE checkpoints SET checkpoint = x'00' "
            "WHERE checkpoint_id = (SELECT max(checkpoint_id) FROM checkpoints)"
        )
        await store.database.write((sql, ()))
        assert await words_of(store, told) == ["older"]
        assert told == ["conversation-unreadable"]


async def test_what_waits_to_be_written_into_it_is_dropped_alone(tmp_path: Path) -> None:
    told: list[str] = []
    async with SqliteStore(tmp_path / "threads.db") as store:
        await keep(store, "hello")
        saver = store.checkpointer()
        kept = await saver.aget_tuple(CONFIG)
        assert kept
        await saver.aput_writes(kept.config, [("messages", ["x"])], "task")
        await store.database.write(("UPDATE writes SET value = x'c1'", ()))
        assert await words_of(store, told) == ["hello"]
        assert told == []


async def test_a_version_that_is_still_to_come_is_damage(tmp_path: Path) -> None:
    from langgraph.checkpoint.base import empty_checkpoint

    checkpoint = empty_checkpoint()
    checkpoint["channel_versions"] = {"messages": f"{1:032}.5"}
    assert is_state(checkpoint, {"step": 1}, is_whole)
    checkpoint["versions_seen"] = {"planner": {"messages": f"{9:032}.5"}}
    assert not is_state(checkpoint, {"step": 1}, is_whole)


async def test_what_there_is_no_room_to_read_is_neither_dropped_nor_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, told = tmp_path / "threads.db", list[str]()

    def no_room(*_: object) -> None:
        raise MemoryError

    async with SqliteStore(database) as store:
        await store.checkpointer().setup()
        await keep(store, "before")
        saver = store.checkpointer(lambda code, _: told.append(code), is_whole)
        found = await saver.aget_tuple(CONFIG)
        assert found is not None
        with monkeypatch.context() as short:
            short.setattr(saver.serde, "loads_typed", no_room)
            assert await saver.aget_tuple(CONFIG) is None
        later = {**found.checkpoint, "id": "9"}
        await saver.aput(CONFIG, later, {"step": 2}, {})  # type: ignore[arg-type]
        assert await words_of(store, told) == ["before"]
        assert (await saver.aget_tuple(CONFIG)) is not None
    assert told == []
    assert [one.name for one in tmp_path.glob("*damaged*")] == []
    with closing(sqlite3.connect(database)) as file, monkeypatch.context() as short:
        short.setattr(JsonPlusSerializer, "loads_typed", no_room)
        with pytest.raises(MemoryError):
            unreadable_conversations(file, is_whole)
