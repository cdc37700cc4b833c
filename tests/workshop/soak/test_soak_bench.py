"""Flow: a tiny workload, soaked: what is planted into it is named, and nothing where nothing is."""

import asyncio
import gc
import json
import logging
import os
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from jarvis_voice.core.paths import find_paths
from jarvis_voice.workshop.soak.soak_bench import SoakOptions, SoakRecord, bench_soak, soak
from jarvis_voice.workshop.soak.soak_report import draw, report, to_json
from jarvis_voice.workshop.soak.soak_verdict import Bars, judge, leaks
from jarvis_voice.workshop.soak.soak_watch import Watch, open_descriptors, read_memory, table_rows

pytestmark = [pytest.mark.flow, pytest.mark.timeout(300)]

TURNS = 36
MEMORY_MB, LOG_MB, LAG_MS = 20.0, 0.2, 200.0
"""Wide: this process does other things, too, on a machine that may be busy."""

Plant = Callable[["Tiny"], None]


class Tiny:
    """Work that leaves nothing behind but what is planted; implements `Workload`."""

    def __init__(self, folder: Path, plant: Plant = lambda _: None) -> None:
        self.folder = folder
        self.plant = plant
        self.turns = 0
        self.kept: list[object] = []
        self.queue: asyncio.Queue[int] = asyncio.Queue()
        self.end = threading.Event()
        self.log = logging.getLogger("tiny")

    async def step(self, number: int) -> None:
        await asyncio.to_thread(bytes, 100_000)
        self.queue.put_nowait(number)
        await self.queue.get()
        self.plant(self)
        self.turns += 1

    async def listen(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self.turns += 1


def keep_memory(tiny: Tiny) -> None:
    tiny.kept.append(bytearray(os.urandom(1_000)) * 1_200)


def keep_descriptor(tiny: Tiny) -> None:
    tiny.kept.append(Path(os.devnull).open(encoding="utf-8"))  # noqa: SIM115 - left open on purpose


def keep_thread(tiny: Tiny) -> None:
    threading.Thread(target=tiny.end.wait, daemon=True).start()


def keep_task(tiny: Tiny) -> None:
    tiny.kept.append(asyncio.create_task(asyncio.sleep(3_600)))


def keep_queue(tiny: Tiny) -> None:
    waiting: asyncio.Queue[int] = asyncio.Queue()
    waiting.put_nowait(1)
    tiny.kept.append(waiting)


def write_log(tiny: Tiny) -> None:
    tiny.log.error("x" * 9_000)


def keep_rows(tiny: Tiny) -> None:
    with closing(sqlite3.connect(tiny.folder / "threads.db")) as database, database:
        database.execute("PRAGMA synchronous = OFF")
        database.execute("CREATE TABLE IF NOT EXISTS checkpoints (state BLOB)")
        database.execute("INSERT INTO checkpoints VALUES (zeroblob(20000))")


def block_the_loop(tiny: Tiny) -> None:
    time.sleep(0.3 if tiny.turns % 9 == 0 else 0.0)


@pytest.fixture(autouse=True, scope="module")
def others_out_of_sight() -> None:
    """Each look counts all objects: those of other tests, perhaps millions, are left out."""
    gc.collect()
    gc.freeze()


@pytest.fixture
async def tidy(tmp_path: Path) -> AsyncIterator[list[Tiny]]:
    """Ends what a test planted."""
    planted: list[Tiny] = []
    yield planted
    for tiny in planted:
        tiny.end.set()
        for one in tiny.kept:
            if isinstance(one, asyncio.Task):
                one.cancel()
            elif hasattr(one, "close"):
                one.close()


async def soaked(tiny: Tiny, minutes: float = 0.0) -> SoakRecord:
    # a busy machine would start further threads for the looks and the work, one by one
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    handler = logging.FileHandler(tiny.folder / "jarvis.log")
    tiny.log.addHandler(handler)
    tiny.log.propagate = False
    record = SoakRecord()
    watch = Watch(tiny.folder / "jarvis.log", tiny.folder / "threads.db", record.note_block)
    options = SoakOptions(tiny.folder, TURNS, minutes)
    try:
        async with watch:
            await soak(tiny, watch, record, options, lambda *_: None)
    finally:
        tiny.log.removeHandler(handler)
        handler.close()
    return record


def named(record: SoakRecord) -> set[str]:
    an_hour = 3_600 * MEMORY_MB  # the listening lasts less than a second
    bars = Bars(MEMORY_MB, an_hour, log_mb=LOG_MB, lag_ms=LAG_MS, rows={"checkpoints": 1})
    return set(leaks(judge(record.samples, record.counts, bars)))


async def test_nothing_is_named_where_nothing_grows(tmp_path: Path) -> None:
    record = await soaked(Tiny(tmp_path), minutes=0.01)
    assert named(record) == set()
    assert {one.part for one in record.samples} == {"full speed", "listening"}
    assert record.samples[-1].turns > TURNS


@pytest.mark.parametrize(
    ("plant", "what"),
    [
        (keep_memory, {"memory (RSS) in 100 turns, full speed"}),
        (keep_descriptor, {"more descriptors at the end, full speed"}),
        (keep_thread, {"more threads at the end, full speed"}),
        (keep_task, {"more tasks at the end, full speed"}),
        (keep_queue, {"more waiting in queues"}),
        (write_log, {"the log"}),
        (keep_rows, {"the database, a turn", "rows of checkpoints"}),
        (block_the_loop, {"p99 of the event loop's lag, full speed"}),
    ],
)
async def test_what_is_planted_is_named(
    plant: Plant, what: set[str], tmp_path: Path, tidy: list[Tiny]
) -> None:
    if plant is keep_memory and read_memory() is None:
        pytest.skip("this system does not tell what is in memory")
    if plant is keep_descriptor and open_descriptors() is None:
        pytest.skip("this system does not tell what is open")
    tiny = Tiny(tmp_path, plant)
    tidy.append(tiny)
    record = await soaked(tiny)
    assert what <= named(record)
    if plant is block_the_loop:
        assert any("block_the_loop" in stack for stack in record.stacks)


async def test_a_report_names_what_is_not_kept(tmp_path: Path, tidy: list[Tiny]) -> None:
    tiny = Tiny(tmp_path, keep_descriptor)
    tidy.append(tiny)
    record = await soaked(tiny)
    done = report(record)
    [row] = [row for row in done.rows if row.what.startswith("more descriptors")]
    assert row.wanted == "< 2, NOT KEPT"
    assert "more descriptors at the end, full speed" in done.notes[0]
    body = json.loads(to_json(record, report(record)))
    assert "more descriptors at the end, full speed" in body["leaks"]
    assert len(body["samples"]) == len(record.samples)
    picture = tmp_path / "soak.png"
    pytest.importorskip("matplotlib")
    draw(record, picture)
    assert picture.stat().st_size > 10_000


async def test_what_was_measured_until_it_is_broken_off_is_kept(tmp_path: Path) -> None:
    class Broken(Tiny):
        async def step(self, number: int) -> None:
            await super().step(number)
            if self.turns == TURNS - 4:
                raise KeyboardInterrupt

    record = SoakRecord()
    watch = Watch(tmp_path / "log", tmp_path / "db", record.note_block)
    options = SoakOptions(tmp_path, TURNS, 1.0)
    async with watch:
        with pytest.raises(KeyboardInterrupt):
            await soak(Broken(tmp_path), watch, record, options, lambda *_: None)
    assert len(record.samples) >= 30
    assert report(record).rows


def test_a_run_broken_off_at_once_has_a_report() -> None:
    assert report(SoakRecord()).rows == ()


def test_rows_of_a_database_that_is_not_there() -> None:
    assert table_rows(Path("nowhere.db")) == {}


@pytest.mark.e2e
@pytest.mark.models
async def test_the_whole_program_is_soaked_by_every_door() -> None:
    record = SoakRecord()
    options = SoakOptions(find_paths().models, turns=8, minutes=0.03, recordings=1)
    await bench_soak(options, record, lambda *_: None)
    last = record.samples[-1]
    assert last.turns >= 8
    assert record.counts[-1].rows["turns"] == last.turns
    assert record.notes["turns done"] >= 3
    grown = {one for one in leaks(judge(record.samples, record.counts, Bars())) if "more" in one}
    assert not grown & {"more descriptors at the end, full speed", "more waiting in queues"}
