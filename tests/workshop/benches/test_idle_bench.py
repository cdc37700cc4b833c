"""The bench of listening while nobody speaks: costs in, a table out."""

import json
import wave
from pathlib import Path

import numpy as np
import pytest

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.paths import find_paths
from jarvis_voice.workshop.benches.idle_bench import Idle, bench_idle, report, write_room_noise

pytestmark = pytest.mark.flow


def test_the_room_is_at_50_dbfs_below_full_scale(tmp_path: Path) -> None:
    write_room_noise(tmp_path / "room.wav", 2.0)
    with wave.open(str(tmp_path / "room.wav"), "rb") as file:
        pcm = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(float)
    assert len(pcm) == 32_000
    assert 20 * np.log10(pcm.std() / 32_768) == pytest.approx(-50.0, abs=0.1)


def test_the_table_has_both_ways() -> None:
    told = report([Idle((1.0, 1.2), 180.0, 0), Idle((4.0, 4.4), 240.0, 0)], 60)
    rows = {row["what"]: row for row in json.loads(told.to_json())["rows"]}
    cpu = rows["CPU of one core while nobody speaks"]
    assert (cpu["ours"]["value"], cpu["stock"]["value"]) == (1.1, 4.2)
    assert rows["memory (PSS) of the process"]["ours"]["value"] == 180.0


def test_memory_that_the_system_does_not_tell_is_left_out() -> None:
    told = report([Idle((1.0,), None, 0), Idle((4.0,), None, 0)], 60)
    assert not any("memory" in row.what for row in told.rows)


def test_our_way_alone_is_told_and_nothing_where_nothing_was_measured() -> None:
    told = report([Idle((1.0,), 180.0, 0)], 60)
    assert [(row.ours.value, row.stock) for row in told.rows] == [(1, None), (180, None), (0, None)]
    assert report([], 60).rows == ()


@pytest.mark.e2e
async def test_an_error_in_the_other_process_comes_back_as_it_was(tmp_path: Path) -> None:
    with pytest.raises(JarvisError, match="jarvis setup") as failed:
        await bench_idle(tmp_path / "no-models", 1.0, [], lambda *_: None)
    assert failed.value.code == "model-missing"


@pytest.mark.e2e
@pytest.mark.models
async def test_both_ways_are_measured_and_nothing_wakes() -> None:
    costs: list[Idle] = []
    await bench_idle(find_paths().models, 1.0, costs, lambda *_: None)
    ours, stock = costs
    assert (ours.wakes, stock.wakes) == (0, 0)
    assert all(percent > 0 for percent in (*ours.cpu_percent, *stock.cpu_percent))
