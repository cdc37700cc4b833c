"""The ears' self-test: a recorded wake phrase through wake word, VAD and STT, before "ready".

Invariant: it uses the very objects that will listen, and leaves them reset.
"""

from __future__ import annotations

from pathlib import Path

from jarvis_voice.audio.recording import RecordingMicrophone
from jarvis_voice.clock import FrameClock
from jarvis_voice.errors import ModelError
from jarvis_voice.ports import SpeechToText, Vad, WakeDetector
from jarvis_voice.resources import shipped
from jarvis_voice.types import Utterance

PHRASE = "models/hey-jarvis.wav"
"""A synthetic voice saying "Hey Jarvis, what time is it?"."""

SPEECH_PROBABILITY = 0.5


def phrase_file() -> Path:
    """The recorded phrase that ships with the program."""
    return shipped(PHRASE)


async def prove_ears(wake: WakeDetector, vad: Vad, stt: SpeechToText, *, threshold: float) -> None:
    """Return when the phrase was heard by all three.

    Raises:
        ModelError: One of them did not hear it ("ears-deaf"); says which.
    """
    import numpy as np

    scores, speech, pcm = [0.0], [0.0], []
    recording = RecordingMicrophone(phrase_file(), clock=FrameClock(), realtime=False, gate=None)
    async with recording:
        async for frame in recording.frames():
            scores.append(await wake.score(frame))
            speech.append(await vad.probability(frame))
            pcm.append(frame.pcm)
    transcript = await stt.transcribe(Utterance(np.concatenate(pcm), wake.word, "silence"))
    wake.reset()
    vad.reset()
    deaf = [
        name
        for name, heard in (
            (
                f"the wake word (score {max(scores):.2f}, threshold {threshold})",
                max(scores) >= threshold,
            ),
            ("voice activity detection", max(speech) >= SPEECH_PROBABILITY),
            ("speech to text", bool(transcript.text)),
        )
        if not heard
    ]
    if deaf:
        raise ModelError(
            "ears-deaf",
            f"A recorded phrase was not heard by {' and '.join(deaf)}. "
            "Lower wake.threshold if you raised it; else run `jarvis setup`.",
            spoken="I cannot hear properly.",
        )
