"""The adapters that keep the contract of the ports; a further one is one more class here."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from store.postgres_server import PostgresServer

from jarvis_voice.core.types import Origin, Source, TurnInput
from jarvis_voice.store.in_memory.reader import InMemoryReader
from jarvis_voice.store.in_memory.store import InMemoryStore
from jarvis_voice.store.in_memory.tables import Tables
from jarvis_voice.store.ports import Store
from jarvis_voice.store.postgres.passing_store import PassingPostgresStore
from jarvis_voice.store.postgres.reader import PostgresReader
from jarvis_voice.store.postgres.store import PostgresStore
from jarvis_voice.store.reader_port import StoreReader
from jarvis_voice.store.sqlite.readonly import SqliteReader
from jarvis_voice.store.sqlite.store import SqliteStore


class Adapter(Protocol):
    """One place where things are kept."""

    def store(
        self, *, is_kept: bool = True, is_passing: bool = False, is_known: bool = True
    ) -> Store:
        """A store to be opened; the next one finds what the one before has kept."""
        ...

    def reader(self) -> StoreReader:
        """A reader beside it."""
        ...


class OnFile:
    """SQLite."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "threads.db"

    def store(
        self, *, is_kept: bool = True, is_passing: bool = False, is_known: bool = True
    ) -> Store:
        return SqliteStore(self.file, is_kept=is_kept, is_passing=is_passing, is_known=is_known)

    def reader(self) -> StoreReader:
        return SqliteReader(self.file)


class InMemory:
    """Plain Python."""

    def __init__(self, _: Path) -> None:
        self.tables = Tables()

    def store(
        self, *, is_kept: bool = True, is_passing: bool = False, is_known: bool = True
    ) -> Store:
        return InMemoryStore(self.tables, is_kept=is_kept, is_passing=is_passing, is_known=is_known)

    def reader(self) -> StoreReader:
        return InMemoryReader(self.tables)


class OnServer:
    """PostgreSQL."""

    def __init__(self, server: PostgresServer) -> None:
        self.place = server.place()

    def store(
        self, *, is_kept: bool = True, is_passing: bool = False, is_known: bool = True
    ) -> Store:
        if is_kept and not is_passing:
            return PostgresStore(self.place, "here")
        return PassingPostgresStore(self.place, is_passing=is_passing, is_known=is_known)

    def reader(self) -> StoreReader:
        return PostgresReader(self.place)


ADAPTERS: dict[str, Callable[[Path], Adapter]] = {"sqlite": OnFile, "in-memory": InMemory}


def new_turn(
    store: Store,
    text: str = "hello",
    thread_id: str = "default",
    origin: Origin | None = None,
    source: Source = "stdin",
) -> TurnInput:
    """A turn that is asked now; of the owner at this machine where no origin is given."""
    turn_id = store.turns.next_turn_id()
    return TurnInput(turn_id, thread_id, text, source, origin=origin or Origin())
