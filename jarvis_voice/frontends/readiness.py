"""The ears' self-test: a recorded wake phrase through wake word, VAD and STT, before "ready".

Invariant: it uses the very objects that will listen, and leaves them reset.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from jarvis_voice.audio.recording import RecordingMicrophone
from jarvis_voice.clock import FrameClock
from jarvis_voice.errors import ModelError
from jarvis_voice.frontends.ears import Ears
from jarvis_voice.resources import shipped
from jarvis_voice.types import AudioFrame, Utterance

if TYPE_CHECKING:
    from jarvis_voice.engines.wake_heads import WakeHead

PHRASE = "models/hey-jarvis.wav"
"""A synthetic voice saying "Hey Jarvis, what time is it?"."""

CALLED_BY = "hey jarvis"

SPEECH_PROBABILITY = 0.5


def phrase_file() -> Path:
    """The recorded phrase that ships with the program."""
    return shipped(PHRASE)


async def prove_ears(ears: Ears, heads: Sequence[WakeHead]) -> None:
    """Return when the phrase was heard by all; they listen to it at the same time.

    A wake word that is not in the phrase is scored, no more.

    Args:
        ears: Opened.
        heads: Of the wake words, in the detector's order.

    Raises:
        ModelError: One of them did not hear it ("ears-deaf"); says which.
    """
    import numpy as np

    frames = await _phrase()
    sound = Utterance(np.concatenate([frame.pcm for frame in frames]), None, "silence")
    scores, speech, transcript = await asyncio.gather(
        _highest_scores(ears, frames), _surest_speech(ears, frames), ears.stt.transcribe(sound)
    )
    heard: dict[str, bool] = {
        f'the wake word "{head.word}" (score {score:.2f}, threshold {head.threshold:.2f})': (
            score >= head.threshold
        )
        for head, score in zip(heads, scores, strict=True)
        if CALLED_BY in head.phrases
    }
    heard["voice activity detection"] = speech >= SPEECH_PROBABILITY
    heard["speech to text"] = bool(transcript.text)
    _check(heard)


def _check(heard: Mapping[str, bool]) -> None:
    deaf = [name for name, is_heard in heard.items() if not is_heard]
    if deaf:
        raise ModelError(
            "ears-deaf",
            f"A recorded phrase was not heard by {' and '.join(deaf)}. "
            "Run `jarvis setup --check`; it compares every byte of the models.",
            spoken="I cannot hear properly.",
        )


async def _phrase() -> list[AudioFrame]:
    recording = RecordingMicrophone(phrase_file(), clock=FrameClock(), realtime=False, gate=None)
    async with recording:
        return [frame async for frame in recording.frames()]


async def _highest_scores(ears: Ears, frames: Sequence[AudioFrame]) -> tuple[float, ...]:
    scores = [await ears.wake.score(frame) for frame in frames]
    ears.wake.reset()
    return tuple(max(word) for word in zip(*scores, strict=True))


async def _surest_speech(ears: Ears, frames: Sequence[AudioFrame]) -> float:
    """The less sure of the two VADs, in what each is surest of."""
    surest = []
    for vad in (ears.vad, ears.span_vad):
        surest.append(max([await vad.probability(frame) for frame in frames]))
        vad.reset()
    return min(surest)
