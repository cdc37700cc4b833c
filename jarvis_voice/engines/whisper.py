"""faster-whisper behind `ports.SpeechToText`: one utterance in, its words and doubts out.

Invariant: the model is never primed with words, and never tries again at another temperature;
what is doubtful is told in numbers, and `jarvis_voice.turn.hearing` judges them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.engines.worker import ModelWorker
from jarvis_voice.types import RATE_HZ, Transcript, Utterance

BEAM_SIZE = 5
"""Beam 5 hears 91.8 % of the slots of real commands with tiny.en, greedy 87.2 %."""

TOKENS_PER_SECOND = 12
SPARE_TOKENS = 24
MOST_TOKENS = 224
"""No one speaks 12 tokens a second: a bound on the repetition loops that noise can start."""


class FasterWhisper:
    """Whisper on the CPU in int8; implements `ports.SpeechToText`.

    Args:
        model_folder: A CTranslate2 folder: model.bin, config.json, tokenizer.json, vocabulary.
        language: "en"; it is set, never guessed from the sound.
        cpu_threads: Threads of one call.
    """

    def __init__(self, model_folder: Path, language: str, cpu_threads: int) -> None:
        self._language = language
        # without tokenizer.json faster-whisper would look for one on the network
        files = [model_folder / n for n in ("model.bin", "config.json", "tokenizer.json")]
        self._worker = ModelWorker(
            "speech to text", files, lambda: _load(model_folder, cpu_threads)
        )

    async def __aenter__(self) -> Self:
        """Load the model.

        Raises:
            ModelError: A file is missing or damaged.
        """
        await self._worker.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Let the model go."""
        await self._worker.__aexit__(*exc)

    async def transcribe(self, utterance: Utterance) -> Transcript:
        """The words of one utterance; calls queue, the model hears one at a time.

        Raises:
            ModelError: The model failed.
        """
        if not len(utterance.pcm):
            return Transcript("", no_speech_probability=1.0)
        return await self._worker.run(_transcribe, utterance.pcm, self._language)


def _load(folder: Path, cpu_threads: int) -> Any:
    from faster_whisper import WhisperModel

    return WhisperModel(
        str(folder),
        device="cpu",
        compute_type="int8",
        cpu_threads=cpu_threads,
        local_files_only=True,
    )


def _transcribe(model: Any, pcm: NDArray[np.int16], language: str) -> Transcript:
    seconds = len(pcm) / RATE_HZ
    segments, _ = model.transcribe(
        pcm.astype(np.float32) / 32_768.0,
        language=language,
        beam_size=BEAM_SIZE,
        temperature=0.0,
        condition_on_previous_text=False,
        without_timestamps=True,
        vad_filter=False,
        # the library would drop doubtful windows silently; our gate says why
        no_speech_threshold=None,
        log_prob_threshold=None,
        compression_ratio_threshold=None,
        max_new_tokens=min(MOST_TOKENS, SPARE_TOKENS + int(TOKENS_PER_SECOND * seconds)),
    )
    return _join(segments)


def _join(segments: Iterable[Any]) -> Transcript:
    """One transcript of Whisper's windows of 30 s.

    The no-speech probability is the lowest of them: one window with speech is speech. The
    log-probability is the mean over tokens.
    """
    windows = list(segments)
    tokens = sum(len(window.tokens) for window in windows)
    if not tokens:
        return Transcript("", no_speech_probability=1.0)
    return Transcript(
        " ".join(window.text.strip() for window in windows).strip(),
        no_speech_probability=float(min(window.no_speech_prob for window in windows)),
        mean_log_probability=float(
            sum(window.avg_logprob * len(window.tokens) for window in windows) / tokens
        ),
    )
