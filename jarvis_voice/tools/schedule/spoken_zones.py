"""Finds the time zone that a spoken place or zone has."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime

from jarvis_voice.language.en.place_names import ZONE_WORDS, place_key
from jarvis_voice.tools.places.place_list import place_index


@dataclass(frozen=True, slots=True)
class SpokenZone:
    """A time zone, and how the place with it is spoken of."""

    zone: str
    said: str


async def spoken_zone(spoken: str, now: datetime) -> SpokenZone | str:
    """Zone and name of a spoken place, or what to say where there is none."""
    return await asyncio.to_thread(_found, spoken, now)


def _found(spoken: str, now: datetime) -> SpokenZone | str:
    if zone := ZONE_WORDS.get(place_key(spoken)):
        return SpokenZone(zone[1], zone[0])
    index = place_index()
    if place := index.find(spoken, now):
        return SpokenZone(place.zone, place.name)
    close = index.suggest(spoken)
    hint = f" Did you mean {close}?" if close else ""
    return f"I do not know a place called {spoken.strip()}.{hint}"
