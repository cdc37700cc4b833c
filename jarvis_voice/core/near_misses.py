"""Records and protocols of near misses: sounds that nearly woke it, or woke it for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class HeardNearMiss:
    """A near miss as the ears tell of it.

    Attributes:
        word: The wake word that it may have been.
        score: How sure the wake model was, 0..1.
        reason: Why it was no call, kebab-case; "nothing-heard": it was taken for one.
        pcm: Its sound: mono int16, shape (n_samples,), 16 000 Hz.
    """

    word: str
    score: float
    reason: str
    pcm: NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A near miss that is kept.

    Attributes:
        number: Names it.
        heard_at: When, with a zone.
    """

    number: int
    word: str
    score: float
    reason: str
    heard_at: datetime


class NearMissOperations(Protocol):
    """Near misses as the owner judges them; each method raises StoreError where a file cannot be.

    Attributes:
        most: How many are kept; 0 is none.
    """

    @property
    def most(self) -> int:
        """How many are kept; 0 is none."""
        ...

    async def listed(self) -> Sequence[NearMiss]:
        """Those that are kept, the newest first."""
        ...

    async def sound(self, number: int) -> bytes | None:
        """The sound of one as FLAC; None where there is none."""
        ...

    async def judge(self, number: int, *, was_call: bool) -> bool:
        """Move one to the recordings of its word; whether it was there.

        Args:
            number: Which.
            was_call: Whether the user said the word.
        """
        ...

    async def drop(self, number: int) -> bool:
        """Delete one; whether it was there."""
        ...
