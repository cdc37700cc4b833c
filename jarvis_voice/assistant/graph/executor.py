"""Executor: the graph node that runs one planned action, or lookups side by side.

Invariant: whatever a tool does - refuse, raise, hang - comes out as one step with a receipt. A
confirm-tier action runs only after `interrupt` came back with the user's yes, or where the user's
own routine asks for what was confirmed before.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeVar

from langgraph.runtime import Runtime
from langgraph.types import Command, interrupt
from pydantic import ValidationError

from jarvis_voice.assistant import url_map as urls
from jarvis_voice.assistant.graph.confirmation import (
    DECLINED,
    LONGEST_HEARD,
    READ,
    TOO_LONG_TO_HEAR,
    ConfirmedAction,
)
from jarvis_voice.assistant.graph.context import TurnContext
from jarvis_voice.assistant.graph.left_work import LeftWork
from jarvis_voice.assistant.graph.prepared_action import PreparedAction
from jarvis_voice.assistant.graph.receipt_cache import ReceiptCache
from jarvis_voice.assistant.graph.tool_work import as_passing, failed, honest, outcome_of
from jarvis_voice.assistant.planning.confidences import leaks
from jarvis_voice.assistant.planning.rules import ALL_RULES, Rule
from jarvis_voice.assistant.planning.said_arguments import (
    NOT_SAID,
    is_all_said,
    is_given_more,
    said_for,
)
from jarvis_voice.assistant.state import BesideState, JarvisState, StepState, TaskState
from jarvis_voice.assistant.understanding import meanings
from jarvis_voice.core.errors import JarvisError, ToolError
from jarvis_voice.core.events import ProblemReported, SourcesCited, ToolEnded
from jarvis_voice.core.passing_memory import PassingMemory
from jarvis_voice.core.types import HERE, Origin, Receipt, ReceiptKind, ToolResult
from jarvis_voice.language.en.evidence import in_own_words
from jarvis_voice.platform.outbound.answer_cache import AnswerCache, kept_for
from jarvis_voice.tools.registry import Registry, Tool, ToolContext, refused_because

log = logging.getLogger(__name__)

KEPT_CONFIDED = 24
"""Texts of private tools that are kept from leaving: a model sees no more of the conversation."""

OF_THE_WORDS = frozenset({"local", "code"})
"""Planners whose tasks come from the user's words by code alone."""

JUST_BEFORE = 4
"""Messages that a turn may go on from."""

ONE_AT_A_TIME = "I do one thing at a time, so I did not do that one."
NOT_ASKED_FOR = "Nobody asked for that, so I did not do it."
NOT_ALLOWED = "You may not do that from here."
NOT_THERE = "I can do that only on the machine that I run on."

T = TypeVar("T")
Secrets = Callable[[str], Awaitable[Sequence[str]]]


async def no_secrets(user_id: str) -> Sequence[str]:
    """Nothing is kept about any user."""
    del user_id
    return ()


