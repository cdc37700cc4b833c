"""Copies all that is kept from the file of this machine to a PostgreSQL database, and back.

Invariant: all of it is there at the end or nothing has changed; who writes meanwhile is refused.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarvis_voice.core.errors import StoreError
from jarvis_voice.store.postgres.conversation_copy import (
    conversation_ids,
    copied_conversations,
)
from jarvis_voice.store.postgres.database import connect, plain
from jarvis_voice.store.postgres.failures import FAILURES, unusable
from jarvis_voice.store.postgres.migration import migrate
from jarvis_voice.store.postgres.schema import CHECKPOINTS, COPIED, NUMBERED
from jarvis_voice.store.records import CopyStep
from jarvis_voice.store.sqlite.aside import copy_of, remove
from jarvis_voice.store.sqlite.row_conditions import readable
from jarvis_voice.store.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from psycopg import AsyncConnection

    from jarvis_voice.store.postgres.place import PostgresPlace

CONVERSATIONS = "conversations"
PIECE_ROWS = 500
_WRITERS = "SELECT home FROM jarvis_writers WHERE until > clock_timestamp()"
_LAST_TURN = "SELECT last FROM jarvis_counters WHERE name = 'turns'"


async def copy_to_server(
    file: Path, place: PostgresPlace, *, replaces: bool = False
) -> AsyncGenerator[CopyStep]:
    """Copy the file to the server, in one transaction.

    Args:
        file: The database of this machine; its lock is held.
        place: Where it goes.
        replaces: What is there already is deleted; else it is refused.

    Raises:
        StoreError: Nothing was copied.
    """
    try:
        async with AsyncExitStack() as stack:
            source = await stack.enter_async_context(SqliteStore(file))
            connection = await stack.enter_async_context(await connect(place))
            await migrate(connection, place)
            await stack.enter_async_context(connection.transaction())
            await _refuse_writers(connection, place)
            if replaces and not await _holds_rows(source):
                raise _nothing_in(str(file))
            if replaces:
                for table in (*_tables(), *CHECKPOINTS):
                    await connection.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own
            elif await _is_filled(connection):
                message = f"The {place.called} is not empty. --replace deletes what is there."
                raise StoreError("target-not-empty", message)
            for table, columns in COPIED.items():
                async for step in _table_to_server(source, connection, table, columns):
                    yield step
            await _count_on(source, connection)
            async for step in _conversations_to_server(source, connection):
                yield step
    except FAILURES as error:
        raise unusable(place, error) from error


async def copy_from_server(
    place: PostgresPlace, file: Path, *, replaces: bool = False
) -> AsyncGenerator[CopyStep]:
    """Copy from the server into a new file, which then takes the place of the old one.

    Args:
        place: Where it comes from.
        file: The database of this machine; its lock is held.
        replaces: What is there already is deleted; else it is refused.

    Raises:
        StoreError: Nothing was copied.
    """
    if not replaces and file.exists() and await _has_rows(file):
        message = f"{file} is not empty. --replace deletes what is there."
        raise StoreError("target-not-empty", message)
    fresh = copy_of(file)
    remove(fresh)
    try:
        async with AsyncExitStack() as stack:
            connection = await stack.enter_async_context(await connect(place))
            await migrate(connection, place)
            await stack.enter_async_context(connection.transaction())
            await connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            await _refuse_writers(connection, place)
            if replaces and not await _is_filled(connection):
                raise _nothing_in(f"The {place.called}")
            target = await stack.enter_async_context(SqliteStore(fresh))
            for table, columns in COPIED.items():
                async for step in _table_to_file(connection, target, table, columns):
                    yield step
            [last] = await _row(connection, _LAST_TURN)
            await target.database.write(
                ("DELETE FROM sqlite_sequence WHERE name = 'turns'", ()),
                ("INSERT INTO sqlite_sequence VALUES ('turns', ?)", (last,)),
            )
            async for step in _conversations_to_file(connection, target):
                yield step
        _put_in_place(fresh, file)
    except FAILURES as error:
        raise unusable(place, error) from error
    finally:
        remove(fresh)


async def _table_to_server(
    source: SqliteStore, connection: AsyncConnection[Any], table: str, columns: Sequence[str]
) -> AsyncIterator[CopyStep]:
    names = ", ".join(columns)
    total = await source.database.value(f"SELECT count(*) FROM {table} WHERE {readable(table)}")  # noqa: S608 - names of our own
    every = await source.database.value(f"SELECT count(*) FROM {table}")  # noqa: S608 - likewise
    done = 0
    sql = f"SELECT {names} FROM {table} WHERE {readable(table)} ORDER BY 1 LIMIT ? OFFSET ?"  # noqa: S608 - likewise
    into = f"COPY jarvis_{table} ({names}) FROM STDIN"
    while rows := await source.database.rows(sql, PIECE_ROWS, done):
        async with connection.cursor() as cursor, cursor.copy(into) as copy:
            for row in rows:
                await copy.write_row(plain(row))
        done += len(rows)
        yield CopyStep(table, done, total, every - total)
    [there] = await _row(connection, f"SELECT count(*) FROM jarvis_{table}")  # noqa: S608 - likewise
    _check(table, total, there)
    yield CopyStep(table, there, total, every - total)


async def _table_to_file(
    connection: AsyncConnection[Any], target: SqliteStore, table: str, columns: Sequence[str]
) -> AsyncIterator[CopyStep]:
    names = ", ".join(columns)
    [total] = await _row(connection, f"SELECT count(*) FROM jarvis_{table}")  # noqa: S608 - names of our own
    done = 0
    into = f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608 - likewise
    async with connection.cursor(name="copied") as cursor:
        await cursor.execute(f"SELECT {names} FROM jarvis_{table} ORDER BY 1")  # noqa: S608 - likewise
        while rows := await cursor.fetchmany(PIECE_ROWS):
            await target.database.write(*((into, row) for row in rows))
            done += len(rows)
            yield CopyStep(table, done, total)
    there = await target.database.value(f"SELECT count(*) FROM {table}")  # noqa: S608 - likewise
    _check(table, total, there)
    yield CopyStep(table, there, total)


async def _count_on(source: SqliteStore, connection: AsyncConnection[Any]) -> None:
    """Numbers go on behind all that the file has given."""
    given = dict(await source.database.rows("SELECT name, seq FROM sqlite_sequence"))
    sql = (
        "UPDATE jarvis_counters SET last = greatest(%s, coalesce((SELECT max(number) "
        "FROM jarvis_turns), 0)) WHERE name = 'turns'"
    )
    await connection.execute(sql, (given.get("turns", 0),))
    for table in NUMBERED:
        sql = (
            f"SELECT setval(pg_get_serial_sequence('jarvis_{table}', 'number'), "  # noqa: S608 - names of our own
            f"1 + greatest(%s, coalesce((SELECT max(number) FROM jarvis_{table}), 0)), false)"
        )
        await connection.execute(sql, (given.get(table, 0),))


async def _conversations_to_server(
    source: SqliteStore, connection: AsyncConnection[Any]
) -> AsyncIterator[CopyStep]:
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

    saver = AsyncPostgresSaver(connection)
    saver.supports_pipeline = False  # each write is then a part of our transaction
    ids = await conversation_ids(source) if await source.database.has_checkpoints() else []
    async for done, left in copied_conversations(source.checkpointer(), saver, ids):
        yield CopyStep(CONVERSATIONS, done, len(ids) - left, left)
        counted = done, left
    if ids:
        [there] = await _row(connection, "SELECT count(*) FROM checkpoints")
        _check(CONVERSATIONS, counted[0], there)


async def _conversations_to_file(
    connection: AsyncConnection[Any], target: SqliteStore
) -> AsyncIterator[CopyStep]:
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    sql = "SELECT thread_id, checkpoint_ns, checkpoint_id FROM checkpoints ORDER BY checkpoint_id"
    ids = await (await connection.execute(sql)).fetchall()
    source = AsyncPostgresSaver(connection)
    saver = AsyncSqliteSaver(target.database.connection)
    saver.lock = target.database.writing
    await saver.setup()
    counted = 0, 0
    async for done, left in copied_conversations(source, saver, ids):
        yield CopyStep(CONVERSATIONS, done, len(ids) - left, left)
        counted = done, left
    there = await target.database.value("SELECT count(*) FROM checkpoints")
    _check(CONVERSATIONS, counted[0], there)


def _check(table: str, said: int, there: int) -> None:
    if said != there:
        message = f"Of {table} {there} rows arrived, and there are {said}. Nothing was changed."
        raise StoreError("copy-incomplete", message)


async def _refuse_writers(connection: AsyncConnection[Any], place: PostgresPlace) -> None:
    """Let nobody write from now on to the end of the transaction.

    Raises:
        StoreError: Somebody does already.
    """
    await connection.execute("LOCK TABLE jarvis_writers IN EXCLUSIVE MODE")  # none begins to
    if found := await (await connection.execute(_WRITERS)).fetchall():
        who = ", ".join(home.partition(":")[0] for (home,) in found)
        message = f"A Jarvis writes the {place.called} now, on {who}. End it first: jarvis quit"
        raise StoreError("target-busy", message)


async def _is_filled(connection: AsyncConnection[Any]) -> bool:
    for table in (*_tables(), "checkpoints"):
        [found] = await _row(connection, f"SELECT EXISTS (SELECT 1 FROM {table})")  # noqa: S608 - names of our own
        if found:
            return True
    return False


async def _has_rows(file: Path) -> bool:
    async with SqliteStore(file) as store:
        return await _holds_rows(store)


async def _holds_rows(store: SqliteStore) -> bool:
    for table in COPIED:
        if await store.database.rows(f"SELECT 1 FROM {table} LIMIT 1"):  # noqa: S608 - names of our own
            return True
    if not await store.database.has_checkpoints():
        return False
    return bool(await store.database.rows("SELECT 1 FROM checkpoints LIMIT 1"))


def _nothing_in(called: str) -> StoreError:
    """What keeps an empty place from taking the place of all that is kept at the other one."""
    return StoreError("source-empty", f"{called} holds nothing, so nothing was copied or deleted.")


def _tables() -> list[str]:
    return [f"jarvis_{table}" for table in COPIED]


async def _row(connection: AsyncConnection[Any], sql: str) -> Sequence[Any]:
    row: Sequence[Any] | Mapping[str, Any] | None = await (await connection.execute(sql)).fetchone()
    assert isinstance(row, Sequence)  # noqa: S101 - each of these queries has one row
    return row


def _put_in_place(fresh: Path, file: Path) -> None:
    """The closed copy becomes the database: what SQLite keeps beside the old one goes first."""
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)
    fresh.replace(file)
