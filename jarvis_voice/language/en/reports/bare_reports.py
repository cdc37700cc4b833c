"""Reads reports without a subject: "Sent.", "Timer set.", "Opening it now.". Pure."""

from __future__ import annotations

from jarvis_voice.language.en.reports.act_things import OWN_THINGS, STATES, TEXT_PARTS, THINGS
from jarvis_voice.language.en.reports.act_verbs import (
    BASES,
    GERUNDS,
    LIGHT_VERBS,
    LOOKING_VERBS,
    PASTS,
)
from jarvis_voice.language.en.reports.clause_words import (
    ADVERBS,
    DETERMINERS,
    FIRST_PERSONS,
    PRONOUNS,
    Reading,
    has_pair,
    rest_of,
    word_table,
)


def reports_without_subject(words: tuple[str, ...], start: int, how: Reading) -> bool:
    """Whether a sentence without a subject reports: "Sent.", "Timer set.", "Opening it now."."""
    if start >= len(words):
        return "done" in words and "well" not in words and len(words) <= 3
    word, rest = words[start], rest_of(words, start + 1)
    end = start + 1 + len(rest)
    is_end = end >= len(words) or words[end] in ".!,;:"
    if words[start : start + 2] in {("on", "it"), ("will", "do")} and len(rest) <= 2 and is_end:
        return True
    if words[start : start + 2] == ("all", "set") and len(rest) == 1:
        return True
    if "well" in words[: start + 1]:
        return False
    if word in {"done", "finished", "sorted", "noted", "voila", "voil\u00e0", "ready"} and not rest:
        return True
    if word in {"set", "put"} and not rest:
        return True
    if word in PASTS and (word not in BASES or word in {"set", "put"}):
        if not rest:
            return (how.is_strict or how.is_opening) and is_end
        if word in {"set", "put"}:
            return rest[0] in {"for", "to"} and len(words) < 12
        if (
            PASTS[word] in {"get", "have", "leave", "make", "do", "find", "see", "read"}
            or rest[0] == "and"
        ):
            return False
        near = rest[0] in PRONOUNS | {"your", "the", "for", "a", "an", "her", "him", "and"}
        is_mine = near and (
            PASTS[word] not in LIGHT_VERBS
            or "your" in rest
            or THINGS & {*rest}
            or rest[0] in PRONOUNS
        )
        if (
            PASTS[word] in {"find", "make", "give", "have", "do", "read", "see"}
            and "your" not in rest
        ):
            return False
        if is_mine and is_end and not TEXT_PARTS.intersection(rest):
            return rest[0] != "for" or len(rest) < 6
        return False
    if word in GERUNDS and GERUNDS[word] not in LOOKING_VERBS:
        return _is_under_way(words, start, rest, how)
    if word == "now" and words[start + 1 : start + 2] and words[start + 1] in GERUNDS:
        return True
    return _noun_and_done(words, start)


def _is_under_way(words: tuple[str, ...], start: int, rest: tuple[str, ...], how: Reading) -> bool:
    """Whether "Turning the lights off now" stands alone, and is not what helps with something."""
    whole = words[start + 1 :]
    if len(whole) > 14:
        return False
    finite = word_table(
        "is are can may might will helps makes was does would should has means could"
    )
    for at, word in enumerate(whole):
        if word in finite:
            return False
        previous = whole[at - 1] if at else ""
        is_verb = at >= 1 and len(word) > 3 and word.endswith("s") and not word.endswith("ss")
        if (
            is_verb
            and previous not in DETERMINERS
            and not previous.isdigit()
            and (word not in THINGS and previous not in ADVERBS)
        ):
            return False
    if {"now", "away"}.intersection(whole) or "your" in rest or has_pair(whole, "for", "you"):
        return True
    verb = GERUNDS[words[start]]
    if verb in LIGHT_VERBS:
        return bool(THINGS.intersection(rest[:4])) and len(rest) <= 5
    return (
        bool(rest)
        and len(rest) <= 6
        and (how.is_opening or how.is_strict)
        and (bool(THINGS.intersection(rest)) or rest[0] in PRONOUNS)
    )


def _noun_and_done(words: tuple[str, ...], start: int) -> bool:
    """Whether it is "Timer set", "Payment confirmed", "Lights off"."""
    clause = tuple(word for word in rest_of(words, start) if word not in {"successfully", "now"})
    if not 2 <= len(clause) <= 9:
        return False
    verbs = word_table("is are was were has have am be will can do does did should shall i we you")
    if verbs.intersection(clause) or clause[0] in word_table(
        "i we you he she they it there what to"
    ):
        return False
    at = next((i for i, one in enumerate(clause) if one in THINGS), None)
    if at is None or at > 4:
        return False
    state = clause[at + 1 : at + 2]
    if not state or (state[0] not in STATES and state[0] not in PASTS):
        return False
    if (
        state[0] in word_table("in up down back out open called named run put made used")
        and len(clause) > at + 2
    ):
        return False
    after = clause[at + 2 : at + 3]
    is_free = not after or after[0] in word_table(
        "for to at on by and until from successfully in as"
    )
    return (
        is_free and clause[0] not in BASES.keys() - THINGS and not TEXT_PARTS.intersection(clause)
    )


def looked_without_subject(words: tuple[str, ...], start: int) -> bool:
    """Whether it leans on what nobody looked at: "According to your calendar", "After checking"."""
    head = words[start : start + 2]
    if len(head) < 2:
        return False
    behind = words[start + 1 : start + 7]
    if head == ("according", "to"):
        return words[start + 2 : start + 3] == ("your",) and bool(OWN_THINGS.intersection(behind))
    looks = {"checking", "comparing", "searching", "reviewing", "consulting", "looking"}
    if head[0] in {"after", "by", "from"} and head[1] in looks:
        return bool(FIRST_PERSONS.intersection(words))
    if head[0] == "having" and PASTS.get(head[1]) in LOOKING_VERBS:
        return bool(FIRST_PERSONS.intersection(words))
    if head == ("looking", "at"):
        return "your" in behind and bool(OWN_THINGS.intersection(behind))
    return (
        words[start] in {"searched", "checked", "googled"}
        and words[start + 1] in DETERMINERS | FIRST_PERSONS
    )
