"""End to end: damaged databases are used; and a reader that loses rows, or hides them, is seen."""

import random
from pathlib import Path

import pytest

from jarvis_voice.store.sqlite import rescue
from jarvis_voice.workshop.fuzz import databases
from jarvis_voice.workshop.fuzz.databases import databases_round
from jarvis_voice.workshop.fuzz.runner import FuzzResults, run_fuzzers

pytestmark = pytest.mark.e2e

ROUNDS = 10


async def test_nothing_readable_is_lost_and_every_loss_is_told() -> None:
    results = FuzzResults()
    await run_fuzzers(ROUNDS, 5_000, results, lambda: None, (databases_round,))
    assert (results.rounds, results.failures) == ({"databases": ROUNDS}, [])


async def test_a_rescue_that_reads_nothing_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rescue, "_by_pages", lambda *_: [])
    monkeypatch.setattr(rescue, "_by_sql", lambda *_: [])
    monkeypatch.setattr(rescue, "_by_sql_from_file", lambda *_: [])
    monkeypatch.setattr(databases, "COMMANDS", (("timers", "list"),))
    said = await databases_round(random.Random(5), tmp_path)
    assert said
    assert "rows are lost" in said
