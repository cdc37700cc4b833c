"""Contract: whole turns with the real Gemini client, against a server that speaks its protocol."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from typing import Any

import pytest
from assistant.turns import (
    Mind,
    ScriptedPlanner,
    ScriptedSearch,
    Words,
    ask,
    assistant_with,
    found,
    seen,
    ship_inert_tools,
    steps,
)
from store.reads import read_calls, read_trace

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.graph.planner import Finish, Plan, Referents, Task
from jarvis_voice.assistant.planning.model_planner import ModelPlanner
from jarvis_voice.assistant.planning.reply_length import GOES_ON
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Link
from jarvis_voice.engines.llm.gemini import GeminiChat
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.web.search import SearchResults
from jarvis_voice.workshop.worlds.gemini_server import GeminiServer
from jarvis_voice.workshop.worlds.loopback import HttpFault
from jarvis_voice.workshop.worlds.model_script import ModelScript, ScriptedCall

pytestmark = pytest.mark.contract

RANKING = Link(
    "Best Engineering Schools",
    "https://www.usnews.com/best/engineering?secret-path=1",
    "search",
    "See https://www.usnews.com/best/list for all.",
)
STANFORD = Link("Stanford University", "https://www.stanford.edu/about/", "search")
FOUND = found(STANFORD, answer="It was founded in 1885.", source="https://en.wikipedia.org/wiki/S")
GOAL = "find the best engineering university and open its site"

Talk = Callable[..., AbstractAsyncContextManager[tuple[Assistant, list[Event]]]]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[GeminiServer]:
    monkeypatch.setattr("jarvis_voice.engines.llm.chat_failures.RETRY_SECONDS", (0.0, 0.0))
    with GeminiServer() as server:
        yield server


@pytest.fixture
def talk(paths: Paths, server: GeminiServer) -> Talk:
    @asynccontextmanager
    async def start(
        *results: SearchResults | ToolError,
        local: tuple[Plan, ...] = (),
        words: Referents | None = None,
        timeout_seconds: float = 10.0,
    ) -> AsyncIterator[tuple[Assistant, list[Event]]]:
        registry = ship_inert_tools(ScriptedSearch(*results), Applications({}, "linux"))
        fallback = ScriptedPlanner(*local)
        async with GeminiChat(server.api_key, server.model, timeout_seconds, server.url) as chat:
            planners = (ModelPlanner("gemini", chat, registry), fallback)
            async with assistant_with(
                paths, *planners, mind=Mind(words or Words(), registry)
            ) as parts:
                yield parts
        assert fallback.plans == [], "the local planner was asked less often than scripted"

    return start


def call(tool: str, **arguments: Any) -> ScriptedCall:
    return ScriptedCall(tool, json.dumps(arguments))


def search(query: str) -> ScriptedCall:
    return call("search", query=query)


OPEN_FIRST = call("open_website", url_index=0)
SAY_HELLO = Finish("Hello.")


def offered(server: GeminiServer, number: int) -> dict[str, Any]:
    """The tools of one request, and the properties of their arguments."""
    [tools] = server.requests[number].body["tools"]
    declared = tools["functionDeclarations"]
    return {
        one["name"]: one.get("parameters_json_schema", {}).get("properties", {}) for one in declared
    }


async def test_it_searches_twice_opens_the_official_site_and_reports_from_the_receipt(
    server: GeminiServer, talk: Talk
) -> None:
    server.say(search("best engineering university"))
    server.say(search("Stanford official site"))
    server.say(OPEN_FIRST)
    server.say("I have opened the moon.")
    async with talk(found(RANKING), found(STANFORD)) as (assistant, events):
        replied = await ask(assistant, GOAL)
    assert steps(events) == [
        "search best engineering university",
        "search Stanford official site",
        f"open_website {STANFORD.url}",
    ]
    assert {planned["planner"] for planned in seen(events, "task-planned")} == {"gemini"}
    assert seen(events, "task-planned")[-1]["arguments"] == {"url_index": 0}
    assert replied == ["I have asked your browser for stanford.edu."]
    assert seen(events, "turn-ended")[0]["outcome"] == "done"


async def test_the_schema_bounds_the_index_by_the_map_and_has_no_room_for_an_address(
    server: GeminiServer, talk: Talk
) -> None:
    server.say(search("x"))
    server.say(OPEN_FIRST)
    server.say("OK")
    async with talk(found(RANKING, STANFORD)) as (assistant, _):
        await ask(assistant, GOAL)
    before, after = offered(server, 0), offered(server, 1)
    assert "open_website" not in before
    index = after["open_website"]["url_index"]
    assert (index["minimum"], index["maximum"]) == (0, 1)
    for tools in (before, after):
        names = {name for properties in tools.values() for name in properties}
        assert not [name for name in names if "url" in name and name != "url_index"]


async def test_no_prompt_holds_an_address_only_hosts(server: GeminiServer, talk: Talk) -> None:
    for said in (search("x"), OPEN_FIRST, "OK", search("y"), "It is from 1885."):
        server.say(said)
    async with talk(found(RANKING), FOUND) as (assistant, _):
        await ask(assistant, "open https://www.usnews.com/best/engineering?secret-path=1")
        await ask(assistant, "when was stanford founded")
    sent = [json.dumps(request.body, ensure_ascii=False) for request in server.requests]
    assert len(sent) == 5
    assert not [body for body in sent if "://" in body or "/best" in body]
    assert "usnews.com" in sent[1]
    assert "en.wikipedia.org" in sent[-1], "the answer can name its source"


@pytest.mark.parametrize(
    "claim",
    [
        "I have asked your browser for MIT's website.",
        "I've just launched it.",
        "I am opening it now.",
        "Opening MIT's website now.",
        "Okay, launching Firefox.",
        "Done!",
        "MIT's website is now open.",
        "The website has been opened.",
    ],
)
async def test_a_claim_without_an_act_is_not_spoken_and_the_local_planner_acts(
    server: GeminiServer, talk: Talk, claim: str
) -> None:
    server.say(claim)
    local = (Task("open_website", {"url_index": 0}), Finish())
    async with talk(local=local, words=Words(STANFORD)) as (assistant, events):
        replied = await ask(assistant, "open stanford")
    assert replied == ["I have asked your browser for stanford.edu."]
    assert [p["code"] for p in seen(events, "problem-reported")] == ["model-claimed"]


async def test_a_denial_without_a_lookup_is_not_spoken_and_the_local_planner_answers(
    server: GeminiServer, talk: Talk
) -> None:
    server.say("You have no alarms, so no.")
    honest = Finish("You have an alarm at 06:00 tomorrow.")
    async with talk(local=(honest,)) as (assistant, events):
        replied = await ask(assistant, "what alarms do I have and is that early")
    assert replied == [honest.reply]
    assert [p["code"] for p in seen(events, "problem-reported")] == ["model-claimed"]


async def test_who_only_agrees_to_an_order_is_no_answer(server: GeminiServer, talk: Talk) -> None:
    server.say("Right away.")
    refused = Finish("I cannot make phone calls.", "not_done")
    async with talk(local=(refused,)) as (assistant, events):
        assert await ask(assistant, "call Ana") == [refused.reply]
    assert seen(events, "turn-ended")[0]["outcome"] == "not_done"
    assert [p["code"] for p in seen(events, "problem-reported")] == ["model-claimed"]


@pytest.mark.parametrize(
    "said",
    [
        "might as well cancel the alarm, tomorrow is a holiday",
        "see if you can cancel the alarm",
        "should we cancel the alarm? yes, do",
        "I'd rather be woken at nine",
    ],
)
async def test_who_only_agrees_to_an_order_of_any_form_adds_that_nothing_is_done(
    said: str, server: GeminiServer, talk: Talk
) -> None:
    server.say("Right away.")
    async with talk() as (assistant, events):
        assert await ask(assistant, said) == ["Right away.", "I have done nothing."]
    assert seen(events, "turn-ended")[0]["outcome"] == "not_done"


async def test_of_small_talk_only_the_claim_is_dropped(server: GeminiServer, talk: Talk) -> None:
    server.say("Good morning! I have opened the door for you. Shall I open a site?")
    async with talk() as (assistant, _):
        assert await ask(assistant, "good morning") == ["Good morning!", "Shall I open a site?"]


async def test_words_about_an_act_that_failed_leave_the_turn_failed(
    server: GeminiServer, talk: Talk
) -> None:
    server.say(call("calculate", expression="banana"))
    server.say("That is no calculation.")
    async with talk() as (assistant, events):
        assert await ask(assistant, "what is banana") == ["That is no calculation."]
    assert seen(events, "turn-ended")[0]["outcome"] == "failed"


async def test_an_answer_from_a_lookup_is_spoken_sentence_by_sentence_as_it_comes(
    server: GeminiServer, talk: Talk
) -> None:
    server.say(search("stanford founded"))
    server.say("It was foun", "ded in 1885. That is ", "from Wikipedia. ", "I have opened it.")
    async with talk(FOUND) as (assistant, events):
        replies = assistant.ask("when was stanford founded", source="stdin")
        async with aclosing(replies):
            said = [reply.text async for reply in replies]
    assert said == ["It was founded in 1885.", "That is from Wikipedia.", ""]
    assert seen(events, "turn-ended")[0]["reply"] == (
        "It was founded in 1885. That is from Wikipedia."
    )


async def test_an_answer_that_breaks_after_a_sentence_says_so(
    server: GeminiServer, talk: Talk
) -> None:
    server.say(search("stanford founded"))
    server.script(ModelScript(("It was founded in 1885. And ", "then"), fault=HttpFault.CUT))
    async with talk(FOUND) as (assistant, _):
        assert await ask(assistant, "when was stanford founded") == [
            "It was founded in 1885.",
            "I lost the connection before the end of my answer.",
        ]


async def test_an_answer_that_is_too_long_for_the_model_is_told_to_go_on(
    server: GeminiServer, talk: Talk
) -> None:
    server.script(ModelScript(("It was founded in 1885. And ", "then"), ending="length"))
    async with talk() as (assistant, events):
        told = await ask(assistant, "when was stanford founded")
    assert told == ["It was founded in 1885.", "And then", GOES_ON]
    assert seen(events, "turn-ended")[0]["outcome"] == "done"


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (HttpFault.RATE_LIMITED, "gemini-rate-limited"),
        (HttpFault.SERVER_ERROR, "gemini-offline"),
        (HttpFault.HANG, "gemini-timeout"),
        (HttpFault.CUT, "gemini-bad-answer"),
        (HttpFault.HTML, "gemini-bad-answer"),
        (HttpFault.EMPTY, "gemini-bad-answer"),
    ],
)
async def test_on_each_fault_the_local_planner_does_the_turn_and_the_problem_is_told_once(
    server: GeminiServer, talk: Talk, fault: HttpFault, code: str
) -> None:
    for _ in range(2 if fault is HttpFault.CUT else 0):
        server.say("OK")
    server.break_with(fault)
    local = (Task("open_website", {"url_index": 0}), Finish())
    budget = 0.3 if fault is HttpFault.HANG else 10.0
    async with talk(local=local, words=Words(STANFORD), timeout_seconds=budget) as (
        assistant,
        events,
    ):
        done, told = await ask(assistant, "open stanford")
    assert done == "I have asked your browser for stanford.edu."
    assert told.endswith("I go on without it.")
    assert [p["code"] for p in seen(events, "problem-reported")] == [code]
    assert [p["planner"] for p in seen(events, "task-planned")] == ["local"]
    assert seen(events, "turn-ended")[0]["outcome"] == "done"


async def test_after_a_bad_answer_the_next_turn_asks_it_again(
    server: GeminiServer, talk: Talk
) -> None:
    for said in (call("fly"), call("fly"), "Hello again."):
        server.say(said)
    async with talk(local=(SAY_HELLO,)) as (assistant, _):
        await ask(assistant, "hello")
        assert await ask(assistant, "hello") == ["Hello again."]


async def test_a_model_whose_server_broke_is_asked_again_in_the_next_turn(
    server: GeminiServer, talk: Talk
) -> None:
    server.break_with(HttpFault.SERVER_ERROR)
    async with talk(local=(SAY_HELLO,)) as (assistant, _):
        await ask(assistant, "hello")
        server.heal()
        server.say("Here I am again.")
        assert await ask(assistant, "hello") == ["Here I am again."]


async def test_an_invalid_step_is_asked_for_once_more(server: GeminiServer, talk: Talk) -> None:
    server.say(call("open_website", url_index=0, url="https://evil.example/"))
    server.say(OPEN_FIRST)
    server.say("OK")
    async with talk(words=Words(STANFORD)) as (assistant, events):
        assert await ask(assistant, "open it") == ["I have asked your browser for stanford.edu."]
    assert "could not be used" in server.prompts()[1]
    assert {p["planner"] for p in seen(events, "task-planned")} == {"gemini"}


@pytest.mark.parametrize(
    "said",
    [
        call("open_website", url_index=1),
        call("open_website", url_index=-1),
        call("open_website", url_index="0"),
        call("open_website", url_index=0, url="https://evil.example/"),
        call("open_website"),
        call("open_url", url="https://evil.example/"),
        call("open_app", name=None),
        ScriptedCall("open_website", "[]"),
        "",
        "   ",
    ],
)
async def test_a_step_that_no_tool_takes_is_refused_whole(
    server: GeminiServer, talk: Talk, said: str | ScriptedCall
) -> None:
    server.say(said)
    server.say(said)
    async with talk(local=(SAY_HELLO,), words=Words(STANFORD)) as (assistant, events):
        assert (await ask(assistant, "open it"))[0] == "Hello."
    assert steps(events) == []
    [problem] = seen(events, "problem-reported")
    assert problem["code"] in {"gemini-bad-answer", "chat-bad-answer"}


async def test_an_answer_without_a_tool_leaves_the_step_of_the_model_that_gave_it(
    server: GeminiServer, talk: Talk, paths: Paths
) -> None:
    server.say("A haiku has three lines.")
    async with talk(FOUND) as (assistant, _):
        await ask(assistant, "how many lines has a haiku")
    [turn] = read_calls(paths.database)
    [line] = read_trace(paths.database, turn.turn_id)
    assert (line.kind, line.text) == ("thought", "gemini answers without a step")


async def test_every_call_is_counted_and_every_decision_can_be_looked_up(
    server: GeminiServer, talk: Talk, paths: Paths
) -> None:
    server.say(search("stanford founded"))
    server.say("It was founded in 1885.")
    async with talk(FOUND) as (assistant, _):
        await ask(assistant, "when was stanford founded")
    [turn] = read_calls(paths.database)
    assert [(call.model, call.input_tokens, call.output_tokens) for call in turn.calls] == [
        (server.model, 9, 3)
    ] * 2
    trace = read_trace(paths.database, turn.turn_id)
    assert [line.kind for line in trace] == ["thought", "action", "observation"]
    assert "stanford founded" in trace[1].text
