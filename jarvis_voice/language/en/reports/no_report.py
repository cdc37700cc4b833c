"""Tells of a sentence that it is surely no report: a question, a refusal, an offer, advice. Pure.

Invariant: what is not surely one of these is not; where an act was asked for, only code reports.
"""

from __future__ import annotations

from jarvis_voice.language.en.reports.act_reports import reports_an_act
from jarvis_voice.language.en.reports.act_things import DEVICES, STATES, THINGS
from jarvis_voice.language.en.reports.act_verbs import BASES, GERUNDS, PASTS
from jarvis_voice.language.en.reports.clause_words import Reading, word_table
from jarvis_voice.language.en.reports.plain_words import BREAKS, PlainWords

STRICT = Reading(is_strict=True)


_ENGLISH = word_table(
    "the a an i you it is are to of and in for that on with can not do does be this what which "
    "how when where who should would could will if or have has me my your at by no please shall "
    "want like need any one there from as but am was were may more some than then so we they just "
    "sorry tell say let use open which us"
)
_ASKING = word_table(
    "shall should do does did is are am can could will would may might have has what which who "
    "whose whom where when why how want any or"
)
_PREPOSITIONS = word_table("for to at in on by from with of about and or so but since until")
_INABLE = word_table("unable impossible beyond unfortunately afraid sorry lack unavailable")
_FILLERS = word_table(
    "ok okay sure well so and but then oh hm hmm yes no right great thanks hello hi hey sorry "
    "unfortunately afraid please also first of course alright"
)
_PERCEIVING = word_table(
    "check look listen watch see enjoy expect feel hear notice relax rest consider behold smell "
    "wait welcome say ta have"
)
_IMPERATIVES = word_table(
    "ask tell say try use wait connect push pull check-in hold go press choose select tap click "
    "open call ring visit make put set turn "
    "give name pick keep take let download install sign log enter type write read send contact "
    "speak talk start stop close hold remember note be don't do search find get add remove "
    "switch lock pay book order transfer dial text mail unlock change ensure avoid"
)
_MODALS = word_table("can could may might must should need needs have usually often normally tend")
_COPULAS = word_table("is are means takes costs needs requires depends varies works lets has uses")
_TO_SAY = word_table("tell say give name choose pick want like if once let spell type")
_WILLING = word_table("can could would may might")
_COMPLETED = (STATES | word_table("now already just done finished been sure dealt arranged "
                              "delivered waiting coming way expects knows received")) - word_table(
    "open up in out back complete safe secure ready taken set clear on off down live active "
    "running playing shut closed"
)  # fmt: skip


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
    numbered = words[:2] if words[0].isdigit() and words[1:2] == (".",) else ()
    clauses = _clauses(words[len(numbered) :])
    if plain.asks:
        before = [
            one for one in clauses[:-1] if len(one) > 3 and one[0] not in _ASKING | _PREPOSITIONS
        ]
        return _asks(clauses[-1] if before else words) and all(map(_is_plain, before))
    has_asked = False
    for clause in clauses:
        is_then = has_asked and clause[:2] in {("i", "will"), ("and", "i")}
        is_added = clause is not clauses[0] and _is_addition(clause)
        if not is_then and not is_added and not _is_plain(clause):
            return False
        has_asked = has_asked or bool(_TO_SAY.intersection(clause[:6]))
    return bool(clauses)


def _is_english(words: tuple[str, ...]) -> bool:
    real = [word for word in words if word not in BREAKS]
    known = sum(word in _ENGLISH or word in _FILLERS for word in real)
    return known * 7 >= len(real)


