"""Flow: what private tools told does not leave the machine, in this turn or a later one."""

from dataclasses import replace

import pytest
from assistant.turns import Mind, Query, ScriptedPlanner, ask, assistant_with, search, seen, tool
from tools.schedule_home import knowledge

from jarvis_voice.assistant.planning.plan import Finish, Plan, Task
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.registry import NoArguments, Registry, ToolContext

pytestmark = pytest.mark.flow


async def tell(_: NoArguments, __: ToolContext) -> ToolResult:
    observed = "On your clipboard is: Rosebud 4711."
    return ToolResult(Receipt(ReceiptKind.LOOKUP, observed), data={"text": "Rosebud 4711"})


REGISTRY = Registry(
    replace(tool("clipboard", NoArguments, "read", tell), is_private=True),
    replace(tool("search", Query, "read", search), sends=True),
)


async def kinds(paths: Paths, *turns: tuple[str, str]) -> list[str]:
    """What became of a search for the second text, after the first was said."""
    plans: list[Plan] = [Task("clipboard"), Finish("It is there.")]
    for _, query in turns:
        plans += [Task("search", {"query": query}), Finish("So.")]
    planner = ScriptedPlanner(*plans, name="gemini")
    async with assistant_with(paths, planner, ScriptedPlanner(), mind=Mind(registry=REGISTRY)) as (
        assistant,
        events,
    ):
        await ask(assistant, "what is on my clipboard")
        for said, _ in turns:
            await ask(assistant, said)
    return [end["receipt"]["status"] for end in seen(events, "tool-ended")][1:]


async def test_a_later_search_may_not_carry_it(paths: Paths) -> None:
    assert await kinds(paths, ("find a film", "film Rosebud")) == ["not_done"]
    assert await kinds(paths, ("find a number", "4711")) == ["not_done"]


async def test_what_is_said_again_may_be_used(paths: Paths) -> None:
    assert await kinds(paths, ("who is Rosebud", "Rosebud"), ("find a text", "text")) == [
        "done",
        "done",
    ]


async def offered(paths: Paths, said: str) -> set[str]:
    """The tools that a model is offered, where a fact tells of Pixel."""
    planner = ScriptedPlanner(Finish("I do not know."), name="gemini")
    mind = Mind(words=knowledge(), registry=REGISTRY)
    async with assistant_with(paths, planner, ScriptedPlanner(), mind=mind) as (assistant, _):
        await ask(assistant, said)
    [view] = planner.views
    return {one.name for one in view.tools}


async def test_a_model_may_not_search_for_whom_the_user_told_of(paths: Paths) -> None:
    assert await offered(paths, "how old is Pixel") == {"clipboard"}
    assert await offered(paths, "how old is Pixel Smith") == {"clipboard", "search"}
    assert await offered(paths, "how old is the moon") == {"clipboard", "search"}
