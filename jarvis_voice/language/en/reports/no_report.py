"""Tells of a sentence that it is surely no report: a question, a refusal, an offer, advice. Pure.

Invariant: what is not surely one of these is not; where an act was asked for, only code reports.
"""

from __future__ import annotations

from jarvis_voice.language.en.reports.act_reports import reports_an_act
from jarvis_voice.language.en.reports.clause_words import Reading, word_table
from jarvis_voice.language.en.reports.plain_clauses import (
    OPENING_WORDS,
    is_addition,
    is_plain_clause,
)
from jarvis_voice.language.en.reports.plain_words import BREAKS, PlainWords
from jarvis_voice.language.en.reports.real_questions import (
    PREPOSITIONS,
    QUESTION_WORDS,
    is_real_question,
)

STRICT = Reading(is_strict=True)
"""How a sentence is read where an act was asked for."""

_ENGLISH_WORDS = word_table(
    "the a an i you it is are to of and in for that on with can not do does be this what which "
    "how when where who should would could will if or have has me my your at by no please shall "
    "want like need any one there from as but am was were may more some than then so we they just "
    "sorry tell say let use open which us"
)
"""Words by which a sentence is known to be English."""

_ASKING_VERBS = word_table("tell say give name choose pick want like if once let spell type")
"""Verbs of a clause that asks the user for something, which "I will" goes on from."""

_JOINTS = word_table("but so and because yet though")
"""Words that begin a clause where a subject stands behind them."""

_HEDGES = (
    ("if", "i", "am", "not", "mistaken"),
    ("if", "i", "am", "not", "wrong"),
    ("if", "i", "remember"),
    ("if", "memory", "serves"),
)
"""Beginnings that only soften what is said behind them, and are no condition."""

_SUBJECTS = word_table(
    "i you it the your my a he she they we that this there everything one jarvis"
)


def is_no_report(plain: PlainWords) -> bool:
    """Whether a sentence in a turn that asks for an act may be said by a model.

    Args:
        plain: One sentence.
    """
    words = plain.words
    if not any(word not in BREAKS for word in words):
        return False
    if not _is_english(words) or reports_an_act(plain, STRICT):
        return False
    clauses = _clauses(_without_number(words))
    if any(words[: len(one)] == one for one in _HEDGES):
        return False
    return _is_question(words, clauses) if plain.asks else _are_plain(clauses)


def _is_english(words: tuple[str, ...]) -> bool:
    """Whether one word of seven is a common English one."""
    real = [word for word in words if word not in BREAKS]
    known = sum(word in _ENGLISH_WORDS or word in OPENING_WORDS for word in real)
    return known * 7 >= len(real)


def _without_number(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words behind the "1." of a list."""
    return words[2:] if words[0].isdigit() and words[1:2] == (".",) else words


def _clauses(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The clauses that each say something: cut at marks, and at "and" with a subject."""
    found: list[tuple[str, ...]] = []
    begin = 0
    for place in range(len(words)):
        if _is_cut(words, place):
            found.append(words[begin:place])
            begin = place + 1
    found.append(words[begin:])
    return [one for one in found if any(word not in OPENING_WORDS for word in one)] or found[:1]


def _is_cut(words: tuple[str, ...], place: int) -> bool:
    """Whether a clause ends at a place: no bracket and no hyphen ends one."""
    word = words[place]
    if word in BREAKS - {"-"} and word not in "()":
        return True
    follows = words[place + 1] if place + 1 < len(words) else ""
    return word in _JOINTS and follows in _SUBJECTS and (word, follows) != ("so", "that")


def _is_question(words: tuple[str, ...], clauses: list[tuple[str, ...]]) -> bool:
    """Whether the last clause really asks, and what stands before it reports nothing."""
    before = [
        one for one in clauses[:-1] if len(one) > 3 and one[0] not in QUESTION_WORDS | PREPOSITIONS
    ]
    asking = clauses[-1] if before else words
    return is_real_question(asking) and all(map(is_plain_clause, before))


def _are_plain(clauses: list[tuple[str, ...]]) -> bool:
    """Whether no clause reports; behind one that asks for something, "I will" only goes on."""
    has_asked = False
    for clause in clauses:
        is_consequence = has_asked and clause[:2] in {("i", "will"), ("and", "i")}
        adds_to_another = clause is not clauses[0] and is_addition(clause)
        if not (is_consequence or adds_to_another or is_plain_clause(clause)):
            return False
        has_asked = has_asked or bool(_ASKING_VERBS.intersection(clause[:6]))
    return bool(clauses)
