"""E2E: the doors bench measures a whole program, and lets it end."""

from datetime import UTC, datetime

import pytest

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.paths import Paths
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.workshop.benches.doors.doors_bench import (
    DoorsFigures,
    DoorsOptions,
    bench_doors,
    refuse_used,
)

pytestmark = pytest.mark.e2e


async def test_streams_users_and_a_soak_are_measured() -> None:
    steps = set[str]()
    options = DoorsOptions(streams=18, turns=2, users=2, soak_minutes=0.01, store_turns=16)
    figures = DoorsFigures(options)
    await bench_doors(figures, lambda _, __, what: steps.add(what))
    assert figures.alone
    assert figures.beside
    assert figures.crowd
    assert figures.streams_end_seconds is not None
    assert figures.program_ends_seconds is not None
    assert len(figures.alone.took_ms) == len(figures.beside.took_ms) == 2
    assert len(figures.crowd.took_ms) == 6
    assert figures.beside.late.tasks > 18
    assert figures.stores["SQLite"].ours.turns_per_second > 0
    assert figures.streams_end_seconds < figures.program_ends_seconds + 1
    assert [look.tasks > 0 for look in figures.looks] == [True]
    assert {"ending beside its streams", "turns, one after the other"} <= steps


async def test_a_store_in_which_something_is_kept_is_refused_before_anything_is_measured(
    paths: Paths,
) -> None:
    refuse_used(paths)
    async with SqliteStore(paths.database) as store:
        await store.people.add_user("anna", datetime.now(UTC))
    with pytest.raises(ConfigError, match="not empty"):
        refuse_used(paths)
