"""The text that the network of false reports reads: question, evidence and sentence. Pure.

Invariant: every word of a sentence is in one of its stretches; a text fits into the network.
"""

from __future__ import annotations

from collections.abc import Iterator

from jarvis_voice.core.sentence_reader import TurnEvidence
from jarvis_voice.engines.reader.word_pieces import words_of

_ASKED_FIRST, _ASKED_LAST = 12, 6
"""Words of what was asked that are seen: a request stands at the beginning or at the end."""

_BRIEF_FIRST, _BRIEF_LAST = 8, 3
"""The same beside evidence."""

_TOLD = 14
"""Words of the evidence that are seen: those that have most in common with the sentence."""

_LONGEST_TOLD = 20_000
"""Characters of the evidence that are looked through."""

_SEEN, _STRIDE = 30, 22
"""Words of a sentence that are seen at once, and how far on the next look begins."""

_SEEN_BESIDE, _STRIDE_BESIDE = 22, 16
"""The same beside evidence."""

_SHORT = 2
"""Letters of a word that says nothing of what a text is about."""


def claim_text(
    asked: str, sentence: str, *, is_first: bool, evidence: TurnEvidence | None = None
) -> str:
    """What the network is shown of a question and a sentence of the answer.

    Args:
        asked: What the user said.
        sentence: A stretch of a sentence.
        is_first: The answer begins with it.
        evidence: What the steps before it have brought; None where there was none.
    """
    place = 1 if is_first else 2
    if evidence is None:
        return f"{_both_ends(asked, _ASKED_FIRST, _ASKED_LAST)} | {place} | {sentence}"
    told = _nearest(evidence.told, sentence)
    brief = _both_ends(asked, _BRIEF_FIRST, _BRIEF_LAST)
    return f"{brief} | {place} {evidence.outcome}: {told} | {sentence}"


def stretches(sentence: str, *, has_evidence: bool = False) -> Iterator[str]:
    """Pieces of a sentence that the network sees whole; each but the first begins in the last.

    Args:
        sentence: One sentence; each line of it is cut by itself.
        has_evidence: Evidence is shown beside it, which leaves less room.
    """
    seen, stride = (_SEEN_BESIDE, _STRIDE_BESIDE) if has_evidence else (_SEEN, _STRIDE)
    for line in sentence.splitlines():
        words = words_of(line)
        if not any(word.text.isalnum() for word in words):
            continue
        for begin in range(0, max(1, len(words) - (seen - stride)), stride):
            part = words[begin : begin + seen]
            yield line[part[0].begin : part[-1].end]


def _both_ends(text: str, first: int, last: int) -> str:
    words = text.split()
    if len(words) > first + last:
        words = words[:first] + words[-last:]
    return " ".join(words)


def _nearest(told: str, sentence: str) -> str:
    """The words in a row of the evidence that have most in common with a sentence."""
    words = told[:_LONGEST_TOLD].split()
    if len(words) <= _TOLD:
        return " ".join(words)
    spoken = {word for word in _plain(sentence.split()) if len(word) > _SHORT}
    shared = [word in spoken for word in _plain(words)]
    count = best = sum(shared[:_TOLD])
    begin = 0
    for at in range(_TOLD, len(words)):
        count += shared[at] - shared[at - _TOLD]
        if count > best:
            best, begin = count, at - _TOLD + 1
    return " ".join(words[begin : begin + _TOLD])


def _plain(words: list[str]) -> list[str]:
    return [word.strip(".,:;!?()'\"").casefold() for word in words]
