"""Flow: what an origin may not do is refused in one sentence, without effect or question."""

from dataclasses import replace

import pytest
from assistant.turns import Mind, ScriptedPlanner, ask, assistant_with, seen

from jarvis_voice.assistant.graph.executor import NOT_ALLOWED
from jarvis_voice.assistant.planning.plan import Finish, Task
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import (
    HERE,
    SCOPES,
    TALK_ONLY,
    Origin,
    Receipt,
    ReceiptKind,
    Scope,
    ToolResult,
)
from jarvis_voice.tools.registry import NoArguments, Registry, Tier, Tool, ToolContext

pytestmark = pytest.mark.flow

PHONE = Origin("anna", "phone")


class Doing:
    """A tool for each scope, and what was done."""

    def __init__(self, tier: Tier = "act") -> None:
        self.done: list[str] = []
        self.registry = Registry(*(self._tool(scope, tier) for scope in SCOPES))

    def _tool(self, scope: Scope, tier: Tier) -> Tool:
        async def run(_: NoArguments, __: ToolContext) -> ToolResult:
            self.done.append(scope)
            return ToolResult(Receipt(ReceiptKind.EFFECT, f"I have used {scope}."))

        name = f"use_{scope}"
        return Tool(name, "", name, NoArguments, tier, 5, run, needs=scope)


@pytest.mark.parametrize("tier", ["read", "act", "confirm"])
@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("may", [TALK_ONLY, frozenset({"act", "home"}), HERE.may])
async def test_a_tool_runs_where_its_scope_is_given(
    paths: Paths, tier: Tier, scope: Scope, may: frozenset[Scope]
) -> None:
    doing, planner = Doing(tier), ScriptedPlanner(Task(f"use_{scope}"), Finish())
    async with assistant_with(paths, planner, mind=Mind(registry=doing.registry)) as (who, events):
        answer = " ".join(await ask(who, "use it", origin=replace(PHONE, may=may)))
        is_allowed = scope in may
        if is_allowed and tier == "confirm":
            assert "Shall I?" in answer
            assert doing.done == []
        elif is_allowed:
            assert doing.done == [scope]
        else:
            assert (answer, doing.done) == (NOT_ALLOWED, [])
            assert seen(events, "turn-ended")[0]["outcome"] == "not_done"


async def test_a_yes_from_where_it_is_not_allowed_does_nothing(paths: Paths) -> None:
    doing = Doing("confirm")
    planner = ScriptedPlanner(Task("use_act"), Finish(), Finish())
    async with assistant_with(paths, planner, mind=Mind(registry=doing.registry)) as (who, _):
        asked = await ask(who, "use it", origin=replace(PHONE, may=HERE.may))
        assert "Shall I?" in " ".join(asked)
        assert NOT_ALLOWED in " ".join(await ask(who, "yes", origin=PHONE))
    assert doing.done == []


async def test_a_model_is_offered_only_what_is_allowed(paths: Paths) -> None:
    doing, planner = Doing("read"), ScriptedPlanner(Finish("Hello."), Finish("Hello."))
    async with assistant_with(paths, planner, mind=Mind(registry=doing.registry)) as (who, _):
        await ask(who, "use talk act home admin", origin=PHONE)
        await ask(who, "use talk act home admin")
    offered = [[tool.name for tool in view.tools] for view in planner.views]
    assert offered == [["use_talk"], [f"use_{scope}" for scope in SCOPES]]
