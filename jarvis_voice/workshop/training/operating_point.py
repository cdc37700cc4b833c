"""Chooses the threshold of a head; counts misses and false accepts, with their bounds.

Invariant: pure. Logits in, figures out; a figure comes with its 95 % bounds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

THRESHOLD = 0.6
"""The score that stands for the operating point in every head this program makes."""

GREY_FROM = 0.1
"""The score below which nothing is worth a second look."""

GREY_FROM_OF_VOICES = 0.01
"""The same for a head that heard no person say the word: people score far lower there than
synthetic voices. Of 197 people who say "computer" a fifth has less than 0.1, and speech to text
knows nearly all of them. From 0.005 on noise before the word claims to be it, and too soon."""

FALSE_ACCEPT_AN_HOUR = 5.0
"""What one false accept an hour costs, in words missed of a hundred."""

LOWEST, HIGHEST = -4.0, 12.0
"""Logits among which the threshold is sought."""

STEP_SECONDS = 0.08

REFRACTORY_STEPS = 25
"""2 s: what fires again within them is the same alarm."""

Z_95 = 1.959964


@dataclass(frozen=True, slots=True)
class Share:
    """A count out of a total, with Wilson's 95 % interval."""

    count: int
    of: int

    @property
    def percent(self) -> float:
        """100 times the share; 0 of none is 0."""
        return 100.0 * self.count / self.of if self.of else 0.0

    @property
    def bounds_percent(self) -> tuple[float, float]:
        """Lower and upper bound of the true share."""
        if not self.of:
            return 0.0, 100.0
        share, n = self.count / self.of, self.of
        middle = (share + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
        half = Z_95 / (1 + Z_95**2 / n) * math.sqrt(share * (1 - share) / n + Z_95**2 / (4 * n * n))
        return 100 * max(0.0, middle - half), 100 * min(1.0, middle + half)

    def __str__(self) -> str:
        low, high = self.bounds_percent
        return f"{self.count} of {self.of} ({self.percent:.1f} %, 95 %: {low:.1f}-{high:.1f})"


@dataclass(frozen=True, slots=True)
class Rate:
    """A number of alarms in a number of hours."""

    count: int
    hours: float

    @property
    def upper_an_hour(self) -> float:
        """The 95 % upper bound: 3 / hours where there was none."""
        return poisson_upper(self.count) / self.hours if self.hours else math.inf

    def __str__(self) -> str:
        return f"{self.count} in {self.hours:.2f} h (95 %: under {self.upper_an_hour:.2f} an hour)"


def poisson_upper(count: int, confidence: float = 0.95) -> float:
    """The greatest mean that gives `count` or fewer with a chance of 1 - confidence."""
    low, high = 0.0, count + 10.0 + 5.0 * math.sqrt(count + 1)
    for _ in range(80):
        mean = (low + high) / 2
        chance = sum(
            math.exp(-mean + k * math.log(mean) - math.lgamma(k + 1)) for k in range(count + 1)
        )
        low, high = (mean, high) if chance > 1 - confidence else (low, mean)
    return high


def misses(best_logits: Sequence[float], threshold: float) -> Share:
    """How many words stay below the threshold."""
    return Share(sum(value < threshold for value in best_logits), len(best_logits))


def alarms(logits: Sequence[float], threshold: float) -> int:
    """How often a stream of logits fires, with the refractory period between two alarms."""
    count, quiet_until = 0, 0
    for step, value in enumerate(logits):
        if value >= threshold and step >= quiet_until:
            count, quiet_until = count + 1, step + REFRACTORY_STEPS
    return count


def best_threshold(words: Sequence[float], streams: Sequence[Sequence[float]]) -> float:
    """The logit at which misses and false accepts together cost least.

    Where several cost the same (nothing is missed, nothing fires) it is the one a third of the
    way up: what was never tried is more often talk than another speaker.

    Args:
        words: Greatest logit of each word.
        streams: Logits of sound without the word, one sequence a stream.
    """
    hours = sum(len(stream) for stream in streams) * STEP_SECONDS / 3_600
    loudest = [max(stream, default=LOWEST) for stream in streams]
    costs: dict[float, float] = {}
    for tenth in range(round(LOWEST * 10), round(HIGHEST * 10) + 1):
        at = tenth / 10
        fired = sum(
            alarms(stream, at) for stream, top in zip(streams, loudest, strict=True) if top >= at
        )
        an_hour = fired / hours if hours else 0.0
        costs[at] = misses(words, at).percent + FALSE_ACCEPT_AN_HOUR * an_hour
    cheapest = [at for at, cost in costs.items() if cost <= min(costs.values()) + 1e-9]
    return cheapest[len(cheapest) // 3]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Turns a head's mean logit into its score: sigmoid(slope * logit + offset)."""

    slope: float
    offset: float

    def score(self, logit: float) -> float:
        """0..1."""
        return 1 / (1 + math.exp(-(self.slope * logit + self.offset)))


def calibrated(threshold: float, positive_logits: Sequence[float]) -> Calibration:
    """Such that the threshold scores `THRESHOLD` and the word's median 0.98."""
    ranked = sorted(positive_logits) or [threshold + 4.0]
    span = max(ranked[len(ranked) // 2] - threshold, 1.0)
    slope = (_logit(0.98) - _logit(THRESHOLD)) / span
    return Calibration(slope, _logit(THRESHOLD) - slope * threshold)


def _logit(score: float) -> float:
    return math.log(score / (1 - score))
