"""A whole voice session that hears itself: real models, simulated room (virtual time)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from jarvis_voice.core.config import load_config
from jarvis_voice.core.paths import Paths
from jarvis_voice.workshop.benches.echo.callers import callers
from jarvis_voice.workshop.benches.echo.loop_bench import OWN_REPLIES, LoopCounts, company, run_loop
from jarvis_voice.workshop.benches.echo.loop_parts import open_parts

pytestmark = [pytest.mark.e2e, pytest.mark.models, pytest.mark.timeout(600)]

MENTIONS, CALLS, STOPS = 6, 6, 4
"""The whole hundred and forty are for `jarvis bench echo`."""

WINDOWS = ((0.05, 5.0), (0.9, -4.0))


async def test_we_are_deaf_to_ourselves_and_hear_whoever_talks_over_us(paths: Paths) -> None:
    async with open_parts(load_config(paths), paths) as parts:
        calls = callers(CALLS, "jarvis.")
        others = await company(parts, calls, mentions=MENTIONS, stops=STOPS)
        few = replace(others, windows=WINDOWS, replies=OWN_REPLIES[:1])
        counts = await run_loop(parts, few, print)
    assert counts == LoopCounts(
        woken=0,
        called=max(counts.called, CALLS * 3 // 4),
        stopped=max(counts.stopped, STOPS // 2),
        cut=0,
        echoes=0,
        answered=len(WINDOWS),
    )
