"""Runs Piper in this process, behind `ports.TextToSpeech`.

Invariant: chunks hold the words of the text once, in order; the first is handed out while the rest
is still to be made. What is spoken is logged nowhere.
"""

from __future__ import annotations

import itertools
import json
import logging
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Self

import numpy as np
from numpy.typing import NDArray

from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.types import SpeechChunk
from jarvis_voice.engines.model_worker import ModelWorker, WorkerPlace
from jarvis_voice.engines.tts.vits import AROUND_FRAMES, Vits
from jarvis_voice.language.en.clauses import split_first_clause
from jarvis_voice.language.en.sentences import split_sentences
from jarvis_voice.language.en.speech_pieces import Piece, split_pieces

LEVEL_DB = 3.0
"""The network's peaks lie at -2 to -6 dB of full scale. Piper's own way, to raise each sentence
until its loudest sample is full scale, would have to wait for the whole sentence."""

SILENT = 0.01
"""Of full scale: below it is the pause that Piper begins with, 0.01 to 0.06 s."""

LEAD_SECONDS = 0.02
"""What is left of that pause."""

PACE_SHARE = 0.3
"""How much the newest piece counts in what is known of this machine's speed."""

Sounds = tuple[NDArray[np.float32], list[int]]


class PiperTts:
    """A Piper voice; implements `ports.TextToSpeech`.

    Args:
        model: The voice's .onnx; its .onnx.json lies beside it.
        dials: Speed and loudness, read at every sentence.
    """

    def __init__(self, model: Path, dials: Prosody) -> None:
        self._dials = dials
        self._place: WorkerPlace[_Voice] = voice_worker(model)

    @classmethod
    def at(cls, place: WorkerPlace[_Voice], dials: Prosody) -> PiperTts:
        """A voice that others use too, with a speed and level of its own."""
        made = cls.__new__(cls)
        made._dials, made._place = dials, place
        return made

    async def __aenter__(self) -> Self:
        """Load the voice, and say something to nobody: the first time takes longer.

        Raises:
            ModelError: A file is missing or damaged.
        """
        await self._place.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Let the voice go."""
        await self._place.__aexit__(*exc)

    async def synthesize(self, text: str) -> AsyncIterator[SpeechChunk]:
        """Speech for text that was made speakable, some words at a time.

        Raises:
            ModelError: The voice failed.
        """
        for sentence in split_sentences(text):
            speed, gain_db = self._dials.speed, self._dials.level_db
            for clause in split_first_clause(sentence):
                async for chunk in self._say(clause, speed, gain_db):
                    yield chunk

    async def _say(self, clause: str, speed: float, gain_db: float) -> AsyncIterator[SpeechChunk]:
        latent, word_ends = await self._place.run(_Voice.plan, clause, speed)
        if not word_ends:
            return
        for piece in await self._place.run(_Voice.split, clause, word_ends):
            yield await self._place.run(_Voice.sound, latent, piece, gain_db)


def voice_worker(model: Path) -> ModelWorker[_Voice]:
    """The worker of a voice, which is not loaded yet."""
    description = model.with_name(model.name + ".json")
    return ModelWorker("voice", (model, description), lambda: _Voice(model, description))


class _Voice:
    """The network and what stands around it; lives in the worker's thread."""

    def __init__(self, model: Path, description: Path) -> None:
        from piper import PiperVoice
        from piper.config import PiperConfig

        # at level DEBUG it would log every word that is spoken
        logging.getLogger("piper").setLevel(logging.INFO)
        config = PiperConfig.from_dict(json.loads(description.read_text(encoding="utf-8")))
        self._config = config
        self._vits = Vits.load(model, config.hop_length)
        self._spelling = PiperVoice(session=self._vits.planner, config=config)
        self._pace = 0.0
        latent, word_ends = self.plan("Good morning.", 1.0)
        for _ in range(2):  # the first run is slower than all that follow
            self._pace = 0.0
            self.sound(latent, Piece(0, word_ends[-1], ""), 0.0)

    def plan(self, text: str, speed: float) -> Sounds:
        """The decoder's input, and the frames behind each word; none where there is no word."""
        parts, word_ends, done = list[NDArray[np.float32]](), list[int](), 0
        for phonemes in filter(None, self._spelling.phonemize(text)):
            ids = self._spelling.phonemes_to_ids(phonemes)
            config = self._config
            scales = (config.noise_scale, config.length_scale / speed, config.noise_w_scale)
            latent, frames = self._vits.plan(ids, scales)
            parts.append(latent)
            word_ends += [done + end for end in self._word_ends(phonemes, frames)]
            done += latent.shape[2]
        whole = np.concatenate(parts, axis=2) if parts else np.zeros((1, 1, 0), np.float32)
        return whole, word_ends

    def split(self, text: str, word_ends: Sequence[int]) -> list[Piece]:
        """The pieces to sound one after the other."""
        return split_pieces(text, word_ends, 2 * AROUND_FRAMES, self._pace)

    def sound(self, latent: NDArray[np.float32], piece: Piece, gain_db: float) -> SpeechChunk:
        """One piece as speech."""
        rate_hz = int(self._config.sample_rate)
        began_at = perf_counter()
        samples = self._vits.sound(latent, piece.begin, piece.end)
        pace = (perf_counter() - began_at) * rate_hz / max(len(samples), 1)
        self._pace += (pace - self._pace) * (PACE_SHARE if self._pace else 1.0)
        pcm = (np.clip(samples, -1, 1) * FULL_SCALE).astype(np.int16)
        if piece.begin == 0:
            pcm = _without_lead(pcm, rate_hz)
        return SpeechChunk(amplified(pcm, gain_db + LEVEL_DB), rate_hz, piece.text)

    def _word_ends(self, phonemes: Sequence[str], frames: NDArray[np.int64]) -> list[int]:
        """The frame behind each word, as the phonemes have them."""
        ends = np.cumsum(frames)
        known = self._config.phoneme_id_map
        counts = [len(known[one]) + 1 if one in known else 0 for one in phonemes]
        after = itertools.accumulate(counts, initial=2)  # the sign of the beginning, and its pad
        behind = [
            int(ends[at - 1])
            for one, at in zip(phonemes, itertools.islice(after, 1, None), strict=True)
            if one == " " and one in known
        ]
        return [*behind, int(ends[-1])]


