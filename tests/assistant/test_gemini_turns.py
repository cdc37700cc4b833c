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
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.events import Event
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Link
from jarvis_voice.engines.llm.chat import MAY_ASK_AGAIN
from jarvis_voice.engines.llm.gemini import GeminiChat
from jarvis_voice.tools.desktop.applications import Applications
from jarvis_voice.tools.web.search import SearchResults
from jarvis_voice.workshop.worlds.gemini_server import GeminiServer
from jarvis_voice.workshop.worlds.loopback import HttpFault

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
def server() -> Iterator[GeminiServer]:
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
            planners = (ModelPlanner("gemini", chat), fallback)
            async with assistant_with(
                paths, *planners, mind=Mind(words or Words(), registry, chat)
            ) as parts:
                yield parts
        assert fallback.plans == [], "the local planner was asked less often than scripted"

    return start


def search(query: str) -> dict[str, Any]:
    return {"action": "search", "query": query}


OPEN_FIRST = {"action": "open_website", "url_index": 0}
FINISH = {"action": "finish"}
SAY_HELLO = Finish("Hello.")


def schema(server: GeminiServer, number: int) -> dict[str, Any]:
    wire: dict[str, Any] = server.requests[number].body["generationConfig"]["responseJsonSchema"]
    return wire


async def test_it_searches_twice_opens_the_official_site_and_reports_from_the_receipt(
    server: GeminiServer, talk: Talk
) -> None:
    for body in (search("best engineering university"), search("Stanford official site"),
                 OPEN_FIRST, FINISH | {"reply": "I have opened the moon."}):  # fmt: skip
        server.reply_json(body)
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
    for body in (search("x"), OPEN_FIRST, FINISH):
        server.reply_json(body)
    async with talk(found(RANKING, STANFORD)) as (assistant, _):
        await ask(assistant, GOAL)
    before, after = schema(server, 0), schema(server, 1)
    assert "url_index" not in before["properties"]
    assert "open_website" not in before["properties"]["action"]["enum"]
    [index, nothing] = after["properties"]["url_index"]["anyOf"]
    assert (index["minimum"], index["maximum"], nothing) == (0, 1, {"type": "null"})
    for wire in (before, after):
        assert wire["additionalProperties"] is False
        assert not [name for name in wire["properties"] if "url" in name and name != "url_index"]


async def test_no_prompt_holds_an_address_only_hosts(server: GeminiServer, talk: Talk) -> None:
    for body in (search("x"), OPEN_FIRST, FINISH, search("y"), FINISH):
        server.reply_json(body)
    server.reply_text("It is from 1885.")
    async with talk(found(RANKING), FOUND) as (assistant, _):
        await ask(assistant, "open https://www.usnews.com/best/engineering?secret-path=1")
        await ask(assistant, "when was stanford founded")
    sent = [json.dumps(request.body, ensure_ascii=False) for request in server.requests]
    assert len(sent) == 6
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
    server.reply_json(FINISH | {"reply": claim})
    local = (Task("open_website", {"url_index": 0}), Finish())
    async with talk(local=local, words=Words(STANFORD)) as (assistant, events):
        replied = await ask(assistant, "open stanford")
    assert replied == ["I have asked your browser for stanford.edu."]
    assert [p["code"] for p in seen(events, "problem-reported")] == ["model-claimed"]


async def test_of_small_talk_only_the_claim_is_dropped(server: GeminiServer, talk: Talk) -> None:
    server.reply_json(
        FINISH | {"reply": "Good morning! I have opened the door. Shall I open a site?"}
    )
    async with talk() as (assistant, _):
        assert await ask(assistant, "good morning") == ["Good morning!", "Shall I open a site?"]


async def test_words_about_an_act_that_failed_leave_the_turn_failed(
    server: GeminiServer, talk: Talk
) -> None:
    server.reply_json({"action": "calculate", "expression": "banana"})
    server.reply_json(FINISH | {"reply": "That is no calculation."})
    async with talk() as (assistant, events):
        assert await ask(assistant, "what is banana") == ["That is no calculation."]
    assert seen(events, "turn-ended")[0]["outcome"] == "failed"


async def test_an_answer_from_a_lookup_is_spoken_sentence_by_sentence_as_it_comes(
    server: GeminiServer, talk: Talk
) -> None:
    server.reply_json(search("stanford founded"))
    server.reply_json(FINISH)
    server.reply_text(
        "It was foun", "ded in 1885. That is ", "from Wikipedia. I have op", "ened it."
    )
    async with talk(FOUND) as (assistant, events):
        replies = assistant.ask("when was stanford founded", source="stdin")
        async with aclosing(replies):
            said = [(reply.text, reply.is_final) async for reply in replies]
    assert said == [
        ("It was founded in 1885.", False),
        ("That is from Wikipedia.", False),
        ("", True),
    ]
    assert seen(events, "turn-ended")[0]["reply"] == (
        "It was founded in 1885. That is from Wikipedia."
    )


