"""ModelPlanner: asks a language model for one step, and hands its words on as they are written.

Invariant: the schema of a tool has no field for a URL; `url_index` is bounded by the url_map of
this step. Of the model's words only those go on that `AnswerTrust` lets through.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from pydantic import ValidationError

from jarvis_voice.assistant.planning.answer_trust import AnswerTrust, AskedFor, asked_for
from jarvis_voice.assistant.planning.ladder import CLAIMED
from jarvis_voice.assistant.planning.past_messages import SUMMARY_CHARACTERS, may_use
from jarvis_voice.assistant.planning.plan import Finish, Plan, PlanView, Task
from jarvis_voice.assistant.planning.prompts import (
    LINKS_SHOWN,
    kept_summary,
    said_before,
    situation,
    step_prompt,
    summary_question,
    with_summary,
)
from jarvis_voice.assistant.planning.reply_length import GOES_ON, REPLY_CHARACTERS
from jarvis_voice.assistant.planning.rules import ALL_RULES, Rule
from jarvis_voice.assistant.planning.undone_orders import (
    NOTHING_DONE,
    is_bare_assent,
    orders_an_act,
    refusal_behind,
)
from jarvis_voice.assistant.planning.words_before_question import words_beside
from jarvis_voice.assistant.state import MessageState
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.sentence_reader import ClaimReader
from jarvis_voice.core.types import ReceiptKind
from jarvis_voice.engines.llm.chat import (
    MAY_ASK_AGAIN,
    Chat,
    Message,
    Spent,
    ToolCall,
    ToolOffer,
)
from jarvis_voice.language.en.answer_unit import Unit
from jarvis_voice.language.en.answer_units import UnitSplitter
from jarvis_voice.tools.registry import Arguments, Registry, Tool

REPAIR = "Your last answer could not be used. Call one tool with valid arguments, or answer."
NOTHING_TO_SAY = frozenset({"ok", "okay", "done", "ok.", "okay.", "done."})
"""Words of a model that has nothing to add to what is reported."""

MOST_BESIDE = 3
"""Lookups that run beside the first one."""

CHARACTERS_BEFORE_A_CALL = 240
"""Words that wait for what comes behind them, where that may be a call before which code asks: no
word that could sway the user stands before such a question. What is longer is told at once."""

EVERYTHING = frozenset({"facts", "web", "screen"})
"""What a model may see."""


@dataclass(slots=True)
class _Answer:
    """What one call of the model has brought so far.

    Attributes:
        said: Its words so far that may be told.
        is_streamed: Words of it were told while it was written.
        waits: Its words wait, since a call may follow before which code asks.
        waiting: The units that do.
    """

    splitter: UnitSplitter = field(default_factory=UnitSplitter)
    calls: list[ToolCall] = field(default_factory=list)
    length: int = 0
    is_told: bool = False
    is_dropped: bool = False
    has_wrong_figures: bool = False
    said: str = ""
    waits: bool = False
    is_streamed: bool = False
    waiting: list[Unit] = field(default_factory=list)

    def due(self, units: Sequence[Unit]) -> list[Unit]:
        """The units that may be told now: those that wait, as soon as they are an answer."""
        if not self.waits:
            self.is_streamed |= bool(units)
            return list(units)
        self.waiting += units
        if sum(len(unit.text) for unit in self.waiting) <= CHARACTERS_BEFORE_A_CALL:
            return []
        due, self.waiting, self.waits, self.is_streamed = self.waiting, [], False, True
        return due

    def take(self, piece: str) -> list[Unit]:
        """The units that are whole with this piece, as far as there is room for it."""
        room = REPLY_CHARACTERS - self.length
        self.length += len(piece)
        return self.splitter.feed(piece[: max(0, room)])

    @property
    def is_full(self) -> bool:
        """Whether more came than one answer may hold."""
        return self.length > REPLY_CHARACTERS


class ModelPlanner:
    """Asks a model for the next step, and asks once more if the answer is invalid.

    Args:
        name: Short name, as events show it.
        chat: The model.
        registry: All tools there are.
        rules: Those that hold.
        may_see: Of `EVERYTHING`, what goes to this model.
        claims: Gives the network that tells false reports, which takes its time once.
    """

    def __init__(
        self,
        name: str,
        chat: Chat,
        registry: Registry,
        rules: frozenset[Rule] = ALL_RULES,
        may_see: frozenset[str] = EVERYTHING,
        claims: Callable[[], ClaimReader | None] = lambda: None,
    ) -> None:
        self.name = name
        self.title = chat.name[:1].upper() + chat.name[1:]
        self._chat = chat
        self._registry = registry
        self._rules = rules
        self._may_see = may_see
        self._claims = claims

    async def load(self) -> None:
        """Import the model's client, and what reads its answers.

        Raises:
            PlannerError: It does not load here.
        """
        await self._chat.load()
        await asyncio.to_thread(self._claims)

    async def plan(self, view: PlanView) -> Plan:
        """The model's next step, with all of its words in the plan.

        Raises:
            PlannerError: It gave none, or one that names too little.
        """
        text = ""
        async with aclosing(self.stream(view)) as pieces:
            async for piece in pieces:
                if isinstance(piece, Unit):
                    text += f"{piece.lead}{piece.text}" if text else piece.text
                elif isinstance(piece, Finish) and text:
                    return Finish(text, piece.outcome, note=piece.note)
                else:
                    return piece
        raise _bad(f"{self.title} answered with nothing.")

    async def stream(self, view: PlanView) -> AsyncGenerator[Unit | Plan]:
        """The units of an answer as they come, and last the plan.

        Raises:
            PlannerError: It gave no plan, or one that names too little.
        """
        said = await said_before(view.messages)
        asked = situation(view, with_web="web" in self._may_see)
        messages = with_summary([*said, Message("user", asked)], self._summary(view))
        has_told = False
        try:
            async with aclosing(self._step(view, messages)) as pieces:
                async for piece in pieces:
                    has_told = True
                    yield piece
                return
        except PlannerError as error:
            if error.code not in MAY_ASK_AGAIN or has_told:
                raise
        async with aclosing(self._step(view, [*messages, Message("user", REPAIR)])) as pieces:
            async for piece in pieces:
                yield piece

    async def _step(
        self, view: PlanView, messages: Sequence[Message]
    ) -> AsyncGenerator[Unit | Plan]:
        n_links = len(view.url_map) if Rule.KEPT_RESULTS in self._rules else None
        offers = [offer_of(tool, n_links) for tool in view.tools]
        with_facts = self.may_see_facts(shares_facts=view.around.shares_facts)
        system = step_prompt(view.around, with_facts=with_facts)
        asked = asked_for(view.left_open or view.understanding, self._registry, view.messages)
        claims = await asyncio.to_thread(self._claims)
        left_open = view.left_open.text if view.left_open else ""
        links = view.url_map[:LINKS_SHOWN]
        trust = AnswerTrust(asked, view.memory, view.goal, claims, links, left_open)
        answer = _Answer(waits=any(tool.may_ask_first for tool in view.tools))
        async with aclosing(self._chat.step(system, messages, offers, view.spent)) as pieces:
            try:
                async for piece in pieces:
                    if isinstance(piece, ToolCall):
                        answer.calls.append(piece)
                        continue
                    passed = await self._passed(answer.take(piece), answer, trust)
                    for unit in answer.due(passed):
                        yield unit
                    if answer.is_full:
                        break
            except PlannerError as error:
                if error.code.endswith("-truncated"):  # the beginning is better than nothing
                    passed = await self._passed(answer.splitter.flush(), answer, trust)
                    for unit in (*answer.waiting, *passed):
                        yield unit
                raise
        left = [] if answer.is_full else answer.splitter.flush()
        rest = await self._passed(left, answer, trust)
        if answer.calls:
            task, due = _task(answer.calls, view.tools, n_links), [*answer.waiting, *rest]
            for unit in words_beside(task, due, view.tools) if answer.waits else rest:
                yield unit
            yield task
            return
        end = self._finish(rest, answer, asked, view)
        for unit in answer.waiting:
            yield unit
        yield end

    def may_see_facts(self, *, shares_facts: bool) -> bool:
        """Whether this model is told what is kept about the user."""
        return "facts" in self._may_see or shares_facts

    async def sum_up(self, before: str, messages: Sequence[MessageState], spent: Spent) -> str:
        """A short text that holds what was said.

        Raises:
            PlannerError: The model gave none.
        """
        system, asked = await asyncio.to_thread(summary_question, before, messages)
        written = ""
        async with aclosing(self._chat.step(system, [asked], (), spent)) as pieces:
            async for piece in pieces:
                written += piece if isinstance(piece, str) else ""
                if len(written) > 2 * SUMMARY_CHARACTERS:
                    break
        if not (text := kept_summary(written)):
            raise _bad(f"{self.title} summed up nothing.")
        return text

    def _summary(self, view: PlanView) -> str:
        """What was said before, as far as this model may be shown it."""
        summary = view.summary
        with_facts = self.may_see_facts(shares_facts=view.around.shares_facts)
        if summary is None or not may_use(summary, self.name, with_facts=with_facts):
            return ""
        return summary["text"]

    async def _passed(
        self, units: Sequence[Unit], answer: _Answer, trust: AnswerTrust
    ) -> list[Unit]:
        """The units that may be told; they are read on a thread, as a long one takes its time."""
        if not units or Rule.RECEIPTS not in self._rules:
            passed = list(units)
        else:
            passed = await asyncio.to_thread(_that_may_be_said, units, trust)
        answer.is_dropped |= len(passed) < len(units)
        answer.said += "".join(f"{unit.lead}{unit.text}" for unit in passed)
        answer.is_told |= bool(passed)
        answer.has_wrong_figures |= trust.has_withheld_figures
        return passed

    def _finish(
        self, rest: Sequence[Unit], answer: _Answer, asked: AskedFor, view: PlanView
    ) -> Finish:
        """The end: what is left of the model's words; an act that was tried is told by code."""
        has_acted = any(step["act"] for step in view.memory)
        if not answer.is_told:
            if has_acted or any(step["material"] for step in view.memory):
                return Finish()
            if answer.is_dropped:
                raise PlannerError(CLAIMED, f"{self.title} finished without having done anything.")
            raise _bad(f"{self.title} answered with nothing.")
        reply = "".join(f"{unit.lead}{unit.text}" for unit in rest)
        if view.memory and reply.strip().lower() in NOTHING_TO_SAY:
            return Finish()
        is_undone = asked is AskedFor.ACT and not has_acted
        is_bare = Rule.RECEIPTS in self._rules and not view.memory and is_bare_assent(answer.said)
        is_bare = is_bare and (is_undone or orders_an_act(view.goal, view.tools))
        if is_bare and is_undone and not answer.is_streamed:
            raise PlannerError(CLAIMED, f"{self.title} only agreed to an order.")
        note = refusal_behind(view.goal, answer.said) if is_undone else ""
        if (is_bare or (is_undone and answer.is_dropped)) and not note:
            note = NOTHING_DONE
        if answer.has_wrong_figures:
            note = f"{_looked_up(view)} {note}".strip()
        if answer.is_full:
            note = f"{GOES_ON} {note}".strip()
        return Finish(reply, "not_done" if is_undone or is_bare else None, note=note)


