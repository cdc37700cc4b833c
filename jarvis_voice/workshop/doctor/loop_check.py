"""Checks the way from loudspeaker to microphone: plays a chirp and looks for it.

Invariant: the user's room decides: what is not heard is a warning, as headphones are no fault.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from jarvis_voice.core.errors import AudioError
from jarvis_voice.core.types import FRAME_SECONDS, RATE_HZ, AudioFrame, SpeechChunk
from jarvis_voice.workshop.doctor.check_result import CheckVerdict, ok, skipped, warning
from jarvis_voice.workshop.doctor.chirp import Echo, chirp, find

if TYPE_CHECKING:
    from jarvis_voice.core.ports import Microphone, Speaker
    from jarvis_voice.workshop.doctor.run import DiagnosticRun

CHIRP_RATE_HZ = 48_000
AFTER_SECONDS = 1.2
"""How long it is listened on: Bluetooth may be half a second late."""


async def check_loop(visit: DiagnosticRun) -> CheckVerdict:
    """Whether the microphone hears the loudspeaker, how late and how loud."""
    if visit.wanted.recording:
        return skipped("A recording stands for the microphone.")
    if visit.wanted.quick:
        return skipped("With --quick nothing is played.")
    for again in (False, True):
        visit.tell("Playing a chirp once more ..." if again else "Playing a chirp ...")
        verdict = await _look(visit)
        if verdict.status == "ok":
            break  # a loudspeaker that slept may have swallowed the first one
    return verdict


async def _look(visit: DiagnosticRun) -> CheckVerdict:
    import numpy as np

    microphone = visit.outside.microphone(visit.config, lambda *_: None)
    speaker = visit.outside.speaker(visit.config)
    async with microphone, speaker:
        frames, started_at = await _play_and_listen(microphone, speaker)
    first_at = frames[0].captured_at - FRAME_SECONDS
    pcm = np.concatenate([frame.pcm for frame in frames])
    return judge_loop(find(pcm, RATE_HZ), first_at - started_at)


def judge_loop(echo: Echo, lead_seconds: float) -> CheckVerdict:
    """What the echo means.

    Args:
        echo: The chirp in what was heard.
        lead_seconds: From when the chirp was handed to the loudspeaker until the first sample that
            was heard; negative where it was listened to before.
    """
    if not echo.is_heard:
        return warning(
            "The loudspeaker was not heard in the microphone.",
            "Turn the loudspeaker up or unmute it, unless you wear headphones",
        )
    delay = lead_seconds + echo.at_seconds
    return ok(f"The loudspeaker was heard after {delay:.2f} s, at {round(echo.level_db)} dB.")


async def _play_and_listen(
    microphone: Microphone, speaker: Speaker
) -> tuple[list[AudioFrame], float]:
    """What was heard around the chirp, and when it was handed to the loudspeaker."""
    loop = asyncio.get_running_loop()
    listens, played = asyncio.Event(), asyncio.Event()
    started: list[float] = []
    hearing = asyncio.create_task(_hear(microphone, listens, played))
    waiting = asyncio.create_task(listens.wait())
    try:
        await asyncio.wait({hearing, waiting}, return_when=asyncio.FIRST_COMPLETED)
        await speaker.play(_sound(), lambda: started.append(loop.time()))
        played.set()
        frames = await hearing
    finally:
        for task in (hearing, waiting):
            task.cancel()
        await asyncio.gather(hearing, waiting, return_exceptions=True)
    if not frames or not started:
        raise AudioError("loop-broken", "The chirp could not be played and heard.")
    return frames, started[0]


async def _hear(
    microphone: Microphone, listens: asyncio.Event, played: asyncio.Event
) -> list[AudioFrame]:
    """Every frame until some time after the chirp was played."""
    frames: list[AudioFrame] = []
    left = round(AFTER_SECONDS / FRAME_SECONDS)
    async for frame in microphone.frames():
        frames.append(frame)
        listens.set()
        left -= played.is_set()
        if left <= 0:
            break
    return frames


async def _sound() -> AsyncIterator[SpeechChunk]:
    yield SpeechChunk(chirp(CHIRP_RATE_HZ), CHIRP_RATE_HZ, "")
