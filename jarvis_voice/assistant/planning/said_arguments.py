"""Holds a model's arguments, and the links that it points at, to the user's words. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from jarvis_voice.assistant.state import MessageState, StepState
from jarvis_voice.assistant.understanding.plausibility import OPENING_INTENTS
from jarvis_voice.assistant.url_map import host
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.types import OUR_ORIGINS, Link
from jarvis_voice.core.understanding import Understanding
from jarvis_voice.language.en.page_orders import asks_to_open
from jarvis_voice.language.en.reports.clause_words import word_table
from jarvis_voice.language.en.said_words import are_said
from jarvis_voice.tools.registry import Arguments, Tool

NOT_SAID = "You did not say all of that, so I did not do it."

_EARLIER = re.compile(r"\b(?:that|this|it|them|those|these|the same|again|yes|both)\b", re.I)
_POINTS = lazy_pattern(
    r"\b(?:that|this|it|its|them|those|these|there|again|more|ones?|same|other|another|next|last|"
    r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)|"
    r"number \w+|the (?:\w+ )?(?:page|site|website|link|article|source)s?|results?)\b",
    re.I,
)
_BY_NUMBER = lazy_pattern(
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)|"
    r"last|next|number \w+|results?)\b",
    re.I,
)
_PAGE = r"(?:web ?)?(?:page|site)|home ?page|article"
_OWNER = lazy_pattern(
    rf"\bthe (\w+) (?:{_PAGE})\b|\b(\w+)'s (?:{_PAGE})\b|"
    rf"\b(?:page|site|website|article) (?:of|from|on|by) (?:the )?(\w+)"
)
"""Whose page is spoken of: "the GitHub page", "GitHub's website", "the page of GitHub"."""

_FILE_ENDINGS = word_table(
    "pdf doc docx odt txt md csv json xml html htm py js ts jpg jpeg png gif"
)
_AROUND_ADDRESS = ".,;:!?()\"'"
_WORD = re.compile(r"[^\W_]{3,}")
_EVERYWHERE = word_table(
    "the and for from with what who how when where you your are was home page site website "
    "web official show open read tell com org net www welcome about all new one"
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


def is_all_said(
    tool: Tool, arguments: Arguments, said: str, understanding: Understanding | None = None
) -> bool:
    """Whether each argument that stands for the user's words was said.

    Args:
        tool: Whose arguments.
        arguments: As a model gave them.
        said: The words that they may come from.
        understanding: What code read in the words: another name of the same thing in it counts.
    """
    fields = type(arguments).model_fields
    for name in tool.in_words:
        value = getattr(arguments, name)
        if not value or value == fields[name].default or are_said(str(value), said):
            continue
        if not _is_other_name(tool, str(value), understanding):
            return False
    return True


def is_given_more(tool: Tool, arguments: Arguments, said: str) -> bool:
    """Whether a model gives a tool that asks then more than the user's words.

    Args:
        tool: Whose arguments.
        arguments: As a model gave them.
        said: The words that they may come from.
    """
    if not tool.asks_unless_said:
        return False
    free = {n: field for n, field in type(arguments).model_fields.items() if not _is_closed(field)}
    values = [(getattr(arguments, name), field.default) for name, field in free.items()]
    return any(
        value is not None
        and value != default
        and not isinstance(value, bool)
        and not are_said(f"{value:g}" if isinstance(value, float) else str(value), said)
        for value, default in values
    )


def _is_closed(field: FieldInfo) -> bool:
    """Whether an argument is a word of a closed list, or none."""
    kinds = (field.annotation, *get_args(field.annotation))
    return any(get_origin(kind) is Literal for kind in kinds)


def _is_other_name(tool: Tool, value: str, understanding: Understanding | None) -> bool:
    """Whether the words name the same thing by another name: "vs code" for Visual Studio Code."""
    if tool.thing_named is None or understanding is None:
        return False
    meant = OPENING_INTENTS.union(tool.fulfils) if tool.opens else frozenset(tool.fulfils)
    intents = [part.intent for part in understanding.parts if part.intent]
    names = [str(one.slots["name"]) for one in intents if one.name in meant and "name" in one.slots]
    thing = tool.thing_named(value) if names else None
    return thing is not None and any(tool.thing_named(name) == thing for name in names)


def may_point_at(
    link: Link,
    goal: str,
    named: Sequence[Link],
    memory: Sequence[StepState],
    sites: Collection[str] = (),
    *,
    opens: bool = False,
) -> bool:
    """Whether a model may point at this entry of the url_map.

    What was named or found in this turn it may; of an earlier turn, only what the words point at.
    What strangers wrote opens only where the words ask for a page, or for what it bears.

    Args:
        link: The entry.
        goal: The user's words.
        named: The sites that code read in them.
        memory: The steps of this turn.
        sites: Names of known sites, in small letters.
        opens: It is to be opened, and not only read.
    """
    if any(link.url == one.url for one in named):
        return True
    if opens and link.origin not in OUR_ORIGINS and not asks_to_open(goal, _title(link)):
        return False
    if is_found(memory):
        return True
    of_link = set(_WORD.findall(_title(link).casefold())) - _EVERYWHERE
    if _names_another(link, of_link, goal.casefold(), sites):
        return False
    return bool(_POINTS.search(goal) or of_link & set(_WORD.findall(goal.casefold())))


def _title(link: Link) -> str:
    return f"{link.title} {host(link.url)}"


def is_found(memory: Sequence[StepState]) -> bool:
    """Whether a search of this turn has found something."""
    return any(step["finds"] and step["status"] == "done" for step in memory)


def points_by_number(goal: str) -> bool:
    """Whether the words choose a result by its place: "the second one"."""
    return _BY_NUMBER.search(goal) is not None


def _names_another(link: Link, of_link: set[str], goal: str, sites: Collection[str]) -> bool:
    """Whether the words name an address or a known site, and none that this entry is of."""
    at = host(link.url)
    addresses = [one for one in map(_address_in, goal.split()) if one]
    if addresses:
        return not any(at == one or at.endswith(f".{one}") for one in addresses)
    owners = {name for found in _OWNER.findall(goal) for name in found if name}
    return bool(known := owners.intersection(sites)) and not known & of_link


def _address_in(word: str) -> str:
    """The host that a word is, or ""."""
    name = word.partition("://")[2] or word
    name = name.partition("/")[0].strip(_AROUND_ADDRESS).removesuffix("'s").removeprefix("www.")
    front, _, last = name.rpartition(".")
    is_host = len(last) > 1 and last.isalpha() and last not in _FILE_ENDINGS and "@" not in name
    return name if is_host and all(front.split(".")) else ""
