"""House: the satellites that are there now, and how many there may be.

Invariant: a place has one satellite: who comes again takes the place of the one before.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from jarvis_voice.core.errors import ControlError
from jarvis_voice.doors.satellite.satellite import Satellite

MOST_OF_A_USER = 10
MOST = 50


class House:
    """Knows every satellite.

    Args:
        most: In all.
        most_of_a_user: Of one user.
    """

    def __init__(self, most: int = MOST, most_of_a_user: int = MOST_OF_A_USER) -> None:
        self._most = most
        self._most_of_a_user = most_of_a_user
        self._there: dict[tuple[str, str], Satellite] = {}
        self._displaced: dict[Satellite, asyncio.Event] = {}

    @property
    def satellites(self) -> tuple[Satellite, ...]:
        """All that are there."""
        return tuple(self._there.values())

    def enter(self, satellite: Satellite) -> asyncio.Event:
        """A satellite comes; what is returned is set when another takes its place.

        Raises:
            ControlError: There are too many.
        """
        origin = satellite.origin
        key = (origin.user_id, origin.place)
        before = self._there.get(key)
        if before is None:
            self._refuse_too_many(origin.user_id)
        else:
            self._displaced.pop(before).set()
        self._there[key] = satellite
        displaced = self._displaced[satellite] = asyncio.Event()
        return displaced

    def leave(self, satellite: Satellite) -> None:
        """It is gone."""
        if self._displaced.pop(satellite, None):
            del self._there[satellite.origin.user_id, satellite.origin.place]

    def at(self, user_id: str, place: str) -> Satellite | None:
        """The satellite at a place of a user."""
        return self._there.get((user_id, place))

    def of(self, user_id: str) -> tuple[Satellite, ...]:
        """The satellites of a user."""
        return tuple(one for (owner, _), one in self._there.items() if owner == user_id)

    def _refuse_too_many(self, user_id: str) -> None:
        if len(self._there) >= self._most:
            message = f"{self._most} satellites are there already. Close one."
            raise ControlError("too-many-satellites", message)
        if Counter(owner for owner, _ in self._there)[user_id] >= self._most_of_a_user:
            message = f"You have {self._most_of_a_user} satellites already. Close one."
            raise ControlError("too-many-satellites", message)
