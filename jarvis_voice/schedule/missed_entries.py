"""MissedEntries: remembers what was told as missed, since the clock that said so may be wrong.

Invariant: only what waited and never rang is given back, so nothing rings twice. What comes again
is remembered here; what is set once stays in its row, where it can be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from jarvis_voice.core.schedule_entries import Entry, Moment, seconds_left

MOST_ENTRIES = 1_000

KEPT_SECONDS = 86_400.0
"""So long the row of what is set once stays; a wrong clock is mostly set right within minutes."""


def is_set_once(entry: Entry) -> bool:
    """Whether it never rang and comes no more, so that a wrong clock would be its end."""
    return not entry.rule and entry.state == "waiting"


def is_kept_missed(entry: Entry) -> bool:
    """Whether it was told as missed, and its row stays for a while."""
    return not entry.rule and entry.state == "missed"


class MissedEntries:
    """What was told as missed by this process, as it was before."""

    def __init__(self) -> None:
        self._entries: dict[int, Entry] = {}
        self._since: dict[int, float] = {}

    def note(self, entries: Iterable[Entry], moment: Moment) -> None:
        """These are told as missed; of each, the first time that was missed is remembered."""
        for one in entries:
            if is_set_once(one):
                self._since[one.number] = moment.elapsed_seconds
            elif one.rule and one.state == "waiting" and len(self._entries) < MOST_ENTRIES:
                self._entries.setdefault(one.number, one)

    def coming_again(self, moment: Moment) -> Sequence[Entry]:
        """Those that come again and are to come, now that the clock was set back; each once."""
        back = [one for one in self._entries.values() if seconds_left(one, moment) > 0]
        for one in back:
            del self._entries[one.number]
        return back

    def waiting_anew(self, kept: Iterable[Entry], moment: Moment) -> Sequence[Entry]:
        """Those that are set once and are to come, now that the clock was set back.

        Args:
            kept: All entries, as their rows are.
            moment: Now.
        """
        missed = filter(is_kept_missed, kept)
        back = [one for one in missed if seconds_left(one, moment) > 0]
        return [replace(one, state="waiting") for one in back]

    def over(self, kept: Iterable[Entry], moment: Moment) -> Sequence[Entry]:
        """Those that are set once and whose row has stayed long enough, or over a start."""
        first = moment.elapsed_seconds - KEPT_SECONDS
        past = [one for one in filter(is_kept_missed, kept) if seconds_left(one, moment) <= 0]
        return [one for one in past if self._since.get(one.number, first) <= first]
