"""Holds what is known of a verb and of the words behind it in its clause. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from jarvis_voice.language.en.reports.act_things import THINGS
from jarvis_voice.language.en.reports.act_verbs import BASES, GERUNDS, PASTS
from jarvis_voice.language.en.reports.clause_words import (
    PRONOUNS,
    Reading,
    has_pair,
    rest_of,
    word_table,
)

_PARTICLES = word_table("on off up down out away over back")


@dataclass(frozen=True, slots=True)
class VerbPhrase:
    """A verb and what stands behind it in its clause.

    Attributes:
        words: Those of the sentence.
        place: Where the verb stands.
        verb: Its base form.
        tense: "perfect" and "future" tell of this moment; "past" may belong to a story.
        rest: The words behind the verb, to the end of the clause.
        how: How strictly it is read.
        has_thing: One of the words behind it is a thing that assistants act on.
        is_yours: They say "your" or "for you".
        has_pronoun: The first of them is "it", "that", "all" or the like.
    """

    words: tuple[str, ...]
    place: int
    verb: str
    tense: str
    rest: tuple[str, ...]
    how: Reading
    has_thing: bool
    is_yours: bool
    has_pronoun: bool

    @property
    def form(self) -> str:
        """The verb as it is said."""
        return self.words[self.place]

    @property
    def is_read_mildly(self) -> bool:
        """Whether what may be no act counts as none."""
        return not self.how.is_strict

    @property
    def has_particle(self) -> bool:
        """Whether "on", "off", "up" or the like stands close behind the verb."""
        return bool(_PARTICLES.intersection(self.rest[:4]))

    def is_followed_by(self, words: frozenset[str] | set[str]) -> bool:
        """Whether the first word behind the verb is one of these."""
        return bool(self.rest) and self.rest[0] in words


def verb_phrase(words: tuple[str, ...], place: int, tense: str, how: Reading) -> VerbPhrase | None:
    """The phrase of the verb at a place; None where no verb of acts stands there."""
    verb = _base_form(words[place], tense)
    if verb is None:
        return None
    rest = rest_of(words, place + 1)
    return VerbPhrase(
        words=words,
        place=place,
        verb=verb,
        tense=tense,
        rest=rest,
        how=how,
        has_thing=bool(THINGS.intersection(rest)),
        is_yours="your" in rest or has_pair(rest, "for", "you"),
        has_pronoun=bool(rest) and rest[0] in PRONOUNS,
    )


def _base_form(word: str, tense: str) -> str | None:
    if tense == "future":
        return BASES.get(word) or GERUNDS.get(word)
    return PASTS.get(word) or GERUNDS.get(word)
