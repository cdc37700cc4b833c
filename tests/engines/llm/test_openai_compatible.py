"""What only an OpenAI-compatible server has: keys that are not needed, formats it may not know."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.engines.llm.chat import Message, ToolCall
from jarvis_voice.engines.llm.openai_compatible import OpenAiCompatibleChat
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer

pytestmark = pytest.mark.flow

MODEL = "qwen3:8b"
HELLO = [Message("user", "hello")]


class Plan(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    action: str
    count: int = 3


async def plan(chat: OpenAiCompatibleChat) -> Plan:
    return await chat.structured("You plan.", HELLO, Plan, lambda _: None)


async def say(chat: OpenAiCompatibleChat) -> list[str | ToolCall]:
    return [piece async for piece in chat.step("You speak.", HELLO, (), lambda _: None)]


@pytest.fixture
def server() -> Iterator[OpenAiServer]:
    with OpenAiServer(api_key="", model=MODEL) as server:
        yield server


@pytest.fixture
async def chat(server: OpenAiServer) -> AsyncIterator[OpenAiCompatibleChat]:
    async with OpenAiCompatibleChat(server.base_url, MODEL, None, 10.0) as chat:
        yield chat


def wants(kind: str) -> Any:
    return lambda body: body.get("response_format", {}).get("type") == kind


async def test_a_plan_is_asked_for_in_a_strict_schema_without_a_key(
    server: OpenAiServer, chat: OpenAiCompatibleChat
) -> None:
    server.reply_json({"action": "reply", "count": 1})
    assert await plan(chat) == Plan(action="reply", count=1)
    [request] = server.requests
    assert [m["role"] for m in request.body["messages"]] == ["system", "user"]
    asked = request.body["response_format"]["json_schema"]
    assert asked["strict"] is True
    assert asked["schema"]["required"] == ["action", "count"]
    assert asked["schema"]["additionalProperties"] is False
    assert "default" not in asked["schema"]["properties"]["count"]
    assert "temperature" not in request.body


async def test_a_server_without_schemas_is_asked_for_json_and_it_is_remembered(
    server: OpenAiServer, chat: OpenAiCompatibleChat
) -> None:
    server.refuse(wants("json_schema"), "'response_format.type' must be 'json_object' or 'text'")
    for expected in (2, 3):
        server.reply_json({"action": "reply"})
        assert await plan(chat) == Plan(action="reply")
        assert len(server.requests) == expected
    last = server.requests[-1].body
    assert last["response_format"] == {"type": "json_object"}
    assert '"count"' in last["messages"][0]["content"]


async def test_a_server_without_formats_is_asked_in_words_and_it_is_remembered(
    server: OpenAiServer, chat: OpenAiCompatibleChat
) -> None:
    server.refuse(lambda body: "response_format" in body, "response_format is not supported")
    for expected in (3, 4):
        server.reply_json({"action": "reply"})
        assert await plan(chat) == Plan(action="reply")
        assert len(server.requests) == expected
    assert '"count"' in server.requests[-1].body["messages"][0]["content"]


async def test_what_did_not_help_is_not_remembered(
    server: OpenAiServer, chat: OpenAiCompatibleChat
) -> None:
    server.refuse(wants("json_schema"), "json_schema is not supported")
    server.refuse(lambda _: True, "The model is being updated.")
    for expected in (2, 4):
        with pytest.raises(PlannerError) as caught:
            await plan(chat)
        assert caught.value.code == "chat-refused"
        assert len(server.requests) == expected


async def test_a_server_that_does_not_count_a_stream_is_not_asked_to(
    server: OpenAiServer, chat: OpenAiCompatibleChat
) -> None:
    server.refuse(lambda body: "stream_options" in body, "unknown field stream_options")
    spent: list[Usage] = []
    for expected in (2, 3):
        server.reply_text("Hello.")
        assert [p async for p in chat.step("You speak.", HELLO, (), spent.append)] == ["Hello."]
        assert len(server.requests) == expected
    assert spent == []


async def test_an_answer_that_is_declined_is_a_refusal(
    server: OpenAiServer, chat: OpenAiCompatibleChat
) -> None:
    server.decline("I can't help with that.")
    with pytest.raises(PlannerError) as caught:
        await plan(chat)
    assert caught.value.code == "chat-refused"


async def test_a_missing_key_is_told_with_where_to_put_it() -> None:
    with OpenAiServer(api_key="wanted", model=MODEL) as server:
        async with OpenAiCompatibleChat(server.base_url, MODEL, None, 10.0) as chat:
            with pytest.raises(PlannerError, match="SECOND_MODEL_API_KEY") as caught:
                await plan(chat)
    assert caught.value.code == "chat-bad-key"


async def test_a_second_one_at_the_same_address_works_after_the_first_was_closed(
    server: OpenAiServer,
) -> None:
    for _ in range(2):
        async with OpenAiCompatibleChat(server.base_url, MODEL, None, 10.0) as chat:
            server.reply_json({"action": "reply"})
            assert await plan(chat) == Plan(action="reply")
