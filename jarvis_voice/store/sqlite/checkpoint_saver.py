"""LangGraph's saver on the shared connection: skips a conversation that cannot be written or read.

Invariant: a file that cannot be written costs the memory of a turn, never its answer; a checkpoint
that cannot be read is none, and told once, for it is dropped; no transaction is left open on the
connection that all share.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from jarvis_voice.store.newest_checkpoint import DROPPED, newest_whole
from jarvis_voice.store.sqlite.failures import FAILURES

if TYPE_CHECKING:
    from aiosqlite import Connection
    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.base import (
        ChannelVersions,
        Checkpoint,
        CheckpointMetadata,
        CheckpointTuple,
    )

    from jarvis_voice.store.ports import IsWhole, Report

log = logging.getLogger(__name__)


class TolerantSaver(AsyncSqliteSaver):
    """Goes on when the file is full, locked or damaged; the turn's record tells the user.

    Args:
        connection: The open file.
        report: Told once what was dropped: a code and a sentence.
        is_whole: Whether a conversation's state has the shape that its reader expects; None
            takes each that can be decoded.
    """

    def __init__(
        self,
        connection: Connection,
        report: Report | None = None,
        is_whole: IsWhole | None = None,
    ) -> None:
        super().__init__(connection)
        self._report = report
        self._is_whole = is_whole
        self._unread: set[str] = set()

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a conversation, if that can be, and not over one that there was no room to read."""
        if str(config["configurable"]["thread_id"]) in self._unread:
            log.warning("a conversation was not kept: there was no room to read it before")
            return config
        try:
            return await super().aput(config, checkpoint, metadata, new_versions)
        except FAILURES as error:
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
        except FAILURES as error:
            await self._left_out(error)

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """The conversation so far, as far back as it can be read; none where it cannot be."""
        thread = str(config["configurable"]["thread_id"])
        self._unread.discard(thread)
        try:
            return await newest_whole(
                lambda: AsyncSqliteSaver.aget_tuple(self, config),
                lambda: self._drop_newest(config),
                self._is_whole,
                FAILURES,
            )
        except MemoryError as error:
            self._unread.add(thread)
            await self._left_out(error)
            return None
        except FAILURES as error:
            await self._left_out(error)
            return None

    async def _drop_newest(self, config: RunnableConfig) -> bool:
        """Drop what cannot be read: first what waits to be written into it, then itself.

        Returns:
            Whether there was anything.
        """
        asked = config["configurable"]
        thread = (str(asked["thread_id"]), asked.get("checkpoint_ns", ""))
        newest = (
            "SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = ?1 AND checkpoint_ns = ?2"
        )
        named = asked.get("checkpoint_id")
        async with self.lock:
            for table in ("writes", "checkpoints"):
                sql = (
                    f"DELETE FROM {table} WHERE thread_id = ?1 AND checkpoint_ns = ?2 "  # noqa: S608 - two constants
                    f"AND checkpoint_id = coalesce(?3, ({newest}))"
                )
                async with self.conn.execute(sql, (*thread, named)) as cursor:
                    dropped = cursor.rowcount > 0
                await self.conn.commit()
                if dropped:
                    break
        if dropped and table == "checkpoints" and self._report:
            self._report("conversation-unreadable", DROPPED)
        return dropped

    async def _left_out(self, error: BaseException) -> None:
        log.warning("a conversation was not kept: %s", type(error).__name__)
        async with self.lock:
            await self.conn.rollback()
