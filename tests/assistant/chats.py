"""A language model that answers with a script, piece by piece."""

from collections.abc import AsyncGenerator, Sequence
from typing import Any, Self

from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.engines.llm.chat import Message, Spent, ToolCall, ToolOffer

Piece = str | ToolCall | PlannerError


class ScriptedChat:
    """Gives its answers in order; one too few fails the test.

    Args:
        answers: Each the pieces of one call; an error is raised where it stands.
        name: What the user calls it.
    """

    def __init__(self, *answers: Sequence[Piece] | str | ToolCall, name: str = "Gemini") -> None:
        self.name = name
        self.answers = [[one] if isinstance(one, str | ToolCall) else list(one) for one in answers]
        self.systems: list[str] = []
        self.conversations: list[list[Message]] = []
        self.offers: list[list[ToolOffer]] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        return

    async def load(self) -> None:
        return

    async def structured(self, *_: Any) -> Any:
        raise NotImplementedError

    async def step(
        self, system: str, messages: Sequence[Message], tools: Sequence[ToolOffer], spent: Spent
    ) -> AsyncGenerator[str | ToolCall]:
        self.systems.append(system)
        self.conversations.append(list(messages))
        self.offers.append(list(tools))
        assert self.answers, "the model was asked more often than the script says"
        spent(Usage("scripted", 9, 3))
        for piece in self.answers.pop(0):
            if isinstance(piece, PlannerError):
                raise piece
            yield piece

    @property
    def asked(self) -> list[str]:
        """The last message of each call."""
        return [one[-1].text for one in self.conversations]
