"""Decides whether a verb and its object are an act on the user's world. Pure."""

from __future__ import annotations

from jarvis_voice.language.en.reports.act_things import OWN, TEXTUAL, THINGS
from jarvis_voice.language.en.reports.act_verbs import BASES, GERUNDS, LIGHT, LOOKING, PASTS
from jarvis_voice.language.en.reports.clause_words import (
    DETERMINERS,
    EMPTY,
    Reading,
    has_pair,
    past_adverbs,
    rest_of,
    word_table,
)

_UNFORGOTTEN = word_table(
    "forget forgotten fail failed miss missed hesitate hesitated neglect only"
)


_PARTICLES = word_table("on off up down out away over back")


_TEXTS = word_table("spelling grammar text sentence sentences wording punctuation code draft facts")


_GIVING = word_table("give close feed water wash clean empty fill wind")


_EDITING = LIGHT | word_table(
    "set update replace adjust include open close place save copy delete skip reduce remove reply "
    "answer extend increase correct improve schedule plan arrange organise organize share use "
    "process swap trim reset flag highlight insert break note start resume text message"
)


WEAK = word_table(
    "reply answer follow extend share close enter add reduce change adjust increase place perform "
    "process heat warm cook boil bake fill cool call start play speak charge press click tap feed "
    "water wash clean"
)


MANAGED = (
    ("taken", "care"), ("took", "care"), ("take", "care"), ("taking", "care"), ("seen", "to"),
    ("saw", "to"), ("dealt", "with"), ("managed", "to"), ("succeeded", "in"), ("made", "sure"),
    ("making", "sure"), ("passed", "on"), ("got", "around"), ("went", "ahead"), ("see", "to"),
    ("gone", "ahead"), ("took", "the"), ("taken", "the"), ("keep", "an"), ("keeping", "an"),
    ("keep", "track"), ("keep", "in"), ("make", "sure"), ("went", "through"), ("go", "through"),
    ("going", "through"), ("gone", "through"), ("had", "a"), ("have", "a"), ("took", "a"),
    ("taken", "a"), ("keep", "checking"), ("keep", "watching"), ("crossed", "off"),
)  # fmt: skip


def is_unforgotten(words: tuple[str, ...], place: int) -> bool:
    """Whether a "not" says that it was done: "I have not forgotten to lock the door"."""
    end, _ = past_adverbs(words, place)
    if end >= len(words) or words[end] not in _UNFORGOTTEN:
        return False
    rest = words[end + 1 : end + 6]
    return any(word in BASES or word in PASTS for word in rest)


def _verb_of(word: str, tense: str) -> str | None:
    if tense == "future":
        return BASES.get(word) or GERUNDS.get(word)
    return PASTS.get(word) or GERUNDS.get(word)


