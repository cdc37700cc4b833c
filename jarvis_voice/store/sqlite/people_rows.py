"""Reads users and tokens out of rows, for writer and reader. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from jarvis_voice.core.types import scopes_in
from jarvis_voice.store.records import KeptToken
from jarvis_voice.store.sqlite.row_conditions import readable

USERS = f"SELECT user_id, added_at FROM people WHERE {readable('people')} ORDER BY number"  # noqa: S608 - names of our own
_TOKENS = (
    "SELECT name, user_id, digest, scopes, created_at, last_used_at FROM tokens "  # noqa: S608 - likewise
    f"WHERE {readable('tokens')}"
)
TOKENS = f"{_TOKENS} ORDER BY number"
TOKEN_OF = f"{_TOKENS} AND digest = ?"


def tokens_in(rows: Iterable[Any]) -> Iterator[KeptToken]:
    """The tokens in rows of `TOKENS`, which are the rows that can be read."""
    for name, user_id, digest, scopes, created_at, last_used_at in rows:
        yield KeptToken(name, user_id, digest, scopes_in(scopes), created_at, last_used_at)
