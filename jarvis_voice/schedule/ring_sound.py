"""Makes the sound of a ring: a repeated earcon and spoken text; is silent while the user speaks.

Invariant: it ends by "stop", or after `RING_SECONDS`; without a voice there is the earcon, without
a loudspeaker the time passes in silence, since it stands on the screen.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.ports import Clock, Earcon, Playback
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import ME
from jarvis_voice.voice.ducker import QUIET
from jarvis_voice.voice.turn_taking import State

RING_SECONDS = 60.0
EARCON_GAP_SECONDS = 1.5
"""Between two earcons: long enough for a wake word to be heard."""

MOST_PAUSED_SECONDS = 120.0
"""How long a user who is being listened to may hold up what rings."""

MOUTH_SECONDS = 5.0
"""How long a voice may take to load at the start before the earcon sounds without it."""

_LOOK_SECONDS = 0.25
_QUIET_SECONDS = 30.0
GAVE_UP = "I have stopped ringing."

EndedBy = Literal["user", "nobody"]


class RingMouth(Protocol):
    """What makes the sound of a ring: a speech output, or a loudspeaker without a voice."""

    async def play_earcon(self, earcon: Earcon) -> None:
        """Play a short sound; without a device, nothing."""
        ...

    async def say(self, turn_id: str, replies: AsyncIterator[str]) -> Playback:
        """Say sentences; without a voice, nothing."""
        ...


def _never() -> bool:
    return False


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class RingPlaces:
    """Where an entry rings.

    Attributes:
        here: At this machine.
        mouths: At other places.
    """

    here: bool = True
    mouths: tuple[RingMouth, ...] = ()


@dataclass(frozen=True, slots=True)
class RingWords:
    """What an entry has to say where it rings, and at this machine where it is another user's.

    Attributes:
        entry: It says whose it is, and where it was set.
        text: The words that Jarvis says; "" where there is nothing to say.
        bare: The same without words of the user's.
    """

    entry: Entry
    text: str
    bare: str = ""

    @property
    def told_here(self) -> str:
        """The words that this machine may say aloud."""
        return self.text if _is_owners(self.entry) else self.bare


def _is_owners(entry: Entry) -> bool:
    return entry.user_id == ME


def _here(_: Entry) -> RingPlaces:
    return RingPlaces()


@dataclass(frozen=True, slots=True)
class Sounds:
    """The ways in which a ring can reach the loudspeaker.

    Attributes:
        mouth: Gives the voice; None while there is none.
        chime: Opens a loudspeaker without a voice, for as long as it is needed; None is never.
        is_quiet: Whether nothing may sound now that nobody asked for.
        may_come: Whether a voice that is not there may still come.
        places: Where an entry rings.
    """

    mouth: Callable[[], RingMouth | None]
    chime: Callable[[], AbstractAsyncContextManager[RingMouth]] | None = None
    is_quiet: Callable[[], bool] = _never
    may_come: Callable[[], bool] = _always
    places: Callable[[Entry], RingPlaces] = _here

    def voice_of(self, entry: Entry) -> RingMouth | None:
        """What speaks for an entry: a satellite where it rings; for the owner also this machine."""
        places = self.places(entry)
        is_here = places.here and _is_owners(entry)
        return next(iter(places.mouths), None) or (self.mouth() if is_here else None)


class RingSound:
    """Makes the sound of a ring until it is stopped.

    Args:
        sounds: The loudspeaker.
        alarm_state: Told when to stop.
        clock: Measures how long it has rung.
        trouble: Told what cannot sound.
    """

    def __init__(
        self,
        sounds: Sounds,
        alarm_state: AlarmState,
        clock: Clock,
        trouble: Callable[[JarvisError], None],
    ) -> None:
        self._sounds = sounds
        self._alarm_state = alarm_state
        self._clock = clock
        self._trouble = trouble
        self._unheard = asyncio.Event()  # nobody is being listened to
        self._unheard.set()

    def take(self, state: State) -> None:
        """The voice session came into this state: while somebody speaks to us, nothing rings."""
        if state in QUIET:
            self._unheard.clear()
        else:
            self._unheard.set()

    async def ring(self, words: Callable[[], Sequence[RingWords]]) -> EndedBy:
        """Sound until "stop", or until nobody came.

        Args:
            words: All that rings, with what was not said yet; asked before each earcon.
        """
        async with AsyncExitStack() as stack:
            mouth = await self._find_mouth(stack) if self._rings_here() else None
            try:
                return await self._sound(mouth, words)
            except JarvisError as error:
                self._trouble(error)
                return await self._sound(None, words)

    async def tell(self, missed: Sequence[RingWords]) -> None:
        """Say once what was missed, where it would have rung; nothing in quiet hours.

        Words of another user are said at that user's places alone: who sits at this machine hears
        that something was missed, and by whom.
        """
        if self._sounds.is_quiet():
            return
        here: list[str] = []
        there: dict[RingMouth, list[str]] = {}
        for one in missed:
            places = self._sounds.places(one.entry)
            for mouth in places.mouths:
                there.setdefault(mouth, []).append(one.text)
            if places.here and (_is_owners(one.entry) or not places.mouths):
                here.append(one.told_here)
        async with AsyncExitStack() as stack:
            if here and (own := await self._find_mouth(stack)):
                there[own] = here
            await asyncio.gather(*(_play(one, texts, "done") for one, texts in there.items()))

    async def allowed(self) -> None:
        """Wait until something may sound that nobody asked for."""
        while True:
            if not self._sounds.is_quiet():
                return
            await asyncio.sleep(_QUIET_SECONDS)

    async def _find_mouth(self, stack: AsyncExitStack) -> RingMouth | None:
        if self._sounds.chime is None:
            return self._sounds.mouth()
        until = self._clock.seconds() + MOUTH_SECONDS
        while (mouth := self._sounds.mouth()) is None and self._sounds.may_come():
            if self._clock.seconds() >= until:
                break
            if await self._is_hushed(asyncio.sleep(_LOOK_SECONDS)):
                return None
        if mouth:
            return mouth
        try:
            return await stack.enter_async_context(self._sounds.chime())
        except JarvisError as error:
            self._trouble(error)
            return None

    def _rings_here(self) -> bool:
        """Whether anything that rings does so at this machine."""
        return any(self._sounds.places(one).here for one in self._alarm_state.ringing)

    async def _sound(
        self, mouth: RingMouth | None, words: Callable[[], Sequence[RingWords]]
    ) -> EndedBy:
        """The earcon again and again, with the words in between."""
        rung_seconds = paused_seconds = 0.0
        while rung_seconds < RING_SECONDS:
            began_at = self._clock.seconds()
            if await self._is_hushed(self._unheard.wait(), MOST_PAUSED_SECONDS - paused_seconds):
                return "user"
            again_at = self._clock.seconds()
            paused_seconds += again_at - began_at
            said = words()
            if any(one.text for one in said):
                rung_seconds = 0.0  # who rings anew has all of the time
            if self._rings_here():
                mouth = mouth or self._sounds.mouth()
            if await self._is_hushed(self._play(mouth, said)):
                return "user"
            if await self._is_hushed(asyncio.sleep(EARCON_GAP_SECONDS)):
                return "user"
            rung_seconds += max(self._clock.seconds() - again_at, EARCON_GAP_SECONDS)
        if mouth:
            await mouth.say("", _one(GAVE_UP))
        return "nobody"

    async def _play(self, here: RingMouth | None, said: Sequence[RingWords]) -> None:
        """Sound at each place, which says what rings there."""
        texts: dict[RingMouth, list[str]] = {}
        for one in said:
            places = self._sounds.places(one.entry)
            if here and places.here:
                texts.setdefault(here, []).append(one.told_here)
            for mouth in places.mouths:
                texts.setdefault(mouth, []).append(one.text)
        await asyncio.gather(*(_play(mouth, of_it) for mouth, of_it in texts.items()))

    async def _is_hushed(
        self, sounding: Coroutine[Any, Any, Any], most_seconds: float | None = None
    ) -> bool:
        """Do something that takes time, and tell whether it was cut off by "stop"."""
        work = asyncio.ensure_future(sounding)
        hush = asyncio.ensure_future(self._alarm_state.hushed.wait())
        try:
            await asyncio.wait(
                {work, hush}, timeout=most_seconds, return_when=asyncio.FIRST_COMPLETED
            )
            if work.done() and not hush.done():
                work.result()
            return self._alarm_state.hushed.is_set()
        finally:
            for task in (work, hush):
                task.cancel()
            await asyncio.gather(work, hush, return_exceptions=True)


async def _play(mouth: RingMouth, texts: Sequence[str], earcon: Earcon = "alarm") -> None:
    await mouth.play_earcon(earcon)
    if said := " ".join(filter(None, texts)):
        await mouth.say("", _one(said))


async def _one(text: str) -> AsyncIterator[str]:
    yield text