async def test_an_answer_that_breaks_before_its_first_sentence_is_told_from_the_results(
    server: GeminiServer, talk: Talk
) -> None:
    server.reply_json(search("stanford founded"))
    server.reply_json(FINISH)
    server.reply_text("It was founded in", finish_reason="MAX_TOKENS")
    async with talk(FOUND) as (assistant, events):
        replied = " ".join(await ask(assistant, "when was stanford founded"))
    assert replied.startswith("Wikipedia says: It was founded in 1885.")
    assert [p["code"] for p in seen(events, "problem-reported")] == ["gemini-truncated"]


async def test_an_answer_that_breaks_after_a_sentence_says_so(
    server: GeminiServer, talk: Talk
) -> None:
    server.reply_json(search("stanford founded"))
    server.reply_json(FINISH)
    server.reply_text("It was founded in 1885. And ", "then", finish_reason="MAX_TOKENS")
    async with talk(FOUND) as (assistant, _):
        assert await ask(assistant, "when was stanford founded") == [
            "It was founded in 1885.",
            "I lost the connection before the end of my answer.",
        ]


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
    calls = 2 if code in MAY_ASK_AGAIN else 1
    for _ in range(calls if fault is HttpFault.CUT else 0):
        server.reply_json(FINISH)
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
    assert len(server.requests) == calls, "a planner that failed is not asked again in the turn"


async def test_after_a_bad_answer_the_next_turn_asks_it_again(
    server: GeminiServer, talk: Talk
) -> None:
    for _ in range(2):
        server.reply_json({"action": "fly"})
    server.reply_json(FINISH | {"reply": "Hello again."})
    async with talk(local=(SAY_HELLO,)) as (assistant, _):
        await ask(assistant, "hello")
        assert await ask(assistant, "hello") == ["Hello again."]


async def test_a_model_that_did_not_answer_is_left_alone_for_a_while(
    server: GeminiServer, talk: Talk
) -> None:
    server.break_with(HttpFault.SERVER_ERROR)
    async with talk(local=(SAY_HELLO, SAY_HELLO)) as (assistant, _):
        await ask(assistant, "hello")
        server.heal()
        assert await ask(assistant, "hello") == ["Hello."]


async def test_an_invalid_step_is_asked_for_once_more(server: GeminiServer, talk: Talk) -> None:
    server.reply_json(OPEN_FIRST | {"url": "https://evil.example/"})
    server.reply_json(OPEN_FIRST)
    server.reply_json(FINISH)
    async with talk(words=Words(STANFORD)) as (assistant, events):
        assert await ask(assistant, "open it") == ["I have asked your browser for stanford.edu."]
    assert "not valid" in server.prompts()[1]
    assert {p["planner"] for p in seen(events, "task-planned")} == {"gemini"}


@pytest.mark.parametrize(
    "body",
    [
        {"action": "open_website", "url_index": 1},
        {"action": "open_website", "url_index": -1},
        {"action": "open_website", "url_index": "0"},
        {"action": "open_website", "url_index": 0, "url": "https://evil.example/"},
        {"action": "open_website"},
        {"action": "open_url", "url": "https://evil.example/"},
        {"action": "open_app", "name": None},
        {"action": "finish"},
        {"action": "finish", "reply": "   "},
        [],
    ],
)
async def test_a_step_outside_the_schema_is_refused_whole(
    server: GeminiServer, talk: Talk, body: Any
) -> None:
    server.reply_json(body)
    server.reply_json(body)
    async with talk(local=(SAY_HELLO,), words=Words(STANFORD)) as (assistant, events):
        assert (await ask(assistant, "open it"))[0] == "Hello."
    assert steps(events) == []
    [problem] = seen(events, "problem-reported")
    assert problem["code"] in {"gemini-bad-answer", "chat-bad-answer"}


async def test_an_answer_without_a_tool_leaves_the_step_of_the_model_that_gave_it(
    server: GeminiServer, talk: Talk, paths: Paths
) -> None:
    server.reply_json(FINISH | {"reply": "A haiku has three lines."})
    async with talk(FOUND) as (assistant, _):
        await ask(assistant, "how many lines has a haiku")
    [turn] = read_calls(paths.database)
    [line] = read_trace(paths.database, turn.turn_id)
    assert (line.kind, line.text) == ("thought", "gemini answers without a step")


async def test_every_call_is_counted_and_every_decision_can_be_looked_up(
    server: GeminiServer, talk: Talk, paths: Paths
) -> None:
    server.reply_json(search("stanford founded"))
    server.reply_json(FINISH)
    server.reply_text("It was founded in 1885.")
    async with talk(FOUND) as (assistant, _):
        await ask(assistant, "when was stanford founded")
    [turn] = read_calls(paths.database)
    assert [(call.model, call.input_tokens, call.output_tokens) for call in turn.calls] == [
        (server.model, 9, 3)
    ] * 3
    trace = read_trace(paths.database, turn.turn_id)
    assert [line.kind for line in trace] == ["thought", "action", "observation"]
    assert "stanford founded" in trace[1].text
