"""Flow: the official `openai` client, and chat programs' habits, at a real port."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import openai
import pytest
from assistant.turns import MIT, Mind, ScriptedPlanner, Words, seen, steps
from doors.http.served_http import Port, http_port

from jarvis_voice.assistant.planning.plan import Finish, Plan, PlanView, Task
from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.events import TurnEnded
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import EVERY_SCOPE, ME
from jarvis_voice.store.factory import make_reader

pytestmark = pytest.mark.flow


@asynccontextmanager
async def official(port: Port, user: str = ME, **headers: str) -> AsyncIterator[Any]:
    """The official client, with a user's token."""
    client = openai.AsyncOpenAI(
        base_url=f"{port.url}/v1", api_key=port.tokens.get(user, "none"), default_headers=headers
    )
    async with client:
        yield client


def said(text: str, role: str = "user") -> dict[str, str]:
    return {"role": role, "content": text}


async def test_the_official_client_is_answered_whole_and_in_parts(paths: Paths) -> None:
    async with http_port(paths) as port:
        await port.let_in()
        async with official(port) as client:
            models = [one.id async for one in client.models.list()]
            model = await client.models.retrieve("jarvis")
            whole = await client.chat.completions.create(
                model="gpt-any", messages=[said("be rude", "system"), said("hello")],
                temperature=0.2, tools=[{"type": "function", "function": {"name": "act"}}],
            )  # fmt: skip
            stream = await client.chat.completions.create(
                model="jarvis", messages=[said("hello")], stream=True,
                stream_options={"include_usage": True},
            )  # fmt: skip
            parts = [part async for part in stream]
    assert (models, model.owned_by) == (["jarvis"], "jarvis-voice")
    assert whole.choices[0].message.content == "You said hello."
    assert (whole.model, whole.choices[0].finish_reason) == ("gpt-any", "stop")
    assert whole.usage.total_tokens == 0
    words = [part.choices[0].delta.content for part in parts if part.choices]
    assert "".join(filter(None, words)) == "You said hello."
    assert parts[0].choices[0].delta.role == "assistant"
    assert parts[-2].choices[0].finish_reason == "stop"
    assert parts[-1].usage.total_tokens == 0
    assert len({part.id for part in parts}) == 1


WITH_PICTURE = [
    {"type": "text", "text": "what is this"},
    {"type": "image_url", "image_url": {"url": "data:image/png;base64,"}},
]


async def test_errors_have_the_form_that_clients_read(paths: Paths) -> None:
    async with http_port(paths) as port:
        async with official(port) as client:
            with pytest.raises(openai.AuthenticationError) as wrong:
                await client.models.list()
        await port.let_in()
        async with official(port) as client:
            with pytest.raises(openai.NotFoundError) as unknown:
                await client.models.retrieve("gpt-9")
            with pytest.raises(openai.BadRequestError) as picture:
                await client.chat.completions.create(
                    model="jarvis", messages=[{"role": "user", "content": WITH_PICTURE}]
                )
            with pytest.raises(openai.BadRequestError) as empty:
                await client.chat.completions.create(model="jarvis", messages=[])
    assert wrong.value.code == "invalid_api_key"
    assert unknown.value.code == "model_not_found"
    assert picture.value.code == "words_only"
    assert "only words" in picture.value.message
    assert empty.value.code == "bad_request"
    assert port.events == []


async def chat(port: Port, *messages: dict[str, str], **body: Any) -> str:
    """What is answered to a chat."""
    headers = body.pop("headers", {})
    async with port.client() as client:
        asked = {"messages": list(messages), **body}
        answer = await client.post("/v1/chat/completions", json=asked, headers=headers)
    assert answer.status_code == 200, answer.text
    text: str = answer.json()["choices"][0]["message"]["content"]
    return text


async def test_a_thread_is_named_in_one_of_four_ways(paths: Paths) -> None:
    async with http_port(paths, open_on_loopback=True) as port:
        hello = said("hello")
        own = {"x-jarvis-thread": "mine", "x-openwebui-chat-id": "theirs"}
        await chat(port, hello, headers=own, user="u", metadata={"thread": "m"})
        await chat(port, hello, headers={"x-openwebui-chat-id": "theirs"}, user="u")
        await chat(port, hello, metadata={"thread": "m"}, user="u")
        await chat(port, hello, user="u")
        await chat(port, hello, user="someone@example.org")
    threads = [one["thread_id"] for one in seen(port.events, "turn-started")]
    assert threads[:4] == ["mine", "theirs", "m", "u"]
    assert threads[4].startswith("chat-")


