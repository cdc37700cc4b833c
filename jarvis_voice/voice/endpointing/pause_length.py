"""Decides how long a pause must be to end an utterance, from its words so far. Pure.

Invariant: the words decide; how it sounds (the turn model) shortens no wait for a whole command
that most likely goes on, and never ends anything alone. Whatever is known, the wait has an end.
"""

from __future__ import annotations

from dataclasses import dataclass

from jarvis_voice.core.hypotheses import Completeness, Pauses


@dataclass(frozen=True, slots=True)
class PauseWords:
    """What is known about the words before a pause.

    Attributes:
        completeness: What they are; None while they are still being made out.
        finished: Probability that the turn is over by its sound, 0..1; None when nobody judged it.
    """

    completeness: Completeness | None
    finished: float | None = None


FINISHED = ((0.9, 0.4), (0.5, 0.6))
"""The pause in seconds that ends words nobody knows, or that may be all, by how finished they
sound. Measured with smart-turn v3.2 on 257 recorded commands: 0.9 or more at 83 % of their ends and
at 27 % of the gaps between words within them, 0.5 or more at 95 and 42 %."""

MISHEARD = (0.9, 1.0)
"""The pause that ends words in which something is missing although they sound finished: most likely
their last word was another one. Of 257 recorded commands none has a pause of 0.5 s within it."""

UNFINISHED = (0.1, 1.2)
"""The pause that ends words nobody knows when they sound as if they went on: 1 % of the ends."""


def pause_needed(words: PauseWords | None, pauses: Pauses) -> float:
    """The pause that ends the utterance, in seconds.

    Args:
        words: What is known of its words; None when nothing is and nobody is making them out.
        pauses: The user's patience.
    """
    if words is None:
        return pauses.open_seconds
    longest = max(pauses.longest_seconds, pauses.open_seconds)
    match words.completeness:
        case None:  # to end sooner would gain nothing: the same words would be waited for
            needed = longest
        case Completeness.COMPLETE:
            needed = pauses.complete_seconds
        case Completeness.EXTENDABLE:
            needed = pauses.open_seconds
        case Completeness.OPEN_ENDED:
            needed = min(_by_sound(words.finished, pauses), pauses.open_seconds)
        case Completeness.INCOMPLETE:
            needed = longest
            probability, seconds = MISHEARD
            if words.finished is not None and words.finished >= probability:
                needed = max(seconds, pauses.open_seconds)
        case Completeness.UNKNOWN:
            needed = _by_sound(words.finished, pauses)
    return min(needed, longest)


def _by_sound(finished: float | None, pauses: Pauses) -> float:
    """Where the words do not tell: the usual pause, or what their sound makes of it."""
    if finished is None:
        return pauses.open_seconds
    for probability, seconds in FINISHED:
        if finished >= probability:
            return max(pauses.complete_seconds, min(seconds, pauses.open_seconds))
    probability, seconds = UNFINISHED
    return max(seconds, pauses.open_seconds) if finished <= probability else pauses.open_seconds
