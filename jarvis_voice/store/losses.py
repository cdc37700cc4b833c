"""Words the sentences that tell the user what of the store cannot be read any more. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from jarvis_voice.store.records import Damage

_CALLED = {
    "facts": ("fact", "facts"),
    "notes": ("list entry", "list entries"),
    "profile": ("detail about you", "details about you"),
    "schedule": ("timer, alarm or reminder", "timers, alarms or reminders"),
    "stopwatches": ("stopwatch", "stopwatches"),
    "turns": ("turn", "turns"),
    "briefings": ("briefing", "briefings"),
    "briefing_rows": (
        "feed, article or story of a briefing",
        "feeds, articles or stories of briefings",
    ),
    "people": ("user", "users"),
    "tokens": ("token", "tokens"),
}
"""What the rows of a table are to the user; of the others they are records of how turns went."""

_RECORDS = ("record of how a turn went", "records of how turns went")


class Kept(Protocol):
    """The part of a store that says whether nothing found means that there is nothing."""

    @property
    def is_known(self) -> bool:
        """Whether what was kept before could be read."""
        ...


def damage_told(damage: Damage) -> str:
    """What became of a damaged database."""
    if damage.is_log:
        return (
            "The newest changes to the memory were damaged: what was said or set last may be "
            f"missing. They are kept as {damage.kept_as}."
        )
    lies = f"The old one is kept as {damage.kept_as}."
    if rescued := damage.rescued_rows:
        rows = "1 row" if rescued == 1 else f"{rescued} rows"
        return f"The memory was damaged. What could be read of it was taken over: {rows}. {lies}"
    return f"The memory was damaged. Nothing of it could be read: a new one was started. {lies}"


def unreadable_told(counts: Mapping[str, int]) -> str:
    """What is left out, since its row cannot be read; "" where that is nothing.

    Args:
        counts: How many rows of each table.
    """
    if not any(counts.values()):
        return ""
    named = {_CALLED.get(table, _RECORDS): 0 for table in counts}
    for table, count in counts.items():
        named[_CALLED.get(table, _RECORDS)] += count
    parts = [f"{count} {one if count == 1 else many}" for (one, many), count in named.items()]
    said = " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
    leave = "leave it out" if sum(counts.values()) == 1 else "leave them out"
    return f"I cannot read {said} any more, and {leave}. `jarvis doctor` shows where."
