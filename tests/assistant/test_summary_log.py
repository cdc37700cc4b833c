"""Flow: what was said long ago is summed up behind a turn, and shown to the model again."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from assistant.chats import Piece, ScriptedChat
from assistant.turns import (
    NOTHING_NAMED,
    REGISTRY,
    Mind,
    Query,
    ScriptedPlanner,
    ask,
    assistant_with,
    search,
    tool,
)
from store.reads import read_calls

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.assistant.planning.model_planner import EVERYTHING, ModelPlanner
from jarvis_voice.assistant.planning.past_messages import SUMMARY_CHARACTERS
from jarvis_voice.assistant.state import KEPT_MESSAGES
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.core.types import ME, Receipt, ReceiptKind, ThreadKey, ToolResult
from jarvis_voice.engines.llm.chat import Message, Spent, ToolCall, ToolOffer
from jarvis_voice.tools.registry import NoArguments, Registry, ToolContext

pytestmark = pytest.mark.flow

SHORT = "The user asked for thirty stories. Jarvis told them."
IN_SHORT = "What was said before, in short: "
DUE = 16
"""Turns of this length after which twenty messages are shown to no model."""

LONG = "with all that there is to tell of it " * 80


class PatientChat(ScriptedChat):
    """Answers every turn alike, and sums up with its script; a summary waits to be let go."""

    def __init__(self, *summaries: Sequence[Piece] | str, is_held: bool = False) -> None:
        super().__init__(*summaries)
        self.let_go = asyncio.Event()
        self.reached = asyncio.Event()
        self.summed_up = 0
        self.call: ToolCall | None = None
        if not is_held:
            self.let_go.set()

    async def step(
        self, system: str, messages: Sequence[Message], tools: Sequence[ToolOffer], spent: Spent
    ) -> AsyncGenerator[str | ToolCall]:
        if not system.startswith("You keep a short record"):
            self.systems.append(system)
            self.conversations.append(list(messages))
            call, self.call = self.call, None
            yield call or f"Answer {len(self.systems)}."
            return
        self.reached.set()
        await self.let_go.wait()
        self.summed_up += 1
        async for piece in super().step(system, messages, tools, spent):
            yield piece

    @property
    def shown(self) -> str:
        """The first message of the newest turn."""
        return self.conversations[-1][0].text


@asynccontextmanager
async def talk(
    paths: Paths,
    *chats: ScriptedChat,
    may_see: frozenset[str] = EVERYTHING,
    manner: TalkManner | None = None,
    registry: Registry = REGISTRY,
    sums_up: bool = True,
) -> AsyncIterator[Assistant]:
    planners = [
        ModelPlanner(f"model-{place}", chat, registry, may_see=may_see)
        for place, chat in enumerate(chats)
    ]
    mind = Mind(NOTHING_NAMED, registry, manner=manner or TalkManner(), sums_up=sums_up)
    async with assistant_with(paths, *planners, ScriptedPlanner(), mind=mind) as (assistant, _):
        yield assistant
        await assistant.settle()


async def tell(assistant: Assistant, n_turns: int = DUE) -> None:
    for number in range(n_turns):
        await ask(assistant, f"story {number} please, {LONG}")


async def forget(_: NoArguments, __: ToolContext) -> ToolResult:
    return ToolResult(Receipt(ReceiptKind.EFFECT, "forgotten"))


def summaries() -> list[asyncio.Task[object]]:
    """What is being summed up."""
    return [one for one in asyncio.all_tasks() if one.get_name() == "summary"]


async def quiet() -> None:
    """Nobody asks anything until nothing is summed up any more."""
    await asyncio.gather(*summaries(), return_exceptions=True)


async def test_what_fell_out_of_the_window_is_summed_up_and_shown(paths: Paths) -> None:
    chat = PatientChat(SHORT)
    async with talk(paths, chat) as assistant:
        await tell(assistant)
        assert chat.summed_up == 0
        await quiet()
        assert chat.summed_up == 1
        record = chat.conversations.pop()[0].text
        assert record.startswith("RECORD: none yet\nMESSAGES:\nUser: story 0 please, ")
        assert "User: story 9 please" in record
        assert "story 11 please" not in record
        await ask(assistant, "and now")
        assert chat.shown.startswith(f"{IN_SHORT}{SHORT}\n(This is data")
        assert "story 10 please" not in str(chat.conversations[-1])
        assert "story 11 please" in chat.conversations[-1][2].text
        await quiet()
        assert chat.summed_up == 1


async def test_a_summary_delays_no_turn_and_is_tried_again_behind_it(paths: Paths) -> None:
    chat = PatientChat(SHORT, is_held=True)
    async with talk(paths, chat) as assistant:
        await tell(assistant)
        await chat.reached.wait()
        assert await ask(assistant, "and now") == [f"Answer {DUE + 1}."]
        assert chat.summed_up == 0
        chat.let_go.set()
        await quiet()
        assert chat.summed_up == 1
        await ask(assistant, "and then")
        assert IN_SHORT in chat.shown


async def test_a_second_summary_goes_on_from_the_first(paths: Paths) -> None:
    chat = PatientChat(SHORT, "Later.")
    async with talk(paths, chat) as assistant:
        await tell(assistant)
        await quiet()
        await tell(assistant, 10)
        await quiet()
        assert chat.summed_up == 2
        assert chat.conversations.pop()[0].text.startswith(f"RECORD: {SHORT}\nMESSAGES:\n")
        await ask(assistant, "and now")
        assert f"{IN_SHORT}Later." in chat.shown


async def test_a_summary_is_short_and_holds_no_address(paths: Paths) -> None:
    chat = PatientChat(["See https://mit.edu/a?b=1 now. ", "word " * 2_000])
    async with talk(paths, chat) as assistant:
        await tell(assistant)
        await quiet()
        await ask(assistant, "and now")
    told = chat.shown.removeprefix(IN_SHORT).split("\n")[0]
    assert told.startswith("See mit.edu now. word")
    assert len(told) <= SUMMARY_CHARACTERS


async def test_a_summary_that_fails_is_told_nobody_and_the_model_is_left_alone(
    paths: Paths,
) -> None:
    away = PlannerError("gemini-unreachable", "Away.", spoken="Gemini is away.")
    chat = PatientChat(*[[away]] * 3)
    async with talk(paths, chat) as assistant:
        await tell(assistant)
        for number in range(6):
            await quiet()
            [said] = await ask(assistant, f"go on {number}")
            assert said.startswith("Answer ")
        await quiet()
        assert chat.summed_up == 3
        assert IN_SHORT not in chat.shown
        assert assistant.pauses() == {}


async def test_what_is_forgotten_is_in_no_summary(paths: Paths) -> None:
    chat = PatientChat(SHORT, "Old words.")
    async with talk(paths, chat) as assistant:
        await tell(assistant)
        await quiet()
        await assistant.forget(ME, "thread", "default")
        await ask(assistant, "and now")
        assert chat.shown == "and now"
        assert SHORT.encode() not in paths.database.read_bytes()


async def test_where_nothing_may_be_summed_up_a_summary_from_before_goes(paths: Paths) -> None:
    chat = PatientChat(SHORT)
    async with talk(paths, chat) as assistant:
        await tell(assistant)
        await quiet()
    async with talk(paths, chat, sums_up=False) as assistant:
        await tell(assistant, 2)
        assert IN_SHORT not in chat.shown
        assert summaries() == []


async def test_a_fact_that_is_forgotten_is_in_no_summary(paths: Paths) -> None:
    chat = PatientChat("The cat of the user is Pixel.")
    registry = Registry(tool("forget", NoArguments, "act", forget))
    async with talk(paths, chat, registry=registry) as assistant:
        await tell(assistant)
        await quiet()
        chat.call = ToolCall("forget", {})
        await ask(assistant, "forget that my cat is Pixel")
        await ask(assistant, "and now")
        assert IN_SHORT not in chat.shown


async def test_what_is_forgotten_while_it_is_summed_up_is_in_no_summary(paths: Paths) -> None:
    chat = PatientChat("Old words.", is_held=True)
    async with talk(paths, chat) as assistant:
        await tell(assistant)
        await chat.reached.wait()
        await assistant.clear(ThreadKey(ME, "default"))
        chat.let_go.set()
        await quiet()
        assert chat.summed_up == 1
        await ask(assistant, "and now")
        assert chat.shown == "and now"


async def test_a_summary_of_one_model_is_not_for_another_one_that_may_know_less(
    paths: Paths,
) -> None:
    away = PlannerError("gemini-unreachable", "Away.", spoken="Gemini is away.")
    first, second, third = PatientChat(SHORT), ScriptedChat("Hi."), ScriptedChat("Hi.")
    no_facts = frozenset({"web"})
    async with talk(paths, first, may_see=no_facts) as assistant:
        await tell(assistant)
        await quiet()
    gone = ScriptedChat([away], [away])
    async with talk(paths, gone, second, may_see=no_facts) as assistant:
        await ask(assistant, "and now")
    assert IN_SHORT not in second.conversations[0][0].text
    async with talk(
        paths, gone, third, may_see=no_facts, manner=TalkManner(share="yes")
    ) as assistant:
        await ask(assistant, "and now")
    assert IN_SHORT not in third.conversations[0][0].text


async def test_what_was_confided_long_ago_leaves_the_machine_in_no_search(paths: Paths) -> None:
    chat = PatientChat("The user has a passport, of number K1234567.")
    registry = Registry(replace(tool("search", Query, "read", search), sends=True))
    async with talk(paths, chat, registry=registry) as assistant:
        await ask(assistant, "my passport number is K1234567")
        await tell(assistant, DUE - 1)
        await quiet()
        await tell(assistant, KEPT_MESSAGES // 2 - DUE + 1)
        chat.call = ToolCall("search", {"query": "passport K1234567"})
        await ask(assistant, "find out something for me")
        assert "K1234567" in chat.conversations[-2][0].text
        assert "in confidence" in chat.conversations[-1][-1].text


async def test_what_a_summary_costs_is_counted_with_the_next_turn(paths: Paths) -> None:
    chat = PatientChat(SHORT)
    async with talk(paths, chat) as assistant:
        await tell(assistant)
        await quiet()
        await ask(assistant, "and now")
    newest, *others = read_calls(paths.database)
    assert [len(one.calls) for one in (newest, *others)] == [1, *[0] * DUE]
