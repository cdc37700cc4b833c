"""What a sentence asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Intent:
    """What a sentence asks for.

    Attributes:
        name: An intent of the sentence files, a tool's name, or "open_url".
        slots: Words of the sentence in their own capitals; for a tool its arguments, as its schema
            has them. `open_url` has url and name (its host); "open_website" may have a url beside
            the name: a host guessed by joining the words of "blue bottle coffee dot com". An
            ordinal is "1", "2" ... or "-1" for the last. A search for an answer has kind
            "question".
    """

    name: str
    slots: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_question(self) -> bool:
        """Whether it is a question that only a search can answer."""
        return self.slots.get("kind") == "question"

    def having(self, **slots: Any) -> Intent:
        """The same with other slots."""
        return Intent(self.name, {**self.slots, **slots})


def arguments_of(intent: Intent) -> dict[str, Any]:
    """The arguments of a tool that an intent of its name gives."""
    return {slot: value for slot, value in intent.slots.items() if slot != "kind"}
