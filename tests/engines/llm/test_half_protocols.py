"""What servers do with half of the OpenAI protocol, or a little beside it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from engines.llm.model_worlds import HELLO, KEY, StepWorld, form_of, openai_world

from jarvis_voice.core.errors import PlannerError
from jarvis_voice.engines.llm.chat import ToolCall
from jarvis_voice.engines.llm.chat_options import ChatOptions
from jarvis_voice.engines.llm.langchain_step import SteppingChat
from jarvis_voice.engines.llm.openai_compatible import OpenAiCompatibleChat
from jarvis_voice.workshop.worlds.loopback import LoopbackRequest, LoopbackResponse, as_json
from jarvis_voice.workshop.worlds.model_script import ModelScript, ScriptedCall
from jarvis_voice.workshop.worlds.openai_server import OpenAiServer

pytestmark = pytest.mark.contract

PNG = b"\x89PNG\r\n\x1a\nnot really"
JPEG = b"\xff\xd8\xff\xe0not really"


@pytest.fixture
def world() -> Iterator[StepWorld]:
    world = openai_world()
    with world.server:
        yield world


@pytest.fixture
async def chat(world: StepWorld) -> AsyncIterator[SteppingChat]:
    async with world.chat() as chat:
        yield chat


async def test_a_server_that_does_not_stream_works_and_is_given_more_time(
    world: StepWorld, chat: SteppingChat
) -> None:
    world.server.streams = False
    world.server.say("All ", "at once.")
    assert await world.step(chat) == (["All at once."], [])
    world.server.say("Sure. ", ScriptedCall("set_timer", '{"minutes": 5}'))
    assert await world.step(chat) == (["Sure. "], [ToolCall("set_timer", {"minutes": 5})])
    assert [usage.output_tokens for usage in world.spent] == [3, 3]
    assert len(world.server.requests) == 2
    assert chat._first_seconds > ChatOptions().first_token_seconds
    world.server.streams = True
    world.server.say("In ", "pieces.")
    assert await world.step(chat) == (["In ", "pieces."], [])
    assert chat._first_seconds == ChatOptions().first_token_seconds


PYDANTIC = (
    "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), "
    "'msg': \"Input should be 'text' or 'json_object'\"}]"
)


async def test_a_500_that_names_the_form_is_a_refusal(world: StepWorld, chat: SteppingChat) -> None:
    world.server.refuse(lambda body: form_of(body) == "tools", "tools are not supported", 501)
    world.server.refuse(lambda body: form_of(body) == "schema", PYDANTIC, 500)
    for expected in (3, 4):
        world.server.say('{"action": "answer", "reply": "Fine."}')
        assert await world.step(chat) == (["Fine."], [])
        assert len(world.server.requests) == expected


async def test_a_404_is_no_model_unless_it_names_the_form(
    world: StepWorld, chat: SteppingChat
) -> None:
    world.server.refuse(
        lambda body: form_of(body) == "tools", "No endpoints found that support tool use", 404
    )
    world.server.say('{"action": "answer", "reply": "Fine."}')
    assert await world.step(chat) == (["Fine."], [])
    async with OpenAiCompatibleChat(world.server.base_url, "nano", KEY) as other:
        _, error = await world.failure(other)
    assert (error.code, "no such model" in error.message) == ("chat-refused", True)
    assert len(world.server.requests) == 3


class OddServer(OpenAiServer):
    """Sends these deltas in one stream."""

    def __init__(self, deltas: Sequence[Any]) -> None:
        super().__init__(api_key="", model="")
        self._deltas = deltas

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        ends = [None] * (len(self._deltas) - 1) + ["stop"]
        chunks = [
            {"id": "1", "choices": [{"index": 0, "delta": delta, "finish_reason": end}]}
            for delta, end in zip(self._deltas, ends, strict=True)
        ]
        lines = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks)
        return LoopbackResponse(lines.encode(), content_type="text/event-stream")


def part(name: str | None = None, arguments: Any = None, **more: Any) -> Any:
    function = {"name": name, "arguments": arguments}
    return {"tool_calls": [{"function": function, **more}]}


WANTED = [ToolCall("tell_time", {}), ToolCall("set_timer", {"minutes": 5})]


@pytest.mark.parametrize(
    "deltas",
    [
        # without numbers
        [part("tell_time", "{}", id="a"), part("set_timer", '{"minutes": 5}', id="b")],
        [part("tell_time", ""), part("set_timer", '{"min'), part(None, 'utes": 5}')],
        # all with the number of the first
        [
            part("tell_time", "{}", id="a", index=0),
            part("set_timer", '{"minutes": 5}', id="b", index=0),
        ],
        # the name with every piece
        [
            part("tell_time", "{}", id="a", index=0),
            part("set_timer", '{"min', id="b", index=1),
            part("set_timer", 'utes": 5}', id="b", index=1),
        ],
        [
            part("tell_time", "{}", index=0),
            part("set_timer", '{"min', index=1),
            part("set_timer", 'utes": 5}', index=1),
        ],
        # interleaved
        [
            part("tell_time", "", index=0),
            part("set_timer", '{"min', index=1),
            part(None, "{}", index=0),
            part(None, 'utes": 5}', index=1),
        ],
        # objects and strings of objects in place of text
        [part("tell_time", {}, index=0), part("set_timer", {"minutes": 5}, index=1)],
        [part("tell_time", None), part("set_timer", json.dumps('{"minutes": 5}'))],
    ],
)
async def test_calls_are_put_together_however_a_server_numbers_them(deltas: list[Any]) -> None:
    with OddServer([*deltas, {}]) as server:
        world = StepWorld(server, "chat")
        async with OpenAiCompatibleChat(server.base_url, "odd", None) as chat:
            assert await world.step(chat) == ([], WANTED)


async def test_two_calls_of_one_tool_are_two_by_their_ids() -> None:
    deltas = [
        part("set_timer", '{"min', id="a", index=0),
        part(None, 'utes": 5}', id="a", index=0),
        part("set_timer", '{"minu', id="b", index=0),
        part(None, 'tes": 7}', id="b", index=0),
        {},
    ]
    with OddServer(deltas) as server:
        world = StepWorld(server, "chat")
        async with OpenAiCompatibleChat(server.base_url, "odd", None) as chat:
            _, calls = await world.step(chat)
    assert [call.arguments for call in calls] == [{"minutes": 5}, {"minutes": 7}]


async def test_a_stream_under_the_name_of_json_is_one() -> None:
    class MisnamedServer(OddServer):
        def respond(self, request: LoopbackRequest) -> LoopbackResponse:
            return replace(super().respond(request), content_type="application/json")

    with MisnamedServer([{"content": "Hello "}, {"content": "there."}]) as server:
        world = StepWorld(server, "chat")
        async with OpenAiCompatibleChat(server.base_url, "odd", None) as chat:
            assert await world.step(chat) == (["Hello ", "there."], [])
            assert chat._first_seconds == ChatOptions().first_token_seconds


async def test_halves_of_a_sign_are_joined() -> None:
    deltas = [{"content": "a\ud83d"}, {"content": "\ude00 b\ude00"}, {"content": "c"}]
    with OddServer(deltas) as server:
        world = StepWorld(server, "chat")
        async with OpenAiCompatibleChat(server.base_url, "odd", None) as chat:
            assert await world.step(chat) == (["a", "\U0001f600 b\ufffd", "c"], [])


async def test_thoughts_that_never_began_are_known_the_next_time() -> None:
    deltas = [{"content": "Hm, a timer?\n"}, {"content": "</think>\n\nHello"}, {"content": "."}]
    with OddServer(deltas) as server:
        world = StepWorld(server, "chat")
        async with OpenAiCompatibleChat(server.base_url, "odd", None) as chat:
            texts, error = await world.failure(chat)
            assert (texts, error.code) == (["Hm, a timer?\n"], "chat-bad-answer")
            assert await world.step(chat) == (["Hello", "."], [])


async def test_a_model_that_thinks_in_a_field_of_its_own_is_at_work(world: StepWorld) -> None:
    thinks = ModelScript(("Fine.",), thought="Hm.", first_seconds=0.3, piece_seconds=0.9)
    world.server.script(thinks)
    async with world.chat(ChatOptions(first_token_seconds=1.0, stall_seconds=5.0)) as chat:
        await chat.load()
        assert await world.step(chat) == (["Fine."], [])


async def test_a_failure_inside_a_stream_is_told_without_its_words() -> None:
    class FailingServer(OpenAiServer):
        def respond(self, request: LoopbackRequest) -> LoopbackResponse:
            body = b'data: {"error": {"message": "cuda, key sk-123", "code": 500}}\n\n'
            return LoopbackResponse(body, content_type="text/event-stream")

    with FailingServer(api_key="", model="") as server:
        world = StepWorld(server, "chat")
        async with OpenAiCompatibleChat(server.base_url, "odd", None) as chat:
            _, error = await world.failure(chat)
    assert error.code == "chat-bad-answer"
    assert "cuda" not in error.message


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"error": {"message": "no"}}, "bad-answer"),
        ({"choices": []}, "bad-answer"),
        ({"choices": [{"message": {"content": "Half"}, "finish_reason": "length"}]}, "truncated"),
        ([1], "bad-answer"),
    ],
)
async def test_a_whole_answer_that_is_none_is_an_error(body: Any, kind: str) -> None:
    class WholeServer(OpenAiServer):
        def respond(self, request: LoopbackRequest) -> LoopbackResponse:
            return as_json(body)

    with WholeServer(api_key="", model="") as server:
        world = StepWorld(server, "chat")
        async with OpenAiCompatibleChat(server.base_url, "odd", None) as chat:
            _, error = await world.failure(chat)
    assert error.code == f"chat-{kind}"


@pytest.mark.parametrize(
    ("wants", "said"),
    [
        ("temperature", "'temperature' does not support 0.2 with this model."),
        ("max_tokens", "'max_tokens' is not supported. Use 'max_completion_tokens' instead."),
    ],
)
async def test_a_setting_that_a_model_does_not_take_is_left_out_or_renamed(
    world: StepWorld, wants: str, said: str
) -> None:
    world.server.refuse(lambda body: wants in body, f"Unsupported: {said}")
    async with world.chat(ChatOptions(temperature=0.2, max_output_tokens=77)) as chat:
        for expected in (2, 3):
            world.server.say("Fine.")
            assert await world.step(chat) == (["Fine."], [])
            assert len(world.server.requests) == expected
    last = world.server.requests[-1].body
    assert wants not in last
    assert 77 in (last.get("max_tokens"), last.get("max_completion_tokens"))


@pytest.mark.parametrize(("picture", "kind"), [(PNG, "png"), (JPEG, "jpeg")])
async def test_a_picture_is_shown_to_a_model_that_sees(
    world: StepWorld, picture: bytes, kind: str
) -> None:
    async with OpenAiCompatibleChat(world.server.base_url, "qwen3:8b", KEY) as chat:
        world.server.say(" A cat. ")
        assert await chat.look("what is this", picture, world.spent.append) == "A cat."
    _, asked = world.server.requests[-1].body["messages"]
    assert asked["content"][0]["text"] == "what is this"
    assert asked["content"][1]["image_url"]["url"].startswith(f"data:image/{kind};base64,")
    assert world.spent[-1].output_tokens == 3


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (400, "this model does not support image input"),
        (500, "image input is not supported - hint: provide the mmproj"),
        (422, "messages[1].content: Input should be a valid string"),
        (404, "No endpoints found that support image input"),
    ],
)
async def test_a_server_that_cannot_see_says_so(world: StepWorld, status: int, said: str) -> None:
    world.server.refuse(lambda body: "image_url" in json.dumps(body), said, status)
    async with OpenAiCompatibleChat(world.server.base_url, "qwen3:8b", KEY) as chat:
        with pytest.raises(PlannerError) as caught:
            await chat.look("what is this", PNG, world.spent.append)
        assert caught.value.code == "chat-refused"
        assert caught.value.message == "The second model cannot see pictures."
        with pytest.raises(PlannerError, match="neither PNG nor JPEG"):
            await chat.look("what is this", b"GIF89a", world.spent.append)


async def test_a_model_on_this_machine_is_warmed_by_one_token(world: StepWorld) -> None:
    async with OpenAiCompatibleChat(world.server.base_url, "qwen3:8b", KEY) as chat:
        world.server.streams = False
        world.server.say("Yes")
        await chat.warm()
        assert world.server.requests[-1].body["max_tokens"] == 1
        # and so it is known that this server does not stream
        assert chat._first_seconds > ChatOptions().first_token_seconds


async def test_ollama_is_asked_to_keep_the_model() -> None:
    class OllamaServer(OpenAiServer):
        def respond(self, request: LoopbackRequest) -> LoopbackResponse:
            return as_json({"done": True, "done_reason": "load"})

    with OllamaServer() as server:
        async with OpenAiCompatibleChat(server.url, "qwen3:8b", None, kind="ollama") as chat:
            await chat.warm()
    [request] = server.requests
    assert (request.path, request.body["model"]) == ("/api/generate", "qwen3:8b")
    assert request.body["keep_alive"] == "30m"
    assert "prompt" not in request.body


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/v1", "https://models.example/v1"])
async def test_what_cannot_be_warmed_or_is_elsewhere_is_left_alone(url: str) -> None:
    async with OpenAiCompatibleChat(url, "qwen3:8b", KEY) as chat:
        await chat.warm()
        assert (chat._voice is None) == ("example" in url)


async def test_a_refused_key_is_told_with_its_name(world: StepWorld) -> None:
    options = ChatOptions(title="the model at home", key_name="HOME_KEY")
    async with world.chat(options, key="wrong") as chat:
        _, error = await world.failure(chat)
    assert (
        error.message == "The model at home's server wants a key, or refused the one in HOME_KEY."
    )


async def test_a_plan_in_a_schema_too_is_asked_for_in_the_next_format_after_a_500(
    world: StepWorld, chat: SteppingChat
) -> None:
    from pydantic import BaseModel

    class Plan(BaseModel):
        action: str

    world.server.refuse(lambda body: form_of(body) == "schema", PYDANTIC, 500)
    world.server.say('{"action": "reply"}')
    assert await chat.structured("You plan.", HELLO, Plan, lambda _: None) == Plan(action="reply")
    assert len(world.server.requests) == 2
