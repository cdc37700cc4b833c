"""Caller: who asks one of the models that several use, and how soon the answer is needed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Rank(IntEnum):
    """How soon an answer is needed; a lower one goes first.

    LIVE is a conversation at a microphone, ASKED is somebody who waits for the answer to a
    request, and FILE is sound that may be long.
    """

    LIVE = 0
    ASKED = 1
    FILE = 2


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks a model.

    Attributes:
        name: The same for all that one microphone, satellite or user asks: callers of one rank
            take turns by it.
        rank: How soon the answer is needed.
    """

    name: str
    rank: Rank


MICROPHONE = Caller("microphone", Rank.LIVE)
"""The microphone and the loudspeaker of this machine."""
