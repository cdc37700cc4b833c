"""End to end: the real daemon on a real sound server that is taken away from it and given back."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence

import pytest

from jarvis_voice.core.paths import find_paths
from jarvis_voice.workshop.faults.fault import FaultResult
from jarvis_voice.workshop.faults.sound_faults import ABSENT, FAULTS, run_sound_faults

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.bench("sound"),
    pytest.mark.models,
    pytest.mark.timeout(600),
]

ROUNDS = 3

LATEST_SECONDS = 20.0
"""On a machine that is busy with everything else; the bench holds it to 5 s."""


def produced(names: Sequence[str]) -> list[FaultResult]:
    async def produce() -> list[FaultResult]:
        models = find_paths().models
        results: list[FaultResult] = []
        await run_sound_faults(models, ROUNDS, results, lambda: None, names, LATEST_SECONDS)
        return results

    return asyncio.run(produce())


@pytest.mark.parametrize("names", [[fault.name for fault in FAULTS], [ABSENT]])
def test_it_hears_again_after_every_fault_without_a_restart(names: list[str]) -> None:
    results = produced(names)
    assert Counter(result.name for result in results) == dict.fromkeys(names, ROUNDS)
    assert [result for result in results if not result.is_recovered] == []
