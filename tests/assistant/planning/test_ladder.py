"""Flow: one model after another, its words as they come, then the local planner."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest
from assistant.turns import ScriptedPlanner

from jarvis_voice.assistant.planning.ladder import (
    BROKE_OFF,
    CLAIMED,
    OUT_OF_TIME,
    Attempt,
    Chosen,
    Climb,
    Ladder,
)
from jarvis_voice.assistant.planning.plan import Finish, Plan, PlanView
from jarvis_voice.assistant.planning.reply_length import GOES_ON
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.types import Outcome
from jarvis_voice.core.understanding import Part, Understanding
from jarvis_voice.language.en.answer_unit import Unit

pytestmark = pytest.mark.flow

VIEW = PlanView(Understanding("hello", (Part("hello", None),)), (), (), (), "")
OFFLINE = PlannerError("gemini-offline", "No network.", spoken="I cannot reach Gemini.")
SLOW = PlannerError("gemini-timeout", "Too slow.", spoken="Gemini takes too long.")
BAD = PlannerError("gemini-bad-answer", "Nonsense.", spoken="Gemini gave a strange answer.")
CUT = PlannerError("gemini-truncated", "Too long.", spoken="Gemini did not finish.")
ONCE, UPON = Unit("Once.", " ", "prose"), Unit("Upon a time.", " ", "prose")


class Seconds:
    """Seconds that a test moves."""

    at = 100.0

    def __call__(self) -> float:
        return self.at


class Writing(ScriptedPlanner):
    """Hands out units before its plan; an error stands in the place of the plan."""

    def __init__(self, *units: Unit, then: Plan | PlannerError | None = None) -> None:
        super().__init__(name="gemini")
        self.units, self.then = units, then

    async def stream(self, view: PlanView) -> AsyncGenerator[Unit | Plan]:
        self.views.append(view)
        for unit in self.units:
            yield unit
        if self.then is None:
            await asyncio.Event().wait()
        elif isinstance(self.then, PlannerError):
            raise self.then
        else:
            yield self.then


def gemini(*plans: Plan | PlannerError) -> ScriptedPlanner:
    return ScriptedPlanner(*plans, name="gemini")


def second(*plans: Plan | PlannerError) -> ScriptedPlanner:
    return ScriptedPlanner(*plans, name="second")


def local(*plans: Plan) -> ScriptedPlanner:
    return ScriptedPlanner(*plans, name="local")


async def climbed(
    ladder: Ladder, climb: Climb | None = None, view: PlanView = VIEW
) -> list[Unit | Chosen]:
    async with aclosing(ladder.stream(view, climb or Climb([]))) as pieces:
        return [piece async for piece in pieces if not isinstance(piece, Attempt)]


async def test_every_rung_that_was_asked_is_told_with_its_failure() -> None:
    ladder = Ladder([gemini(OFFLINE), second(Finish("hi")), local()], seconds=Seconds())
    async with aclosing(ladder.stream(VIEW, Climb([]))) as pieces:
        told = [piece async for piece in pieces]
    assert told == [
        Attempt("gemini", 0.0, OFFLINE.code),
        Attempt("second", 0.0),
        Chosen(Finish("hi"), "second"),
    ]


async def test_the_best_rung_answers() -> None:
    ladder = Ladder([gemini(Finish("hi")), second(), local()])
    assert await climbed(ladder) == [Chosen(Finish("hi"), "gemini")]


async def test_words_come_before_the_plan() -> None:
    ladder = Ladder([Writing(ONCE, UPON, then=Finish("")), local()])
    assert await climbed(ladder) == [ONCE, UPON, Chosen(Finish(""), "gemini")]


async def test_each_rung_in_turn_and_what_failed_is_told() -> None:
    climb = Climb([])
    ladder = Ladder([gemini(OFFLINE), second(Finish("hi")), local()])
    assert await climbed(ladder, climb) == [Chosen(Finish("hi"), "second")]
    assert climb.gave_up == ["gemini"]
    assert [error.spoken for error in climb.news] == ["I cannot reach Gemini."]


async def test_the_last_rung_is_local() -> None:
    ladder = Ladder([gemini(OFFLINE), second(BAD), local(Finish("hi"))])
    assert await climbed(ladder) == [Chosen(Finish("hi"), "local")]


@pytest.mark.parametrize("error", [SLOW, OFFLINE])
async def test_one_failure_costs_one_turn_and_is_told_once(error: PlannerError) -> None:
    ladder = Ladder([gemini(error, error, Finish("back")), local(Finish("a"), Finish("b"))])
    climbs = [Climb([]) for _ in range(3)]
    plans = [(await climbed(ladder, climb))[-1] for climb in climbs]
    assert plans[-1] == Chosen(Finish("back"), "gemini")
    assert [len(climb.news) for climb in climbs] == [1, 0, 0]


async def test_after_three_failures_in_a_row_it_is_left_alone_for_a_while() -> None:
    seconds = Seconds()
    best, last = gemini(*[OFFLINE] * 3, Finish("back")), local(*[Finish("hi")] * 4)
    ladder = Ladder([best, last], seconds=seconds)
    for _ in range(4):
        await climbed(ladder)
    assert len(best.views) == 3
    assert ladder.pauses() == {"gemini": ("Gemini", 30.0)}
    assert not ladder.has_model()
    seconds.at += 31
    assert await climbed(ladder) == [Chosen(Finish("back"), "gemini")]
    assert ladder.pauses() == {}


async def test_bad_answers_never_pause_it() -> None:
    ladder = Ladder([gemini(*[BAD] * 5, Finish("good")), local(*[Finish("hi")] * 5)])
    for _ in range(5):
        await climbed(ladder)
    assert await climbed(ladder) == [Chosen(Finish("good"), "gemini")]


async def test_what_gave_up_in_a_turn_is_not_asked_again_in_it() -> None:
    ladder = Ladder([gemini(BAD, Finish("good")), local(Finish("hi"), Finish("hi"))])
    climb = Climb([])
    await climbed(ladder, climb)
    assert await climbed(ladder, climb) == [Chosen(Finish("hi"), "local")]


async def test_a_claim_is_reported_but_not_told() -> None:
    climb = Climb([])
    lied = PlannerError(CLAIMED, "It lied.")
    await climbed(Ladder([gemini(lied), local(Finish("hi"))]), climb)
    assert ([error.code for error in climb.failures], climb.news) == ([CLAIMED], [])


@pytest.mark.parametrize(
    ("error", "note", "outcome"), [(OFFLINE, BROKE_OFF, "failed"), (CUT, GOES_ON, None)]
)
async def test_an_answer_that_breaks_off_ends_with_what_was_said(
    error: PlannerError, note: str, outcome: Outcome | None
) -> None:
    climb = Climb([])
    ladder = Ladder([Writing(ONCE, then=error), second(), local()])
    assert await climbed(ladder, climb) == [
        ONCE,
        Chosen(Finish("", outcome, note=note), "gemini"),
    ]
    assert climb.news == []


async def test_the_time_of_the_turn_ends_a_silent_model_and_the_next_is_asked() -> None:
    climb = Climb([])
    view = PlanView(VIEW.understanding, (), (), (), "", seconds_left=0.0)
    pieces = await climbed(Ladder([Writing(), local(Finish("hi"))]), climb, view)
    assert pieces == [Chosen(Finish("hi"), "local")]
    assert [error.spoken for error in climb.news] == ["Gemini takes too long."]


async def test_a_model_that_still_writes_at_the_end_of_the_time_keeps_what_it_said() -> None:
    view = PlanView(VIEW.understanding, (), (), (), "", seconds_left=0.02)
    ladder = Ladder([Writing(ONCE), local()])
    climb = Climb([])
    assert await climbed(ladder, climb, view) == [
        ONCE,
        Chosen(Finish("", "failed", note=OUT_OF_TIME), "gemini"),
    ]
    assert climb.failures == []


async def test_a_rung_that_does_not_load_is_left() -> None:
    class Broken(ScriptedPlanner):
        async def load(self) -> None:
            raise OFFLINE

    climb = Climb([])
    ladder = Ladder([Broken(name="gemini"), local(Finish("hi"))])
    assert await climbed(ladder, climb) == [Chosen(Finish("hi"), "local")]
    assert climb.gave_up == ["gemini"]


async def test_a_cancel_passes_through() -> None:
    task = asyncio.ensure_future(climbed(Ladder([Writing(), local()])))
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
    await climbed(Ladder([*rungs, last], is_switched_off=is_switched_off))
    assert last.told == told


def test_a_ladder_with_a_model_says_so() -> None:
    assert Ladder([gemini(), local()]).model == "asked"
    assert Ladder([local()]).model == "none"
