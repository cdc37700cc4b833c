"""Flow: a model words the answer within its time, of which its import takes none."""

import asyncio
from collections.abc import AsyncGenerator, Sequence

import pytest
from assistant.turns import Mind, ScriptedPlanner, ask, assistant_with

from jarvis_voice.assistant.planning.plan import Finish, Task
from jarvis_voice.assistant.planning.reply_length import GOES_ON, REPLY_CHARACTERS
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


class Endless:
    """Words that never end."""

    def __init__(self, piece: str) -> None:
        self.piece = piece
        self.given = 0

    async def load(self) -> None:
        return

    async def stream(self, _: str, __: Sequence[Message], ___: Spent) -> AsyncGenerator[str]:
        while True:
            self.given += 1
            yield self.piece


@pytest.mark.parametrize("piece", ["It goes on in the same words. ", "It is so and so. " * 5_000])
async def test_an_answer_without_an_end_is_cut_and_told_to_go_on(paths: Paths, piece: str) -> None:
    model = ScriptedPlanner(Task("search", {"query": "x"}), Finish(), name="model")
    words = Endless(piece)
    async with assistant_with(paths, model, ScriptedPlanner(), mind=Mind(answerer=words)) as (
        assistant,
        _,
    ):
        told = await ask(assistant, "where is Stanford")
    assert (told[-1], told.count(GOES_ON)) == (GOES_ON, 1)
    assert REPLY_CHARACTERS * 0.9 < len(" ".join(told[:-1])) <= REPLY_CHARACTERS
    assert words.given == REPLY_CHARACTERS // len(piece) + 1


async def test_a_planners_reply_without_an_end_is_cut_and_told_to_go_on(paths: Paths) -> None:
    model = ScriptedPlanner(
        Finish("It goes on and on, sentence by sentence. " * 25_000), name="model"
    )
    async with assistant_with(paths, model) as (assistant, _):
        told = await ask(assistant, "tell me everything")
    assert told[-1] == GOES_ON
    assert len(" ".join(told[:-1])) <= REPLY_CHARACTERS