class Executor:
    """The graph's second node: runs the tool that the planner chose.

    Args:
        registry: The tools there are.
        secrets: What is kept about a user: no argument that leaves the machine may carry it.
        rules: Those that hold.
        passing: Counts what is kept here for a while; it goes with what is forgotten.
    """

    def __init__(
        self,
        registry: Registry,
        secrets: Secrets = no_secrets,
        rules: frozenset[Rule] = ALL_RULES,
        passing: PassingMemory | None = None,
    ) -> None:
        self._registry = registry
        self._secrets = secrets
        self._rules = rules
        self._lookups, self._answers = ReceiptCache(), AnswerCache()
        self._left = LeftWork()
        self._passing = passing or PassingMemory()
        self._passing.add(self._lookups, self._answers)

    async def __call__(
        self, state: JarvisState, runtime: Runtime[TurnContext]
    ) -> Command[Literal["task_planner"]]:
        """Run the pending task and route back to the planner."""
        task, context = state["pending_task"], runtime.context
        if task is None:
            raise RuntimeError("the executor was reached without a pending task")
        prepared = await self._prepare(task, state, context)
        is_read = context.turn.source in READ
        if isinstance(prepared, PreparedAction) and not (
            _is_granted(prepared, task, context) or _may_run(prepared, is_read=is_read)
        ):
            declined = Receipt(ReceiptKind.NO_OP, DECLINED)
            prepared = ToolResult(declined, prepared.shown, data={"declined": True})
        beside = [_beside(task, one) for one in task.get("beside", [])]
        results = await asyncio.gather(
            self._result(prepared, state, context),
            *(self._looked_up(one, state, context) for one in beside),
        )
        update = JarvisState()
        for done, result in zip((task, *beside), results, strict=True):
            self._tell(done, result, context)
            update |= self._update(done, result, state | update)
        return Command(update=update, goto="task_planner")

    async def _result(
        self, prepared: PreparedAction | ToolResult, state: JarvisState, context: TurnContext
    ) -> ToolResult:
        if isinstance(prepared, ToolResult):
            return prepared
        return await self._recorded(prepared, state["user_goal"], context)

    async def _looked_up(
        self, task: TaskState, state: JarvisState, context: TurnContext
    ) -> ToolResult:
        """The result of a task that only reads, beside the one that was planned first."""
        prepared = await self._prepare(task, state, context)
        if isinstance(prepared, PreparedAction) and not prepared.tool.is_read_only:
            return ToolResult(Receipt(ReceiptKind.NO_OP, ONE_AT_A_TIME), prepared.shown)
        return await self._result(prepared, state, context)

    async def _prepare(
        self, task: TaskState, state: JarvisState, context: TurnContext
    ) -> PreparedAction | ToolResult:
        """Check an action; a refusal or a mistake is its result."""
        shown = dict(task["arguments"])
        try:
            tool = self._registry.get(task["action"])
            link = None
            if tool.takes_link:
                link = urls.resolve(state.get("url_map", []), shown.pop("url_index"))
                shown = {"url": link.url, **shown}
            arguments = tool.arguments.model_validate(task["arguments"])
        except (ValidationError, KeyError) as error:
            if isinstance(error, ValidationError) and (why := refused_because(error)):
                return failed(shown, *why)
            log.warning("bad arguments for %s", task["action"])
            return failed(shown, "That action was planned wrongly, so I did not do it.")
        except JarvisError as error:
            return failed(shown, error.message, error.code)
        prepared = PreparedAction(tool, arguments, link, shown)
        refusal = self._refusal(prepared, task, state, context)
        if not refusal and tool.sends and Rule.WEB_IS_DATA in self._rules:
            refusal = await self._leak(prepared, task, state, context.turn.origin.user_id)
        if refusal:
            return ToolResult(Receipt(ReceiptKind.NO_OP, refusal), shown)
        if tool.asks_unless_said and task["planner"] not in OF_THE_WORDS:
            said = said_for(state["user_goal"], state.get("messages", []), context.understood.value)
            is_more = is_given_more(tool, arguments, said)
            prepared = replace(prepared, is_given_more=is_more)
        settled = await self._settled(prepared, state["user_goal"], context)
        if isinstance(settled, PreparedAction) and _is_too_long_to_hear(settled, task, context):
            return ToolResult(Receipt(ReceiptKind.NO_OP, TOO_LONG_TO_HEAR), settled.shown)
        return settled

    async def _settled(
        self, prepared: PreparedAction, goal: str, context: TurnContext
    ) -> PreparedAction | ToolResult:
        """An action with what its arguments left open; what cannot be settled is its result."""
        tool, shown = prepared.tool, prepared.shown
        if tool.settle is None:
            return prepared
        settle, around = tool.settle, prepared.around(goal, context)

        async def settled() -> PreparedAction:
            arguments = await settle(prepared.arguments, around)
            return replace(prepared, arguments=arguments, shown=arguments.model_dump(mode="json"))

        return await self._in_time(tool, settled, shown, context)

    def _refusal(
        self, prepared: PreparedAction, task: TaskState, state: JarvisState, context: TurnContext
    ) -> str:
        """Why this action must not run now, or ""."""
        tool, turn = prepared.tool, context.turn
        if why := _not_from(turn.origin, tool):
            return why
        if tool.code_only and task["planner"] not in OF_THE_WORDS:
            return NOT_ASKED_FOR
        if prepared.tool.tier_of(prepared.arguments) == "read":
            return ""
        if turn.dry_run:
            return f"This is a dry run: {tool.name.replace('_', ' ')} was not carried out."
        is_ours = task["planner"] in OF_THE_WORDS
        is_held = not is_ours and Rule.WEB_IS_DATA in self._rules
        if is_held and (why := _not_the_users(prepared, state, context)):
            return why
        if Rule.AGAIN_AND_ONCE in self._rules and any(
            _is_same(step, tool.name, prepared.shown) for step in state["executor_memory"]
        ):
            return "That is done already."
        return ""

    async def _leak(
        self, prepared: PreparedAction, task: TaskState, state: JarvisState, user_id: str
    ) -> str:
        """Why these arguments must not leave the machine, or ""."""
        if task["planner"] in OF_THE_WORDS:
            return ""
        summary = state.get("summary")
        told = [*state.get("confided", []), *(summary["confided"] if summary else [])]
        secrets = [*await self._secrets(user_id), *told]
        goal, earlier = state["user_goal"], state.get("messages", [])
        if await asyncio.to_thread(leaks, prepared.shown, goal, secrets, earlier):
            return "That would have sent out what you told me in confidence, so I did not do it."
        return ""

    async def _recorded(
        self, prepared: PreparedAction, goal: str, context: TurnContext
    ) -> ToolResult:
        """Carry an action out; of an act its beginning and its receipt outlive a crash."""
        if prepared.tool.tier_of(prepared.arguments) == "read":
            return await self._carry_out(prepared, goal, context)
        await context.record_act(None)
        result = await self._carry_out(prepared, goal, context)
        await context.record_act(result.receipt.kind)
        return result if context.is_lasting else as_passing(prepared.tool, result)

    async def _carry_out(
        self, prepared: PreparedAction, goal: str, context: TurnContext
    ) -> ToolResult:
        tool, shown, user_id = prepared.tool, prepared.shown, context.turn.origin.user_id
        if cached := self._lookups.find(user_id, tool, shown, context.clock.seconds()):
            return cached
        around = prepared.around(goal, context)

        async def work() -> ToolResult:
            return honest(tool, await self._run(prepared, around, user_id), shown)

        result = await self._in_time(tool, work, shown, context)
        self._lookups.keep(user_id, tool, shown, result, context.clock.seconds())
        if tool.meaning == meanings.FORGET:
            self._passing.forget(user_id)
        return result

    async def _in_time(
        self,
        tool: Tool,
        work: Callable[[], Awaitable[T]],
        shown: Mapping[str, object],
        context: TurnContext,
    ) -> T | ToolResult:
        """What a tool's work gives, or a failed result, in bounded time whatever the tool does."""

        def tell(code: str, message: str) -> None:
            context.publish(ProblemReported(context.clock.seconds(), code, message))

        try:
            self._left.refuse_another(tool)
            return await self._left.wait_for(tool, outcome_of(tool, work, shown), tell)
        except ToolError as error:
            return failed(shown, error.message, error.code)

    async def _run(self, prepared: PreparedAction, around: ToolContext, user_id: str) -> ToolResult:
        if not prepared.tool.is_read_only:
            return await prepared.tool.run(prepared.arguments, around)
        with kept_for(user_id, self._answers):
            return await prepared.tool.run(prepared.arguments, around)

    def _tell(self, task: TaskState, result: ToolResult, context: TurnContext) -> None:
        turn_id, at, receipt = context.turn.turn_id, context.clock.seconds(), result.receipt
        context.ledger.note("action", f"{task['action']} {json.dumps(dict(result.arguments))}")
        context.ledger.note("observation", f"{receipt.kind.value}: {receipt.observed}")
        context.publish(ToolEnded(turn_id, at, task["action"], result.arguments, receipt))
        if sources := result.data.get("sources"):
            context.publish(SourcesCited(turn_id, at, tuple(sources)))

    def _update(self, task: TaskState, result: ToolResult, state: JarvisState) -> JarvisState:
        action, receipt = task["action"], result.receipt
        tool = self._registry.get(action) if action in self._registry else None
        step = StepState(
            action=action,
            arguments=dict(result.arguments),
            status=receipt.status,
            kind=receipt.kind.value,
            observed=receipt.observed[: tool.observed_characters if tool else None],
            data=dict(result.data),
            act=bool(tool and not tool.is_read_only),
            material=bool(tool and tool.is_material),
            untrusted=bool(tool and tool.brings_web_text and not result.data.get("declined")),
            private=bool(tool and tool.is_private),
            opens=(tool.opens if tool else None) or "",
            finds=bool(tool and tool.finds_pages),
            tells=tool.tells if tool else "",
            fails=tool.fails if tool else "",
            part=task["part"],
        )
        update = JarvisState(executor_memory=[*state["executor_memory"], step], pending_task=None)
        if result.links:
            # what was named stays within reach, behind the results: "the first one" is a result
            update["url_map"] = urls.merged(result.links, urls.links(state["named"]))
        if tool and tool.is_private:
            told = [receipt.observed, *map(str, result.data.values())]
            update["confided"] = [*state.get("confided", []), *told][-KEPT_CONFIDED:]
        if step["opens"] == "site" and receipt.kind is ReceiptKind.EFFECT:
            update["last_opened_url"] = str(step["arguments"].get("url", ""))
        return update