async def test_without_a_thread_the_history_is_known_and_nothing_is_kept(paths: Paths) -> None:
    planner = ScriptedPlanner(Finish("Pixel."), Finish("I do not know."))
    async with http_port(paths, planner, open_on_loopback=True) as port:
        before = [said("my cat is Pixel"), said("Nice.", "assistant")]
        await chat(port, said("a rule", "system"), *before, said("what is my cat"))
        await chat(port, said("what is my cat"))
        kept = make_reader(paths).threads(ME)
    first, second = planner.views
    assert [(one["role"], one["text"]) for one in first.messages] == [
        ("user", "my cat is Pixel"), ("assistant", "Nice."),
    ]  # fmt: skip
    assert list(second.messages) == []
    assert kept == []


OPENS = Mind(words=Words(MIT))


def opening(times: int = 1) -> ScriptedPlanner:
    """A planner that opens a page so many times."""
    plans: list[Task | Finish] = [Task("open_website", {"url_index": 0}), Finish("I opened it.")]
    return ScriptedPlanner(*plans * times)


RETRY = {"x-stainless-retry-count": "1"}


async def test_a_request_that_is_sent_again_does_not_act_again(paths: Paths) -> None:
    async with http_port(paths, opening(), mind=OPENS, open_on_loopback=True) as port:
        asked = said("open it")
        first = await chat(port, asked)
        again = await chat(port, asked, headers=RETRY)
    assert first == again
    assert len(steps(port.events)) == 1


async def test_one_key_is_one_turn(paths: Paths) -> None:
    async with http_port(paths, opening(), mind=OPENS, open_on_loopback=True) as port:
        key = {"idempotency-key": "one"}
        first = await chat(port, said("open it"), headers=key)
        assert await chat(port, said("open it"), headers=key) == first
    assert len(steps(port.events)) == 1


async def test_one_key_with_other_words_is_another_turn(paths: Paths) -> None:
    planner = ScriptedPlanner(Finish("It is four."), Finish("It is six."))
    async with http_port(paths, planner, open_on_loopback=True) as port:
        key = {"idempotency-key": "one"}
        first = await chat(port, said("hello"), headers=key)
        assert await chat(port, said("hello again"), headers=key) != first


async def test_a_second_answer_to_the_same_chat_does_not_act_again(paths: Paths) -> None:
    async with http_port(paths, opening(), mind=OPENS, open_on_loopback=True) as port:
        headers = {"x-openwebui-chat-id": "one"}
        first = await chat(port, said("open it"), headers=headers)
        assert await chat(port, said("open it"), headers=headers) == first
    assert len(steps(port.events)) == 1


async def test_who_says_the_same_twice_is_served_twice(paths: Paths) -> None:
    async with http_port(paths, opening(2), mind=OPENS, open_on_loopback=True) as port:
        for _ in range(2):
            await chat(port, said("open it"), headers={"x-jarvis-thread": "one"})
    assert len(steps(port.events)) == 2


async def test_a_retry_joins_the_turn_that_runs(paths: Paths) -> None:
    async with http_port(paths, open_on_loopback=True) as port:
        first = asyncio.create_task(chat(port, said("wait")))
        await port.planner.reached.wait()
        second = asyncio.create_task(chat(port, said("wait"), headers=RETRY))
        third = await chat(port, said("hello"))
        port.planner.let_go.set()
        assert await first == await second == "You said wait."
    assert third == "You said hello."
    assert len(seen(port.events, "turn-started")) == 2


@pytest.mark.parametrize("streams", [False, True], ids=["whole", "stream"])
async def test_a_client_that_leaves_cancels_and_may_ask_again(paths: Paths, streams: bool) -> None:
    async with http_port(paths, open_on_loopback=True) as port:
        body, ended = {"messages": [said("wait")], "stream": streams}, port.bus.subscribe()
        async with port.client() as client:
            asking = asyncio.create_task(client.post("/v1/chat/completions", json=body))
            await port.planner.reached.wait()
            asking.cancel()
            await asyncio.wait({asking})
        async for event in ended:
            if isinstance(event, TurnEnded):
                break
        ended.close()
        port.planner.let_go.set()
        again = await chat(port, said("wait"), headers=RETRY)
    assert again == "You said wait."
    assert [one["outcome"] for one in seen(port.events, "turn-ended")] == ["cancelled", "done"]


