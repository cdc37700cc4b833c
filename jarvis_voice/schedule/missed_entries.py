"""MissedEntries: remembers what was told as missed, since the clock that said so may be wrong.

Invariant: only what waited and never rang is given back, so nothing rings twice. What comes again
is remembered here; what is set once stays in its row, where it can be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from jarvis_voice.core.schedule_entries import Entry, Moment, advanced, seconds_left
from jarvis_voice.core.wall_times import in_utc

MOST_ENTRIES = 1_000

KEPT_SECONDS = 86_400.0
"""So long the row of what is set once stays; a wrong clock is mostly set right within minutes."""


def is_set_once(entry: Entry) -> bool:
    """Whether it never rang and comes no more, so that a wrong clock would be its end."""
    return not entry.rule and entry.state == "waiting"


def is_kept_missed(entry: Entry) -> bool:
    """Whether it was told as missed, and its row stays for a while."""
    return not entry.rule and entry.state == "missed"


@dataclass(slots=True)
class _Again:
    """What comes again and was told as missed.

    Attributes:
        first: As it was before its first time that was missed.
        following: When it is due then; where its row says otherwise, it rang or was changed.
        looked_at: The earliest wall time at which it was looked at since.
    """

    first: Entry
    following: datetime | None
    looked_at: datetime


class MissedEntries:
    """What was told as missed by this process, as it was before."""

    def __init__(self) -> None:
        self._entries: dict[int, _Again] = {}
        self._since: dict[int, float] = {}

    def note(self, entries: Iterable[Entry], moment: Moment, zone: tzinfo) -> None:
        """These are told as missed; of each, the first time that was missed is remembered."""
        for one in entries:
            if is_set_once(one):
                self._since[one.number] = moment.elapsed_seconds
            elif one.rule and one.state == "waiting" and len(self._entries) < MOST_ENTRIES:
                known = self._entries.get(one.number)
                rest = advanced(one, moment.wall, zone)
                self._entries[one.number] = _Again(
                    known.first if known else one, rest.due_at if rest else None, moment.wall
                )

    def coming_again(
        self, kept: Mapping[int, Entry], moment: Moment, zone: tzinfo
    ) -> Sequence[Entry]:
        """Those that come again and are to come, now that the clock was set back; each once.

        Args:
            kept: All entries, as their rows are.
            moment: Now.
            zone: The local one.
        """
        looked_at = [_earlier(one, kept, moment, zone) for one in self._entries.values()]
        back = [entry for entry in looked_at if entry]
        for entry in back:
            del self._entries[entry.number]
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


def _earlier(
    missed: _Again, kept: Mapping[int, Entry], moment: Moment, zone: tzinfo
) -> Entry | None:
    """What is to come before its row says so, since the clock was set back; None where nothing is.

    Where the first time that was missed is over all the same, a later one may be to come.
    """
    if seconds_left(missed.first, moment) > 0:
        return missed.first
    if in_utc(moment.wall) >= in_utc(missed.looked_at):
        return None
    missed.looked_at = moment.wall
    entry = kept.get(missed.first.number)
    if entry is None or entry.due_at != missed.following or entry.state != "waiting":
        return None
    coming = advanced(missed.first, moment.wall, zone)
    return coming if coming and in_utc(coming.due_at) < in_utc(entry.due_at) else None
