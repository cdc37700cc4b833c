"""Reads what is expected of a sentence: tools with arguments, or ways to answer in words. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from jarvis_voice.workshop.sentences.argument_match import are_alike

ANSWERS = frozenset({"talk", "ask", "refuse", "unknown"})
"""Ways to answer in words, without a tool that was run."""

NOT_JUDGED = "-"

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_NEXT_ARGUMENT = re.compile(r",(?=\s*[a-z_]+\s*=)")


@dataclass(frozen=True, slots=True)
class ExpectedStep:
    """A thing that may come of a sentence.

    Attributes:
        name: A tool's, or one of `ANSWERS`.
        arguments: What the tool's arguments must be like; others may be anything.
    """

    name: str
    arguments: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_tool(self) -> bool:
        """Whether a tool is expected."""
        return self.name not in ANSWERS

    def fits(self, action: str, arguments: Mapping[str, object]) -> bool:
        """Whether it is this action with these arguments."""
        return action == self.name and are_alike(self.arguments, arguments)


Alternative = tuple[ExpectedStep, ...]
"""Steps that are expected together; one mostly."""


def alternatives(text: str) -> tuple[Alternative, ...]:
    """What is expected of one turn; empty where it is not judged.

    Args:
        text: Such as "set_timer(length=5 minutes)|ask" or "remove_note+add_note".

    Raises:
        ValueError: It is written wrongly; says how.
    """
    if text.strip() == NOT_JUDGED:
        return ()
    return tuple(_alternative(one) for one in outside_brackets(text, "|"))


def outside_brackets(text: str, sign: str) -> Iterator[str]:
    """The pieces of a text between signs that stand in no brackets."""
    start = depth = 0
    for position, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth <= 0 and text.startswith(sign, position) and position >= start:
            yield text[start:position]
            start = position + len(sign)
    yield text[start:]


def _alternative(text: str) -> Alternative:
    return tuple(_step(one.strip()) for one in outside_brackets(text, "+"))


def _step(text: str) -> ExpectedStep:
    name, bracket, rest = text.partition("(")
    name = name.strip()
    if not _NAME.match(name):
        raise ValueError(f'"{text}" is no name of a tool, and none of {_known()}')
    if not bracket:
        return ExpectedStep(name)
    if not rest.endswith(")"):
        raise ValueError(f'the bracket of "{text}" is not closed at the end')
    if name in ANSWERS:
        raise ValueError(f'"{name}" has no arguments')
    return ExpectedStep(name, dict(_argument(one) for one in _NEXT_ARGUMENT.split(rest[:-1])))


def _argument(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not _NAME.match(name.strip()):
        raise ValueError(f'"{text.strip()}" is no argument: write name=value')
    return name.strip(), value.strip()


def _known() -> str:
    return ", ".join(sorted(ANSWERS))
