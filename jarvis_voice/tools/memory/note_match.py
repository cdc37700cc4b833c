"""Finds the entries of a list by their words or by their place. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from jarvis_voice.language.en.spoken_lists import key_of, things_in, without_article
from jarvis_voice.store.records import Note

PLACES = {"first": 0, "second": 1, "third": 2, "last": -1}


def entries_for(text: str, name: str, notes: Sequence[Note]) -> tuple[list[str], list[str]]:
    """The entries that fit the things of a text, and the things that no entry fits."""
    found: list[str] = []
    missing: list[str] = []
    for thing in things_in(text, name):
        fitting = [note.text for note in notes if set(key_of(thing)) <= set(key_of(note.text))]
        found += [one for one in fitting if one not in found]
        missing += [] if fitting else [without_article(thing)]
    return found, missing


def entry_in(notes: Sequence[Note], place: str) -> list[Note]:
    """The entry in its place, in the order in which they were written down; [] where none is."""
    number = PLACES[place]
    return [*notes[number : number + 1 or None]]
