"""The follow-up window: after an answer the user may go on without the wake word.

Invariant: speech counts only behind silence: what goes on from before has lost its head.
"""

from __future__ import annotations

from dataclasses import dataclass

from jarvis_voice.core.types import FRAME_SECONDS
from jarvis_voice.voice.turn_taking import Signal

_ROUNDING_SECONDS = 1e-6


@dataclass
class FollowUpWindow:
    """An open window, in seconds on the frames' clock.

    Attributes:
        live_from: Speech before this is our own voice dying away.
        until: When it closes.
        quiet_seconds: How much silence must still pass before speech counts.
    """

    live_from: float
    until: float
    quiet_seconds: float = FRAME_SECONDS

    def __post_init__(self) -> None:
        self._rest_seconds = self.quiet_seconds

    def process(self, captured_at: float, *, is_speech: bool) -> Signal | None:
        """Take one more frame; None means go on."""
        if captured_at > self.until:
            return Signal.FOLLOW_UP_EXPIRED
        if captured_at <= self.live_from:
            return None
        if not is_speech:
            self._rest_seconds -= FRAME_SECONDS
        elif self._rest_seconds <= _ROUNDING_SECONDS:
            return Signal.SPEECH_BEGAN
        else:
            self._rest_seconds = self.quiet_seconds
        return None
