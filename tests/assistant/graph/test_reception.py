"""Flow: a model words the answer within its time, of which its import takes none."""

import asyncio
from collections.abc import AsyncGenerator, Sequence

import pytest
from assistant.turns import Mind, ScriptedPlanner, ask, assistant_with

from jarvis_voice.assistant.planning.plan import Finish, Task
from jarvis_voice.core.paths import Paths
from jarvis_voice.engines.llm.chat import Message, Spent

pytestmark = pytest.mark.flow


class Unloaded:
    """Takes turns of the loop to load, then answers at once."""

    async def load(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0)

    async def stream(self, _: str, __: Sequence[Message], ___: Spent) -> AsyncGenerator[str]:
        yield "It is in California."


async def test_loading_takes_nothing_of_the_time_until_the_first_word(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvis_voice.assistant.graph.reception.RUNG_SECONDS", (0.0,))
    model = ScriptedPlanner(Task("search", {"query": "x"}), Finish(), name="model")
    mind = Mind(answerer=Unloaded())
    async with assistant_with(paths, model, ScriptedPlanner(), mind=mind) as (assistant, _):
        assert await ask(assistant, "where is Stanford") == ["It is in California."]
