"""A world to do research in: real pages on loopback, a scripted search, a scripted model."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from tools.around import NOW, surroundings

from jarvis_voice.core.errors import PlannerError, ToolError
from jarvis_voice.core.turn_ledger import TurnLedger, Usage
from jarvis_voice.core.types import Link, ToolResult
from jarvis_voice.engines.llm.chat import Message, Spent
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.tools.research.research_tools import ResearchArguments, research_tool
from jarvis_voice.tools.research.researcher import Pause
from jarvis_voice.tools.web.page_fetch import PageReader
from jarvis_voice.tools.web.search import SearchResults
from jarvis_voice.workshop.worlds.page_server import PageServer

GOAL = "the user said more than the question"

Answer = TypeVar("Answer", bound=BaseModel)
Step = dict[str, Any] | str | PlannerError


def found(*wheres: str, answer: str = "", source: str = "", entity: str = "") -> SearchResults:
    """What a search finds: pages by "host/path"."""
    links = tuple(Link(f"Page {where}", f"https://{where}", "search", "") for where in wheres)
    return SearchResults("", links, answer, source, entity, "scripted")


class ScriptedSearch:
    """Answers in order; searched once too often it fails the test, or repeats the last answer."""

    def __init__(self, *answers: SearchResults | ToolError, repeats: bool = False) -> None:
        self.queries: list[str] = []
        self._answers = deque(answers)
        self._repeats = repeats

    async def search(self, query: str, count: int = 10) -> SearchResults:
        self.queries.append(query)
        assert self._answers, f"searched off script for {query!r}"
        keeps = self._repeats and len(self._answers) == 1
        answer = self._answers[0] if keeps else self._answers.popleft()
        if isinstance(answer, ToolError):
            raise answer
        return answer


class ScriptedChat:
    """Answers in order, through the real schema; `hangs` says when it never does."""

    def __init__(self, *steps: Step, repeats: bool = False, hangs: bool = False) -> None:
        self.prompts: list[str] = []
        self.schemas: list[dict[str, Any]] = []
        self.asked = asyncio.Event()
        self._steps = deque(steps)
        self._repeats = repeats
        self._hangs = hangs
        self.is_loaded = False

    async def load(self) -> None:
        self.is_loaded = True

    async def structured(
        self, system: str, messages: Sequence[Message], schema: type[Answer], spent: Spent
    ) -> Answer:
        assert self.is_loaded, "its import would be taken from its time"
        self.prompts.append("\n".join([system, *(message.text for message in messages)]))
        self.schemas.append(schema.model_json_schema())
        self.asked.set()
        spent(Usage("scripted", 10, 5))
        if self._hangs:
            await asyncio.Event().wait()
        assert self._steps, "asked off script"
        keeps = self._repeats and len(self._steps) == 1
        step = self._steps[0] if keeps else self._steps.popleft()
        if isinstance(step, PlannerError):
            raise step
        try:
            return schema.model_validate_json(step if isinstance(step, str) else json.dumps(step))
        except ValidationError as error:
            raise PlannerError("chat-bad-answer", "not a step") from error


def search(query: str, **more: Any) -> Step:
    return {"action": "search", "query": query, **more}


def read(*indexes: int, **more: Any) -> Step:
    return {"action": "read", "result_indexes": list(indexes), **more}


def answer(text: str, *indexes: int, **more: Any) -> Step:
    return {"action": "answer", "text": text, "source_indexes": list(indexes), **more}


async def never(_: float) -> None:
    """A pause that does not end: nobody is told that the work goes on."""
    await asyncio.Event().wait()


@dataclass
class World:
    """What a piece of research is done in, and what came of it."""

    search: ScriptedSearch
    pages: PageServer
    chat: ScriptedChat | None = None
    seconds: Callable[[], float] = lambda: 0.0
    pause: Pause = never
    page_seconds: float = 8.0
    more_hosts: Mapping[str, str] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    ledger: TurnLedger = field(default_factory=TurnLedger)

    def research(self, question: str) -> Awaitable[ToolResult]:
        async def nothing(host: str) -> Sequence[str]:
            raise OSError(f"{host} is not known")

        reader = PageReader(
            Endpoints(page_hosts={**self.pages.hosts, **self.more_hosts}),
            nothing,
            self.page_seconds,
        )
        around = surroundings(search=self.search, pages=reader, chat=self.chat)
        tool = research_tool(around, self.seconds, self.pause)
        context = ToolContext(NOW, goal=GOAL, say=self.said.append, ledger=self.ledger)
        checked = tool.arguments.model_validate({"question": question})
        assert isinstance(checked, ResearchArguments)
        return tool.run(checked, context)

    def trace(self, kind: str) -> list[str]:
        return [line.text for line in self.ledger.trace if line.kind == kind]
