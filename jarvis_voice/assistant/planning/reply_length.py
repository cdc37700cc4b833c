"""Holds a reply to a length that is worked on, sent and spoken in bounded time. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from jarvis_voice.language.en.answer_unit import Unit
from jarvis_voice.language.en.answer_units import UnitSplitter

REPLY_CHARACTERS = 20_000
"""Of one answer: twenty minutes of speech. What goes on behind them is left out."""

GOES_ON = "The answer goes on, but this is as much as I can say at once."


def units_within(text: str) -> list[Unit]:
    """The units of a text, and where it is too long, that it goes on.

    Args:
        text: Of any length; nothing behind the bound is looked at.
    """
    splitter = UnitSplitter()
    units = [*splitter.feed(text[:REPLY_CHARACTERS]), *splitter.flush()]
    if len(text) > REPLY_CHARACTERS:
        return [*units[:-1], Unit(GOES_ON, " ", "prose")]
    return units


def within(sentences: Iterable[str]) -> list[str]:
    """The first whole sentences that are short enough together, and whether more were there."""
    kept: list[str] = []
    room = REPLY_CHARACTERS
    for sentence in sentences:
        room -= len(sentence) + 1
        if room < 0:
            return [*kept, GOES_ON]
        kept.append(sentence)
    return kept
