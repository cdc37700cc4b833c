"""Piper in this process behind `ports.TextToSpeech`.

Invariant: one chunk is one sentence of the text, with exactly its words.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Self

import numpy as np

from jarvis_voice.engines.loudness import amplified
from jarvis_voice.engines.onnx_session import open_session
from jarvis_voice.engines.worker import ModelWorker
from jarvis_voice.turn.sentences import split_sentences
from jarvis_voice.types import SpeechChunk
from jarvis_voice.voice_dials import VoiceDials

MOST_THREADS = 4


class PiperTts:
    """A Piper voice; implements `ports.TextToSpeech`.

    Args:
        model: The voice's .onnx; its .onnx.json lies beside it.
        dials: Speed and loudness, read at every sentence.
    """

    def __init__(self, model: Path, dials: VoiceDials) -> None:
        self._dials = dials
        description = model.with_name(model.name + ".json")
        self._worker = ModelWorker("voice", (model, description), lambda: _load(model, description))

    async def __aenter__(self) -> Self:
        """Load the voice.

        Raises:
            ModelError: A file is missing or damaged.
        """
        await self._worker.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Let the voice go."""
        await self._worker.__aexit__(*exc)

    async def synthesize(self, text: str) -> AsyncIterator[SpeechChunk]:
        """Speech for text that was made speakable, sentence by sentence.

        Raises:
            ModelError: The voice failed.
        """
        for sentence in split_sentences(text):
            dials = self._dials
            chunk = await self._worker.run(_speak, sentence, dials.speed, dials.gain_db)
            if len(chunk.pcm):
                yield chunk


def _load(model: Path, description: Path) -> Any:
    from piper import PiperVoice
    from piper.config import PiperConfig

    # at level DEBUG it would log every word that is spoken
    logging.getLogger("piper").setLevel(logging.INFO)
    config = PiperConfig.from_dict(json.loads(description.read_text(encoding="utf-8")))
    threads = min(MOST_THREADS, os.cpu_count() or 1)
    return PiperVoice(session=open_session(model, threads), config=config)


def _speak(voice: Any, sentence: str, speed: float, gain_db: float) -> SpeechChunk:
    from piper.config import SynthesisConfig

    chunks = list(voice.synthesize(sentence, SynthesisConfig(length_scale=1 / speed)))
    parts = [np.zeros(0, np.int16), *(chunk.audio_int16_array for chunk in chunks)]
    pcm = amplified(np.concatenate(parts), gain_db)
    return SpeechChunk(pcm, int(voice.config.sample_rate), sentence)
