"""Contract: the forms in which a step is asked of a server that cannot do all."""

from __future__ import annotations

import json
from typing import Any

import pytest
from engines.llm.model_worlds import (
    FIVE_MINUTES,
    StepWorld,
    form_of,
    system_of,
)

from jarvis_voice.engines.llm.chat import ToolCall
from jarvis_voice.engines.llm.langchain_step import SteppingChat

pytestmark = pytest.mark.contract


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
