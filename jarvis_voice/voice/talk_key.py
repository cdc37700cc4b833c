"""Tells presses of the push-to-talk key from auto-repeat, and notices a lost release.

Invariant: holding the key is one press, whatever the keyboard sends meanwhile.
"""

from __future__ import annotations

from jarvis_voice.voice.turn_taking import Signal

REPEAT_GRACE_SECONDS = 0.8
"""The first auto-repeat comes 0.25 to 0.66 s after the press on the desktops' defaults."""

RELEASE_TAIL_SECONDS = 0.16
"""Sound that is still on its way when the key goes up: the frame being filled and the device's
buffer. Without it the last sound of the last word is cut."""


class TalkKey:
    """The push-to-talk key as presses and releases."""

    def __init__(self) -> None:
        self._is_down = False
        self._last_edge_at = 0.0

    def press(self, at: float) -> Signal | None:
        """The key went down; None for auto-repeat.

        Args:
            at: Seconds on the frames' clock.
        """
        was_down, self._is_down = self._is_down, True
        if was_down and self._is_repeat(at):
            return None
        self._last_edge_at = at
        return Signal.KEY_PRESSED_AGAIN if was_down else Signal.KEY_PRESSED

    def release(self) -> Signal:
        """The key went up."""
        self._is_down = False
        return Signal.KEY_RELEASED

    def toggle(self, at: float, *, is_held: bool) -> Signal | None:
        """A key without a release was struck: it opens and closes by turns; None for auto-repeat.

        Args:
            at: Seconds on the frames' clock.
            is_held: Whether the ears are open until the key says otherwise.
        """
        was_struck, self._is_down = self._is_down, True
        if was_struck and self._is_repeat(at):
            return None
        self._last_edge_at = at
        return Signal.KEY_RELEASED if is_held else Signal.KEY_PRESSED

    def _is_repeat(self, at: float) -> bool:
        is_repeat = at - self._last_edge_at < REPEAT_GRACE_SECONDS
        if is_repeat:
            self._last_edge_at = at
        return is_repeat
