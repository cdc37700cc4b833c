"""Holds what is known of a clause about a thing: "your lights are off now". Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from jarvis_voice.language.en.reports.act_things import DEVICES, THINGS
from jarvis_voice.language.en.reports.clause_words import (
    ADVERBS,
    CLAUSE_ENDS,
    CONDITIONS,
    FIRST_PERSONS,
    NEGATIONS,
    PRONOUNS,
    Reading,
    past_adverbs,
    rest_of,
)

_LONGEST_SUBJECT = 7
"""Words before a verb that may be its subject."""

_PERSONS = FIRST_PERSONS | {"you", "who", "what", "there"}
"""Last words of subjects that are no things."""


class SubjectKind(StrEnum):
    """Whose or what a subject is."""

    YOURS = "yours"
    THING = "thing"
    PRONOUN = "pronoun"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ThingClause:
    """A verb that says something of a thing, with its subject.

    Attributes:
        words: Those of the sentence.
        place: Where the verb stands.
        subject: The words of the subject, without adverbs.
        kind: Whose or what the subject is.
        end: Where the first word behind the verb and its adverbs stands.
        is_now: It says "now", "just" or "already".
        how: How strictly it is read.
    """

    words: tuple[str, ...]
    place: int
    subject: tuple[str, ...]
    kind: SubjectKind
    end: int
    is_now: bool
    how: Reading

    @property
    def verb(self) -> str:
        """The verb as it is said."""
        return self.words[self.place]

    @property
    def said(self) -> str:
        """The first word behind the verb and its adverbs."""
        return self.words[self.end]

    @property
    def lead(self) -> tuple[str, ...]:
        """The words before the subject."""
        return self.words[: self.place - len(self.subject)]

    @property
    def has_condition(self) -> bool:
        """Whether the sentence says "if", "when", "every" or the like."""
        return bool(CONDITIONS.intersection(self.words))

    @property
    def is_general(self) -> bool:
        """Whether it tells how things are under a condition, and not how they are now."""
        return self.has_condition and not self.is_now

    def behind(self, most: int) -> tuple[str, ...]:
        """The next words behind the first one.

        Args:
            most: So many of them.
        """
        return self.words[self.end + 1 : self.end + 1 + most]


def thing_clause(words: tuple[str, ...], place: int, how: Reading) -> ThingClause | None:
    """The clause of the verb at a place; None where it says nothing of a thing."""
    subject = tuple(one for one in _words_before(words, place) if one not in ADVERBS)
    if not subject or subject[0] in NEGATIONS or "not" in words[place + 1 : place + 3]:
        return None
    if subject[-1] in _PERSONS or _is_conditional(words, place - len(subject), how):
        return None
    end, is_now = past_adverbs(words, place + 1)
    if end >= len(words):
        return None
    return ThingClause(
        words=words,
        place=place,
        subject=subject,
        kind=_kind_of(subject),
        end=end,
        is_now=is_now or _says_now(words, place, subject),
        how=how,
    )


def _words_before(words: tuple[str, ...], place: int) -> tuple[str, ...]:
    """The words from the beginning of the clause to the verb."""
    begin = place
    while begin and place - begin < _LONGEST_SUBJECT and words[begin - 1] not in CLAUSE_ENDS:
        begin -= 1
    return words[begin:place]


def _is_conditional(words: tuple[str, ...], begins: int, how: Reading) -> bool:
    """Whether "whether", "until" or, where it is read mildly, "if" stands before the subject."""
    if begins <= 0:
        return False
    before = words[begins - 1]
    return before in {"whether", "until", "before"} or (
        before in {"if", "unless"} and not how.is_strict
    )


def _says_now(words: tuple[str, ...], place: int, subject: tuple[str, ...]) -> bool:
    """Whether "now" stands before the verb, or later in a clause about what is the user's."""
    if {"now", "already", "just"}.intersection(words[max(0, place - 2) : place]):
        return True
    begin = place - len(subject)
    if words[max(0, begin - 2) : begin] == ("now", "that"):
        return True
    is_yours = "yours" in subject or "your" in subject
    return is_yours and bool({"now", "already"}.intersection(rest_of(words, place + 1)))


def _kind_of(subject: tuple[str, ...]) -> SubjectKind:
    if _is_yours(subject):
        return SubjectKind.YOURS
    if _is_entry_about(subject):
        return SubjectKind.THING
    if subject[-1] in PRONOUNS:
        return SubjectKind.PRONOUN
    head = subject[-1] if subject[-1] != "'s" else subject[0]
    if head in THINGS and subject[0] in {"the", head, "a", "all", "both"}:
        return SubjectKind.THING
    return SubjectKind.OTHER


def _is_yours(subject: tuple[str, ...]) -> bool:
    if "your" in subject or subject[-1] == "yours":
        return True
    return subject[0] == "our" and bool(DEVICES.intersection(subject))


def _is_entry_about(subject: tuple[str, ...]) -> bool:
    """Whether it is "a reminder about" or "the alarm for" something."""
    if subject[0] not in {"a", "the"} or subject[2:3] not in {("about",), ("for",), ("at",)}:
        return False
    return subject[1] in DEVICES - {"light"}
