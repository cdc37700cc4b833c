"""What a stranger's tool gives back: what cannot be kept costs its step, and nothing more."""

from dataclasses import replace
from typing import Any

import pytest
from assistant.turns import REGISTRY, Mind, ScriptedPlanner, ask, assistant_with, seen
from store.reads import read_thread

from jarvis_voice.assistant.graph.tool_work import (
    BROKE,
    DEEPEST,
    NOT_LASTING,
    as_passing,
    honest,
)
from jarvis_voice.assistant.planning.plan import Finish, Task
from jarvis_voice.assistant.url_map import MAX_LINKS
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import Link, Receipt, ReceiptKind, ToolResult
from jarvis_voice.tools.registry import NoArguments, Registry, Tool

pytestmark = pytest.mark.flow


class OddText(str):
    """A text that cannot be looked at."""

    __slots__ = ()

    def __len__(self) -> int:
        raise ZeroDivisionError

    def __getitem__(self, index: object) -> str:
        raise ZeroDivisionError


def giving(result: ToolResult, tier: Any = "act") -> Tool:
    async def run(*_: object) -> ToolResult:
        return result

    return Tool("dig_a_hole", "", "dig", NoArguments, tier, 5, run)


def dug(observed: str = "Dug.", **data: Any) -> ToolResult:
    return ToolResult(Receipt(ReceiptKind.EFFECT, observed), data=data)


def nested(depth: int) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for _ in range(depth):
        data = {"a": data}
    return data


def within_itself() -> dict[str, Any]:
    data: dict[str, Any] = {}
    data["a"] = data
    return data


async def told(paths: Paths, result: ToolResult) -> tuple[list[str], list[str], list[str]]:
    """What a turn with this result says; its problems; what is kept of it."""
    planner = ScriptedPlanner(Task("dig_a_hole"), Finish())
    mind = Mind(registry=Registry(*REGISTRY, giving(result)))
    async with assistant_with(paths, planner, mind=mind) as (assistant, events):
        replies = await ask(assistant, "dig")
    problems = [one["code"] for one in seen(events, "problem-reported")]
    return replies, problems, [turn.reply for turn in read_thread(paths.database, "default")]


@pytest.mark.parametrize(
    "data",
    [
        {"thing": object()},
        {"set": {1}},
        {"number": 10**30},
        {"list": [{1: "a"}]},
        nested(100_000),
        within_itself(),
    ],
    ids=["object", "set", "large number", "number as key", "deep", "within itself"],
)
async def test_what_cannot_be_kept_is_a_step_that_failed(
    paths: Paths, data: dict[str, Any]
) -> None:
    assert await told(paths, dug(**data)) == ([BROKE], [], [BROKE])


@pytest.mark.parametrize(
    ("observed", "kept"),
    [("a\ud800b", "A?b."), (OddText("hello"), "Hello.")],
    ids=["half a sign", "of a class of its own"],
)
async def test_an_odd_text_is_told_and_kept(paths: Paths, observed: str, kept: str) -> None:
    assert await told(paths, dug(observed, title="\udfff")) == ([kept], [], [kept])


def test_what_json_can_say_stays_as_it_is() -> None:
    data = {"a": [1, 2.5, None, True, ("ä", "\n")], **nested(DEEPEST - 1)}
    assert honest(giving(dug()), dug(**data), {}).data == data


def test_a_tool_that_only_reads_has_had_no_effect() -> None:
    kind = honest(giving(dug(), "read"), dug(), {}).receipt.kind
    assert kind is ReceiptKind.LOOKUP


def test_no_more_links_are_looked_at_than_a_conversation_keeps() -> None:
    given = ToolResult(dug().receipt, links=(Link("t", "https://a.example", "search"),) * 10_000)
    assert len(honest(giving(dug()), given, {}).links) == MAX_LINKS


@pytest.mark.parametrize(
    ("made", "result", "told"),
    [
        ({"needs": "talk"}, dug(), f"Dug. {NOT_LASTING}"),
        ({"needs": "talk"}, ToolResult(Receipt(ReceiptKind.NO_OP, "How deep?")), "How deep?"),
        ({"needs": "talk", "is_passing": True}, dug(), "Dug."),
        ({"needs": "talk", "at_place": True}, dug(), "Dug."),
        ({}, dug(), "Dug."),
    ],
)
def test_what_is_of_the_store_is_told_not_to_last(
    made: dict[str, Any], result: ToolResult, told: str
) -> None:
    assert as_passing(replace(giving(result), **made), result).receipt.observed == told
