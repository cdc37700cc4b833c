"""Computes when each word of a reply sounds, from the length of the speech before it.

Invariant: chunks sound one after the other, and none before it was handed over.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

EARLY_SECONDS = 0.1
"""A step of the wake model: its frames of the microphone lie otherwise than those of our speech."""

LATE_SECONDS = 0.7
"""The way through loudspeaker, room and microphone, at the most."""

Stretch = tuple[float, float]
"""From and to, in seconds from a chunk's beginning."""


@dataclass(slots=True)
class _Span:
    text: str
    begins: float
    ends: float
    wakes: tuple[Stretch, ...] | None = None


@dataclass(slots=True)
class WordTimes:
    """The times at which one reply's words sound, in seconds on one clock.

    A device that is lost in the middle plays later than is computed here.
    """

    _spans: list[_Span] = field(default_factory=list)
    _cut_at: float = math.inf

    def add(self, text: str, seconds: float, at: float) -> int:
        """A chunk of so many seconds was handed to the device; its number."""
        begins = max(at, self._spans[-1].ends) if self._spans else at
        self._spans.append(_Span(text, begins, begins + seconds))
        return len(self._spans) - 1

    def start(self, at: float) -> None:
        """The device took its first sample."""
        late_seconds = at - self._spans[0].begins if self._spans else 0.0
        for span in self._spans:
            span.begins += late_seconds
            span.ends += late_seconds

    def cut(self, at: float) -> None:
        """Nothing sounds from now on."""
        self._cut_at = min(self._cut_at, at)

    def mark(self, number: int, wakes: Sequence[Stretch]) -> None:
        """Where a chunk sounds like a wake word; they may lie behind its end."""
        span = self._spans[number]
        span.wakes = (*(span.wakes or ()), *wakes)

    def masks(self, words: Sequence[str], at: float) -> bool:
        """Whether a wake word that is heard at this moment may be our own.

        Args:
            words: What counts as one in chunks that were not marked.
            at: When it is heard.
        """
        return any(
            begins < self._cut_at and begins - EARLY_SECONDS <= at <= ends + LATE_SECONDS
            for begins, ends in self._wakes(words)
        )

    def _wakes(self, words: Sequence[str]) -> list[Stretch]:
        marked = [(s.begins + b, s.begins + e) for s in self._spans for b, e in s.wakes or ()]
        unmarked = [s for word in words for s in self._holding(word) if s.wakes is None]
        return [*marked, *((s.begins, s.ends) for s in unmarked)]

    def _holding(self, word: str) -> list[_Span]:
        """Chunks that the word is in; it may reach from one into the next."""
        if not self._spans:  # as at nearly every frame of the microphone
            return []
        text, places = "", list[tuple[int, int, _Span]]()
        for span in self._spans:
            places.append((len(text), len(text) + len(span.text), span))
            text += span.text + " "
        pattern = r"\W+".join(map(re.escape, word.split()))
        found = [m.span() for m in re.finditer(rf"\b{pattern}\b", text, re.IGNORECASE)]
        return [
            span
            for first, last, span in places
            if any(first < end and begin < last for begin, end in found)
        ]
