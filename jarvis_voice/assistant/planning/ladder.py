"""Ladder: asks one model after another within a time budget, then the local planner.

Invariant: the last rung is asked when every other failed, and it does not fail. A rung is left once
a turn at the most, and what became of it is told once, until it has worked again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING

from jarvis_voice.core.cooldown import Cooldown
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.understanding import ModelState
from jarvis_voice.engines.llm.chat import MAY_ASK_AGAIN

if TYPE_CHECKING:
    from jarvis_voice.assistant.planning.plan import Plan, Planner, PlanView

RUNG_SECONDS = (4.0, 3.0)
"""How long the first model may plan one step, and each further one."""

SKIPPED_SECONDS = 300.0
"""How long a rung that did not answer is left alone; one that answered badly only this turn."""

CLAIMED = "model-claimed"
"""A model that says it is done before anything was: its words are dropped, and that is not told."""

LEAST_SECONDS = 0.3
"""A rest of the budget in which no model answers."""


@dataclass(slots=True)
class Climb:
    """Which planners one turn has given up, and how much model time it has used.

    Attributes:
        gave_up: Names of the rungs that failed in this turn.
        model_seconds: What of the budget is spent.
        failures: What went wrong just now.
        news: What of it is to be told in the answer.
    """

    gave_up: list[str]
    model_seconds: float
    failures: list[PlannerError] = field(default_factory=list)
    news: list[PlannerError] = field(default_factory=list)


class Ladder:
    """The planners in order of preference.

    Args:
        planners: Best first; the last one is local and must not fail.
        budget_seconds: For all models of one turn together.
        seconds: Monotonic seconds.
        is_switched_off: A model is set, and a setting keeps it out of the planners.

    Attributes:
        model: What there is of models while one that is asked answers.
    """

    def __init__(
        self,
        planners: Sequence[Planner],
        budget_seconds: float = 8.0,
        seconds: Callable[[], float] = monotonic,
        *,
        is_switched_off: bool = False,
    ) -> None:
        *self._rungs, self.last = planners
        without: ModelState = "off" if is_switched_off else "none"
        self.model: ModelState = "asked" if self._rungs else without
        self._budget_seconds = budget_seconds
        self._seconds = seconds
        self._skipped = {rung.name: Cooldown(seconds) for rung in self._rungs}
        self._told: dict[str, str] = {}

    async def plan(self, view: PlanView, climb: Climb) -> tuple[Plan, str]:
        """The first plan there is, and who gave it; `climb` is brought up to date."""
        for number, rung in enumerate(self._rungs):
            rest = self._budget_seconds - climb.model_seconds
            if rest < LEAST_SECONDS:
                break
            if not self.is_usable(rung.name, climb.gave_up):
                continue
            limit = min(rest, RUNG_SECONDS[min(number, len(RUNG_SECONDS) - 1)])
            try:
                plan = await self._asked(rung, view, climb, limit)
            except (PlannerError, TimeoutError) as error:
                self._leave(rung, error, climb)
            else:
                self._told.pop(rung.name, None)
                return plan, rung.name
        state: ModelState = "away" if self._rungs else self.model
        return await self.last.plan(replace(view, model=state)), self.last.name

    async def _asked(self, rung: Planner, view: PlanView, climb: Climb, limit: float) -> Plan:
        """One rung's plan within `limit` seconds, of which loading its library takes none."""
        await rung.load()
        started_at = self._seconds()
        try:
            async with asyncio.timeout(limit):
                return await rung.plan(view)
        finally:
            climb.model_seconds += self._seconds() - started_at

    def is_usable(self, name: str, gave_up: Sequence[str]) -> bool:
        """Whether a rung is there to be asked now."""
        skipped = self._skipped.get(name)
        return name not in gave_up and skipped is not None and skipped.error is None

    def fail(self, name: str, error: PlannerError) -> bool:
        """Leave a rung that failed; returns whether that is news to the user."""
        if error.code not in MAY_ASK_AGAIN | {CLAIMED} and name in self._skipped:
            self._skipped[name].start(error, SKIPPED_SECONDS)
        is_news = self._told.get(name) != error.code
        self._told[name] = error.code
        return is_news

    def _leave(self, rung: Planner, error: PlannerError | TimeoutError, climb: Climb) -> None:
        if isinstance(error, TimeoutError):
            error = PlannerError(
                f"{rung.name}-timeout",
                f"{rung.title} did not answer in time.",
                spoken=f"{rung.title} takes too long.",
            )
        climb.gave_up.append(rung.name)
        climb.failures.append(error)
        if self.fail(rung.name, error) and error.code != CLAIMED:
            climb.news.append(error)
