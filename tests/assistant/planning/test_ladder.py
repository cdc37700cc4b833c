"""Flow: one model after another within a budget, then the local planner."""

import asyncio

import pytest
from assistant.turns import ScriptedPlanner

from jarvis_voice.assistant.planning.ladder import CLAIMED, SKIPPED_SECONDS, Climb, Ladder
from jarvis_voice.assistant.planning.plan import Finish, Plan, PlanView
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.understanding import Part, Understanding

pytestmark = pytest.mark.flow

VIEW = PlanView(Understanding("hello", (Part("hello", None),)), (), (), (), "")
OFFLINE = PlannerError("gemini-offline", "No network.", spoken="I cannot reach Gemini.")
BAD = PlannerError("gemini-bad-answer", "Nonsense.", spoken="Gemini gave a strange answer.")


class Time:
    """Seconds that a test moves."""

    at = 100.0

    def __call__(self) -> float:
        return self.at


class Slow(ScriptedPlanner):
    """Takes its time, on the test's clock."""

    def __init__(self, time: Time, takes_seconds: float, *plans: Plan, name: str) -> None:
        super().__init__(*plans, name=name)
        self.time, self.takes_seconds = time, takes_seconds

    async def plan(self, view: PlanView) -> Plan:
        self.time.at += self.takes_seconds
        return await super().plan(view)


class Unloaded(Slow):
    """Its library takes its time, on the test's clock and on the loop's."""

    async def load(self) -> None:
        self.time.at += 100.0
        for _ in range(3):
            await asyncio.sleep(0)


class Hung(ScriptedPlanner):
    """Never answers."""

    async def plan(self, view: PlanView) -> Plan:
        raise TimeoutError


def gemini(*plans: Plan | PlannerError) -> ScriptedPlanner:
    return ScriptedPlanner(*plans, name="gemini")


def second(*plans: Plan | PlannerError) -> ScriptedPlanner:
    return ScriptedPlanner(*plans, name="second")


def local(*plans: Plan) -> ScriptedPlanner:
    return ScriptedPlanner(*plans, name="local")


async def test_the_best_rung_answers() -> None:
    ladder = Ladder([gemini(Finish("hi")), second(), local()])
    assert await ladder.plan(VIEW, Climb([], 0.0)) == (Finish("hi"), "gemini")


async def test_each_rung_in_turn_and_what_failed_is_told() -> None:
    climb = Climb([], 0.0)
    ladder = Ladder([gemini(OFFLINE), second(Finish("hi")), local()])
    assert await ladder.plan(VIEW, climb) == (Finish("hi"), "second")
    assert climb.gave_up == ["gemini"]
    assert [error.spoken for error in climb.news] == ["I cannot reach Gemini."]


async def test_the_last_rung_is_local() -> None:
    ladder = Ladder([gemini(OFFLINE), second(BAD), local(Finish("hi"))])
    assert await ladder.plan(VIEW, Climb([], 0.0)) == (Finish("hi"), "local")


async def test_a_rung_that_failed_is_skipped_for_five_minutes_and_told_once() -> None:
    time = Time()
    best, last = gemini(OFFLINE, OFFLINE, Finish("back")), local(*[Finish("hi")] * 4)
    ladder = Ladder([best, last], seconds=time)
    climbs = [Climb([], 0.0) for _ in range(4)]
    for number, climb in enumerate(climbs):
        await ladder.plan(VIEW, climb)
        time.at += SKIPPED_SECONDS / 2 + (1 if number else 0)
    assert [len(climb.failures) for climb in climbs] == [1, 0, 1, 0]
    assert [len(climb.news) for climb in climbs] == [1, 0, 0, 0]
    time.at += SKIPPED_SECONDS
    assert await ladder.plan(VIEW, Climb([], 0.0)) == (Finish("back"), "gemini")


async def test_a_bad_answer_costs_only_this_turn() -> None:
    ladder = Ladder([gemini(BAD, Finish("good")), local(Finish("hi"))])
    climb = Climb([], 0.0)
    await ladder.plan(VIEW, climb)
    assert not ladder.is_usable("gemini", climb.gave_up)
    assert await ladder.plan(VIEW, Climb([], 0.0)) == (Finish("good"), "gemini")


async def test_a_claim_is_reported_but_not_told() -> None:
    climb = Climb([], 0.0)
    await Ladder([gemini(PlannerError(CLAIMED, "It lied.")), local(Finish("hi"))]).plan(VIEW, climb)
    assert [error.code for error in climb.failures] == [CLAIMED]
    assert climb.news == []


async def test_a_rung_that_hangs_is_told_by_its_name() -> None:
    climb = Climb([], 0.0)
    await Ladder([Hung(name="gemini"), local(Finish("hi"))]).plan(VIEW, climb)
    assert [error.spoken for error in climb.news] == ["Gemini takes too long."]


async def test_the_budget_is_one_for_all_models_of_a_turn() -> None:
    time = Time()
    best = Slow(time, 3.9, *[Finish("hi")] * 3, name="gemini")
    ladder = Ladder([best, local(Finish("late"))], budget_seconds=8.0, seconds=time)
    climb = Climb([], 0.0)
    answered = [(await ladder.plan(VIEW, climb))[1] for _ in range(3)]
    assert answered == ["gemini", "gemini", "local"]
    assert climb.model_seconds == pytest.approx(7.8)


async def test_loading_takes_nothing_of_the_time_in_which_a_model_must_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("jarvis_voice.assistant.planning.ladder.RUNG_SECONDS", (0.0,))
    time, climb = Time(), Climb([], 0.0)
    ladder = Ladder([Unloaded(time, 2.0, Finish("hi"), name="gemini"), local()], seconds=time)
    assert await ladder.plan(VIEW, climb) == (Finish("hi"), "gemini")
    assert climb.model_seconds == pytest.approx(2.0)


async def test_a_rung_that_does_not_load_is_left() -> None:
    class Broken(ScriptedPlanner):
        async def load(self) -> None:
            raise OFFLINE

    climb = Climb([], 0.0)
    ladder = Ladder([Broken(name="gemini"), local(Finish("hi"))])
    assert await ladder.plan(VIEW, climb) == (Finish("hi"), "local")
    assert (climb.gave_up, climb.model_seconds) == (["gemini"], 0.0)


async def test_a_cancel_passes_through() -> None:
    class Waits(ScriptedPlanner):
        async def plan(self, view: PlanView) -> Plan:
            await asyncio.Event().wait()
            return await super().plan(view)

    task = asyncio.ensure_future(Ladder([Waits(name="g"), local()]).plan(VIEW, Climb([], 0.0)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


class Onlooker(ScriptedPlanner):
    """Keeps what it was told of the models."""

    told = ""

    async def plan(self, view: PlanView) -> Plan:
        self.told = view.model
        return await super().plan(view)


@pytest.mark.parametrize(
    ("rungs", "is_switched_off", "told"),
    [
        ([], False, "none"),
        ([], True, "off"),
        ([gemini(OFFLINE)], False, "away"),
        ([gemini(BAD), second(OFFLINE)], False, "away"),
    ],
)
async def test_the_last_planner_knows_what_there_is_of_models(
    rungs: list[ScriptedPlanner], is_switched_off: bool, told: str
) -> None:
    last = Onlooker(Finish("hi"), name="local")
    await Ladder([*rungs, last], is_switched_off=is_switched_off).plan(VIEW, Climb([], 0.0))
    assert last.told == told


def test_a_ladder_with_a_model_says_so() -> None:
    assert Ladder([gemini(), local()]).model == "asked"
    assert Ladder([local()]).model == "none"
