"""End to end: a copy goes on while the server answers, and ends where it hangs."""

from pathlib import Path

import pytest
from store.contract.test_forgetting import say
from store.postgres_server import PostgresServer

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.types import ME, ThreadKey
from jarvis_voice.store.postgres.answered_steps import answered_steps
from jarvis_voice.store.postgres.reader import PostgresReader
from jarvis_voice.store.postgres.server_copy import copy_from_server, copy_to_server
from jarvis_voice.store.postgres.store import PostgresStore
from jarvis_voice.store.sqlite.readonly import SqliteReader
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.e2e

MINE = ThreadKey(ME, "default")


async def test_the_steps_come_as_they_are(server: PostgresServer, tmp_path: Path) -> None:
    file, place = tmp_path / "threads.db", server.place()
    async with SqliteStore(file) as store:
        await say(store, "kept")
    steps = [one async for one in answered_steps(copy_to_server(file, place), place)]
    assert {one.table for one in steps} >= {"turns", "conversations"}
    assert [one.text for one in PostgresReader(place).transcript(MINE)] == ["kept"]


async def test_who_stops_in_the_middle_has_copied_nothing(
    server: PostgresServer, tmp_path: Path
) -> None:
    file, place = tmp_path / "threads.db", server.place()
    async with SqliteStore(file) as store:
        await say(store, "kept")
    steps = answered_steps(copy_to_server(file, place), place)
    await anext(steps)
    await steps.aclose()
    async with PostgresStore(place, "here") as there:
        assert there.turns.next_turn_id() == "t1"


async def test_a_server_that_hangs_in_a_copy_to_it_is_given_up(
    server: PostgresServer, tmp_path: Path
) -> None:
    file, place = tmp_path / "threads.db", server.place()
    async with SqliteStore(file) as store:
        await say(store, "kept")
    steps = answered_steps(copy_to_server(file, place), place, most_seconds=1.0)
    await anext(steps)
    server.freeze()
    try:
        with pytest.raises(StoreError, match="did not answer in time"):
            await anext(steps)
    finally:
        server.thaw()
    assert [one.text for one in SqliteReader(file).transcript(MINE)] == ["kept"]
    async with PostgresStore(place, "here") as there:
        assert there.turns.next_turn_id() == "t1"


async def test_a_server_that_hangs_in_a_copy_from_it_leaves_the_file(
    server: PostgresServer, tmp_path: Path
) -> None:
    file, place = tmp_path / "threads.db", server.place()
    async with SqliteStore(file) as store:
        await say(store, "of the file")
    async with PostgresStore(place, "here") as there:
        await say(there, "of the server")
    steps = answered_steps(copy_from_server(place, file, replaces=True), place, most_seconds=1.0)
    await anext(steps)
    server.freeze()
    try:
        with pytest.raises(StoreError, match="did not answer in time"):
            await anext(steps)
    finally:
        server.thaw()
    assert [one.text for one in SqliteReader(file).transcript(MINE)] == ["of the file"]
    assert [one.name for one in tmp_path.iterdir() if "threads.db" not in one.name] == []
