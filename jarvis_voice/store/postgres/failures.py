"""What psycopg raises, and the one sentence that tells the user why.

Invariant: a sentence holds no SQL, no value of a row and no password.
"""

from __future__ import annotations

from psycopg import Error, errors
from psycopg_pool import PoolClosed, PoolTimeout

from jarvis_voice.core.errors import StoreError
from jarvis_voice.store.postgres.place import PostgresPlace

FAILURES = (Error, PoolTimeout, PoolClosed, OSError, UnicodeError, TimeoutError)
"""Also a text that is no UTF-8, and a server that does not answer."""

_NOT_RUNNING = "nothing listens there. Is the server running?"
_NO_HOST = "there is no host of that name, or no network"
_SILENT = "the server does not answer"
_STARTING = "the server is still starting. Try again soon"
WRONG_PASSWORD = "the user name or the password is wrong"  # noqa: S105 - a sentence
_AT_CONNECTING = {
    "password authentication failed": WRONG_PASSWORD,
    "no password supplied": "it wants a password: put it into .env as PGPASSWORD",
    "connection refused": _NOT_RUNNING,
    "no such file or directory": _NOT_RUNNING,
    "could not translate host name": _NO_HOST,
    "failed to resolve host": _NO_HOST,
    "timeout expired": _SILENT,
    "too many clients": "it has no free connection: lower store.connections",
    "remaining connection slots": "it has no free connection: lower store.connections",
    "starting up": _STARTING,
    "not yet accepting connections": _STARTING,
    "shutting down": "the server is being stopped",
    "no pg_hba.conf entry": "the server lets nobody in from here. See its pg_hba.conf",
    "server does not support ssl": "the server has no TLS, and the address demands it",
    "certificate verify failed": "its certificate cannot be verified",
    "unsupported startup parameter": "a pooler refuses a parameter of the address: leave it out",
    "proactoreventloop": "the driver does not run on Windows",
}
"""Part of a message of libpq, in small letters; it has no code where no connection was made."""

NO_RIGHT = "this user has no right to do that there. Make it the owner of the database"
OTHER_ENCODING = (
    "its encoding lacks most signs. Make a new one with `createdb -E UTF8 -T template0 NAME`; "
    "`jarvis store copy` moves what is kept"
)
_UNKNOWN_SIGNS = (
    "My database cannot keep signs like these, so nothing was changed. "
    "Say in a terminal: jarvis store check."
)
_LATER: dict[type[BaseException], str] = {
    errors.ReadOnlySqlTransaction: "it can only be read",
    errors.InsufficientPrivilege: NO_RIGHT,
    errors.InvalidSchemaName: NO_RIGHT,
    errors.UntranslatableCharacter: OTHER_ENCODING,
    errors.CharacterNotInRepertoire: OTHER_ENCODING,
    errors.DiskFull: "its disk is full",
    errors.UniqueViolation: "there is a row of that number or name already",
    errors.AdminShutdown: "the server is being stopped",
    errors.LockNotAvailable: "somebody else holds a lock on it",
    errors.DeadlockDetected: "somebody else wrote the same at the same time",
    errors.QueryCanceled: "the server did not answer in time",
    errors.DuplicatePreparedStatement: "a pooler stands in between: set store.pooler = true",
    errors.InvalidSqlStatementName: "a pooler stands in between: set store.pooler = true",
    errors.UndefinedTable: "its tables are not those of Jarvis Voice",
    errors.UndefinedColumn: "its tables are not those of Jarvis Voice",
    PoolTimeout: "no connection became free in time, or the server is gone",
    PoolClosed: "it is being closed",
    TimeoutError: "the server did not answer in time",
    UnicodeError: "a text holds signs that cannot be stored",
}


def reason_of(error: BaseException) -> str:
    """Why it failed, as the end of a sentence without its point."""
    told = str(error).lower()
    if isinstance(error, errors.InvalidCatalogName) or (
        "database" in told and "does not exist" in told and "role" not in told
    ):
        return "there is no database of that name. Make it first: createdb NAME"
    if "role" in told and "does not exist" in told:
        return "the server knows no user of that name"
    for part, why in _AT_CONNECTING.items():
        if part in told:
            return why
    for kind, why in _LATER.items():
        if isinstance(error, kind):
            return why
    if isinstance(error, Error) and error.sqlstate is None:
        return "the connection to the server was lost"
    code = getattr(error, "sqlstate", None)
    return f"{type(error).__name__}" + (f" ({code})" if code else "")


def may_come(error: BaseException) -> bool:
    """Whether a server that cannot be reached may be there in a moment: a machine that starts."""
    return reason_of(error) in {_NOT_RUNNING, _NO_HOST, _SILENT, _STARTING}


def unusable(place: PostgresPlace, error: BaseException) -> StoreError:
    """What opening raises."""
    return _told("database-unusable", "use", place, error)


def unreadable(place: PostgresPlace, error: BaseException) -> StoreError:
    """What reading raises."""
    return _told("database-read", "use" if _is_gone(error) else "read from", place, error)


def unwritable(place: PostgresPlace, error: BaseException) -> StoreError:
    """What writing raises."""
    return _told("database-write", "use" if _is_gone(error) else "write to", place, error)


def _is_gone(error: BaseException) -> bool:
    """Whether it is not about what was asked: then the reason is the same for all."""
    return isinstance(error, Error) and error.sqlstate is None


def _told(code: str, doing: str, place: PostgresPlace, error: BaseException) -> StoreError:
    why = reason_of(error)
    end = "" if why.endswith("?") else "."
    spoken = _UNKNOWN_SIGNS if why == OTHER_ENCODING else ""
    return StoreError(code, f"Cannot {doing} the {place.called}: {why}{end}", spoken=spoken)
