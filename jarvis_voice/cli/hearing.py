"""A recording through the ears: the session of the daemon on a file in place of the devices."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.frontends.screen import Screen
from jarvis_voice.paths import Paths

ANSWER_RATE_HZ = 22_050
"""The rate of the default voice: its answers are written as they were made."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """How to hear a recording.

    Attributes:
        answer: Where the spoken answer goes; None is nowhere.
        key: Skip the wake word.
        fast: As fast as it can be heard, instead of in real time.
    """

    answer: Path | None
    key: bool
    fast: bool


async def hear_recording(file: Path, paths: Paths, screen: Screen, hearing: Hearing) -> int:
    """Play a recording to the ears; returns how many turns came of it.

    Raises:
        JarvisError: The file, a model, the config or the database cannot be used.
    """
    from jarvis_voice.audio.recording import RecordingMicrophone, RecordingSpeaker
    from jarvis_voice.bus import Bus
    from jarvis_voice.clock import FrameClock
    from jarvis_voice.composition import open_assistant, open_ears, open_mouth, voice_settings
    from jarvis_voice.config import load_config
    from jarvis_voice.events import Event, TurnStarted, to_json
    from jarvis_voice.frontends.mouth import Mouth
    from jarvis_voice.frontends.voice import VoiceSession
    from jarvis_voice.logs import start_log

    config, bus, clock = load_config(paths), Bus(), FrameClock()
    start_log(paths.log_file)
    turns: list[str] = []

    def show(event: Event) -> None:
        screen.show(to_json(event))
        if isinstance(event, TurnStarted):
            turns.append(event.turn_id)

    async def hold() -> None:
        await session.gate()

    bus.listen(show)
    microphone = RecordingMicrophone(file, clock=clock, realtime=not hearing.fast, gate=hold)
    speaker = RecordingSpeaker(hearing.answer, ANSWER_RATE_HZ)
    async with (
        open_ears(config, paths, microphone) as ears,
        open_mouth(config, paths, bus, clock, speaker) as voice,
        open_assistant(config, paths, bus, clock) as assistant,
    ):
        mouth = voice or Mouth(None, speaker, bus, clock)
        settings = voice_settings(config, earcons=hearing.answer is not None)
        session = VoiceSession(ears, mouth, assistant, bus, clock, settings)
        if hearing.key:
            session.press()
        await session.run()
    return len(turns)
