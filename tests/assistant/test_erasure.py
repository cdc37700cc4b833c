"""Flow: a thread is forgotten between its turns, by the files and by the brain."""

import asyncio

import pytest
from assistant.turns import HeldPlanner, ScriptedPlanner, ask, assistant_with, seen
from store.reads import read_thread

from jarvis_voice.assistant.graph.planner import Finish, Task
from jarvis_voice.briefing.run_board import board_of
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.passing_memory import KeptSize
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import HERE, ME, Origin, ThreadKey

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


async def test_a_turn_that_comes_while_all_is_forgotten_begins_after_it(paths: Paths) -> None:
    planner = HeldPlanner()
    async with assistant_with(paths, planner) as (assistant, events):
        first = asyncio.create_task(ask(assistant, "wait"))
        await planner.reached.wait()
        forgetting = asyncio.create_task(assistant.forget(ME, "all"))
        await asyncio.sleep(0)
        second = asyncio.create_task(ask(assistant, "two", thread_id="passing 1"))
        others = asyncio.create_task(ask(assistant, "hi", origin=Origin("ben")))
        assert await others == ["You said hi."]
        assert not second.done()
        planner.let_go.set()
        assert (await forgetting).turns == 1
        assert await second == ["You said two."]
        assert await first == ["You said wait."]
        assert [one["text"] for one in seen(events, "turn-started")] == ["wait", "hi", "two"]
    assert [turn.text for turn in read_thread(paths.database, "passing 1")] == ["two"]


async def test_a_turn_that_waits_for_forgetting_can_be_stopped(paths: Paths) -> None:
    planner = HeldPlanner()
    async with assistant_with(paths, planner) as (assistant, _):
        first = asyncio.create_task(ask(assistant, "wait"))
        await planner.reached.wait()
        forgetting = asyncio.create_task(assistant.forget(ME, "all"))
        await asyncio.sleep(0)
        second = asyncio.create_task(ask(assistant, "two", thread_id="other"))
        await asyncio.sleep(0)
        await assistant.stop(HERE)
        await forgetting
        assert await first == await second == []


async def test_who_puts_aside_and_who_forgets_all_never_wait_for_each_other(paths: Paths) -> None:
    async with assistant_with(paths, ScriptedPlanner(Finish("One."))) as (assistant, _):
        await ask(assistant, "first")
        a, b = ThreadKey(ME, "a"), ThreadKey(ME, "default")
        async with asyncio.timeout(20):
            await asyncio.gather(
                *(assistant.put_aside(b, "a"), assistant.forget(ME, "all")),
                *(assistant.put_aside(a, "default"), assistant.forget(ME, "all")),
            )


async def test_a_briefing_that_is_being_made_ends_before_all_is_forgotten(paths: Paths) -> None:
    planner = ScriptedPlanner(Finish("One."))
    async with assistant_with(paths, planner) as (assistant, _):
        board = board_of(assistant.briefings)
        board.enter(ME)

        async def made() -> None:
            try:
                await board.carry_out(ME, asyncio.Event().wait())
            finally:
                board.leave(ME)

        making = asyncio.create_task(made())
        await asyncio.sleep(0)
        await assistant.forget(ME, "all")
        assert making.done()
        with pytest.raises(ToolError, match="is being forgotten"):
            await making
        board.enter(ME)


async def test_what_lies_beside_goes_where_everything_is_forgotten(paths: Paths) -> None:
    whole: list[str] = []
    async with assistant_with(paths, ScriptedPlanner(Finish("One."))) as (assistant, _):
        assistant.passing.add_whole(whole.append)
        await ask(assistant, "first")
        await assistant.forget(ME, "turn", "t1")
        await assistant.forget(ME, "thread", "default")
        assert whole == []
        await assistant.forget(ME, "all")
    assert whole == [ME]


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
