"""Reports a microphone that is lost or back, and "ready" only when it can hear a wake word.

Invariant: "ready" is told once, and never while there is no microphone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import EarsReady, ProblemReported
from jarvis_voice.core.ports import Clock, Earcon
from jarvis_voice.voice.turn_taking import Deafness

_EARCONS: dict[str, Earcon] = {
    "microphone-lost": "error",
    "microphone-silent": "error",
    "microphone-stuck": "error",
    "microphone-back": "done",
}


class MicrophoneListener(Protocol):
    """A listener that must be closed while the microphone gives no sound."""

    def close_ears(self, why: Deafness) -> None:
        """Hear nothing until `open_ears` with the same reason."""
        ...

    def open_ears(self, why: Deafness) -> None:
        """Hear again."""
        ...


class MicrophoneMonitor:
    """Passes the microphone's messages on, and closes a listener while it is lost.

    Args:
        bus: Where events go.
        clock: Event times.
    """

    def __init__(self, bus: Bus, clock: Clock) -> None:
        self._bus = bus
        self._clock = clock
        self._word: str | None = None
        self._name: Callable[[], str] = str
        self._play: Callable[[Earcon], Awaitable[None]] | None = None
        self._sounds: set[asyncio.Future[None]] = set()
        self._is_lost = False
        self._listener: MicrophoneListener | None = None

    def sound_with(self, play: Callable[[Earcon], Awaitable[None]]) -> None:
        """From now on let it be heard, too.

        Args:
            play: Plays a short sound; does not raise where no loudspeaker would.
        """
        self._play = play

    def close_with(self, listener: MicrophoneListener) -> None:
        """From now on this one is closed as long as the microphone is lost."""
        self._listener = listener
        if self._is_lost:
            listener.close_ears("lost")

    def take(self, code: str, message: str) -> None:
        """The microphone has something to tell: a code and a sentence."""
        self._bus.publish(ProblemReported(self._clock.seconds(), code, message))
        if self._play and (earcon := _EARCONS.get(code)):
            sound = asyncio.ensure_future(self._play(earcon))
            self._sounds.add(sound)
            sound.add_done_callback(self._sounds.discard)
        if code == "microphone-lost":
            self._is_lost = True
            if self._listener:
                self._listener.close_ears("lost")
        if code == "microphone-back":
            self._is_lost = False
            if self._listener:
                self._listener.open_ears("lost")
            self._tell_ready()

    def be_ready(self, word: str, name: Callable[[], str], *, hears: bool) -> None:
        """The ears are ready, but for the microphone if it is not there yet.

        Args:
            word: What wakes them.
            name: The microphone's name at that time.
            hears: Whether it is there.
        """
        self._word, self._name = word, name
        if hears:
            self._tell_ready()

    def _tell_ready(self) -> None:
        word, self._word = self._word, None
        if word is not None:
            self._bus.publish(EarsReady(self._clock.seconds(), word, self._name()))
