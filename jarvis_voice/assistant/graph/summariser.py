"""Summariser: lets a model sum up the messages of a thread that no model is shown any more.

Invariant: the model that was shown the messages is asked, and only while it may be asked at all; a
summary that fails costs no turn anything.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from jarvis_voice.assistant.planning.circuit_breaker import CircuitBreaker
from jarvis_voice.assistant.planning.ladder import Ladder
from jarvis_voice.assistant.planning.past_messages import DueSummary, due_summary, may_use
from jarvis_voice.assistant.planning.plan import SummingPlanner
from jarvis_voice.assistant.state import JarvisState, SummaryState
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.engines.llm.chat import Spent

log = logging.getLogger(__name__)

SUMMARY_SECONDS = 60.0
"""How long a summary may take: nobody waits for it."""


@dataclass(frozen=True, slots=True)
class MadeSummary:
    """A summary that is not kept yet.

    Attributes:
        due: What was summed up.
        summary: The summary.
    """

    due: DueSummary
    summary: SummaryState


class Summariser:
    """Makes the summaries of conversations.

    Args:
        ladder: The models.
        manner: What the settings say of them now.
        seconds: Monotonic seconds.
    """

    def __init__(
        self, ladder: Ladder, manner: TalkManner, seconds: Callable[[], float] = monotonic
    ) -> None:
        self._ladder = ladder
        self._manner = manner
        self._breaker = CircuitBreaker(seconds)

    async def summary(self, state: JarvisState, spent: Spent) -> MadeSummary | None:
        """The new summary of a thread; None where none is due, or none can be made now.

        Args:
            state: The thread's.
            spent: Called with the tokens of the call.
        """
        due = due_summary(state)
        if due is None or self._breaker.error:
            return None
        model = self._ladder.model_to_ask(due.model)
        if not isinstance(model, SummingPlanner):
            return None
        try:
            async with asyncio.timeout(SUMMARY_SECONDS):
                made = await self._asked(model, due, state.get("summary"), spent)
        except (PlannerError, TimeoutError) as error:
            code = error.code if isinstance(error, PlannerError) else "summary-timeout"
            self._breaker.fail(PlannerError(code, f"{model.title} made no summary."))
            log.info("a conversation was not summed up: %s", code)
            return None
        self._breaker.succeed()
        return MadeSummary(due, made)

    async def _asked(
        self, model: SummingPlanner, due: DueSummary, before: SummaryState | None, spent: Spent
    ) -> SummaryState:
        await model.load()
        with_facts = model.may_see_facts(shares_facts=self._manner.share == "yes")
        known = before if before and may_use(before, model.name, with_facts=with_facts) else None
        text = await model.sum_up(known["text"] if known else "", due.messages, spent)
        return SummaryState(
            text=text,
            by=model.name,
            with_facts=with_facts,
            until=due.until,
            confided=due.confided(known["confided"] if known else ()),
        )