def _without_lead(pcm: NDArray[np.int16], rate_hz: int) -> NDArray[np.int16]:
    """The sound without most of the silence that it begins with."""
    loud = np.flatnonzero(np.abs(pcm.astype(np.int32)) > SILENT * FULL_SCALE)
    first = int(loud[0]) if len(loud) else 0
    return pcm[max(0, first - round(LEAD_SECONDS * rate_hz)) :]


FULL_SCALE = 32_767
KNEE = 0.7
"""Share of full scale from which a raised sample is bent; below it the sound is only scaled."""


def amplified(pcm: NDArray[np.int16], gain_db: float) -> NDArray[np.int16]:
    """The sound at another level.

    Args:
        pcm: Mono int16, shape (n_samples,), of any rate.
        gain_db: Added to its level; 0 gives the sound itself.
    """
    if gain_db == 0:
        return pcm
    scaled = pcm.astype(np.float32) / FULL_SCALE * np.float32(10 ** (gain_db / 20))
    if gain_db > 0:
        over = np.abs(scaled) > KNEE
        bent = KNEE + (1 - KNEE) * np.tanh((np.abs(scaled[over]) - KNEE) / (1 - KNEE))
        scaled[over] = np.sign(scaled[over]) * bent
    rounded: NDArray[np.int16] = np.round(scaled * FULL_SCALE).astype(np.int16)
    return rounded
