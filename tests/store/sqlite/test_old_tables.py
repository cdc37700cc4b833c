"""Contract: a file of any earlier version is read as it is, and then opened with all it holds."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from jarvis_voice.core.types import ME, ThreadKey
from jarvis_voice.store.sqlite.readonly import SqliteReader
from jarvis_voice.store.sqlite.schema import MIGRATIONS
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.contract

AT = "2026-11-01T10:00:00+00:00"
ROWS = (
    "INSERT INTO turns (thread_id, source, started_at, text, outcome) "
    f"VALUES ('default', 'stdin', '{AT}', 'hello', 'done')",
    f"INSERT INTO facts (text, turn_id, said_at) VALUES ('the car is red', 't1', '{AT}')",
    f"INSERT INTO notes (list_name, text, added_at) VALUES ('shopping', 'milk', '{AT}')",
    "INSERT INTO schedule (kind, name, words, thread_id, turn_id, rule, set_at, due_at, "
    "length_seconds, boot, due_elapsed_seconds, state) "
    f"VALUES ('alarm', '', '', '', 't1', '', '{AT}', '{AT}', 0, '', 0, 'waiting')",
)
"""One of turns, facts, notes and schedule, which came with these versions."""
CAME_WITH = (1, 2, 2, 6)


def made(folder: Path, version: int) -> Path:
    file = folder / "threads.db"
    with closing(sqlite3.connect(file)) as database:
        for script in MIGRATIONS[:version]:
            database.executescript(script)
        for row, since in zip(ROWS, CAME_WITH, strict=True):
            if version >= since:
                database.execute(row)
        database.execute(f"PRAGMA user_version = {version}")
        database.commit()
    return file


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
async def test_each_version_is_read_and_opened_with_every_row(tmp_path: Path, version: int) -> None:
    file = made(tmp_path, version)
    expected = [int(version >= since) for since in CAME_WITH]
    before, reader = file.read_bytes(), SqliteReader(file)
    turns = reader.transcript(ThreadKey(ME, "default"))
    facts, entries = reader.facts(ME), reader.entries(ME)
    assert [len(turns), len(facts), len(entries)] == [expected[0], expected[1], expected[3]]
    assert reader.unreadable() == {}
    assert len(reader.threads(ME)) == 1
    assert len(reader.calls()) == expected[1], "calls of models are counted since facts are kept"
    assert reader.all_entries() == entries
    empty = (reader.profile(ME), reader.users(), reader.tokens(), reader.latency(9))
    assert not any(empty)
    assert not reader.trace(ME, "t1")
    assert not reader.briefing_runs(ME, 9)
    assert file.read_bytes() == before, "who reads writes nothing"
    async with SqliteStore(file) as store:
        assert store.damage is None
        notes = await store.memory.notes(ME, "shopping")
        assert [len(notes), len(await store.schedule.entries(ME))] == expected[2:]
        assert [one.text for one in await store.memory.facts(ME)] == [one.text for one in facts]
