"""Finds how far a written answer was heard, from the words that a voice said of it. Pure.

Invariant: what is returned is as it was written, but for the words of the unit that was broken off.
"""

from __future__ import annotations

from jarvis_voice.language.en.answer_units import UnitSplitter
from jarvis_voice.language.en.speakable import speakable
from jarvis_voice.language.en.spoken_units import UnitVoice

MOST_BEFORE = 12
"""Words that may be heard before the answer begins, such as "One moment."."""

_MARKS = ".,;:!?\u2026"


def heard_part(written: str, heard: str) -> str:
    """The beginning of an answer that was heard, as it was written.

    Args:
        written: The answer.
        heard: The words that came out of the loudspeaker. Where they are not the answer's, they are
            returned as they are.
    """
    splitter, voice = UnitSplitter(), UnitVoice()
    left, kept, between = heard.split(), "", ""
    for unit in [*splitter.feed(written), *splitter.flush()]:
        between += (unit.lead if kept or between else "") + unit.text
        words = speakable(voice.words(unit.text, unit.kind)).split()
        if not words:
            continue
        if not kept:
            left = _from_begin(left, words)
        if not left or not _is_same(left[: len(words)], words):
            break
        kept, left, between = kept + between, left[len(words) :], ""
    return f"{kept} {' '.join(left)}".rstrip() if kept else heard


def is_heard(sentence: str, heard: str) -> bool:
    """Whether a sentence of the answer, such as an offer, was heard to its end."""
    return any(
        " ".join(words.split()) in " ".join(heard.split())
        for words in (sentence, speakable(sentence))
        if words
    )


def _from_begin(heard: list[str], words: list[str]) -> list[str]:
    """What was heard from the first word of the answer on; all where that is not found."""
    for place in range(min(MOST_BEFORE, len(heard))):
        if _is_same(heard[place : place + len(words)], words):
            return heard[place:]
    return heard


def _is_same(heard: list[str], words: list[str]) -> bool:
    """Whether these are the same words; marks behind them do not count."""
    return [word.rstrip(_MARKS) for word in heard] == [word.rstrip(_MARKS) for word in words]
