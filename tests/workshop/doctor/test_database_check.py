"""Flow: the doctor names rows and conversations that cannot be read, and shows no word of them."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from store.no_files import NO_FILES

from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME, TurnInput
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.workshop.doctor.check_result import CheckVerdict
from jarvis_voice.workshop.doctor.database_check import check_database
from jarvis_voice.workshop.doctor.options import DiagnosticOptions
from jarvis_voice.workshop.doctor.run import DiagnosticRun
from jarvis_voice.workshop.doctor.system_probe import SystemProbe

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


async def fill(database: Path) -> None:
    from langgraph.checkpoint.base import empty_checkpoint

    async with SqliteStore(database) as store:
        turn = TurnInput(store.turns.next_turn_id(), "default", "the password", "stdin")
        await store.turns.begin(turn, NOON)
        await store.turns.end(turn, "Hello.", "done")
        for number in range(8):
            await store.memory.keep_fact(ME, f"secret {number}", "t1", NOON)
        for name in ("default", "work"):
            where: Any = {"configurable": {"thread_id": name, "checkpoint_ns": ""}}
            await store.checkpointer().aput(where, empty_checkpoint(), {"step": 1}, {})


async def examined(paths: Paths) -> CheckVerdict:
    async with DiagnosticRun(paths, DiagnosticOptions()) as visit:
        return await check_database(visit)


async def test_a_whole_database_is_well(paths: Paths) -> None:
    await fill(paths.database)
    verdict = await examined(paths)
    assert (verdict.status, verdict.detail.endswith("whole.")) == ("ok", True)


@pytest.mark.parametrize("kind", NO_FILES)
@pytest.mark.parametrize("part", ["", "-wal"])
async def test_what_is_no_file_is_named_and_not_opened(paths: Paths, part: str, kind: str) -> None:
    paths.data.mkdir(parents=True)
    if part:
        paths.database.touch()
    NO_FILES[kind](paths.database.with_name(f"threads.db{part}"))
    verdict = await examined(paths)
    assert (verdict.status, "cannot be used: it is a" in verdict.detail) == ("failed", True)
    assert verdict.advice


@pytest.mark.parametrize("kind", NO_FILES)
@pytest.mark.parametrize("name", ["threads.lock", "threads.pid"])
async def test_a_lock_that_is_no_file_is_named(paths: Paths, name: str, kind: str) -> None:
    await fill(paths.database)
    NO_FILES[kind](paths.data / name)
    verdict = await examined(paths)
    assert (verdict.status, f"{name} cannot be used: it is a" in verdict.detail) == ("failed", True)
    assert verdict.advice


@pytest.mark.parametrize("name", ["threads.db", "threads.db-wal", "threads.db-shm", "threads.lock"])
async def test_what_may_not_be_written_is_named(paths: Paths, name: str) -> None:
    await fill(paths.database)
    (paths.data / name).touch()
    outside = SystemProbe(may_use=lambda file: file.name != name)
    async with DiagnosticRun(paths, DiagnosticOptions(), outside) as visit:
        verdict = await check_database(visit)
    assert verdict.status == "failed"
    assert verdict.detail == f"You may not write {paths.data / name}: nothing new is kept."
    assert verdict.advice.endswith(str(paths.data / name))


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE facts SET said_at = 'x' WHERE number = 2", "1 row of facts (2)"),
        ("UPDATE facts SET said_at = 'x'", "8 rows of facts (1, 2, 3, 4, 5, ...)"),
        ("UPDATE turns SET started_at = x'00'", "1 row of turns (1)"),
        ("UPDATE checkpoints SET metadata = x'00'", "2 conversations"),
        ("UPDATE checkpoints SET metadata = '{}' WHERE thread_id = 'work'", "1 conversation"),
    ],
)
async def test_what_cannot_be_read_is_named_by_its_number(
    paths: Paths, sql: str, said: str
) -> None:
    await fill(paths.database)
    with closing(sqlite3.connect(paths.database)) as file, file:
        file.execute(sql)
    verdict = await examined(paths)
    assert verdict.status == "warning"
    assert said in verdict.detail
    assert verdict.advice
    assert not any(word in verdict.detail for word in ("secret", "password", "default"))


async def test_a_schema_that_is_no_utf_8_is_damage(paths: Paths) -> None:
    await fill(paths.database)
    data = paths.database.read_bytes()
    paths.database.write_bytes(data.replace(b"AUTOINCREMENT", b"AUTO\xfbNCREMENT"))
    verdict = await examined(paths)
    assert verdict.status == "failed"
    assert "is damaged" in verdict.detail


async def test_an_empty_file_with_its_log_beside_is_told_and_not_opened(paths: Paths) -> None:
    paths.data.mkdir(parents=True)
    paths.database.touch()
    beside = paths.database.with_name("threads.db-wal")
    beside.write_bytes(b"a log")
    verdict = await examined(paths)
    assert (verdict.status, "is empty" in verdict.detail) == ("failed", True)
    assert beside.read_bytes() == b"a log"
