"""What a tool is, and the table of those that exist here.

Invariant: a tool never sees a URL it was not handed as a resolved `Link`; a model's arguments reach
it only after its own strict schema has accepted them.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from jarvis_voice.errors import ToolError
from jarvis_voice.types import Link, ToolResult

Tier = Literal["read", "act", "confirm"]


class Arguments(BaseModel):
    """Base of every tool's argument schema: nothing unknown, nothing converted, nothing changed."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class NoArguments(Arguments):
    """For tools that take nothing."""


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What the executor hands to a tool beside its arguments.

    Attributes:
        now: Wall clock with the local time zone.
        link: The url_map entry that `url_index` pointed at, where the tool takes one.
    """

    now: datetime
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing Jarvis can do.

    Attributes:
        name: Imperative snake_case.
        purpose: One or two sentences for the model: what it does and when to use it.
        ability: What a user is told it can do, after "I can".
        arguments: Its strict schema. A field named `url_index` is resolved by the executor.
        tier: read changes nothing outside; act does; confirm asks first.
        timeout_seconds: After this the executor gives up and says so.
        run: The work; raises `ToolError` for what went wrong.
        asked_by: Words of which the user must have said one before a model may use it; empty
            is any. Text from the web cannot put them into the user's mouth.
    """

    name: str
    purpose: str
    ability: str
    arguments: type[Arguments]
    tier: Tier
    timeout_seconds: float
    run: Callable[[Any, ToolContext], Awaitable[ToolResult]]
    asked_by: frozenset[str] = frozenset()

    def is_asked_in(self, goal: str) -> bool:
        """Whether the user's own words ask for it."""
        return not self.asked_by or bool(self.asked_by & set(re.findall(r"[a-z]+", goal.lower())))

    @property
    def takes_link(self) -> bool:
        """Whether it needs an entry of the url_map."""
        return "url_index" in self.arguments.model_fields


class Registry:
    """The tools by name, in the order they were added."""

    def __init__(self, *tools: Tool) -> None:
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            if tool.name in self._tools:
                raise ValueError(f"two tools named {tool.name}")
            self._tools[tool.name] = tool

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def __contains__(self, name: str) -> bool:
        return name in self._tools

    def get(self, name: str) -> Tool:
        """The tool of that name.

        Raises:
            ToolError: There is none.
        """
        if name not in self._tools:
            raise ToolError("unknown-tool", f"There is no tool named {name}.")
        return self._tools[name]
