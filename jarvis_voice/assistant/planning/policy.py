"""Decides which tools a model may choose in a step and which arguments may leave. Pure.

Invariant: text that strangers wrote can narrow what is possible and never widen it.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from jarvis_voice.assistant.planning.rules import ALL_RULES, Rule
from jarvis_voice.assistant.state import StepState
from jarvis_voice.core.types import OUR_ORIGINS, Link
from jarvis_voice.tools.registry import Registry, Tool

_WORD = re.compile(r"[^\W_]+", re.UNICODE)
LEAST_TELLING = 4
"""Letters of a word that can tell something about a person; digits tell at any length."""

LEAST_HIDDEN = 6
"""Letters of a word that is looked for when it is spelled, split, run in or written backwards."""

LEAST_STEM = 5
_NAME = re.compile(r"\b(?:is|are|named|called) ([A-Z][a-z]{1,2})\b")
"""A short name, as facts have it: "my son is Ben"."""

_ENCODED = re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}")


def possible_tools(
    registry: Registry,
    goal: str,
    memory: Sequence[StepState],
    links: Sequence[Link],
    *,
    is_late: bool,
    rules: frozenset[Rule] = ALL_RULES,
) -> tuple[Tool, ...]:
    """The tools that a model may choose from in this step.

    Args:
        registry: All that exist.
        goal: The user's own words.
        memory: The turn so far.
        links: The url_map.
        is_late: The soft limit is reached: nothing further is looked up.
        rules: Those that hold.
    """
    is_held = Rule.WEB_IS_DATA in rules
    beside_web_text = is_held and (
        any(step["untrusted"] for step in memory)
        or any(link.origin not in OUR_ORIGINS for link in links)
    )
    return tuple(
        tool
        for tool in registry
        if (links or not tool.takes_link)
        and not (is_late and Rule.BOUNDED in rules and tool.is_material)
        and (tool.is_read_only or not is_held or _is_asked(tool, goal, by_name=beside_web_text))
    )


def _is_asked(tool: Tool, goal: str, *, by_name: bool) -> bool:
    return is_named(tool, goal) if by_name else tool.is_asked_in(goal)


def is_named(tool: Tool, goal: str) -> bool:
    """Whether the user's own words name this act; a tool nobody has words for is named by name."""
    if tool.asked_by:
        return tool.is_asked_in(goal)
    return set(tool.name.split("_")) <= set(_WORD.findall(goal.lower()))


def leaks(arguments: Mapping[str, Any], goal: str, secrets: Iterable[str]) -> bool:
    """Whether arguments carry words of what the user confided, that this turn's words do not hold.

    A word is also known when it is inflected, spelled out, split, run into others, written
    backwards, in hexadecimal or in base64. A paraphrase is not.

    Args:
        arguments: What would leave the machine.
        goal: The user's own words: what is said aloud now is meant to be used.
        secrets: Facts that are kept about the user.
    """
    texts = _texts(arguments.values())
    texts += [plain for text in texts for plain in _decoded(text)]
    said, said_in_one = set(_words([goal])), _in_one(goal)
    sent = [word for word in dict.fromkeys(_words(texts)) if word not in said]
    sent_in_one = _in_one(" ".join(texts))
    return any(
        any(_is_alike(word, one) for one in sent)
        or (len(word) >= LEAST_HIDDEN and word not in said_in_one and _holds(sent_in_one, word))
        for word in _telling(secrets)
        if not any(_is_alike(word, one) for one in said)
    )


def _telling(secrets: Iterable[str]) -> set[str]:
    """The words of what is kept that tell something about somebody."""
    kept = list(secrets)
    names = {name.casefold() for text in kept for name in _NAME.findall(text)}
    return (set(_tokens(kept)) - _COMMON) | names


def _is_alike(word: str, other: str) -> bool:
    """Whether two words are one in two forms: "allergic" and "allergies"."""
    shared = sum(
        1 for _ in takewhile(lambda both: both[0] == both[1], zip(word, other, strict=False))
    )
    return word == other or shared >= max(LEAST_STEM, min(len(word), len(other)) - 1)


def _in_one(text: str) -> str:
    """All letters and digits of a text, run together."""
    return "".join(_WORD.findall(text.casefold()))


def _holds(letters: str, word: str) -> bool:
    return word in letters or word[::-1] in letters


def _decoded(text: str) -> list[str]:
    """What stands in a text in hexadecimal or base64, as far as it is text."""
    found: list[str] = []
    for run in _ENCODED.findall(text):
        bare = run.rstrip("=")
        for decode in (bytes.fromhex, _from_base64):
            try:
                found.append(decode(bare).decode())
            except (ValueError, binascii.Error):
                continue
    return found


def _from_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(
        text.replace("+", "-").replace("/", "_") + "=" * (-len(text) % 4)
    )


def _words(texts: Iterable[str]) -> list[str]:
    return [word.casefold() for text in texts for word in _WORD.findall(text)]


def _tokens(texts: Iterable[str]) -> list[str]:
    words = _words(texts)
    return [w for w in words if len(w) >= LEAST_TELLING or any(sign.isdigit() for sign in w)]


def _texts(values: Iterable[Any]) -> list[str]:
    return [str(value) for value in values if not isinstance(value, bool)]


_COMMON = frozenset(
    (
        *("about", "after", "also", "always", "because", "been", "before", "best", "birthday"),
        *("called", "city", "could", "every", "favorite", "favourite", "from", "have", "here"),
        *("home", "into", "like", "live", "lives", "love", "made", "much", "name", "named"),
        *("never", "number", "official", "only", "over", "parked", "place", "site", "some"),
        *("than", "that", "their", "them", "then", "there", "they", "this", "today", "tomorrow"),
        *("very", "want", "website", "went", "were", "what", "when", "where", "which", "will"),
        *("with", "work", "works", "would", "year", "years", "your", "user", "told", "online"),
    )
)
"""Words that are in many facts and tell nothing about anybody."""
