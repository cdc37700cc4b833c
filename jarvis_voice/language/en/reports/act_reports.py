"""Finds in a sentence the report of an act: done, being done or promised. Pure.

Invariant: each word is looked at a bounded number of times; nothing is matched over the sentence.
"""

from __future__ import annotations

from dataclasses import replace

from jarvis_voice.language.en.reports.act_things import DEVICES, STATES, THINGS
from jarvis_voice.language.en.reports.act_verbs import PASTS
from jarvis_voice.language.en.reports.bare_reports import (
    looked_without_subject,
    reports_without_subject,
)
from jarvis_voice.language.en.reports.clause_words import (
    FIRST_PERSONS,
    NEGATIONS,
    PRONOUNS,
    Reading,
    follows,
    start_of,
    word_table,
)
from jarvis_voice.language.en.reports.ear_reports import reports_of_the_ears
from jarvis_voice.language.en.reports.first_person import (
    first_person_reports,
    is_person,
    lets_itself,
)
from jarvis_voice.language.en.reports.plain_words import BREAKS, PlainWords
from jarvis_voice.language.en.reports.things_done import SHOWING_VERBS, tells_of_a_thing
from jarvis_voice.language.en.reports.told_of_you import (
    tells_of_an_end,
    tells_of_memory,
    tells_of_you,
)

_HAPPENED = word_table("stopped started opened closed restarted dimmed vanished disappeared")
_SOURCES = word_table(
    "board tracker status system portal records record timetable website page app"
)
"""What only somebody who looked at it knows to say something of what is the user's."""

_TOLD_TO_US = word_table("told assured informed promised texted emailed phoned notified")
"""What somebody else does by telephone or in writing."""

_VERBS_OF_STATES = word_table("has have is are 's was were be went will")
"""Verbs that say what a thing is, has been or will be."""


def reports_an_act(plain: PlainWords, how: Reading = Reading()) -> bool:  # noqa: B008 - frozen
    """Whether the sentence says that an act on the user's world was, is being or will be done.

    Args:
        plain: One sentence.
        how: How strictly it is read.
    """
    words = plain.words
    if not words:
        return False
    start = start_of(words)
    if how.is_talk and not how.is_telling and tells_of_memory(words):
        return True
    if not how.has_looked and looked_without_subject(words, start):
        return True
    if not how.is_telling and not plain.asks and reports_of_the_ears(words):
        return True
    if any(reports_without_subject(words, begin, how) for begin in {start, 0}):
        return True
    return any(_reports_at(plain, place, how) for place in range(len(words)))


def _reports_at(plain: PlainWords, place: int, how: Reading) -> bool:
    """Whether the word at a place is the subject or the verb of a report."""
    words = plain.words
    word = words[place]
    if word in FIRST_PERSONS:
        how = replace(how, is_ours=word == "we")
        return is_person(plain, place) and first_person_reports(plain, place + 1, how)
    if _is_this_assistant(words, place):
        return first_person_reports(plain, place + 1, how)
    if word == "let" and words[place + 1 : place + 2] in {("me",), ("us",)}:
        return lets_itself(words, place + 2, how)
    if not how.has_looked and _tells_what_a_source_says(words, place):
        return True
    if word in _VERBS_OF_STATES or _shows_what_is_yours(words, place):
        return tells_of_a_thing(words, place, how)
    if _happened_at_once(words, place, how):
        return True
    if word in {"me", "us"} and _was_told_by_others(words, place, how):
        return True
    match word:
        case "thanks":
            return words[place + 1 : place + 3] == ("to", "me")
        case "you":
            return tells_of_you(words, place + 1)
        case "longer" | "more":
            return tells_of_an_end(words, place)
        case "consider":
            return _is_to_be_considered_done(words, place + 1)
    return False


def _is_this_assistant(words: tuple[str, ...], place: int) -> bool:
    if words[place] not in {"assistant", "system"} or not place:
        return False
    return words[place - 1] in {"your", "this", "the"}


def _shows_what_is_yours(words: tuple[str, ...], place: int) -> bool:
    """Whether it is "your calendar shows"."""
    return words[place] in SHOWING_VERBS and "your" in words[max(0, place - 5) : place]


def _happened_at_once(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether it ends with what "the music" did, as if by itself, where no story is told."""
    if words[place] not in _HAPPENED or how.is_telling or not (how.is_talk or how.is_strict):
        return False
    is_whole = place + 1 >= len(words) or words[place + 1] in BREAKS
    owners = words[max(0, place - 3) : place - 1]
    return is_whole and words[place - 1] in THINGS and bool({"the", "your"}.intersection(owners))


def _tells_what_a_source_says(words: tuple[str, ...], place: int) -> bool:
    """Whether it is "the railway's board shows no delay for your train"."""
    if words[place] not in {"shows", "says", "lists", "reports"}:
        return False
    return "your" in words[place:] and bool(_SOURCES.intersection(words[max(0, place - 2) : place]))


def _was_told_by_others(words: tuple[str, ...], place: int, how: Reading) -> bool:
    """Whether it is "they told me": what only somebody who called or wrote to them knows."""
    if how.is_telling or how.has_looked or not how.is_opening or place < 2:
        return False
    is_told = words[place - 1] in _TOLD_TO_US and not NEGATIONS.intersection(
        words[max(0, place - 4) : place]
    )
    return is_told and words[place - 2] in {"they", "he", "she", "have", "has", "just"}


def _is_to_be_considered_done(words: tuple[str, ...], place: int) -> bool:
    """Whether behind "consider" stands a thing and what was done to it: "it done"."""
    has_thing = follows(words, place, PRONOUNS | DEVICES, 4)
    return has_thing and follows(words, place, PASTS.keys() | STATES, 5)
