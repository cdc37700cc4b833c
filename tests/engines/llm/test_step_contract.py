"""Contract: a streamed step by every real chat client, against a server of its protocol."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import pytest
from engines.llm.model_worlds import (
    CLOCK,
    HELLO,
    KEY,
    TIMER,
    TOOLS,
    StepWorld,
    form_of,
    gemini_world,
    openai_world,
    system_of,
)
from protocols.secrecy import assert_hidden

from jarvis_voice.core.turn_ledger import Usage
from jarvis_voice.engines.llm.chat import MAY_ASK_AGAIN, ToolCall
from jarvis_voice.engines.llm.chat_options import ChatOptions
from jarvis_voice.engines.llm.langchain_step import SteppingChat
from jarvis_voice.workshop.worlds.loopback import HttpFault
from jarvis_voice.workshop.worlds.model_script import ModelScript, ScriptedCall

pytestmark = pytest.mark.contract

FIVE = ScriptedCall("set_timer", '{"minutes": 5}')
FIVE_MINUTES = ToolCall("set_timer", {"minutes": 5})
HASTY = ChatOptions(first_token_seconds=1.0, stall_seconds=0.3)
"""The first limit holds for a busy machine, too."""


@pytest.fixture(params=[gemini_world, openai_world], ids=["gemini", "openai"])
def world(request: pytest.FixtureRequest) -> Iterator[StepWorld]:
    world: StepWorld = request.param()
    with world.server:
        yield world


@pytest.fixture
async def chat(world: StepWorld) -> AsyncIterator[SteppingChat]:
    async with world.chat() as chat:
        await chat.load()
        yield chat


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


REFUSALS = [
    (["tools"], "words that nobody foresaw", ["tools", "schema"]),
    (["tools", "schema"], "not supported", ["tools", "schema", "json"]),
    (["tools", "schema", "json"], "not supported", ["tools", "schema", "json", "words"]),
]


@pytest.mark.parametrize(("refused", "words", "asked"), REFUSALS)
@pytest.mark.parametrize("says", ["a text", "a call"])
async def test_what_a_server_refuses_is_asked_in_the_next_form_and_remembered(
    world: StepWorld,
    chat: SteppingChat,
    refused: list[str],
    words: str,
    asked: list[str],
    says: str,
) -> None:
    world.server.refuse(lambda body: form_of(body) in refused, words)
    forms = list(asked)
    for _ in range(2):
        answers = {
            "a text": {"action": "answer", "reply": "Good."},
            "a call": {"action": "set_timer", "minutes": 5, "reply": "Good."},
        }
        whole = json.dumps(answers[says])
        said = ("Good.",) if asked[-1] == "words" else (whole[:20], whole[20:40], whole[40:])
        if asked[-1] == "words" and says == "a call":
            said = ('{"name": "set_timer", "arguments": {"minutes": 5}}',)
        world.server.say(*said)
        texts, calls = await world.step(chat)
        assert "".join(texts) == ("" if said[0].startswith('{"name"') else "Good.")
        assert calls == ([FIVE_MINUTES] if says == "a call" else [])
        assert [form_of(request.body) for request in world.server.requests] == forms
        forms.append(asked[-1])
    for request in world.server.requests:
        is_told = "Set a timer." in system_of(request.body)
        assert is_told == (form_of(request.body) != "tools")


async def test_a_schema_has_for_each_action_its_own_arguments_alone(
    world: StepWorld, chat: SteppingChat
) -> None:
    world.server.refuse(lambda body: form_of(body) == "tools", "no tools here")
    world.server.say('{"action": "tell_time"}')
    assert await world.step(chat) == ([], [ToolCall("tell_time", {})])
    text = json.dumps(world.server.requests[-1].body)
    body = json.loads(text)
    schema = (
        body["generationConfig"].get("responseJsonSchema")
        if world.is_gemini
        else body["response_format"]["json_schema"]["schema"]
    )
    assert [(one["properties"]["action"]["enum"], one["required"]) for one in schema["anyOf"]] == [
        (["answer"], ["action", "reply"]),
        (["set_timer"], ["action", "minutes"]),
        (["tell_time"], ["action"]),
    ]


STEPS: list[tuple[Any, list[ToolCall] | None]] = [
    ({"action": "set_timer", "minutes": 5, "label": None}, [FIVE_MINUTES]),
    ({"name": "set_timer", "arguments": {"minutes": 5}}, [FIVE_MINUTES]),
    ({"action": "set_timer", "arguments": {"minutes": 5}}, [FIVE_MINUTES]),
    ({"action": "fly_away"}, None),
    ({"action": "answer"}, None),
    ({"action": "answer", "reply": " "}, None),
    ({"other": 1}, None),
    ([], []),
]


async def test_a_step_in_json_is_held_to_what_was_offered(
    world: StepWorld, chat: SteppingChat
) -> None:
    world.server.refuse(lambda body: form_of(body) == "tools", "no tools here")
    for whole, calls in STEPS:
        world.server.say(json.dumps(whole))
        if calls is None:
            _, error = await world.failure(chat)
            assert error.code == world.code("bad-answer"), whole
        else:
            assert (await world.step(chat))[1] == calls, whole


async def test_plain_text_in_place_of_json_is_the_answer(
    world: StepWorld, chat: SteppingChat
) -> None:
    world.server.refuse(lambda body: form_of(body) == "tools", "no tools here")
    world.server.say("Just ", "words.")
    assert await world.step(chat) == (["Just ", "words."], [])


async def test_what_did_not_help_is_not_remembered(world: StepWorld, chat: SteppingChat) -> None:
    world.server.refuse(lambda _: True, "This account is closed.")
    for expected in (4, 8):
        _, error = await world.failure(chat)
        assert error.code == world.code("refused")
        assert len(world.server.requests) == expected
    assert chat._refused == frozenset()


async def test_a_conversation_that_is_too_long_is_not_asked_in_other_forms(
    world: StepWorld, chat: SteppingChat
) -> None:
    world.server.refuse(lambda _: True, "The input exceeds the context length of 4096 tokens.")
    _, error = await world.failure(chat)
    assert error.code == world.code("refused")
    assert len(world.server.requests) == 1


async def test_a_model_without_system_messages_is_told_by_the_user(
    world: StepWorld, chat: SteppingChat
) -> None:
    said = (
        "Developer instruction is not enabled."
        if world.is_gemini
        else ("System role not supported")
    )
    world.server.refuse(
        lambda body: (
            system_of(body).startswith("You act.")
            and str(body.get("messages", [{}])[0].get("role", "")) != "user"
        ),
        said,
    )
    for expected in (2, 3):
        world.server.say("Fine.")
        assert await world.step(chat) == (["Fine."], [])
        assert len(world.server.requests) == expected
    assert "You act.\n\nhello" in json.dumps(world.server.requests[-1].body).replace("\\n", "\n")


async def test_without_tools_it_is_asked_for_plain_text(
    world: StepWorld, chat: SteppingChat
) -> None:
    world.server.say('{"name": "set_timer"', "}")
    assert await world.step(chat, []) == (['{"name": "set_timer"', "}"], [])
    assert form_of(world.server.requests[-1].body) == "words"


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
