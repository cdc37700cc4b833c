"""Finds its way through the words of a clause: adverbs, ends and beginnings. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from jarvis_voice.language.en.reports.plain_words import BREAKS


def word_table(words: str) -> frozenset[str]:
    """The words of a text, as a table."""
    return frozenset(words.split())


@dataclass(frozen=True, slots=True)
class Reading:
    """How strictly a sentence is read.

    Attributes:
        has_looked: Something was looked up in this turn: to say so is no false report.
        is_telling: The text before it tells a story.
        is_opening: It is among the first sentences of an answer.
        is_strict: An act was asked for: what may be a report is one.
        is_talk: Nothing was asked for, so that nothing is told of the world either.
        is_ours: The subject is "we", which may be everybody.
    """

    has_looked: bool = False
    is_telling: bool = False
    is_opening: bool = True
    is_strict: bool = False
    is_talk: bool = False
    is_ours: bool = False


FIRST_PERSONS = word_table("i we jarvis")
"""Who speaks of itself: "jarvis" too."""

ADVERBS = word_table(
    "also just now already even then still simply quickly immediately gladly happily personally "
    "right away hereby all both successfully finally recently automatically currently really "
    "carefully promptly silently duly once only actually so probably definitely certainly gone "
    "since meanwhile indeed therefore obviously totally all fully safely instantly straight "
    "as requested ahead and well too"
)
"""Words between a verb and its parts that change nothing of what is done."""

INVERTED_VERBS = word_table(
    "shall should may can could do does did would will am are have might must"
)
"""Verbs that stand before the subject of a question."""

DETERMINERS = word_table("a an the your my our his her their its this that these those some any no")

CLAUSE_ENDS = BREAKS | word_table(
    "and or nor but because so that which who when if while unless although"
)
"""Words and marks that end a clause."""

CONDITIONS = word_table("if when once whenever until unless after each every before whether while")
"""Words that tell of a time or a case, and not of now."""

NEGATIONS = word_table("not never no nothing nobody none neither nor")

FILLERS = word_table(
    "ok okay sure alright great perfect yes yep yeah certainly absolutely good excellent right "
    "and now well so thanks thank you hi hello hey oh ah there no problem worries "
    "as wish welcome done then all right by the way ps also just here sir boss aye very "
    "happily gladly one moment night morning evening understood"
)
"""Words before a sentence that say nothing of their own."""

PRONOUNS = word_table("it that this them these those everything all")
"""What stands for a thing that was named before."""


def start_of(words: tuple[str, ...]) -> int:
    """Where the sentence begins behind "Okay, sure, by the way"."""
    place = 0
    while place < len(words):
        if words[place : place + 2] in {("got", "it"), ("of", "course")}:
            place += 2
        elif words[place] == "you" and words[place - 1 : place] != ("thank",):
            break  # it is a subject: "You shared your days"
        elif words[place] in FILLERS or words[place] in BREAKS:
            place += 1
        else:
            break
    return place


def rest_of(words: tuple[str, ...], place: int) -> tuple[str, ...]:
    """The words from a place to the end of the clause."""
    end = place + (words[place : place + 1] == ("that",))
    while end < len(words) and end < place + 12 and words[end] not in CLAUSE_ENDS:
        end += 1
    return words[place:end]


def follows(
    words: tuple[str, ...], place: int, wanted: frozenset[str] | set[str], most: int
) -> bool:
    """Whether one of these stands among the next words."""
    return any(word in wanted for word in words[place : place + most])


def past_adverbs(words: tuple[str, ...], place: int) -> tuple[int, bool]:
    """Past adverbs and asides; whether one of them says "now", "just" or "already"."""
    is_now, end = False, place
    while end < len(words):
        word = words[end]
        if word in ADVERBS:
            is_now = is_now or word in {"now", "just", "already", "hereby"}
            end += 1
        elif word in {",", "(", "\u2014", "\u2013", "-"} and end == place:
            closing = next(
                (i for i in range(end + 1, min(end + 9, len(words))) if words[i] in BREAKS), None
            )
            if closing is None or words[closing] in ".!?":
                return end, is_now
            end = closing + 1
        else:
            break
    return end, is_now


def has_pair(words: tuple[str, ...], first: str, second: str) -> bool:
    """Whether two words stand side by side."""
    return any(words[at : at + 2] == (first, second) for at in range(len(words) - 1))
