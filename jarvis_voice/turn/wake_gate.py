"""When a wake score is a wake word: once for each time it is said.

Invariant: after a hit there is none for the refractory period, nor while the score stays high.
"""

from __future__ import annotations

import math

REFRACTORY_SECONDS = 1.5
"""A wake model's window spans 1.3 s: one saying can score high for as long as it is in there."""


class WakeGate:
    """Turns scores into hits.

    Args:
        threshold: The lowest score that is a hit, 0..1.
    """

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold
        self._was_high = False
        self._last_hit_at = -math.inf

    def hears(self, score: float, at: float, *, is_own_voice: bool = False) -> bool:
        """Whether the wake word was just said.

        Args:
            score: The wake model's, 0..1.
            at: When the scored frame was captured, in seconds.
            is_own_voice: The word may be our own: no hit, and no refractory period after it.
        """
        is_high = score >= self._threshold
        has_risen = is_high and not self._was_high
        self._was_high = is_high
        if is_own_voice or not has_risen or at - self._last_hit_at < REFRACTORY_SECONDS:
            return False
        self._last_hit_at = at
        return True
