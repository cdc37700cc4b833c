"""GeminiPlanner: one step from a language model, through a schema that holds only what is possible.

Invariant: the schema has no field for a URL; `url_index` is bounded by the url_map of this step.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Optional, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, create_model

from jarvis_voice.brain.claims import claims_an_act
from jarvis_voice.brain.planner import Finish, Plan, PlanView, Task
from jarvis_voice.brain.prompts import planner_prompt, situation, without_urls
from jarvis_voice.engines.gemini import Message
from jarvis_voice.errors import PlannerError
from jarvis_voice.tools.registry import Registry, Tool
from jarvis_voice.turn.sentences import split_sentences

RECENT_MESSAGES = 12
"""Messages of the conversation that a plan may lean on."""

FINISH = "finish"
_COMMAND = re.compile(
    r"(?:please |can you |could you )*(?:open|launch|start|run|visit|go to|show|take a screen)",
    re.IGNORECASE,
)
"""A goal that asks for an act: words alone do not fulfil it."""
Answer = TypeVar("Answer", bound=BaseModel)


class StructuredChat(Protocol):
    """A model that answers in a schema."""

    async def structured(
        self, system: str, messages: Sequence[Message], schema: type[Answer]
    ) -> Answer:
        """One answer.

        Raises:
            PlannerError: There is no usable one.
        """
        ...


class _Step(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    action: str
    reply: str | None = None


class GeminiPlanner:
    """Asks the model for the next step."""

    name = "gemini"

    def __init__(self, chat: StructuredChat, registry: Registry) -> None:
        self._chat = chat
        self._registry = registry
        self._acts = {tool.name for tool in registry if tool.tier != "read"}

    async def plan(self, view: PlanView) -> Plan:
        """The model's next step.

        Raises:
            PlannerError: It gave none, or one that names too little.
        """
        tools = [tool for tool in self._registry if view.url_map or not tool.takes_link]
        recent = view.messages[-RECENT_MESSAGES:]
        said = [Message(m["role"], without_urls(m["text"])) for m in recent]
        asked = Message("user", situation(view.goal, view.memory, view.url_map))
        step = await self._chat.structured(
            planner_prompt(tools), [*said, asked], step_schema(tools, len(view.url_map))
        )
        return self._finish(step, view) if step.action == FINISH else _task(step, tools)

    def _finish(self, step: _Step, view: PlanView) -> Finish:
        """The end in the model's words, unless an act was tried: that is told from its receipt."""
        tried = [s for s in view.memory if s["action"] in self._acts]
        strict = not view.memory
        sentences = split_sentences(step.reply or "")
        reply = " ".join(s for s in sentences if not claims_an_act(s, strict=strict)) or None
        if reply is None and not view.memory:
            raise PlannerError("gemini-bad-answer", "Gemini finished without having done anything.")
        is_undone = not tried and _COMMAND.match(view.goal)
        return Finish(None if tried else reply, "not_done" if is_undone and reply else None)


def step_schema(tools: Sequence[Tool], n_links: int) -> type[_Step]:
    """The strict, flat schema of one step: an action, and the fields that these tools take."""
    names = (FINISH, *(tool.name for tool in tools))
    fields: dict[str, Any] = {"action": (Literal[names], ...)}
    for tool in tools:
        for name, info in tool.arguments.model_fields.items():
            fields[name] = (Optional[info.annotation], None)  # noqa: UP045 - a value, not a type to mypy
    if "url_index" in fields:
        bounded = Annotated[int, Field(ge=0, le=n_links - 1)]
        fields["url_index"] = (bounded | None, None)
    return create_model("Step", __base__=_Step, **fields)


def _task(step: _Step, tools: Sequence[Tool]) -> Task:
    tool = next(tool for tool in tools if tool.name == step.action)
    values = {name: getattr(step, name) for name in tool.arguments.model_fields}
    required = {n for n, f in tool.arguments.model_fields.items() if f.is_required()}
    if any(values[name] is None for name in required):
        raise PlannerError("gemini-bad-answer", f"Gemini left out what {step.action} needs.")
    return Task(step.action, {n: v for n, v in values.items() if v is not None})
