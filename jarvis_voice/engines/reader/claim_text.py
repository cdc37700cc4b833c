"""The text that the network of false reports reads: question, evidence and sentence. Pure.

Invariant: every word of a sentence is in one of its stretches.
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

SHARES = (1.0, 0.5, 0.0)
"""Of the words before a stretch, how many are shown: fewer where they would leave it no room."""

_SHORT = 2
"""Letters of a word that says nothing of what a text is about."""


def claim_text(
    asked: str,
    sentence: str,
    *,
    is_first: bool,
    evidence: TurnEvidence | None = None,
    share: float = 1.0,
) -> str:
    """What the network is shown of a question and a sentence of the answer.

    Args:
        asked: What the user said.
        sentence: A stretch of a sentence.
        is_first: The answer begins with it.
        evidence: What the steps before it have brought; None where there was none.
        share: Of the words of the question and the evidence, how many are shown: one of `SHARES`.
    """
    place = 1 if is_first else 2
    if evidence is None:
        asked = _both_ends(asked, int(_ASKED_FIRST * share), int(_ASKED_LAST * share))
        return f"{asked} | {place} | {sentence}"
    told = _nearest(evidence.told, sentence, int(_TOLD * share))
    brief = _both_ends(asked, int(_BRIEF_FIRST * share), int(_BRIEF_LAST * share))
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
        words = words[:first] + words[len(words) - last :]
    return " ".join(words)


def _nearest(told: str, sentence: str, most: int) -> str:
    """So many words in a row of the evidence, which have most in common with a sentence."""
    words = told[:_LONGEST_TOLD].split()
    if len(words) <= most:
        return " ".join(words)
    spoken = {word for word in _plain(sentence.split()) if len(word) > _SHORT}
    shared = [word in spoken for word in _plain(words)]
    count = best = sum(shared[:most])
    begin = 0
    for at in range(most, len(words)):
        count += shared[at] - shared[at - most]
        if count > best:
            best, begin = count, at - most + 1
    return " ".join(words[begin : begin + most])


def _plain(words: list[str]) -> list[str]:
    return [word.strip(".,:;!?()'\"").casefold() for word in words]
