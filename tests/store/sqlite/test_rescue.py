"""Flow: what is left whole in a damaged file is taken over, and every loss is told."""

import random
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import ME, ThreadKey, TurnInput
from jarvis_voice.store.losses import damage_told
from jarvis_voice.store.sqlite.image import PAGE_BYTES, Image, read_image
from jarvis_voice.store.sqlite.page_records import records
from jarvis_voice.store.sqlite.readonly import SqliteReader
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
CONFIG: Any = {"configurable": {"thread_id": "default", "checkpoint_ns": ""}}
LONG = "long words " * 2_000


async def fill(database: Path, facts: int = 1) -> None:
    """A turn whose text needs several pages, facts, a list, an alarm and a conversation."""
    from langgraph.checkpoint.base import empty_checkpoint

    async with SqliteStore(database) as store:
        turn = TurnInput(store.turns.next_turn_id(), "default", LONG, "stdin")
        await store.turns.begin(turn, NOON)
        await store.turns.end(turn, "Hello.", "done")
        for number in range(facts):
            await store.memory.keep_fact(ME, f"{number} is a number " * 10, "t1", NOON)
        await store.memory.add_notes(ME, "shopping", ["milk"], NOON, "t1")
        await store.schedule.add(Entry("alarm", NOON, NOON, name="early"))
        await store.checkpointer().aput(CONFIG, empty_checkpoint(), {"step": 1}, {})


async def killed(database: Path, facts: int = 1) -> bytes:
    """The file of a program that was killed when it had written all; its log of changes."""
    made = database.with_name("made.db")
    async with SqliteStore(made):
        pass
    with closing(sqlite3.connect(made)) as reader:
        reader.execute("SELECT count(*) FROM turns").fetchone()
        await fill(made, facts)
        shutil.copyfile(made, database)
        return Path(f"{made}-wal").read_bytes()


async def check_all_is_there(database: Path, facts: int = 1) -> None:
    async with SqliteStore(database) as store:
        assert store.damage is not None
        assert len(await store.memory.facts(ME)) == facts
        assert [one.text for one in await store.memory.notes(ME, "shopping")] == ["milk"]
        assert [one.name for one in await store.schedule.entries(ME)] == ["early"]
        [turn] = await store.turns.transcript(ThreadKey(ME, "default"))
        assert (turn.text, turn.reply) == (LONG, "Hello.")
        assert await store.checkpointer().aget_tuple(CONFIG)
        assert store.turns.next_turn_id() == "t2"
    async with SqliteStore(database) as store:
        assert store.damage is None


ROWS = {
    "stopwatches": "1, 'ana', 't1', '{at}', 'a boot', 5.0, NULL",
    "people": "1, 'ana', '{at}'",
    "tokens": "1, 'phone', 'ana', '{digest}', 'talk act', '{at}', ''",
    "briefings": "1, 'ana', 't1', '{at}', 'done', 'body', ''",
    "briefing_rows": "1, 'ana', 'feed', 'https://news.org/', '', '{at}', 'body'",
}
"""Of each table that `fill` leaves empty, a row; of two alike in length one could be the other."""


@pytest.mark.parametrize("byte", [b"\x00", b"\xff"])
async def test_without_the_first_page_the_rows_of_every_table_are_found(
    tmp_path: Path, byte: bytes
) -> None:
    database = tmp_path / "threads.db"
    await fill(database)
    row = {"at": NOON.isoformat(timespec="seconds"), "digest": "0a" * 32}
    with closing(sqlite3.connect(database)) as file, file:
        for table, values in ROWS.items():
            file.execute(f"INSERT INTO {table} VALUES ({values.format(**row)})")
    with database.open("r+b") as damaged:
        damaged.write(byte * PAGE_BYTES)
    await check_all_is_there(database)
    with closing(sqlite3.connect(database)) as file:
        found = {one: file.execute(f"SELECT count(*) FROM {one}").fetchone() for one in ROWS}
    assert found == dict.fromkeys(ROWS, (1,))


