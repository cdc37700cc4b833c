"""Holds a reply to a length that is worked on, sent and spoken in bounded time. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from jarvis_voice.language.en.answer_units import Unit, UnitSplitter
from jarvis_voice.language.en.sentences import split_sentences

REPLY_CHARACTERS = 20_000
"""Of one answer: twenty minutes of speech. What goes on behind them is left out."""

GOES_ON = "The answer goes on, but this is as much as I can say at once."


def sentences_within(text: str, plain: Callable[[str], str] = str) -> list[str]:
    """The sentences of a text, and where it is too long, that it goes on.

    Args:
        text: Of any length; nothing behind the bound is looked at.
        plain: What is made of the text before it is cut into sentences.
    """
    sentences = split_sentences(plain(text[:REPLY_CHARACTERS]))
    return [*sentences[:-1], GOES_ON] if len(text) > REPLY_CHARACTERS else within(sentences)


def units_within(text: str) -> list[Unit]:
    """The parts of a text in Markdown, and where it is too long, that it goes on."""
    splitter = UnitSplitter()
    units = splitter.feed(text[:REPLY_CHARACTERS])
    if len(text) > REPLY_CHARACTERS:
        return [*units, Unit(GOES_ON, "\n\n", "prose")]
    return [*units, *splitter.flush()]


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
