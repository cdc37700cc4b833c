"""Contract: a streamed step by every real chat client, against a server of its protocol."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import pytest
from engines.llm.model_worlds import (
    CLOCK,
    FIVE,
    FIVE_MINUTES,
    HELLO,
    KEY,
    TIMER,
    TOOLS,
    StepWorld,
    form_of,
)
from protocols.secrecy import assert_hidden

from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.engines.llm.chat import MAY_ASK_AGAIN, ToolCall
from jarvis_voice.engines.llm.chat_options import ChatOptions
from jarvis_voice.engines.llm.langchain_step import SteppingChat
from jarvis_voice.workshop.worlds.loopback import HttpFault
from jarvis_voice.workshop.worlds.model_script import ModelScript, ScriptedCall

pytestmark = pytest.mark.contract

HASTY = ChatOptions(first_token_seconds=1.0, stall_seconds=0.3)
"""The first limit holds for a busy machine, too."""


ANSWERS: list[tuple[Any, list[str], list[ToolCall]]] = [
    (("Hello ", "there.", "\n\n- one\n"), ["Hello ", "there.", "\n\n- one\n"], []),
    ((FIVE,), [], [FIVE_MINUTES]),
    ((ScriptedCall("set_timer", '{"minutes": 5}', 6),), [], [FIVE_MINUTES]),
    (("Sure. ", FIVE), ["Sure. "], [FIVE_MINUTES]),
    ((ScriptedCall("tell_time"),), [], [ToolCall("tell_time", {})]),
    (
        (ScriptedCall("tell_time"), ScriptedCall("set_timer", '{"minutes": 7}', 3)),
        [],
        [ToolCall("tell_time", {}), ToolCall("set_timer", {"minutes": 7})],
    ),
    ((FIVE, FIVE), [], [FIVE_MINUTES, FIVE_MINUTES]),
    # a model that writes its call into the text
    (('{"name": "set_t', 'imer", "arguments": {"minutes": 5}}'), [], [FIVE_MINUTES]),
    (("```json\n", '{"name": "set_timer", "arguments": {"minutes": 5}}', "\n```"), [],
     [FIVE_MINUTES]),
    (("<tool", '_call>\n{"name": "tell_time", "arguments": {}}\n</tool_call>'), [],
     [ToolCall("tell_time", {})]),
    (('{"name": "Anna", ', '"age": 3}'), ['{"name": "Anna", ', '"age": 3}'], []),
    (("```python\n", "print(1)\n", "```"), ["```python\n", "print(1)\n", "```"], []),
    # a model that thinks aloud
    (("<think>\nHm.", " {", "</think>\n\nHi", " Anna."), ["Hi", " Anna."], []),
    (("Write <think> to think.",), ["Write <think> to think."], []),
]  # fmt: skip


async def test_text_comes_as_it_is_written_and_calls_behind_it(
    world: StepWorld, chat: SteppingChat
) -> None:
    for number, (said, texts, calls) in enumerate(ANSWERS, 1):
        world.server.say(*said)
        assert await world.step(chat) == (texts, calls), said
        assert world.spent[-1].output_tokens == 3
        assert len(world.server.requests) == number


USELESS: list[tuple[Any, str]] = [
    ((ScriptedCall("fly_away"),), "a tool that there is not"),
    ((ScriptedCall("", "{}"),), ""),
    ((FIVE, ScriptedCall("fly_away")), "a tool that there is not"),
    ((ScriptedCall("set_timer", '{"minutes": '),), ""),
    ((ScriptedCall("set_timer", "[5]"),), ""),
    ((ScriptedCall("set_timer", '{"minutes": NaN}'),), ""),
    ((ScriptedCall("set_timer", "[" * 20_000),), ""),
    ((), "empty"),
    ((" \n",), "empty"),
    (("<think>never ends",), "empty"),
    (tuple(FIVE for _ in range(65)), "over 64 tool calls"),
    (("x" * 1_000_001,), "too large"),
    (tuple("x" * 250_000 for _ in range(5)), "too large"),
]


async def test_an_answer_of_no_use_may_be_asked_for_again_and_does_nothing(
    world: StepWorld, chat: SteppingChat
) -> None:
    for said, why in USELESS:
        world.server.say(*said)
        _, error = await world.failure(chat)
        assert error.code == world.code("bad-answer") in MAY_ASK_AGAIN, said
        assert why in error.message
    world.server.say("Again.")
    assert await world.step(chat) == (["Again."], [])


@pytest.mark.parametrize(
    ("ending", "kind"), [("length", "truncated"), ("filter", "refused"), (None, "bad-answer")]
)
async def test_an_answer_that_does_not_finish_calls_nothing(
    world: StepWorld, chat: SteppingChat, ending: str | None, kind: str
) -> None:
    world.server.script(ModelScript(("Half ", FIVE), ending=ending))
    texts, error = await world.failure(chat)
    assert (texts, error.code) == (["Half "], world.code(kind))


async def test_an_answer_that_is_cut_off_calls_nothing(
    world: StepWorld, chat: SteppingChat
) -> None:
    world.server.script(ModelScript(("Half ", "an answer", FIVE, "."), fault=HttpFault.CUT))
    texts, error = await world.failure(chat)
    assert texts[:2] == ["Half ", "an answer"]
    assert error.code == world.code("bad-answer")


async def test_each_piece_is_handed_out_before_the_next_one_is_there(world: StepWorld) -> None:
    world.server.script(ModelScript(("One. ", "Two."), fault=HttpFault.HANG))
    async with (
        world.chat() as chat,
        aclosing(chat.step("You act.", HELLO, TOOLS, world.spent.append)) as pieces,
    ):
        assert await anext(pieces) == "One. "
    world.server.heal()


async def test_a_slow_answer_is_no_late_one(world: StepWorld) -> None:
    words = tuple(f"word{n} " for n in range(12))
    world.server.script(ModelScript(words).at_speed(20, first_seconds=0.2))
    async with world.chat(HASTY) as chat:
        await chat.load()
        assert await world.step(chat) == ([*words], [])


async def test_an_answer_that_does_not_begin_is_a_time_out_that_passes(world: StepWorld) -> None:
    async with world.chat(HASTY) as chat:
        await chat.load()
        for number in (1, 2):
            world.server.break_with(HttpFault.HANG)
            texts, error = await world.failure(chat)
            assert (texts, error.code) == ([], world.code("timeout"))
            assert "did not begin to answer within 1 second" in error.message
            assert len(world.server.requests) == number
        world.server.heal()
        world.server.say("Here.")
        assert await world.step(chat) == (["Here."], [])


async def test_an_answer_that_stops_is_a_time_out_with_other_words(world: StepWorld) -> None:
    world.server.script(ModelScript(("Half ", "x", FIVE), fault=HttpFault.HANG))
    async with world.chat(HASTY) as chat:
        await chat.load()
        texts, error = await world.failure(chat)
    assert texts[:1] == ["Half "]
    assert error.code == world.code("timeout")
    assert "stopped in the middle of its answer for 0.3 seconds" in error.message
    world.server.heal()


async def test_a_listener_who_takes_his_time_is_no_stall(world: StepWorld) -> None:
    world.server.say("One. ", "Two. ", "Three.")
    heard = []
    async with world.chat(HASTY) as chat:
        await chat.load()
        async for piece in chat.step("You act.", HELLO, TOOLS, world.spent.append):
            heard.append(piece)
            await asyncio.to_thread(world.server.hanging.wait, 0.4)  # longer than a stall
    assert heard == ["One. ", "Two. ", "Three."]


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_what_may_pass_is_tried_once_more(
    world: StepWorld, chat: SteppingChat, status: int
) -> None:
    busy = ModelScript(("Busy.",), status=status, retry_after="0.01")
    world.server.script(busy, ModelScript(("Fine.",)))
    assert await world.step(chat) == (["Fine."], [])
    world.server.script(busy, busy)
    _, error = await world.failure(chat)
    assert error.code == world.code("rate-limited" if status == 429 else "offline")
    assert len(world.server.requests) == 4


async def test_a_long_pause_is_not_waited_for_and_remembered(
    world: StepWorld, chat: SteppingChat
) -> None:
    world.server.script(ModelScript(("Busy.",), status=429, retry_after="120"))
    for _ in range(2):
        _, error = await world.failure(chat)
        assert error.code == world.code("rate-limited")
    assert len(world.server.requests) == 1


async def test_without_a_pause_it_is_tried_after_growing_ones(
    world: StepWorld, chat: SteppingChat
) -> None:
    busy = ModelScript(("Busy.",), status=503)
    world.server.script(busy, busy, busy)
    since = asyncio.get_running_loop().time()
    _, error = await world.failure(chat)
    assert asyncio.get_running_loop().time() - since >= 1.5
    assert error.code == world.code("offline")
    assert len(world.server.requests) == 3


async def test_a_refused_key_is_remembered_and_not_shown(
    world: StepWorld, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.ERROR, "asyncio")  # its debug mode prints slow tasks whole
    wrong = "decoy-wrong-key"
    async with world.chat(key=wrong) as chat:
        for _ in range(2):
            _, error = await world.failure(chat)
            assert error.code == world.code("bad-key")
            assert_hidden(wrong, error, caplog, capfd)
    assert len(world.server.requests) == 1


@pytest.mark.parametrize("fault", [HttpFault.HTML, HttpFault.EMPTY, HttpFault.CUT])
async def test_each_broken_answer_has_its_code_and_hides_the_key(
    world: StepWorld,
    chat: SteppingChat,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    fault: HttpFault,
) -> None:
    caplog.set_level(logging.DEBUG)
    if fault is HttpFault.CUT:
        world.server.reply_text("Half an answer.")
    world.server.break_with(fault)
    _, error = await world.failure(chat)
    assert error.code == world.code("bad-answer")
    assert_hidden(KEY, error, caplog, capfd)


async def test_tokens_are_counted_when_the_listener_leaves(
    world: StepWorld, chat: SteppingChat
) -> None:
    world.server.say("One. ", "Two. ", "Three.")
    async with aclosing(chat.step("You act.", HELLO, TOOLS, world.spent.append)) as pieces:
        assert await anext(pieces) == "One. "
    assert len(world.spent) == world.is_gemini  # the other protocol counts at the end
    world.server.say("Again.")
    assert await world.step(chat) == (["Again."], [])
    assert world.spent[-1] == Usage(world.server.model, 9, 3)


async def test_what_the_user_set_is_sent(world: StepWorld) -> None:
    options = ChatOptions(
        title="the model at home",
        temperature=0.25,
        max_output_tokens=321,
        headers={"X-House": "yes"},
    )
    async with world.chat(options) as chat:
        world.server.say("Fine.")
        await world.step(chat)
        request = world.server.requests[-1]
        assert chat.name == "the model at home"
        config = request.body["generationConfig"] if world.is_gemini else request.body
        length = "maxOutputTokens" if world.is_gemini else "max_tokens"
        assert (config["temperature"], config[length]) == (0.25, 321)
        assert request.headers["x-house"] == "yes"
        world.server.script(ModelScript(("x",), ending="length"))
        _, error = await world.failure(chat)
    assert error.message.startswith("The model at home stopped in the middle")


async def test_a_tool_named_like_the_form_and_arguments_of_its_names_are_told_apart(
    world: StepWorld, chat: SteppingChat
) -> None:
    answer = replace(CLOCK, name="answer")
    mail = replace(TIMER, name="mail", parameters={
        "type": "object",
        "properties": {"reply": {"type": "string"}, "to": {"$ref": "#/$defs/Person"}},
        "$defs": {"Person": {"type": "string"}},
    })  # fmt: skip
    world.server.refuse(lambda body: form_of(body) == "tools", "no tools here")
    world.server.say('{"action": "mail", "reply_": "Yes.", "to": "Anna", "reply": "Sent."}')
    wanted = [ToolCall("mail", {"reply": "Yes.", "to": "Anna"})]
    assert await world.step(chat, [answer, mail]) == (["Sent."], wanted)
    text = json.dumps(world.server.requests[-1].body)
    assert '"#/$defs/mail.Person"' in text
    world.server.say('{"action": "answer_", "reply": "Hm."}')
    assert await world.step(chat, [answer, mail]) == (["Hm."], [])
