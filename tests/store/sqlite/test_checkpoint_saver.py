"""Flow: a file that is full or locked costs the memory of a conversation, never the connection."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from jarvis_voice.core.types import TurnInput
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
