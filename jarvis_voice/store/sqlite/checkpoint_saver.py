"""LangGraph's saver on the shared connection: skips a conversation that cannot be written.

Invariant: a file that cannot be written costs the memory of a turn, never its answer; no
transaction is left open on the connection that all share.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.base import (
        ChannelVersions,
        Checkpoint,
        CheckpointMetadata,
        CheckpointTuple,
    )

log = logging.getLogger(__name__)


class TolerantSaver(AsyncSqliteSaver):
    """Goes on when the file is full, locked or damaged; the turn's record tells the user."""

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a conversation, if that can be."""
        try:
            return await super().aput(config, checkpoint, metadata, new_versions)
        except sqlite3.Error as error:
            await self._left_out(error)
            return config

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Keep what a node wrote, if that can be."""
        try:
            await super().aput_writes(config, writes, task_id, task_path)
        except sqlite3.Error as error:
            await self._left_out(error)

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """The conversation so far; none where it cannot be read."""
        try:
            return await super().aget_tuple(config)
        except sqlite3.Error as error:
            await self._left_out(error)
            return None

    async def _left_out(self, error: sqlite3.Error) -> None:
        log.warning("a conversation was not kept: %s", type(error).__name__)
        async with self.lock:
            await self.conn.rollback()
