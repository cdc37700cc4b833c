"""Bell: what rings at one place, in its own time, whatever the other places do.

Invariant: a place that fails, or takes long, holds up nothing but itself; while somebody is heard
there it is silent, for `MOST_PAUSED_SECONDS` in all, and other speech is heard out for
`MOST_OTHER_SECONDS`. Words count as said where the earcon before them sounded.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from typing import Any, Protocol

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.platform.logs import log_broken

log = logging.getLogger(__name__)

EARCON_GAP_SECONDS = 1.5
"""Between two earcons: long enough for a wake word to be heard."""

MOST_PAUSED_SECONDS = 120.0
"""How long a user who is being listened to may hold up what rings."""

MOST_OTHER_SECONDS = 30.0
"""How long speech that nobody asked for by voice may hold up what rings; then it is cut off."""

LOOK_SECONDS = 0.25


class RingMouth(Protocol):
    """What makes the sound of a ring: a speech output, or a loudspeaker without a voice."""

    @property
    def is_busy(self) -> bool:
        """Whether a sound is under way."""
        ...

    async def play_earcon(self, earcon: Earcon) -> bool:
        """Play a short sound; whether it sounded, as far as is known."""
        ...

    def stop(self) -> None:
        """End what is being said."""
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
        self._paused_seconds = self._other_seconds = 0.0
        self._is_sounding = self._did_sound = self._was_tried = False
        self._rings_for: set[int] = set()
        self._heard: set[int] = set()
        self._last_words: str | None = None

    @property
    def is_held(self) -> bool:
        """Whether it is silent for somebody who is being heard, or for other speech."""
        return not self._is_sounding and (self._waits_for_user or self._waits_for_speech)

    @property
    def heard(self) -> frozenset[int]:
        """The entries for which it has sounded, by number."""
        return frozenset(self._heard)

    @property
    def _waits_for_user(self) -> bool:
        return self._paused_seconds < MOST_PAUSED_SECONDS and self._is_heard()

    @property
    def _waits_for_speech(self) -> bool:
        is_busy = self._mouth is not None and self._mouth.is_busy
        return is_busy and self._other_seconds < MOST_OTHER_SECONDS

    def take(self, text_of: Mapping[int, str]) -> None:
        """Ring for these entries from now on.

        Args:
            text_of: What is said once for each, by its number.
        """
        self._rings_for = set(text_of)
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
        if not await self._sound_alone(self._mouth, self._ring_out(self._mouth)):
            return
        if self._unsaid:
            await self._sound_alone(self._mouth, self._say(self._mouth))

    async def _sound_alone(self, mouth: RingMouth, sound: Coroutine[Any, Any, bool]) -> bool:
        """Sound when nobody is heard there and other speech is over."""
        try:
            await self._hold(mouth)
            self._is_sounding = True
            return await sound
        finally:
            self._is_sounding = False
            sound.close()

    async def _ring_out(self, mouth: RingMouth) -> bool:
        """Sound; whether the words are of use now: at first, what is wrong is told with them."""
        did_sound = await mouth.play_earcon("alarm")
        if did_sound:
            self._heard |= self._rings_for
        is_first, self._was_tried = not self._was_tried, True
        self._did_sound = did_sound
        return did_sound or is_first

    async def _say(self, mouth: RingMouth) -> bool:
        said = dict(self._unsaid)
        await mouth.say("", _one(" ".join(said.values())))
        if self._did_sound:
            self._unsaid = {one: self._unsaid[one] for one in self._unsaid if one not in said}
        return True

    async def _hold(self, mouth: RingMouth) -> None:
        """Wait while somebody is being heard, and for the end of other speech."""
        while self._waits_for_user or mouth.is_busy:
            if self._waits_for_user:
                self._paused_seconds += LOOK_SECONDS
            elif self._waits_for_speech:
                self._other_seconds += LOOK_SECONDS
            else:
                mouth.stop()
                return
            await asyncio.sleep(LOOK_SECONDS)

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
