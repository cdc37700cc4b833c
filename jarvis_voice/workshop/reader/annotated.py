"""Reads sentences whose slots are marked: "add [item : milk] to the list". Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from jarvis_voice.engines.reader.word_pieces import words_of

OUTSIDE = "O"
UNJUDGED = "?"
"""The tag of a word that may belong to a slot that its collection does not mark."""

_MARK = re.compile(r"\[\s*(\w+)\s*:\s*([^\]]*?)\s*\]")


@dataclass(frozen=True, slots=True)
class MarkedSpan:
    """A slot of a sentence: `text[begin:end]`."""

    slot: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class AnnotatedSentence:
    """A sentence and its marked slots, in order."""

    text: str
    spans: tuple[MarkedSpan, ...] = ()


def annotated(line: str) -> AnnotatedSentence:
    """A sentence without its marks, and where they were."""
    text, spans, last = "", [], 0
    for mark in _MARK.finditer(line):
        text += line[last : mark.start()]
        spans.append(MarkedSpan(mark[1], len(text), len(text) + len(mark[2])))
        text += mark[2]
        last = mark.end()
    return AnnotatedSentence(text + line[last:], tuple(spans))


def tags_of(sentence: AnnotatedSentence, rest: str = OUTSIDE) -> list[str]:
    """A tag for each word: "B-item", "I-item", or `rest` outside of all slots."""
    tags = []
    before: MarkedSpan | None = None
    for word in words_of(sentence.text):
        span = next((one for one in sentence.spans if one.begin <= word.begin < one.end), None)
        if span is None:
            tags.append(rest)
        else:
            tags.append(f"{'I' if span is before else 'B'}-{span.slot}")
        before = span
    return tags
