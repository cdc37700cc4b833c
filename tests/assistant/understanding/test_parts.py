"""Unit: several requests in one sentence, each as the local planner works on it."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from assistant.steps import traits_of
from assistant.tool_doubles import registry_with

from jarvis_voice.assistant import replies
from jarvis_voice.assistant.planning.local_planner import LocalPlanner
from jarvis_voice.assistant.planning.plan import Finish, PlanView, Task
from jarvis_voice.assistant.state import MessageState, StepState
from jarvis_voice.assistant.understanding.knowledge import Knowledge
from jarvis_voice.assistant.understanding.parts import parts_of
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.types import Link
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.registry import Registry
from jarvis_voice.tools.web.sites import SiteTable
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.unit

FOUND = Link("Lasagna", "https://lasagna.example.org/", "search")
NOWHERE = {"XDG_DATA_HOME": "/nowhere", "XDG_DATA_DIRS": "/nowhere", "HOME": "/nowhere"}


Views = Callable[..., PlanView]


@pytest.fixture(scope="module")
def registry() -> Registry:
    return registry_with()


@pytest.fixture(scope="module")
def knowledge(tmp_path_factory: pytest.TempPathFactory, registry: Registry) -> Knowledge:
    paths = find_paths({"JARVIS_HOME": str(tmp_path_factory.mktemp("empty"))})
    applications = Applications(NOWHERE, "linux")
    return Knowledge(compiled_grammar(paths, registry), SiteTable.load(paths), applications)


@pytest.mark.parametrize(
    ("sentence", "intents"),
    [
        ("pause the music and then turn it up", ["media", "volume"]),
        ("set a timer for 5 minutes and one for 10", ["set_timer", "set_timer"]),
        ("one timer for 3 minutes, another for 7", ["set_timer", "set_timer"]),
        ("set two timers, one for 5 minutes and one for 9", ["set_timer", "set_timer"]),
        ("wake me at 6 and again at 6:15", ["set_alarm", "set_alarm"]),
        ("set the volume to 20 and then back to 50 in ten minutes", ["volume", "cannot"]),
        ("take milk off and add tea to the shopping list", ["remove_note", "add_note"]),
        ("I'm Sam, I live in Leeds", ["set_profile", "set_profile"]),
        ("set a timer for 3 minutes, second mute the sound", ["set_timer", "volume"]),
        ("the oven beeped, cancel the timer", ["cancel_schedule"]),
        ("open github and take a screenshot", ["open", "take_screenshot"]),
        ("what time is it and what is the weather", ["get_time", "weather"]),
        ("Open GitHub. Then take a screenshot.", ["open", "take_screenshot"]),
        ("search for cats and read me the first one", ["search", "read_result"]),
        ("remind me to call Bob at 6 and what's the weather", ["set_reminder", "weather"]),
        ("remind me to call Bob at 6 and thank him", ["set_reminder"]),
        ("remind me to call Bob at 6 and explain the delay", ["set_reminder"]),
        ("open github, gitlab and reddit", ["open", "open", "open"]),
        ("launch spotify and then youtube as well", ["open_app", "open_app"]),
        ("what's the weather in Rome and in Milan", ["weather", "weather"]),
        ("what's the weather in Rome and what time is it there", ["weather", "get_time"]),
        ("open github and then gitlab, no, reddit", ["open", "open"]),
        ("jot down that it hums and remind me on Monday to ring Bob", ["add_note", "set_reminder"]),
        ("what is the capital of Peru and set a timer for 2 minutes", ["search", "set_timer"]),
        (
            "remind me to call Ana at four and buy milk at five",
            ["set_reminder", "set_reminder"],
        ),
        (
            "remind me to call Bob at nine am remind me to call the school at ten am",
            ["set_reminder", "set_reminder"],
        ),
        ("remind me to ask Ana to remind me to call at 6 pm", ["set_reminder"]),
        ("remind me to call Ana at noon and a timer for 3 minutes", ["set_reminder", "set_timer"]),
        ("volume up and while you're at it pause the music", ["volume", "media"]),
        ("take a screenshot, oh and open github", ["take_screenshot", "open"]),
        ("cancel the tea timer and add a minute to the timer", ["cancel_schedule", "change_timer"]),
        ("lower the volume and cancel the alarm", ["volume", "cancel_schedule"]),
        ("cancel the tea timer and the rice one", ["cancel_schedule", "cancel_schedule"]),
        (
            "delete my 3 pm alarm and my 4 pm alarm and set one for 5 pm",
            ["cancel_schedule", "cancel_schedule", "set_alarm"],
        ),
        ("wake me at 6 am and 7 am", ["set_alarm", "set_alarm"]),
        ("two timers please, 3 minutes and 7 minutes", ["set_timer", "set_timer"]),
        (
            "remind me every day at 9 am to eat and every Friday to call mum",
            ["set_reminder", "set_reminder"],
        ),
        # one request each
        ("set a timer for 3 minutes and 20 seconds", ["set_timer"]),
        ("remind me to buy milk and pick up the kids at three", ["set_reminder"]),
        ("find the best university and open it", ["find_and_open"]),
        ("find cats and dogs and open the first result", ["find_and_open"]),
        ("search for cats and dogs", ["search"]),
        ("search for how to cook and open a restaurant", ["search"]),
        ("who were Romeo and Juliet", ["search"]),
        ("remember that I hum and open my mouth", ["remember"]),
        ("add bread and butter to my shopping list", ["add_note"]),
        ("open bed bath and beyond", ["open"]),
        ("open github, no, open gitlab", ["open"]),
        ("what time is it, please, thanks", ["get_time"]),
        ("hi, my knee is not so good, sorry", [None]),
        ("you also please take a screenshot", ["take_screenshot"]),
        ("what is 3 squared plus 4 squared", ["calculate"]),
        ("what is 20% of 50 plus 10% of 30", ["calculate"]),
        ("calculate 100 and 20 divided by 4", ["calculate"]),
        ("what is 100 and 20 divided by 4", ["calculate"]),
        ("calculate 5 plus 5 and open github", ["calculate", "open"]),
        ("cancel the first alarm and the third one", ["cancel_schedule"]),
        # refused as a whole
        ("add eggs to my shopping list and fish to my other list", ["add_note", None]),
        ("open github and frobnicate the wug", ["open", None]),
        ("flurbel the wug and then take a screenshot", [None, "take_screenshot"]),
        ("open github and don't open gitlab", ["open", None]),
        ("don't open github and take a screenshot", [None, "take_screenshot"]),
    ],
)
def test_a_sentence_is_split_where_both_sides_are_understood(
    knowledge: Knowledge, sentence: str, intents: list[str | None]
) -> None:
    parts = knowledge.read(sentence).parts
    assert [part.intent and part.intent.name for part in parts] == intents


@pytest.mark.parametrize(
    "sentence",
    ["cancel all timers but keep the alarms", "is there an alarm for six, if not set one"],
)
def test_what_is_left_out_is_in_no_name(knowledge: Knowledge, sentence: str) -> None:
    names = {part.intent and part.intent.name for part in knowledge.read(sentence).parts}
    assert not names & {"cancel_schedule", "read_schedule"}


@pytest.fixture
def view(knowledge: Knowledge) -> Views:
    def look(
        goal: str,
        *memory: StepState,
        links: tuple[Link, ...] = (),
        messages: tuple[MessageState, ...] = (),
    ) -> PlanView:
        return PlanView(knowledge.read(goal, messages), memory, links, messages, "")

    return look


def step(action: str, part: int = 0, status: str = "done", **data: Any) -> StepState:
    seen: dict[str, Any] = {
        "action": action,
        "arguments": {},
        "status": status,
        "kind": "lookup",
        "act": False,
        "observed": "It is so.",
        "data": data,
        "part": part,
        "material": False,
        "untrusted": False,
        **traits_of(action),
    }
    return cast("StepState", seen)


@pytest.fixture
def planner(knowledge: Knowledge, registry: Registry) -> LocalPlanner:
    return LocalPlanner(knowledge, registry)


async def test_each_part_is_worked_on_in_its_turn(planner: LocalPlanner, view: Views) -> None:
    goal = "pause the music and then set the volume to thirty"
    assert await planner.plan(view(goal)) == Task("media", {"action": "pause"}, 0)
    second = Task("volume", {"change": "set", "percent": 30}, 1)
    assert await planner.plan(view(goal, step("media"))) == second
    assert await planner.plan(view(goal, step("media"), step("volume", 1))) == Finish(note="")


async def test_a_part_that_fails_does_not_stop_the_next(planner: LocalPlanner, view: Views) -> None:
    goal = "pause the music and then set the volume to thirty"
    planned = await planner.plan(view(goal, step("media", status="failed")))
    assert planned == Task("volume", {"change": "set", "percent": 30}, 1)


async def test_a_part_that_leans_on_a_failed_one_is_left_and_said(
    planner: LocalPlanner, view: Views
) -> None:
    goal = "search for lasagna and read me the first one"
    assert await planner.plan(view(goal)) == Task("search", {"query": "lasagna"}, 0)
    reads = Task("read_page", {"url_index": 0}, 1)
    assert await planner.plan(view(goal, step("search"), links=(FOUND,))) == reads
    ended = await planner.plan(view(goal, step("search", status="failed"), links=(FOUND,)))
    assert ended == Finish(note='So I could not do "read me the first one".', outcome="not_done")


async def test_nothing_is_done_until_all_is_understood(planner: LocalPlanner, view: Views) -> None:
    ended = await planner.plan(view("pause the music and then flurbel the wug"))
    assert ended == Finish(replies.not_understood("flurbel the wug"), "not_done")


async def test_more_than_four_requests_are_too_many(planner: LocalPlanner, view: Views) -> None:
    goal = "open github, open gitlab, open reddit, open youtube and open amazon"
    assert await planner.plan(view(goal)) == Finish(replies.too_many(4), "not_done")


async def test_what_was_found_out_is_copied(planner: LocalPlanner, view: Views) -> None:
    goal = "what is 125 times 8 and then copy that to the clipboard"
    planned = await planner.plan(view(goal, step("calculate", result="1000")))
    assert planned == Task("clipboard", {"action": "write", "text": "1000"}, 1)


async def test_a_tool_that_is_not_here_is_named(knowledge: Knowledge, view: Views) -> None:
    planner = LocalPlanner(knowledge, Registry())
    ended = await planner.plan(view("pause the music"))
    assert ended == Finish("I cannot control media players here.", "not_done")


async def test_a_page_is_read_by_its_number_and_read_on(planner: LocalPlanner, view: Views) -> None:
    read = await planner.plan(view("read it", links=(FOUND,)))
    assert read == Task("read_page", {"url_index": 0})
    said = (MessageState(role="user", text="read it"), MessageState(role="assistant", text="x"))
    further = await planner.plan(view("read on", links=(FOUND,), messages=said))
    assert further == Task("read_page", {"url_index": 0, "part": 2})
    assert await planner.plan(view("read it")) == Finish(replies.WHICH_PAGE, "not_done")


async def test_a_page_whose_address_was_said_is_read(
    knowledge: Knowledge, registry: Registry, view: Views
) -> None:
    page = Link("example.org", "https://example.org/a", "spoken")
    asked = view("summarize https://example.org/a", links=(FOUND, page))
    plan = await LocalPlanner(knowledge, registry).plan(asked)
    assert plan == Task("read_page", {"url_index": 1})


@pytest.mark.parametrize(
    ("line", "intents"),
    [
        ("set one timer for ten minutes and another for thirty",
         ["ten minutes", "thirty minutes"]),
        ("I've moved to Leeds, so please change my city", ["Leeds"]),
        ("change my city, I've moved to Leeds", ["Leeds"]),
        ("I live in Cairo, please save it as my city", ["Cairo"]),
        ("my name is Ana, keep that as my name", ["Ana"]),
        ("I live in Leeds", ["Leeds"]),
    ],
)  # fmt: skip
def test_a_request_is_read_without_what_says_it_twice(
    knowledge: Knowledge, line: str, intents: list[str]
) -> None:
    read = [part.intent for part in parts_of(line, knowledge.grammar.understand)]
    values = [one.slots.get("length") or one.slots.get("value") for one in read if one]
    assert values == intents


def test_what_jarvis_is_asked_behind_a_reminder_is_no_part_of_it(knowledge: Knowledge) -> None:
    line = "remind me to call Bob at 6 pm and suggest what I could ask him"
    parts = knowledge.read(line).parts
    assert [one.text for one in parts] == [
        "remind me to call Bob at 6 pm",
        "suggest what I could ask him",
    ]
