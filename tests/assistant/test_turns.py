"""Flow: turns through the real graph on a real database, planned by a script."""

from contextlib import aclosing

import pytest
from assistant.turns import (
    MIT,
    ODD_WORKS,
    STANFORD,
    Mind,
    ScriptedPlanner,
    ScriptedSearch,
    Words,
    ask,
    assistant_with,
    seen,
    ship_inert_tools,
)
from store.reads import read_thread

from jarvis_voice.assistant.graph.planner import Finish, Task
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.events import to_json
from jarvis_voice.core.paths import Paths
from jarvis_voice.tools.desktop.applications import Applications

pytestmark = pytest.mark.flow


async def test_open_a_website_gives_the_contract_event_for_event(paths: Paths) -> None:
    planner = ScriptedPlanner(Task("open_website", {"url_index": 0}), Finish())
    async with assistant_with(paths, planner, mind=Mind(Words(MIT))) as (assistant, events):
        await ask(assistant, "open MIT's website")
    reply = "I have asked your browser for MIT's website."
    assert [to_json(event) for event in events] == [
        {"type": "turn-started", "turn_id": "t1", "thread_id": "default", "at": 0.0,
         "text": "open MIT's website", "source": "stdin"},
        {"type": "task-planned", "turn_id": "t1", "at": 0.0, "action": "open_website",
         "arguments": {"url_index": 0}, "planner": "local"},
        {"type": "tool-ended", "turn_id": "t1", "at": 0.0, "action": "open_website",
         "arguments": {"url": "https://www.mit.edu/"},
         "receipt": {"status": "done", "observed": "handed to the default browser"}},
        {"type": "reply-text", "turn_id": "t1", "at": 0.0, "text": reply, "is_final": True},
        {"type": "turn-ended", "turn_id": "t1", "at": 0.0, "reply": reply, "outcome": "done"},
    ]  # fmt: skip


async def test_url_map_and_messages_outlive_a_restart_and_the_turn_does_not(paths: Paths) -> None:
    first = ScriptedPlanner(Task("search", {"query": "stanford"}), Finish())
    async with assistant_with(paths, first) as (assistant, _):
        await ask(assistant, "find stanford")
    second = ScriptedPlanner(Finish("Yes."))
    async with assistant_with(paths, second) as (assistant, _):
        await ask(assistant, "open their website")
    [view] = second.views
    assert view.url_map == (STANFORD,)
    assert view.messages[0]["text"] == "find stanford"
    assert view.memory == []


async def test_an_index_outside_the_map_opens_nothing(paths: Paths) -> None:
    planner = ScriptedPlanner(Task("open_website", {"url_index": 3}), Finish())
    async with assistant_with(paths, planner, mind=Mind(Words(MIT))) as (assistant, events):
        replies = await ask(assistant, "open the fourth")
    assert replies == ["I could not open the website: There is no result number 4."]
    assert to_json(events[-1])["outcome"] == "failed"


async def test_the_same_page_is_opened_once_in_a_turn_and_again_in_the_next(paths: Paths) -> None:
    task = Task("open_website", {"url_index": 0})
    planner = ScriptedPlanner(task, task, Finish(), task, Finish())
    async with assistant_with(paths, planner, mind=Mind(Words(MIT))) as (assistant, events):
        await ask(assistant, "open MIT")
        await ask(assistant, "open MIT")
    receipts = [e["receipt"]["status"] for e in map(to_json, events) if e["type"] == "tool-ended"]
    assert receipts == ["done", "not_done", "done"]


async def test_a_yes_stands_for_what_was_offered(paths: Paths) -> None:
    planner = ScriptedPlanner(Finish("Did you mean MIT?", offer="open MIT"), Finish("Yes."))
    async with assistant_with(paths, planner) as (assistant, _):
        await ask(assistant, "open emeye")
        await ask(assistant, "yes")
    assert [view.goal for view in planner.views] == ["open emeye", "open MIT"]


async def test_a_tool_that_fails_or_crashes_is_an_observation(paths: Paths) -> None:
    planner = ScriptedPlanner(Task("broken"), Task("crashing"), Task("nothing_like_it"), Finish())
    async with assistant_with(paths, planner) as (assistant, _):
        await ask(assistant, "do it")
    assert [(s["status"], s["observed"]) for s in planner.views[-1].memory] == [
        ("failed", "The thing is not there."),
        ("failed", "Something inside that tool broke."),
        ("failed", "That cannot be done here: nothing like it is missing."),
    ]


@pytest.mark.parametrize("action", [work.__name__ for work in ODD_WORKS])
async def test_a_strangers_mistake_costs_no_more_than_its_step(paths: Paths, action: str) -> None:
    planner = ScriptedPlanner(Task(action), Finish("That did not work."))
    async with assistant_with(paths, planner) as (assistant, _):
        replies = await ask(assistant, "do it")
    assert replies == ["That did not work."]
    [step] = planner.views[-1].memory
    assert step["status"] == "failed"
    assert step["observed"].startswith("Something inside that tool ")


