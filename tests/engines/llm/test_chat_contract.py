"""Contract: every real chat client against a server that speaks its protocol, faults included."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Optional

import pytest
from protocols.secrecy import assert_hidden
from pydantic import BaseModel, ConfigDict

from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.engines.llm.chat import MAY_ASK_AGAIN, Chat, Message, ToolCall
from jarvis_voice.engines.llm.chat_options import ChatOptions
from jarvis_voice.engines.llm.gemini import GeminiChat
from jarvis_voice.engines.llm.langchain_step import SteppingChat
from jarvis_voice.engines.llm.openai_compatible import OpenAiCompatibleChat
from jarvis_voice.workshop.worlds.gemini_server import GeminiServer
from jarvis_voice.workshop.worlds.loopback import (
    HttpFault,
    LoopbackRequest,
    LoopbackResponse,
    LoopbackServer,
)
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer

pytestmark = pytest.mark.contract

ENGINES: tuple[type[Chat], ...] = (GeminiChat, OpenAiCompatibleChat)
"""Checked by types: both are what the brain asks for."""

KEY = "decoy-model-key-0123456789"
HELLO = [Message("user", "hello")]

FAULT_CODES = {
    HttpFault.RATE_LIMITED: "rate-limited",
    HttpFault.SERVER_ERROR: "offline",
    HttpFault.HANG: "timeout",
    HttpFault.CUT: "bad-answer",
    HttpFault.HTML: "bad-answer",
    HttpFault.EMPTY: "bad-answer",
}

MORE_TRIES = {HttpFault.RATE_LIMITED: 2, HttpFault.SERVER_ERROR: 3}
"""Requests of a step where the fault may pass: once more after a pause that was asked for."""


@dataclass
class World:
    """One engine and its server; words that differ between the protocols."""

    server: Any
    prefix: str
    model: str
    stop: str
    length: str
    filtered: str
    make: Callable[..., SteppingChat]
    spent: list[Usage] = field(default_factory=list)

    def code(self, kind: str) -> str:
        return f"{self.prefix}-{kind}"


def within(seconds: float) -> ChatOptions:
    """Options of a model that is waited for so long."""
    return ChatOptions(first_token_seconds=seconds, stall_seconds=seconds)


def _gemini() -> World:
    model = "gemini-2.5-flash"
    server = GeminiServer(api_key=KEY, model=model)

    def make(
        *, key: str | None = KEY, model: str = model, seconds: float = 10.0, url: str = ""
    ) -> SteppingChat:
        return GeminiChat(key or "", model, seconds, url or server.url, within(seconds))

    return World(server, "gemini", model, "STOP", "MAX_TOKENS", "SAFETY", make)


def _second() -> World:
    model = "qwen3:8b"
    server = OpenAiServer(api_key=KEY, model=model)

    def make(
        *, key: str | None = KEY, model: str = model, seconds: float = 10.0, url: str = ""
    ) -> SteppingChat:
        return OpenAiCompatibleChat(f"{url or server.url}/v1", model, key, seconds, within(seconds))

    return World(server, "chat", model, "stop", "length", "content_filter", make)


class Plan(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    action: str
    url_index: Optional[int] = None  # noqa: UP045 - as the planner builds its step


Ask = Callable[[SteppingChat, World], Awaitable[object]]


async def plan(chat: SteppingChat, world: World) -> Plan:
    return await chat.structured("You plan.", HELLO, Plan, world.spent.append)


async def say(chat: SteppingChat, world: World) -> list[str | ToolCall]:
    return [piece async for piece in chat.step("You speak.", HELLO, (), world.spent.append)]


both = pytest.mark.parametrize("ask", [plan, say])


@pytest.fixture(params=[_gemini, _second])
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    world: World = request.param()
    with world.server:
        yield world


@pytest.fixture
async def chat(world: World) -> AsyncIterator[SteppingChat]:
    async with world.make() as chat:
        yield chat


async def test_a_plan_is_checked_and_its_tokens_are_counted(
    world: World, chat: SteppingChat
) -> None:
    world.server.reply_json({"action": "open_website", "url_index": 2})
    assert await plan(chat, world) == Plan(action="open_website", url_index=2)
    assert world.spent == [Usage(world.model, 9, 3)]


async def test_an_answer_is_streamed_and_its_tokens_are_counted_once(
    world: World, chat: SteppingChat
) -> None:
    world.server.reply_text("Hello ", "there.", " Bye.")
    assert await say(chat, world) == ["Hello ", "there.", " Bye."]
    assert world.spent == [Usage(world.model, 9, 3)]


@both
@pytest.mark.parametrize("fault", HttpFault)
async def test_each_fault_has_its_code_hides_the_key_and_passes(
    world: World,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    fault: HttpFault,
    ask: Ask,
) -> None:
    caplog.set_level(logging.DEBUG)
    world.server.retry_after = "0.000001"
    seconds = 1.0 if fault is HttpFault.HANG else 10.0
    async with asyncio.timeout(30), world.make(seconds=seconds) as chat:
        await chat.load()
        if fault is HttpFault.CUT:
            world.server.reply_json({"action": "cut"})
        world.server.break_with(fault)
        with pytest.raises(PlannerError) as caught:
            await ask(chat, world)
        assert caught.value.code == world.code(FAULT_CODES[fault])
        assert len(world.server.requests) == (MORE_TRIES.get(fault, 1) if ask is say else 1)
        assert_hidden(KEY, caught.value, caplog, capfd)
        world.server.heal()
        chat._cooldown.clear()
        chat._timeout_seconds, chat._options = 10.0, within(10.0)
        world.server.reply_json({"action": "reply"})
        assert await ask(chat, world)


@both
async def test_a_rate_limit_is_remembered(world: World, chat: SteppingChat, ask: Ask) -> None:
    world.server.retry_after = "120"
    world.server.break_with(HttpFault.RATE_LIMITED)
    for _ in range(3):
        with pytest.raises(PlannerError) as caught:
            await ask(chat, world)
        assert caught.value.code == world.code("rate-limited")
    assert len(world.server.requests) == 1


@both
async def test_a_hang_is_a_time_out_and_not_remembered(world: World, ask: Ask) -> None:
    async with world.make(seconds=1.0) as chat:  # a busy machine must still get the request out
        await chat.load()
        world.server.break_with(HttpFault.HANG)
        for number in (1, 2):
            with pytest.raises(PlannerError) as caught:
                await ask(chat, world)
            assert caught.value.code == world.code("timeout")
            assert len(world.server.requests) == number


@both
@pytest.mark.parametrize("wrong", ["decoy-wrong-key", "decoy-wröng-key", "decoy-wrong\nkey"])
async def test_a_refused_key_is_remembered_and_not_shown(
    world: World,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    ask: Ask,
    wrong: str,
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.ERROR, "asyncio")  # its debug mode prints slow tasks whole
    async with world.make(key=wrong) as chat:
        for _ in range(2):
            with pytest.raises(PlannerError) as caught:
                await ask(chat, world)
            assert caught.value.code == world.code("bad-key")
            assert_hidden(wrong, caught.value, caplog, capfd)
            assert_hidden(repr(wrong)[1:-1], caught.value, caplog, capfd)
    assert len(world.server.requests) <= 1


@both
async def test_no_server_is_offline(world: World, ask: Ask) -> None:
    with GeminiServer() as gone:
        url = gone.url
    async with world.make(url=url) as chat:
        with pytest.raises(PlannerError) as caught:
            await ask(chat, world)
    assert caught.value.code == world.code("offline")
    assert caught.value.code not in MAY_ASK_AGAIN


@both
async def test_a_host_that_nobody_knows_is_offline(world: World, ask: Ask) -> None:
    async with world.make(url="http://nobody.invalid") as chat:
        with pytest.raises(PlannerError) as caught:
            await ask(chat, world)
    assert caught.value.code == world.code("offline")


@both
async def test_an_unknown_model_is_named_as_the_cause(world: World, ask: Ask) -> None:
    async with world.make(model="nano-0.1") as chat:
        with pytest.raises(PlannerError, match="no such model") as caught:
            await ask(chat, world)
    assert caught.value.code == world.code("refused")


@pytest.mark.parametrize(
    ("text", "ended", "kind"),
    [
        ('{"action": "open_website", "url_ind', "length", "truncated"),
        ('{"action": "open_website"}', "length", "truncated"),
        ('{"action": "open_website"}', None, "bad-answer"),
        ('{"action": "open_website"', "stop", "bad-answer"),
        ('{"action": "open", "url": "https://evil.example/"}', "stop", "bad-answer"),
        ('{"action": "open", "url_index": "2"}', "stop", "bad-answer"),
        ('Sure! {"action": "open_website"}', "stop", "bad-answer"),
        ('Sure!\n```json\n{"action": "open"}\n```', "stop", "bad-answer"),
        ('{"action": "a"} {"action": "b"}', "stop", "bad-answer"),
        ("", "stop", "bad-answer"),
        ("{}", "filtered", "refused"),
    ],
)
async def test_only_a_whole_plan_that_fits_is_taken(
    world: World, chat: SteppingChat, text: str, ended: str | None, kind: str
) -> None:
    world.server.reply_text(text, finish_reason=getattr(world, ended) if ended else None)
    with pytest.raises(PlannerError) as caught:
        await plan(chat, world)
    assert caught.value.code == world.code(kind)
    assert (caught.value.code in MAY_ASK_AGAIN) == (kind != "refused")
    assert "evil" not in caught.value.message
    assert world.spent == [Usage(world.model, 9, 3)]


@pytest.mark.parametrize("fence", ["```json\n{}\n```", "```\n{}\n```", "\n```JSON\n{}```\n"])
async def test_a_fence_around_the_whole_answer_is_taken_off(
    world: World, chat: SteppingChat, fence: str
) -> None:
    world.server.reply_text(fence.replace("{}", '{"action": "reply"}'))
    assert await plan(chat, world) == Plan(action="reply")


@pytest.mark.parametrize(
    ("ended", "kind"),
    [("length", "truncated"), ("filtered", "refused"), (None, "bad-answer")],
)
async def test_a_stream_that_does_not_finish_says_so_after_its_pieces(
    world: World, chat: SteppingChat, ended: str | None, kind: str
) -> None:
    reason = getattr(world, ended) if ended else None
    world.server.reply_text("Half ", "an answer", finish_reason=reason)
    pieces = chat.step("You speak.", HELLO, (), world.spent.append)
    assert [await anext(pieces), await anext(pieces)] == ["Half ", "an answer"]
    with pytest.raises(PlannerError) as caught:
        await anext(pieces)
    assert caught.value.code == world.code(kind)
    assert world.spent == [Usage(world.model, 9, 3)]


async def test_an_empty_stream_is_no_answer(world: World, chat: SteppingChat) -> None:
    world.server.reply_text("")
    with pytest.raises(PlannerError) as caught:
        await say(chat, world)
    assert caught.value.code == world.code("bad-answer")


@both
async def test_cancelling_a_hang_ends_it(world: World, chat: SteppingChat, ask: Ask) -> None:
    await chat.load()
    world.server.break_with(HttpFault.HANG)
    task = asyncio.ensure_future(ask(chat, world))
    assert await asyncio.to_thread(world.server.hanging.wait, 30)
    task.cancel()
    async with asyncio.timeout(2):
        with pytest.raises(asyncio.CancelledError):
            await task


@both
async def test_the_callers_time_limit_is_a_time_out_and_not_remembered(
    world: World, chat: SteppingChat, ask: Ask
) -> None:
    await chat.load()
    world.server.break_with(HttpFault.HANG)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await ask(chat, world)
    world.server.heal()
    world.server.reply_json({"action": "reply"})
    assert await ask(chat, world)


async def test_a_listener_may_leave_a_stream(world: World, chat: SteppingChat) -> None:
    world.server.reply_text("One. ", "Two. ", "Three.")
    async with aclosing(chat.step("You speak.", HELLO, (), world.spent.append)) as pieces:
        assert await anext(pieces) == "One. "
    world.server.reply_text("Again.")
    assert await say(chat, world) == ["Again."]


@pytest.mark.parametrize("setting", [None, "true"])
async def test_tracing_is_off_unless_the_user_turned_it_on(
    chat: SteppingChat, monkeypatch: pytest.MonkeyPatch, setting: str | None
) -> None:
    monkeypatch.setenv("LANGSMITH_TRACING", "placeholder")  # so that it is put back afterwards
    monkeypatch.delenv("LANGSMITH_TRACING")
    if setting:
        monkeypatch.setenv("LANGSMITH_TRACING", setting)
    await chat.load()
    assert os.environ["LANGSMITH_TRACING"] == (setting or "false")


async def test_it_is_built_once(world: World, chat: SteppingChat) -> None:
    await asyncio.gather(chat.load(), chat.load())
    built = chat._planner
    world.server.reply_json({"action": "reply"})
    await plan(chat, world)
    assert chat._planner is built


@both
async def test_a_400_for_another_reason_is_told_and_not_remembered(
    world: World, chat: SteppingChat, ask: Ask
) -> None:
    world.server.refuse(lambda _: True, "The request is too large.")
    for number in (1, 2):
        with pytest.raises(PlannerError) as caught:
            await ask(chat, world)
        assert caught.value.code == world.code("refused")
        assert len(world.server.requests) == number
    assert chat._refused == frozenset()


HOSTILE = {
    "20,000 parts": b'{"choices":[' + b'{"text":"x"},' * 20_000 + b"{}]}",
    "lists": b'{"choices":[' + b"[]," * 633_000 + b"[]]}",
    "lists in an event": b"data: " + b"[]," * 633_000 + b"\n\n",
    "empty lines": b"\n" * 1_900_000,
    "carriage returns": b"\r" * 1_900_000,
}


@both
@pytest.mark.parametrize("kind", ["application/json", "text/event-stream"])
@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_answer_is_refused_before_a_library_reads_it(
    world: World, ask: Ask, kind: str, name: str
) -> None:
    class HostileModel(LoopbackServer):
        def respond(self, request: LoopbackRequest) -> LoopbackResponse:
            return LoopbackResponse(HOSTILE[name], content_type=kind)

    with HostileModel() as server:
        async with world.make(url=server.url) as chat:
            with pytest.raises(PlannerError, match="too large") as caught:
                await ask(chat, world)
    assert caught.value.code == world.code("bad-answer")
