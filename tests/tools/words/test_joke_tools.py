"""Unit: a joke, a fact, a riddle, and its answer for the one who was asked."""

from random import Random

import pytest
from tools.around import NOW, run, surroundings, the_tool

from jarvis_voice.core.shipped_files import shipped
from jarvis_voice.core.types import Origin, ReceiptKind
from jarvis_voice.tools.registry import Tool, ToolContext
from jarvis_voice.tools.words.joke_tools import MOST_RIDDLES, NO_RIDDLE, tools
from jarvis_voice.tools.words.talk_lines import FILES, TALK, read_lines

pytestmark = pytest.mark.unit

ANSWERS = dict(
    line.split("\t", 1) for line in read_lines(shipped(TALK) / FILES["riddle"])
)  # fmt: skip


@pytest.fixture
def tool() -> Tool:
    return the_tool(tools, "tell_joke", surroundings(chance=Random(3)))


def at(user_id: str) -> ToolContext:
    return ToolContext(NOW, origin=Origin(user_id))


@pytest.mark.parametrize("kind", ["joke", "fact"])
async def test_a_line_of_the_shipped_list_is_told(tool: Tool, kind: str) -> None:
    lines = read_lines(shipped(TALK) / FILES[kind])
    told = [await run(tool, kind=kind) for _ in range(5)]
    said = [one.receipt.observed for one in told]
    assert set(said) <= set(lines)
    assert len(set(said)) == 5
    assert {one.receipt.kind for one in told} == {ReceiptKind.LOOKUP}


async def test_a_joke_is_what_is_told_where_nothing_else_is_said(tool: Tool) -> None:
    jokes = read_lines(shipped(TALK) / FILES["joke"])
    assert (await run(tool)).receipt.observed in jokes


async def test_the_answer_is_that_of_the_riddle_asked_last(tool: Tool) -> None:
    await run(tool, kind="riddle")
    asked = await run(tool, kind="riddle")
    answered = [(await run(tool, kind="answer")).receipt.observed for _ in range(2)]
    assert answered == [f"The answer is: {ANSWERS[asked.receipt.observed]}"] * 2


async def test_each_user_has_a_riddle_of_their_own(tool: Tool) -> None:
    ann, bob = at("ann"), at("bob")
    of_ann = (await run(tool, ann, kind="riddle")).receipt.observed
    of_bob = (await run(tool, bob, kind="riddle")).receipt.observed
    assert ANSWERS[of_ann] in (await run(tool, ann, kind="answer")).receipt.observed
    assert ANSWERS[of_bob] in (await run(tool, bob, kind="answer")).receipt.observed


async def test_without_a_riddle_there_is_no_answer(tool: Tool) -> None:
    result = await run(tool, kind="answer")
    assert result.receipt.kind is ReceiptKind.NO_OP
    assert result.receipt.observed == NO_RIDDLE


async def test_the_oldest_answer_goes_first(tool: Tool) -> None:
    for number in range(MOST_RIDDLES + 1):
        await run(tool, at(str(number)), kind="riddle")
    assert (await run(tool, at("0"), kind="answer")).receipt.observed == NO_RIDDLE
    assert (await run(tool, at("1"), kind="answer")).receipt.observed != NO_RIDDLE
