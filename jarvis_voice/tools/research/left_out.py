"""Tells whether what was left out of a sentence turns the rest round. Pure.

Invariant: "he was arrested" is not what "police denied that he was arrested" says, nor
is a piece without its "if", its "no study has shown" or its "only".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_NEW_CLAUSE = re.compile(
    r"[;:\u2014]|,\s+(?:and|but|while|whereas|though|although|yet)\b(?!\s+that\b)", re.I
)
_ASIDE = re.compile(
    r",\s+(?:(?:which|who|whose|where)\b[^,;:]*|not\b[^,;:]*|no \w+(?:er|re|ss) than\b[^,;:]*)"
    r"(?=[,;:.!?]|\Z)|"
    r"\A\W*(?:no one|nobody|no people|none)\b(?: (?:was|were|is|has been|have been|else))*"
    r"(?: \w+)? (?:hurt|injured|killed|harmed|died|aboard|inside|home)\b[^,;:]{0,40}?"
    r"\s(?=(?:when|after|as)\b)|"
    r"\A\W*despite\b[^,;:]*,",
    re.I,
)
"""What is told beside a clause and leaves its words as they are: ", which never closed,"."""
_OF_TRUTH = re.compile(
    r"\b(?:true|truth|right|correct|case|so|real\w*|confirm\w*|pro(?:ve|ved|ven|of)|show[ns]?|"
    r"evidence|support\w*|backed|happen\w*|took place|exist\w*|fact|likely|certain|sure|know[ns]?|"
    r"possible|anymore|any more|yet)\b",
    re.I,
)
"""An aside that tells whether the rest holds is none: ", which no study has shown"."""
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
    found = list(_WORD.finditer(source))
    words = [_plain(one[0]) for one in found]
    told = {
        place + step
        for place in range(len(words) - 2)
        if tuple(words[place : place + 3]) in rows
        for step in range(3)
    }
    is_behind = False
    for places in _clauses(source, [one.start() for one in found], told):
        left = [words[place] for place in places if place not in told]
        is_of_it = len(left) < len(places)
        is_behind |= is_of_it
        if is_of_it and any(_NEGATES.fullmatch(word) for word in left):
            return True
        if is_behind and any(_DENIES.fullmatch(word) for word in left):
            return True
    return False


def _clauses(source: str, starts: Sequence[int], told: Collection[int]) -> list[list[int]]:
    """The places of the words of each clause; what is told beside them is a clause of its own.

    Args:
        source: A whole sentence.
        starts: Where each of its words begins.
        told: The places of the words of the piece: what has some of them is nothing beside it.
    """
    asides = [
        one.span()
        for one in _ASIDE.finditer(source)
        if not _OF_TRUTH.search(one[0])
        and not any(one.start() <= starts[place] < one.end() for place in told)
    ]
    marks = [one.start() for one in _NEW_CLAUSE.finditer(source)]
    clauses: dict[tuple[int, int], list[int]] = {}
    for place, start in enumerate(starts):
        aside = next((one for one in asides if one[0] <= start < one[1]), None)
        key = (0, sum(mark <= start for mark in marks))
        if aside:  # one at the beginning comes before the clause, another one behind it
            key = (1 if aside[0] else -1, aside[0])
        clauses.setdefault(key, []).append(place)
    return [clauses[key] for key in sorted(clauses)]


def _plain(word: str) -> str:
    """As the rows are made."""
    word = word.casefold().replace("\u2019", "'")
    return word.replace(",", "") if word[0].isdigit() else word
