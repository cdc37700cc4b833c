"""Work of a tool that does not end when it is told to: it is left behind, and nobody waits."""

import asyncio
import contextlib
import gc
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from assistant.turns import REGISTRY, Mind, ScriptedPlanner, ask, assistant_with, seen

from jarvis_voice.assistant.graph import executor
from jarvis_voice.assistant.graph.left_work import LEFT_MOST, LeftWork
from jarvis_voice.assistant.planning.plan import Finish, Plan, Task
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.registry import NoArguments, Registry, Tool

pytestmark = pytest.mark.flow

LEFT = "Dig a hole did not end when it was stopped, so it was left behind."


class Stubborn:
    """Takes no cancel until it is let go."""

    def __init__(self) -> None:
        self.begun, self.let_go = asyncio.Event(), asyncio.Event()
        self.starts = 0

    async def run(self, *_: object) -> ToolResult:
        self.starts += 1
        self.begun.set()
        while not self.let_go.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await self.let_go.wait()
        return ToolResult(Receipt(ReceiptKind.EFFECT, "Dug."))

    def tool(self, tier: Any = "act", seconds: float = 0.01) -> Tool:
        return Tool("dig_a_hole", "", "dig", NoArguments, tier, seconds, self.run)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "LeftWork", partial(LeftWork, 0.01))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("tier", "observed"),
    [
        ("act", "Dig a hole did not end in time. It may still be at work."),
        ("read", "Dig a hole did not end in time."),
    ],
)
async def test_the_turn_goes_on_and_it_is_told_once(paths: Paths, tier: str, observed: str) -> None:
    dig = Stubborn()
    plans: list[Plan] = [Task("dig_a_hole"), Finish("No.")]
    planner = ScriptedPlanner(*plans, *plans)
    mind = Mind(registry=Registry(*REGISTRY, dig.tool(tier)))
    async with assistant_with(paths, planner, mind=mind) as (assistant, events):
        await ask(assistant, "dig")
        await ask(assistant, "dig")
    ends = seen(events, "tool-ended")
    assert [end["receipt"] for end in ends] == [{"status": "failed", "observed": observed}] * 2
    assert [told["message"] for told in seen(events, "problem-reported")] == [LEFT]
    dig.let_go.set()


@pytest.mark.usefixtures("impatient")
async def test_a_stop_ends_the_turn(paths: Paths) -> None:
    dig = Stubborn()
    planner = ScriptedPlanner(Task("dig_a_hole"))
    mind = Mind(registry=Registry(*REGISTRY, dig.tool(seconds=60)))
    async with assistant_with(paths, planner, mind=mind) as (assistant, events):
        asked = asyncio.create_task(ask(assistant, "dig"))
        await dig.begun.wait()
        assert await ask(assistant, "stop") == ["Okay."]
        await asked
    assert seen(events, "turn-ended")[0]["outcome"] == "cancelled"
    assert [told["message"] for told in seen(events, "problem-reported")] == [LEFT]
    dig.let_go.set()


@pytest.mark.usefixtures("impatient")
async def test_what_settles_an_action_is_left_behind_too(paths: Paths) -> None:
    dig = Stubborn()

    async def settle(*_: object) -> NoArguments:
        await dig.run()
        return NoArguments()

    planner = ScriptedPlanner(Task("dig_a_hole"), Finish("No."))
    mind = Mind(registry=Registry(*REGISTRY, replace(dig.tool(), settle=settle)))
    async with assistant_with(paths, planner, mind=mind) as (assistant, _):
        await ask(assistant, "dig")
    assert dig.starts == 1
    dig.let_go.set()


async def test_no_more_of_a_tool_is_left_behind_than_the_bound_and_it_works_again() -> None:
    left, dig = LeftWork(0.01), Stubborn()
    for _ in range(LEFT_MOST):
        left.refuse_another(dig.tool())
        with pytest.raises(ToolError, match="did not end in time"):
            await left.wait_for(dig.tool(), dig.run(), lambda *_: None)
    with pytest.raises(ToolError, match="still at work from before"):
        left.refuse_another(dig.tool())
    dig.let_go.set()
    for _ in range(10):  # it ends in the next rounds of the loop
        await asyncio.sleep(0)
    assert left.count(dig.tool()) == 0
    left.refuse_another(dig.tool())


async def takes_no_end(*_: object) -> ToolResult:
    """Ends by nothing that is raised in it."""
    while True:
        with contextlib.suppress(BaseException):
            await asyncio.sleep(60)


def test_the_end_of_the_program_does_not_wait_for_it(caplog: pytest.LogCaptureFixture) -> None:
    tool = Tool("dig_a_hole", "", "dig", NoArguments, "act", 0.01, takes_no_end)

    async def end_beside_it() -> str:
        with pytest.raises(ToolError):
            await LeftWork(0.01).wait_for(tool, takes_no_end(), lambda *_: None)
        return "ended"

    assert asyncio.run(end_beside_it()) == "ended"
    gc.collect()
    [record] = caplog.records
    assert record.getMessage() == (
        "the tool dig_a_hole did not end when it was stopped: it is left behind"
    )
