"""What a sentence asks for: read once from its words, and then passed on.

Invariant: plain values; code that holds one does not read the sentence again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from jarvis_voice.core.hypotheses import Completeness
from jarvis_voice.core.types import Link

ModelState = Literal["none", "asked", "away", "off"]
"""What there is of models: none is set; it was asked, or need not be; it was asked and does not
answer; one is set, and a setting says that none is asked."""


@dataclass(frozen=True, slots=True)
class Intent:
    """What one request asks for.

    Attributes:
        name: An intent of the sentence files, a tool's name, "open_url" or "read_url".
        slots: Words of the sentence in their own capitals; for a tool its arguments, as its schema
            has them. Those two have url and name (its host); "open_website" may have a url beside
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

    @property
    def arguments(self) -> dict[str, Any]:
        """Its slots as the arguments of the tool of its name."""
        slots = self.slots.items()
        return {slot: value for slot, value in slots if (slot, value) != ("kind", "question")}

    def having(self, **slots: Any) -> Intent:
        """The same with other slots."""
        return Intent(self.name, {**self.slots, **slots})


@dataclass(frozen=True, slots=True)
class Part:
    """One request of a sentence.

    Attributes:
        text: Its words.
        intent: What they ask for; None when that was not understood.
        depends: It needs what the part before it finds.
        link: The site that its words name, for a request to open one.
    """

    text: str
    intent: Intent | None
    depends: bool = False
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class Understanding:
    """What a sentence asks for, given the conversation before it.

    Attributes:
        text: What is wanted, as one sentence: the user's own, the offer that it accepts, or the
            request that it completes or puts right.
        parts: Its requests in their order, at least one.
        is_understood: All of its requests are known, and each thing that is to be opened is there.
        is_talk: It is small talk, which needs no tool.
        is_verbatim: It hands a tool a program as it was typed, which no model may word anew.
        completeness: What the words are as a command; None where no pause asked for it.
    """

    text: str
    parts: tuple[Part, ...]
    is_understood: bool = False
    is_talk: bool = False
    is_verbatim: bool = False
    completeness: Completeness | None = None

    @property
    def is_certain(self) -> bool:
        """Whether it is understood, and as more than a question that might be about anything."""
        asks = any(part.intent and part.intent.is_question for part in self.parts)
        return self.is_understood and not asks

    @property
    def links(self) -> tuple[Link, ...]:
        """The sites that the words name, in their order."""
        return tuple(part.link for part in self.parts if part.link)

    def link_of(self, intent: Intent) -> Link | None:
        """The site that one of its requests names, or None."""
        return next((part.link for part in self.parts if part.intent == intent), None)
