"""A recording through the ears: the session of the daemon on a file in place of the devices."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jarvis_voice.cli.daemon_or_local import PATIENCE_SECONDS
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Outcome
from jarvis_voice.doors.terminal.screen import Screen

if TYPE_CHECKING:
    from jarvis_voice.core.bus import Bus

ANSWER_RATE_HZ = 22_050
"""The rate of the default voice: its answers are written as they were made."""


@dataclass(frozen=True, slots=True)
class HearOptions:
    """How to hear a recording.

    Attributes:
        answer: Where the spoken answer goes; None is nowhere.
        key: Skip the wake word.
        fast: As fast as it can be heard, instead of in real time.
    """

    answer: Path | None
    key: bool
    fast: bool


async def hear_recording(
    file: Path, paths: Paths, screen: Screen, hearing: HearOptions
) -> list[Outcome]:
    """Play a recording to the ears; returns the outcomes of the turns that came of it.

    Raises:
        JarvisError: The file, a model, the config or the database cannot be used.
    """
    from jarvis_voice.app.assistant_factory import open_assistant
    from jarvis_voice.app.brain_factory import Overrides
    from jarvis_voice.app.voice_factory import (
        VoiceSetting,
        open_ears,
        open_mouth,
        open_voice,
        own_sound,
        voice_settings,
    )
    from jarvis_voice.audio.recording import RecordingMicrophone, RecordingSpeaker
    from jarvis_voice.core.bus import Bus
    from jarvis_voice.core.clock import FrameClock
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.prosody import Prosody
    from jarvis_voice.platform.logs import start_log
    from jarvis_voice.store.sqlite.process_lock import ProcessLock
    from jarvis_voice.voice.output.speech_output import SpeechOutput
    from jarvis_voice.voice.session import VoiceSession

    config, bus, clock = load_config(paths), Bus(), FrameClock()
    start_log(paths.log_file, config.log.format, config.secrets)
    outcomes = _shown(bus, screen)

    async def hold() -> None:
        await session.gate()

    microphone = RecordingMicrophone(file, clock=clock, realtime=not hearing.fast, gate=hold)
    setting = Overrides(dials=Prosody(config.voice.speed))
    speaker = RecordingSpeaker(hearing.answer, ANSWER_RATE_HZ)
    # who wants the answer in a file is told before anything is done that it cannot be had
    open_speech = open_voice if hearing.answer else open_mouth
    own = own_sound(config, clock)
    lock = ProcessLock(paths.lock, "hear", PATIENCE_SECONDS)
    opening = open_assistant(config, paths, bus, clock, lock, setting)
    async with AsyncExitStack() as stack:
        assistant = await stack.enter_async_context(opening)
        ears, _ = await asyncio.gather(
            stack.enter_async_context(open_ears(config, paths, microphone, own, assistant)),
            assistant.warm_up(),
        )
        speech = VoiceSetting(speaker, setting.dials, own, assistant.note_heard)
        voice = await stack.enter_async_context(open_speech(config, paths, bus, clock, speech))
        mouth = voice or SpeechOutput(None, speaker, bus, clock)
        settings = voice_settings(config, earcons=hearing.answer is not None)
        session = VoiceSession(ears, mouth, assistant, bus, clock, settings)
        if hearing.key:
            session.press()
        await session.run()
    return outcomes


def _shown(bus: Bus, screen: Screen) -> list[Outcome]:
    """From now on show every event; the outcomes of the turns that have ended so far."""
    from jarvis_voice.core.events import Event, TurnEnded, to_json

    outcomes: list[Outcome] = []

    def show(event: Event) -> None:
        screen.show(to_json(event))
        if isinstance(event, TurnEnded):
            outcomes.append(event.outcome)

    bus.listen(show)
    return outcomes
