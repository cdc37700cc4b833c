"""What is known about the user's words so far: how complete they are, and the best hypothesis.

Invariant: plain values; voice measures them and the assistant judges them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

MOST_TEXTS = 5
"""So many hearings of one sound are looked at: each costs a reading of some milliseconds."""


class Completeness(Enum):
    """How complete the words so far are, as a command."""

    COMPLETE = "complete"
    """A command, and nothing the user may say on belongs to it."""
    EXTENDABLE = "extendable"
    """A command that may well go on: "note that I", "set a timer for ten", "minutes"."""
    OPEN_ENDED = "open-ended"
    """A command as it is, to which more may belong: "what's the weather", "in Oslo"; "what is 17
    percent of 240", "plus 12". How it sounds tells which."""
    INCOMPLETE = "incomplete"
    """Something is missing: "open", "what is the", "remind me to"."""
    UNKNOWN = "unknown"
    """Not a command that is known, or nobody can tell yet."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """How long a pause must be to end an utterance.

    Attributes:
        complete_seconds: When it is a complete command.
        open_seconds: When it may go on.
        longest_seconds: When something is missing; no pause is waited for any longer.
    """

    complete_seconds: float
    open_seconds: float
    longest_seconds: float = 1.6


@dataclass(frozen=True, slots=True)
class BestHypothesis:
    """The words that Jarvis takes as what the user said.

    Attributes:
        text: The words.
        completeness: What they are, as a command.
        rivals: What may have been said instead, where what was heard is not known or not whole:
            commands that are, each in one or several wordings.
        heard: The hearing that the words stand for; empty where that is `text`.
    """

    text: str
    completeness: Completeness
    rivals: tuple[tuple[str, ...], ...] = ()
    heard: str = ""

    def stands_for(self, texts: Sequence[str]) -> bool:
        """Whether it was chosen from these hearings."""
        return (self.heard or self.text) in texts
