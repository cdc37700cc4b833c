"""Puts sentences that were written without evidence beside evidence, so that both are learned.

Invariant: pure; the same lines give the same pairs. A claim stays a claim, since no evidence here
was brought for it, and company stays company.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from jarvis_voice.core.sentence_reader import TurnEvidence
from jarvis_voice.engines.reader.claim_network import CLAIM, FINE
from jarvis_voice.workshop.reader.claim_lessons import ClaimLine

_LOOKS_UP = re.compile(
    r"\b(?:look|search|check|found|find|calculat|read|work(?:ed)? (?:it )?out|google)", re.I
)
"""Behind a lookup these words may be true."""

_OWN_ANSWER = 0.6
"""The share of company whose evidence is another sentence of the same answer."""

_REPEATED = 0.15
"""The share of claims that a stranger's text tells, too: that is no evidence for them."""

_SEED = 5


def evidence_pairs(lines: Sequence[ClaimLine], most: int) -> list[ClaimLine]:
    """Lines without evidence, with some.

    Args:
        lines: All lines; those with evidence lend theirs.
        most: At most so many pairs.
    """
    chance = random.Random(_SEED)  # noqa: S311 -- an order, no secret
    lent = [line.evidence for line in lines if line.evidence and line.evidence.outcome != "done"]
    alone = [line for line in lines if line.evidence is None]
    if not lent:
        return []
    answers: defaultdict[str, list[str]] = defaultdict(list)
    for line in alone:
        if line.meaning == FINE:
            answers[line.asked].append(line.sentence)
    chosen = chance.sample(alone, min(most, len(alone)))
    return [
        replace(line, evidence=_evidence(line, answers[line.asked], lent, chance))
        for line in chosen
        if line.meaning == FINE or not _LOOKS_UP.search(line.sentence)
    ]


def _evidence(
    line: ClaimLine, answer: Sequence[str], lent: Sequence[TurnEvidence], chance: random.Random
) -> TurnEvidence:
    if line.meaning == CLAIM:
        if chance.random() < _REPEATED:
            return TurnEvidence("web", line.sentence)
        return chance.choice(lent)
    others = [sentence for sentence in answer if sentence != line.sentence]
    if others and chance.random() < _OWN_ANSWER:
        return TurnEvidence(chance.choice(("web", "web", "told")), chance.choice(others))
    return chance.choice(lent)
