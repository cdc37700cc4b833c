"""Flow: whatever a column holds, its row is read by everyone, or left out and counted."""

import asyncio
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.stage_times import TurnStages
from jarvis_voice.core.stopwatch_runs import StopwatchRun
from jarvis_voice.core.turn_ledger import TurnLedger, Usage
from jarvis_voice.core.types import ME, TALK_ONLY, ThreadKey, TurnInput
from jarvis_voice.doors.people.authenticator import Authenticator
from jarvis_voice.doors.people.secret import new_token
from jarvis_voice.store.records import KeptToken
from jarvis_voice.store.sqlite.readonly import SqliteReader
from jarvis_voice.store.sqlite.row_conditions import CONDITIONS, readable
from jarvis_voice.store.sqlite.schema import ACCOUNTS
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
LISTED = (
    *("turns", "facts", "notes", "profile", "schedule", "stopwatches"),
    *("trace", "usage", "latency", "people", "tokens"),
)
USERS = (ME, "ana")


async def fill(database: Path) -> None:
    """Two rows in every table that a user can look at."""
    async with SqliteStore(database) as store:
        for number in (1, 2):
            turn = TurnInput(store.turns.next_turn_id(), "default", "hello", "stdin")
            await store.turns.begin(turn, NOON)
            ledger = TurnLedger()
            ledger.spent(Usage("model", 1, 2))
            ledger.note("thought", "so")
            await store.turns.end(turn, "Hello.", "done", ledger)
            await store.latency.add(TurnStages(turn.turn_id, "stdin", {"plan": 0.1}))
            await store.memory.keep_fact(ME, f"fact {number}", turn.turn_id, NOON)
            await store.memory.add_notes(ME, "shopping", [f"note {number}"], NOON, turn.turn_id)
            field = ("name", "city")[number - 1]
            await store.profiles.keep(ME, field, f"{field} {number}", turn.turn_id, NOON)
            await store.schedule.add(Entry("alarm", NOON, NOON, name=f"alarm {number}"))
            run = StopwatchRun(NOON, "boot", 1.5, 2.5, turn.turn_id)
            await store.schedule.keep_stopwatch(USERS[number - 1], run)
            await store.people.add_user(f"user{number}", NOON)
            digest, stamp = f"{number}" * 64, NOON.isoformat()
            token = KeptToken(f"token{number}", f"user{number}", digest, TALK_ONLY, stamp)
            await store.people.add_token(token)


@pytest.fixture(scope="module")
def whole() -> Iterator[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "threads.db"
        asyncio.run(fill(database))
        yield database.read_bytes()


async def everything(database: Path) -> dict[str, int]:
    """How many rows of each table are read, by the store and by the reader beside it."""
    reader = SqliteReader(database)
    listed = reader.threads(ME)
    turns = reader.transcript(ThreadKey(ME, "default"))
    async with SqliteStore(database) as store:
        facts = await store.memory.facts(ME)
        notes = [
            note
            for name in await store.memory.list_names(ME)
            for note in await store.memory.notes(ME, name)
        ]
        entries = await store.schedule.all_entries()
        stopwatches = [await store.schedule.stopwatch(user_id) for user_id in USERS]
        await store.interruptions.interrupted(ME)
        people, tokens = await store.people.users(), await store.people.tokens()
        assert (reader.users(), reader.tokens()) == ([*people], [*tokens])
        assert await Authenticator(store.people, lambda: NOON).authenticate(new_token()) is None
        assert len(reader.facts(ME)) == len(facts)
        assert len(reader.all_entries()) == len(entries)
        assert sum(one.turns for one in listed if one.thread_id == "default") == len(turns)
        person = reader.profile(ME)
        known = asdict(await store.profiles.profile(ME))
        assert {one.field: one.value for one in person} == {k: v for k, v in known.items() if v}
    reader.turn(ME)
    return {
        "turns": len(turns),
        "facts": len(facts),
        "notes": len(notes),
        "profile": len(person),
        "schedule": len(entries),
        "stopwatches": sum(one is not None for one in stopwatches),
        "trace": sum(len(reader.trace(ME, one.turn_id)) for one in turns),
        "usage": sum(len(one.calls) for one in reader.calls()),
        "latency": len(reader.latency(10)),
        "people": len(people),
        "tokens": len(tokens),
    }


COLUMNS = [(table, column) for table in LISTED for column in CONDITIONS[table]]
VALUES = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.binary(max_size=40),
    st.text(max_size=40),
    st.datetimes().map(lambda one: one.isoformat()),
    st.datetimes(timezones=st.timezones()).map(lambda one: one.isoformat()),
    st.sampled_from(
        ["2026-02-31T00:00:00+00:00", "2026-02-01T00:00:00+00:00\x00", "now", "12:00", "x" * 20_000]
    ),
)
AS_TEXT = st.booleans()


@settings(max_examples=40, deadline=None)
@given(where=st.sampled_from(COLUMNS), value=VALUES, as_text=AS_TEXT)
@example(where=("schedule", "set_at"), value="2000-02-30T00:00:00-00:00", as_text=False)
def test_nonsense_in_a_column_costs_its_row_at_most(
    whole: bytes, where: tuple[str, str], value: object, *, as_text: bool
) -> None:
    table, column = where
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "threads.db"
        database.write_bytes(whole)
        with closing(sqlite3.connect(database)) as file, file:
            mark = "CAST(? AS TEXT)" if as_text else "?"
            key = next((one for one in ("turn", "number") if one in CONDITIONS[table]), "rowid")
            try:
                file.execute(f"UPDATE {table} SET {column} = {mark} WHERE {key} = 2", (value,))
            except (sqlite3.IntegrityError, UnicodeEncodeError):
                return  # SQLite itself lets no such value in
        counts = asyncio.run(everything(database))
        left_out = SqliteReader(database).unreadable()
        others = {name: count for name, count in counts.items() if name != table}
        if table != "turns":  # what hangs on a turn goes with it
            assert others == {name: 2 for name in LISTED if name != table}
        assert counts[table] >= 1  # the other row is always there
        is_anothers = column in {"user_id", "thread_id", "turn", "number"}
        if not is_anothers or table in ACCOUNTS:
            assert counts[table] + left_out.get(table, 0) == 2


