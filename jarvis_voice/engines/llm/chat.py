"""The protocol of a language model for Jarvis: messages go in, a checked answer comes out."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BaseModel

from jarvis_voice.core.ports import AsyncResource
from jarvis_voice.core.turn_ledger import Usage

Answer = TypeVar("Answer", bound=BaseModel)
Spent = Callable[[Usage], None]
"""Is told of the tokens of every call, also of one whose answer was of no use."""

MAY_ASK_AGAIN = frozenset(
    {"gemini-bad-answer", "gemini-truncated", "chat-bad-answer", "chat-truncated"}
)
"""Codes after which the model is there and asking it once more may help."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class ToolOffer:
    """A tool that a model may call in a step.

    Attributes:
        name: Letters, digits, "_" and "-"; each tool of a step has its own.
        purpose: What it does and when it is meant, for the model.
        parameters: The JSON schema of an object.
    """

    name: str
    purpose: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What a model wants to be done.

    Attributes:
        name: Of a tool that was offered.
        arguments: A JSON object as the model gave it; nobody has held it to the schema yet.
    """

    name: str
    arguments: Mapping[str, Any]


class Chat(AsyncResource, Protocol):
    """A language model. The caller sets the time limit around each call."""

    @property
    def name(self) -> str:
        """What the user calls it: "Gemini", "the second model"."""
        ...

    async def load(self) -> None:
        """Import the client, off the loop; costs about a second once, and no network.

        Every other call does so, too; who limits the time of one calls this before.

        Raises:
            PlannerError: It does not load here.
        """
        ...

    def step(
        self,
        system: str,
        messages: Sequence[Message],
        tools: Sequence[ToolOffer],
        spent: Spent,
    ) -> AsyncGenerator[str | ToolCall]:
        """One step of a conversation with tools.

        The text comes in pieces as the model writes it. All calls of the answer come at its end, in
        their order: an answer that broke off acts on nothing.

        Raises:
            PlannerError: As `structured`; it may come after pieces that were handed out.
        """
        ...

    async def structured(
        self, system: str, messages: Sequence[Message], schema: type[Answer], spent: Spent
    ) -> Answer:
        """One answer in a strict schema.

        Raises:
            PlannerError: A code of `MAY_ASK_AGAIN` where an answer came and is invalid; any other
                where asking again is no use.
        """
        ...
