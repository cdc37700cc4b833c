"""Tells whether what was left out of a sentence turns the rest round. Pure.

Invariant: "he was arrested" is not what "police denied that he was arrested" says, nor
is a piece without its "if", its "no study has shown" or its "only".
"""

from __future__ import annotations

import re
from collections.abc import Collection

_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_NEW_CLAUSE = re.compile(
    r"[;:\u2014]|,\s+(?:and|but|while|whereas|though|although|yet)\b(?!\s+that\b)", re.I
)
_NEGATES = re.compile(
    r"not|no|never|none|neither|nor|without|cannot|nobody|nothing|only|hardly|barely|scarcely|few|"
    r"little|if|unless|whether|unlike|instead|contrary|provided|assuming|should|might|may|could|"
    r"would|almost|nearly|\w+n't"
)
"""What changes the words of its own clause."""
_DENIES = re.compile(
    r"den(?:y|ies|ied|ying)|denials?|reject\w*|dismiss\w*|disput\w*|refut\w*|false\w*|untrue|"
    r"myths?|hoax\w*|rumou?r\w*|fak\w+|debunk\w*|mislead\w*|misled|claim\w*|alleg\w*|accus\w*|"
    r"suspect\w*|jok\w+|satir\w*|pretend\w*|fictio\w*|suppos\w*|doubt\w*|fear\w*|hop(?:e|es|ed)|"
    r"believ\w+|beliefs?|wrong\w*|lie[sd]?|lying|unlikely|impossible|fail\w*|retract\w*|"
    r"incorrect\w*|"
    r"disprov\w*|nonsense|fabricat\w*|invent(?:ed|ion)|unproven|unfounded|baseless|denounc\w*|"
    r"overturn\w*|revers(?:ed|al)|acquit\w*|cleared|innocent|cancel\w*"
)
"""What takes back, doubts or denies, in a clause behind as well."""


def is_turned_round(source: str, rows: Collection[tuple[str, ...]]) -> bool:
    """Whether a source's sentence has a word beside a piece of it that the piece does not have.

    Args:
        source: A whole sentence of a source.
        rows: The rows of three words of which the piece is made.
    """
    begins, clauses = 0, []
    for mark in [*_NEW_CLAUSE.finditer(source), None]:
        end = mark.start() if mark else len(source)
        clauses.append(_words(source[begins:end]))
        begins = end
    words = [word for clause in clauses for word in clause]
    told = {
        place + step
        for place in range(len(words) - 2)
        if tuple(words[place : place + 3]) in rows
        for step in range(3)
    }
    is_behind, at = False, 0
    for clause in clauses:
        places = range(at, at + len(clause))
        at += len(clause)
        left = [words[place] for place in places if place not in told]
        is_of_it = len(left) < len(clause)
        is_behind |= is_of_it
        if is_of_it and any(_NEGATES.fullmatch(word) for word in left):
            return True
        if is_behind and any(_DENIES.fullmatch(word) for word in left):
            return True
    return False


def _words(text: str) -> list[str]:
    """As the rows are made."""
    words = (word.casefold().replace("\u2019", "'") for word in _WORD.findall(text))
    return [word.replace(",", "") if word[0].isdigit() else word for word in words]
