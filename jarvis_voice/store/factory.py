"""Chooses the adapter of the store: the file of this machine, or a PostgreSQL database.

Invariant: nothing of PostgreSQL is imported where no database is set.
"""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

from jarvis_voice.core.store_config import is_on_server

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from jarvis_voice.core.config import Config
    from jarvis_voice.core.errors import JarvisError
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.store.ports import Store
    from jarvis_voice.store.postgres.place import PostgresPlace
    from jarvis_voice.store.reader_port import StoreReader
    from jarvis_voice.store.records import CopyStep, ServerFinding


def make_store(
    paths: Paths,
    *,
    is_kept: bool = True,
    is_passing: bool = False,
    is_known: bool = True,
    patience_seconds: float = 0.0,
) -> Store:
    """The store of these folders; open it with `async with`, and hold the process lock meanwhile.

    Args:
        paths: The user's folders.
        is_kept: False where the store cannot be used: what is written then lasts for this process.
        is_passing: Whether this process ends with its command, so that nothing of it can matter.
        is_known: Whether what was kept before could be read.
        patience_seconds: How long to wait for a server that is not there yet.

    Raises:
        ConfigError: The settings have a mistake, or packages are missing.
    """
    if place := server_place(paths):
        if not is_kept:
            from jarvis_voice.store.postgres.passing_store import PassingPostgresStore

            return PassingPostgresStore(place, is_passing=is_passing, is_known=is_known)
        from jarvis_voice.store.postgres.store import PostgresStore

        return PostgresStore(place, home_of(paths), patience_seconds)
    from jarvis_voice.store.sqlite.store import SqliteStore

    return SqliteStore(paths.database, is_kept=is_kept, is_passing=is_passing, is_known=is_known)


def make_trial_store() -> Store:
    """An empty store in memory, for a trial of the program; what it keeps ends with it."""
    from jarvis_voice.store.in_memory.store import InMemoryStore

    return InMemoryStore()


def make_reader(paths: Paths) -> StoreReader:
    """Looks at the store of these folders, beside the process that writes it.

    Raises:
        ConfigError: The settings have a mistake, or packages are missing.
    """
    if place := server_place(paths):
        from jarvis_voice.store.postgres.reader import PostgresReader

        return PostgresReader(place)
    from jarvis_voice.store.sqlite.readonly import SqliteReader

    return SqliteReader(paths.database)


def home_of(paths: Paths) -> str:
    """What tells the Jarvis of these folders from others of the same database."""
    return f"{platform.node()}:{paths.data}"


def called(paths: Paths) -> str:
    """What the store of these folders is called in a sentence."""
    place = server_place(paths)
    return place.called if place else str(paths.database)


def server_place(paths: Paths) -> PostgresPlace | None:
    """The database that is set; None where all is kept in the file.

    Raises:
        ConfigError: The settings have a mistake, or packages are missing.
    """
    if not is_on_server(paths.config_file):
        return None
    from jarvis_voice.core.config import load_config

    config = load_config(paths)
    return place_of(config, config.store.url) if config.store.url else None


def place_of(config: Config, url: str) -> PostgresPlace:
    """A database with this address, and all else as it is set.

    Raises:
        ConfigError: Packages are missing.
    """
    _check_packages()
    from jarvis_voice.store.postgres.place import PostgresPlace

    password = config.pgpassword.get_secret_value() if config.pgpassword else ""
    store = config.store
    return PostgresPlace(
        url, password, store.connections, store.wait_seconds, store.idle_seconds, store.pooler
    )


def copy_store(
    paths: Paths, config: Config, url: str, *, comes_from_there: bool, replaces: bool
) -> AsyncGenerator[CopyStep]:
    """Copy all that is kept between the file of this machine and a PostgreSQL database.

    Args:
        paths: The user's folders; their process lock is held.
        config: How a database is connected to.
        url: Its address.
        comes_from_there: From the database to the file, else the other way.
        replaces: What is at the goal is deleted; else it must be empty.

    Raises:
        ConfigError: Packages are missing.
        StoreError: Nothing was copied.
    """
    place = place_of(config, url)
    from jarvis_voice.store.postgres.answered_steps import answered_steps
    from jarvis_voice.store.postgres.server_copy import copy_from_server, copy_to_server

    if comes_from_there:
        steps = copy_from_server(place, paths.database, replaces=replaces)
    else:
        steps = copy_to_server(paths.database, place, replaces=replaces)
    return answered_steps(steps, place)


def examine_server(paths: Paths) -> tuple[str, ServerFinding] | None:
    """What the set database is called, and what was found in it; None where all is in the file.

    Raises:
        ConfigError: The settings have a mistake, or packages are missing.
        StoreError: It cannot be reached or read.
    """
    place = server_place(paths)
    if place is None:
        return None
    from jarvis_voice.store.postgres.examination import examine

    return place.called, examine(place)


def try_password(config: Config, password: str) -> JarvisError | None:
    """Why the database that is set does not let this password in; None where it does.

    Raises:
        ConfigError: Packages are missing.
    """
    from dataclasses import replace

    from jarvis_voice.core.errors import ConfigError, StoreError

    place = replace(place_of(config, config.store.url), password=password)
    from jarvis_voice.store.postgres.examination import examine
    from jarvis_voice.store.postgres.failures import WRONG_PASSWORD

    try:
        examine(place)
    except StoreError as error:
        is_wrong = WRONG_PASSWORD in error.message
        return ConfigError("database-bad-key", error.message) if is_wrong else error
    return None


def _check_packages() -> None:
    from importlib.util import find_spec

    from jarvis_voice.core.errors import ConfigError
    from jarvis_voice.platform.install_method import extra_line

    if not (find_spec("psycopg") and find_spec("psycopg_pool")):
        line = extra_line("postgres")
        message = f"Keeping things in PostgreSQL needs more packages. Run: {line}"
        raise ConfigError("store-packages", message)
