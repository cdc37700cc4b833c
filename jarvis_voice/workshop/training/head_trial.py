"""Tries a head on speakers and kinds of sound that it was not trained on.

Invariant: a clip is scored as the streaming loop scores it: a second and a half of a quiet room,
the clip, 0.8 s of the room; its score is the greatest of all its frames.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.core.types import RATE_HZ
from jarvis_voice.workshop.training.augment import coloured, cut
from jarvis_voice.workshop.training.clips import Clip
from jarvis_voice.workshop.training.examples import ExampleSettings, Negatives
from jarvis_voice.workshop.training.features import EMBEDDINGS
from jarvis_voice.workshop.training.fit import Fitted
from jarvis_voice.workshop.training.operating_point import alarms
from jarvis_voice.workshop.training.pcm import to_float, to_int16

if TYPE_CHECKING:
    from numpy.typing import NDArray

BEFORE_SECONDS = 1.5
BEHIND_SECONDS = 0.8
LONGEST_SECONDS = 8.0
ROOM_DBFS = -66.0
"""A quiet room: what stands around a clip that is tried clean."""

WARM_UP_FRAMES = 5
"""Scores the streaming loop forces to 0 after a reset."""


@dataclass(frozen=True, slots=True)
class TrialFeatures:
    """Features of clips, from the head's first frame after a reset.

    Attributes:
        features: float16, shape (n, steps, 96), the clip's sound and silence behind it.
        clip: Number of the clip of each, int32, shape (n,).
    """

    features: NDArray[np.float16]
    clip: NDArray[np.int32]

    def best(self, fitted: Fitted, clips: Sequence[int]) -> list[float]:
        """The greatest logit of each of these clips."""
        rows = [int(np.flatnonzero(self.clip == one)[0]) for one in clips]
        if not rows:
            return []
        scores = fitted.score(self.features[rows])[:, WARM_UP_FRAMES:]
        return [float(value) for value in scores.max(axis=1)]


def hear_trial(
    clips: Sequence[Clip],
    noise: NDArray[np.float32] | None,
    ratio_db: float,
    listen: ExampleSettings,
) -> TrialFeatures:
    """The clips clean (no noise) or at that ratio to the noise."""
    longest = max((len(clip.pcm) for clip in clips), default=0)
    longest = min(longest, round(LONGEST_SECONDS * RATE_HZ))
    total = round((BEFORE_SECONDS + BEHIND_SECONDS) * RATE_HZ) + longest
    steps = total // 1_280 + EMBEDDINGS - 1
    features = np.zeros((len(clips), steps, 96), np.float16)

    def one(number: int) -> None:
        sound = tried(clips[number], total, noise, ratio_db, listen.chance(number))
        features[number] = listen.extractor.heard_by_head(sound)[:steps]

    listen.to_all("hearing the trial clips", len(clips), one)
    return TrialFeatures(features, np.arange(len(clips), dtype=np.int32))


def tried(
    clip: Clip,
    total: int,
    noise: NDArray[np.float32] | None,
    ratio_db: float,
    rng: np.random.Generator,
) -> NDArray[np.int16]:
    """A clip in its quiet room, int16, shape (total,), clean or in noise from the begin on."""
    before = round(BEFORE_SECONDS * RATE_HZ)
    whole = np.zeros(total, np.float32)
    sound = to_float(clip.pcm[: total - before])
    whole[before : before + len(sound)] = sound
    if noise is None:
        room = coloured(total, rng) * np.float32(10 ** (ROOM_DBFS / 20))
        room[before : before + len(sound)] = 0
        return to_int16(whole + room)
    speech = np.sqrt(np.mean(np.square(to_float(clip.pcm[clip.begin : clip.end]))))
    hiss = cut(noise, total, rng)
    return to_int16(
        whole + hiss * (speech / np.sqrt(np.mean(np.square(hiss))) * 10 ** (-ratio_db / 20))
    )


def alarms_of(
    fitted: Fitted, others: Negatives, chosen: NDArray[np.bool_], threshold: float
) -> dict[str, tuple[int, float]]:
    """False accepts and hours of each kind among the chosen segments."""
    found: dict[str, tuple[int, float]] = {}
    for kind, logits in streams(fitted, others, chosen):
        count, hours = found.get(kind, (0, 0.0))
        found[kind] = (count + alarms(logits, threshold), hours + len(logits) * 0.08 / 3_600)
    return found


def streams(
    fitted: Fitted, others: Negatives, chosen: NDArray[np.bool_]
) -> Iterator[tuple[str, list[float]]]:
    """Kind and logits, in order, of every stream among the chosen segments."""
    rows = np.flatnonzero(chosen)
    scores = fitted.score(others.features[rows])
    order = np.stack((others.stream[rows], others.is_clean[rows].astype(np.int32)), axis=1)
    edges = np.flatnonzero(np.any(np.diff(order, axis=0), axis=1)) + 1
    for part in np.split(np.arange(len(rows)), edges):
        if len(part):
            yield others.kinds[others.kind[rows[part[0]]]], scores[part].reshape(-1).tolist()