async def test_at_the_step_limit_it_ends_with_what_there_is(paths: Paths) -> None:
    planner = ScriptedPlanner(*[Task("search", {"query": "x"})] * 3)
    async with assistant_with(paths, planner, mind=Mind(max_steps=3)) as (assistant, events):
        await ask(assistant, "search for ever")
    assert planner.plans == []
    assert [to_json(e)["outcome"] for e in events if e.type == "turn-ended"] == ["not_done"]


async def test_a_planner_that_fails_is_followed_by_the_next_and_told(paths: Paths) -> None:
    error = PlannerError("gemini-offline", "No network.", spoken="I cannot reach Gemini.")
    gemini = ScriptedPlanner(error, error, name="gemini")
    local = ScriptedPlanner(Finish("Hello."), Finish("Hello again."))
    async with assistant_with(paths, gemini, local) as (assistant, events):
        replies = await ask(assistant, "hello")
        told = [event.type for event in events]
        again = await ask(assistant, "hello")
    assert replies == ["Hello.", "I cannot reach Gemini. I go on without it."]
    assert told == [
        *("turn-started", "model-asked", "problem-reported"),
        *("reply-text", "reply-text", "turn-ended"),
    ]
    assert again == ["Hello again."]


async def test_a_dry_run_acts_on_nothing_and_writes_nothing(paths: Paths) -> None:
    planner = ScriptedPlanner(
        Task("open_website", {"url_index": 0}), Finish(), Task("search", {"query": "x"}), Finish()
    )
    async with assistant_with(paths, planner, mind=Mind(Words(MIT))) as (assistant, events):
        await ask(assistant, "open MIT", dry_run=True)
        await ask(assistant, "find x", dry_run=True)
    receipts = [e["receipt"]["status"] for e in map(to_json, events) if e["type"] == "tool-ended"]
    assert receipts == ["not_done", "done"]
    assert planner.views[-1].messages[0]["text"] == "open MIT"
    assert read_thread(paths.database, "default") == []


async def test_a_turn_that_is_left_is_cancelled_and_remembered(paths: Paths) -> None:
    planner = ScriptedPlanner(Finish("One. Two. Three."), Finish("You said that."))
    async with assistant_with(paths, planner) as (assistant, events):
        async with aclosing(assistant.ask("count", source="voice")) as replies:
            await anext(replies)
        await ask(assistant, "what did I ask")
    ends = [(e["turn_id"], e["outcome"]) for e in map(to_json, events) if e["type"] == "turn-ended"]
    assert ends[-1] == ("t2", "done")
    assert planner.views[-1].messages[0]["text"] == "count"


async def test_checkpoints_do_not_pile_up(paths: Paths) -> None:
    planner = ScriptedPlanner(*[Finish("Yes.")] * 6)
    async with assistant_with(paths, planner) as (assistant, _):
        for _ in range(6):
            await ask(assistant, "again")
    import sqlite3

    with sqlite3.connect(paths.database) as connection:
        assert connection.execute("SELECT count(*) FROM checkpoints").fetchone() == (1,)


async def test_what_nobody_asked_for_is_not_done_for_a_model(paths: Paths) -> None:
    gemini = ScriptedPlanner(Task("open_website", {"url_index": 0}), Finish(), name="gemini")
    registry = ship_inert_tools(ScriptedSearch(), Applications({}))
    async with assistant_with(paths, gemini, mind=Mind(Words(MIT), registry)) as parts:
        assistant, events = parts
        replies = await ask(assistant, "who founded git")
    assert replies == ["Nobody asked for that, so I did not do it."]
    assert seen(events, "turn-ended")[0]["outcome"] == "not_done"


async def test_a_model_cancels_no_alarm_that_nobody_speaks_of(paths: Paths) -> None:
    gemini = ScriptedPlanner(
        Task("cancel_schedule", {"what": "alarm", "which": "one"}), Finish(), name="gemini"
    )
    registry = ship_inert_tools(ScriptedSearch(), Applications({}))
    async with assistant_with(paths, gemini, mind=Mind(Words(), registry)) as parts:
        assistant, events = parts
        replies = await ask(assistant, "I do not feel well, I am off to bed")
    assert replies == ["Nobody asked for that, so I did not do it."]
    assert seen(events, "turn-ended")[0]["outcome"] == "not_done"


async def test_the_same_act_is_done_once_in_a_turn(paths: Paths) -> None:
    planner = ScriptedPlanner(Task("take_screenshot"), Task("take_screenshot"), Finish())
    registry = ship_inert_tools(ScriptedSearch(), Applications({}))
    async with assistant_with(paths, planner, mind=Mind(registry=registry)) as (assistant, events):
        await ask(assistant, "take a screenshot")
    assert [end["receipt"]["status"] for end in seen(events, "tool-ended")] == ["done", "not_done"]


async def test_a_real_turn_overtakes_what_dry_runs_said(paths: Paths) -> None:
    planner = ScriptedPlanner(*[Finish("Yes.")] * 3)
    async with assistant_with(paths, planner) as (assistant, _):
        await ask(assistant, "dry word", dry_run=True)
        await ask(assistant, "real word")
        await ask(assistant, "what did I ask", dry_run=True)
    assert [message["text"] for message in planner.views[-1].messages] == ["real word", "Yes."]
