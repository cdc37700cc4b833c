"""Opens the whole program in a temporary home, with a bench's microphone and loudspeaker.

Invariant: the settings are the shipped ones, the planner is the local one, and nothing is reached:
no browser, no application, no network.
"""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.ports import Microphone, Speaker
from jarvis_voice.platform.gc import gc_paused
from jarvis_voice.platform.malloc import share_among_threads
from jarvis_voice.store.process_lock import ProcessLock

if TYPE_CHECKING:
    from jarvis_voice.app.brain_factory import Overrides
    from jarvis_voice.assistant.assistant import Assistant
    from jarvis_voice.core.config import Config
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.core.safe_url import SafeUrl
    from jarvis_voice.core.types import Receipt
    from jarvis_voice.voice.session import VoiceSession


@dataclass(frozen=True, slots=True)
class BenchProgram:
    """The whole program, open and warm.

    Attributes:
        word: The wake word as it is spoken.
        paths: Its files.
    """

    assistant: Assistant
    session: VoiceSession
    config: Config
    bus: Bus
    clock: SystemClock
    word: str
    paths: Paths


@asynccontextmanager
async def open_program(
    home: Path,
    models: Path,
    microphone: Microphone,
    speaker: Speaker,
    *,
    clock: SystemClock | None = None,
    follow_up: bool = False,
) -> AsyncIterator[BenchProgram]:
    """Open all that the daemon opens, at once, and warm it.

    Args:
        home: A folder for its files.
        models: The weights.
        microphone: Instead of a device.
        speaker: Instead of a device.
        clock: Of its events; None is the system's.
        follow_up: Whether there is a follow-up window behind an answer.

    Raises:
        JarvisError: A weight file is missing, or a model is deaf.
    """
    async with AsyncExitStack() as stack:
        with gc_paused(keeps=True):
            from jarvis_voice.app.assistant_factory import open_assistant
            from jarvis_voice.app.voice_factory import (
                VoiceSetting,
                open_ears,
                open_voice,
                own_sound,
                voice_settings,
            )
            from jarvis_voice.voice.session import VoiceSession

            share_among_threads()
            config, bus, clock = bench_config(follow_up=follow_up), Bus(), clock or SystemClock()
            paths = bench_paths(home, models)
            lock = ProcessLock(paths.lock, "bench")
            opening = open_assistant(config, paths, bus, clock, lock, _setting())
            assistant = await stack.enter_async_context(opening)
            own = own_sound(config, clock)
            voice = VoiceSetting(speaker=speaker, own=own, interrupted=assistant.note_heard)
            mouth, ears, _ = await asyncio.gather(
                stack.enter_async_context(open_voice(config, paths, bus, clock, voice)),
                stack.enter_async_context(open_ears(config, paths, microphone, own, assistant)),
                assistant.warm_up(),
            )
            settings = voice_settings(config, earcons=True)
            session = VoiceSession(ears, mouth, assistant, bus, clock, settings)
        yield BenchProgram(assistant, session, config, bus, clock, ears.wake.words[0], paths)


@asynccontextmanager
async def open_bench_assistant(home: Path, models: Path, bus: Bus) -> AsyncIterator[Assistant]:
    """The assistant alone, warm."""
    from jarvis_voice.app.assistant_factory import open_assistant

    paths = bench_paths(home, models)
    lock = ProcessLock(paths.lock, "bench")
    opening = open_assistant(bench_config(), paths, bus, SystemClock(), lock, _setting())
    async with opening as assistant:
        await assistant.warm_up()
        yield assistant


def bench_paths(home: Path, models: Path) -> Paths:
    """Where the files of a program in `home` are."""
    from jarvis_voice.core.paths import find_paths

    return find_paths({"JARVIS_HOME": str(home), "JARVIS_MODELS": str(models)})


def bench_config(*, follow_up: bool = False) -> Config:
    """The shipped settings with the local planner, by default without a follow-up window."""
    from jarvis_voice.core.shipped_files import shipped
    from jarvis_voice.workshop.scenarios.runner import ScenarioConfig

    shipped_file = shipped("config/jarvis.toml")
    values: dict[str, Any] = tomllib.loads(shipped_file.read_text(encoding="utf-8"))
    values["brain"]["planner"] = "local"
    if not follow_up:
        values["listening"]["follow_up_seconds"] = 0.0  # each command is called for
    return ScenarioConfig(**values)


def _setting() -> Overrides:
    from jarvis_voice.app.brain_factory import Overrides
    from jarvis_voice.tools.dependencies import Edge
    from jarvis_voice.tools.endpoints import Endpoints
    from jarvis_voice.workshop.worlds.world import NOBODY, WorldApplications

    nowhere = f"http://{NOBODY}"
    endpoints = Endpoints.all_at(nowhere)
    return Overrides(Edge(endpoints, _open_nothing), applications=WorldApplications((), []))


async def _open_nothing(url: SafeUrl) -> Receipt:
    from jarvis_voice.core.types import Receipt, ReceiptKind

    del url
    return Receipt(ReceiptKind.EFFECT, "handed to the default browser")
