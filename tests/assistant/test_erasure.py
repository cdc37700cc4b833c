"""Flow: a thread is forgotten between its turns, by the files and by the brain."""

import asyncio

import pytest
from assistant.turns import HeldPlanner, ScriptedPlanner, ask, assistant_with
from store.reads import read_thread

from jarvis_voice.assistant.graph.planner import Finish, Task
from jarvis_voice.core.passing_memory import KeptSize
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME, ThreadKey

pytestmark = pytest.mark.flow


async def test_a_thread_is_cleared_between_turns(paths: Paths) -> None:
    planner = HeldPlanner()
    async with assistant_with(paths, planner) as (assistant, _):
        waiting = asyncio.create_task(ask(assistant, "wait"))
        await planner.reached.wait()
        clearing = asyncio.create_task(assistant.clear(ThreadKey(ME, "default")))
        await asyncio.sleep(0)
        planner.let_go.set()
        assert await clearing == 1
        assert await waiting == ["You said wait."]
    assert read_thread(paths.database, "default") == []


async def test_a_cleared_thread_has_forgotten_its_results(paths: Paths) -> None:
    planner = ScriptedPlanner(Task("search", {"query": "x"}), Finish(), Finish("Yes."))
    async with assistant_with(paths, planner) as (assistant, _):
        await ask(assistant, "find it")
        await assistant.clear(ThreadKey(ME, "default"))
        await ask(assistant, "open it")
    assert planner.views[-1].url_map == ()
    assert planner.views[-1].messages == []


async def test_what_is_forgotten_is_gone_from_the_conversation_too(paths: Paths) -> None:
    planner = ScriptedPlanner(Finish("One."), Finish("Two."), Finish("Three."), Finish("Four."))
    async with assistant_with(paths, planner) as (assistant, _):
        await ask(assistant, "first")
        await ask(assistant, "second")
        assert (await assistant.forget(ME, "turn", "t1")).turns == 1
        assert [turn.text for turn in read_thread(paths.database, "default")] == ["second"]
        await ask(assistant, "third")
        assert "first" not in str(planner.views[-1].messages)
        assert (await assistant.forget(ME, "thread", "default")).turns == 2
        assert (await assistant.forget(ME, "all")).turns == 0
        assert await ask(assistant, "fourth") == ["Four."]


async def test_what_is_kept_in_memory_goes_with_what_is_forgotten(paths: Paths) -> None:
    noted = NotedShelf()
    async with assistant_with(paths, ScriptedPlanner(Finish("One."))) as (assistant, _):
        assistant.passing.add(noted)
        await ask(assistant, "first")
        assert noted.forgotten == []
        await assistant.forget("ben", "all")
        await assistant.clear(ThreadKey(ME, "default"))
        await assistant.forget_facts(ME, (1,))
    assert noted.forgotten == ["ben", ME, ME]


class NotedShelf:
    """Keeps something of everybody, and notes who was forgotten."""

    size = KeptSize("things", 1, 1)

    def __init__(self) -> None:
        self.forgotten: list[str] = []

    def forget(self, user_id: str) -> None:
        self.forgotten.append(user_id)
