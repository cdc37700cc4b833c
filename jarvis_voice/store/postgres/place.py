"""Names the database, and how it is connected to. Pure: nothing of PostgreSQL is imported.

Invariant: the password is in no message and no repr.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True, slots=True)
class PostgresPlace:
    """Where the database is.

    Attributes:
        url: Address without a password.
        password: "" where libpq finds it itself (~/.pgpass), or none is needed.
        connections: How many there may be at once.
        wait_seconds: How long to wait for one of them.
        idle_seconds: How long an unused one is kept.
        is_pooled: Whether a pooler (PgBouncer, Supabase) stands in between.
    """

    url: str
    password: str = field(default="", repr=False)
    connections: int = 10
    wait_seconds: float = 30.0
    idle_seconds: float = 300.0
    is_pooled: bool = False

    @property
    def called(self) -> str:
        """What it is called in a sentence: the name of the database and its host."""
        parts = urlsplit(self.url)
        hosts = parse_qs(parts.query).get("host", [])
        host = parts.netloc.rpartition("@")[2] or (hosts[0] if hosts else "this machine")
        return f'PostgreSQL database "{parts.path.strip("/")}" at {host}'
