"""Brings the tables of a PostgreSQL database up to date, ours and LangGraph's.

Invariant: all of it is one transaction, and two processes never do it at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from psycopg import errors

from jarvis_voice.core.errors import StoreError
from jarvis_voice.store.postgres.schema import MIGRATIONS

if TYPE_CHECKING:
    from psycopg import AsyncConnection

    from jarvis_voice.store.postgres.place import PostgresPlace

_ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(7022104)"
_VERSION = "SELECT version FROM jarvis_schema"
_SAVERS_VERSION = "SELECT coalesce(max(v), -1) FROM checkpoint_migrations"


async def migrate(connection: AsyncConnection[Any], place: PostgresPlace) -> None:
    """Make the tables that are missing.

    Raises:
        StoreError: A newer program has made them.
        psycopg.Error: The database cannot be written.
    """
    version = await _number(connection, _VERSION, 0)
    if version > len(MIGRATIONS):
        raise StoreError(
            "database-newer",
            f"The {place.called} was written by a newer Jarvis Voice; update the program.",
        )
    if version == len(MIGRATIONS):
        await connection.execute("UPDATE jarvis_schema SET version = version")  # can it be written?
        return
    async with connection.transaction():
        await connection.execute(_ONE_AT_A_TIME)
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS jarvis_schema (version INTEGER NOT NULL)"
        )
        version = await _number(connection, _VERSION, -1)
        if version < 0:
            await connection.execute("INSERT INTO jarvis_schema VALUES (0)")
        for statement in _statements(max(version, 0)):
            await connection.execute(statement)
        await migrate_checkpoints(connection)
        await connection.execute("UPDATE jarvis_schema SET version = %s", (len(MIGRATIONS),))


async def migrate_checkpoints(connection: AsyncConnection[Any]) -> None:
    """Make LangGraph's tables, within a transaction.

    Its own way builds indexes while others write, which no transaction may do.
    """
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

    scripts = AsyncPostgresSaver.MIGRATIONS
    async with connection.transaction():
        await connection.execute(_ONE_AT_A_TIME)
        await connection.execute(scripts[0])
        done = await _number(connection, _SAVERS_VERSION, -1)
        for number, script in enumerate(scripts[done + 1 :], done + 1):
            await connection.execute(script.replace(" CONCURRENTLY", ""))
            await connection.execute("INSERT INTO checkpoint_migrations VALUES (%s)", (number,))
        for table in ("checkpoint_migrations", "checkpoints", "checkpoint_blobs"):
            await _close_to_others(connection, table)
        await _close_to_others(connection, "checkpoint_writes")


def _statements(version: int) -> list[str]:
    """What brings an older version up to date. Tables are closed to all but their owner."""
    statements = [one for migration in MIGRATIONS[version:] for one in migration]
    made = [one.split()[2] for one in statements if one.split()[:2] == ["CREATE", "TABLE"]]
    return [*statements, *(_closing(table) for table in ("jarvis_schema", *made))]


async def _close_to_others(connection: AsyncConnection[Any], table: str) -> None:
    await connection.execute(_closing(table))


def _closing(table: str) -> str:
    """Services such as Supabase show each table to the world where it has no row security."""
    return f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"


async def _number(connection: AsyncConnection[Any], sql: str, missing: int) -> int:
    """A number in a table; `missing` where there is no such table, or no row in it."""
    try:
        async with connection.transaction():
            row = await (await connection.execute(sql)).fetchone()
    except errors.UndefinedTable:
        return missing
    return int(row[0]) if row else missing