def _clauses(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The clauses that each say something: cut at marks, and at "and" with a subject."""
    found: list[tuple[str, ...]] = []
    begin = 0
    subjects = word_table(
        "i you it the your my a he she they we that this there everything one jarvis"
    )
    for place, word in enumerate(words):
        follows = words[place + 1] if place + 1 < len(words) else ""
        cuts = (word in BREAKS - {"-"} and word not in "()") or (
            word in {"but", "so", "and", "because", "yet", "though"}
            and follows in subjects
            and (word, follows) != ("so", "that")
        )
        if cuts:
            found.append(words[begin:place])
            begin = place + 1
    found.append(words[begin:])
    return [clause for clause in found if any(word not in _FILLERS for word in clause)] or found[:1]


def _asks(words: tuple[str, ...]) -> bool:
    """Whether it really asks, and not what one sees who was served: "Can you hear it?"."""
    place = 0
    while place < len(words) and (words[place] in _FILLERS - {"or"} or words[place] in BREAKS):
        place += 1
    head = words[place : place + 5]
    if not head:
        return False
    if head[:2] in {
        ("can", "you"),
        ("do", "you"),
        ("did", "you"),
        ("are", "you"),
        ("could", "you"),
    }:
        behind = words[place + 2 : place + 5]
        if word_table("hear see feel notice enjoying smell like").intersection(behind[:1]) and (
            word_table("it that this now the").intersection(behind[1:2]) and "or" not in words
        ):
            return False
        if "already" in words or "now" in words:
            return False
    if head[0] in {"is", "are"} and "not" in head[1:2]:
        return False
    if head[0] in {"is", "are", "did", "does", "was", "were", "has", "have"} and (
        {"now", "already", "better", "just", "not"}.intersection(words[place:])
    ):
        return False
    if head[0] == "how" and head[1:4] in {
        ("do", "you", "like"),
        ("is", "that", "for"),
        ("about", "that", "for"),
    }:
        return False
    if head[0] in {"will", "may"} and head[1:2] == ("that",):
        return True
    is_asking = bool(_ASKING.intersection(head[:1])) or (
        head[0] in _PREPOSITIONS and bool(_ASKING.intersection(head[1:4]))
    )
    if is_asking:
        return True
    return (
        "or" in words
        or bool(_ASKING.intersection(head))
        or (
            len(words) <= 6
            and not (PASTS.keys() | STATES).intersection(words)
            and head[0] not in {"better", "see"}
        )
    )


def _is_plain(clause: tuple[str, ...]) -> bool:
    """Whether one clause refuses, offers, instructs or tells how things are in general."""
    words = tuple(word for word in clause if word not in BREAKS)
    while words and words[0] in _FILLERS and len(words) > 1:
        words = words[1:]
    while words and words[0].isdigit() and len(words) > 1:  # "1. Press the button"
        words = words[1:]
    if not words or (len(words) == 1 and words[0].isdigit()):
        return True
    if not words or (len(words) == 1 and words[0] in _FILLERS | {"please"}):
        return True
    heads = words[:6]
    if words[:2] in {("not", "a"), ("not", "one")}:
        return False
    if "not" in words[:7] or _INABLE.intersection(words) or "never" in heads:
        return _refuses(words)
    if heads[0] in {"no", "nothing", "nobody", "none", "neither"}:
        return _refuses(words)
    if {"if", "when", "once", "unless", "before", "whenever", "because", "since"}.intersection(
        words[:1]
    ):
        return not {"now", "already", "just"}.intersection(words)
    if words[:2] in {("would", "you"), ("shall", "i"), ("let", "me"), ("feel", "free")}:
        return words[:2] != ("let", "me") or words[2:3] == ("know",)
    if heads[0] in {"happy", "glad"} and heads[1:2] == ("to",):
        return True
    if (
        heads[0] == "there"
        and heads[1:2] in {("is",), ("are",)}
        and heads[2:3] not in {("the",), ("your",)}
    ):
        return not (_COMPLETED | STATES | PASTS.keys() | GERUNDS.keys()).intersection(words) and (
            not {"need", "reason", "waiting", "more"}.intersection(words) and "your" not in words
        )
    if heads[0] in {"i", "we"}:
        return _is_offer(words)
    if heads[0] == "you":
        if "have" in words[1:2] and words[2:3] != ("to",):
            return False
        return (
            bool((_MODALS | word_table("will want could would")).intersection(words[1:3]))
            and (not _PERCEIVING.intersection(words[1:5]) - {"say", "check", "look", "have"})
            and not {"now", "already"}.intersection(words[:5])
        )
    is_wait = heads[0] == "wait" and heads[1:2] not in {(), ("and",), ("a",)}
    if heads[0] in _PERCEIVING - {"say"} and not is_wait:
        return False
    if heads[0] in _IMPERATIVES and not {"now", "done"}.intersection(words[-1:]):
        if "your" in words[:5] and {"monitor", "screen", "eyes", "inbox"}.intersection(words):
            return False
        return len(words) > 1 and heads[1] not in {"is", "are", "for"}
    return _is_general(words)


def _is_addition(clause: tuple[str, ...]) -> bool:
    """Whether a piece behind a clause says nothing by itself: "Oak Street 4", "for the alarm"."""
    verbs = (
        PASTS.keys()
        | GERUNDS.keys()
        | STATES
        | _COMPLETED
        | word_table("is are was were has have will i we")
    )
    is_led = clause[0] in word_table(
        "for to at in on by from with of as than such like which who where until"
    )
    return (is_led or len(clause) <= 4) and not verbs.intersection(clause)


def _refuses(words: tuple[str, ...]) -> bool:
    """Whether somebody cannot, did not, or may not: and no thing that "will not trouble you"."""
    if {"longer", "more", "need", "worry", "matter", "problem", "bother"}.intersection(words):
        return False
    if words[:4] == ("i", "would", "not", "know"):
        return True
    if {"will", "would"}.intersection(words[:4]) and "able" not in words and words[0] != "you":
        return "not" in words and words[0] == "it" and "work" in words
    return words[0] not in {"your", "the", "his", "her"} or bool(
        {"can", "unable", "not", "possible", "impossible"}.intersection(words)
        and not (PASTS.keys() | _COMPLETED).intersection(words)
    )


def _is_offer(words: tuple[str, ...]) -> bool:
    """Whether a first person offers, regrets or does not know."""
    if (
        len(words) > 3
        and words[1] in PASTS
        and ("no" in words[2:3] or words[-3:] == ("as", "it", "was"))
    ):
        return True
    if words[1] in _WILLING if len(words) > 1 else False:
        return not _COMPLETED.intersection(words)
    feelings = word_table(
        "am understand know think hope need want wish believe see suggest only do"
    )
    if len(words) > 1 and words[1] in feelings:
        state = set(words[2:]) & (_COMPLETED | GERUNDS.keys() | {"on", "done", "set", "off"})
        return not state
    if len(words) > 2 and words[1] == "will":
        return bool(word_table("need once when if after as").intersection(words[2:]))
    # in the present: what is done in general, and never "now"
    if len(words) > 2 and words[1] == "have":
        return words[2] in word_table("no nothing to only")
    return (
        len(words) > 1
        and words[1] in BASES
        and words[1] not in PASTS | {"keep": ""}
        and not ({"now", "hereby", "already"}.intersection(words))
    )


def _is_general(words: tuple[str, ...]) -> bool:
    """Whether it tells how things are in general, not how a thing is now."""
    if _COMPLETED.intersection(words) or {"it", "here", "that", "will", "there"}.intersection(
        words[:2]
    ):
        return False
    if "your" in words and not _WILLING.intersection(words):
        return False
    if {"was", "were", "had", "will", "went"}.intersection(words) or any(
        one == "have" and words[at + 1] in PASTS for at, one in enumerate(words[:-1])
    ):
        return False
    if words[0] in PASTS and words[0] not in BASES:
        return False
    of_this = words[0] in {"the", "this", "these"}
    if of_this and words[1:2] and words[1] in DEVICES and not _MODALS.intersection(words):
        return False
    if of_this and (GERUNDS.keys() | PASTS.keys()).intersection(words[:6]):
        return False
    has_verb = bool((_COPULAS | _MODALS).intersection(words)) or any(
        len(word) > 3 and word.endswith("s") and words[at] not in THINGS
        for at, word in enumerate(words[1:4], 1)
    )
    is_state = any(
        one in {"is", "are"}
        and (STATES | GERUNDS.keys() | {"on"}).intersection(words[at + 1 : at + 3])
        for at, one in enumerate(words)
    )
    return (
        has_verb
        and len(words) > 3
        and not is_state
        and not (of_this and STATES.intersection(words))
    )
