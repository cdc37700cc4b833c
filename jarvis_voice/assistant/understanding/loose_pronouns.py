"""Tells whether a question leans on a word that nothing explains: "when was he born". Pure.

Invariant: no search can answer such a question; an "it" that stands for nothing leans on nothing.
"""

from __future__ import annotations

import re

from jarvis_voice.assistant.understanding.follow_up import POINTS_AT_NOTHING

_MOST_WORDS = 10
_PERSON = r"(?:it|he|she|they|that|this)"
_AT_THE_END = re.compile(
    r".*\b(?:on|of|in|for|about|from|with|to|at|by|near|behind|does|did|do|"
    r"(?:open|spell|write|wrote|make|made|do|buy|build|built|find|use|fix|directed|invented|sing|"
    r"sang|mean|cook|clean|say|pronounce)) (?:it|that|this|them|him|her|these|those|that one|"
    r"this one)(?: (?:now|again|today|there))?",
    re.I,
)
_INSIDE = re.compile(
    r"(?:how(?: \w+){0,2}|when|where|why|who|what|which one|(?:what|which) (?:time|colou?r|kind|"
    r"size|shape|year|price|language|brand|model|team|country|city)) "
    rf"(?:is|was|are|were|does|did|do|will|has|have|had|can) {_PERSON}(?: (?!to\b)\w+){{0,2}}",
    re.I,
)
_THERE = re.compile(
    r".*(?<!\bis)(?<!\bare)(?<!\bwas)(?<!\bwere)(?<!\bbe)(?: (?:over|up|down))? there"
    r"(?: now| today)?",
    re.I,
)
_HOW_LONG = re.compile(
    r"how (?:much|many|long)(?: (?:more|longer|time|minutes|is|left|to go|still)){0,6}",
    re.I,
)
_ONE = re.compile(
    r".*\bthe (?:other|first|second|third|last|next|longer|shorter|bigger|smaller) one", re.I
)
_OF_IT = re.compile(
    r"(?:that|it) (?:an?|per|as|in|into|over|about|of|on|for|each)\b.*|"
    r"is it (?:nearly|almost|still) \w+|(?:which|what)(?: one)? (?:finishes|ends|rings|goes off|"
    r"is up|"
    r"comes) (?:first|next|last)", re.I
)  # fmt: skip
"""Asks for more of what was said before, which nobody knows."""
_OF_WEATHER = re.compile(
    r"\b(?:it|that) (?:rain|snow|freeze|hail|get (?:dark|cold|light|hot)|(?:take|cost)s? to)\b",
    re.I,
)


def leans(question: str) -> bool:
    """Whether a question to the web has an "it", a "there" or a "one" that is not said.

    Args:
        question: As it would be searched for, its known pronouns spelt out.
    """
    line = question.strip(" .,!?")
    if len(line.split()) > _MOST_WORDS or POINTS_AT_NOTHING.search(line):
        return False
    if _OF_WEATHER.search(line):
        return False
    forms = (_AT_THE_END, _INSIDE, _THERE, _HOW_LONG, _ONE, _OF_IT)
    return any(form.fullmatch(line) for form in forms)