def _not_from(origin: Origin, tool: Tool) -> str:
    """Why a tool is of no use to an origin, or ""."""
    if not tool.is_allowed(origin):
        return NOT_ALLOWED
    return NOT_THERE if tool.on_desktop and origin.place != HERE.place else ""


def _not_the_users(prepared: PreparedAction, state: JarvisState, context: TurnContext) -> str:
    """Why what a model planned is not what the user asked for, or ""."""
    tool, goal = prepared.tool, state["user_goal"]
    is_act = tool.tier_of(prepared.arguments) == "act"
    if not (tool.is_ordered_in(goal) if is_act else tool.is_asked_in(goal)):
        return NOT_ASKED_FOR
    if tool.speaks_of is not None:
        before = " ".join(one["text"] for one in state.get("messages", [])[-JUST_BEFORE:])
        if not tool.speaks_of(prepared.arguments, goal, before):
            return NOT_ASKED_FOR
    later = (str(getattr(prepared.arguments, name)) for name in tool.as_said)
    if any(in_own_words(words, goal) is None for words in later):
        return "Those are not your own words, so I did not set it."
    read = context.understood.value
    said = said_for(goal, state.get("messages", []), read)
    return "" if is_all_said(tool, prepared.arguments, said, read) else NOT_SAID


def _beside(task: TaskState, call: BesideState) -> TaskState:
    """A task of its own for a lookup that was asked for together with another one."""
    return TaskState(
        action=call["action"],
        arguments=call["arguments"],
        planner=task["planner"],
        part=task["part"],
        beside=[],
    )


