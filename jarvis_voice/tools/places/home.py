"""Gives what is known of the user's person to tools: what was said comes before what is set."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from jarvis_voice.core.errors import StoreError
from jarvis_voice.store.records import Profile
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import ToolContext

Units = Literal["metric", "imperial"]


def units_of(profile: Profile) -> Units:
    """The units of a profile that is known."""
    return "imperial" if profile.units == "imperial" else "metric"


async def profile_of(around: ToolDependencies, context: ToolContext) -> Profile:
    """The profile of who asks; city and units from the settings where the user said none.

    Where it cannot be read it is that of the settings: the weather does not need the database.
    """
    try:
        said = await around.profiles.profile(context.origin.user_id)
    except StoreError:
        said = Profile()
    return replace(
        said, city=said.city or around.user.home_city, units=said.units or around.user.units
    )
