"""Decides whether the user has finished. It counts seconds and needs neither sound nor clock.

How long a pause must be is told by who knows the words (`voice.endpointing.pause_length`), at any
time.

Invariant: an endpoint that is fed ends: by silence, by the key's release, by its length, or
because nothing was said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from jarvis_voice.core.types import EndedBy

Decision = EndedBy | Literal["nothing"]
"""Why listening is over; "nothing" when nobody spoke."""

START_PROBABILITY = 0.5
STOP_PROBABILITY = 0.35
"""Silero's own defaults: speech starts at 0.5 and lasts while it is not below 0.5 - 0.15."""

HELD_SECONDS = 60.0
"""The longest utterance while a key is down. Who holds a key means all of it, so this only ends a
release that was lost: nobody dictates a command for a minute, and a minute is 2 MB of sound."""

WINDOW_SECONDS = 0.032
"""The VAD's windows; two or three of them end inside a frame of 80 ms."""

_ROUNDING_SECONDS = 1e-6
"""Frames of 0.08 s do not add up exactly in binary."""


class Hysteresis:
    """Decides speech or silence from VAD probabilities, without flickering between the two."""

    def __init__(self) -> None:
        self._is_speech = False

    def is_speech(self, probability: float) -> bool:
        """Whether this frame is speech; `probability` is the VAD's, 0..1."""
        self._is_speech = self.would_be_speech(probability)
        return self._is_speech

    def would_be_speech(self, probability: float) -> bool:
        """Whether a next frame would be."""
        return probability >= (STOP_PROBABILITY if self._is_speech else START_PROBABILITY)


def silent_tail_seconds(probabilities: Sequence[float]) -> float:
    """How much of a frame's end is silence, by the probabilities of the windows that end in it."""
    silent = takewhile(lambda probability: probability < STOP_PROBABILITY, reversed(probabilities))
    return WINDOW_SECONDS * len(list(silent))


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for the user.

    Attributes:
        silence_seconds: Silence after speech that ends an utterance of which nothing is known.
        max_seconds: The longest utterance, unless a key is held (`HELD_SECONDS`).
        nothing_seconds: How long nobody may say anything.
    """

    silence_seconds: float
    max_seconds: float
    nothing_seconds: float


class Endpoint:
    """Decides the end of one utterance.

    Args:
        patience: How long to wait.
        begun: Speech was heard already: the wake word, or what opened the follow-up window.
        held: A key is down, and its release is the end.
    """

    def __init__(self, patience: Patience, *, begun: bool = False, held: bool = False) -> None:
        self._patience = patience
        self._begun = begun
        self._held = held
        self._tail_seconds: float | None = None
        self._elapsed_seconds = 0.0
        self._silent_seconds = 0.0
        self._glimpsed_seconds = 0.0
        self._pause_seconds = patience.silence_seconds

    @property
    def silent_seconds(self) -> float:
        """How long nobody has spoken."""
        return self._silent_seconds + self._glimpsed_seconds

    @property
    def held(self) -> bool:
        """Whether a key decides the end."""
        return self._held

    def hold(self) -> None:
        """A key went down: from now on its release is the end."""
        self._held = True
        self._tail_seconds = None

    def release(self, tail_seconds: float) -> None:
        """The key went up: end after `tail_seconds` of further sound; nothing unless held."""
        if self._held:
            self._tail_seconds = tail_seconds

    def need_pause(self, seconds: float) -> None:
        """A pause of this length ends the utterance, until somebody speaks on."""
        self._pause_seconds = seconds

    def process(
        self,
        seconds_of_this_frame: float,
        is_speech: bool,  # noqa: FBT001 - the one thing a frame is asked
        silent_tail_seconds: float = 0.0,
    ) -> Decision | None:
        """Take one more frame; None means go on.

        Args:
            seconds_of_this_frame: Its length.
            is_speech: Whether there is speech in it.
            silent_tail_seconds: If so, how much silence is behind it within the frame.
        """
        self._glimpsed_seconds = 0.0
        self._elapsed_seconds += seconds_of_this_frame
        self._begun |= is_speech
        if is_speech:
            self._silent_seconds = silent_tail_seconds
            self._pause_seconds = self._patience.silence_seconds
        else:
            self._silent_seconds += seconds_of_this_frame
        if self._tail_seconds is not None:
            self._tail_seconds -= seconds_of_this_frame
            if self._tail_seconds <= _ROUNDING_SECONDS:
                return "key_up"
        if decision := self.decide_by_voice():
            return decision
        if self._is_over(self._elapsed_seconds, self._longest_seconds):
            return "max_length" if self._begun or self._held else "nothing"
        return None

    def glimpse(self, silent_seconds: float) -> Decision | None:
        """The next frame begins with so much silence; what that makes of it, None is go on."""
        self._glimpsed_seconds = silent_seconds
        return self.decide_by_voice()

    def decide_by_voice(self) -> Decision | None:
        """What silence alone makes of it as things stand; None while a key is held."""
        if self._held:
            return None
        if self._begun:
            over = self._is_over(self.silent_seconds, self._pause_seconds)
            return "silence" if over else None
        return (
            "nothing"
            if self._is_over(self._elapsed_seconds, self._patience.nothing_seconds)
            else None
        )

    def finish(self) -> Decision:
        """The sound itself ended: what that makes of the utterance."""
        if self._held:
            return "key_up"
        return "silence" if self._begun else "nothing"

    @property
    def _longest_seconds(self) -> float:
        longest = self._patience.max_seconds
        return max(longest, HELD_SECONDS) if self._held else longest

    @staticmethod
    def _is_over(seconds: float, limit_seconds: float) -> bool:
        return seconds >= limit_seconds - _ROUNDING_SECONDS
