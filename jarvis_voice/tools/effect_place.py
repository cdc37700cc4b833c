"""Gives each tool the browser, screen and voice of the place that asked.

Invariant: what is asked for at one place has no effect at another; a place that no door has
described can do nothing but answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.safe_url import SafeUrl
from jarvis_voice.core.types import HERE, Receipt, ReceiptKind


@dataclass(frozen=True, slots=True)
class Screenshot:
    """The receipt of a screenshot, and its file if one was written."""

    receipt: Receipt
    path: Path | None


OpenPage = Callable[[SafeUrl], Awaitable[Receipt]]
Photograph = Callable[[Path, datetime], Awaitable[Screenshot]]


async def tell_address(url: SafeUrl) -> Receipt:
    """Open no page: there is no browser that Jarvis can reach."""
    return Receipt(
        ReceiptKind.NO_OP, f"I cannot open a window where you are; the address is {url.url}"
    )


async def see_nothing(_: Path, __: datetime) -> Screenshot:
    """Take no picture: there is no screen that Jarvis can see."""
    return Screenshot(Receipt(ReceiptKind.NO_OP, "I cannot see the screen where you are."), None)


@dataclass(frozen=True, slots=True)
class EffectPlace:
    """What Jarvis can do at one place.

    Attributes:
        open_page: Shows a page in the browser there.
        photograph: Takes a picture of the screen there.
        dials: How Jarvis speaks there: speed and loudness.
    """

    open_page: OpenPage = tell_address
    photograph: Photograph = see_nothing
    dials: Prosody = field(default_factory=Prosody)


class EffectPlaces:
    """The places that doors have described, by name.

    Args:
        here: This machine.
    """

    def __init__(self, here: EffectPlace) -> None:
        self._places = {HERE.place: here}

    def at(self, place: str) -> EffectPlace:
        """What Jarvis can do there; of an unknown place nothing."""
        return self._places.get(place, EffectPlace())

    def describe(self, place: str, effects: EffectPlace) -> None:
        """A door serves a place: from now on effects that are asked for there happen there."""
        self._places[place] = effects

    def drop(self, place: str) -> None:
        """The place is gone."""
        self._places.pop(place, None)
