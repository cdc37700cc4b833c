"""Speaking a text: by the running Jarvis where there is one, else here; or into a file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

from jarvis_voice.cli.output import err
from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.paths import Paths
from jarvis_voice.doors.control.client import request

RATE_HZ = 22_050


async def say_text(text: str, paths: Paths, file: Path | None) -> bool:
    """Speak; returns whether the sound failed, which was then told on stderr.

    Raises:
        JarvisError: There is no voice, or no loudspeaker.
    """
    has_failed = None if file else await _by_daemon(text, paths)
    return await _say_here(text, paths, file) if has_failed is None else has_failed


async def _by_daemon(text: str, paths: Paths) -> bool | None:
    """Let the daemon speak, which knows its own voice then; None where there is none that can."""
    has_failed = False
    body = {"command": "say", "text": text}
    try:
        async with aclosing(request(paths.control_socket, body)) as answers:
            async for answer in answers:
                if answer["type"] == "problem-reported":
                    has_failed = True
                    err(f"jarvis: {answer['message']}")
    except ControlError as error:
        if error.code not in {"no-daemon", "no-voice"}:
            raise
        return None
    return has_failed


async def _say_here(text: str, paths: Paths, file: Path | None) -> bool:
    from jarvis_voice.app.voice_factory import VoiceSetting, open_voice
    from jarvis_voice.audio.recording import RecordingSpeaker
    from jarvis_voice.core.bus import Bus
    from jarvis_voice.core.clock import SystemClock
    from jarvis_voice.core.config import load_config
    from jarvis_voice.core.events import Event, ProblemReported
    from jarvis_voice.language.en.sentences import split_sentences

    config, bus, clock = load_config(paths), Bus(), SystemClock()
    problems: list[str] = []

    def note(event: Event) -> None:
        if isinstance(event, ProblemReported):
            problems.append(event.code)
            err(f"jarvis: {event.message}")

    async def sentences() -> AsyncIterator[str]:
        for sentence in split_sentences(text):
            yield sentence

    bus.listen(note)
    speaker = RecordingSpeaker(file, RATE_HZ) if file else None
    async with open_voice(config, paths, bus, clock, VoiceSetting(speaker)) as mouth:
        await mouth.say("", sentences())
    return bool(problems)
