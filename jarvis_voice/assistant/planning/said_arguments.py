"""Holds a model's arguments, and the links that it points at, to the user's words. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from jarvis_voice.assistant.state import MessageState, StepState
from jarvis_voice.assistant.url_map import host
from jarvis_voice.core.types import Link
from jarvis_voice.core.understanding import Understanding
from jarvis_voice.language.en.said_words import are_said
from jarvis_voice.tools.registry import Arguments, Tool

NOT_SAID = "You did not say all of that, so I did not do it."

_EARLIER = re.compile(r"\b(?:that|this|it|them|those|these|the same|again|yes|both)\b", re.I)
_POINTS = re.compile(
    r"\b(?:that|this|it|its|them|those|these|there|again|more|ones?|same|other|another|next|last|"
    r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)|"
    r"number \w+|the (?:\w+ )?(?:page|site|website|link|article|source)s?|results?)\b",
    re.I,
)
_WORD = re.compile(r"[^\W_]{3,}")
_EVERYWHERE = frozenset(
    (
        *("the", "and", "for", "from", "with", "what", "who", "how", "when", "where"),
        *("you", "your", "are", "was", "home", "page", "site", "website", "web"),
        *("official", "show", "open", "read", "tell", "com", "org", "net", "www"),
        *("welcome", "about", "all", "new", "one"),
    )
)


def said_for(
    goal: str, messages: Sequence[MessageState], understanding: Understanding | None
) -> str:
    """The words that arguments of this turn may come from.

    Args:
        goal: What is wanted, as a sentence.
        messages: The conversation before it; its last turn counts where the goal points at it.
        understanding: What code read in the words, follow-ups and corrections with it.
    """
    parts = understanding.parts if understanding else ()
    slots = [str(one) for p in parts if p.intent for one in p.intent.slots.values()]
    said = [goal, *slots]
    if _EARLIER.search(goal):
        answers = list(takewhile(lambda one: one["role"] == "assistant", reversed(messages)))
        said += [one["text"] for one in messages[-len(answers) - 1 :]]
    return " . ".join(said)


def is_all_said(tool: Tool, arguments: Arguments, said: str) -> bool:
    """Whether each argument that stands for the user's words was said."""
    fields = type(arguments).model_fields
    for name in tool.in_words:
        value = getattr(arguments, name)
        if value and value != fields[name].default and not are_said(str(value), said):
            return False
    return True


def may_point_at(link: Link, goal: str, named: Sequence[Link], memory: Sequence[StepState]) -> bool:
    """Whether a model may point at this entry of the url_map.

    What was named or found in this turn it may; of an earlier turn, only what the words point at.
    """
    if any(step["finds"] and step["status"] == "done" for step in memory):
        return True
    if any(link.url == one.url for one in named) or _POINTS.search(goal):
        return True
    of_link = set(_WORD.findall(f"{link.title} {host(link.url)}".casefold())) - _EVERYWHERE
    return bool(of_link & set(_WORD.findall(goal.casefold())))
