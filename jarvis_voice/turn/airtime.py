"""Which words of a reply sound when: reckoned from the length of what was handed to the device.

Invariant: sentences sound one after the other, and none before it was handed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass(slots=True)
class _Span:
    text: str
    begins: float
    ends: float


@dataclass(slots=True)
class Airtime:
    """The timetable of one reply, in seconds on one clock.

    A device that is lost in the middle plays later than is reckoned here.
    """

    _spans: list[_Span] = field(default_factory=list)

    def add(self, text: str, seconds: float, at: float) -> None:
        """A sentence of so many seconds was handed to the device."""
        begins = max(at, self._spans[-1].ends) if self._spans else at
        self._spans.append(_Span(text, begins, begins + seconds))

    def start(self, at: float) -> None:
        """The device took its first sample."""
        late_seconds = at - self._spans[0].begins if self._spans else 0.0
        for span in self._spans:
            span.begins += late_seconds
            span.ends += late_seconds

    def says(self, word: str, at: float) -> bool:
        """Whether the sentence that sounds at this moment holds the word, in any case."""
        pattern = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
        return any(s.begins <= at <= s.ends and pattern.search(s.text) for s in self._spans)
