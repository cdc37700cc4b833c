"""Looks at a PostgreSQL database and changes nothing: is it there, and can Jarvis work with it."""

from __future__ import annotations

import time
from typing import Any

import psycopg
from psycopg import errors

from jarvis_voice.store.postgres.database import connection_options, conninfo_of
from jarvis_voice.store.postgres.failures import (
    FAILURES,
    NO_RIGHT,
    OTHER_ENCODING,
    unreadable,
)
from jarvis_voice.store.postgres.place import PostgresPlace
from jarvis_voice.store.postgres.schema import COPIED, MIGRATIONS
from jarvis_voice.store.records import ServerFinding

NEWEST = len(MIGRATIONS)
"""The version of the tables that this program makes."""

WHOLE_ENCODINGS = frozenset({"UTF8", "SQL_ASCII"})
"""In these every sign can be kept; SQL_ASCII keeps the bytes as they come."""


def examine(place: PostgresPlace) -> ServerFinding:
    """Look at a database.

    Raises:
        StoreError: It cannot be reached or read.
    """
    try:
        with psycopg.connect(conninfo_of(place), **connection_options(place)) as connection:
            begun = time.perf_counter()
            read_only = _value(connection, "SHOW transaction_read_only") == "on"
            took = (time.perf_counter() - begun) * 1_000
            schema = _schema(connection)
            rows = {}
            writers: tuple[str, ...] = ()
            if 0 < schema <= NEWEST:
                for table in COPIED:
                    rows[table] = _value(connection, f"SELECT count(*) FROM jarvis_{table}")  # noqa: S608 - names of our own
                sql = "SELECT home FROM jarvis_writers WHERE until > clock_timestamp()"
                homes = connection.execute(sql).fetchall()
                writers = tuple(home.partition(":")[0] for (home,) in homes)
            version = str(_value(connection, "SHOW server_version")).split()[0]
            hindrance = _hindrance(connection, schema)
            tls = bool(connection.pgconn.ssl_in_use)
            return ServerFinding(
                version, schema, read_only, took, rows, writers, tls, schema > NEWEST, hindrance
            )
    except FAILURES as error:
        raise unreadable(place, error) from error


def _schema(connection: psycopg.Connection[Any]) -> int:
    try:
        return int(_value(connection, "SELECT version FROM jarvis_schema") or 0)
    except errors.UndefinedTable:
        return 0


def _hindrance(connection: psycopg.Connection[Any], schema: int) -> str:
    """Why not everything can be kept, as far as one can see without writing."""
    may = True
    if schema < NEWEST:  # tables are to be made
        may = _value(connection, "SELECT has_schema_privilege(current_schema(), 'CREATE')")
    if schema:
        sql = "SELECT has_table_privilege('jarvis_schema', 'UPDATE')"
        may = may and _value(connection, sql)
    if not may:
        return NO_RIGHT
    encoding = _value(connection, "SHOW server_encoding")
    return "" if encoding in WHOLE_ENCODINGS else OTHER_ENCODING


def _value(connection: psycopg.Connection[Any], sql: str) -> Any:
    row = connection.execute(sql).fetchone()
    return row[0] if row else None
