"""Flow: a new conversation is begun by voice, and the old one is kept."""

import re
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest
from store.reads import list_threads
from tools.around import NOW, run, surroundings, the_tool

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.brain_factory import Overrides
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.types import Source, TurnInput
from jarvis_voice.store.in_memory.store import InMemoryStore
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.memory.conversation_tools import BEGUN, CANNOT, IS_NEW, tools
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow


class Dialogue:
    """A conversation with a Jarvis without models."""

    def __init__(self, assistant: Assistant, setting: Overrides) -> None:
        self.assistant, self.setting = assistant, setting

    async def says(self, text: str, thread: str | None = None, source: Source = "stdin") -> str:
        """What is answered; what follows the turn is done."""
        asking = self.assistant.ask(text, source=source, thread_id=thread)
        async with aclosing(asking) as replies:
            said = " ".join([reply.text async for reply in replies if reply.text])
        await self.setting.afterwards.settle()
        return said


@pytest.fixture
async def dialogue(paths: Paths) -> AsyncIterator[Dialogue]:
    setting = Overrides(load_grammar=compiled_grammar)
    async with open_assistant(
        load_config(paths), paths, Bus(), SystemClock(), ProcessLock(paths.lock, "ask"), setting
    ) as assistant:
        yield Dialogue(assistant, setting)


async def test_a_new_one_knows_nothing_of_the_old_one_which_is_kept(
    dialogue: Dialogue, paths: Paths
) -> None:
    await dialogue.says("what is 2 plus 2")
    await dialogue.says("hello", thread="work")
    assert await dialogue.says("start a new conversation") == BEGUN
    assert await dialogue.says("what did I just ask") == "You have not asked me anything yet."
    assert await dialogue.says("what did I just ask", thread="work") == 'You said: "hello".'
    names = {one.thread_id: one.turns for one in list_threads(paths.database)}
    [kept] = [name for name in names if name not in {"default", "work"}]
    assert re.fullmatch(r"chat \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d", kept)
    assert names[kept] == 2
    told = await dialogue.says("what did I just ask", thread=kept)
    assert told == 'You said: "start a new conversation".'
    await dialogue.says("thanks")
    assert (
        await dialogue.says("what were we talking about") == "You have not asked me anything yet."
    )


async def test_every_door_goes_on_in_the_new_one(dialogue: Dialogue) -> None:
    await dialogue.says("what is 2 plus 2", source="voice")
    assert await dialogue.says("new chat", source="voice") == BEGUN
    assert await dialogue.says("what did I just ask") == "You have not asked me anything yet."


async def test_where_nothing_was_said_it_is_new_already(dialogue: Dialogue) -> None:
    assert await dialogue.says("start a new conversation") == IS_NEW


async def test_where_nobody_can_it_says_so() -> None:
    async with InMemoryStore() as store:
        for text in ("hello", "start over"):
            turn = TurnInput(store.turns.next_turn_id(), "default", text, "stdin")
            await store.turns.begin(turn, NOW)
        tool = the_tool(tools, "start_conversation", surroundings(turns=store.turns))
        with pytest.raises(ToolError) as caught:
            await run(tool, ToolContext(NOW, turn_id="t2"))
    assert caught.value.message == CANNOT


@pytest.mark.parametrize(
    "sentence",
    [
        *("start a new conversation", "new chat", "let's start over", "reset", "open a new thread"),
        *("I want to start a new conversation", "restart the conversation", "begin a fresh chat"),
        *("reset the conversation", "New conversation, please.", "end this conversation"),
    ],
)
def test_it_is_asked_for_in_many_ways(sentence: str) -> None:
    found = ship_tools(surroundings())
    grammar = compiled_grammar(find_paths({"JARVIS_HOME": "/nowhere"}), found)
    intent = grammar.understand(sentence)
    assert intent
    assert intent.name == "start_conversation"