def _is_granted(prepared: PreparedAction, task: TaskState, context: TurnContext) -> bool:
    """Whether the user's own routine does it, and what it touches was confirmed before."""
    is_routine = context.turn.source == "schedule" and task["planner"] in OF_THE_WORDS
    return prepared.tool.is_granted_ahead and is_routine


def _is_too_long_to_hear(prepared: PreparedAction, task: TaskState, context: TurnContext) -> bool:
    """Whether it would be asked about where somebody listens, who cannot follow all of it."""
    if context.turn.source in READ or not prepared.needs_yes:
        return False
    is_asked = not _is_granted(prepared, task, context)
    return is_asked and len(prepared.wanted(is_read=False)) > LONGEST_HEARD


def _may_run(prepared: PreparedAction, *, is_read: bool) -> bool:
    """Whether it needs no yes or has it; the graph stops in here to ask.

    Nothing before this may have an effect: on the answer the node runs again from its top. The yes
    is to the action that was asked about, and not to one that has other arguments by now.
    """
    if not prepared.needs_yes:
        return True
    answer: ConfirmedAction = interrupt(prepared.question(is_read=is_read))
    return answer["answer"] == "yes" and answer["action_id"] == prepared.identity


def _is_same(step: StepState, action: str, shown: Mapping[str, Any]) -> bool:
    """Whether a step has done this very thing; addresses are compared as a browser would."""
    before, now = dict(step["arguments"]), dict(shown)
    if "url" in before and "url" in now:
        before["url"], now["url"] = urls.normalised(before["url"]), urls.normalised(now["url"])
    return step["action"] == action and step["status"] == "done" and before == now
