"""Contract: the real ChatGoogleGenerativeAI against a server that speaks Gemini's protocol."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest
from protocols.gemini import GeminiServer
from protocols.loopback import Fault
from protocols.secrecy import assert_hidden
from pydantic import BaseModel, ConfigDict

from jarvis_voice.engines.gemini import GeminiChat, Message
from jarvis_voice.errors import PlannerError

KEY = "decoy-gemini-key-0123456789"
MODEL = "gemini-2.5-flash"
HELLO = [Message("user", "hello")]

FAULT_CODES = {
    Fault.RATE_LIMITED: "gemini-rate-limited",
    Fault.SERVER_ERROR: "gemini-offline",
    Fault.HANG: "gemini-timeout",
    Fault.CUT: "gemini-bad-answer",
    Fault.HTML: "gemini-bad-answer",
    Fault.EMPTY: "gemini-bad-answer",
}

Ask = Callable[[GeminiChat], Awaitable[object]]


class Plan(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    action: str
    url_index: int | None = None


async def plan(chat: GeminiChat) -> Plan:
    return await chat.structured("You plan.", HELLO, Plan)


async def say(chat: GeminiChat) -> list[str]:
    return [piece async for piece in chat.stream("You speak.", HELLO)]


both = pytest.mark.parametrize("ask", [plan, say])


@pytest.fixture
def server() -> Iterator[GeminiServer]:
    with GeminiServer(api_key=KEY, model=MODEL) as server:
        yield server


@pytest.fixture
async def chat(server: GeminiServer) -> AsyncIterator[GeminiChat]:
    async with GeminiChat(KEY, MODEL, 10.0, server.url) as chat:
        yield chat


async def test_a_plan_is_asked_for_in_a_schema_without_thinking(
    server: GeminiServer, chat: GeminiChat
) -> None:
    server.reply_json({"action": "open_website", "url_index": 2})
    said = [Message("user", "find MIT"), Message("assistant", "Found."), Message("user", "open it")]
    assert await chat.structured("You plan.", said, Plan) == Plan(
        action="open_website", url_index=2
    )
    [request] = server.requests
    assert request.path == "/v1beta/models/gemini-2.5-flash:generateContent"
    assert request.body["systemInstruction"]["parts"] == [{"text": "You plan."}]
    assert [(c["role"], c["parts"]) for c in request.body["contents"]] == [
        ("user", [{"text": "find MIT"}]),
        ("model", [{"text": "Found."}]),
        ("user", [{"text": "open it"}]),
    ]
    config = request.body["generationConfig"]
    assert config["responseMimeType"] == "application/json"
    assert config["responseJsonSchema"] == Plan.model_json_schema()
    # protobuf's JSON takes either spelling of the name
    assert list(config["thinkingConfig"].values()) == [0]
    assert config["maxOutputTokens"] >= 1024


async def test_an_answer_is_streamed_piece_by_piece(server: GeminiServer, chat: GeminiChat) -> None:
    server.reply_text("Hello ", "there.", " Bye.")
    assert await say(chat) == ["Hello ", "there.", " Bye."]
    [request] = server.requests
    assert request.path.endswith(":streamGenerateContent")


@pytest.mark.parametrize("model", ["gemini-2.5-pro", "gemini-2.0-flash"])
async def test_other_models_keep_their_own_thinking_and_a_larger_purse(model: str) -> None:
    with GeminiServer(api_key=KEY, model=model) as server:
        async with GeminiChat(KEY, model, 10.0, server.url) as chat:
            server.reply_json({"action": "reply"})
            await plan(chat)
        config = server.requests[0].body["generationConfig"]
    assert "thinkingConfig" not in config
    assert config["maxOutputTokens"] == 8192


@both
@pytest.mark.parametrize("fault", Fault)
async def test_each_fault_has_its_code_hides_the_key_and_passes(
    server: GeminiServer,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    fault: Fault,
    ask: Ask,
) -> None:
    caplog.set_level(logging.DEBUG)
    server.retry_after = "0.000001"
    budget = 0.3 if fault is Fault.HANG else 10.0
    async with asyncio.timeout(30), GeminiChat(KEY, MODEL, budget, server.url) as chat:
        if fault is Fault.CUT:
            server.reply_json({"action": "cut"})
        server.break_with(fault)
        with pytest.raises(PlannerError) as caught:
            await ask(chat)
        assert caught.value.code == FAULT_CODES[fault]
        assert len(server.requests) == 1
        assert_hidden(KEY, caught.value, caplog, capfd)
        server.heal()
        chat._cooldown.clear()
        chat._timeout_seconds = 10.0
        server.reply_json({"action": "reply"})
        assert await ask(chat)


@both
async def test_a_rate_limit_is_remembered(server: GeminiServer, chat: GeminiChat, ask: Ask) -> None:
    server.retry_after = "120"
    server.break_with(Fault.RATE_LIMITED)
    for _ in range(3):
        with pytest.raises(PlannerError) as caught:
            await ask(chat)
        assert caught.value.code == "gemini-rate-limited"
    assert len(server.requests) == 1


@both
async def test_a_hang_is_remembered(server: GeminiServer, ask: Ask) -> None:
    async with GeminiChat(KEY, MODEL, 10.0, server.url) as chat:
        await chat.load()
        chat._timeout_seconds = 0.3
        server.break_with(Fault.HANG)
        for _ in range(3):
            with pytest.raises(PlannerError) as caught:
                await ask(chat)
            assert caught.value.code == "gemini-timeout"
    assert len(server.requests) == 1


@both
@pytest.mark.parametrize("wrong", ["decoy-wrong-key", "decoy-wröng-key", "decoy-wrong\nkey"])
async def test_a_refused_key_is_remembered_and_not_shown(
    server: GeminiServer,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    ask: Ask,
    wrong: str,
) -> None:
    caplog.set_level(logging.DEBUG)
    async with GeminiChat(wrong, MODEL, 10.0, server.url) as chat:
        for _ in range(2):
            with pytest.raises(PlannerError) as caught:
                await ask(chat)
            assert caught.value.code == "gemini-bad-key"
            assert_hidden(wrong, caught.value, caplog, capfd)
            assert_hidden(repr(wrong)[1:-1], caught.value, caplog, capfd)
    assert len(server.requests) <= 1


@both
async def test_no_server_is_offline(ask: Ask) -> None:
    with GeminiServer() as gone:
        url = gone.url
    async with GeminiChat(KEY, MODEL, 10.0, url) as chat:
        with pytest.raises(PlannerError) as caught:
            await ask(chat)
    assert caught.value.code == "gemini-offline"


@both
async def test_an_unknown_model_is_named_as_the_cause(server: GeminiServer, ask: Ask) -> None:
    async with GeminiChat(KEY, "gemini-0.1-nano", 10.0, server.url) as chat:
        with pytest.raises(PlannerError, match="no such model") as caught:
            await ask(chat)
    assert caught.value.code == "gemini-refused"


@pytest.mark.parametrize(
    ("text", "finish_reason", "code"),
    [
        ('{"action": "open_website", "url_ind', "MAX_TOKENS", "gemini-truncated"),
        ('{"action": "open_website"}', "MAX_TOKENS", "gemini-truncated"),
        ('{"action": "open_website"}', None, "gemini-bad-answer"),
        ('{"action": "open_website"', "STOP", "gemini-bad-answer"),
        ('{"action": "open", "url": "https://evil.example/"}', "STOP", "gemini-bad-answer"),
        ('{"action": "open", "url_index": "2"}', "STOP", "gemini-bad-answer"),
        ("I will open it.", "STOP", "gemini-bad-answer"),
        ("", "STOP", "gemini-bad-answer"),
        ("{}", "SAFETY", "gemini-refused"),
        ("{}", "RECITATION", "gemini-refused"),
    ],
)
async def test_only_a_whole_plan_that_fits_is_taken(
    server: GeminiServer, chat: GeminiChat, text: str, finish_reason: str | None, code: str
) -> None:
    server.reply_text(text, finish_reason=finish_reason)
    with pytest.raises(PlannerError) as caught:
        await plan(chat)
    assert caught.value.code == code
    assert "evil" not in caught.value.message


@both
async def test_a_blocked_prompt_is_a_refusal(
    server: GeminiServer, chat: GeminiChat, ask: Ask
) -> None:
    server.block_prompt()
    with pytest.raises(PlannerError) as caught:
        await ask(chat)
    assert caught.value.code == "gemini-refused"


@pytest.mark.parametrize(
    ("finish_reason", "code"),
    [("MAX_TOKENS", "gemini-truncated"), ("SAFETY", "gemini-refused"), (None, "gemini-bad-answer")],
)
async def test_a_stream_that_does_not_finish_says_so_after_its_pieces(
    server: GeminiServer, chat: GeminiChat, finish_reason: str | None, code: str
) -> None:
    server.reply_text("Half ", "an answer", finish_reason=finish_reason)
    pieces = chat.stream("You speak.", HELLO)
    assert [await anext(pieces), await anext(pieces)] == ["Half ", "an answer"]
    with pytest.raises(PlannerError) as caught:
        await anext(pieces)
    assert caught.value.code == code


async def test_an_empty_stream_is_no_answer(server: GeminiServer, chat: GeminiChat) -> None:
    server.reply_text("")
    with pytest.raises(PlannerError) as caught:
        await say(chat)
    assert caught.value.code == "gemini-bad-answer"


@both
async def test_cancelling_a_hang_ends_it(server: GeminiServer, chat: GeminiChat, ask: Ask) -> None:
    await chat.load()
    server.break_with(Fault.HANG)
    task = asyncio.ensure_future(ask(chat))
    assert await asyncio.to_thread(server.hanging.wait, 30)
    task.cancel()
    async with asyncio.timeout(2):
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_a_listener_may_leave_a_stream(server: GeminiServer, chat: GeminiChat) -> None:
    server.reply_text("One. ", "Two. ", "Three.")
    pieces = chat.stream("You speak.", HELLO)
    assert await anext(pieces) == "One. "
    await pieces.aclose()  # type: ignore[attr-defined] # it is an async generator
    server.reply_text("Again.")
    assert await say(chat) == ["Again."]


@pytest.mark.parametrize("setting", [None, "true"])
async def test_tracing_is_off_unless_the_user_turned_it_on(
    server: GeminiServer, chat: GeminiChat, monkeypatch: pytest.MonkeyPatch, setting: str | None
) -> None:
    monkeypatch.setenv("LANGSMITH_TRACING", "placeholder")  # so that it is put back afterwards
    monkeypatch.delenv("LANGSMITH_TRACING")
    if setting:
        monkeypatch.setenv("LANGSMITH_TRACING", setting)
    await chat.load()
    assert os.environ["LANGSMITH_TRACING"] == (setting or "false")


async def test_it_is_built_once(server: GeminiServer, chat: GeminiChat) -> None:
    await asyncio.gather(chat.load(), chat.load())
    built = chat._planner
    server.reply_json({"action": "reply"})
    await plan(chat)
    assert chat._planner is built