async def test_a_file_without_its_last_page_gives_back_every_row(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    await fill(database)
    with closing(sqlite3.connect(database)) as file, file:  # the last page holds nothing of ours
        file.execute("CREATE TABLE other (x)")
        file.execute("INSERT INTO other VALUES (zeroblob(9000))")
    with database.open("r+b") as cut:
        cut.truncate(database.stat().st_size - PAGE_BYTES)
    await check_all_is_there(database)


async def test_a_schema_that_is_no_utf_8_is_damage_and_gives_back_every_row(
    tmp_path: Path,
) -> None:
    database = tmp_path / "threads.db"
    await fill(database)
    data = database.read_bytes()
    assert data.count(b"AUTOINCREMENT") >= 4
    database.write_bytes(data.replace(b"AUTOINCREMENT", b"AUTO\xfbNCREMENT"))
    await check_all_is_there(database)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"CREATE TABLE facts", b"CREATE TABLE fucts"),
        (b"said_at TEXT", b"sajd_at TEXT"),
        (b"CREATE TABLE", b"CREATE TABL\x00"),
        (b"SQLite format 3", b"SQLite format 4"),
        (b"facts_of_user ON facts (user_id", b"facts_of_user ON facts (turn_id"),
    ],
)
async def test_a_damaged_name_in_the_schema_is_damage(
    tmp_path: Path, before: bytes, after: bytes
) -> None:
    database = tmp_path / "threads.db"
    await fill(database)
    data = database.read_bytes()
    assert before in data
    database.write_bytes(data.replace(before, after))
    await check_all_is_there(database)


@pytest.mark.parametrize("is_swapped", [True, False], ids=["swapped", "written over"])
async def test_rows_below_the_root_of_another_table_are_found(
    tmp_path: Path, is_swapped: bool
) -> None:
    database = tmp_path / "threads.db"
    await fill(database, facts=200)
    async with SqliteStore(database) as store:
        await store.memory.add_notes(ME, "long", [f"{n} ".zfill(200) for n in range(200)], NOON)
    with closing(sqlite3.connect(database)) as file:
        sql = "SELECT rootpage - 1 FROM sqlite_master WHERE name IN ('facts', 'notes')"
        facts, notes = [page * PAGE_BYTES for (page,) in file.execute(sql)]
    data = bytearray(database.read_bytes())
    page = bytes(data[facts : facts + PAGE_BYTES])
    if is_swapped:
        data[facts : facts + PAGE_BYTES] = data[notes : notes + PAGE_BYTES]
    data[notes : notes + PAGE_BYTES] = page
    database.write_bytes(data)
    await check_all_is_there(database, facts=200)
    async with SqliteStore(database) as store:
        assert len(await store.memory.notes(ME, "long")) == 200


@pytest.mark.parametrize("table", ["facts", "notes"])
async def test_rows_below_the_tree_of_the_turns_are_found(tmp_path: Path, table: str) -> None:
    database = tmp_path / "threads.db"
    await fill(database, facts=200)
    async with SqliteStore(database) as store:
        await store.memory.add_notes(ME, "long", [f"{n} ".zfill(200) for n in range(200)], NOON)
    with closing(sqlite3.connect(database)) as file:
        sql = "SELECT rootpage - 1 FROM sqlite_master WHERE name = ?"
        places = [file.execute(sql, (name,)).fetchone()[0] for name in (table, "turns")]
    one, other = [page * PAGE_BYTES for page in places]
    data = bytearray(database.read_bytes())
    page = bytes(data[one : one + PAGE_BYTES])
    data[one : one + PAGE_BYTES] = data[other : other + PAGE_BYTES]
    data[other : other + PAGE_BYTES] = page
    database.write_bytes(data)
    await check_all_is_there(database, facts=200)
    async with SqliteStore(database) as store:
        assert len(await store.memory.notes(ME, "long")) == 200


