"""Copies conversations from one of LangGraph's savers to another, as their checkpoints are.

Invariant: a checkpoint keeps its id, so the newest of a thread is the newest there.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from jarvis_voice.store.postgres.failures import FAILURES

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple

    from jarvis_voice.store.sqlite.store import SqliteStore

log = logging.getLogger(__name__)

_IDS = "SELECT thread_id, checkpoint_ns, checkpoint_id FROM checkpoints ORDER BY checkpoint_id"


async def conversation_ids(source: SqliteStore) -> list[Any]:
    """Thread, namespace and id of each checkpoint of a file, oldest first."""
    return await source.database.rows(_IDS)


async def copied_conversations(
    source: BaseCheckpointSaver[str], target: BaseCheckpointSaver[str], ids: Sequence[Any]
) -> AsyncIterator[tuple[int, int]]:
    """Copy checkpoints one by one.

    Args:
        source: Where they are.
        target: Where they go.
        ids: Thread, namespace and id of each.

    Yields:
        How many are there, and how many cannot be read and were left.
    """
    done = left = 0
    for thread_id, namespace, checkpoint_id in ids:
        found = await _read(source, _config(thread_id, namespace, checkpoint_id))
        if found is None:
            left += 1
        else:
            await _write(target, found)
            done += 1
        yield done, left


async def _read(source: BaseCheckpointSaver[str], config: RunnableConfig) -> CheckpointTuple | None:
    """A checkpoint; None where it cannot be decoded."""
    from langgraph.checkpoint.base import CheckpointTuple

    try:
        found = [one async for one in source.alist(config)]
    except FAILURES:
        raise
    except Exception as error:  # noqa: BLE001 - bytes of any kind come apart in any way
        log.warning("a checkpoint cannot be read: %s", type(error).__name__)
        return None
    is_one = bool(found) and isinstance(found[0], CheckpointTuple)
    return found[0] if is_one and isinstance(found[0].checkpoint, dict) else None


async def _write(target: BaseCheckpointSaver[str], found: CheckpointTuple) -> None:
    asked = found.config["configurable"]
    thread_id, namespace = asked["thread_id"], asked.get("checkpoint_ns", "")
    parent = (found.parent_config or {}).get("configurable", {}).get("checkpoint_id")
    checkpoint = found.checkpoint
    config = _config(thread_id, namespace, parent)
    await target.aput(config, checkpoint, found.metadata, checkpoint["channel_versions"])
    here = _config(thread_id, namespace, checkpoint["id"])
    for task_id, writes in groupby(found.pending_writes or (), key=itemgetter(0)):
        await target.aput_writes(here, [(channel, value) for _, channel, value in writes], task_id)


def _config(thread_id: str, namespace: str, checkpoint_id: str | None) -> RunnableConfig:
    return {
        "configurable": {
            "thread_id": thread_id,
            "checkpoint_ns": namespace,
            "checkpoint_id": checkpoint_id,
        }
    }
