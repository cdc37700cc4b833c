"""Makes the sound of a ring: a bell at each place where something rings.

Invariant: it ends by "stop", or after `RING_SECONDS`; what rings at one place waits for no other.
Without a voice there is the earcon, without a loudspeaker the time passes in silence, since it
stands on the screen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Literal

from jarvis_voice.core.alarm_state import AlarmState
from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.ports import Clock
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import ME
from jarvis_voice.schedule.bell import LOOK_SECONDS, AwayMouth, Bell, RingMouth
from jarvis_voice.voice.ducker import QUIET
from jarvis_voice.voice.turn_taking import State

RING_SECONDS = 60.0
MOUTH_SECONDS = 5.0
"""How long a voice may take to load at the start before the earcon sounds without it."""

END_SECONDS = 10.0
"""How long the words at the end may take, behind those that are being said."""

_CUT_SECONDS = 2.0
_QUIET_SECONDS = 30.0
GAVE_UP = "I have stopped ringing."

EndedBy = Literal["user", "nobody"]


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
    mouths: tuple[AwayMouth, ...] = ()


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
        return self.text if self.is_owners else self.bare

    @property
    def is_owners(self) -> bool:
        """Whether it is of the user at this machine."""
        return _is_owners(self.entry)


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

    Attributes:
        heard: For which entries something sounded in the last ring, by number.
        is_heard: Whether somebody is being heard at this machine.
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
        self.is_heard = False
        self.heard: frozenset[int] = frozenset()

    def take(self, state: State) -> None:
        """The voice session came into this state: while somebody speaks to us, nothing rings."""
        self.is_heard = state in QUIET

    async def ring(self, words: Callable[[], Sequence[RingWords]]) -> EndedBy:
        """Sound until "stop", or until nobody came.

        Args:
            words: All that rings, with what was not said yet; asked again and again.
        """
        bells = _Bells(self._bell_of)
        try:
            by = await self._attend(bells, words)
            if by == "nobody":
                await bells.end_here()
            return by
        finally:
            self.heard = bells.heard
            await bells.cut()

    async def allowed(self) -> None:
        """Wait until something may sound that nobody asked for."""
        while True:
            if not self._sounds.is_quiet():
                return
            await asyncio.sleep(_QUIET_SECONDS)

    async def find_mouth(self, stack: AsyncExitStack) -> RingMouth | None:
        """What speaks at this machine, or a loudspeaker without a voice, opened on the stack."""
        if self._sounds.chime is None:
            return self._sounds.mouth()
        until = self._clock.seconds() + MOUTH_SECONDS
        while (mouth := self._sounds.mouth()) is None and self._sounds.may_come():
            if self._clock.seconds() >= until:
                break
            if await self._is_hushed(asyncio.sleep(LOOK_SECONDS)):
                return None
        if mouth:
            return mouth
        try:
            return await stack.enter_async_context(self._sounds.chime())
        except JarvisError as error:
            self._trouble(error)
            return None

    def _bell_of(self, away: AwayMouth | None) -> Bell:
        """What rings at a place; None is this machine."""
        if away is None:
            return Bell(self.find_mouth, lambda: self.is_heard, self._trouble)

        async def there(_: AsyncExitStack) -> RingMouth | None:
            return away if away.is_open else None

        return Bell(there, lambda: away.is_listening, self._trouble)

    async def _attend(self, bells: _Bells, words: Callable[[], Sequence[RingWords]]) -> EndedBy:
        """Have a bell at each place where something rings, until it is over."""
        told: dict[int, RingWords] = {}
        rung_seconds = 0.0
        while rung_seconds < RING_SECONDS:
            began_at = self._clock.seconds()
            said = words()
            if any(one.text for one in said):
                rung_seconds = 0.0  # who rings anew has all of the time
            told |= {one.entry.number: one for one in said if one.text}
            bells.take(self._texts([told.get(one.entry.number, one) for one in said]))
            is_held = bells.are_held
            if await self._is_hushed(asyncio.sleep(LOOK_SECONDS)):
                return "user"
            if not is_held:
                rung_seconds += max(self._clock.seconds() - began_at, LOOK_SECONDS)
        return "nobody"

    def _texts(self, said: Sequence[RingWords]) -> dict[AwayMouth | None, dict[int, str]]:
        """What rings at each place, and what is said there of it."""
        texts: dict[AwayMouth | None, dict[int, str]] = {}
        for one in said:
            places = self._sounds.places(one.entry)
            if places.here:
                texts.setdefault(None, {})[one.entry.number] = one.told_here
            for mouth in places.mouths:
                texts.setdefault(mouth, {})[one.entry.number] = one.text
        return texts

    async def _is_hushed(self, sounding: Coroutine[Any, Any, Any]) -> bool:
        """Do something that takes time, and tell whether it was cut off by "stop"."""
        work = asyncio.ensure_future(sounding)
        hush = asyncio.ensure_future(self._alarm_state.hushed.wait())
        try:
            await asyncio.wait({work, hush}, return_when=asyncio.FIRST_COMPLETED)
            if work.done() and not hush.done():
                work.result()
            return self._alarm_state.hushed.is_set()
        finally:
            for task in (work, hush):
                task.cancel()
            await asyncio.gather(work, hush, return_exceptions=True)


@dataclass(slots=True)
class _Bells:
    """The bells that ring now; the one of this machine is under None.

    Attributes:
        bell_of: Makes the bell of a place.
    """

    bell_of: Callable[[AwayMouth | None], Bell]
    _ringing: dict[AwayMouth | None, tuple[Bell, asyncio.Task[None]]] = field(default_factory=dict)
    _heard: set[int] = field(default_factory=set)

    @property
    def are_held(self) -> bool:
        """Whether there are some, and all are silent for somebody who is being heard."""
        return bool(self._ringing) and all(bell.is_held for bell, _ in self._ringing.values())

    @property
    def heard(self) -> frozenset[int]:
        """The entries for which something has sounded anywhere, by number."""
        return frozenset(self._heard.union(*(bell.heard for bell, _ in self._ringing.values())))

    def take(self, texts: dict[AwayMouth | None, dict[int, str]]) -> None:
        """Ring at these places, and at no other."""
        for place in self._ringing.keys() - texts.keys():
            bell, task = self._ringing.pop(place)
            self._heard |= bell.heard
            task.cancel()
        for place, text_of in texts.items():
            if place not in self._ringing:
                bell = self.bell_of(place)
                self._ringing[place] = bell, asyncio.create_task(bell.ring(), name="bell")
            self._ringing[place][0].take(text_of)

    async def end_here(self) -> None:
        """Say at this machine that it is over."""
        if None in self._ringing:
            bell, task = self._ringing[None]
            bell.end(GAVE_UP)
            await asyncio.wait({task}, timeout=END_SECONDS)

    async def cut(self) -> None:
        """Be silent at once."""
        tasks = {task for _, task in self._ringing.values()}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=_CUT_SECONDS)
