"""Config -> objects. What is made here is opened here, and closed in reverse order.

Invariant: nothing heavy is imported before it is needed; the brain's libraries load in a thread.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from jarvis_voice.assistant import Assistant, AssistantSettings
from jarvis_voice.bus import Bus
from jarvis_voice.config import Config
from jarvis_voice.errors import JarvisError
from jarvis_voice.events import ProblemReported
from jarvis_voice.lazy_brain import LazyBrain, Setting
from jarvis_voice.paths import Paths
from jarvis_voice.ports import Clock, Microphone, Speaker
from jarvis_voice.store.lock import ProcessLock
from jarvis_voice.store.threads import ThreadStore
from jarvis_voice.turn.stop_words import is_stop
from jarvis_voice.voice_dials import VoiceDials

if TYPE_CHECKING:
    from jarvis_voice.frontends.mouth import Mouth
    from jarvis_voice.frontends.voice import Ears, VoiceSettings

VOICE_GROUP = "voice-joe"
LONGEST_TOOL_SECONDS = 120.0
"""What a tool that was begun may still take when the turn's own time is up."""

MIN_STT_THREADS = 2
"""On two cores a command took 0.7 to 0.9 s with two threads and 1.15 s with one."""

WAKE_WORD = "hey jarvis"
"""What the head in the manifest was trained for."""


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
        yield Assistant(brain, store, bus, clock, settings)


def _check_own_files(paths: Paths) -> None:
    """Read what the user wrote, if anything: a mistake is told before any turn."""
    if paths.user_sites.exists():
        from jarvis_voice.tools.sites import SiteTable

        SiteTable.load(paths)
    if paths.user_sentences.exists():
        from jarvis_voice.brain.sentence_files import load_intents

        load_intents(paths)


@asynccontextmanager
async def open_voice(
    config: Config,
    paths: Paths,
    bus: Bus,
    clock: Clock,
    speaker: Speaker | None = None,
    dials: VoiceDials | None = None,
) -> AsyncIterator[Mouth]:
    """The voice on a loudspeaker.

    Args:
        config: Voice and device.
        paths: Where the weights are.
        bus: Where events go.
        clock: Event times.
        speaker: Instead of the configured device.
        dials: Speed and loudness as the user turned them; None is as configured.

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
        PiperTts(model, dials or VoiceDials(config.voice.speed)) as tts,
        speaker or DeviceSpeaker(config.speaker.device) as device,
    ):
        yield Mouth(tts, device, bus, clock)


@asynccontextmanager
async def open_mouth(
    config: Config,
    paths: Paths,
    bus: Bus,
    clock: Clock,
    speaker: Speaker | None = None,
    dials: VoiceDials | None = None,
) -> AsyncIterator[Mouth | None]:
    """As `open_voice`, but None and a reported problem where there is no voice or loudspeaker."""
    async with AsyncExitStack() as stack:
        mouth: Mouth | None = None
        try:
            mouth = await stack.enter_async_context(
                open_voice(config, paths, bus, clock, speaker, dials)
            )
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
