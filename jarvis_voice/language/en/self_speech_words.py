"""Recognises our own words when the microphone hears them from the loudspeaker.

Invariant: in doubt they are the user's: an echo taken for a user is annoying, a user who is not
heard is lost. Pure: whoever speaks notes what and when, whoever hears asks.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, replace

LATE_SECONDS = 1.2
"""How long behind our own voice its echo may end: devices and room 0.9 s, and what VAD adds. Behind
a question there is no such time: whoever answers it at once may well use our words."""

KEPT_SECONDS = 60.0
"""Longer than any utterance."""

ALIKE = 78.0
"""Of a run of words, letter by letter; speech to text spells an echo worse than a voice."""

SPELLED_WORDS = 2
"""So few words must be ours exactly: "stop" is not "stopped", nor "open it" "opened"."""

_WORD = re.compile(r"[\w']+")


@dataclass(frozen=True, slots=True)
class _Said:
    words: tuple[str, ...]
    begins: float
    ends: float
    late_seconds: float


class SelfSpeechWords:
    """The words that Jarvis said in the last minute, with their times."""

    def __init__(self) -> None:
        self._said: deque[_Said] = deque()

    def note(self, text: str, begins: float, ends: float) -> None:
        """Words of ours sound from one moment to another, in seconds; told in order."""
        late_seconds = 0.0 if text.rstrip().endswith("?") else LATE_SECONDS
        self._said.append(_Said(_words(text), begins, ends, late_seconds))
        while self._said[0].ends < ends - KEPT_SECONDS:
            self._said.popleft()

    def cut(self, at: float) -> None:
        """We fell silent: what was to sound later did not."""
        kept = [said for said in self._said if said.begins < at]
        self._said = deque(replace(said, ends=min(said.ends, at)) for said in kept)

    def are_echoed(self, heard: str, begins: float, ends: float) -> bool:
        """Whether all that was heard is a run of words of ours that can have sounded then.

        Args:
            heard: What speech to text made of it.
            begins: When it began to be heard, in seconds.
            ends: When it ended, without the silence behind it.
        """
        words = _words(heard)
        near = [s for s in self._said if s.begins <= ends and s.ends >= begins - LATE_SECONDS]
        if not near or ends > near[-1].ends + near[-1].late_seconds:
            return False
        ours = [word for said in near for word in said.words]
        if not words or len(words) > len(ours) + 1:
            return False
        if len(words) <= SPELLED_WORDS:
            size = len(words)
            runs = (tuple(ours[at : at + size]) for at in range(len(ours) - size + 1))
            return words in runs
        from rapidfuzz import fuzz

        return fuzz.partial_ratio(" ".join(words), " ".join(ours)) >= ALIKE


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.lower().replace("\u2019", "'")))