def test_what_the_program_writes_can_be_read(whole: bytes, tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    database.write_bytes(whole)
    assert asyncio.run(everything(database)) == dict.fromkeys(LISTED, 2)
    assert SqliteReader(database).unreadable() == {}


def test_every_column_of_every_table_has_a_condition(whole: bytes, tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    database.write_bytes(whole)
    with closing(sqlite3.connect(database)) as file:
        names = file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = {name for (name,) in names if not name.startswith("sqlite_")}
        columns = {
            table: {row[1] for row in file.execute(f"PRAGMA table_info({table})")}
            for table in tables
        }
    assert {table: set(kinds) for table, kinds in CONDITIONS.items()} == columns
    assert all("NULL" not in readable(table)[-4:] for table in CONDITIONS)


async def test_the_largest_number_there_is_does_not_end_the_numbers(
    whole: bytes, tmp_path: Path
) -> None:
    database = tmp_path / "threads.db"
    database.write_bytes(whole)
    with closing(sqlite3.connect(database)) as file, file:
        for table in ("turns", "facts", "notes", "schedule"):
            file.execute(f"UPDATE {table} SET number = {2**63 - 1} WHERE number = 2")
        file.execute("UPDATE sqlite_sequence SET seq = 'x' WHERE name = 'turns'")
    async with SqliteStore(database) as store:
        assert store.turns.next_turn_id() == "t2"
        assert await store.memory.keep_fact(ME, "new", "t2", NOON)
        await store.memory.add_notes(ME, "shopping", ["new"], NOON)
        await store.schedule.add(Entry("alarm", NOON, NOON, name="new"))
        assert [one.text for one in await store.memory.facts(ME)] == ["fact 1", "new"]
        assert [one.name for one in await store.schedule.entries(ME)] == ["alarm 1", "new"]
        assert len(await store.memory.notes(ME, "shopping")) == 2


async def test_a_text_that_is_no_utf_8_is_shown_with_a_mark(whole: bytes, tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    database.write_bytes(whole)
    with closing(sqlite3.connect(database)) as file, file:
        for table in ("turns", "facts", "notes"):
            file.execute(f"UPDATE {table} SET text = CAST(x'6869ff' AS TEXT) WHERE number = 1")
    reader = SqliteReader(database)
    assert reader.facts(ME)[0].text == "hi�"
    assert reader.transcript(ThreadKey(ME, "default"))[0].text == "hi�"
    async with SqliteStore(database) as store:
        assert (await store.memory.facts(ME))[0].text == "hi�"
        assert (await store.memory.notes(ME, "shopping"))[0].text == "hi�"
        assert await store.newly_unreadable() == {}


async def test_rows_that_cannot_be_read_are_told_once(whole: bytes, tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    database.write_bytes(whole)
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("UPDATE facts SET said_at = 'x' WHERE number = 1")
        file.execute("UPDATE schedule SET due_at = x'00'")
    async with SqliteStore(database) as store:
        assert await store.newly_unreadable() == {"facts": 1, "schedule": 2}
        assert await store.newly_unreadable() == {}
    async with SqliteStore(database) as store:
        assert await store.newly_unreadable() == {}
        assert [one.text for one in await store.memory.facts(ME)] == ["fact 2"]
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("UPDATE facts SET said_at = 'x' WHERE number = 2")
    async with SqliteStore(database) as store:
        assert await store.newly_unreadable() == {"facts": 1}


async def test_the_owner_can_have_a_row_of_nobody_forgotten(whole: bytes, tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    database.write_bytes(whole)
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("UPDATE facts SET user_id = x'ff' WHERE number = 1")
        file.execute("UPDATE turns SET user_id = x'ff', thread_id = x'ff' WHERE number = 1")
    async with SqliteStore(database) as store:
        await store.erasure.forget_user(ME)
        for table in ("turns", "facts", "trace", "usage", "latency"):
            assert await store.database.value(f"SELECT count(*) FROM {table}") == 0


@pytest.mark.parametrize(
    ("birthday", "is_read"),
    [
        *((one, True) for one in ("05-03", "02-29", "1990-05-03", "0001-01-01", "2024-02-29")),
        *((one, False) for one in ("", "x", "02-30", "2023-02-29", "13-01", "05-3", "0000-01-01")),
        *((one, False) for one in ("now", "2451545", "12:00", "05-03\x00", "1990-05-03T10:00")),
    ],
)
def test_a_birthday_that_is_no_day_is_left_out(birthday: str, is_read: bool) -> None:
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE profile (user_id, field, value, turn_id, said_at)")
        row = ("me", birthday, "t1", NOON.isoformat())
        for field in ("birthday", "name"):
            sql = f"INSERT INTO profile VALUES (?, '{field}', ?, ?, ?)"
            database.execute(sql, row)
        sql = f"SELECT field FROM profile AS p WHERE {readable('profile', 'p')}"
        found = [field for (field,) in database.execute(sql)]
    assert ("birthday" in found) == is_read
    assert ("name" in found) == (birthday != "")
