"""Flow: what a plain "yes" stands for, from where, and for how long."""

from datetime import UTC, datetime, timedelta

import pytest
from assistant.turns import Mind, ScriptedPlanner, Words, ask, assistant_with

from jarvis_voice.assistant.graph.planner import OFFER_SECONDS
from jarvis_voice.assistant.planning.plan import Finish
from jarvis_voice.core.clock import FrameClock
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Source

pytestmark = pytest.mark.flow

OFFER = Finish("Did you mean MIT?", "not_done", offer="open MIT")


class Clock(FrameClock):
    """A wall clock that a test moves."""

    moment = datetime(2026, 11, 5, 9, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.moment


@pytest.mark.parametrize(
    ("source", "later_seconds", "goal"),
    [
        ("voice", 0.0, "open MIT"),
        ("voice", OFFER_SECONDS, "open MIT"),
        ("voice", OFFER_SECONDS + 1, "yes"),
        ("stdin", 0.0, "yes"),
    ],
)
async def test_a_yes_counts_at_the_door_of_the_offer_and_soon(
    paths: Paths, source: Source, later_seconds: float, goal: str
) -> None:
    planner, clock = ScriptedPlanner(OFFER, Finish("Good.")), Clock()
    async with assistant_with(paths, planner, mind=Mind(Words()), clock=clock) as (assistant, _):
        await ask(assistant, "open mid", source="voice")
        clock.moment += timedelta(seconds=later_seconds)
        await ask(assistant, "yes", source=source)
    assert planner.views[-1].goal == goal


async def test_an_offer_stands_for_one_answer(paths: Paths) -> None:
    planner = ScriptedPlanner(OFFER, Finish("Hello."), Finish("What?"))
    async with assistant_with(paths, planner, mind=Mind(Words())) as (assistant, _):
        for text in ("open mid", "hello", "yes"):
            await ask(assistant, text)
    assert planner.views[-1].goal == "yes"
