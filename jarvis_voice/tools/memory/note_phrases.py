"""Words what Jarvis says about notes and lists. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from jarvis_voice.language.en.spoken_lists import NOTES, spoken, the_list
from jarvis_voice.store.records import Note

READ_ALOUD = 10
"""Entries that are read aloud at once: more is hard to listen to."""


def added(name: str, new: Sequence[str], old: Sequence[str]) -> str:
    """What is told after adding: the entries that are new, and those that were there."""
    if not new:
        verb = "is" if len(old) == 1 else "are"
        return f"{_capital(spoken(old))} {verb} already {_on(name)}."
    if name == NOTES:
        return f"I have noted: {spoken(new)}."
    told = f"I have added {spoken(new)} to {the_list(name)}"
    if not old:
        return f"{told}."
    return f"{told}; {spoken(old)} {'was' if len(old) == 1 else 'were'} there already."


def read_aloud(name: str, notes: Sequence[Note]) -> str:
    """A list or the notes, as they are read out."""
    texts = [note.text for note in notes]
    if name == NOTES:
        count = "1 note" if len(texts) == 1 else f"{len(texts)} notes"
        shown = "; ".join(texts[-READ_ALOUD:])
        which = f". The newest {READ_ALOUD}" if len(texts) > READ_ALOUD else ""
        return f"You have {count}{which}: {shown}."
    if len(texts) > READ_ALOUD:
        first = spoken(texts[:READ_ALOUD])
        return f"There are {len(texts)} things {_on(name)}. The first {READ_ALOUD} are: {first}."
    return f"{_capital(_on(name, 'your'))}: {spoken(texts)}."


def checked(name: str, found: Sequence[str], missing: Sequence[str]) -> str:
    """Whether things are on a list; `found` are its entries that fit."""
    if not found:
        return f"No, I found no {spoken(missing, 'and no')} {_on(name)}."
    if name == NOTES:
        return f"Yes: {'; '.join(found)}."
    but = f", but no {spoken(missing, 'and no')}" if missing else ""
    return f"Yes, I found {spoken(found)} {_on(name)}{but}."


def removed(name: str, notes: Sequence[Note]) -> str:
    """What is told after entries were taken off."""
    texts = [note.text for note in notes]
    if name == NOTES:
        return f"I have deleted the note{'s' * (len(texts) > 1)}: {'; '.join(texts)}."
    return f"I have taken {spoken(texts)} off {the_list(name)}."


def nowhere(missing: Sequence[str]) -> str:
    """What is told of things that are on none of several lists."""
    return f"No, I found no {spoken(missing, 'and no')} on any of your lists."


def counted(name: str, notes: Sequence[Note]) -> str:
    """How many entries there are."""
    number = len(notes)
    if name == NOTES:
        return "You have 1 note." if number == 1 else f"You have {number} notes."
    there = "is 1 thing" if number == 1 else f"are {number} things"
    return f"There {there} {_on(name)}."


def placed(name: str, place: str, notes: Sequence[Note]) -> str:
    """The one entry in a place: "first", "last"."""
    if not notes:
        return f"There is no {place} one {_on(name)}."
    [note] = notes
    if name == NOTES:
        return f"Your {place} note: {note.text}."
    return f"The {place} thing {_on(name)}: {note.text}."


def behind(name: str, before: str, rest: Sequence[str]) -> str:
    """What comes after an entry; `rest` are all entries behind it."""
    if not rest:
        return f"Nothing comes after {before} {_on(name)}."
    return f"After {before}: {rest[0]}."


def lists(names: Sequence[str]) -> str:
    """Which lists there are."""
    told = [the_list(one) for one in names if one != NOTES]
    if not told:
        return "You have no lists."
    return f"You have {spoken(told)}."


def empty(name: str, names: Sequence[str]) -> str:
    """What is told of a list without entries; `names` are the lists that have some."""
    if name == NOTES:
        return "You have no notes."
    others = [the_list(one, "your") for one in names]
    has = f" There is something on {spoken(others)}." if others else ""
    return f"There is nothing on your {name} list.{has}"


def not_there(name: str, missing: Sequence[str]) -> str:
    """What is told of things that are on no list of that name."""
    if not missing:
        return f"There is nothing on {the_list(name, 'your')}."
    verb = "is" if len(missing) == 1 else "are"
    return f"{_capital(spoken(missing))} {verb} not {_on(name)}."


def _on(name: str, owner: str = "the") -> str:
    return f"{'in' if name == NOTES else 'on'} {the_list(name, owner)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
