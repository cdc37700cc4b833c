"""RingingSatellite: how a timer sounds at a satellite; and at which of them an entry rings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import HERE
from jarvis_voice.doors.satellite.house import House
from jarvis_voice.doors.satellite.satellite import Satellite
from jarvis_voice.schedule.bell import AwayMouth
from jarvis_voice.schedule.ring_sound import RingPlaces

HEARD_OUT_SECONDS = 30.0
"""How long a user who is being listened to there may hold up one sound."""

_LOOK_SECONDS = 0.25
_SILENT = Playback("", was_interrupted=False)


@dataclass(frozen=True, slots=True)
class RingingSatellite:
    """A satellite as what rings; implements `schedule.bell.AwayMouth`.

    A sound waits while somebody is listened to there.
    """

    satellite: Satellite

    @property
    def is_open(self) -> bool:
        """Whether it can sound yet."""
        return self.satellite.mouth is not None

    @property
    def is_listening(self) -> bool:
        """Whether somebody is being heard there."""
        return self.satellite.is_listening

    @property
    def is_busy(self) -> bool:
        """Whether a sound is under way there."""
        return self.satellite.mouth is not None and self.satellite.mouth.is_busy

    def stop(self) -> None:
        """End what is being said there."""
        if mouth := self.satellite.mouth:
            mouth.stop()

    async def play_earcon(self, earcon: Earcon) -> bool:
        """Play a short sound there; whether it sounded, as far as is known."""
        await self._hear_out()
        mouth = self.satellite.mouth
        return mouth is not None and await mouth.play_earcon(earcon)

    async def say(self, turn_id: str, replies: AsyncIterator[str]) -> Playback:
        """Show sentences there, and say them."""
        texts = [one async for one in replies]
        self.satellite.show({"type": "ring", "text": " ".join(texts)})
        await self._hear_out()
        if mouth := self.satellite.mouth:
            return await mouth.say(turn_id, _each(texts))
        return _SILENT

    async def _hear_out(self) -> None:
        left_seconds = HEARD_OUT_SECONDS
        while self.is_listening and left_seconds > 0:
            await asyncio.sleep(_LOOK_SECONDS)
            left_seconds -= _LOOK_SECONDS


def ring_places(house: House, entry: Entry, *, has_mouth: bool) -> RingPlaces:
    """Where an entry rings: where it was set, and everywhere of its user if that is not heard.

    Args:
        house: The satellites.
        entry: What rings.
        has_mouth: Whether this machine has a loudspeaker.
    """
    if (there := house.at(entry.user_id, entry.place)) and there.plays_sound:
        return RingPlaces(here=False, mouths=(RingingSatellite(there),))
    if entry.place == HERE.place and has_mouth:
        return RingPlaces()
    mouths: tuple[AwayMouth, ...] = tuple(map(RingingSatellite, house.of(entry.user_id)))
    return RingPlaces(here=True, mouths=mouths)


async def _each(texts: list[str]) -> AsyncIterator[str]:
    for text in texts:
        yield text
