"""What SQLite's binding for Python raises, and how text is read so that it never raises.

Invariant: bytes that are no UTF-8 cost these bytes, never the row that they are in.
"""

from __future__ import annotations

import sqlite3


class DamagedFileError(sqlite3.DatabaseError):
    """A file that SQLite opens, and in which it then finds what cannot be right."""


FAILURES = (sqlite3.Error, UnicodeError, OverflowError)
"""Also the two that are no errors of SQLite: of a message of it that is no UTF-8 (it quotes the
file), and of a number that is too large for it."""

_DAMAGE = frozenset(
    {
        *(sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT),
        *(sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_CONSTRAINT),
        sqlite3.SQLITE_ERROR,  # the schema is not what it was made as
    }
)

PRIMARY_CODE = 0xFF
"""The bits of a SQLite result code that name the error; the others tell more of it."""


def code_of(error: BaseException) -> int:
    """SQLite's primary result code; 0 where the error is Python's own."""
    return getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE


def is_damage(error: BaseException) -> bool:
    """Whether an error at opening means that the file's content is not what was written."""
    if isinstance(error, UnicodeError | OverflowError | DamagedFileError):
        return True
    return isinstance(error, sqlite3.Error) and code_of(error) in _DAMAGE


def decoded(raw: bytes) -> str:
    """A text of the file; what is no UTF-8 in it is shown as such."""
    return raw.decode(errors="replace")


def plain(value: object) -> object:
    """A value of a row; a blob where a text belongs is read as one."""
    return decoded(value) if isinstance(value, bytes) else value
