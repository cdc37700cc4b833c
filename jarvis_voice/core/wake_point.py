"""Thresholds for the scores of a wake word, and what a score means. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

SENSITIVITY_LOGITS = 8.0
"""How far the whole range of sensitivity moves a threshold, in log-odds: from 0 to 1 a threshold of
0.5 goes from 0.98 down to 0.02."""

LIKE_FROM = -10.0
"""Of 193 real calls of "Jarvis" as recorded the lowest had -10.0, at 10 dB of kitchen noise one in
a hundred was below -10.6; of 250 pieces of other speech all but a few that were made to sound like
the word were below -10.7."""

LIKER_BY = 1.0
"""How much above `like_from` a likeness must be where the score is just at the threshold. Chosen on
193 people among six talkers at 10 dB and 8.1 h of other sound, which it leaves without a false
accept; with half of it two are left."""

DOUBT_COUNTS, DOUBT_COUNTS_IN_TALK = 0.5, 0.75
"""How much likeness makes up for a unit of log-odds that the score lacks. With 0.75 everywhere 6 of
193 are missed at 10 dB of kitchen noise; with 0.5 while others talk too, their talk comes within
0.1 of a call."""

FORGIVEN_IN_NOISE = 1.5
"""How much less likeness is asked where a noise covers part of the word. Of 193 people 4 are missed
in a kitchen at 10 dB without it and 1 with it; of other sound in noise, the nearest to a call lacks
1.2 more."""

SURENESS_COUNTS = 2.0
"""How much less likeness is asked for a unit of log-odds above the threshold: at the score that is
clear, where none is asked for, next to none is needed."""

MOST_NEEDED = -0.1
"""A likeness is below 0: more than this is asked of no word."""

LEAST_SCORE = 1e-6
"""A score of 0 or 1 has no log-odds."""

Band = Literal["clear", "doubtful", "grey"]
Backdrop = Literal["quiet", "noise", "talk"]
"""What else sounds where a word may have been said; "quiet" also where nobody knows."""


@dataclass(frozen=True, slots=True)
class WakePoint:
    """The thresholds for the scores of one wake word.

    Attributes:
        word: The wake word.
        threshold: The lowest score that is a hit, 0..1.
        grey_from: From here up to the threshold a score is worth a second look, 0..1.
        like_from: From here on speech to text finds the word in a sound, natural log, < 0.
    """

    word: str
    threshold: float
    grey_from: float
    like_from: float = LIKE_FROM

    def doubt(self, score: float) -> float:
        """How far a score is below the threshold, in log-odds; above it less than 0."""
        return _logit(self.threshold) - _logit(min(max(score, LEAST_SCORE), 1 - LEAST_SCORE))

    def like_needed(self, score: float, around: Backdrop) -> float:
        """How likely speech to text must find the word, natural log, for a score to be a call.

        Both are evidence for the word and add up: what the score lacks the likeness must have.

        Args:
            score: The wake model's, 0..1.
            around: What else is known to sound there.
        """
        doubt = self.doubt(score)
        counts = DOUBT_COUNTS_IN_TALK if around == "talk" else DOUBT_COUNTS
        if doubt < 0:
            counts = SURENESS_COUNTS
        forgiven = FORGIVEN_IN_NOISE if around == "noise" else 0.0
        return min(MOST_NEEDED, self.like_from + LIKER_BY + counts * doubt - forgiven)

    @property
    def clear_from(self) -> float:
        """From here on there is no doubt: as far above the threshold as the grey band is below."""
        at = _logit(self.threshold)
        return _from_logit(2 * at - _logit(self.grey_from))

    def at_sensitivity(self, sensitivity: float) -> WakePoint:
        """The point moved; 0.5 leaves it as it is, 1 hears most, 0 hears least."""
        shift = (0.5 - sensitivity) * SENSITIVITY_LOGITS
        return replace(
            self,
            threshold=_from_logit(_logit(self.threshold) + shift),
            grey_from=_from_logit(_logit(self.grey_from) + shift),
        )

    def band(self, score: float) -> Band | None:
        """What a score is worth; None is nothing."""
        if score < self.grey_from:
            return None
        if score < self.threshold:
            return "grey"
        return "clear" if score >= self.clear_from else "doubtful"


def _logit(probability: float) -> float:
    return math.log(probability / (1 - probability))


def _from_logit(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))
