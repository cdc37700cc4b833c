"""Transcribes a whole sound, whatever its length: one that is long in pieces, as they are heard.

Invariant: what holds no speech gives no words.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarvis_voice.core.ports import SpeechToText, Vad
from jarvis_voice.core.types import (
    FRAME_SAMPLES,
    FRAME_SECONDS,
    RATE_HZ,
    AudioFrame,
    Transcript,
    Utterance,
)
from jarvis_voice.voice.sound_check import UtteranceSound, measure_level_dbfs, why_rejected
from jarvis_voice.voice.transcription.sound_pieces import SPEECH, PieceCutter, SoundPiece

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WHOLE_SECONDS = 15.0
"""A sound that is no longer is heard at once."""


@dataclass(frozen=True, slots=True)
class HeardPiece:
    """Words in a part of a sound.

    Attributes:
        begins: Seconds from the beginning of the sound.
        ends: The same.
        utterance: The part.
        transcript: Its words, at least one.
    """

    begins: float
    ends: float
    utterance: Utterance
    transcript: Transcript


async def heard_pieces(
    pcm: NDArray[np.int16], stt: SpeechToText, vad: Vad
) -> AsyncGenerator[HeardPiece]:
    """The words of a sound, part by part.

    Args:
        pcm: Mono int16, shape (n_samples,), 16 000 Hz.
        stt: Open.
        vad: Open, and of this sound alone.

    Raises:
        ModelError: A model failed.
    """
    async for piece in _pieces(pcm, vad):
        part = pcm[piece.begin * FRAME_SAMPLES : piece.end * FRAME_SAMPLES]
        sound = UtteranceSound(measure_level_dbfs(part), piece.voiced * FRAME_SECONDS)
        if why_rejected(sound):
            continue
        utterance = Utterance(part, None, "silence")
        transcript = await stt.transcribe(utterance)
        if why_rejected(sound, transcript) is None:
            begins, ends = piece.begin * FRAME_SECONDS, len(part) / RATE_HZ
            yield HeardPiece(begins, begins + ends, utterance, transcript)


async def _pieces(pcm: NDArray[np.int16], vad: Vad) -> AsyncGenerator[SoundPiece]:
    starts = range(0, len(pcm), FRAME_SAMPLES)
    frames = (AudioFrame(pcm[at : at + FRAME_SAMPLES], at / RATE_HZ) for at in starts)
    if len(pcm) <= WHOLE_SECONDS * RATE_HZ:
        voiced = [await vad.probability(one) >= SPEECH for one in frames]
        yield SoundPiece(0, len(voiced), sum(voiced))
        return
    cutter = PieceCutter()
    for one in frames:
        if piece := cutter.push(await vad.probability(one)):
            yield piece
    if piece := cutter.end():
        yield piece
