"""LangGraph's saver on the pool: skips a conversation that cannot be written or read.

Invariant: a database that cannot be written costs the memory of a turn, never its answer; a
conversation that could not be read, or that another process answers in, is not written over.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, cast

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg.errors import DivisionByZero

from jarvis_voice.core.errors import StoreError
from jarvis_voice.store.newest_checkpoint import DROPPED, newest_whole
from jarvis_voice.store.postgres.failures import FAILURES
from jarvis_voice.store.postgres.schema import CHECKPOINTS

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.base import (
        ChannelVersions,
        Checkpoint,
        CheckpointMetadata,
        CheckpointTuple,
    )
    from psycopg import AsyncCursor
    from psycopg.rows import DictRow

    from jarvis_voice.store.ports import IsWhole, Report
    from jarvis_voice.store.postgres.database import PostgresDatabase, Statement
    from jarvis_voice.store.postgres.writer_lease import WriterLease

log = logging.getLogger(__name__)

_condition: ContextVar[Statement | None] = ContextVar("condition", default=None)
"""What has to hold where a conversation is written; it raises where it does not."""


class PooledSaver(AsyncPostgresSaver):
    """Goes on when the server is gone; the turn's record tells the user.

    Args:
        database: The open database.
        lease: Knows in which conversations other processes answer.
        report: Told once what was dropped: a code and a sentence.
        is_whole: Whether a conversation's state has the shape that its reader expects; None
            takes each that can be decoded.
    """

    def __init__(
        self,
        database: PostgresDatabase,
        lease: WriterLease,
        report: Report | None = None,
        is_whole: IsWhole | None = None,
    ) -> None:
        super().__init__(cast("Any", database.pool))
        # the library lets one task at a time through, even to a pool
        self.lock = one_for_each_connection(self, database.place.connections)
        self.supports_pipeline = self.supports_pipeline and not database.place.is_pooled
        self._database = database
        self._lease = lease
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
        """Keep a conversation, if that can and may be."""
        lane = str(config["configurable"]["thread_id"])
        if lane in self._unread:
            log.warning("a conversation was not kept: it could not be read before")
            return config
        values = checkpoint["channel_values"]
        kept = {**checkpoint, "channel_values": {key: _plain(one) for key, one in values.items()}}
        condition = _condition.set(self._lease.if_mine(lane))
        try:
            writing = super().aput(config, cast("Checkpoint", kept), metadata, new_versions)
            return await self._database.bounded(writing)
        except DivisionByZero:
            log.warning("a conversation was not kept: it is another process's, or forgotten")
            return config
        except (*FAILURES, StoreError) as error:
            _left_out(error)
            return config
        finally:
            _condition.reset(condition)

    @asynccontextmanager
    async def _cursor(self, *, pipeline: bool = False) -> AsyncIterator[AsyncCursor[DictRow]]:
        """The library's cursor, on which what has to hold is asked in the same transaction."""
        async with super()._cursor(pipeline=pipeline) as cursor:
            if condition := _condition.get():
                await cursor.execute(*condition)
            yield cursor

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Keep what a node wrote, if that can be."""
        try:
            writing = super().aput_writes(config, writes, task_id, task_path)
            await self._database.bounded(writing)
        except FAILURES as error:
            _left_out(error)

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """The conversation so far, as far back as it can be read; none where it cannot be."""
        lane = str(config["configurable"]["thread_id"])
        try:
            found = await self._newest_whole(config)
        except (*FAILURES, StoreError, MemoryError) as error:
            self._unread.add(lane)
            _left_out(error)
            return None
        self._unread.discard(lane)
        return found

    async def _newest_whole(self, config: RunnableConfig) -> CheckpointTuple | None:
        if self._database.is_gone:
            raise TimeoutError
        return await newest_whole(
            lambda: self._database.read(lambda: AsyncPostgresSaver.aget_tuple(self, config)),
            lambda: self._drop_newest(config),
            self._is_whole,
            FAILURES,
        )

    async def _drop_newest(self, config: RunnableConfig) -> bool:
        """Drop what cannot be read: the checkpoint and what waits to be written into it.

        Returns:
            Whether there was anything.
        """
        asked = config["configurable"]
        where = "thread_id = %s AND checkpoint_ns = %s"
        newest = f"coalesce(%s, (SELECT max(checkpoint_id) FROM checkpoints WHERE {where}))"  # noqa: S608 - a constant
        thread = (str(asked["thread_id"]), asked.get("checkpoint_ns", ""))
        values = (*thread, asked.get("checkpoint_id"), *thread)
        _, dropped = await self._database.changes(
            *(
                (f"DELETE FROM {table} WHERE {where} AND checkpoint_id = {newest}", values)  # noqa: S608 - two constants
                for table in reversed(CHECKPOINTS[:2])
            )
        )
        if dropped and self._report:
            self._report("conversation-unreadable", DROPPED)
        return bool(dropped)


def one_for_each_connection(saver: AsyncPostgresSaver, connections: int) -> Any:
    """What takes the place of the saver's lock.

    Raises:
        StoreError: This version of the library has no such lock: look at what it has now.
    """
    if not isinstance(getattr(saver, "lock", None), asyncio.Lock):
        message = "This version of langgraph-checkpoint-postgres is not known: it has no lock."
        raise StoreError("database-driver", message)
    return asyncio.Semaphore(connections)


def _plain(value: Any) -> Any:
    """A text without the one sign that PostgreSQL keeps in no text."""
    return value.replace("\x00", "\ufffd") if isinstance(value, str) else value


def _left_out(error: BaseException) -> None:
    log.warning("a conversation was left out: %s", type(error).__name__)