async def test_rows_between_two_damages_and_below_a_lost_root_are_found(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    await fill(database, facts=200)
    with closing(sqlite3.connect(database)) as file:
        sql = "SELECT rootpage FROM sqlite_master WHERE name = 'facts'"
        [(root,)] = file.execute(sql)
    data = bytearray(database.read_bytes())
    data[(root - 1) * PAGE_BYTES : root * PAGE_BYTES] = bytes(PAGE_BYTES)
    database.write_bytes(data)
    await check_all_is_there(database, facts=200)


async def test_what_only_the_log_of_changes_has_is_found(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    Path(f"{database}-wal").write_bytes(await killed(database))
    database.write_bytes(b"")
    await check_all_is_there(database)


@pytest.mark.parametrize("place", [0.3, 0.6])
async def test_a_damaged_log_of_changes_is_told_and_kept(tmp_path: Path, place: float) -> None:
    database = tmp_path / "threads.db"
    log = bytearray(await killed(database, facts=50))
    log[int(len(log) * place)] ^= 1
    Path(f"{database}-wal").write_bytes(log)
    async with SqliteStore(database) as store:
        assert store.damage is not None
        assert store.damage.is_log
        assert Path(store.damage.kept_as).read_bytes() == log
        assert "newest changes to the memory were damaged" in damage_told(store.damage)
        assert await store.erasure.drop_damaged() == 0  # it is no database, and it is gone
        assert not Path(store.damage.kept_as).exists()


async def test_a_log_of_changes_that_was_begun_anew_is_no_damage(tmp_path: Path) -> None:
    made, database = tmp_path / "made.db", tmp_path / "threads.db"
    await fill(made, facts=50)
    with closing(sqlite3.connect(made)) as reader:
        reader.execute("SELECT count(*) FROM turns").fetchone()
        async with SqliteStore(made) as store:
            for number in range(20):
                await store.memory.keep_fact(ME, f"first use {number}", "t1", NOON)
            await store.database.empty_log()
            with closing(sqlite3.connect(made)) as other:
                other.execute("PRAGMA wal_checkpoint(RESTART)")
            for number in range(9):
                await store.memory.keep_fact(ME, f"before {number}", "t1", NOON)
        with closing(sqlite3.connect(made)) as other, other:
            other.execute("PRAGMA wal_checkpoint(RESTART)")
            other.execute("DELETE FROM notes")
        log = Path(f"{made}-wal").read_bytes()
        shutil.copyfile(made, database)
    Path(f"{database}-wal").write_bytes(log)
    salts = {log[at + 8 : at + 16] for at in range(32, len(log) - 23, PAGE_BYTES + 24)}
    assert len(salts) > 1  # pages of an earlier use lie behind those of the last one
    async with SqliteStore(database) as store:
        assert store.damage is None


@pytest.mark.parametrize("left", [0, 20, 32])
async def test_the_log_of_a_program_that_was_killed_is_no_damage(tmp_path: Path, left: int) -> None:
    database = tmp_path / "threads.db"
    log = await killed(database)
    Path(f"{database}-wal").write_bytes(log[: -PAGE_BYTES - 24 + left] if left else log)
    async with SqliteStore(database) as store:
        assert store.damage is None


@pytest.mark.parametrize(("pages", "size"), [(1, PAGE_BYTES), (30, PAGE_BYTES), (9, 1024)])
async def test_the_log_of_another_database_is_not_written_over_it(
    tmp_path: Path, pages: int, size: int
) -> None:
    database, other = tmp_path / "threads.db", tmp_path / "other.db"
    await fill(database, facts=50)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute(f"PRAGMA page_size={size}")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE notes (text)")
        connection.executemany("INSERT INTO notes VALUES (?)", [("x" * 3_500,)] * pages)
        connection.commit()
        foreign = Path(f"{other}-wal").read_bytes()
    Path(f"{database}-wal").write_bytes(foreign)
    async with SqliteStore(database) as store:
        assert store.damage is not None
        assert store.damage.is_log
        assert Path(store.damage.kept_as).read_bytes() == foreign
        assert len(await store.memory.facts(ME)) == 50
    async with SqliteStore(database) as store:
        assert store.damage is None


async def test_who_only_reads_leaves_the_log_of_an_empty_file(tmp_path: Path) -> None:
    database, beside = tmp_path / "threads.db", tmp_path / "threads.db-wal"
    log = await killed(database, facts=5)
    database.write_bytes(b"")
    beside.write_bytes(log)
    with pytest.raises(StoreError, match="it is empty"):
        SqliteReader(database).facts(ME)
    assert (database.stat().st_size, beside.read_bytes()) == (0, log)
    async with SqliteStore(database) as store:
        assert store.damage is not None
        assert len(await store.memory.facts(ME)) == 5
    assert SqliteReader(database).facts(ME)


async def test_a_log_that_made_the_file_shorter_is_its_own(tmp_path: Path) -> None:
    made, database = tmp_path / "made.db", tmp_path / "threads.db"
    await fill(made, facts=200)
    with closing(sqlite3.connect(made)) as reader:
        reader.execute("SELECT count(*) FROM turns").fetchone()
        with closing(sqlite3.connect(made)) as other:
            other.execute("PRAGMA wal_autocheckpoint=0")
            other.execute("DELETE FROM facts WHERE number > 20")
            other.commit()
            other.execute("VACUUM")
            other.execute("DELETE FROM facts WHERE number > 10")
            other.commit()
            shutil.copyfile(made, database)
            Path(f"{database}-wal").write_bytes(Path(f"{made}-wal").read_bytes())
    async with SqliteStore(database) as store:
        assert store.damage is None
        assert len(await store.memory.facts(ME)) == 10


async def test_where_the_file_alone_cannot_be_used_its_log_stays(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    log = await killed(database)
    data = bytearray(database.read_bytes())
    data[60:64] = (2_000).to_bytes(4, "big")
    database.write_bytes(data)
    Path(f"{database}-wal").write_bytes(log)
    async with SqliteStore(database) as store:
        assert store.damage is None  # the log has the head anew
        assert len(await store.memory.facts(ME)) == 1


@pytest.mark.parametrize("said", [0, 3, 255])
async def test_a_file_that_says_it_may_only_be_read_is_made_anew(tmp_path: Path, said: int) -> None:
    database = tmp_path / "threads.db"
    await fill(database)
    data = bytearray(database.read_bytes())
    data[18] = said
    database.write_bytes(data)
    await check_all_is_there(database)


async def test_an_emptied_file_is_told(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    database.touch()
    async with SqliteStore(database) as store:
        assert store.damage
        assert "Nothing of it could be read" in damage_told(store.damage)


async def test_an_index_that_hides_a_row_is_damage(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    await fill(database)
    with closing(sqlite3.connect(database)) as file:
        sql = "SELECT rootpage FROM sqlite_master WHERE name = 'facts_of_user'"
        [(root,)] = file.execute(sql)
    data = bytearray(database.read_bytes())
    place = data.index(b"me", (root - 1) * PAGE_BYTES)
    assert place < root * PAGE_BYTES
    data[place : place + 2] = b"mf"
    database.write_bytes(data)
    await check_all_is_there(database)


async def test_a_whole_file_is_never_set_aside(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    await fill(database, facts=100)
    for _ in range(3):
        async with SqliteStore(database) as store:
            assert store.damage is None
            assert await store.newly_unreadable() == {}


async def test_the_pages_say_what_sqlite_says(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    await fill(database, facts=200)
    image = read_image(database)
    assert image
    found = {(one.table, one.rowid) for one in records(image) if one.table}
    with closing(sqlite3.connect(database)) as file:
        for table in ("turns", "facts", "notes", "schedule", "checkpoints"):
            rows = {(table, rowid) for (rowid,) in file.execute(f"SELECT rowid FROM {table}")}
            assert rows
            assert {one for one in found if one[0] == table} == rows


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), size=st.integers(0, 5 * PAGE_BYTES))
def test_reading_any_bytes_ends(seed: int, size: int) -> None:
    chance = random.Random(seed)
    data = bytearray(chance.randbytes(size))
    for page in range(0, len(data), PAGE_BYTES):
        data[page] = chance.choice((5, 13))  # pages of a table, with nonsense in them
    count = sum(1 for _ in records(Image(bytes(data), chance.randbytes(size))))
    assert count <= (size // 2) + 200
