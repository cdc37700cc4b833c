"""Bell: what rings at one place, in its own time, whatever the other places do.

Invariant: a place that fails, or takes long, holds up nothing but itself; while somebody is heard
there it is silent, for `MOST_PAUSED_SECONDS` in all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from typing import Protocol

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.platform.logs import log_broken

log = logging.getLogger(__name__)

EARCON_GAP_SECONDS = 1.5
"""Between two earcons: long enough for a wake word to be heard."""

MOST_PAUSED_SECONDS = 120.0
"""How long a user who is being listened to may hold up what rings."""

LOOK_SECONDS = 0.25


class RingMouth(Protocol):
    """What makes the sound of a ring: a speech output, or a loudspeaker without a voice."""

    async def play_earcon(self, earcon: Earcon) -> None:
        """Play a short sound; without a device, nothing."""
        ...

    async def say(self, turn_id: str, replies: AsyncIterator[str]) -> Playback:
        """Say sentences; without a voice, nothing."""
        ...


class AwayMouth(RingMouth, Protocol):
    """What makes the sound of a ring at another place."""

    @property
    def is_open(self) -> bool:
        """Whether it can sound yet."""
        ...

    @property
    def is_listening(self) -> bool:
        """Whether somebody is being heard there."""
        ...


class Bell:
    """Rings at one place.

    Args:
        find_mouth: Gives what sounds there, opened on the stack; None where there is nothing.
        is_heard: Whether somebody is being heard there.
        trouble: Told what cannot sound.
    """

    def __init__(
        self,
        find_mouth: Callable[[AsyncExitStack], Awaitable[RingMouth | None]],
        is_heard: Callable[[], bool],
        trouble: Callable[[JarvisError], None],
    ) -> None:
        self._find_mouth = find_mouth
        self._is_heard = is_heard
        self._trouble = trouble
        self._mouth: RingMouth | None = None
        self._unsaid: dict[int, str] = {}
        self._known: set[int] = set()
        self._paused_seconds = 0.0
        self._last_words: str | None = None

    @property
    def is_held(self) -> bool:
        """Whether it is silent for somebody who is being heard."""
        return self._paused_seconds < MOST_PAUSED_SECONDS and self._is_heard()

    def take(self, text_of: Mapping[int, str]) -> None:
        """Ring for these entries from now on.

        Args:
            text_of: What is said once for each, by its number.
        """
        self._known &= text_of.keys()
        self._unsaid = {
            number: self._unsaid[number] for number in self._unsaid if number in text_of
        }
        for number, text in text_of.items():
            if text and number not in self._known:
                self._known.add(number)
                self._unsaid[number] = text

    def end(self, last_words: str) -> None:
        """Ring no more behind the sound that is under way.

        Args:
            last_words: What is said then.
        """
        self._last_words = last_words

    async def ring(self) -> None:
        """Sound again and again, until cancelled or behind `end`."""
        async with AsyncExitStack() as stack:
            while self._last_words is None:
                await self._guarded(self._sound(stack))
                if self._last_words is None:
                    await asyncio.sleep(EARCON_GAP_SECONDS)
            if self._mouth:
                await self._guarded(self._mouth.say("", _one(self._last_words)))

    async def _sound(self, stack: AsyncExitStack) -> None:
        self._mouth = self._mouth or await self._find_mouth(stack)
        if self._mouth is None:
            return
        await self._hold()
        await self._mouth.play_earcon("alarm")
        await self._hold()
        said, self._unsaid = " ".join(self._unsaid.values()), {}
        if said:
            await self._mouth.say("", _one(said))

    async def _hold(self) -> None:
        """Wait while somebody is being heard."""
        while self.is_held:
            await asyncio.sleep(LOOK_SECONDS)
            self._paused_seconds += LOOK_SECONDS

    async def _guarded(self, work: Awaitable[object]) -> None:
        try:
            await work
        except JarvisError as error:
            self._trouble(error)
        except Exception as error:  # noqa: BLE001 - whatever breaks, it rings again
            log_broken(log, "what rings", error)
            message = f"What was due could not be heard: {type(error).__name__}. See the log."
            self._trouble(JarvisError("ringing-broke", message))


async def _one(text: str) -> AsyncIterator[str]:
    yield text
