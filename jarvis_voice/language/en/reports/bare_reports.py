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

_ONE_WORD_REPORTS = word_table("done finished sorted noted voila voil\u00e0 ready set put")
_DEALINGS = word_table(
    "payment order booking request reservation transfer delivery message command task purchase "
    "subscription appointment"
)
_DEALT_WITH = word_table(
    "received placed confirmed executed completed processed accepted fulfilled approved done "
    "complete cancelled cleared"
)
_TOLD_IN_STORIES = word_table("get have leave make do find see read")
"""Verbs whose past begins many a sentence that is no report: "made of wood", "left alone"."""
_OBJECTS_OF_REPORTS = PRONOUNS | word_table("your the for a an her him")


def reports_without_subject(words: tuple[str, ...], start: int, how: Reading) -> bool:
    """Whether a sentence without a subject reports: "Sent.", "Timer set.", "Opening it now.".

    Args:
        words: Those of the sentence.
        start: Where it begins behind words that say nothing of their own.
        how: How strictly it is read.
    """
    if start >= len(words):
        return "done" in words and "well" not in words and len(words) <= 3
    word, rest = words[start], rest_of(words, start + 1)
    if _is_set_phrase(words, start, rest):
        return True
    if word == "with" and not how.is_telling and _stands_as_it_was_left(rest):
        return True
    if "well" in words[: start + 1]:
        return False
    if word in _ONE_WORD_REPORTS and not rest:
        return True
    if _stands_before_it_is(words, start) or _is_dealing(words, start):
        return True
    if word in PASTS and (word not in BASES or word in {"set", "put"}):
        return _tells_what_was_done(words, start, rest, how)
    if word in GERUNDS and GERUNDS[word] not in LOOKING_VERBS:
        return _is_under_way(words, start, rest, how)
    if word == "now" and words[start + 1 : start + 2] and words[start + 1] in GERUNDS:
        return True
    return _noun_and_done(words, start)


def _stands_before_it_is(words: tuple[str, ...], start: int) -> bool:
    """Whether what was done stands first: "Gone, it is, the reminder", "Booked they are"."""
    if words[start] not in STATES and words[start] not in PASTS:
        return False
    at = start + 1 + (words[start + 1 : start + 2] == (",",))
    is_it = words[at : at + 2] in {("it", "is"), ("they", "are"), ("that", "is")}
    return is_it and (at + 2 >= len(words) or words[at + 2] in ",.!;:")


def _is_dealing(words: tuple[str, ...], start: int) -> bool:
    """Whether it is no more than "Payment received"."""
    clause = rest_of(words, start)
    is_short = 2 <= len(clause) <= 3
    return is_short and clause[-2] in _DEALINGS and clause[-1] in _DEALT_WITH


def _stands_as_it_was_left(rest: tuple[str, ...]) -> bool:
    """Whether it is "with the volume turned down": a thing, and at once what was done to it."""
    if rest[:1] not in {("the",), ("your",)} or not THINGS.intersection(rest[1:3]):
        return False
    done = [word for word in rest[2:4] if word in PASTS and word not in BASES]
    return any(PASTS[word] not in LIGHT_VERBS - {"put"} for word in done)


def _is_set_phrase(words: tuple[str, ...], start: int, rest: tuple[str, ...]) -> bool:
    """Whether it is "On it", "Will do" or "All set"."""
    pair = words[start : start + 2]
    if pair in {("on", "it"), ("will", "do")}:
        return len(rest) <= 2 and _ends_behind(words, start, rest)
    return pair == ("all", "set") and len(rest) == 1


def _ends_behind(words: tuple[str, ...], start: int, rest: tuple[str, ...]) -> bool:
    """Whether the sentence, or a part of it that a mark ends, ends behind the clause."""
    end = start + 1 + len(rest)
    return end >= len(words) or words[end] in ".!,;:"


def _tells_what_was_done(
    words: tuple[str, ...], start: int, rest: tuple[str, ...], how: Reading
) -> bool:
    """Whether a past at the beginning reports: "Sent.", "Booked your table.", "Set for six."."""
    word, verb = words[start], PASTS[words[start]]
    is_whole = _ends_behind(words, start, rest)
    if not rest:
        return (how.is_strict or how.is_opening) and is_whole
    if word in {"set", "put"}:
        return rest[0] in {"for", "to"} and len(words) < 12
    if verb in _TOLD_IN_STORIES or (verb == "give" and "your" not in rest):
        return False
    if rest[0] not in _OBJECTS_OF_REPORTS or TEXT_PARTS.intersection(rest):
        return False
    is_act = verb not in LIGHT_VERBS or rest[0] in PRONOUNS
    is_act = is_act or "your" in rest or bool(THINGS.intersection(rest))
    is_short = rest[0] != "for" or len(rest) < 6
    return is_act and is_whole and is_short


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
    if head[0] in {"a", "one", "my"} and _is_told_by_a_look(words[start + 1 : start + 16]):
        return True
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


def _is_told_by_a_look(words: tuple[str, ...]) -> bool:
    """Whether a look that nobody took tells something: "a glance at the clock tells me"."""
    looks = {"glance", "look", "peek", "check", "search"}
    if not looks.intersection(words[:2]) or not {"at", "into", "of", "in"}.intersection(words[:3]):
        return False
    return has_pair(words, "tells", "me") or has_pair(words, "shows", "me")
