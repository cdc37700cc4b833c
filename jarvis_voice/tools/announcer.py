"""Announcer: lets the announce tool reach the places where something can be said."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from jarvis_voice.core.types import Origin


class Announcer:
    """Links the announce tool with the running program, which knows the places.

    Attributes:
        announce: Says a text at every place that the one who asks may speak at, but not where it
            was asked; the names of those where it began to sound. None where there are no places.
    """

    def __init__(self) -> None:
        self.announce: Callable[[str, Origin], Awaitable[tuple[str, ...]]] | None = None
