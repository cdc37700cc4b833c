"""Passes push-to-talk presses to the voice session, or tells the user that nobody listens.

Invariant: a release goes where its press went.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.operations import KeyControl

NO_EARS = "Jarvis has no microphone to listen with: the key does nothing."


class KeyStrokes:
    """Passes presses and releases on, in the mode that the user chose: hold or toggle.

    Args:
        find: Who listens, or None; raises where that is not known yet.
        mode: "hold" listens while the key is down, "toggle" from one press to the next.
        on_trouble: A code and a sentence, once for each press that nobody hears.
    """

    def __init__(
        self,
        find: Callable[[], KeyControl | None],
        mode: Literal["hold", "toggle"],
        on_trouble: Callable[[str, str], None],
    ) -> None:
        self._find = find
        self._mode = mode
        self._on_trouble = on_trouble
        self._held: KeyControl | None = None

    def press(self) -> None:
        """The key went down."""
        try:
            ears = self._find()
        except JarvisError as error:
            self._on_trouble(error.code, error.message)
            return
        if ears is None:
            self._on_trouble("no-ears", NO_EARS)
        elif self._mode == "toggle":
            ears.toggle()
        else:
            self._held = ears
            ears.press()

    def release(self) -> None:
        """The key went up."""
        held, self._held = self._held, None
        if held:
            held.release()
