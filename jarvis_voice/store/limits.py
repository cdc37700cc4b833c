"""Limits of every store: what it refuses and how much it keeps, with one error for all adapters.

Invariant: a bound counts the rows of one user; nobody is refused because another user has many.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from jarvis_voice.core.errors import StoreError, ToolError
from jarvis_voice.core.schedule_entries import Entry

LONGEST_TEXT = 300
"""Characters of a fact or an entry."""

MOST_FACTS = 500
MOST_NOTES = 1_000
"""Rows a user may have. With texts this short, all of them are read in a few milliseconds."""

MOST_ENTRIES = 200
LONGEST_WORDS = 300
"""Characters of what a reminder says or a routine asks for."""

MOST_USERS = 1_000
MOST_TOKENS = 2_000
"""Of all users. So few that a list of them is one answer."""

TRACED_TURNS = 500
"""A user's newest turns whose trace is kept. A rule of thumb: weeks of talk, a few megabytes."""

TIMED_TURNS = 5_000
"""A user's newest turns whose times are kept: under a megabyte, some months of talk."""

REMEMBERED_TURNS = 20
"""How many turns a conversation's checkpoint can hold the words of."""


def check_kept(done: str, *, is_kept: bool) -> None:
    """What is confided is taken, and taken back, only where that lasts.

    Args:
        done: What was to be done to it: "remembered".
        is_kept: Whether what is written outlives this process.

    Raises:
        StoreError: Nothing outlives this process.
    """
    if not is_kept:
        message = f"The database could not be opened, so nothing can be {done}."
        raise StoreError("nothing-kept", message)


def check_added(what: str, most: int, count: int) -> None:
    """Refuse one more user or token than there may be.

    Args:
        what: "users".
        most: How many there may be.
        count: How many there would be.

    Raises:
        StoreError: That is too many.
    """
    if count > most:
        raise StoreError("too-many", f"There can be {most} {what} at the most. Remove one first.")


def check_length(*texts: str) -> None:
    """Refuse a text that is too long to be kept.

    Raises:
        ToolError: One is.
    """
    if any(len(text) > LONGEST_TEXT for text in texts):
        raise ToolError(
            "too-long", f"That is too long for me to keep: {LONGEST_TEXT} characters is the most."
        )


def check_room(kind: str, most: int, count: int) -> None:
    """Refuse what would be too many rows.

    Args:
        kind: "facts" or "notes".
        most: How many there may be.
        count: How many there would be.

    Raises:
        ToolError: That is more.
    """
    if count > most:
        raise ToolError(
            "memory-full",
            f"I can keep {most} {kind} at the most, and that many there are. "
            "Let me forget some first.",
        )


def check_entries(entries: Iterable[Entry], counts: Mapping[str, int]) -> None:
    """Refuse entries of the schedule that are too long, or too many.

    Args:
        entries: What is to be added.
        counts: How many each user would have.

    Raises:
        ToolError: They are.
    """
    if any(len(text) > LONGEST_WORDS for one in entries for text in (one.words, one.name)):
        raise ToolError(
            "too-long", f"That is too long for me to keep: {LONGEST_WORDS} characters is the most."
        )
    if any(count > MOST_ENTRIES for count in counts.values()):
        raise ToolError("too-many", "You have set too much already. Cancel something first.")


def check_lasting(done: str = "cancelled", *, is_passing: bool) -> None:
    """Refuse where the process ends with its command: what was set would ring all the same.

    Args:
        done: What was to be done.
        is_passing: Whether it does.

    Raises:
        StoreError: It does.
    """
    if is_passing:
        message = f"The database could not be opened, so nothing can be {done}."
        raise StoreError("nothing-kept", message)
