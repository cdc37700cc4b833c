"""Tells whether a turn asks that something is written in a notation: JSON, a tool call. Pure.

Invariant: a call that the user wants to read is a text, and nobody carries it out.
"""

from __future__ import annotations

import re

from jarvis_voice.core.lazy_pattern import lazy_pattern

_LONGEST = 1_000
_CALLS = (
    r"(?:(?:tool|function|api|rest|http|rpc|method)[- ]?(?:calls?|requests?|calling|invocations?))"
)
_NOTATION = rf"(?:json\w*|ya?ml|xml|toml|payloads?|open ?api|syntax|schemas?|{_CALLS})"
_MAKE = (
    r"(?:write|show|give|make|generate|create|print|produce|compose|draft|see|need|want|like|"
    r"output|return|build|type|render|sketch|provide|have|get)"
)
_SOME = (
    r"(?:an?|the|some|one|any|valid|small|short|simple|sample|example|minimal|raw|plain|possible|"
    r"corresponding|matching|your)"
)
_WRITTEN = lazy_pattern(
    rf"\b{_MAKE}(?: me| us| up| out| down)* (?:{_SOME} (?:(?!list|notes?\b|reminder|timer|"
    rf"alarm)[\w-]+ ){{0,5}}?)?{_NOTATION}\b|"
    rf"\b(?:how|what) (?:[\w-]+ ){{0,6}}?{_NOTATION}\b.*\b(?:looks?|is|be|written|works?|like|"
    rf"called)\b|"
    rf"\bwhat(?:'s| is| are) (?:the |a )?{_NOTATION}\b|"
    rf"\b(?:in|as|into) (?:(?:an?|valid|raw|plain|the|form of) )*{_NOTATION}\b|"
    rf"\b(?:convert|turn|translate|change|transform|rewrite|format)\b.*\b(?:to|into|as) (?:\w+ )?"
    rf"{_NOTATION}\b|"
    rf"\b(?:examples?|samples?|snippets?) (?:of|for|in|with)\b.*\b{_NOTATION}\b|"
    rf"\b{_NOTATION} (?:examples?|samples?|snippets?|objects?|code|text|string|block)\b|"
    r"\"(?:name|action|arguments|tool|function)\"\s*:",
    re.I,
)
_RUNS = lazy_pattern(
    r"\b(?:run|execute|apply|perform|carry out|use|send|submit)(?: (?:it|that|this|"
    r"them))?\s*(?:\Z|[.,!]|"
    r"\b(?:now|for me|please|too|afterwards|right away)\b)",
    re.I,
)
_OF_A_CALL = lazy_pattern(
    rf"\b(?:{_CALLS}|calls?|commands?|requests?|invocations?|actions?)\b", re.I
)


def asks_for_notation(goal: str) -> bool:
    """Whether something is to be written in a notation, and not to be done."""
    line = goal[:_LONGEST]
    return _WRITTEN.search(line) is not None and _RUNS.search(line) is None


def asks_for_call(goal: str) -> bool:
    """Whether what is to be written is a call itself: no lookup is wanted either."""
    return asks_for_notation(goal) and _OF_A_CALL.search(goal[:_LONGEST]) is not None
