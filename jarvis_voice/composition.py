"""Config -> the assistant. What is made here is opened here, and closed in reverse order.

Invariant: nothing heavy is imported before it is needed; the brain's libraries load in a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from jarvis_voice.assistant import Assistant, AssistantSettings
from jarvis_voice.bus import Bus
from jarvis_voice.config import Config
from jarvis_voice.events import ProblemReported
from jarvis_voice.frontends.latency_ledger import LatencyLedger
from jarvis_voice.lazy_brain import LazyBrain, Setting
from jarvis_voice.paths import Paths
from jarvis_voice.ports import Clock
from jarvis_voice.store.latency import LatencyStore
from jarvis_voice.store.lock import ProcessLock
from jarvis_voice.store.threads import ThreadStore
from jarvis_voice.turn.stop_words import is_stop

LONGEST_TOOL_SECONDS = 120.0
"""What a tool that was begun may still take when the turn's own time is up."""


@asynccontextmanager
async def open_assistant(
    config: Config,
    paths: Paths,
    bus: Bus,
    clock: Clock,
    *,
    role: str,
    wait_seconds: float = 0.0,
    setting: Setting | None = None,
) -> AsyncIterator[Assistant]:
    """The assistant on its threads, with the lock taken.

    Args:
        config: Everything that is set.
        paths: The user's folders.
        bus: Where events go.
        clock: Event times.
        role: The command that needs it, for others that want the lock.
        wait_seconds: How long to wait for another command to end.
        setting: What stands around the brain; None is this machine.

    Raises:
        ConfigError: The user's own sites or sentences have a mistake.
        AlreadyRunningError: Another process has the lock.
        StoreError: The database cannot be used.
    """
    await asyncio.to_thread(_check_own_files, paths)
    async with (
        ProcessLock(paths.lock, role, wait_seconds),
        ThreadStore(paths.database) as store,
        LatencyLedger(bus, LatencyStore(store.database)),
        LazyBrain(config, paths, store, bus, clock, setting or Setting()) as brain,
    ):
        if store.set_aside:
            message = (
                f"The memory was damaged; it is kept as {store.set_aside.name} "
                "and a new one was started."
            )
            bus.publish(ProblemReported(clock.seconds(), "database-damaged", message))
        settings = AssistantSettings(
            config.thread, config.brain.turn_seconds + LONGEST_TOOL_SECONDS, is_stop
        )
        assistant = Assistant(brain, store, bus, clock, settings, brain.preload)
        try:
            yield assistant
        finally:
            await assistant.settle()


def _check_own_files(paths: Paths) -> None:
    """Read what the user wrote, if anything: a mistake is told before any turn."""
    if paths.user_sites.exists():
        from jarvis_voice.tools.sites import SiteTable

        SiteTable.load(paths)
    if paths.user_sentences.exists():
        from jarvis_voice.brain.sentence_files import load_intents

        load_intents(paths)
