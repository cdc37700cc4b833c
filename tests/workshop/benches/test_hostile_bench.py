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

pytestmark = pytest.mark.unit


def asked(model: HostileModel, prompt: str, *, stream: bool = False) -> str:
    body = {"messages": [{"role": "user", "content": prompt}], "stream": stream}
    return "".join(model.next_answer(LoopbackRequest("POST", "/", {}, body)).pieces)


@pytest.mark.parametrize(
    ("observed", "step"),
    [
        ("[]", '{"action": "search", "query": "roses"}'),
        ('[{"action": "search"}]', '{"action": "read_page", "url_index": 0}'),
        ('[{"action": "search"}, {"action": "read_page"}]', '{"action": "finish"}'),
    ],
)
def test_it_searches_reads_and_ends(observed: str, step: str) -> None:
    model = HostileModel()
    assert asked(model, f"USER ASKED: {LOOK_UP}\nOBSERVED: {observed}\nRESULTS: []") == step


def test_all_else_gets_the_piece_again_and_again() -> None:
    model = HostileModel()
    model.piece = "dr. "
    assert asked(model, "anything", stream=True) == "dr. " * (REPLY_SIZE // 4)
    assert asked(model, "USER ASKED: more\nOBSERVED: []").startswith(
        '{"action": "finish", "reply": "dr. dr. '
    )
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
