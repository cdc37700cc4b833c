"""A process that takes turns in conversations which another process takes turns in, too.

Arguments: the address, what tells this process apart, how many threads, how many turns in each; 0
begins one that never ends.
Each turn adds one to a number in the conversation's checkpoint, as LangGraph would go on from it.
"""

import asyncio
import random
import sys
from datetime import UTC, datetime
from typing import Any

from langgraph.checkpoint.base import empty_checkpoint

from jarvis_voice.core.types import Origin, TurnInput
from jarvis_voice.store.conversation_ids import checkpoint_id
from jarvis_voice.store.postgres.place import PostgresPlace
from jarvis_voice.store.postgres.store import PostgresStore

AT_ONCE = 16


async def take_turn(store: PostgresStore, saver: Any, user_id: str, thread_id: str) -> None:
    """One turn, from what was asked to its last word."""
    turn_id = store.turns.next_turn_id()
    turn = TurnInput(turn_id, thread_id, "count on", "stdin", origin=Origin(user_id))
    await store.turns.begin(turn, datetime.now(UTC))
    config = {"configurable": {"thread_id": checkpoint_id(turn.thread), "checkpoint_ns": ""}}
    before = await saver.aget_tuple(config)
    count = before.checkpoint["channel_values"]["count"] if before else 0
    versions = before.checkpoint["channel_versions"] if before else {}
    checkpoint = empty_checkpoint()
    checkpoint["channel_values"] = {"count": count + 1}
    version = saver.get_next_version(versions.get("count"), None)
    checkpoint["channel_versions"] = {"count": version}
    asked = {"configurable": {**config["configurable"]}}
    await saver.aput(asked, checkpoint, {"step": count}, {"count": version})
    await store.turns.end(turn, str(count + 1), "done")
    await store.turns.tidy(turn)


async def hang(store: PostgresStore, threads: int) -> None:
    """Begin a turn in each thread, and never end it."""
    for number in range(threads):
        origin = Origin(f"u{number % 7}")
        turn_id = store.turns.next_turn_id()
        turn = TurnInput(turn_id, f"thread {number}", "count on", "stdin", origin=origin)
        await store.turns.begin(turn, datetime.now(UTC))
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


async def main(url: str, home: str, threads: int, turns: int) -> None:
    """Take all turns, a few at once."""
    async with PostgresStore(PostgresPlace(url), home) as store:
        saver = store.checkpointer()
        work = [(f"u{number % 7}", f"thread {number}") for number in range(threads)] * turns
        random.Random(home).shuffle(work)
        limit, held = asyncio.Semaphore(AT_ONCE), {key: asyncio.Lock() for key in work}

        async def one(key: tuple[str, str]) -> None:
            async with held[key], limit:  # in one process a queue does that
                await take_turn(store, saver, *key)

        if not turns:
            await hang(store, threads)
        await one(work.pop())
        sys.stdout.write("begun\n")
        sys.stdout.flush()
        await asyncio.gather(*map(one, work))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
