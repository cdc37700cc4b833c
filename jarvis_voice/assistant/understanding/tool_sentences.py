"""Turns the sentences of each tool into hassil intents for the grammar.

Invariant: a slot of a template is a list of that tool's alone, so two tools may name their slots
alike; a bad template is left out and reported, and the others hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from jarvis_voice.assistant.understanding.template_book import TemplateBook
from jarvis_voice.assistant.understanding.template_size import too_long
from jarvis_voice.assistant.understanding.tool_words import Choice, ToolWords
from jarvis_voice.tools.registry import Tool

LONGEST_SHOWN = 200
"""Characters of a template that a problem quotes."""

MOST_LEADS = 500
"""Ways to ask for what takes all that is behind them."""

_SLOT = re.compile(r"\{(\w+)\}")
_ANYTHING = "_rest"
"""A slot of any words that are not handed on."""
_SPEAKABLE = re.compile(r"[\w' -]+\Z")


@dataclass(frozen=True, slots=True)
class ToolSentences:
    """The intents and lists that the tools of this machine add to the grammar.

    Attributes:
        words: Each tool's arguments as they are said, by the name of its intent.
        intents: The intents, as a sentence file holds them.
        lists: The lists of their slots.
        problems: What is wrong with templates that were left out, for the user.
    """

    words: Mapping[str, ToolWords] = field(default_factory=dict)
    intents: Mapping[str, Any] = field(default_factory=dict)
    lists: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


def sentences_of(tools: Iterable[Tool], book: TemplateBook) -> ToolSentences:
    """The sentences of the tools.

    Args:
        tools: Those that exist here.
        book: Knows templates, and the rules that they may name.
    """
    words: dict[str, ToolWords] = {}
    intents: dict[str, Any] = {}
    lists: dict[str, Any] = {}
    problems: list[str] = []
    for tool in tools:
        if tool.meaning in words:
            problems.append(f"The tool {tool.name}: another one has its sentences.")
            continue
        words[tool.meaning] = of = ToolWords.of(tool)
        lists |= {list_of(of, slot): _list(of, slot) for slot in of.kinds}
        blocks: dict[str, dict[str, Any]] = {}
        leads: set[str] = set()
        for template, fixed in tool.sentences.items():
            if mistake := _mistake(template, fixed, of, book):
                shown = str(template)[:LONGEST_SHOWN]
                problems.append(f'The tool {tool.name}: "{shown}" {mistake}.')
            else:
                # hassil prepares each block anew for each sentence it hears: as few as can be
                alike = repr(sorted(fixed.items()))
                block = blocks.setdefault(alike, {"sentences": [], "slots": dict(fixed)})
                block["sentences"].append(named(template, of))
                leads |= _leads(template, of)
        words[tool.meaning] = replace(of, leads=frozenset(leads))
        intents[tool.meaning] = {"data": [*blocks.values()]}
    return ToolSentences(words, intents, lists, tuple(problems))


def named(template: str, words: ToolWords) -> str:
    """The template with its slots as lists of that tool's alone."""
    return _SLOT.sub(
        lambda slot: (
            f"{{{list_of(words, slot[1])}:{slot[1]}}}" if slot[1] in words.kinds else slot[0]
        ),
        template,
    )


def list_of(words: ToolWords, slot: str) -> str:
    """The name of the list of one slot of one tool."""
    return f"{words.name}__{slot}"


def _leads(template: str, words: ToolWords) -> set[str]:
    """The words before the argument that takes all behind them; none where it is not the last."""
    from hassil import parse_sentence
    from hassil.sample import sample_expression

    before, slot, behind = template.rpartition(f"{{{words.verbatim}}}")
    if not (words.verbatim and slot) or behind.strip() or "{" in before or "<" in before:
        return set()
    said = islice(sample_expression(parse_sentence(before).expression, {}, {}), MOST_LEADS)
    return {" ".join(one.lower().split()) for one in said}


def _list(words: ToolWords, slot: str) -> dict[str, Any]:
    kind = words.kinds[slot]
    if not isinstance(kind, Choice):
        return {"wildcard": True}
    spoken = [said for said in kind.spoken if _SPEAKABLE.match(said)]
    return {"values": [{"in": said, "out": said} for said in spoken]}


def _mistake(template: Any, fixed: Any, words: ToolWords, book: TemplateBook) -> str | None:
    """What is wrong with a template, or None."""
    if not isinstance(template, str) or not isinstance(fixed, Mapping):
        return "is no sentence with its arguments"
    as_named = named(template, words)
    if not book.knows(as_named) and (mistake := too_long(template) or book.mistake(as_named)):
        return mistake
    slots = set(_SLOT.findall(template)) - {_ANYTHING}
    if unknown := sorted((slots | fixed.keys()) - words.kinds.keys()):
        return f'names "{unknown[0]}", which is no argument that can be said'
    if missing := sorted(words.needed - slots - fixed.keys()):
        return f'says no "{missing[0]}"'
    if unknown := sorted(book.facts(as_named).rules - book.rules.keys()):
        return f'names the unknown rule "{unknown[0]}"'
    return None
