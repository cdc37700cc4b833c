"""Reads what an act is said to have left the user with: "you have a reminder now". Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from jarvis_voice.language.en.reports.act_things import RESULTS, THINGS
from jarvis_voice.language.en.reports.act_verbs import LIGHT_VERBS, PASTS
from jarvis_voice.language.en.reports.clause_words import (
    CONDITIONS,
    FIRST_PERSONS,
    past_adverbs,
    rest_of,
    word_table,
)
from jarvis_voice.language.en.reports.plain_words import BREAKS
from jarvis_voice.language.en.reports.things_done import PLACES_OF_YOURS

_NOTICES = word_table(
    "alarm reminder reminders notification notifications alert ring chime confirmation email "
    "message ping beep signal nudge"
)
"""What reaches somebody who is to be reminded."""

_KEPT = word_table("now contains locked stored saved filed has kept noted")
"""Words that say that something was kept in memory."""

_ENROLLED = word_table("booked subscribed registered enrolled checked reminded booked-in")
_PERCEIVED = word_table("looking hearing watching listening")
_TO_BE_REACHED = word_table("woken reminded notified alerted charged")
_GETTING = word_table("hear get receive have")


def tells_of_an_end(words: tuple[str, ...], place: int) -> bool:
    """Whether something is "no longer" or not "any more" what the user had asked to end.

    Args:
        words: Those of the sentence.
        place: Where "longer" or "more" stands.
    """
    if words[place - 1 : place] not in {("no",), ("any",)} or CONDITIONS.intersection(words):
        return False
    before = words[max(0, place - 12) : place]
    is_yours = "your" in words[max(0, place - 12) : place + 6]
    is_freed = "you" in before and bool({"have", "need", "owe", "worry"}.intersection(words))
    is_end = words[place - 1] == "no" or place + 1 >= len(words) or words[place + 1] in BREAKS
    return is_end and (is_freed or (is_yours and bool(THINGS.intersection(words))))


def tells_of_memory(words: tuple[str, ...]) -> bool:
    """Whether something is said to be kept: "My memory now contains it"."""
    for place, word in enumerate(words):
        if word == "memory" and place and words[place - 1] == "my":
            return bool(_KEPT.intersection(words))
        if word == "now" and _is_from_now_on(words, place):
            return bool(FIRST_PERSONS.intersection(words[:place])) and "will" in words
    return False


def _is_from_now_on(words: tuple[str, ...], place: int) -> bool:
    return words[place - 1 : place] == ("from",) and words[place + 1 : place + 2] == ("on",)


@dataclass(frozen=True, slots=True)
class _YourState:
    """What is said of "you".

    Attributes:
        adverbs: The adverbs and asides behind the verb.
        following: The two words behind those.
        rest: Of these, the ones to the end of the clause.
        is_now: It says "now", "just" or "already".
    """

    adverbs: tuple[str, ...]
    following: tuple[str, ...]
    rest: tuple[str, ...]
    is_now: bool


def tells_of_you(words: tuple[str, ...], place: int) -> bool:
    """Whether "you" have or will have what an act would have brought.

    Args:
        words: Those of the sentence.
        place: Behind the "you".
    """
    verb_at, is_now = past_adverbs(words, place)
    rule = _RULES.get(words[verb_at]) if verb_at < len(words) else None
    if rule is None:
        return False
    rest_at, is_now_behind = past_adverbs(words, verb_at + 1)
    state = _YourState(
        adverbs=words[verb_at + 1 : rest_at],
        rest=rest_of(words, rest_at),
        following=words[rest_at : rest_at + 2],
        is_now=is_now or is_now_behind,
    )
    # the whole sentence is looked through last: it may be long, and "you" be in it often
    return rule(state) and not CONDITIONS.intersection(words) - {"every", "each"}


def _have(state: _YourState) -> bool:
    """Whether "you have a reminder now" or "you have been booked in"."""
    if state.rest[:1] == ("been",):
        return _has_been(state)
    return state.is_now and bool(THINGS.intersection(state.rest[:4])) and state.rest[:1] != ("to",)


def _has_been(state: _YourState) -> bool:
    if state.rest[:1] != ("been",):
        return False
    done = state.rest[1:2]
    return bool(done) and done[0] in PASTS and PASTS[done[0]] not in LIGHT_VERBS


def _are(state: _YourState) -> bool:
    """Whether "you are booked", "you are looking at it" or "you are all set"."""
    rest = state.rest
    if _PERCEIVED.intersection(rest[:1]):
        return state.is_now or rest[1:2] in {("it",), ("at",), ("to",)}
    if rest[:4] == ("going", "to", "be", "reminded") or rest[:1] == ("signed",):
        return True
    if rest[:1] == ("set",) or (not rest and "set" in state.adverbs):
        return state.following[1:2] != ("to",)
    if not rest:
        return False
    return rest[0] in _ENROLLED or (state.is_now and rest[0] in RESULTS | {"connected"})


def _will(state: _YourState) -> bool:
    """Whether "you will be reminded", "you will hear from me" or "you will get a message"."""
    rest = state.rest
    if rest[:1] == ("be",):
        return bool(_TO_BE_REACHED.intersection(rest[1:2]))
    if rest[:3] in {("hear", "from", "me"), ("hear", "me", "at")}:
        return True
    if rest[:1] == ("find",) and "your" in rest:
        return bool(PLACES_OF_YOURS.intersection(rest)) and "the" in rest
    return bool(_GETTING.intersection(rest[:1])) and bool(_NOTICES.intersection(rest[1:6]))


_RULES: dict[str, Callable[[_YourState], bool]] = {
    "have": _have,
    "has": _has_been,
    "are": _are,
    "will": _will,
}
