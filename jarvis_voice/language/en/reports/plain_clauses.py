"""Tells of a clause that it refuses, offers, advises or tells what is so in general. Pure.

Invariant: a clause that tells how a thing is now is none of these.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from jarvis_voice.language.en.reports.act_things import DEVICES, STATES, THINGS
from jarvis_voice.language.en.reports.act_verbs import BASES, GERUNDS, PASTS
from jarvis_voice.language.en.reports.clause_words import word_table
from jarvis_voice.language.en.reports.plain_words import BREAKS

OPENING_WORDS = word_table(
    "ok okay sure well so and but then oh hm hmm yes no right great thanks hello hi hey sorry "
    "unfortunately afraid please also first of course alright"
)
"""Words before a clause that say nothing of their own."""

_REFUSING_WORDS = word_table("unable impossible beyond unfortunately afraid sorry lack unavailable")
_ENJOYING_VERBS = word_table(
    "check look listen watch see enjoy expect feel hear notice relax rest consider behold smell "
    "wait welcome say ta have"
)
"""What somebody who was served is told to do: "enjoy the music"."""

_ADVISING_VERBS = word_table(
    "ask tell say try use wait connect push pull check-in hold go press choose select tap click "
    "open call ring visit make put set turn "
    "give name pick keep take let download install sign log enter type write read send contact "
    "speak talk start stop close hold remember note be don't do search find get add remove "
    "switch lock pay book order transfer dial text mail unlock change ensure avoid"
)
"""What somebody who was not served is told to do by himself."""

_MODALS = word_table("can could may might must should need needs have usually often normally tend")
_COPULAS = word_table("is are means takes costs needs requires depends varies works lets has uses")
_POSSIBLY = word_table("can could would may might")
_OUTCOMES = (STATES | word_table("now already just done finished been sure dealt arranged "
                              "delivered waiting coming way expects knows received")) - word_table(
    "open up in out back complete safe secure ready taken set clear on off down live active "
    "running playing shut closed"
)  # fmt: skip
"""What an act comes to, in words that are said of hardly anything else."""

_NOBODY = word_table("no nothing nobody none neither")
_CONDITIONAL = word_table("if when once unless before whenever until while because since")
_OFFERS = {("would", "you"), ("shall", "i"), ("feel", "free"), ("happy", "to"), ("glad", "to")}
_BY_NOW = word_table("now already just")
_NOT_MISSED = word_table("longer more need worry matter problem bother")
"""What a "not" makes good news of: "you need not worry"."""
_FROM_NOW_ON = word_table("now anymore again tonight today tomorrow ever onwards hence")
"""With these a "not" tells what an act has ended: "he can not call you anymore"."""
_CANNOT_BE = word_table("possible able available unable impossible work")
_NEED_OR_WAIT = word_table("need reason waiting more")
_SHOWING_THINGS = word_table("monitor screen eyes inbox")
_THINKING_VERBS = word_table(
    "am understand know think hope need want wish believe see suggest only do"
)
_CONDITIONS_OF_HELP = word_table("need once when if after as")
_PAST_OR_FUTURE = word_table("was were had will went")
_HERE = word_table("it here that will there")
"""Words near the beginning of a clause that tells of this moment."""
_LINKS = word_table("for to at in on by from with of as than such like which who where until")
_STATING_VERBS = word_table("is are was were has have will i we")


def is_plain_clause(clause: tuple[str, ...]) -> bool:
    """Whether one clause refuses, offers, instructs or tells how things are in general.

    Args:
        clause: Its words, with the marks between them.
    """
    words = _without_opening(clause)
    if _says_nothing(words):
        return True
    if words[:2] in {("not", "a"), ("not", "one")}:
        return False
    if _is_negated(words):
        return _refuses(words)
    if words[0] in _CONDITIONAL:
        return not _BY_NOW.intersection(words)
    if words[:2] in _OFFERS:
        return True
    if words[:2] == ("let", "me"):
        return words[2:3] == ("know",)
    if _tells_what_there_is(words):
        return _is_there_in_general(words)
    return _RULES.get(words[0], _advises_or_informs)(words)


def _without_opening(clause: tuple[str, ...]) -> tuple[str, ...]:
    """The words without "well", "sorry" and the "1" of a list before them; one always remains."""
    words = tuple(word for word in clause if word not in BREAKS)
    while words and words[0] in OPENING_WORDS and len(words) > 1:
        words = words[1:]
    while words and words[0].isdigit() and len(words) > 1:  # "1. Press the button"
        words = words[1:]
    return words


def _says_nothing(words: tuple[str, ...]) -> bool:
    if not words:
        return True
    return len(words) == 1 and (words[0].isdigit() or words[0] in OPENING_WORDS)


def _is_negated(words: tuple[str, ...]) -> bool:
    if "not" in words[:7] or "never" in words[:6] or words[0] in _NOBODY:
        return True
    return bool(_REFUSING_WORDS.intersection(words))


def _refuses(words: tuple[str, ...]) -> bool:
    """Whether somebody cannot, did not, or may not: and no thing that "will not trouble you"."""
    if _NOT_MISSED.intersection(words):
        return False
    if words[:4] == ("i", "would", "not", "know"):
        return True
    if {"will", "would"}.intersection(words[:4]) and "able" not in words and words[0] != "you":
        return "not" in words and words[0] == "it" and "work" in words
    if words[0] not in {"i", "we"} and _has_ended(words):
        return False
    if words[0] not in {"your", "the", "his", "her"}:
        return True
    is_unable = bool({"can", "unable", "not", "possible", "impossible"}.intersection(words))
    return is_unable and not (PASTS.keys() | _OUTCOMES).intersection(words)


def _has_ended(words: tuple[str, ...]) -> bool:
    """Whether something is told to be so no more: "she can not see it now", "none are left"."""
    if words[:2] == ("none", "of") or ("never" in words and PASTS.keys() & set(words)):
        return not _POSSIBLY.intersection(words)
    is_lasting = ("from", "here", "on") in zip(words, words[1:], words[2:], strict=False)
    is_ended = is_lasting or bool(_FROM_NOW_ON.intersection(words))
    return is_ended and not _CANNOT_BE.intersection(words)


def _tells_what_there_is(words: tuple[str, ...]) -> bool:
    is_there = words[:2] in {("there", "is"), ("there", "are")}
    return is_there and words[2:3] not in {("the",), ("your",)}


def _is_there_in_general(words: tuple[str, ...]) -> bool:
    """Whether nothing that there is was made, moved or left by an act."""
    acted_on = _OUTCOMES | STATES | PASTS.keys() | GERUNDS.keys()
    return not (acted_on | _NEED_OR_WAIT | {"your"}).intersection(words)


def _offers(words: tuple[str, ...]) -> bool:
    """Whether a first person offers, regrets or does not know."""
    if len(words) <= 1:
        return False
    verb, behind = words[1], words[2:]
    if len(words) > 3 and verb in PASTS and _left_it_so(words):
        return True
    if verb in _POSSIBLY:
        return not _OUTCOMES.intersection(words)
    if verb in _THINKING_VERBS:
        acted_on = _OUTCOMES | GERUNDS.keys() | {"on", "done", "set", "off"}
        return not acted_on.intersection(behind)
    if behind and verb == "will":
        return bool(_CONDITIONS_OF_HELP.intersection(behind))
    if behind and verb == "have":
        return behind[0] in {"no", "nothing", "to", "only"}
    return _does_regularly(words)


def _left_it_so(words: tuple[str, ...]) -> bool:
    """Whether it is "I found no" or "I left it as it was"."""
    return words[2] == "no" or words[-3:] == ("as", "it", "was")


def _does_regularly(words: tuple[str, ...]) -> bool:
    """Whether a verb in the present tells what is done in general: "I set timers"."""
    verb = words[1]
    is_present = verb in BASES and verb not in PASTS and verb != "keep"
    return is_present and not {"now", "hereby", "already"}.intersection(words)


def _tells_what_you_can(words: tuple[str, ...]) -> bool:
    """Whether "you can" or "you will need to" do something, and not enjoy what was done."""
    if words[1:2] == ("have",) and words[2:3] != ("to",):
        return False
    enjoyed = _ENJOYING_VERBS - {"say", "check", "look", "have"}
    if enjoyed.intersection(words[1:5]) or {"now", "already"}.intersection(words[:5]):
        return False
    return bool((_MODALS | {"will", "want", "could", "would"}).intersection(words[1:3]))


_RULES: dict[str, Callable[[tuple[str, ...]], bool]] = {
    "i": _offers,
    "we": _offers,
    "you": _tells_what_you_can,
}
"""What decides for the persons that a clause may begin with."""


def _advises_or_informs(words: tuple[str, ...]) -> bool:
    verb, follows = words[0], words[1:2]
    is_wait = verb == "wait" and follows not in {(), ("and",), ("a",)}
    if verb in _ENJOYING_VERBS - {"say"} and not is_wait:
        return False
    if verb in _ADVISING_VERBS and words[-1] not in {"now", "done"}:
        return _advises(words)
    return _is_general(words)


def _advises(words: tuple[str, ...]) -> bool:
    """Whether an order to the user is advice, and does not lead him to what was done."""
    if "your" in words[:5] and _SHOWING_THINGS.intersection(words):
        return False
    return len(words) > 1 and words[1] not in {"is", "are", "for"}


def _is_general(words: tuple[str, ...]) -> bool:
    """Whether it tells how things are in general, not how a thing is now."""
    if len(words) <= 3 or _tells_of_this_moment(words) or _tells_of_an_act(words):
        return False
    if words[0] in {"the", "this", "these"} and _tells_of_the_thing(words):
        return False
    return _has_a_verb(words) and not _is_in_a_state(words)


def _tells_of_this_moment(words: tuple[str, ...]) -> bool:
    if _OUTCOMES.intersection(words) or _HERE.intersection(words[:2]):
        return True
    return "your" in words and not _POSSIBLY.intersection(words)


def _tells_of_an_act(words: tuple[str, ...]) -> bool:
    """Whether a past or a future is told: "have set", "was", "booked"."""
    if _PAST_OR_FUTURE.intersection(words) or (words[0] in PASTS and words[0] not in BASES):
        return True
    return any(one == "have" and follows in PASTS for one, follows in pairwise(words))


def _tells_of_the_thing(words: tuple[str, ...]) -> bool:
    """Whether "the lamp" or "this" is told to be so, or was acted on."""
    if not _MODALS.intersection(words) and (
        words[1] in DEVICES or {"is", "are", "'s"}.intersection(words[2:3])
    ):
        return True
    is_acted_on = bool((GERUNDS.keys() | PASTS.keys()).intersection(words[:6]))
    return is_acted_on or bool(STATES.intersection(words))


def _has_a_verb(words: tuple[str, ...]) -> bool:
    """Whether it has a verb of general truths, or one like "costs" near its beginning."""
    if (_COPULAS | _MODALS).intersection(words):
        return True
    return any(len(one) > 3 and one.endswith("s") and one not in THINGS for one in words[1:4])


def _is_in_a_state(words: tuple[str, ...]) -> bool:
    """Whether something is said to be on, open or being done."""
    states = STATES | GERUNDS.keys() | {"on"}
    return any(
        one in {"is", "are"} and states.intersection(words[at + 1 : at + 3])
        for at, one in enumerate(words)
    )


def is_addition(clause: tuple[str, ...]) -> bool:
    """Whether a piece behind a clause says nothing by itself: "Oak Street 4", "for the alarm".

    Args:
        clause: Its words, with the marks between them.
    """
    verbs = PASTS.keys() | GERUNDS.keys() | STATES | _OUTCOMES | _STATING_VERBS
    is_joined = clause[0] in _LINKS or len(clause) <= 4
    return is_joined and not verbs.intersection(clause)
