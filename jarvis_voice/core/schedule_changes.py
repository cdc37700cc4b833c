"""ScheduleChanges: what each user last cancelled, moved or changed of what was set, for "undo".

Invariant: it is kept in memory alone, the changes of one turn a user, for `KEPT_SECONDS`; what is
put back is what was there, and nothing whose time has passed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo

from jarvis_voice.core.passing_memory import KeptSize
from jarvis_voice.core.schedule_entries import Entry, Moment, advanced, seconds_left

KEPT_SECONDS = 3600.0
"""A rule of thumb: what was changed longer ago is set anew in words that say how."""

MOST_USERS = 200
MOST_ENTRIES = 500

_FINENESS_SECONDS = 0.1
"""No store keeps a time less finely than this."""


@dataclass(frozen=True, slots=True)
class ScheduleChange:
    """What one turn changed.

    Attributes:
        turn_id: The turn.
        told: The sentences that told it.
        gone: The entries as they were.
        come: What is there in their place, as it was kept; empty where they were cancelled.
    """

    turn_id: str
    told: tuple[str, ...]
    gone: tuple[Entry, ...]
    come: tuple[Entry, ...] = ()

    def is_told_in(self, reply: str) -> bool:
        """Whether a reply tells of it, and of all of it."""
        return all(sentence in reply for sentence in self.told)

    def followed_by(self, later: ScheduleChange) -> ScheduleChange:
        """Both of one turn; what came with the first and went with the second is in neither."""
        between = self.there_of(later.gone)
        went = ScheduleChange("", (), (), tuple(between)).there_of(self.come)
        gone = [one for one in later.gone if not _is_in(one, between)]
        come = [one for one in self.come if not _is_in(one, went)]
        return ScheduleChange(
            self.turn_id,
            (*self.told, *later.told),
            (*self.gone, *gone)[:MOST_ENTRIES],
            (*come, *later.come)[:MOST_ENTRIES],
        )

    def there_of(self, kept: Sequence[Entry]) -> Sequence[Entry]:
        """What came with it and is there as it came, each once.

        Of two that are alike in all that is told, the one that was set in the same turn is meant,
        and the one that was kept last: the other one was there before, or was set since.

        Args:
            kept: What is set now.
        """
        alike: dict[tuple[str, ...], list[Entry]] = {}
        for one in kept:
            alike.setdefault(_told_of(one), []).append(one)
        there: dict[int, Entry] = {}
        for came in self.come:
            others = alike.get(_told_of(came), ())
            fitting = [one for one in others if id(one) not in there and _is_same_time(one, came)]
            if fitting:
                own = max(fitting, key=lambda one: (_was_set_with(one, came), one.number))
                there[id(own)] = own
        return list(there.values())


class ScheduleChanges:
    """The last change of each user.

    Args:
        label: What they are called where memory is counted.
    """

    def __init__(self, label: str = "changes that can be undone") -> None:
        self._label = label
        self._last: dict[str, tuple[ScheduleChange, float]] = {}

    def note(self, user_id: str, change: ScheduleChange, elapsed_seconds: float) -> None:
        """Keep a change in the place of the one before.

        Args:
            user_id: Whose entries they are.
            change: What was changed.
            elapsed_seconds: When, by the elapsed clock.
        """
        before = self._last.pop(user_id, None)
        if before and change.turn_id and before[0].turn_id == change.turn_id:
            change = before[0].followed_by(change)
        self._last[user_id] = (change, elapsed_seconds)
        if len(self._last) > MOST_USERS:
            del self._last[next(iter(self._last))]

    def last(self, user_id: str, elapsed_seconds: float) -> ScheduleChange | None:
        """The last change of a user; None where there is none, or it was long ago."""
        change, at_seconds = self._last.get(user_id, (None, 0.0))
        return change if elapsed_seconds - at_seconds <= KEPT_SECONDS else None

    @property
    def size(self) -> KeptSize:
        """How much is kept."""
        each = [one for change, _ in self._last.values() for one in (*change.gone, *change.come)]
        n_bytes = sum(len(one.name) + len(one.words) for one in each)
        return KeptSize(self._label, len(self._last), n_bytes)

    def forget(self, user_id: str) -> None:
        """Keep nothing of a user any more."""
        self._last.pop(user_id, None)


def put_back(entry: Entry, moment: Moment, zone: tzinfo) -> Entry | None:
    """An entry as it is to be set again; None where its time has passed.

    Args:
        entry: As it was.
        moment: Now.
        zone: In which what comes again comes.
    """
    if entry.state == "waiting" and seconds_left(entry, moment) > 0:
        return replace(entry, number=0)
    again = advanced(entry, moment.wall, zone)
    return replace(again, number=0) if again else None


def is_among(entry: Entry, kept: Sequence[Entry]) -> bool:
    """Whether an entry that was to be kept is there.

    Args:
        entry: As it was to be kept; its time may be finer than any store keeps it.
        kept: What was read back.
    """
    return any(_told_of(one) == _told_of(entry) and _is_same_time(one, entry) for one in kept)


def _told_of(entry: Entry) -> tuple[str, ...]:
    """What an entry is known again by, whatever its number is."""
    return entry.kind, entry.name, entry.words, entry.rule, entry.place


def _is_same_time(one: Entry, other: Entry) -> bool:
    """Whether both are due at the same time, however finely that was kept."""
    by_wall = abs(one.due_at - other.due_at).total_seconds()
    by_elapsed = abs(one.due_elapsed_seconds - other.due_elapsed_seconds)
    return max(by_wall, by_elapsed) < _FINENESS_SECONDS


def _was_set_with(one: Entry, other: Entry) -> bool:
    """Whether both were set in the same turn at the same time, however finely that was kept."""
    apart = abs(one.set_at - other.set_at).total_seconds()
    return one.turn_id == other.turn_id and apart < _FINENESS_SECONDS


def _is_in(entry: Entry, entries: Sequence[Entry]) -> bool:
    return any(entry is one for one in entries)
