"""Makes the features that a head is trained on: scenes with the word, streams without it.

Invariant: an example's chance depends on the seed and its own number alone, not on the order of
the workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvis_voice.core.types import RATE_HZ
from jarvis_voice.workshop.training.augment import AcousticScenery, coloured, distort, tape_speed
from jarvis_voice.workshop.training.clips import Clip, TrainingProgress
from jarvis_voice.workshop.training.features import (
    EMBEDDINGS,
    FEATURES,
    WARM_STEPS,
    FeatureExtractor,
)
from jarvis_voice.workshop.training.pcm import to_float, to_int16
from jarvis_voice.workshop.training.scenes import (
    SCENE_STEPS,
    WINDOWS,
    part_scene,
    word_scene,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORKERS = 3
SEGMENT_WINDOWS = 48
"""Scores in one segment of a stream: 3.84 s, the bag in which none may fire."""

SEGMENT_STEPS = SEGMENT_WINDOWS + EMBEDDINGS - 1
STREAM_SECONDS = 30.0
"""Clips are laid one behind another, to about this length, and heard as one stream."""


@dataclass(frozen=True, slots=True)
class Positives:
    """Features of scenes that contain the word.

    Attributes:
        features: float16, shape (n, 29, 96).
        may_fire: bool, shape (n, 14).
        clip: int32, shape (n,): the number of the clip each was made of.
    """

    features: NDArray[np.float16]
    may_fire: NDArray[np.bool_]
    clip: NDArray[np.int32]

    def as_arrays(self) -> dict[str, Any]:
        """For the shelf."""
        return {"features": self.features, "may_fire": self.may_fire, "clip": self.clip}


@dataclass(frozen=True, slots=True)
class Negatives:
    """Segments of sound without the word; neighbours overlap so that no window is lost.

    Attributes:
        features: float16, shape (n, 63, 96).
        kind: The kind of sound of each: index into `kinds`; int32, shape (n,).
        stream: The stream each is part of; int32, shape (n,).
        is_clean: bool, shape (n,): heard as recorded, not distorted.
        kinds: Names.
    """

    features: NDArray[np.float16]
    kind: NDArray[np.int32]
    stream: NDArray[np.int32]
    is_clean: NDArray[np.bool_]
    kinds: tuple[str, ...]

    def as_arrays(self) -> dict[str, Any]:
        """For the shelf."""
        return {
            "features": self.features, "kind": self.kind, "stream": self.stream,
            "is_clean": self.is_clean, "kinds": np.array(self.kinds),
        }  # fmt: skip

    def hours(self) -> float:
        """Sound in them, without the overlaps."""
        return len(self.features) * SEGMENT_WINDOWS * 0.08 / 3_600


def hear_words(
    clips: Sequence[Clip], times: Sequence[int], around: AcousticScenery, listen: ExampleSettings
) -> Positives:
    """Each clip in so many scenes of its own."""
    tasks = [at for at, count in enumerate(times) for _ in range(count)]
    features = np.zeros((len(tasks), SCENE_STEPS - WARM_STEPS, FEATURES), np.float16)
    may_fire = np.zeros((len(tasks), WINDOWS), np.bool_)

    def one(number: int) -> None:
        scene = word_scene(clips[tasks[number]], around, listen.chance(number))
        features[number] = listen.extractor.features(scene.pcm)[WARM_STEPS:]
        may_fire[number] = scene.may_fire

    listen.to_all("hearing the word", len(tasks), one)
    return Positives(features, may_fire, np.array(tasks, np.int32))


def hear_parts(
    clips: Sequence[Clip], count: int, around: AcousticScenery, listen: ExampleSettings
) -> Negatives:
    """Parts of words: each scene is a segment, repeated sound at its end cut to its length."""
    features = np.zeros((count, SEGMENT_STEPS, FEATURES), np.float16)

    def one(number: int) -> None:
        rng = listen.chance(number)
        pair = [part_scene(clips[int(rng.integers(len(clips)))], around, rng) for _ in range(2)]
        heard = listen.extractor.features(np.concatenate(pair))[WARM_STEPS:]
        features[number] = np.resize(heard, (SEGMENT_STEPS, FEATURES))

    listen.to_all("hearing parts of the word", count, one)
    whole = np.zeros(count, np.int32)
    return Negatives(features, whole, np.arange(count, dtype=np.int32), whole > 0, ("word-parts",))


def hear_streams(
    clips: Sequence[Clip], distorted_share: float, around: AcousticScenery, listen: ExampleSettings
) -> Negatives:
    """Every clip as it is, and a share of the streams a second time, distorted."""
    kinds = tuple(dict.fromkeys(clip.kind for clip in clips))
    plans = [(kind, stream) for kind in kinds for stream in streams_of(clips, kind)]
    again = np.random.default_rng(listen.seed).random(len(plans)) < distorted_share
    tasks = [(at, True) for at in range(len(plans))] + [
        (int(at), False) for at in np.flatnonzero(again)
    ]
    heard: list[NDArray[np.float16]] = [np.zeros((0, SEGMENT_STEPS, FEATURES), np.float16)] * len(
        tasks
    )

    def one(number: int) -> None:
        plan, is_clean = tasks[number]
        rng = listen.chance(number)
        sound = laid_out(plans[plan][1], rng)
        if not is_clean:
            faster = tape_speed(to_float(sound), float(np.exp(rng.uniform(-0.16, 0.16))))
            sound = to_int16(distort(faster, around, rng))
        heard[number] = segments(listen.extractor.features(sound)[WARM_STEPS:])

    listen.to_all("hearing everything else", len(tasks), one)
    counts = [len(one) for one in heard]
    kind_of = [kinds.index(plans[plan][0]) for plan, _ in tasks]
    return Negatives(
        np.concatenate(heard) if heard else np.zeros((0, SEGMENT_STEPS, FEATURES), np.float16),
        np.repeat(kind_of, counts).astype(np.int32),
        np.repeat([plan for plan, _ in tasks], counts).astype(np.int32),
        np.repeat([is_clean for _, is_clean in tasks], counts).astype(np.bool_),
        kinds,
    )


def streams_of(clips: Sequence[Clip], kind: str) -> Iterator[list[NDArray[np.int16]]]:
    """The clips of one kind, cut and gathered into streams of about `STREAM_SECONDS`."""
    longest = round(STREAM_SECONDS * RATE_HZ)
    gathered: list[NDArray[np.int16]] = []
    for clip in clips:
        if clip.kind != kind:
            continue
        for start in range(0, len(clip.pcm), longest):
            gathered.append(clip.pcm[start : start + longest])
            if sum(len(piece) for piece in gathered) >= longest:
                yield gathered
                gathered = []
    if gathered:
        yield gathered


def laid_out(pieces: Sequence[NDArray[np.int16]], rng: np.random.Generator) -> NDArray[np.int16]:
    """Pieces one behind another, with a second of faint hiss before and between them."""
    laid = []
    for piece in pieces:
        faint = 32_768 * 10 ** (-rng.uniform(50, 90) / 20)
        gap = coloured(round(rng.uniform(0.3, 1.0) * RATE_HZ), rng) * faint
        laid += [gap.astype(np.int16), piece]
    tail = np.zeros(round(1.0 * RATE_HZ), np.int16)
    return np.concatenate([tail, *laid, tail])


def segments(features: NDArray[np.float32]) -> NDArray[np.float16]:
    """A stream's features in segments that overlap by 15 steps; the rest at the end is kept too."""
    steps = len(features)
    if steps < SEGMENT_STEPS:
        missing = SEGMENT_STEPS - steps
        features = np.concatenate((features, np.repeat(features[-1:], missing, axis=0)))
        steps = SEGMENT_STEPS
    starts = list(range(0, steps - SEGMENT_STEPS + 1, SEGMENT_WINDOWS))
    if starts[-1] + SEGMENT_STEPS < steps:
        starts.append(steps - SEGMENT_STEPS)
    return np.stack([features[at : at + SEGMENT_STEPS] for at in starts]).astype(np.float16)


