"""Unit: what a question to several models costs, also where some of them tell no cost."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import date
from typing import Any

import pytest
from pydantic import BaseModel

from jarvis_voice.briefing.budget import RunBudget
from jarvis_voice.briefing.model_question import BriefingModel, UnansweredError
from jarvis_voice.briefing.work import BriefingWork
from jarvis_voice.core.config import PriceConfig
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.engines.llm.chat import Message, Spent

pytestmark = pytest.mark.unit

DAY = date(2026, 1, 1)
PRICES = {
    "first": PriceConfig(input=0, output=1, as_of=DAY),
    "second": PriceConfig(input=0, output=10, as_of=DAY),
}
BUDGET = RunBudget(1.0, PRICES, ("first", "second"), output_tokens=1_000)
FIRST_USD, SECOND_USD = 0.001, 0.01


class Told(BaseModel):
    text: str


class CountedChat:
    """Answers, or fails, after it has told what these models took."""

    def __init__(self, *models: str, answers: bool) -> None:
        self.models = models
        self.answers = answers

    async def load(self) -> None:
        return

    async def structured(
        self, system: str, messages: Sequence[Message], schema: type[Any], spent: Spent
    ) -> Any:
        del system, messages
        for one in self.models:
            spent(Usage(one, 1, 1))
        if not self.answers:
            raise PlannerError("llm-offline", "It is gone.")
        return schema(text="yes")


@pytest.mark.parametrize(
    ("chat", "uncounted"),
    [
        (CountedChat("first", answers=True), 0.0),
        (CountedChat("second", answers=True), FIRST_USD),
        (CountedChat("first", "second", answers=True), 0.0),
        (CountedChat("first", answers=False), SECOND_USD),
        (CountedChat(answers=False), FIRST_USD + SECOND_USD),
        (CountedChat(answers=True), FIRST_USD + SECOND_USD),
    ],
)
async def test_what_nobody_has_told_is_counted_as_the_most(
    chat: CountedChat, uncounted: float
) -> None:
    @asynccontextmanager
    async def opened() -> AsyncIterator[CountedChat]:
        yield chat

    work = BriefingWork()
    try:
        answer = await BriefingModel(opened, BUDGET).answer(work, "p", "q", Told)
        assert answer.text == "yes"
    except UnansweredError:
        assert not chat.answers
    assert work.uncounted_usd == pytest.approx(uncounted)