def _looked_up(view: PlanView) -> str:
    """What the lookups of the turn have told, in their own words."""
    kind = ReceiptKind.LOOKUP.value
    told = [one["observed"] for one in view.memory if one["kind"] == kind and not one["untrusted"]]
    return " ".join(dict.fromkeys(told))


def _that_may_be_said(units: Sequence[Unit], trust: AnswerTrust) -> list[Unit]:
    return [one for one in units if trust.may_say(one.text, one.kind)]


def offer_of(tool: Tool, n_links: int | None) -> ToolOffer:
    """A tool as a model is offered it.

    Args:
        tool: One that is possible.
        n_links: Entries of the url_map; None leaves the index unbounded.
    """
    schema = _schema_of(tool.arguments)
    properties = schema.get("properties", {})
    if n_links is not None and "url_index" in properties:
        index = {**properties["url_index"], "minimum": 0, "maximum": n_links - 1}
        schema = {**schema, "properties": {**properties, "url_index": index}}
    return ToolOffer(tool.name, tool.purpose, schema)


@cache
def _schema_of(arguments: type[Arguments]) -> dict[str, Any]:
    """The schema of a tool's arguments: made once, since that takes as long as a whole turn."""
    return _plain(arguments.model_json_schema())


def _plain(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema without what a model has no use for: made-up titles, and null for "not given"."""
    kept = {name: value for name, value in schema.items() if name != "title"}
    if "properties" in kept:
        kept["properties"] = {
            name: _plain_field(field) for name, field in kept["properties"].items()
        }
    return kept


def _plain_field(schema: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in schema.items() if key != "title"}
    either = [one for one in kept.get("anyOf", ()) if one != {"type": "null"}]
    if len(either) == 1:
        kept.pop("anyOf")
        kept = {**either[0], **kept}
        kept.pop("default", None)
    return kept


def _task(calls: Sequence[ToolCall], tools: Sequence[Tool], n_links: int | None) -> Task:
    """The step that the model's calls ask for: one act, or some lookups side by side.

    Raises:
        PlannerError: The first call names no tool that is possible, or too little.
    """
    first, *others = calls
    task, is_read = _one_task(first, tools, n_links)
    if not is_read:
        return task
    beside: list[Task] = []
    for call in others[: MOST_BESIDE * 2]:
        try:
            other, is_read = _one_task(call, tools, n_links)
        except PlannerError:
            continue  # the first one counts
        if is_read and other not in (task, *beside) and len(beside) < MOST_BESIDE:
            beside.append(other)
    return replace(task, beside=tuple(beside))


def _one_task(call: ToolCall, tools: Sequence[Tool], n_links: int | None) -> tuple[Task, bool]:
    """The task of one call, and whether it only reads."""
    tool = next((tool for tool in tools if tool.name == call.name), None)
    if tool is None:
        raise _bad("The model called a tool that is not there.")
    given = {name: value for name, value in call.arguments.items() if value is not None}
    try:
        tool.arguments.model_validate(given)
    except ValidationError:
        # from None: the library's error would quote the conversation
        raise _bad(f"The model planned {tool.name} without what it needs.") from None
    index = given.get("url_index")
    if n_links is not None and isinstance(index, int) and not 0 <= index < n_links:
        raise _bad("The model pointed at a result that is not there.")
    return Task(tool.name, given), tool.is_read_only


def _bad(message: str) -> PlannerError:
    return PlannerError("chat-bad-answer", message, spoken="The model gave a strange answer.")
