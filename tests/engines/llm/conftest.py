"""Every real chat client, with a server of its protocol."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from engines.llm.model_worlds import (
    StepWorld,
    gemini_world,
    openai_world,
)

from jarvis_voice.engines.llm.langchain_step import SteppingChat


@pytest.fixture(params=[gemini_world, openai_world], ids=["gemini", "openai"])
def world(request: pytest.FixtureRequest) -> Iterator[StepWorld]:
    world: StepWorld = request.param()
    with world.server:
        yield world


@pytest.fixture
async def chat(world: StepWorld) -> AsyncIterator[SteppingChat]:
    async with world.chat() as chat:
        await chat.load()
        yield chat
