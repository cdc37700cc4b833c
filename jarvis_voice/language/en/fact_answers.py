"""Tells whether a kept fact may be what a question asks for. Pure.

Invariant: in doubt about the user's own things a fact answers; a question of the world is asked of
the world, and one about somebody's other sides is not answered by what is known of them.
"""

from __future__ import annotations

import re
from typing import Literal

from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.language.en.relevance import share_told, telling

FactBearing = Literal["answers", "silent", "elsewhere"]
"""The fact may be the answer; it is about the same one and says nothing of what is asked; the
question is about something of the world that the fact only mentions."""

_SUBJECT = lazy_pattern(
    r"(?P<subject>(?:(?:my|the|our|a|an|his|her|their) )?[\w'’-]+(?: [\w'’-]+){0,4}?) "
    r"(?:is|are|was|were|will|has|have|had|can|can't|cannot|does|do|did|said|went|got|took|moved|"
    r"started|(?!(?:always|this)\b)[a-z]{2,}[^s\W]s|goes|does)\b .+",
    re.I,
)
_OF_ONESELF = re.compile(r"\b(?:i|me|my|mine|we|us|our|ours|i'm|i've)\b", re.I)
_LEADS = re.compile(
    r"(?:(?:and|so|but|oh|sorry|wait|remind me|tell me|do you know|any idea)\b[\s,]*)*", re.I
)
_YES_OR_NO = re.compile(
    r"(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should)\b", re.I
)
_WHEN = re.compile(
    r"(?:when|(?:at |on |in )?(?:what|which) (?:time|day|date|month|year|weekday))\b", re.I
)
_HOW_MUCH = re.compile(
    r"how (?:old|tall|big|heavy|many|much|long|far|often|high|deep|wide|fast)\b", re.I
)
_WHERE = re.compile(r"where\b", re.I)
_OPEN = re.compile(r"(?:who|whose|what|which)\b", re.I)
_DEFINITE = re.compile(r"(?:the|my|our|this|that|his|her|their|in|on|under)\b", re.I)
_BARE_WHERE_OR_WHAT = re.compile(r"(?:where|what)(?:'s| is| are| was| were)\b", re.I)

_TIME = lazy_pattern(
    r"\d|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|"
    r"july|august|september|october|november|december|today|tomorrow|tonight|yesterday|weeks?|"
    r"weekends?|weekdays?|months?|years?|mornings?|afternoons?|evenings?|nights?|noon|midnight|"
    r"christmas|easter|spring|summer|autumn|winter|half|quarter|daily|every|always|never|one|two|"
    r"three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|\w+th)\b",
    re.I,
)
_NUMBER = lazy_pattern(
    r"\d|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|"
    r"hundred|thousand|half|quarter|once|twice|double|both|pair|dozen|no|every|daily|weekly|"
    r"monthly)\b",
    re.I,
)
_PLACE = lazy_pattern(
    r"\b(?:in|on|at|under|behind|near|beside|by|inside|outside|above|below|next|over|between|"
    r"opposite|upstairs|downstairs|with|to|from|left|parked|home|abroad|here|there)\b",
    re.I,
)
_IS_PLACED = lazy_pattern(
    r"\b(?:is|are|was|were) (?:parked |kept |hidden |left )?(?:in|on|at|under|behind|near|beside|"
    r"by|inside|outside|above|below|next)\b",
    re.I,
)
_LITTLE = frozenset(
    """
    many much old tall big heavy long far often time day date go going come get got take again
    call called kind sort type many please then whereabouts whose last exactly currently still
    soon when which doe put keep use need want thing stuff should would could might may his her
    their he she they them its
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
)
"""What a question says beside the thing that it is about."""
_NAMED_BY_VALUE = frozenset(
    """
    code number pin combination colour color size name make model brand breed place address room
    price cost amount flower food drink car team floor level company doctor dentist school
    """.split()  # noqa: SIM905 - as above
)
"""What a fact tells without saying the word: "my bike lock is 4411" is its code."""
_OTHER_SIDES = frozenset(
    """
    birthday birth born married marry wedding anniversary age like love hate enjoy prefer eat
    drink play speak study work job employer live drive smoke cook sing dance swim own weigh tall
    heavy old vegan vegetarian allergic afraid single pregnant rich famous child kid wife husband
    """.split()  # noqa: SIM905 - as above
)
"""Sides of somebody's life: who is told one of them has not been told another."""


def bearing(fact: str, question: str) -> FactBearing | None:
    """How a fact stands to a question; None where they share no word that tells something.

    Args:
        fact: As it was said: "Anna lives in Oslo".
        question: As it was said.
    """
    line = _LEADS.sub("", " ".join(question.split()).strip(" .,!?"), count=1)
    asked = telling(line) - _LITTLE
    told = frozenset(word for word in asked if share_told(frozenset({word}), fact) == 1.0)
    if not told:
        return None
    subject = subject_of(fact)
    if subject and _is_longer_name(line, subject):
        return "elsewhere"
    rest = asked - told
    is_own = _OF_ONESELF.search(line) is not None
    is_of_subject = subject != "" and share_told(told, subject) > 0
    if not is_of_subject and not is_own:
        is_measured = _HOW_MUCH.match(line) is not None and not _NUMBER.search(fact)
        is_of_world = bool(rest) or is_measured or _asks_what_it_is(line, fact)
        return "elsewhere" if is_of_world else "answers"
    return "answers" if _is_told(fact, line, rest, is_own=is_own) else "silent"


def subject_of(fact: str) -> str:
    """Whom or what a fact is about: "the spare key"; "" where the user themself is."""
    found = _SUBJECT.fullmatch(fact)
    subject = found["subject"] if found else ""
    return "" if re.match(r"(?:i|we)\b", subject, re.I) else subject


def _is_longer_name(line: str, subject: str) -> bool:
    """Whether the name of a fact has another beside it in the question: "Anna Karenina"."""
    found = re.search(rf"\b{re.escape(subject)} (?-i:[A-Z])[\w'’-]+", line, re.I)
    return found is not None and subject[0].isupper()


def _asks_what_it_is(line: str, fact: str) -> bool:
    """Whether somebody asks what, or where in the world, a thing of the fact is at all."""
    bare = _BARE_WHERE_OR_WHAT.match(line)
    name = line[bare.end() :].strip() if bare else ""
    if not name or _DEFINITE.match(name) or _PLACE.search(name):
        return False
    is_named = re.search(rf"\b(?:in|at|to|from|near|for) {re.escape(name)}\b", fact, re.I)
    return is_named is not None or line.lower().startswith("what")


def _is_told(fact: str, line: str, rest: frozenset[str], *, is_own: bool) -> bool:
    """Whether a fact about the same one may hold what is asked."""
    if rest & _OTHER_SIDES:
        return False
    if _WHEN.match(line):
        return _TIME.search(fact) is not None
    if _HOW_MUCH.match(line):
        return _NUMBER.search(fact) is not None
    if _WHERE.match(line):
        return is_own or _PLACE.search(fact) is not None
    if _YES_OR_NO.match(line):
        return not rest or bool(_PLACE.search(line) and _PLACE.search(fact))
    is_value = rest <= _NAMED_BY_VALUE and not (rest and _IS_PLACED.search(fact))
    return is_own or is_value or not _OPEN.match(line)
