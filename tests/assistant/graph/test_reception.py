"""Flow: an answer of any length is told to its end, or cut and told to go on."""

import asyncio
from collections.abc import AsyncGenerator

import pytest
from assistant.chats import ScriptedChat
from assistant.turns import (
    REGISTRY,
    STANFORD,
    Mind,
    ScriptedPlanner,
    Words,
    ask,
    assistant_with,
)

from jarvis_voice.assistant.planning.model_planner import ModelPlanner
from jarvis_voice.assistant.planning.plan import Finish, Task
from jarvis_voice.assistant.planning.reply_length import GOES_ON, REPLY_CHARACTERS
from jarvis_voice.core.paths import Paths
from jarvis_voice.engines.llm.chat import ToolCall

pytestmark = pytest.mark.flow


class Unloaded(ScriptedChat):
    """Takes turns of the loop to load, then answers at once."""

    async def load(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0)


async def test_a_model_that_loads_first_answers(paths: Paths) -> None:
    chat = Unloaded("It is in California.")
    model = ModelPlanner("model", chat, REGISTRY)
    async with assistant_with(paths, model, ScriptedPlanner()) as (assistant, _):
        assert await ask(assistant, "where is Stanford") == ["It is in California."]


class Endless(ScriptedChat):
    """Words that never end."""

    def __init__(self, piece: str) -> None:
        super().__init__()
        self.piece = piece
        self.given = 0

    async def step(self, *_: object) -> AsyncGenerator[str | ToolCall]:
        while True:
            self.given += 1
            yield self.piece


@pytest.mark.parametrize("piece", ["It goes on in the same words. ", "It is so and so. " * 5_000])
async def test_an_answer_without_an_end_is_cut_and_told_to_go_on(paths: Paths, piece: str) -> None:
    chat = Endless(piece)
    model = ModelPlanner("model", chat, REGISTRY)
    async with assistant_with(paths, model, ScriptedPlanner()) as (assistant, _):
        told = await ask(assistant, "where is Stanford")
    assert (told[-1], told.count(GOES_ON)) == (GOES_ON, 1)
    assert REPLY_CHARACTERS * 0.9 < len(" ".join(told[:-1])) <= REPLY_CHARACTERS
    assert chat.given == REPLY_CHARACTERS // len(piece) + 1


async def test_a_planners_reply_without_an_end_is_cut_and_told_to_go_on(paths: Paths) -> None:
    model = ScriptedPlanner(
        Finish("It goes on and on, sentence by sentence. " * 25_000), name="model"
    )
    async with assistant_with(paths, model) as (assistant, _):
        told = await ask(assistant, "tell me everything")
    assert told[-1] == GOES_ON
    assert len(" ".join(told[:-1])) <= REPLY_CHARACTERS


async def test_a_turn_that_is_stopped_before_its_first_step_says_only_why(paths: Paths) -> None:
    stopped = Finish(outcome="not_done", note="I stopped there. The answer is not whole.")
    async with assistant_with(paths, ScriptedPlanner(stopped)) as (assistant, _):
        assert await ask(assistant, "hello") == ["I stopped there. The answer is not whole."]


async def test_behind_what_was_done_an_answer_begins_a_line_of_its_own(paths: Paths) -> None:
    answer = Finish("Lemons keep for a month.")
    model = ScriptedPlanner(Task("open_website", {"url_index": 0}), answer, name="model")
    mind = Mind(words=Words(STANFORD))
    async with assistant_with(paths, model, ScriptedPlanner(), mind=mind) as (assistant, _):
        replies = assistant.ask("open the website, and how long do lemons keep", source="stdin")
        told = [(reply.lead, reply.text) async for reply in replies]
    assert ("\n\n", "Lemons keep for a month.") in told
