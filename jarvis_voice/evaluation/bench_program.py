"""The whole program in a temporary home, with a bench's microphone and loudspeaker.

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

from jarvis_voice.bus import Bus
from jarvis_voice.clock import SystemClock
from jarvis_voice.garbage import collector_rests
from jarvis_voice.ports import Microphone, Speaker
from jarvis_voice.spare_memory import share_among_threads
from jarvis_voice.store.lock import ProcessLock

if TYPE_CHECKING:
    from jarvis_voice.assistant import Assistant
    from jarvis_voice.config import Config
    from jarvis_voice.frontends.voice import VoiceSession
    from jarvis_voice.lazy_brain import Setting
    from jarvis_voice.paths import Paths
    from jarvis_voice.tools.safe_url import SafeUrl
    from jarvis_voice.types import Receipt


@dataclass(frozen=True, slots=True)
class Program:
    """The program, open and warm.

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
) -> AsyncIterator[Program]:
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
        with collector_rests(keeps=True):
            from jarvis_voice.composition import open_assistant
            from jarvis_voice.frontends.voice import VoiceSession
            from jarvis_voice.voice_composition import (
                VoiceSetting,
                open_ears,
                open_voice,
                own_sound,
                voice_settings,
            )

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
        yield Program(assistant, session, config, bus, clock, ears.wake.words[0], paths)


@asynccontextmanager
async def open_bench_assistant(home: Path, models: Path, bus: Bus) -> AsyncIterator[Assistant]:
    """The assistant alone, warm."""
    from jarvis_voice.composition import open_assistant

    paths = bench_paths(home, models)
    lock = ProcessLock(paths.lock, "bench")
    opening = open_assistant(bench_config(), paths, bus, SystemClock(), lock, _setting())
    async with opening as assistant:
        await assistant.warm_up()
        yield assistant


def bench_paths(home: Path, models: Path) -> Paths:
    """Where the files of a program in `home` are."""
    from jarvis_voice.paths import find_paths

    return find_paths({"JARVIS_HOME": str(home), "JARVIS_MODELS": str(models)})


def bench_config(*, follow_up: bool = False) -> Config:
    """The shipped settings with the local planner, by default without a follow-up window."""
    from jarvis_voice.evaluation.runner import ScenarioConfig
    from jarvis_voice.resources import shipped

    shipped_file = shipped("config/jarvis.toml")
    values: dict[str, Any] = tomllib.loads(shipped_file.read_text(encoding="utf-8"))
    values["brain"]["planner"] = "local"
    if not follow_up:
        values["listening"]["follow_up_seconds"] = 0.0  # each command is called for
    return ScenarioConfig(**values)


def _setting() -> Setting:
    from jarvis_voice.evaluation.world import NOBODY, WorldApplications
    from jarvis_voice.lazy_brain import Setting
    from jarvis_voice.tools.endpoints import Endpoints
    from jarvis_voice.tools.surroundings import Edge

    nowhere = f"http://{NOBODY}"
    endpoints = Endpoints(nowhere, nowhere, nowhere, nowhere)
    return Setting(Edge(endpoints, _open_nothing), applications=WorldApplications((), []))


async def _open_nothing(url: SafeUrl) -> Receipt:
    from jarvis_voice.types import Receipt, ReceiptKind

    del url
    return Receipt(ReceiptKind.EFFECT, "opened in the default browser")
