"""Ladder: asks one model after another, then the local planner.

Invariant: the last rung is asked when every other failed, and it does not fail. A rung is left once
a turn at the most, and what became of it is told once, until it has worked again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from time import monotonic

from jarvis_voice.assistant.planning.circuit_breaker import CircuitBreaker
from jarvis_voice.assistant.planning.plan import Finish, Plan, Planner, PlanView, StreamingPlanner
from jarvis_voice.assistant.planning.reply_length import GOES_ON
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.understanding import ModelState
from jarvis_voice.engines.llm.chat import MAY_ASK_AGAIN
from jarvis_voice.language.en.answer_unit import Unit

CLAIMED = "model-claimed"
"""A model that says it is done before anything was: its words are dropped, and that is not told."""

BROKE_OFF = "I lost the connection before the end of my answer."
OUT_OF_TIME = "I stopped there, because the answer took longer than I may take."


@dataclass(slots=True)
class Climb:
    """Which planners one turn has given up.

    Attributes:
        gave_up: Names of the rungs that failed in this turn.
        failures: What went wrong just now.
        news: What of it is to be told in the answer.
    """

    gave_up: list[str]
    failures: list[PlannerError] = field(default_factory=list)
    news: list[PlannerError] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The plan of a step.

    Attributes:
        plan: The plan.
        planner: Who gave it.
    """

    plan: Plan
    planner: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """A model was asked.

    Attributes:
        planner: The name of its rung.
        seconds: How long that took.
        error: The code of its failure; "" is none.
    """

    planner: str
    seconds: float
    error: str = ""


class Ladder:
    """The planners in order of preference.

    Args:
        planners: Best first; the last one is local and must not fail.
        seconds: Monotonic seconds.
        is_switched_off: A model is set, and a setting keeps it out of the planners.

    Attributes:
        model: What there is of models while one that is asked answers.
    """

    def __init__(
        self,
        planners: Sequence[Planner],
        seconds: Callable[[], float] = monotonic,
        *,
        is_switched_off: bool = False,
    ) -> None:
        *self._rungs, self.last = planners
        without: ModelState = "off" if is_switched_off else "none"
        self.model: ModelState = "asked" if self._rungs else without
        self._breakers = {rung.name: CircuitBreaker(seconds) for rung in self._rungs}
        self._seconds = seconds
        self._told: dict[str, str] = {}

    async def stream(self, view: PlanView, climb: Climb) -> AsyncGenerator[Unit | Attempt | Chosen]:
        """The units of an answer as they come, what became of each rung, and last the plan.

        `climb` is brought up to date.
        """
        for rung in self._rungs:
            if not self.is_usable(rung.name, climb.gave_up):
                continue
            has_said, note, code, began_at = False, BROKE_OFF, "", self._seconds()
            async with aclosing(self._asked(rung, view)) as pieces:
                try:
                    async for piece in pieces:
                        if isinstance(piece, Unit):
                            has_said = True
                            yield piece
                            continue
                        self._breakers[rung.name].succeed()
                        self._told.pop(rung.name, None)
                        yield Attempt(rung.name, self._seconds() - began_at)
                        yield Chosen(piece, rung.name)
                        return
                except PlannerError as error:
                    self._leave(rung, error, climb)
                    code = error.code
                    note = GOES_ON if error.code.endswith("-truncated") else BROKE_OFF
                except TimeoutError:
                    note, late = OUT_OF_TIME, _too_slow(rung)
                    code = late.code
                    if not has_said:  # a model that was still writing is not to blame
                        self._leave(rung, late, climb)
            yield Attempt(rung.name, self._seconds() - began_at, code)
            if has_said:
                climb.news.clear()  # the note tells of it
                yield Chosen(
                    Finish("", None if note == GOES_ON else "failed", note=note), rung.name
                )
                return
        view = replace(view, model=self.without_answer)
        yield Chosen(await self.last.plan(view), self.last.name)

    async def _asked(self, rung: Planner, view: PlanView) -> AsyncGenerator[Unit | Plan]:
        """One rung's pieces within the turn's time, of which loading its library takes none."""
        await rung.load()
        if not isinstance(rung, StreamingPlanner):
            yield await rung.plan(view)
            return
        until = asyncio.get_running_loop().time() + view.seconds_left
        async with aclosing(rung.stream(view)) as pieces:
            while True:
                async with asyncio.timeout_at(until):
                    piece = await anext(pieces, None)
                if piece is None:
                    return
                yield piece
                if not isinstance(piece, Unit):
                    return

    @property
    def without_answer(self) -> ModelState:
        """What there is of models where none of them has answered."""
        return "away" if self._rungs else self.model

    def has_model(self, gave_up: Sequence[str] = ()) -> bool:
        """Whether any model may be asked now."""
        return any(self.is_usable(rung.name, gave_up) for rung in self._rungs)

    def is_usable(self, name: str, gave_up: Sequence[str]) -> bool:
        """Whether a rung is there to be asked now."""
        breaker = self._breakers.get(name)
        return name not in gave_up and breaker is not None and breaker.error is None

    def has_rung(self, name: str) -> bool:
        """Whether a model of that name is set, even one that has a pause."""
        return name in self._breakers

    def model_to_ask(self, name: str) -> Planner | None:
        """The model of that name, where it may be asked now."""
        found = (rung for rung in self._rungs if rung.name == name and self.is_usable(name, ()))
        return next(found, None)

    def pauses(self) -> dict[str, tuple[str, float]]:
        """The models that are left alone: by their name, what they are called and for how long."""
        return {
            rung.name: (rung.title, self._breakers[rung.name].rest_seconds)
            for rung in self._rungs
            if self._breakers[rung.name].error
        }

    def _leave(self, rung: Planner, error: PlannerError, climb: Climb) -> None:
        climb.gave_up.append(rung.name)
        climb.failures.append(error)
        if error.code not in MAY_ASK_AGAIN | {CLAIMED}:
            self._breakers[rung.name].fail(error)
        is_news = self._told.get(rung.name) != error.code
        self._told[rung.name] = error.code
        if is_news and error.code != CLAIMED:
            climb.news.append(error)


def _too_slow(rung: Planner) -> PlannerError:
    return PlannerError(
        f"{rung.name}-timeout",
        f"{rung.title} did not answer in time.",
        spoken=f"{rung.title} takes too long.",
    )
