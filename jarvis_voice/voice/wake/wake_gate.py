"""Decides from its scores that a wake word may have been said, once for each time.

Invariant: a saying makes one claim at the threshold and, where it never gets there, one in the grey
band at the most; after a hit there is none for the refractory period, nor while the score stays
high.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from jarvis_voice.core.types import FRAME_SECONDS
from jarvis_voice.core.wake_point import Band, WakePoint

REFRACTORY_SECONDS = 1.5
"""A wake model's window spans 1.3 s: one saying can score high for as long as it is in there."""

FALLING_FRAMES = 2
"""Frames after which a score that does not rise any more has had its peak."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A wake word may have been said.

    Attributes:
        word: The wake word.
        score: The highest so far.
        at: When the frame was captured that has it, in seconds.
        band: "grey" is below the threshold, "doubtful" little above it.
        frames: For how many frames running the score was not below the grey band.
        refusal: Why it is none already, kebab-case; empty when it may be one.
    """

    word: str
    score: float
    at: float
    band: Band
    frames: int = 1
    refusal: str = ""


class WakeGate:
    """Turns the scores of one wake word into claims."""

    def __init__(self, point: WakePoint) -> None:
        self.point = point
        self._was_high = False
        self._is_spent = False  # this rise above the grey band has made its claim
        self._frames = 0
        self._peak = 0.0
        self._peak_at = 0.0
        self._last_hit_at = -math.inf

    def hears(self, score: float, at: float, *, is_own_voice: bool = False) -> Claim | None:
        """What one more score claims; at the threshold at once, below it when it falls again.

        Args:
            score: The wake model's, 0..1.
            at: When the scored frame was captured, in seconds.
            is_own_voice: The word may be our own: then it is refused.
        """
        is_high = score >= self.point.threshold
        has_risen = is_high and not self._was_high
        self._was_high = is_high
        passed = self._follow(score, at)
        if has_risen:
            self._is_spent = True
            return self._claim(Claim(self.point.word, score, at, "doubtful"), is_own_voice)
        if passed is None or self._is_spent:
            return None
        self._is_spent = True
        return self._claim(passed, is_own_voice)

    def rest(self, at: float) -> None:
        """A word was heard at that time, this one or another: the refractory period begins."""
        self._last_hit_at = at

    def reset(self) -> None:
        """Sound is missing: what was rising is not followed further."""
        self._was_high = False
        self._is_spent = False
        self._frames = 0
        self._peak = 0.0

    def _follow(self, score: float, at: float) -> Claim | None:
        """The grey claim when its peak has passed."""
        if score >= self.point.grey_from:
            if not self._frames:
                self._is_spent = False
            self._frames += 1
            if score > self._peak:
                self._peak, self._peak_at = score, at
                return None
        if not self._frames:
            return None
        claim = Claim(self.point.word, self._peak, self._peak_at, "grey", self._frames)
        if score < self.point.grey_from:
            self._frames, self._peak = 0, 0.0
            return claim
        falling_seconds = at - self._peak_at
        return claim if falling_seconds >= (FALLING_FRAMES - 0.5) * FRAME_SECONDS else None

    def _claim(self, claim: Claim, is_own_voice: bool) -> Claim:  # noqa: FBT001 - private, named at each call
        refusal = ""
        if is_own_voice:
            refusal = "own-voice"
        elif claim.at - self._last_hit_at < REFRACTORY_SECONDS:
            refusal = "refractory"
        band = self.point.band(claim.score) or "grey"
        return replace(claim, band=band, frames=max(claim.frames, self._frames), refusal=refusal)
