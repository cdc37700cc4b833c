"""Executor: the node that carries out one planned action and keeps what was observed.

Invariant: whatever a tool does - refuse, raise, hang - comes out as one step with a receipt.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command
from pydantic import ValidationError

from jarvis_voice.brain import url_map as urls
from jarvis_voice.brain.context import TurnContext
from jarvis_voice.brain.state import JarvisState, StepState, TaskState
from jarvis_voice.errors import JarvisError, ToolError
from jarvis_voice.events import ToolEnded
from jarvis_voice.logs import log_broken
from jarvis_voice.tools.registry import Registry, Tool, ToolContext
from jarvis_voice.types import Receipt, ReceiptStatus, ToolResult

log = logging.getLogger(__name__)

LOCAL = "local"
"""The planner whose tasks come from the user's words by code alone."""

OBSERVED_CHARACTERS = 2_000
"""What is kept of an observation: it goes into every later prompt of the turn."""


class Executor:
    """The graph's second node."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    async def __call__(
        self, state: JarvisState, runtime: Runtime[TurnContext]
    ) -> Command[Literal["task_planner"]]:
        """Run the pending task and route back to the planner."""
        task, context = state["pending_task"], runtime.context
        if task is None:
            raise RuntimeError("the executor was reached without a pending task")
        result = await self._run(task, state, context)
        receipt = result.receipt
        context.publish(
            ToolEnded(
                context.turn.turn_id,
                context.clock.seconds(),
                task["action"],
                result.arguments,
                receipt,
            )
        )
        step = StepState(
            action=task["action"],
            arguments=dict(result.arguments),
            status=receipt.status.value,
            observed=receipt.observed[:OBSERVED_CHARACTERS],
            data=dict(result.data),
        )
        update = JarvisState(executor_memory=[*state["executor_memory"], step], pending_task=None)
        if result.links:
            update["url_map"] = urls.merged(result.links, ())
        if task["action"] == "open_website" and receipt.status is ReceiptStatus.DONE:
            update["last_opened_url"] = result.arguments["url"]
        return Command(update=update, goto="task_planner")

    async def _run(self, task: TaskState, state: JarvisState, context: TurnContext) -> ToolResult:
        shown = dict(task["arguments"])
        try:
            tool = self._registry.get(task["action"])
            link = None
            if tool.takes_link:
                link = urls.resolve(state.get("url_map", []), shown["url_index"])
                shown = {"url": link.url}
            if refusal := _refusal(tool, task, shown, state, dry_run=context.turn.dry_run):
                return ToolResult(Receipt(ReceiptStatus.NOT_DONE, refusal), shown)
            arguments = tool.arguments.model_validate(task["arguments"])
            around = ToolContext(now=context.clock.now(), link=link)
            async with asyncio.timeout(tool.timeout_seconds):
                result = await tool.run(arguments, around)
        except TimeoutError:
            return _failed(shown, "It took too long, so I stopped waiting.")
        except (ValidationError, KeyError):
            log.warning("bad arguments for %s", task["action"])
            return _failed(shown, "That action was planned wrongly, so I did not do it.")
        except JarvisError as error:
            return _failed(shown, error.message)
        except Exception as error:  # noqa: BLE001 - a tool's error is an observation, never a crash
            log_broken(log, f"the tool {task['action']}", error)
            return _failed(shown, "Something inside that tool broke.")
        if result.arguments:
            return result
        return ToolResult(result.receipt, shown, result.links, result.data)


def _refusal(
    tool: Tool, task: TaskState, shown: Mapping[str, Any], state: JarvisState, *, dry_run: bool
) -> str:
    """Why this action must not run now, or ""."""
    if tool.tier == "read":
        return ""
    if dry_run:
        return f"This is a dry run: {tool.name.replace('_', ' ')} was not carried out."
    if task["planner"] != LOCAL and not tool.is_asked_in(state["user_goal"]):
        return "Nobody asked for that, so I did not do it."
    if any(_is_same(step, tool.name, shown) for step in state["executor_memory"]):
        return "That is done already."
    if tool.tier == "confirm":
        raise ToolError("needs-yes", "That needs your spoken yes first, which I cannot ask yet.")
    return ""


def _is_same(step: StepState, action: str, shown: Mapping[str, Any]) -> bool:
    """Whether a step has done this very thing; addresses are compared as a browser would."""
    before, now = dict(step["arguments"]), dict(shown)
    if "url" in before and "url" in now:
        before["url"], now["url"] = urls.normalised(before["url"]), urls.normalised(now["url"])
    return step["action"] == action and step["status"] == "done" and before == now


def _failed(arguments: dict[str, object], observed: str) -> ToolResult:
    return ToolResult(Receipt(ReceiptStatus.FAILED, observed), arguments)
