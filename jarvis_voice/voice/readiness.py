"""Opens and tests the models for hearing: each hears a recorded wake phrase before "ready".

Invariant: the test uses the very objects that will listen, and leaves them reset.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from jarvis_voice.audio.recording import RecordingMicrophone
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.ports import Vad
from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.core.types import AudioFrame, Utterance
from jarvis_voice.voice.speech_input import SpeechInput

if TYPE_CHECKING:
    from jarvis_voice.engines.wake.heads import WakeHead

PHRASE = "models/hey-jarvis.wav"
"""A synthetic voice saying "Hey Jarvis, what time is it?"."""

CALLED_BY = "hey jarvis"

SPEECH_PROBABILITY = 0.5


def phrase_file() -> Path:
    """The recorded phrase that ships with the program."""
    return shipped(PHRASE)


async def open_and_prove(
    stack: AsyncExitStack, ears: SpeechInput, heads: Sequence[WakeHead]
) -> None:
    """Load the models of the ears beside each other; return when each has heard the phrase.

    One that is loaded hears it while the others still load. A wake word that is not in the phrase
    is scored, no more, and the turn model is loaded, no more.

    Args:
        stack: Closes what is opened here.
        ears: Not opened; their microphone is not touched.
        heads: Of the wake words, in the detector's order.

    Raises:
        ModelError: One is missing or damaged, or did not hear the phrase ("ears-deaf"); says which.
    """
    frames = await _phrase()
    words, speech = list[str](), list[float]()
    scores: tuple[float, ...] = ()

    async def hear() -> None:
        stt = await stack.enter_async_context(ears.stt)
        words.append((await stt.transcribe(_whole(frames))).text)

    async def score() -> None:
        nonlocal scores
        await stack.enter_async_context(ears.wake)
        scores = await _highest_scores(ears, heads, frames)

    async def notice(vad: Vad) -> None:
        await stack.enter_async_context(vad)
        speech.append(await _surest_speech(vad, frames))

    proofs: list[Awaitable[object]] = [hear(), score(), notice(ears.vad), notice(ears.span_vad)]
    if ears.second_stt:
        proofs.append(stack.enter_async_context(ears.second_stt))
    if ears.turn_model:
        proofs.append(stack.enter_async_context(ears.turn_model))
    # each comes to its end before an error is raised: nothing is closed that is still opening
    for failure in await asyncio.gather(*proofs, return_exceptions=True):
        if isinstance(failure, BaseException):
            raise failure
    heard: dict[str, bool] = {
        f'the wake word "{head.word}" (score {score:.2f}, threshold {head.threshold:.2f})': (
            score >= head.threshold
        )
        for head, score in zip(heads, scores, strict=True)
        if CALLED_BY in head.phrases
    }
    heard["voice activity detection"] = min(speech) >= SPEECH_PROBABILITY
    heard["speech to text"] = all(words)
    _check(heard)


def _whole(frames: Sequence[AudioFrame]) -> Utterance:
    import numpy as np

    return Utterance(np.concatenate([frame.pcm for frame in frames]), None, "silence")


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


async def _highest_scores(
    ears: SpeechInput, heads: Sequence[WakeHead], frames: Sequence[AudioFrame]
) -> tuple[float, ...]:
    """Of each head, up to the frame at which all that are called had heard it."""
    highest = (0.0,) * len(heads)
    for frame in frames:
        highest = tuple(map(max, highest, await ears.wake.score(frame)))
        scored = zip(heads, highest, strict=True)
        if all(score >= head.threshold for head, score in scored if CALLED_BY in head.phrases):
            break
    ears.wake.reset()
    return highest


async def _surest_speech(vad: Vad, frames: Sequence[AudioFrame]) -> float:
    """Up to the frame in which it heard speech."""
    surest = 0.0
    for frame in frames:
        surest = max(surest, await vad.probability(frame))
        if surest >= SPEECH_PROBABILITY:
            break
    vad.reset()
    return surest
