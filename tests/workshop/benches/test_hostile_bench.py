"""Unit: the stand-in model leads a turn to a page and to its text; the figures become a table."""

import asyncio

import pytest

from jarvis_voice.platform.loop_lag import LagCount
from jarvis_voice.workshop.benches.hostile_bench import (
    LOOK_UP,
    REPLY_SIZE,
    HostileFigures,
    HostileModel,
    LoopFigures,
    LoopWork,
    repeated,
    report,
)
from jarvis_voice.workshop.worlds.loopback import LoopbackRequest
from jarvis_voice.workshop.worlds.model_script import ModelScript, ScriptedCall

pytestmark = pytest.mark.unit


def asked(model: HostileModel, prompt: str) -> ModelScript:
    body = {"messages": [{"role": "user", "content": prompt}], "stream": True}
    return model.next_answer(LoopbackRequest("POST", "/", {}, body))


@pytest.mark.parametrize(
    ("done", "call"),
    [
        ("", ScriptedCall("search", '{"query": "roses"}')),
        ('\n\nDONE: [{"action": "search"}]', ScriptedCall("read_page", '{"url_index": 0}')),
    ],
)
def test_it_searches_and_reads(done: str, call: ScriptedCall) -> None:
    assert asked(HostileModel(), f"{LOOK_UP}{done}").calls == [call]


@pytest.mark.parametrize(
    "prompt",
    [f'{LOOK_UP}\n\nDONE: [{{"action": "search"}}, {{"action": "read_page"}}]', "anything"],
)
def test_all_else_gets_the_piece_again_and_again(prompt: str) -> None:
    model = HostileModel()
    model.piece = "dr. "
    assert asked(model, prompt).text == "dr. " * (REPLY_SIZE // 4)
    assert repeated("abc", 7) == "abcabca"


async def test_work_in_one_go_is_counted() -> None:
    with LoopWork() as work:
        while work.counts.looks < 3:
            sum(range(10_000))
            await asyncio.sleep(0)
    assert work.counts.max_ms > 0


def test_the_table_has_a_bar_for_hostile_texts_alone() -> None:
    lag = LagCount()
    lag.add(12.0)
    rows = report(HostileFigures(LoopFigures(lag, lag), LoopFigures(lag, lag))).rows
    assert [(row.ours.value, row.wanted) for row in rows[:3]] == [
        (12.0, "< 50 ms"),
        (12.0, ""),
        (12.0, "< 50 ms"),
    ]
    assert {row.wanted for row in rows[3:]} == {""}
