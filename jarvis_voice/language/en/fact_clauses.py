"""Parts a fact that tells of several things at once. Pure.

Invariant: each part is a piece of the fact and says by itself of what it tells, or the fact is not
parted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.relevance import share_told, telling

_VERB = (
    r"(?:is|are|was|were|has|have|had|lives?|works?|likes?|loves?|hates?|prefers?|costs?|starts?|"
    r"ends?|begins?|opens?|closes?|goes|go|comes?|leaves?|needs?|takes?|owes?|drives?|plays?|"
    r"eats?|drinks?|parked|left|put|lent|keeps?)"
)
_JOINT = lazy_pattern(r",? and (?:that )?|; |, (?:and )?", re.I)
_TELLS = lazy_pattern(rf"(?P<subject>(?:[\w'’.-]+ ){{0,4}}?[\w'’.-]+?)(?:'s| {_VERB}) \S.*", re.I)
_POINTS = re.compile(r"(?:it|that|this|he|she|they|there|which|who)\b", re.I)
_MOST = 6


def clauses_of(fact: str) -> list[str]:
    """The parts that tell of something each; the whole fact where it has only one.

    Args:
        fact: "the alarm code is 12 and the gate code is 34" gives two.
    """
    pieces = _JOINT.split(fact)
    are_whole = all(_TELLS.fullmatch(one) and not _POINTS.match(one) for one in pieces)
    return pieces if 1 < len(pieces) <= _MOST and are_whole else [fact]


def named_clauses(about: str, clauses: Sequence[str]) -> list[str]:
    """The parts of a fact that some words name; all of them where the words name none.

    Args:
        about: "the gate code".
        clauses: The parts.
    """
    asked = telling(about)
    named = [one for one in clauses if asked and share_told(asked, one) == 1.0]
    just = [one for one in named if telling(_subject_of(one)) == asked]
    return just or named or [*clauses]


def names_part(about: str, fact: str) -> bool:
    """Whether words name only a part of a fact that cannot stand without the rest.

    Args:
        about: "that I like tea".
        fact: "I like tea and coffee".
    """
    asked, pieces = telling(about), _JOINT.split(fact)
    if len(pieces) == 1 or len(clauses_of(fact)) > 1:
        return False
    told = [telling(one) for one in pieces]
    if all(map(_TELLS.fullmatch, pieces)):
        shares = [share_told(asked, one) == 1.0 for one in pieces]
        return any(shares) and not all(shares)
    return any(one and one <= asked for one in told) and any(one - asked for one in told)


def _subject_of(clause: str) -> str:
    found = _TELLS.fullmatch(clause)
    return found["subject"] if found else ""