def joined(parts: Iterable[Negatives]) -> Negatives:
    """Several sets of negatives as one."""
    sets = list(parts)
    kinds = tuple(dict.fromkeys(kind for one in sets for kind in one.kinds))
    offsets = np.cumsum([0, *(int(one.stream.max(initial=-1)) + 1 for one in sets)])
    return Negatives(
        np.concatenate([one.features for one in sets]),
        np.concatenate(
            [np.array([kinds.index(k) for k in one.kinds], np.int32)[one.kind] for one in sets]
        ),
        np.concatenate(
            [one.stream + at for one, at in zip(sets, offsets[:-1], strict=True)]
        ).astype(np.int32),
        np.concatenate([one.is_clean for one in sets]),
        kinds,
    )


@dataclass(frozen=True, slots=True)
class ExampleSettings:
    """Networks, seed and progress that making the examples needs.

    Attributes:
        extractor: The shared networks.
        seed: Of all chances in this part of the work.
        progress: Told of each example.
    """

    extractor: FeatureExtractor
    seed: int
    progress: TrainingProgress

    def chance(self, number: int) -> np.random.Generator:
        """The generator of one example."""
        return np.random.default_rng((self.seed, number))

    def to_all(self, name: str, count: int, one: Callable[[int], None]) -> None:
        """Do `one` for each number, on a few threads; Ctrl-C ends it after the ones under way."""
        self.progress.stage(name, count)
        with ThreadPoolExecutor(WORKERS, thread_name_prefix="hearing") as pool:
            try:
                for _ in pool.map(one, range(count), chunksize=1):
                    self.progress.step()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
