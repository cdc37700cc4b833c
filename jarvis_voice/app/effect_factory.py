"""Makes the places where effects can happen: this machine, and those that doors describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.types import HERE
from jarvis_voice.tools.effect_place import EffectPlace, EffectPlaces

if TYPE_CHECKING:
    from jarvis_voice.tools.dependencies import Edge


def make_effects(edge: Edge, dials: Prosody, places: EffectPlaces | None) -> EffectPlaces:
    """This machine, beside the places that doors describe.

    Args:
        edge: Of this machine.
        dials: How Jarvis speaks at it.
        places: Those of the doors; None is none.
    """
    here = EffectPlace(edge.open_page, edge.photograph, dials)
    places = places or EffectPlaces(here)
    places.describe(HERE.place, here)
    return places
