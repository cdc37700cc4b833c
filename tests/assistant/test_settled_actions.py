"""Flow: an action whose arguments are settled before anybody is asked, through the real graph."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from assistant.turns import REGISTRY, Mind, ScriptedPlanner, ask, assistant_with

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.graph.confirmation import DECLINED, TOO_LONG_TO_HEAR
from jarvis_voice.assistant.graph.tool_work import BROKE, TOOK_TOO_LONG
from jarvis_voice.assistant.planning.plan import Finish, Plan, Task
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Receipt, ReceiptKind, Source, ToolResult
from jarvis_voice.tools.registry import Arguments, Registry, Tool, ToolContext

pytestmark = pytest.mark.flow

SEND = Task("send", {})
SENT = "Sent to a@b.c."


class To(Arguments):
    to: str = ""


class PostDesk:
    """Settles to whom a mail goes, and counts what was sent."""

    def __init__(self) -> None:
        self.address = "a@b.c"
        self.error: Exception | None = None
        self.sent: list[str] = []

    async def settle(self, arguments: To, _: ToolContext) -> Arguments:
        if self.error:
            raise self.error
        return To(to=arguments.to or self.address)

    async def run(self, arguments: To, _: ToolContext) -> ToolResult:
        self.sent.append(arguments.to)
        return ToolResult(Receipt(ReceiptKind.EFFECT, f"Sent to {arguments.to}."))

    def tool(self, **traits: Any) -> Tool:
        return Tool(
            *("send", "", "send mail", To, "confirm", 5, self.run),
            readback=lambda found: f"mail {found.to}",
            settle=self.settle,
            **traits,
        )


@asynccontextmanager
async def opened(
    paths: Paths, post: PostDesk, *plans: Plan, planner: str = "local", **traits: Any
) -> AsyncIterator[Assistant]:
    script = ScriptedPlanner(*plans, name=planner)
    mind = Mind(registry=Registry(*REGISTRY, post.tool(**traits)))
    async with assistant_with(paths, script, mind=mind) as (assistant, _):
        yield assistant


async def said(assistant: Assistant, text: str, source: Source) -> str:
    return " ".join([reply.text async for reply in assistant.ask(text, source=source)]).strip()


async def test_what_is_settled_stands_in_the_question_and_is_done(paths: Paths) -> None:
    post = PostDesk()
    async with opened(paths, post, SEND, Finish()) as assistant:
        assert await ask(assistant, "send mail") == ["I want to mail a@b.c. Shall I?"]
        assert post.sent == []
        assert await ask(assistant, "yes") == [SENT]
    assert post.sent == ["a@b.c"]


async def test_a_yes_is_not_to_what_is_settled_otherwise_by_then(paths: Paths) -> None:
    post = PostDesk()
    async with opened(paths, post, SEND, Finish()) as assistant:
        await ask(assistant, "send mail")
        post.address = "eve@b.c"
        assert await ask(assistant, "yes") == [DECLINED]
    assert post.sent == []


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ToolError("nobody", "No address is confirmed."), "No address is confirmed."),
        (ValueError("a secret"), BROKE),
        (TimeoutError(), TOOK_TOO_LONG),
    ],
)
async def test_what_cannot_be_settled_is_a_step_that_failed(
    paths: Paths, error: Exception, told: str
) -> None:
    post = PostDesk()
    post.error = error
    async with opened(paths, post, SEND, Finish()) as assistant:
        assert await ask(assistant, "send mail") == [told]
    assert post.sent == []


async def test_what_is_too_long_once_it_is_settled_is_not_asked_about_by_ear(paths: Paths) -> None:
    post = PostDesk()
    post.address = f"{'a' * 500}@b.c"
    async with opened(paths, post, SEND, Finish(), Finish("No.")) as assistant:
        assert await said(assistant, "send mail", "voice") == TOO_LONG_TO_HEAR
        await said(assistant, "yes", "voice")
    assert post.sent == []


async def test_a_routine_does_what_was_granted_ahead(paths: Paths) -> None:
    post = PostDesk()
    async with opened(paths, post, SEND, Finish(), is_granted_ahead=True) as assistant:
        assert await said(assistant, "send mail", "schedule") == SENT
    assert post.sent == ["a@b.c"]


@pytest.mark.parametrize(
    ("source", "planner", "is_granted"),
    [("voice", "local", True), ("schedule", "gemini", True), ("schedule", "local", False)],
)
async def test_nothing_else_goes_without_a_yes(
    paths: Paths, source: Source, planner: str, is_granted: bool
) -> None:
    post = PostDesk()
    async with opened(paths, post, SEND, planner=planner, is_granted_ahead=is_granted) as assistant:
        assert await said(assistant, "send mail", source) == "I want to mail a@b.c. Shall I?"
    assert post.sent == []
