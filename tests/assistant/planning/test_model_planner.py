"""Unit: what a model is offered, and what its step becomes."""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace

import pytest
from assistant.chats import Piece, ScriptedChat
from assistant.steps import step_of
from assistant.turns import MIT, REGISTRY, STANFORD, ScriptedSearch, ship_inert_tools

from jarvis_voice.assistant.planning.model_planner import REPAIR, ModelPlanner, offer_of
from jarvis_voice.assistant.planning.plan import Finish, Plan, PlanView, Task
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.understanding import Part, Understanding
from jarvis_voice.engines.llm.chat import ToolCall
from jarvis_voice.language.en.answer_unit import Unit
from jarvis_voice.tools.desktop.applications import Applications

pytestmark = pytest.mark.unit

VIEW = PlanView(
    Understanding("what is it", (Part("what is it", None),)),
    (),
    (MIT, STANFORD),
    (),
    "",
    tuple(REGISTRY),
)
BAD = PlannerError("gemini-bad-answer", "Nonsense.", spoken="Gemini gave a strange answer.")


async def planned(view: PlanView, *answers: Sequence[Piece] | str | ToolCall) -> list[Unit | Plan]:
    planner = ModelPlanner("gemini", ScriptedChat(*answers), REGISTRY)
    async with aclosing(planner.stream(view)) as pieces:
        return [piece async for piece in pieces]


def test_an_index_is_bounded_by_the_map_and_no_field_takes_an_address() -> None:
    offer = offer_of(REGISTRY.get("open_website"), 2)
    assert offer.parameters["properties"] == {
        "url_index": {"type": "integer", "minimum": 0, "maximum": 1}
    }
    assert offer.parameters["required"] == ["url_index"]
    assert offer.parameters["additionalProperties"] is False


def test_every_argument_of_every_tool_that_ships_is_described() -> None:
    tools = list(ship_inert_tools(ScriptedSearch(), Applications({}, "linux")))
    offers = [offer_of(tool, 3) for tool in tools]
    silent = [
        f"{offer.name} {name}"
        for offer in offers
        for name, field in offer.parameters.get("properties", {}).items()
        if "description" not in field or "title" in field or "anyOf" in field
    ]
    assert silent == []


async def test_a_call_is_the_next_step() -> None:
    plans = await planned(VIEW, ToolCall("open_website", {"url_index": 1}))
    assert plans == [Task("open_website", {"url_index": 1})]


async def test_words_come_before_the_end_of_the_answer_but_for_the_last_ones() -> None:
    said = await planned(VIEW, ["It is a fox. It ru", "ns."])
    assert said == [Unit("It is a fox.", "", "prose"), Finish(" It runs.")]


@pytest.mark.parametrize(
    "answer",
    [
        ToolCall("fly", {}),
        ToolCall("open_website", {}),
        ToolCall("open_website", {"url_index": "0"}),
        ToolCall("open_website", {"url_index": 0, "url": "https://evil.example/"}),
        [BAD],
        [],
        "   ",
    ],
)
async def test_a_step_that_cannot_be_used_is_asked_for_once_more(
    answer: Sequence[Piece] | str | ToolCall,
) -> None:
    chat = ScriptedChat(answer, ToolCall("open_website", {"url_index": 0}))
    planner = ModelPlanner("gemini", chat, REGISTRY)
    assert await planner.plan(VIEW) == Task("open_website", {"url_index": 0})
    assert chat.asked[1] == REPAIR
    with pytest.raises(PlannerError):
        await planned(VIEW, answer, answer)


async def test_a_null_is_an_argument_that_was_not_given() -> None:
    plans = await planned(VIEW, ToolCall("search", {"query": "foxes", "count": None}))
    assert plans == [Task("search", {"query": "foxes"})]


async def test_without_a_screen_of_results_the_goal_alone_is_asked() -> None:
    chat = ScriptedChat("It is a fox.")
    await ModelPlanner("gemini", chat, REGISTRY).plan(replace(VIEW, url_map=()))
    assert chat.asked == ["what is it"]


async def test_behind_a_false_figure_the_lookup_is_told_in_its_own_words() -> None:
    told = "It is 5 degrees and clear in Oslo now, by Open-Meteo."
    step = step_of("get_time", kind="lookup", observed=told)
    view = replace(VIEW, memory=(step,), url_map=())
    said = await planned(view, ["Oslo is lovely. It is 12 degrees there. ", "Enjoy!"])
    assert said == [Unit("Oslo is lovely.", "", "prose"), Finish(" Enjoy!", note=told)]
    assert await planned(view, "It is 5 degrees there.") == [Finish("It is 5 degrees there.")]
    with pytest.raises(PlannerError, match="without having done anything"):
        await planned(view, "It is 12 degrees there.", "It is 12 degrees there.")
