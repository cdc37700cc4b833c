"""ModelPlanner: asks a language model for one step; its schema allows only possible steps.

Invariant: the schema has no field for a URL; `url_index` is bounded by the url_map of this step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Optional

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from jarvis_voice.assistant.planning.claims import claims_an_act
from jarvis_voice.assistant.planning.ladder import CLAIMED
from jarvis_voice.assistant.planning.plan import Finish, Plan, PlanView, Task
from jarvis_voice.assistant.planning.prompts import (
    planner_prompt,
    said_before,
    situation,
    without_urls,
)
from jarvis_voice.assistant.planning.receipt_phrases import is_command
from jarvis_voice.assistant.planning.reply_length import sentences_within
from jarvis_voice.assistant.planning.rules import ALL_RULES, Rule
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.engines.llm.chat import MAY_ASK_AGAIN, Chat, Message
from jarvis_voice.tools.registry import Tool

RECENT_MESSAGES = 12
"""Messages of the conversation that a plan may lean on."""

FINISH = "finish"
REPAIR = "Your last answer was not valid. Answer again with one JSON step of the schema, whole."


class _Step(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    action: str
    reply: str | None = None


class ModelPlanner:
    """Asks a model for the next step, and asks once more if the answer is invalid.

    Args:
        name: Short name, as events show it.
        chat: The model.
        rules: Those that hold.
    """

    def __init__(self, name: str, chat: Chat, rules: frozenset[Rule] = ALL_RULES) -> None:
        self.name = name
        self.title = chat.name[:1].upper() + chat.name[1:]
        self._chat = chat
        self._rules = rules

    async def load(self) -> None:
        """Import the model's client.

        Raises:
            PlannerError: It does not load here.
        """
        await self._chat.load()

    async def plan(self, view: PlanView) -> Plan:
        """The model's next step.

        Raises:
            PlannerError: It gave none, or one that names too little.
        """
        said = await said_before(view.messages[-RECENT_MESSAGES:])
        asked = Message("user", situation(view.goal, view.memory, view.url_map))
        try:
            return await self._step(view, [*said, asked])
        except PlannerError as error:
            if error.code not in MAY_ASK_AGAIN:
                raise
        return await self._step(view, [*said, asked, Message("user", REPAIR)])

    async def _step(self, view: PlanView, messages: Sequence[Message]) -> Plan:
        n_links = len(view.url_map) if Rule.KEPT_RESULTS in self._rules else None
        schema = step_schema(view.tools, n_links)
        step = await self._chat.structured(planner_prompt(view.tools), messages, schema, view.spent)
        if step.action == FINISH:
            return await self._finish(step, view)
        return _task(step, view.tools)

    async def _finish(self, step: _Step, view: PlanView) -> Finish:
        """The end in the model's words, unless an act was tried: that is told from its receipt."""
        if Rule.RECEIPTS not in self._rules:
            return Finish(step.reply)
        tried = any(step["act"] for step in view.memory)
        sentences = sentences_within(step.reply or "", without_urls)
        strict = not view.memory or is_command(view.goal)
        kept: list[str] = []
        for sentence in sentences:
            if not claims_an_act(sentence, strict=strict):
                kept.append(sentence)
            await asyncio.sleep(0)  # a reply may have thousands of them
        reply = " ".join(kept) or None
        if not sentences and not view.memory:
            raise _bad(f"{self.title} answered with nothing.")
        if reply is None and not view.memory:
            raise PlannerError(CLAIMED, f"{self.title} finished without having done anything.")
        is_undone = not tried and is_command(view.goal)
        return Finish(None if tried else reply, "not_done" if is_undone and reply else None)


def step_schema(tools: Sequence[Tool], n_links: int | None) -> type[_Step]:
    """The strict, flat schema of one step: an action, and the fields that these tools take.

    Args:
        tools: Those that are possible.
        n_links: Entries of the url_map; None leaves the index unbounded.
    """
    names = (FINISH, *(tool.name for tool in tools))
    fields: dict[str, Any] = {"action": (Literal[names], ...)}
    for tool in tools:
        for name, info in tool.arguments.model_fields.items():
            annotation: Any = info.annotation
            if name == "url_index" and n_links is not None:
                annotation = Annotated[int, Field(ge=0, le=n_links - 1)]
            value = Optional[annotation]  # noqa: UP045 - a value, not a type to mypy
            fields[_field_of(tool, name, tools)] = (value, None)
    return create_model("Step", __base__=_Step, **fields)


def _field_of(tool: Tool, argument: str, tools: Sequence[Tool]) -> str:
    """The schema's field for an argument: shared by tools that mean the same by it."""
    kinds = [t.arguments.model_fields[argument] for t in tools if _takes(t, argument)]
    is_shared = all(kind.annotation == kinds[0].annotation for kind in kinds)
    is_free = argument not in _Step.model_fields and is_shared
    return argument if is_free else f"{tool.name}_{argument}"


def _takes(tool: Tool, argument: str) -> bool:
    return argument in tool.arguments.model_fields


def _task(step: _Step, tools: Sequence[Tool]) -> Task:
    tool = next(tool for tool in tools if tool.name == step.action)
    fields = tool.arguments.model_fields
    values = {name: getattr(step, _field_of(tool, name, tools)) for name in fields}
    given = {name: value for name, value in values.items() if value is not None}
    try:
        tool.arguments.model_validate(given)
    except ValidationError:
        # from None: the library's error would quote the conversation
        raise _bad(f"The model planned {step.action} without what it needs.") from None
    return Task(step.action, given)


def _bad(message: str) -> PlannerError:
    return PlannerError("chat-bad-answer", message, spoken="The model gave a strange answer.")
