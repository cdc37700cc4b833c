"""RingingSatellite: how a timer sounds at a satellite; and at which of them an entry rings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from jarvis_voice.core.ports import Earcon, Playback
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import HERE
from jarvis_voice.doors.satellite.house import House
from jarvis_voice.doors.satellite.satellite import Satellite
from jarvis_voice.schedule.ring_sound import RingMouth, RingPlaces

_SILENT = Playback("", was_interrupted=False)


@dataclass(frozen=True, slots=True)
class RingingSatellite:
    """A satellite as what rings; implements `schedule.ring_sound.RingMouth`.

    Nothing sounds there while it listens to somebody.
    """

    satellite: Satellite

    async def play_earcon(self, earcon: Earcon) -> None:
        """Play a short sound there."""
        if (mouth := self.satellite.mouth) and not self.satellite.is_listening:
            await mouth.play_earcon(earcon)

    async def say(self, turn_id: str, replies: AsyncIterator[str]) -> Playback:
        """Show sentences there, and say them."""
        texts = [one async for one in replies]
        self.satellite.show({"type": "ring", "text": " ".join(texts)})
        if (mouth := self.satellite.mouth) and not self.satellite.is_listening:
            return await mouth.say(turn_id, _each(texts))
        return _SILENT


def ring_places(house: House, entry: Entry, *, has_mouth: bool) -> RingPlaces:
    """Where an entry rings: where it was set, and everywhere of its user if nobody is there.

    Args:
        house: The satellites.
        entry: What rings.
        has_mouth: Whether this machine has a loudspeaker.
    """
    if there := house.at(entry.user_id, entry.place):
        return RingPlaces(here=False, mouths=(RingingSatellite(there),))
    if entry.place == HERE.place and has_mouth:
        return RingPlaces()
    mouths: tuple[RingMouth, ...] = tuple(map(RingingSatellite, house.of(entry.user_id)))
    return RingPlaces(here=True, mouths=mouths)


async def _each(texts: list[str]) -> AsyncIterator[str]:
    for text in texts:
        yield text
