"""Config -> objects. What is made here is opened here, and closed in reverse order.

Invariant: nothing heavy is imported before it is needed; the brain's libraries load in a thread.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from jarvis_voice.assistant import Assistant, AssistantSettings
from jarvis_voice.bus import Bus
from jarvis_voice.config import Config
from jarvis_voice.errors import ConfigError, JarvisError
from jarvis_voice.events import ProblemReported
from jarvis_voice.paths import Paths
from jarvis_voice.ports import Clock, Microphone, Speaker
from jarvis_voice.store.lock import ProcessLock
from jarvis_voice.store.threads import ThreadStore
from jarvis_voice.turn.stop_words import is_stop

if TYPE_CHECKING:
    from jarvis_voice.brain.brain import GraphBrain
    from jarvis_voice.brain.knowledge import Knowledge
    from jarvis_voice.brain.planner import Planner
    from jarvis_voice.engines.gemini import GeminiChat
    from jarvis_voice.frontends.mouth import Mouth
    from jarvis_voice.frontends.voice import Ears, VoiceSettings
    from jarvis_voice.tools.registry import Registry
    from jarvis_voice.tools.search import SearchBackend

log = logging.getLogger(__name__)

VOICE_GROUP = "voice-joe"
MIN_STT_THREADS = 2
"""On two cores a command took 0.7 to 0.9 s with two threads and 1.15 s with one."""

WAKE_WORD = "hey jarvis"
"""What the head in the manifest was trained for."""


@asynccontextmanager
async def open_assistant(
    config: Config, paths: Paths, bus: Bus, clock: Clock, *, role: str, wait_seconds: float = 0.0
) -> AsyncIterator[Assistant]:
    """The assistant on its threads, with the lock taken.

    Args:
        config: Everything that is set.
        paths: The user's folders.
        bus: Where events go.
        clock: Event times.
        role: The command that needs it, for others that want the lock.
        wait_seconds: How long to wait for another command to end.

    Raises:
        ConfigError: The user's own sites or sentences have a mistake.
        AlreadyRunningError: Another process has the lock.
        StoreError: The database cannot be used.
    """
    await asyncio.to_thread(_check_own_files, paths)
    async with (
        ProcessLock(paths.lock, role, wait_seconds),
        ThreadStore(paths.database) as store,
        LazyBrain(config, paths, store) as brain,
    ):
        if store.set_aside:
            message = (
                f"The memory was damaged; it is kept as {store.set_aside.name} "
                "and a new one was started."
            )
            bus.publish(ProblemReported(clock.seconds(), "database-damaged", message))
        settings = AssistantSettings(config.thread, config.brain.turn_seconds, is_stop)
        yield Assistant(brain, store, bus, clock, settings)


def _check_own_files(paths: Paths) -> None:
    """Read what the user wrote, if anything: a mistake is told before any turn."""
    if paths.user_sites.exists():
        from jarvis_voice.tools.sites import SiteTable

        SiteTable.load(paths)
    if paths.user_sentences.exists():
        from jarvis_voice.brain.sentence_files import load_intents

        load_intents(paths)


class LazyBrain:
    """Makes the brain at the first call; its libraries take a second to load."""

    def __init__(self, config: Config, paths: Paths, store: ThreadStore) -> None:
        self._config = config
        self._paths = paths
        self._store = store
        self._making = asyncio.Lock()
        self._brain: GraphBrain | None = None
        self._opened = AsyncExitStack()

    async def __aenter__(self) -> LazyBrain:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._opened.aclose()

    async def __call__(self) -> GraphBrain:
        """The brain, made once.

        Raises:
            ConfigError: The user's sites or sentences have a mistake.
        """
        async with self._making:
            if self._brain is None:
                await asyncio.to_thread(_import_brain)
                self._brain = await self._make()
            return self._brain

    async def _make(self) -> GraphBrain:
        from jarvis_voice.brain.brain import GraphBrain
        from jarvis_voice.brain.executor import Executor
        from jarvis_voice.brain.knowledge import Knowledge
        from jarvis_voice.brain.local_planner import LocalPlanner
        from jarvis_voice.brain.planner import TaskPlanner
        from jarvis_voice.brain.reception import Reception
        from jarvis_voice.tools.catalogue import ship_tools
        from jarvis_voice.tools.search import SearchChain

        config = self._config
        knowledge = await asyncio.to_thread(Knowledge.load, self._paths)
        search = SearchChain(_search_backends(config, knowledge))
        await self._opened.enter_async_context(search)
        registry = ship_tools(search, knowledge.applications, self._paths.screenshots)
        chat = await self._open_chat()
        planners: list[Planner] = [LocalPlanner(knowledge, registry)]
        if chat:
            planners.insert(0, _gemini_planner(chat, registry))
        return GraphBrain(
            TaskPlanner(planners, knowledge, config.brain.max_steps),
            Executor(registry),
            Reception(chat),
            self._store.checkpointer(),
            config.brain.max_steps,
        )

    async def _open_chat(self) -> GeminiChat | None:
        brain, key = self._config.brain, self._config.google_api_key
        if brain.planner == "local" or (brain.planner == "auto" and key is None):
            return None
        if key is None:
            raise ConfigError(
                "no-gemini-key",
                'brain.planner is "gemini", but GOOGLE_API_KEY is not set. '
                'Set it, or use planner = "auto".',
            )
        from jarvis_voice.engines.gemini import GeminiChat

        chat = GeminiChat(key.get_secret_value(), brain.model, brain.timeout_seconds)
        return await self._opened.enter_async_context(chat)


def _import_brain() -> None:
    import jarvis_voice.brain.brain
    import jarvis_voice.brain.knowledge
    import jarvis_voice.tools.catalogue  # noqa: F401 - all three for their import time alone


def _search_backends(config: Config, knowledge: Knowledge) -> list[SearchBackend]:
    from jarvis_voice.tools.search_serpapi import SerpApiSearch
    from jarvis_voice.tools.search_sites import SitesSearch
    from jarvis_voice.tools.search_wikimedia import WikimediaSearch

    backends: list[SearchBackend] = [SitesSearch(knowledge.sites), WikimediaSearch()]
    if config.serpapi_api_key:
        backends.insert(0, SerpApiSearch(config.serpapi_api_key.get_secret_value()))
    return backends


def _gemini_planner(chat: GeminiChat, registry: Registry) -> Planner:
    from jarvis_voice.brain.gemini_planner import GeminiPlanner

    return GeminiPlanner(chat, registry)


@asynccontextmanager
async def open_voice(
    config: Config, paths: Paths, bus: Bus, clock: Clock, speaker: Speaker | None = None
) -> AsyncIterator[Mouth]:
    """The voice on a loudspeaker.

    Args:
        config: Voice and device.
        paths: Where the weights are.
        bus: Where events go.
        clock: Event times.
        speaker: Instead of the configured device.

    Raises:
        ModelError: The weights of the voice are missing or damaged.
        AudioError: The loudspeaker, or the file in its place, cannot be opened.
    """
    from jarvis_voice.audio.speaker import DeviceSpeaker
    from jarvis_voice.engines.piper import PiperTts
    from jarvis_voice.frontends.mouth import Mouth
    from jarvis_voice.weights.check import require

    await asyncio.to_thread(require, paths.models, [VOICE_GROUP])
    model = paths.models / "piper" / "en_US-joe-medium.onnx"
    async with (
        PiperTts(model, config.voice.speed) as tts,
        speaker or DeviceSpeaker(config.speaker.device) as device,
    ):
        yield Mouth(tts, device, bus, clock)


@asynccontextmanager
async def open_mouth(
    config: Config, paths: Paths, bus: Bus, clock: Clock, speaker: Speaker | None = None
) -> AsyncIterator[Mouth | None]:
    """As `open_voice`, but None and a reported problem where there is no voice or loudspeaker."""
    async with AsyncExitStack() as stack:
        mouth: Mouth | None = None
        try:
            mouth = await stack.enter_async_context(open_voice(config, paths, bus, clock, speaker))
        except JarvisError as error:
            bus.publish(ProblemReported(clock.seconds(), error.code, error.message))
        yield mouth


@asynccontextmanager
async def open_ears(config: Config, paths: Paths, microphone: Microphone) -> AsyncIterator[Ears]:
    """The microphone and the models behind it, proved with a recorded phrase.

    Raises:
        ModelError: A weight file is missing or damaged, or a model is deaf.
        AudioError: The microphone cannot be opened.
    """
    from jarvis_voice.engines.silero import SileroVad
    from jarvis_voice.engines.wake_word import OpenWakeWordDetector
    from jarvis_voice.engines.whisper import FasterWhisper
    from jarvis_voice.frontends.readiness import prove_ears
    from jarvis_voice.frontends.voice import Ears
    from jarvis_voice.weights.check import require
    from jarvis_voice.weights.manifest import WHISPER, is_own_folder, whisper_folder

    size = config.speech_to_text.model
    groups = ["wake"] if is_own_folder(size) else ["wake", WHISPER + size]
    await asyncio.to_thread(require, paths.models, groups)
    folder = paths.models / "wake"
    async with AsyncExitStack() as stack:
        wake = OpenWakeWordDetector(
            folder / "melspectrogram.onnx",
            folder / "embedding_model.onnx",
            folder / "hey_jarvis_v0.1.onnx",
            WAKE_WORD,
        )
        threads = max(MIN_STT_THREADS, (os.cpu_count() or 1) - 1)
        stt = FasterWhisper(whisper_folder(paths.models, size), config.language, threads)
        ears = Ears(
            microphone=await stack.enter_async_context(microphone),
            wake=await stack.enter_async_context(wake),
            vad=await stack.enter_async_context(SileroVad()),
            stt=await stack.enter_async_context(stt),
        )
        await prove_ears(ears.wake, ears.vad, ears.stt, threshold=config.wake.threshold)
        yield ears


def voice_settings(config: Config, *, earcons: bool) -> VoiceSettings:
    """How a session listens, from the config."""
    from jarvis_voice.frontends.voice import VoiceSettings

    listening = config.listening
    return VoiceSettings(
        wake_threshold=config.wake.threshold,
        silence_seconds=listening.silence_seconds,
        max_seconds=listening.max_seconds,
        follow_up_seconds=listening.follow_up_seconds,
        earcons=earcons and config.voice.earcons,
    )
