"""Measures how surely speech to text finds a wake word, and sets the second stage's limit.

Invariant: the sound is cut as the program cuts a word whose peak is its end, in a quiet room as in
the trials.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.types import RATE_HZ
from jarvis_voice.core.wake_point import LIKER_BY
from jarvis_voice.engines.stt.context import Context
from jarvis_voice.engines.stt.whisper import load_whisper, word_likeness
from jarvis_voice.voice.wake.second_stage import SPAN_SECONDS
from jarvis_voice.voice.wake.wake_stage import SPOKEN_SECONDS
from jarvis_voice.workshop.training.clips import Clip, TrainingProgress
from jarvis_voice.workshop.training.head_trial import BEFORE_SECONDS, BEHIND_SECONDS, tried

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_CLIPS = 400

SUREST = -0.1
"""A likeness is below 0 whatever the voices."""

LEAST_SHARE = 0.02
"""All but two in a hundred synthetic voices in a quiet room are as likely as what is asked for.
That is -12.1 for "jarvis" and "hey jarvis", where -10.0 was read off 193 people; -8.7 for
"computer", of which one in a hundred by 197 people in a kitchen is below -7.3; and -24.7 for
"zarquon", which Whisper cannot spell."""


def likenesses(
    word: str, clips: Sequence[Clip], whisper: Path, progress: TrainingProgress
) -> NDArray[np.float32]:
    """How likely the word is found in some of the clips, natural log: float32, shape (n,).

    Args:
        word: As it is written in the settings.
        clips: The word alone, by many voices.
        whisper: The folder of the model that speech to text hears with.
        progress: Told how far it is.

    Raises:
        ModelError: The model is damaged.
    """
    some = clips[:: -(-len(clips) // MOST_CLIPS)]
    model = _loaded(whisper)
    progress.stage("asking speech to text", len(some))
    found = []
    for number, clip in enumerate(some):
        found.append(word_likeness(model, _claimed(clip, number), word))
        progress.step()
    return np.array(found, np.float32)


def like_from(found: NDArray[np.float32]) -> float:
    """From which likeness on a sound may be the word, where so likely it was found in the clips.

    At the threshold that is asked for which nearly all of them have; see `WakePoint.like_needed`.
    """
    return min(SUREST, round(float(np.quantile(found, LEAST_SHARE)), 1)) - LIKER_BY


def _loaded(whisper: Path) -> Context:
    try:
        return load_whisper(whisper, "en", cpu_threads=1)
    except Exception as error:
        raise ModelError(
            "model-damaged",
            f"Speech to text cannot be loaded from {whisper} ({type(error).__name__}). "
            "Run `jarvis setup` to check the files.",
        ) from error


def _claimed(clip: Clip, seed: int) -> NDArray[np.int16]:
    """Of the word in a quiet room, what the program would give speech to text."""
    total = round((BEFORE_SECONDS + BEHIND_SECONDS) * RATE_HZ) + len(clip.pcm)
    sound = tried(clip, total, None, 0.0, np.random.default_rng(seed))
    end = round(BEFORE_SECONDS * RATE_HZ) + clip.end
    first = max(0, end - round(SPAN_SECONDS * RATE_HZ))
    return sound[first : end + round(SPOKEN_SECONDS * RATE_HZ)]
