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
