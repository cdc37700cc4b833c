"""Unit: several models as one."""

from collections.abc import AsyncGenerator, Sequence
from typing import Any, Self

import pytest
from pydantic import BaseModel

from jarvis_voice.core.errors import PlannerError
from jarvis_voice.engines.llm.chat import Message, Spent, ToolCall, ToolOffer
from jarvis_voice.engines.llm.fallback import FallbackChat

pytestmark = pytest.mark.unit


class Word(BaseModel):
    word: str


class Model:
    """Says one word, or fails."""

    def __init__(self, name: str, *, fails: bool = False) -> None:
        self.name, self.fails, self.calls, self.loads = name, fails, 0, 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        return

    async def load(self) -> None:
        self.loads += 1
        if self.fails:
            raise PlannerError("chat-offline", f"{self.name} does not load.")

    async def structured(
        self, system: str, messages: Sequence[Message], schema: type[Any], spent: Spent
    ) -> Any:
        self.calls += 1
        if self.fails:
            raise PlannerError("chat-offline", f"{self.name} is away.")
        return schema(word=self.name)

    async def step(
        self, system: str, messages: Sequence[Message], tools: Sequence[ToolOffer], spent: Spent
    ) -> AsyncGenerator[str | ToolCall]:
        yield self.name


async def said(*models: Model) -> str:
    answer = await FallbackChat(models).structured("", [], Word, lambda _: None)
    return answer.word


async def test_the_first_that_answers() -> None:
    first, second = Model("one"), Model("two")
    assert await said(first, second) == "one"
    assert second.calls == 0
    assert await said(Model("one", fails=True), second) == "two"


async def test_all_are_loaded_and_one_that_cannot_be_stops_no_other() -> None:
    models = [Model("one", fails=True), Model("two")]
    await FallbackChat(models).load()
    assert [model.loads for model in models] == [1, 1]
    assert await said(*models) == "two"


async def test_when_none_answers_the_last_ones_error_is_told() -> None:
    with pytest.raises(PlannerError, match="two is away"):
        await said(Model("one", fails=True), Model("two", fails=True))
