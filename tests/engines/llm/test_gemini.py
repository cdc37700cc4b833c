"""What only Gemini has: its own request, thinking, pictures and what a model may refuse."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.engines.llm.chat import Message, ToolCall
from jarvis_voice.engines.llm.gemini import GeminiChat
from jarvis_voice.workshop.worlds.gemini_server import GeminiServer

pytestmark = pytest.mark.flow

KEY = "decoy-gemini-key-0123456789"
MODEL = "gemini-2.5-flash"
HELLO = [Message("user", "hello")]
PNG = b"\x89PNG\r\n\x1a\nnot really"


class Plan(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    action: str
    url_index: int | None = None


async def plan(chat: GeminiChat) -> Plan:
    return await chat.structured("You plan.", HELLO, Plan, lambda _: None)


async def say(chat: GeminiChat) -> list[str | ToolCall]:
    return [piece async for piece in chat.step("You speak.", HELLO, (), lambda _: None)]


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
    await chat.structured("You plan.", said, Plan, lambda _: None)
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


async def test_a_text_is_asked_for_as_a_stream(server: GeminiServer, chat: GeminiChat) -> None:
    server.reply_text("Hello.")
    await say(chat)
    assert server.requests[0].path.endswith(":streamGenerateContent")


@pytest.mark.parametrize("model", ["gemini-2.5-pro", "gemini-2.0-flash"])
async def test_other_models_keep_their_own_thinking_and_a_larger_purse(model: str) -> None:
    with GeminiServer(api_key=KEY, model=model) as server:
        async with GeminiChat(KEY, model, 10.0, server.url) as chat:
            server.reply_json({"action": "reply"})
            await plan(chat)
        config = server.requests[0].body["generationConfig"]
    assert "thinkingConfig" not in config
    assert config["maxOutputTokens"] == 8192


@pytest.mark.parametrize("ask", [plan, say])
async def test_a_blocked_prompt_is_a_refusal(
    server: GeminiServer, chat: GeminiChat, ask: Any
) -> None:
    server.decline("SAFETY")
    with pytest.raises(PlannerError) as caught:
        await ask(chat)
    assert caught.value.code == "gemini-refused"


async def test_a_picture_is_shown_in_the_request(server: GeminiServer, chat: GeminiChat) -> None:
    spent: list[Usage] = []
    server.reply_text(" A cat on a keyboard. ")
    assert await chat.look("what is on my screen", PNG, spent.append) == "A cat on a keyboard."
    [content] = server.requests[0].body["contents"]
    text, picture = content["parts"]
    assert text == {"text": "what is on my screen"}
    # protobuf's JSON takes either spelling of a name, and either alphabet
    assert sorted(picture["inlineData"]) in (["data", "mimeType"], ["data", "mime_type"])
    assert "image/png" in picture["inlineData"].values()
    assert base64.urlsafe_b64decode(picture["inlineData"]["data"]) == PNG
    assert "responseMimeType" not in server.requests[0].body["generationConfig"]
    assert spent == [Usage(MODEL, 9, 3)]


@pytest.mark.parametrize(("text", "reason"), [("A c", "MAX_TOKENS"), (" ", "STOP")])
async def test_half_a_look_is_none(
    server: GeminiServer, chat: GeminiChat, text: str, reason: str
) -> None:
    server.reply_text(text, finish_reason=reason)
    with pytest.raises(PlannerError):
        await chat.look("what is this", PNG, lambda _: None)


def has_thinking(body: Any) -> bool:
    return "thinkingConfig" in body["generationConfig"]


def has_schema(body: Any) -> bool:
    return "responseMimeType" in body["generationConfig"]


THINKS = "Budget 0 is invalid. This model only works in thinking mode."
NO_SCHEMA = "Unknown name \"responseJsonSchema\" at 'generation_config': Cannot find field."


@pytest.mark.parametrize("ask", [plan, say])
async def test_a_refused_thinking_budget_is_asked_without_and_remembered(
    server: GeminiServer, chat: GeminiChat, ask: Any
) -> None:
    server.refuse(has_thinking, THINKS)
    server.reply_json({"action": "reply"})
    assert await ask(chat)
    assert len(server.requests) == 2
    assert server.requests[1].body["generationConfig"]["maxOutputTokens"] == 8192
    server.reply_json({"action": "reply"})
    assert await plan(chat)
    assert len(server.requests) == 3


async def test_a_model_that_knows_neither_is_asked_in_words(
    server: GeminiServer, chat: GeminiChat
) -> None:
    server.refuse(has_thinking, THINKS)
    server.refuse(has_schema, NO_SCHEMA)
    server.reply_json({"action": "reply"})
    assert await plan(chat) == Plan(action="reply")
    assert len(server.requests) == 3
    assert '"url_index"' in server.requests[2].body["systemInstruction"]["parts"][0]["text"]
    server.reply_json({"action": "reply"})
    await plan(chat)
    assert len(server.requests) == 4


async def test_what_did_not_help_is_not_remembered(server: GeminiServer, chat: GeminiChat) -> None:
    server.refuse(has_thinking, THINKS)
    server.refuse(lambda _: True, "This account is closed.")
    for expected in (2, 4):
        with pytest.raises(PlannerError) as caught:
            await plan(chat)
        assert caught.value.code == "gemini-refused"
        assert len(server.requests) == expected
