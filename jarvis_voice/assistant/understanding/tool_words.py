"""Reads a tool's arguments from words: free words, one of a list, a number. Pure.

Invariant: all that is known about argument types on the way from a sentence to a tool is in here;
what does not fit the tool's own schema is None, never bent to fit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from jarvis_voice.language.en.spoken_numbers import numerals
from jarvis_voice.tools.registry import TO_BE_TOLD, TOO_LONG, Tool

URL_INDEX = "url_index"
"""The argument that no sentence says: a planner points it at a result."""

_PERCENT = re.compile(r"\s*(?:%|per ?cent)\s*\Z", re.I)
_MINUS = re.compile(r"(?:minus|negative|-)\s*", re.I)
_ARTICLE = re.compile(r"(?:(?:the|this|on|for|by|at|a|an)\s+)+", re.I)
_NUMERAL = re.compile(r"\d+(?:\.\d+)?\Z|\.\d+\Z")


@dataclass(frozen=True, slots=True)
class Words:
    """An argument of free words; keeps their capitals."""

    def read(self, said: str) -> Any:
        """The words, or None when there are none."""
        return said or None


@dataclass(frozen=True, slots=True)
class Choice:
    """An argument from a closed list; the user says a space for each underscore."""

    values: tuple[Any, ...]

    @property
    def spoken(self) -> dict[str, Any]:
        """How each value is said."""
        return {_as_said(str(value)): value for value in self.values}

    def read(self, said: str) -> Any:
        """The value, or None when it is none of them; "the weekend" is weekend."""
        words = _as_said(said)
        spoken = self.spoken
        return spoken.get(words, spoken.get(_ARTICLE.sub("", words, count=1)))


@dataclass(frozen=True, slots=True)
class Number:
    """An argument that is a number in words or digits, such as "thirty" or "2.5".

    Attributes:
        is_whole: Only whole numbers will do.
    """

    is_whole: bool

    def read(self, said: str) -> int | float | None:
        """The number, or None when the words are not just that."""
        words = re.sub(r"(?<=\d),(?=\d{3}\b)", "", _PERCENT.sub("", said.strip().lower()))
        minus = _MINUS.match(words)
        found = numerals(words[minus.end() if minus else 0 :].replace("-", " ").split())
        if len(found) != 1 or not _NUMERAL.match(found[0]):
            return None
        value = -float(found[0]) if minus else float(found[0])
        if not self.is_whole:
            return value
        return int(value) if value.is_integer() else None


def _as_said(value: str) -> str:
    return " ".join(value.replace("_", " ").lower().split())


Kind = Words | Choice | Number


@dataclass(frozen=True, slots=True)
class ToolWords:
    """The arguments of one tool, as the grammar reads them.

    Attributes:
        name: Of the intent that its sentences have.
        kinds: What may be said for each argument.
        needed: Arguments that a sentence must give.
        as_typed: Arguments that keep the signs that were typed.
        verbatim: The argument that takes all that stands behind the words that ask for it.
        leads: Those words, in small letters: "run this python code".
        is_read: The tool only reads.
        is_users: The user wrote its sentences.
    """

    name: str
    arguments: type[BaseModel]
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    needed: frozenset[str] = frozenset()
    as_typed: frozenset[str] = frozenset()
    verbatim: str = ""
    leads: frozenset[str] = frozenset()
    is_read: bool = False
    is_users: bool = False

    @classmethod
    def of(cls, tool: Tool) -> ToolWords:
        """What the schema of a tool says."""
        fields = tool.arguments.model_fields
        kinds = {name: kind for name, info in fields.items() if (kind := _kind(info.annotation))}
        kinds.pop(URL_INDEX, None)
        needed = frozenset(n for n, info in fields.items() if info.is_required()) - {URL_INDEX}
        as_typed = frozenset(tool.as_typed) | {tool.verbatim} - {""}
        return cls(
            tool.meaning,
            tool.arguments,
            kinds,
            needed,
            as_typed,
            tool.verbatim,
            is_read=tool.tier == "read",
            is_users=tool.users_sentences,
        )

    def fits(self, values: Mapping[str, Any]) -> bool:
        """Whether the tool's own schema takes them; a result to point at comes later.

        Words of the user's own that are refused for a reason that is told, such as their length, do
        fit: the executor tells it.
        """
        if URL_INDEX in self.arguments.model_fields:
            return True
        try:
            self.arguments.model_validate(dict(values))
        except ValidationError as error:
            return all(
                one["type"] == TO_BE_TOLD
                or (one["type"] == TOO_LONG and self.as_typed.issuperset(one["loc"]))
                for one in error.errors()
            )
        return True


def _kind(annotation: Any) -> Kind | None:
    """What may be said for an annotation; None for a type that no sentence can give."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _kind(get_args(annotation)[0])
    if origin in {Union, UnionType}:
        options = [option for option in get_args(annotation) if option is not NoneType]
        return _kind(options[0]) if len(options) == 1 else None
    if origin is Literal:
        return Choice(get_args(annotation))
    if annotation is bool or not isinstance(annotation, type):
        return None
    if issubclass(annotation, str):
        return Words()
    if issubclass(annotation, int | float):
        return Number(is_whole=issubclass(annotation, int))
    return None
