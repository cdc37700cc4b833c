"""Scores a sound for the wake word, draws a histogram of the tries and judges them.

Invariant: scoring uses the detector that listens, and leaves it reset; judging is pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jarvis_voice.core.types import FRAME_SAMPLES, FRAME_SECONDS, AudioFrame
from jarvis_voice.core.wake_point import WakePoint
from jarvis_voice.voice.wake.wake_gate import REFRACTORY_SECONDS
from jarvis_voice.workshop.doctor.check_result import CheckVerdict, failed, ok, warning

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jarvis_voice.voice.speech_input import SpeechInput

TAIL_FRAMES = 4
"""Behind a sound: 0.32 s, by which a score has peaked."""

LEAST_SCORE = 0.1
"""Below it nothing like the word was said."""

MOST_TRIES = 20
BINS = 10


async def score_frames(ears: SpeechInput, pcm: NDArray[np.int16]) -> list[tuple[float, ...]]:
    """One score 0..1 a word after each frame of a sound, mono int16, 16 000 Hz."""
    import numpy as np

    whole = np.pad(pcm, (0, -len(pcm) % FRAME_SAMPLES + TAIL_FRAMES * FRAME_SAMPLES))
    ears.wake.reset()
    scores = []
    for number, frame in enumerate(whole.reshape(-1, FRAME_SAMPLES), 1):
        scores.append(await ears.wake.score(AudioFrame(frame, number * FRAME_SECONDS)))
    ears.wake.reset()
    return scores


async def highest_score(ears: SpeechInput, pcm: NDArray[np.int16]) -> tuple[float, WakePoint]:
    """The highest score in a sound, and where that word's scores count."""
    scores = await score_frames(ears, pcm)
    best = [max(word) for word in zip(*scores, strict=True)]
    return max(zip(best, ears.points, strict=True), key=lambda found: found[0])


def peaks_of(scores: Sequence[float]) -> tuple[float, ...]:
    """The highest score of each saying in a sound, in order: of the frames near it the highest."""
    apart = round(REFRACTORY_SECONDS / FRAME_SECONDS)
    left = list(scores)
    found: dict[int, float] = {}
    while left and max(left) >= LEAST_SCORE and len(found) < MOST_TRIES:
        at = max(range(len(left)), key=left.__getitem__)
        found[at] = left[at]
        span = range(max(at - apart, 0), min(at + apart + 1, len(left)))
        for number in span:
            left[number] = 0.0
    return tuple(found[at] for at in sorted(found))


def histogram(scores: Sequence[float], threshold: float) -> tuple[str, ...]:
    """A line for each tenth from 0 to 1, with a mark for each try and one at the threshold."""
    lines = []
    for number in range(BINS):
        low, high = number / BINS, (number + 1) / BINS
        is_last = number == BINS - 1
        count = sum(low <= score and (score < high or is_last) for score in scores)
        here = low <= threshold and (threshold < high or is_last)
        mark = f"  <- heard from {threshold:.2f} on" if here else ""
        lines.append(f"{low:.1f}-{high:.1f} {'#' * count}{mark}".rstrip())
    return tuple(lines)


def judge_wake(scores: Sequence[float], point: WakePoint, *, was_asked: bool) -> CheckVerdict:
    """Whether the word is heard when it is said.

    Args:
        scores: The highest of each try, 0..1; none where nothing like the word was said.
        point: Where they count.
        was_asked: Whether the word was surely said: somebody was asked to, or gave a recording.
    """
    word = point.word
    how = (
        f'Raise "{word}" under [wake.words] in your jarvis.toml, or train it with your own voice: '
        "`jarvis wake record`, `jarvis wake train`"
    )
    if not scores:
        said = f'Nothing that was heard sounds like "{word}".'
        return failed(said, how) if was_asked else warning(said, how)
    heard = sum(score >= point.threshold for score in scores)
    said = f'"{word}" was heard {heard} of {len(scores)} times'
    shown = f"{said}: {', '.join(f'{score:.2f}' for score in scores)}."
    lines = histogram(scores, point.threshold)
    if not heard:
        verdict = failed if was_asked else warning
        return verdict(shown, how, *lines)
    if heard < len(scores) and was_asked:
        return warning(shown, how, *lines)
    return ok(shown, *lines)
