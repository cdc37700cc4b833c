"""Gathers the material of a training run: speaks, reads recordings, distorts, computes features.

Invariant: what a head is said to miss was measured on speakers and kinds of sound held out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.core.types import RATE_HZ
from jarvis_voice.workshop.training import corpus, examples
from jarvis_voice.workshop.training.augment import AcousticScenery
from jarvis_voice.workshop.training.cache import TrainingCache
from jarvis_voice.workshop.training.clips import Clip, TrainingProgress
from jarvis_voice.workshop.training.examples import ExampleSettings, Negatives, Positives
from jarvis_voice.workshop.training.features import FeatureExtractor
from jarvis_voice.workshop.training.head_trial import TrialFeatures, hear_trial
from jarvis_voice.workshop.training.likeness import like_from, likenesses
from jarvis_voice.workshop.training.pcm import read_sound, to_float
from jarvis_voice.workshop.training.rooms import room_bank
from jarvis_voice.workshop.training.settings import TrainingSettings
from jarvis_voice.workshop.training.spoken_clips import speak_foreign, speak_others, speak_word
from jarvis_voice.workshop.training.voices import find_foreign_voices, find_voices

if TYPE_CHECKING:
    from numpy.typing import NDArray

VERSION = 2
"""Of what is kept on the shelf: raise it where examples are made in another way."""

TALK_KEPT = 500
NOISE_PIECE_SECONDS = 20
TRIAL_NOISE_FROM = 0.6
"""The last part of every recorded noise is kept for trials, and never trained with."""

TRIAL_RATIO_DB = 10.0
TRIAL_VOICES = 200
"""Clips of synthetic voices tried, where nobody recorded the word."""


@dataclass(frozen=True, slots=True)
class Material:
    """The features that a head is fitted to and tried on.

    Attributes:
        clips: The positives, recorded ones first.
        words: Scenes with them.
        others: Everything else.
        clean: Clips as the trial hears them, clean.
        noisy: The same at 10 dB of noise.
        tried: Numbers of the clips in the trial.
        like_from: See `workshop.training.likeness`; None where speech to text was not asked.
    """

    clips: Sequence[Clip]
    words: Positives
    others: Negatives
    clean: TrialFeatures
    noisy: TrialFeatures
    tried: Sequence[int]
    like_from: float | None = None


def gather(order: TrainingSettings, progress: TrainingProgress) -> Material:
    """Speak, read and listen; what was done in an earlier run is taken from the work folder."""
    return _Gathering(order, progress).material()


class _Gathering:
    """Steps of `gather` and what they share."""

    def __init__(self, order: TrainingSettings, progress: TrainingProgress) -> None:
        self._order, self._progress = order, progress
        self._shelf = TrainingCache(order.work / order.word.replace(" ", "-"))
        wake = order.models / "wake"
        self._extractor = FeatureExtractor(
            wake / "melspectrogram.onnx", wake / "embedding_model.onnx"
        )

    def material(self) -> Material:
        """All of it."""
        word, others, foreign = self._spoken()
        found = self._likenesses(word)
        least = like_from(found) if len(found) else None
        real = self._recorded()
        clips = [*real, *word]
        noises, trial_noise = self._noises()
        talk = [*_talk(others), *self._recorded_talk()]
        around = AcousticScenery(noises, talk, self._rooms())
        words = self._heard_words(clips, around)
        quiet = AcousticScenery(noises[:4], around.talk, around.rooms)
        heard = self._heard_others(clips, (others, foreign), quiet)
        tried = list(range(len(real))) or list(
            range(0, len(word), max(1, len(word) // TRIAL_VOICES))
        )
        clean, noisy = (self._tried(clips, tried, noise) for noise in (None, trial_noise))
        return Material(clips, words, examples.joined(heard), clean, noisy, tried, least)

    def _likenesses(self, clips: Sequence[Clip]) -> NDArray[np.float32]:
        """Of the word to speech to text, as synthetic voices say it alone; none if nobody asks."""
        word, whisper = self._order.word, self._order.whisper
        alone = [clip for clip in clips if clip.role == "word"]
        if whisper is None or not alone:
            self._progress.say("not asked of speech to text: how like the word a sound must be")
            return np.zeros(0, np.float32)
        kept = self._shelf.arrays(
            "likeness",
            (VERSION, _digest(alone), str(whisper)),
            lambda: {"found": likenesses(word, alone, whisper, self._progress)},
        )
        return np.asarray(kept["found"], np.float32)

    def _spoken(self) -> tuple[list[Clip], list[Clip], list[Clip]]:
        """The word, what is not the word, and what is no English."""
        order, progress = self._order, self._progress
        voices = find_voices(order.models)
        seed, sizes = order.plan.seed, order.sizes
        names = [voice.name for voice in voices]
        word = self._shelf.clips(
            "word",
            (VERSION, order.phrases, names, sizes.alone, sizes.one_breath, seed),
            lambda: speak_word(order.phrases, voices, sizes, seed, progress),
        )
        others = self._shelf.clips(
            "others",
            (VERSION, order.word, names, sizes.near, sizes.talk, seed),
            lambda: speak_others(order.word, voices, sizes, seed, progress),
        )
        strange = find_foreign_voices()
        foreign = self._shelf.clips(
            "foreign",
            (VERSION, order.word, [voice.name for voice in strange], sizes.foreign, seed),
            lambda: speak_foreign(order.word, strange, sizes.foreign, seed, progress),
        )
        return word, others, foreign

    def _recorded(self) -> list[Clip]:
        folder = self._order.recordings
        if folder is None or not (folder / "positive").is_dir():
            return []
        return corpus.positives(folder / "positive", self._progress)

    def _recorded_talk(self) -> list[NDArray[np.float32]]:
        """People talking, some of each kind."""
        found = []
        for folder in self._order.talk:
            for _, files in corpus.kinds_in(folder):
                found += [read_sound(file) for file in files[:: max(1, len(files) // TALK_KEPT)]]
        return [one for one in found if len(one) > RATE_HZ // 2 and np.abs(one).max() > 1e-3]  # noqa: PLR2004 -- silence

    def _noises(self) -> tuple[list[NDArray[np.float32]], NDArray[np.float32]]:
        """Pieces to train with, the shortest list first, and one long noise for trials."""
        pieces: list[NDArray[np.float32]] = []
        kept: list[NDArray[np.float32]] = []
        length = NOISE_PIECE_SECONDS * RATE_HZ
        for folder in self._order.noises:
            for _, files in corpus.kinds_in(folder):
                for file in files[:: max(1, len(files) // 60)]:
                    noise = read_sound(file)
                    edge = round(len(noise) * TRIAL_NOISE_FROM)
                    pieces += [noise[at : at + length] for at in range(0, edge, length)]
                    kept = kept or [noise[edge:]]
        pieces = [one for one in pieces if len(one) > RATE_HZ and np.abs(one).max() > 1e-3]  # noqa: PLR2004 -- silence
        hiss = np.random.default_rng(3).standard_normal(20 * RATE_HZ).astype(np.float32)
        return pieces, kept[0] if kept else hiss

    def _rooms(self) -> list[NDArray[np.float32]]:
        count = self._order.rooms

        def make() -> dict[str, NDArray[np.float32]]:
            self._progress.stage("building rooms", 1)
            rooms = room_bank(np.random.default_rng(self._order.plan.seed), count)
            self._progress.step()
            return {"rooms": np.stack(rooms)}

        return list(self._shelf.arrays("rooms", (VERSION, count), make)["rooms"]) if count else []

    def _heard_words(self, clips: Sequence[Clip], around: AcousticScenery) -> Positives:
        order = self._order
        times = [order.real_scenes if clip.is_real else order.spoken_scenes for clip in clips]
        made_of = (
            VERSION,
            _digest(clips),
            times,
            len(around.noises),
            len(around.talk),
            order.rooms,
        )
        kept = self._shelf.arrays(
            "heard-word",
            made_of,
            lambda: examples.hear_words(clips, times, around, self._listen(1)).as_arrays(),
        )
        return Positives(kept["features"], kept["may_fire"], kept["clip"])

    def _heard_others(
        self, words: Sequence[Clip], spoken: tuple[Sequence[Clip], ...], around: AcousticScenery
    ) -> list[Negatives]:
        alone = [clip for clip in words if clip.role == "word"]
        count = max(64, len(words) // 2)
        made_of = (VERSION, _digest(alone), count)
        parts = self._shelf.arrays(
            "heard-parts",
            made_of,
            lambda: examples.hear_parts(alone, count, around, self._listen(2)).as_arrays(),
        )
        sets = [_negatives(parts)]
        for name, clips in zip(("spoken", "foreign"), spoken, strict=True):
            if clips:
                sets.append(self._heard_streams(name, clips, around))
        recorded = self._order.recordings
        folders = [*self._order.negatives]
        if recorded is not None and (recorded / "negative").is_dir():
            folders.insert(0, recorded / "negative")
        for folder in folders:
            for kind, files in corpus.kinds_in(folder):
                sets.append(self._heard_files(kind, files, around))
        return sets

    def _heard_files(self, kind: str, files: Sequence[Path], around: AcousticScenery) -> Negatives:
        """One kind of recorded sound; its files are read only if they were not heard before."""
        made_of = (
            VERSION,
            [(file.name, file.stat().st_size) for file in files],
            self._order.distorted,
        )

        def make() -> dict[str, object]:
            self._progress.stage(f"reading {kind}", len(files))
            clips = corpus.read(files, "negative", kind, self._progress)
            share = self._order.distorted
            return examples.hear_streams(list(clips), share, around, self._listen(3)).as_arrays()

        return _negatives(self._shelf.arrays(f"heard-{kind}", made_of, make))

    def _heard_streams(
        self, name: str, clips: Sequence[Clip], around: AcousticScenery
    ) -> Negatives:
        made_of = (VERSION, _digest(clips), self._order.distorted)
        share = self._order.distorted
        kept = self._shelf.arrays(
            f"heard-{name}",
            made_of,
            lambda: examples.hear_streams(clips, share, around, self._listen(3)).as_arrays(),
        )
        return _negatives(kept)

    def _tried(
        self, clips: Sequence[Clip], tried: Sequence[int], noise: NDArray[np.float32] | None
    ) -> TrialFeatures:
        made_of = (VERSION, _digest(clips), tuple(tried), noise is None or len(noise))

        def make() -> dict[str, object]:
            chosen = [clips[at] for at in tried]
            heard = hear_trial(chosen, noise, TRIAL_RATIO_DB, self._listen(4))
            return {"features": heard.features}

        name = "trial-clean" if noise is None else "trial-noisy"
        kept = self._shelf.arrays(name, made_of, make)
        return TrialFeatures(kept["features"], np.array(tried, np.int32))

    def _listen(self, part: int) -> ExampleSettings:
        return ExampleSettings(self._extractor, self._order.plan.seed * 10 + part, self._progress)


def _talk(clips: Sequence[Clip]) -> list[NDArray[np.float32]]:
    """Some of the talk, as float: what is put beside the word and makes babble."""
    talk = [clip for clip in clips if clip.kind == "talk"]
    chosen = talk[:: max(1, len(talk) // TALK_KEPT)]
    return [to_float(clip.pcm) for clip in chosen if len(clip.pcm) > RATE_HZ // 2]


def _digest(clips: Sequence[Clip]) -> tuple[int, int, int]:
    """What tells one list of clips from another, for the shelf."""
    sound = sum(int(np.abs(clip.pcm[::97].astype(np.int64)).sum()) for clip in clips)
    return len(clips), sum(len(clip.pcm) for clip in clips), sound


def _negatives(kept: dict[str, NDArray[np.generic]]) -> Negatives:
    return Negatives(
        np.asarray(kept["features"], np.float16),
        np.asarray(kept["kind"], np.int32),
        np.asarray(kept["stream"], np.int32),
        np.asarray(kept["is_clean"], np.bool_),
        tuple(str(kind) for kind in kept["kinds"]),
    )
