"""Puts clips into scenes, with sound before and after the word, as a microphone hears them.

Invariant: pure, given a generator. In a scene with the word it ends within the windows marked
"may fire"; how long a scene is does not depend on chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.core.types import FRAME_SAMPLES, RATE_HZ
from jarvis_voice.workshop.training.augment import (
    AcousticScenery,
    coloured,
    cut,
    distort,
    happens,
    loudness,
    tape_speed,
)
from jarvis_voice.workshop.training.clips import Clip
from jarvis_voice.workshop.training.features import EMBEDDINGS, WARM_STEPS
from jarvis_voice.workshop.training.pcm import to_float, to_int16

if TYPE_CHECKING:
    from numpy.typing import NDArray

WINDOWS = 14
"""Scores taken of one scene with the word: from just before its end on, 1.12 s."""

FIRST_WINDOW = WARM_STEPS + EMBEDDINGS - 1
"""The first step all of whose embeddings are of the scene's own sound."""

SCENE_STEPS = FIRST_WINDOW + WINDOWS
SCENE_SAMPLES = SCENE_STEPS * FRAME_SAMPLES
WORD_ENDS_STEP = 1.5
"""Where a word that is said alone ends, in steps after the first window's."""

MAY_FIRE_ALONE = 8
"""Windows after the first in which a word said alone must be heard: to 0.5 s behind its end."""

FARTHEST_TAPE = 0.2
"""Logarithm of the fastest tape: from 0.82 to 1.22 times the speed, a child to a bass."""

SPEECH_SECONDS = (0.42, 0.95)
"""From the begin of one-breath speech to the end of the word in it, shortest and middle."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A clip with its surroundings.

    Attributes:
        pcm: int16, shape (SCENE_SAMPLES,).
        may_fire: bool, shape (WINDOWS,): the windows of which one must fire.
    """

    pcm: NDArray[np.int16]
    may_fire: NDArray[np.bool_]


def word_scene(clip: Clip, around: AcousticScenery, rng: np.random.Generator) -> Scene:
    """A positive clip with something before and behind it, distorted."""
    sound, begin, end = _varied(clip, rng)
    last = FIRST_WINDOW * FRAME_SAMPLES
    may_fire = np.ones(WINDOWS, np.bool_)
    if clip.role == "leading":
        place = last - round(SPEECH_SECONDS[0] * RATE_HZ) - begin
    else:
        jitter = rng.uniform(-0.6, 0.6)
        place = last + round((WORD_ENDS_STEP + jitter) * FRAME_SAMPLES) - end
        may_fire[MAY_FIRE_ALONE:] = False
    if clip.role == "word" and (not clip.is_real or happens(rng, 0.5)):
        sound, place = _only(sound, begin, end, place)
    whole = _laid(sound, place)
    if clip.role == "word":
        whole = _with_talk_around(whole, place, (begin, end), around, rng)
    return Scene(to_int16(distort(whole, around, rng)), may_fire)


def part_scene(clip: Clip, around: AcousticScenery, rng: np.random.Generator) -> NDArray[np.int16]:
    """Less than half of a word, its begin or its end, or the word backwards: a negative."""
    sound, begin, end = _varied(clip, rng)
    length = end - begin
    if happens(rng, 0.4):
        piece = sound[begin : begin + round(length * rng.uniform(0.2, 0.45))]
    elif happens(rng, 0.67):
        piece = sound[end - round(length * rng.uniform(0.2, 0.42)) : end]
    else:
        piece = sound[begin:end][::-1]
    piece = faded(piece.copy())
    place = FIRST_WINDOW * FRAME_SAMPLES - len(piece) + int(rng.integers(0, 4 * FRAME_SAMPLES))
    whole = _laid(piece, place)
    whole = _with_talk_around(whole, place, (0, len(piece)), around, rng)
    return to_int16(distort(whole, around, rng))


def _varied(clip: Clip, rng: np.random.Generator) -> tuple[NDArray[np.float32], int, int]:
    """The clip at another tape speed, in most cases, and where its speech is then."""
    sound = to_float(clip.pcm)
    if happens(rng, 0.3):
        return sound, clip.begin, clip.end
    factor = float(np.exp(rng.uniform(-FARTHEST_TAPE, FARTHEST_TAPE)))
    return tape_speed(sound, factor), round(clip.begin / factor), round(clip.end / factor)


def _only(
    sound: NDArray[np.float32], begin: int, end: int, place: int
) -> tuple[NDArray[np.float32], int]:
    """Only the word of a clip, faded at its edges, at the same place."""
    edge = round(0.06 * RATE_HZ)
    first, last = max(0, begin - edge), min(len(sound), end + 2 * edge)
    kept = np.zeros_like(sound)
    kept[first:last] = faded(sound[first:last].copy())
    return kept, place


def faded(sound: NDArray[np.float32], seconds: float = 0.02) -> NDArray[np.float32]:
    """The sound with soft edges, changed in place."""
    edge = min(round(seconds * RATE_HZ), len(sound) // 2)
    if edge:
        slope = np.linspace(0, 1, edge, dtype=np.float32)
        sound[:edge] *= slope
        sound[-edge:] *= slope[::-1]
    return sound


def _laid(sound: NDArray[np.float32], place: int) -> NDArray[np.float32]:
    """A scene that is silent but for the sound, whose sample 0 comes to `place`."""
    whole = np.zeros(SCENE_SAMPLES, np.float32)
    first, last = max(0, -place), min(len(sound), SCENE_SAMPLES - place)
    if last > first:
        whole[place + first : place + last] = sound[first:last]
    return whole


def _with_talk_around(
    whole: NDArray[np.float32],
    place: int,
    span: tuple[int, int],
    around: AcousticScenery,
    rng: np.random.Generator,
) -> NDArray[np.float32]:
    """Sometimes speech that ends before the word, and sometimes speech that begins behind it."""
    loud = loudness(whole)
    if around.talk and happens(rng, 0.4):
        until = place + span[0] - round(rng.uniform(0.06, 0.8) * RATE_HZ)
        if until > RATE_HZ // 4:
            whole[:until] += _talk(until, loud, around, rng)
    if around.talk and happens(rng, 0.4):
        since = place + span[1] + round(rng.uniform(0.06, 0.5) * RATE_HZ)
        if since < SCENE_SAMPLES - RATE_HZ // 8:
            whole[since:] += _talk(SCENE_SAMPLES - since, loud, around, rng)
    if happens(rng, 0.5):
        whole += coloured(SCENE_SAMPLES, rng) * (loud * 10 ** (-rng.uniform(25, 50) / 20))
    return whole


def _talk(
    length: int, loud: float, around: AcousticScenery, rng: np.random.Generator
) -> NDArray[np.float32]:
    speech = around.talk[int(rng.integers(len(around.talk)))]
    piece = faded(cut(speech, length, rng).copy())
    gain = loud / loudness(piece) * 10 ** (rng.uniform(-9, 3) / 20)
    return np.asarray(piece * min(gain, 30.0), np.float32)
