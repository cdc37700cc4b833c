"""Which of several hearings of one sound is meant.

Invariant: pure; what is understood as it was heard best is never replaced by what was heard less
well, so a less likely command can only take the place of words that mean nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jarvis_voice.turn.ending import Completeness

MOST_TEXTS = 5
"""So many hearings of one sound are looked at: each costs a reading of some milliseconds."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The words that are taken for what was said.

    Attributes:
        text: The words.
        completeness: What they are, as a command.
    """

    text: str
    completeness: Completeness


def choose(texts: Sequence[str], understands: Callable[[str], bool]) -> str:
    """The first text that is understood, else the first.

    Args:
        texts: What may have been said, the likeliest first, at least one; each of the others nearly
            as likely as the first.
        understands: Whether a text is a command that is known without doubt.
    """
    return next((text for text in texts if understands(text)), texts[0])
