"""QuietWake and QuietVad: take the place of models where a button calls.

Invariant: nothing is loaded for them.
"""

from __future__ import annotations

from typing import Self

from jarvis_voice.core.types import AudioFrame


class QuietVad:
    """Finds no speech; implements `ports.Vad`. It is for second looks at a wake word."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Nothing is open."""

    async def probability(self, frame: AudioFrame) -> float:
        """Nothing."""
        del frame
        return 0.0

    def reset(self) -> None:
        """Nothing is kept."""


class QuietWake:
    """Hears no wake word; implements `ports.WakeDetector`.

    Attributes:
        words: They are still cut from what is said.
    """

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        self._nothing = (0.0,) * len(words)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Nothing is open."""

    async def score(self, frame: AudioFrame) -> tuple[float, ...]:
        """Nothing."""
        del frame
        return self._nothing

    def reset(self) -> None:
        """Nothing is kept."""