def is_act(words: tuple[str, ...], place: int, tense: str, how: Reading) -> bool:
    """Whether the verb at a place is an act on the user's world.

    Args:
        words: Those of the sentence.
        place: Where the verb stands.
        how: How strictly it is read.
        tense: "perfect" and "future" tell of this moment; "past" may belong to a story.
    """
    pair = words[place : place + 2]
    if pair in MANAGED and not (pair[1] == "the" and words[place + 2 : place + 3] != ("liberty",)):
        behind = words[place + 2 : place + 12]
        if pair[1] == "a":
            return "look" in behind[:2] and not how.has_looked
        if pair[1] == "through":
            return (
                not how.has_looked and bool(behind) and behind[0] not in {"a", "it", "this", "that"}
            )
        is_lookup = pair == ("keep", "in") and "mind" not in behind
        return not is_lookup and "you" not in behind[:1]
    verb = _verb_of(words[place], tense)
    if verb is None:
        return False
    rest = rest_of(words, place + 1)
    if (verb == "put" and "together" in rest) or (verb == "run" and rest[:1] in {("on",), ("in",)}):
        return False
    if rest[:1] in {("no",), ("nothing",), ("none",)} or (
        verb == "make" and rest[:2] == ("it", "a")
    ):
        return False
    if verb == "add" and "up" in rest[:3]:
        return False
    if not how.is_strict and verb in LOOKING and _TEXTS.intersection(rest):
        return False
    if not how.is_strict and verb not in LOOKING:
        if rest[:1] and rest[0] in {"my", "our", "myself"}:
            return False
        if verb in _EDITING and TEXTUAL.intersection(rest):
            return False
    if verb == "write" and "down" in rest:
        return True
    theirs = "your" in rest or has_pair(rest, "for", "you")
    if verb in LOOKING:
        is_own = (theirs and bool(OWN.intersection(rest))) or (
            bool(OWN.intersection(rest[:3])) and verb != "see" and tense != "future"
        )
        if how.has_looked:
            return False
        is_done = (
            tense in {"perfect", "past"}
            and verb not in {"find", "read", "see"}
            and not how.is_telling
        )
        if verb in {"watch", "monitor"} or words[place] in {"looking", "listening"}:
            is_done = (
                words[place] not in PASTS
                and "forward" not in rest
                and (rest[:1] in {("for",), ("the",), ("over",), ("all",), ("through",)})
            )
        return is_own or (is_done and bool(rest) and not how.is_ours and "forward" not in rest)
    things = bool(THINGS.intersection(rest))
    particle = bool(_PARTICLES.intersection(rest[:4]))
    pronoun = bool(rest) and rest[0] in EMPTY
    if verb in {"remember", "note", "memorise", "memorize", "forget"}:
        return tense != "past" and (
            how.is_strict or bool(rest) or words[place + 1 : place + 2] == ("that",)
        )
    if tense == "past" and not how.is_strict:
        if how.is_telling:
            return theirs and things
        if how.is_ours:
            is_near = pronoun and how.is_opening and len(words) <= 8 and verb not in LIGHT
            return (theirs and (things or verb not in LIGHT)) or is_near
        is_told = verb in {"tell", "ask", "reach"} and rest[:1] in {("him",), ("her",), ("them",)}
        if verb in LIGHT | WEAK:
            if words[place] in BASES and words[place] in PASTS and not theirs:  # "I set timers"
                return rest[:1] != () and rest[0] in DETERMINERS | EMPTY and (things or pronoun)
            is_given = verb in _GIVING and rest[:1] in {("the",), ("them",)}
            is_left = (
                verb in {"leave", "make", "have"} and not theirs and not (things and verb == "make")
            )
            return (theirs or things or pronoun or is_told or is_given) and not is_left
        if (
            words[place] in BASES
            and rest[:1]
            and rest[0] not in DETERMINERS | EMPTY | {"for", "up"}
        ):
            return theirs
        return True
    if how.is_ours and not how.is_talk and not how.is_strict:
        return theirs or (things and tense == "perfect" and how.is_opening)
    if verb in LIGHT:
        if verb in {"tell", "ask"}:
            return bool(rest) and rest[0] not in {"you", "myself", "a", "the", "me", "us"}
        if verb == "let":
            return "know" in rest and rest[0] != "you"
        if verb in {"make", "write", "find", "give", "pick", "get", "have"}:
            return things and (theirs or tense == "perfect" or verb == "make")
        return (
            theirs
            or things
            or (pronoun and particle)
            or (particle and verb in {"put", "bring", "pull"} and things)
        )
    if verb in {"call", "start", "play", "speak", "charge", "press", "click", "tap"}:
        return (
            theirs
            or things
            or (tense != "future" and (pronoun or not rest))
            or (
                verb == "call"
                and (
                    bool(rest) and rest[0] in {"a", "the", "them", "him", "her"} and tense != "past"
                )
            )
        )
    if how.is_telling and not theirs:
        return things and tense == "future" and how.is_strict
    if verb in WEAK:
        return theirs or things or (pronoun and tense != "future")
    return True
