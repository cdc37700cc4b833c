"""PreparedAction: an action that may run, what a tool is given for it, and the question before it.

Invariant: the question and the identity of an action are made of the very arguments that it would
run with.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from jarvis_voice.assistant.graph.confirmation import question_of
from jarvis_voice.assistant.graph.context import TurnContext
from jarvis_voice.core.types import Link
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext


@dataclass(frozen=True, slots=True)
class PreparedAction:
    """An action that may run.

    Attributes:
        shown: Its arguments as they are kept and told.
        is_given_more: A model gives it more than the user said, so the user is asked.
    """

    tool: Tool
    arguments: Arguments
    link: Link | None
    shown: dict[str, Any]
    is_given_more: bool = False

    @property
    def needs_yes(self) -> bool:
        """Whether the user is asked before it is carried out."""
        return self.is_given_more or self.tool.tier_of(self.arguments) == "confirm"

    @property
    def identity(self) -> str:
        """Names this very action."""
        return f"{self.tool.name} {self._details}"

    @property
    def _details(self) -> str:
        return json.dumps(self.shown, ensure_ascii=False)

    def question(self, *, is_read: bool) -> dict[str, str]:
        """What is asked, what exactly would be done, and the identity of this very action."""
        return {
            "question": question_of(self.wanted(is_read=is_read)),
            "details": f"{self.tool.name.replace('_', ' ')}: {self._details}",
            "action_id": self.identity,
        }

    def wanted(self, *, is_read: bool) -> str:
        """All of what is about to be done, for a reader or a listener."""
        tool = self.tool
        if is_read and tool.written:
            return tool.written(self.arguments)
        return tool.readback(self.arguments) if tool.readback else self._plainly()

    def _plainly(self) -> str:
        name, values = self.tool.name.replace("_", " "), ", ".join(map(str, self.shown.values()))
        return f"{name}: {values}" if values else name

    def around(self, goal: str, context: TurnContext) -> ToolContext:
        """What its tool is given beside the arguments."""
        return ToolContext(
            now=context.clock.now(),
            link=self.link,
            goal=goal,
            turn_id=context.turn.turn_id,
            origin=context.turn.origin,
            say=context.say_meanwhile,
            ledger=context.ledger,
            is_dry_run=context.turn.dry_run,
        )
