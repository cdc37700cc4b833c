"""Unit: rounds are seeded, what breaks in one is its finding, and the report names the seeds."""

import random
from pathlib import Path

import pytest

from jarvis_voice.workshop.fuzz.runner import (
    FUZZERS,
    FuzzFailure,
    FuzzResults,
    fuzz_report,
    name_of,
    run_fuzzers,
)

pytestmark = pytest.mark.unit

SEEN: list[float] = []


async def even_round(chance: random.Random, folder: Path) -> str | None:
    assert not list(folder.iterdir())
    (folder / "file").touch()
    SEEN.append(chance.random())
    return "it is even" if len(SEEN) % 2 == 0 else None


async def broken_round(_: random.Random, __: Path) -> str | None:
    raise ValueError("no such thing")


async def test_each_round_has_its_own_seed_and_folder() -> None:
    SEEN.clear()
    steps: list[None] = []
    results = FuzzResults()
    await run_fuzzers(4, 10, results, lambda: steps.append(None), (even_round,))
    assert results.rounds == {"even": 4}
    assert results.failures == [
        FuzzFailure("even", 11, "it is even"),
        FuzzFailure("even", 13, "it is even"),
    ]
    assert len(steps) == 4
    assert [random.Random(seed).random() for seed in range(10, 14)] == SEEN


async def test_an_error_is_a_finding_and_the_next_round_goes_on() -> None:
    results = FuzzResults()
    await run_fuzzers(2, 0, results, lambda: None, (broken_round,))
    assert [one.seed for one in results.failures] == [0, 1]
    assert all("ValueError in test_runner.py" in one.what for one in results.failures)
    [row] = fuzz_report(results).rows
    assert (row.what, row.ours.values, row.wanted) == ("broken: rounds that held", (0,), "2")
    assert "seed 1" in fuzz_report(results).notes[1]


def test_every_fuzzer_has_a_name_of_its_own() -> None:
    names = [name_of(one) for one in FUZZERS]
    assert len({*names}) == len(names)
    assert all(one.__module__.endswith(f".{name_of(one)}") for one in FUZZERS)