class OpensThenWaits(ScriptedPlanner):
    """Opens a page, and then is held until it is cancelled."""

    def __init__(self) -> None:
        super().__init__(Task("open_website", {"url_index": 0}))
        self.reached = asyncio.Event()

    async def plan(self, view: PlanView) -> Plan:
        if not self.plans:
            self.reached.set()
            await asyncio.Event().wait()
        return await super().plan(view)


async def test_a_turn_that_acted_before_its_client_left_is_not_run_again(paths: Paths) -> None:
    planner = OpensThenWaits()
    async with http_port(paths, planner, mind=OPENS, open_on_loopback=True) as port:
        first = asyncio.create_task(chat(port, said("open it")))
        await planner.reached.wait()
        first.cancel()
        await asyncio.wait({first})
        again = await chat(port, said("open it"), headers=RETRY)
    assert again
    assert len(steps(port.events)) == 1
    assert len(seen(port.events, "turn-started")) == 1


TITLE = """### Task:
Generate a concise title.
### Output:
JSON format: { "title": "your concise title here" }
### Chat History:
<chat_history>
USER: open the website of the university of Oxford
ASSISTANT: I opened it.
</chat_history>"""
TAGS = '### Task:\nGenerate tags.\n### Output:\n{ "tags": ["a"] }\n<chat_history>'
FOLLOW_UPS = '### Task:\nSuggest.\n### Output:\n{ "follow_ups": ["a"] }\n<chat_history>'


async def test_tasks_of_chat_programs_do_nothing(paths: Paths) -> None:
    async with http_port(paths, open_on_loopback=True) as port:
        title = await chat(port, said(TITLE), headers={"x-openwebui-chat-id": "one"})
        tags = await chat(port, said(TAGS))
        follow_ups = await chat(port, said(FOLLOW_UPS))
        person = await chat(port, said("### Task: buy milk"))
    assert json.loads(title) == {"title": "open the website of the university"}
    assert json.loads(tags) == {"tags": []}
    assert json.loads(follow_ups) == {"follow_ups": []}
    assert person == "You said ### Task: buy milk."
    assert len(seen(port.events, "turn-started")) == 1


class UnreadableCalls:
    """A reader that cannot tell what a turn cost."""

    def calls(self, since: str, user_id: str) -> list[Any]:
        del since, user_id
        raise StoreError("database-read", "The disk is gone.")


async def test_what_cannot_be_counted_is_cleared_all_the_same(
    paths: Paths, caplog: pytest.LogCaptureFixture
) -> None:
    async with http_port(paths, open_on_loopback=True) as port:
        context = port.door._context
        object.__setattr__(context, "reader", UnreadableCalls())
        for _ in range(2):
            assert await chat(port, said("hello")) == "You said hello."
        assert make_reader(paths).threads(ME) == []
    threads = {one["thread_id"] for one in seen(port.events, "turn-started")}
    assert threads == {"passing 1"}
    assert "database-read" in caplog.text


async def test_two_users_never_share_an_answer(paths: Paths) -> None:
    planner = ScriptedPlanner(Finish("For Anna."), Finish("For Ben."))
    async with http_port(paths, planner) as port:
        await port.let_in("anna")
        await port.let_in("ben", EVERY_SCOPE)
        key = {"idempotency-key": "one", "x-jarvis-thread": "same"}
        answers = []
        for user in ("anna", "ben"):
            async with official(port, user, **key) as client:
                got = await client.chat.completions.create(model="jarvis", messages=[said("hello")])
                answers.append(got.choices[0].message.content)
    assert answers == ["For Anna.", "For Ben."]
    assert list(planner.views[1].messages) == []


async def test_too_many_turns_are_told_with_the_time_to_wait(paths: Paths) -> None:
    async with http_port(paths, turns_per_minute=1) as port:
        await port.let_in()
        async with official(port) as client:
            once = client.with_options(max_retries=0)
            await once.chat.completions.create(model="jarvis", messages=[said("hello")])
            with pytest.raises(openai.RateLimitError) as caught:
                await once.chat.completions.create(model="jarvis", messages=[said("again")])
    assert int(caught.value.response.headers["retry-after"]) >= 1
