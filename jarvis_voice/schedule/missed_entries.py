"""MissedEntries: remembers what was told as missed, since the clock that said so may be wrong.

Invariant: only what waited and never rang is given back, so nothing rings twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jarvis_voice.core.schedule_entries import Entry, Moment, seconds_left

MOST_ENTRIES = 1_000


class MissedEntries:
    """What comes again and was told as missed by this process, as it was before."""

    def __init__(self) -> None:
        self._entries: dict[int, Entry] = {}

    def note(self, entries: Iterable[Entry]) -> None:
        """These are told as missed; of each, the first time that was missed is remembered."""
        for one in entries:
            if one.rule and one.state == "waiting" and len(self._entries) < MOST_ENTRIES:
                self._entries.setdefault(one.number, one)

    def coming_again(self, moment: Moment) -> Sequence[Entry]:
        """Those that are still to come, now that the wall clock was set back; each once."""
        back = [one for one in self._entries.values() if seconds_left(one, moment) > 0]
        for one in back:
            del self._entries[one.number]
        return back
