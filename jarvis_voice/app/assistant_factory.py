"""Builds and opens the assistant from the configuration, and closes it in reverse order.

Invariant: nothing heavy is imported before it is needed; the brain's libraries load in a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace

from jarvis_voice.app.brain_factory import BrainFactory, Overrides
from jarvis_voice.app.latency_ledger import LatencyLedger
from jarvis_voice.assistant.assistant import Assistant, AssistantSettings
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.config import Config
from jarvis_voice.core.errors import JarvisError, StoreError
from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.file_kind import refuse_no_file
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import ME
from jarvis_voice.language.en.stop_words import is_stop
from jarvis_voice.platform.logs import start_log
from jarvis_voice.store.factory import make_reader, make_store
from jarvis_voice.store.interruptions import sentences_of
from jarvis_voice.store.losses import damage_told, unreadable_told
from jarvis_voice.store.ports import Store
from jarvis_voice.store.process_lock import DAEMON, ProcessLock
from jarvis_voice.store.retention import Retention

LONGEST_TOOL_SECONDS = 120.0
"""What a tool that was begun may still take when the turn's own time is up."""

SERVER_SECONDS = 15.0
"""How long a program that stays waits for a database server: both may start with the machine."""

READING_MEMORY = "I know what I was told before, but nothing new is kept."
NOT_KNOWN = "What was set before is not known, and does not ring."
WITHOUT_MEMORY = "I go on without my memory: nothing I am told is kept."


@asynccontextmanager
async def open_assistant(
    config: Config,
    paths: Paths,
    bus: Bus,
    clock: Clock,
    lock: ProcessLock,
    setting: Overrides | None = None,
) -> AsyncIterator[Assistant]:
    """The assistant on its threads.

    Args:
        config: Everything that is set.
        paths: The user's folders.
        bus: Where events go.
        clock: Event times.
        lock: Of the process that may write; taken as long as the assistant is open.
        setting: What stands around the brain; None is this machine.

    Raises:
        ConfigError: The user's own sites or sentences have a mistake.
        AlreadyRunningError: Another process has the lock.
        StoreError: A newer Jarvis has written the database.
    """
    await asyncio.to_thread(_check_own_files, paths)
    async with AsyncExitStack() as stack:
        store = await _open_store(stack, lock, paths, _Teller(bus, clock))
        await stack.enter_async_context(LatencyLedger(bus, store.latency))
        days = config.history.keep_days, store.briefings, config.briefing.keep_days
        retention = Retention(store.erasure, clock, *days)
        await stack.enter_async_context(retention)
        setting = setting or Overrides()
        lazy = BrainFactory(config, paths, store, bus, clock, setting)
        brain = await stack.enter_async_context(lazy)
        settings = AssistantSettings(
            config.thread,
            config.brain.turn_seconds + LONGEST_TOOL_SECONDS,
            is_stop,
            paths,
            passing=setting.passing,
        )
        if setting.alarm_state:
            settings = replace(settings, alarm_state=setting.alarm_state)
        assistant = Assistant(brain, store, bus, clock, settings, brain.preload)
        setting.afterwards.forget = assistant.forget
        setting.afterwards.put_thread_aside = assistant.put_aside
        setting.afterwards.tell = _Teller(bus, clock)
        try:
            yield assistant
        finally:
            await setting.afterwards.settle()
            await assistant.settle()


def start_log_or_tell(config: Config, paths: Paths, bus: Bus, clock: Clock) -> None:
    """Log from now on; where no log can be written that is told, and the program goes on."""
    try:
        start_log(paths.log_file, config.log.format, config.secrets)
    except StoreError as error:
        _Teller(bus, clock)(error.code, f"{error.message} I go on without a log.")


@dataclass(frozen=True, slots=True)
class _Teller:
    """Tells a problem as an event."""

    bus: Bus
    clock: Clock

    def __call__(self, code: str, message: str) -> None:
        self.bus.publish(ProblemReported(self.clock.seconds(), code, message))


async def _open_store(
    stack: AsyncExitStack, lock: ProcessLock, paths: Paths, tell: _Teller
) -> Store:
    """The store, with the lock taken; where it cannot be used, one that lasts for this run."""
    try:
        await stack.enter_async_context(lock)
        patience = SERVER_SECONDS if lock.role == DAEMON else 0.0
        making = make_store(paths, patience_seconds=patience)
        store = await stack.enter_async_context(making)
    except StoreError as error:
        if error.code == "database-newer":
            raise
        set_before, unread = await _set_before(paths)
        passing = make_store(
            paths, is_kept=False, is_passing=lock.role != DAEMON, is_known=not unread
        )
        store = await stack.enter_async_context(passing)
        known = unread or await _take_over_schedule(store, set_before)
        memory = READING_MEMORY if await store.take_over_memory() else WITHOUT_MEMORY
        known = known.replace(error.message, "").strip()  # the same reason is told once
        tell(error.code, f"{error.message} {memory} {known}".strip())
        return store
    if store.damage:
        tell("database-damaged", damage_told(store.damage))
    await _tell_unreadable(store, tell)
    await _tell_interruptions(store, tell)
    return store


async def _set_before(paths: Paths) -> tuple[Sequence[Entry], str]:
    """What was set before, and the sentence of why that cannot be read, if it cannot."""
    try:
        return await asyncio.to_thread(make_reader(paths).all_entries), ""
    except StoreError as error:
        return (), f"{NOT_KNOWN} {error.message}"


async def _take_over_schedule(store: Store, set_before: Sequence[Entry]) -> str:
    """Know in this run what was set before; what came of it."""
    try:
        await store.schedule.add(*set_before)
    except JarvisError as error:
        return f"{NOT_KNOWN} {error.message}"
    return "What was set before is still known." if set_before else ""


async def _tell_unreadable(store: Store, tell: _Teller) -> None:
    """Tell once which rows are left out from now on."""
    try:
        if sentence := unreadable_told(await store.newly_unreadable()):
            tell("rows-unreadable", sentence)
    except StoreError as error:  # a full disk: it is told again at the next start
        tell(error.code, error.message)


async def _tell_interruptions(store: Store, tell: _Teller) -> None:
    """Tell the owner once what a crash had cut short; what others asked is not told here."""
    try:
        if sentences := sentences_of(await store.interruptions.interrupted(ME)):
            for sentence in sentences:
                tell("interrupted", sentence)
            await store.interruptions.have_been_told(ME)
    except StoreError as error:  # a full disk: it is told again at the next start
        tell(error.code, error.message)


def _check_own_files(paths: Paths) -> None:
    """Read what the user wrote, if anything: a mistake is told before any turn."""
    refuse_no_file(paths.user_sites)
    if paths.user_sites.exists():
        from jarvis_voice.tools.web.sites import SiteTable

        SiteTable.load(paths)
    if paths.user_sentences.exists():
        from jarvis_voice.assistant.understanding.sentence_files import load_intents

        load_intents(paths)
