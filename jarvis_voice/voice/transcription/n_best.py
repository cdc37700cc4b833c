"""Which of several hearings of one sound is meant.

Invariant: pure; a command that is known without doubt as it was heard best is never replaced by one
that was heard less well; that can only take the place of words that mean nothing here, or might
mean anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from jarvis_voice.language.en.stop_words import is_stop

WORSE_THAN_HEARD = 5.0
"""How much less likely than the words that were heard a rival may be, natural log. Of 80 recordings
of talk that is no command the nearest sentence that Jarvis knows was 6.0 or more behind."""

STOP_WORSE_THAN_HEARD = 2.5
"""The same for "stop", which nearly every short word resembles more than it does any sentence: of
96 recordings of it 19 were heard as other words, 12 of them within this; of 768 of other words,
half of them chosen because they resemble it, 27, most of them in noise."""

AHEAD_OF_THE_NEXT = 4.0
"""How much likelier than every other rival it must be: names that are not among the known ones
resemble several of them about equally."""


def best_rival(
    heard: float, rivals: Sequence[float], wordings: Sequence[Sequence[str]] = ()
) -> int | None:
    """Which rival was said, or None where it was none of them.

    Args:
        heard: Log-probability of the words that were heard, which are not known.
        rivals: That of each rival, read out to speech to text with the same sound.
        wordings: The words of each rival, where one of them may be a stop.
    """
    if not rivals:
        return None
    best, *others = sorted(rivals, reverse=True)
    place = rivals.index(best)
    is_clear = not others or best - others[0] >= AHEAD_OF_THE_NEXT
    stops = bool(wordings) and is_stop(wordings[place][0])
    worst = heard - (STOP_WORSE_THAN_HEARD if stops else WORSE_THAN_HEARD)
    return place if is_clear and best >= worst else None
