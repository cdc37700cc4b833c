"""Recognises a key combination from single keys that go down and up, repeats included.

Invariant: pure; a press that was told is followed by a release or by another press.
"""

from __future__ import annotations

from typing import Protocol

from jarvis_voice.doors.hotkey.key_combination import MODIFIERS, Combination

FIRST_REPEAT_SECONDS = 2.1
"""The longest time that a system's settings allow between a press and its first repeat."""

NEXT_REPEAT_SECONDS = 0.8
"""Repeats come 2 to 40 times a second; one that is this late does not come."""

SURE_REPEATS = 2
"""From so many repeats on it is known that this keyboard repeats."""


class KeyTold(Protocol):
    """Receives what a key backend reports; only ever called on the event loop."""

    def ready(self) -> None:
        """From now on a press is heard."""

    def press(self) -> None:
        """The combination went down."""

    def release(self) -> None:
        """The key went up; may be told twice."""


class KeyBackend(Protocol):
    """One way to listen to a key combination."""

    async def listen(self, told: KeyTold) -> None:
        """Listen until cancelled.

        Raises:
            JarvisError: It cannot be listened to here, or can no more.
        """


class Chord:
    """Tells a press of the combination from a repeat, and notices a release that never came.

    More modifiers than are wanted may be down: one whose own release was lost, as happens when
    the screen is locked, must not make the key dead.
    """

    def __init__(self, combination: Combination) -> None:
        self._key = combination.key
        self._wanted = combination.modifiers
        self._modifiers: set[str] = set()
        self._is_down = False
        self._is_ours = False
        self._repeats = 0
        self._is_alone = True
        self._down_at = 0.0

    @property
    def is_held(self) -> bool:
        """A press was told, and no release yet."""
        return self._is_ours

    def down(self, name: str, at: float) -> bool:
        """A key went down or was repeated; whether that is a press of the combination.

        Args:
            name: A name of `KEYS` or of `MODIFIERS`.
            at: Seconds on any clock that only goes forward.
        """
        if name != self._key:
            self._is_alone = False  # the keyboard repeats that one from now on
            if name in MODIFIERS:
                self._modifiers.add(name)
            return False
        patience = NEXT_REPEAT_SECONDS if self._repeats else FIRST_REPEAT_SECONDS
        is_repeat = self._is_down and (at - self._down_at < patience or not self._is_alone)
        self._is_down, self._down_at = True, at
        if is_repeat:
            self._repeats += 1
            return False
        self._repeats, self._is_alone = 0, True
        self._is_ours = self._wanted <= self._modifiers
        return self._is_ours

    def up(self, name: str) -> bool:
        """A key went up; whether that releases the combination."""
        self._modifiers.discard(name)
        return name == self._key and self.let_go()

    def let_go(self) -> bool:
        """The key is up, however that is known; whether it was held."""
        was_ours = self._is_ours
        self._is_down = self._is_ours = False
        return was_ours

    def is_lost(self, at: float) -> bool:
        """Whether the key is up by all signs: it was repeated, and is no more."""
        is_quiet = at - self._down_at > NEXT_REPEAT_SECONDS
        return self._is_ours and self._is_alone and self._repeats >= SURE_REPEATS and is_quiet
