"""Takes a second look at a possible wake word: can its sound be a call?

Invariant: it judges the claimed span alone, by energy, duration, speech, and how well the word goes
with the sound; how speech to text would spell it is never asked. What is not known speaks for the
user.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarvis_voice.core.types import FRAME_SECONDS, RATE_HZ
from jarvis_voice.core.wake_point import LIKE_FROM, Backdrop
from jarvis_voice.voice.wake.wake_gate import Claim

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SPAN_SECONDS = 1.6
"""What a head can have looked at: 16 embeddings, of which each sees 0.76 s, end with the word."""

STEP_SECONDS = 0.02
QUIETEST_DBFS = -75.0
"""Below this is no microphone: white noise at the lowest bit has -96 dBFS, quiet speech -55."""

ABOVE_FLOOR_DB = 3.0
"""A word, also in noise as loud as itself, has at least one step this much above the floor."""

CLEAR_OF_NOISE_DB = 25.0
"""With less between the floor and its loudest step a sound is partly covered by noise: people at
10 dB of kitchen noise have 9 to 21 dB there, words recorded in a quiet room 40 to 56 dB."""

SOUNDING_BELOW_PEAK_DB = 20.0
SHORTEST_SOUND_SECONDS = 0.1
"""A click, a knock, a key: shorter than any vowel."""

NO_SPEECH = 0.05
"""A span in which the VAD is never surer than this holds no voice."""

SPEECH = 0.5
SHORTEST_CALL_SECONDS = 0.24
LONGEST_CALL_SECONDS = 1.2
"""With more speech than this in the span somebody talks beside the call, if there is one."""

WORD_SECONDS = (1.12, 0.88)
"""Last parts of the span: the word, without most of what others say before it. Of 193 people among
six talkers 57 are missed where nothing but the whole span is asked about, 38 with the shorter part,
32 with both."""

LEAST_FRAMES = 2
"""A called word scores for several frames running; one frame alone is a chance."""


@dataclass(frozen=True, slots=True)
class ClaimedSpan:
    """The sound of a possible wake word.

    Attributes:
        levels_dbfs: RMS of each 20 ms, dB below full scale.
        floor_dbfs: The session's noise floor before it; None where it is not known yet.
        speech: The VAD's probability for each frame of 80 ms; empty where nobody asked it.
        likeness: How likely speech to text finds the word in it, or in its last part, natural log;
            None: not asked yet.
        like_needed: How likely it must be; see `WakePoint.like_needed`.
    """

    levels_dbfs: Sequence[float]
    floor_dbfs: float | None = None
    speech: Sequence[float] = ()
    likeness: float | None = None
    like_needed: float = LIKE_FROM


def why_no_call(span: ClaimedSpan) -> str:
    """Why nobody can have called in this span, kebab-case; empty when somebody may have."""
    loudest = max(span.levels_dbfs, default=-math.inf)
    if loudest < QUIETEST_DBFS:
        return "silence"
    if span.floor_dbfs is not None and loudest < span.floor_dbfs + ABOVE_FLOOR_DB:
        return "noise-floor"
    if _sounding_seconds(span, loudest) < SHORTEST_SOUND_SECONDS:
        return "click"
    if span.speech and max(span.speech) < NO_SPEECH:
        return "no-speech"
    return ""


def why_not_promoted(claim: Claim, span: ClaimedSpan) -> str:
    """Why a claim below the threshold stays refused, kebab-case; empty while all speaks for it."""
    if reason := why_no_call(span):
        return reason
    if claim.frames < LEAST_FRAMES:
        return "too-brief"
    if _voiced_seconds(span) < SHORTEST_CALL_SECONDS:
        return "little-speech"
    if not _is_unlike(span):
        return ""
    return "within-speech" if is_amid_talk(span) else "below-threshold"


def backdrop(span: ClaimedSpan) -> Backdrop:
    """What else sounds in the span; quiet, too, where the VAD was not asked."""
    if not span.speech:
        return "quiet"
    if is_amid_talk(span):
        return "talk"
    loudest = max(span.levels_dbfs, default=-math.inf)
    is_covered = span.floor_dbfs is not None and loudest < span.floor_dbfs + CLEAR_OF_NOISE_DB
    return "noise" if is_covered else "quiet"


def is_amid_talk(span: ClaimedSpan) -> bool:
    """Whether there is more speech in the span than a call: somebody else talks too."""
    return _voiced_seconds(span) > LONGEST_CALL_SECONDS


def why_refused(span: ClaimedSpan) -> str:
    """Why a claim little above the threshold is no call, kebab-case; empty when it may be one."""
    if reason := why_no_call(span):
        return reason
    return "another-word" if _is_unlike(span) else ""


def levels_of(pcm: NDArray[np.int16]) -> list[float]:
    """RMS of each 20 ms, dB below full scale, -inf for digital silence.

    Args:
        pcm: Mono int16, shape (n_samples,), 16 000 Hz.
    """
    import numpy as np

    size = round(STEP_SECONDS * RATE_HZ)
    steps = pcm[: len(pcm) // size * size].reshape(-1, size).astype(np.float64)
    powers = np.mean(np.square(steps), axis=1) / 32_768.0**2
    return [10 * math.log10(power) if power else -math.inf for power in powers]


def _is_unlike(span: ClaimedSpan) -> bool:
    return span.likeness is not None and span.likeness < span.like_needed


def _voiced_seconds(span: ClaimedSpan) -> float:
    return sum(p >= SPEECH for p in span.speech) * FRAME_SECONDS


def _sounding_seconds(span: ClaimedSpan, loudest: float) -> float:
    """How long it sounds: within 20 dB of the loudest, and above the floor where that is known."""
    from_dbfs = loudest - SOUNDING_BELOW_PEAK_DB
    if span.floor_dbfs is not None:
        from_dbfs = max(from_dbfs, min(span.floor_dbfs + ABOVE_FLOOR_DB, loudest))
    return sum(level >= from_dbfs for level in span.levels_dbfs) * STEP_SECONDS


class BackOff:
    """Limits how often the second stage is asked while it always says no.

    One claim that comes too soon is kept and asked about when the time is over: a user who calls
    again is heard.
    """

    SHORTEST_SECONDS = 1.0
    LONGEST_SECONDS = 4.0

    def __init__(self) -> None:
        self._pause_seconds = 0.0
        self._until = -math.inf
        self._kept: Claim | None = None

    def admit(self, claim: Claim) -> tuple[bool, Claim | None]:
        """Whether to ask about it now; and the claim that is given up for good, if any."""
        if claim.at >= self._until:
            return True, None
        loser, self._kept = self._kept, claim
        if loser and loser.score > claim.score:
            loser, self._kept = claim, loser
        return False, loser

    def due(self, at: float) -> Claim | None:
        """The claim that was kept, once its time has come."""
        if self._kept is None or at < self._until:
            return None
        claim, self._kept = self._kept, None
        return claim

    def refused(self, at: float) -> None:
        """The second stage said no: the next time it is asked later."""
        is_calm = at - self._until > self.LONGEST_SECONDS
        longer = min(max(2 * self._pause_seconds, self.SHORTEST_SECONDS), self.LONGEST_SECONDS)
        self._pause_seconds = self.SHORTEST_SECONDS if is_calm else longer
        self._until = at + self._pause_seconds

    def accepted(self) -> None:
        """A user called: begin anew."""
        self._pause_seconds, self._until, self._kept = 0.0, -math.inf, None
