"""Flow: words are forgotten by voice, through the real graph, and are in no byte afterwards."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest
from store.reads import read_facts, read_thread
from tools.around import NOW, run, surroundings, the_tool

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.brain_factory import Overrides
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.understanding.grammar import Grammar
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import StoreError, ToolError
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.types import ME
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.tools.catalogue import ship_tools
from jarvis_voice.tools.memory import forget_tools
from jarvis_voice.tools.post_turn import PostTurnActions
from jarvis_voice.tools.registry import ToolContext
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow


class Talk:
    """A conversation with a Jarvis without models."""

    def __init__(self, assistant: Assistant, setting: Overrides, paths: Paths) -> None:
        self.assistant, self.setting, self.paths = assistant, setting, paths

    async def says(self, text: str, thread: str = "default") -> str:
        """What is answered; what it was to forget is gone."""
        asking = self.assistant.ask(text, source="stdin", thread_id=thread)
        async with aclosing(asking) as replies:
            said = " ".join([reply.text async for reply in replies if reply.text])
        await self.setting.afterwards.settle()
        return said

    def texts(self, thread: str = "default") -> list[str]:
        return [turn.text for turn in read_thread(self.paths.database, thread)]

    def holds(self, word: str) -> bool:
        """Whether a byte of the data folder has it."""
        files = [file for file in self.paths.data.rglob("*") if file.is_file()]
        assert files
        return any(word.encode() in file.read_bytes() for file in files)


@pytest.fixture
async def talk(paths: Paths) -> AsyncIterator[Talk]:
    setting, bus, clock = Overrides(load_grammar=compiled_grammar), Bus(), SystemClock()
    lock = ProcessLock(paths.lock, "ask")
    async with open_assistant(
        load_config(paths), paths, bus, clock, lock, setting=setting
    ) as assistant:
        yield Talk(assistant, setting, paths)


async def test_what_was_said_last_is_gone_with_what_was_kept_and_the_turn_before_stays(
    talk: Talk,
) -> None:
    await talk.says("remember that my car is red")
    await talk.says("remember that my sister likes marzipan")
    assert talk.holds("marzipan")
    question = await talk.says("forget what I just said")
    assert question == (
        "I want to forget what you said last, with my answer and what I kept because of it, "
        "for good. Shall I?"
    )
    assert talk.holds("marzipan"), "nothing has happened yet"
    assert (await talk.says("yes")).startswith("I now forget what you said last")
    assert not talk.holds("marzipan")
    assert talk.texts() == ["remember that my car is red", "forget what I just said", "yes"]
    assert [fact.text for fact in read_facts(talk.paths.database)] == ["my car is red"]


async def test_asked_for_details_in_between_it_is_still_the_turn_before(talk: Talk) -> None:
    await talk.says("remember that my sister likes marzipan")
    await talk.says("forget the last thing I said")
    await talk.says("details")
    await talk.says("yes")
    assert not talk.holds("marzipan")
    assert len(talk.texts()) == 3


async def test_a_no_leaves_it(talk: Talk) -> None:
    await talk.says("remember that my sister likes marzipan")
    await talk.says("forget what I just said")
    await talk.says("no")
    assert talk.holds("marzipan")


async def test_this_conversation_goes_whole_and_another_stays(talk: Talk) -> None:
    await talk.says("remember that my car is red", "work")
    await talk.says("remember that my sister likes marzipan")
    assert "this whole conversation" in await talk.says("forget this conversation")
    await talk.says("yes")
    assert not talk.holds("marzipan")
    assert (talk.texts(), talk.texts("work")) == ([], ["remember that my car is red"])
    assert "marzipan" not in await talk.says("what did I tell you about my sister")


async def test_everything_goes(talk: Talk) -> None:
    await talk.says("remember that my car is red", "work")
    await talk.says("remember that my sister likes marzipan")
    assert "all I know of you" in await talk.says("forget everything you know about me")
    await talk.says("yes")
    assert not talk.holds("marzipan")
    assert not talk.holds("car is red")
    assert (talk.texts(), talk.texts("work")) == ([], [])


async def test_where_nothing_was_said_before_there_is_nothing_to_forget(talk: Talk) -> None:
    await talk.says("forget what I just said")
    assert await talk.says("yes") == forget_tools.NOTHING


async def test_where_nobody_can_forget_that_is_said(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "threads.db") as store:
        around = surroundings(tmp_path, turns=store.turns)
        tool = the_tool(forget_tools.tools, "forget_words", around)
        assert tool.tier == "confirm"
        with pytest.raises(ToolError, match="jarvis forget"):
            await run(tool, ToolContext(NOW, turn_id="t1"), what="everything")


async def test_without_its_file_nothing_is_forgotten_or_said_to_be(tmp_path: Path) -> None:
    passing = SqliteStore(tmp_path / "threads.db", is_kept=False).schedule
    around = surroundings(tmp_path, schedule=passing)
    tool = the_tool(forget_tools.tools, "forget_words", around)
    with pytest.raises(ToolError, match="cannot be used now"):
        await run(tool, ToolContext(NOW, turn_id="t1"), what="everything")


@pytest.mark.parametrize("error", [StoreError("database-write", "The disk is full."), OSError()])
async def test_what_cannot_be_forgotten_is_told(error: Exception) -> None:
    told: list[str] = []
    afterwards = PostTurnActions()

    async def fail(user_id: str, what: str, name: str) -> None:
        await asyncio.sleep(0)
        raise error

    afterwards.forget, afterwards.tell = fail, lambda code, message: told.append(message)
    assert afterwards.begin(ME, "turn", "t1")
    await afterwards.settle()
    why = error.message if isinstance(error, StoreError) else "OSError"
    assert told == [f"What you asked me to forget is still there: {why}"]


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    return compiled_grammar(find_paths({"JARVIS_HOME": "/nowhere"}), ship_tools(surroundings()))


@pytest.mark.parametrize(
    ("sentence", "what"),
    [
        ("forget what I just said", "last"),
        ("Please forget what I just told you.", "last"),
        ("delete what I just said", "last"),
        ("forget that last thing", "last"),
        ("forget my last question", "last"),
        ("forget I ever said that", "last"),
        ("forget this conversation", "conversation"),
        ("clear our whole conversation", "conversation"),
        ("forget everything we talked about", "conversation"),
        ("forget everything", "everything"),
        ("forget everything you know about me", "everything"),
        ("delete all you know about me", "everything"),
    ],
)
def test_it_is_understood(grammar: Grammar, sentence: str, what: str) -> None:
    intent = grammar.understand(sentence)
    assert intent is not None
    assert (intent.name, dict(intent.slots)) == ("forget_words", {"what": what})


@pytest.mark.parametrize(
    "sentence",
    [
        *("forget that", "forget it", "forget about my car", "forget that my car is red"),
        *("don't forget what I just said", "forget what I told you about my car"),
        *("start over", "delete everything on my shopping list", "what have I just said"),
    ],
)
def test_what_means_something_else_is_left_alone(grammar: Grammar, sentence: str) -> None:
    intent = grammar.understand(sentence)
    assert intent is None or intent.name != "forget_words"
