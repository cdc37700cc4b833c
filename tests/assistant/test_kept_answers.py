"""Flow: what services answered is kept for its user until that user forgets, and for no act."""

from dataclasses import replace
from typing import Any

import pytest
from assistant.turns import Mind, Query, ScriptedPlanner, ask, assistant_with, tool

from jarvis_voice.assistant.planning.plan import Finish, Plan, Task
from jarvis_voice.assistant.understanding import meanings
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import EVERY_SCOPE, Origin, Receipt, ReceiptKind, ToolResult
from jarvis_voice.platform.outbound.answer_cache import asker
from jarvis_voice.tools.registry import Registry, ToolContext

pytestmark = pytest.mark.flow


async def look_up(_: Query, context: ToolContext) -> ToolResult:
    who = asker()
    told = who.user_id if who else "nobody"
    return ToolResult(
        Receipt(ReceiptKind.LOOKUP, f"kept for {told}"), data={"turn": context.turn_id}
    )


def mind_with(tier: Any, **changes: Any) -> Mind:
    return Mind(registry=Registry(replace(tool("look_up", Query, tier, look_up), **changes)))


def lookups(n: int) -> ScriptedPlanner:
    turn: list[Plan] = [Task("look_up", {"query": "mit"}), Finish()]
    return ScriptedPlanner(*(turn * n))


async def observed(paths: Paths, tier: str) -> str:
    planner = lookups(1)
    async with assistant_with(paths, planner, mind=mind_with(tier)) as (assistant, _):
        await ask(assistant, "look", origin=Origin(user_id="anna", may=EVERY_SCOPE))
    return str(planner.views[-1].memory[0]["observed"])


async def test_a_lookup_keeps_answers_for_its_user_and_an_act_keeps_none(paths: Paths) -> None:
    assert await observed(paths, "read") == "kept for anna"
    assert await observed(paths, "act") == "kept for nobody"


async def test_outside_a_tool_nobody_is_asked_for(paths: Paths) -> None:
    await observed(paths, "read")
    assert asker() is None


async def test_a_kept_result_goes_when_its_user_forgets(paths: Paths) -> None:
    planner = lookups(3)
    mind = mind_with("read", cache_seconds=60.0)
    async with assistant_with(paths, planner, mind=mind) as (assistant, _):
        turns = []
        for what in ("", "", "forget"):
            if what:
                await assistant.forget("me", "thread", "other")
            await ask(assistant, "look")
            turns.append(planner.views[-1].memory[0]["data"]["turn"])
    assert turns == ["t1", "t1", "t3"]


async def test_a_tool_that_forgets_takes_what_is_kept_along(paths: Paths) -> None:
    planner = lookups(2)
    mind = mind_with("read", cache_seconds=60.0, fulfils=(meanings.FORGET,))
    async with assistant_with(paths, planner, mind=mind) as (assistant, _):
        await ask(assistant, "look")
        await ask(assistant, "look")
    assert planner.views[-1].memory[0]["data"]["turn"] == "t2"
