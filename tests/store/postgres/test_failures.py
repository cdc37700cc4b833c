"""End to end: what can be wrong with a server is one clear sentence, and nothing is lost."""

import asyncio
import signal
import time
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from store.contract.adapters import new_turn
from store.contract.test_forgetting import conversation, talk
from store.postgres_server import PASSWORD, PostgresServer

from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import StoreError, ToolError
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME, ThreadKey
from jarvis_voice.store.factory import try_password
from jarvis_voice.store.postgres import database, reading_connections
from jarvis_voice.store.postgres.examination import examine
from jarvis_voice.store.postgres.passing_store import PassingPostgresStore
from jarvis_voice.store.postgres.place import PostgresPlace
from jarvis_voice.store.postgres.reader import PostgresReader
from jarvis_voice.store.postgres.store import PostgresStore
from jarvis_voice.tools.errors import as_tool_error

pytestmark = pytest.mark.e2e

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
DEFAULT = ThreadKey(ME, "default")


class Later:
    """A clock that is a minute ahead."""

    def monotonic(self) -> float:
        return time.monotonic() + 60


async def refused(place: PostgresPlace) -> StoreError:
    with pytest.raises(StoreError) as caught:
        async with PostgresStore(place, "here"):
            pass
    assert PASSWORD not in caught.value.message
    assert "\n" not in caught.value.message
    return caught.value


@pytest.mark.parametrize(
    ("user", "name", "password", "why"),
    [
        ("postgres", "nowhere", "", "there is no database of that name. Make it first: createdb"),
        ("locked", "postgres", "", "it wants a password: put it into .env as PGPASSWORD"),
        ("locked", "postgres", "wrong", "the user name or the password is wrong"),
        ("nobody-here", "postgres", "", "the server knows no user of that name"),
        ("reader", "postgres", "", "it can only be read"),
        ("guest", "postgres", "", "this user has no right to do that there. Make it the owner"),
    ],
)
async def test_each_reason_is_said(
    server: PostgresServer, user: str, name: str, password: str, why: str
) -> None:
    place = PostgresPlace(server.url(server.schema(), user, name), password)
    error = await refused(place)
    assert error.code == "database-unusable"
    assert why in error.message
    assert f'"{name}" at 127.0.0.1' in error.message


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "UTF8", "LATIN1"])
async def test_texts_are_texts_whatever_encoding_the_database_has(
    server: PostgresServer, encoding: str
) -> None:
    name = f"in_{encoding.lower()}"
    server.run(f"CREATE DATABASE {name} ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' "
               "TEMPLATE template0")  # fmt: skip
    place = PostgresPlace(f"postgresql://postgres@127.0.0.1:{server.port}/{name}")
    words = "Z\u00fcrich" if encoding == "LATIN1" else "Z\u00fcrich \u96e8"
    async with PostgresStore(place, "here") as store:
        await store.turns.begin(new_turn(store, words), NOON)
        await talk(store, DEFAULT, words)
        assert await conversation(store, DEFAULT) == [words]
    [thread] = PostgresReader(place).threads(ME)
    assert thread.last_text == words


@pytest.mark.parametrize(
    ("user", "encoding", "is_begun", "why"),
    [
        ("postgres", "UTF8", False, ""),
        ("postgres", "UTF8", True, ""),
        ("postgres", "SQL_ASCII", True, ""),
        ("guest", "UTF8", False, "this user has no right to do that there. Make it the owner"),
        ("postgres", "LATIN1", False, "its encoding lacks most signs. Make a new one"),
        ("postgres", "LATIN1", True, "its encoding lacks most signs. Make a new one"),
    ],
)
async def test_what_keeps_it_from_keeping_everything_is_found_without_writing(
    server: PostgresServer, user: str, encoding: str, why: str, *, is_begun: bool
) -> None:
    name = f"seen_{server.schema()}"
    server.run(f"CREATE DATABASE {name} ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' "
               "TEMPLATE template0")  # fmt: skip
    server.run("REVOKE CREATE ON SCHEMA public FROM PUBLIC", name)
    place = PostgresPlace(f"postgresql://{user}@127.0.0.1:{server.port}/{name}")
    if is_begun:
        async with PostgresStore(place, "here"):
            pass
    found = await asyncio.to_thread(examine, place)
    assert (bool(found.hindrance), why in found.hindrance) == (bool(why), True)
    assert bool(found.schema) == is_begun


async def test_signs_that_the_encoding_lacks_are_said_and_no_full_disk(
    server: PostgresServer,
) -> None:
    server.run("CREATE DATABASE signs ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' "
               "TEMPLATE template0")  # fmt: skip
    place = PostgresPlace(f"postgresql://postgres@127.0.0.1:{server.port}/signs")
    async with PostgresStore(place, "here") as store:
        with pytest.raises(ToolError) as caught, as_tool_error():
            await store.memory.keep_fact(ME, "my city is \u96e8", "t1", NOON)
        assert "cannot keep signs like these" in caught.value.message
        assert "disk" not in caught.value.message
        assert await store.memory.keep_fact(ME, "my city is Z\u00fcrich", "t1", NOON)


async def test_the_right_password_is_taken_and_never_shown(server: PostgresServer) -> None:
    place = PostgresPlace(server.url(server.schema(), "locked"), PASSWORD)
    assert PASSWORD not in f"{place!r} {place.called}"
    async with PostgresStore(place, "here") as store:
        assert store.turns.next_turn_id() == "t1"


def test_a_password_is_tried(
    server: PostgresServer, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVIS_STORE__URL", server.url(server.schema(), "locked"))
    config = load_config(paths)
    assert try_password(config, PASSWORD) is None
    refusal = try_password(config, "wrong")
    assert refusal
    assert refusal.code == "database-bad-key"


async def test_a_server_that_is_not_there_is_said(server: PostgresServer) -> None:
    place = PostgresPlace("postgresql://me@127.0.0.1:1/jarvis")
    error = await refused(place)
    assert "nothing listens there. Is the server running?" in error.message
    with pytest.raises(StoreError, match="nothing listens there"):
        PostgresReader(place).facts(ME)


async def test_a_start_waits_for_a_server_that_starts_too(server: PostgresServer) -> None:
    place = server.place()
    server.stop()
    with pytest.raises(StoreError, match="nothing listens there"):
        async with PostgresStore(place, "here"):
            pass
    store = PostgresStore(place, "here", patience_seconds=60)
    opening = asyncio.create_task(store.__aenter__())
    await asyncio.to_thread(server.start)
    try:
        await opening
        assert store.turns.next_turn_id() == "t1"
    finally:
        await store.__aexit__()


async def test_a_newer_schema_is_left_as_it_is(server: PostgresServer) -> None:
    place = server.place()
    async with PostgresStore(place, "here") as store:
        await store.database.write(("UPDATE jarvis_schema SET version = 99", ()))
    assert (await refused(place)).code == "database-newer"


async def test_tables_of_others_are_left_as_they_are(server: PostgresServer) -> None:
    place = server.place()
    schema = place.url.rpartition("%3D")[2]
    server.run(f"CREATE TABLE {schema}.jarvis_turns (number BIGINT)")
    assert (await refused(place)).code == "database-unusable"
    assert server.run(f"SELECT count(*) FROM {schema}.jarvis_turns") == [(0,)]


async def test_what_can_only_be_read_is_known_for_this_run(server: PostgresServer) -> None:
    place = server.place()
    async with PostgresStore(place, "here") as store:
        await store.memory.keep_fact(ME, "my car is red", "t1", NOON)
        await store.memory.add_notes(ME, "shopping", ("milk",), NOON)
        await store.profiles.keep(ME, "name", "Ana", "t1", NOON)
    only_read = replace(place, url=place.url.replace("postgres@", "reader@"))
    async with PassingPostgresStore(only_read) as passing:
        assert await passing.take_over_memory()
        assert [one.text for one in await passing.memory.facts(ME)] == ["my car is red"]
        assert await passing.memory.list_names(ME) == ("shopping",)
        assert (await passing.profiles.profile(ME)).name == "Ana"
        with pytest.raises(StoreError, match="nothing can be remembered"):
            await passing.memory.keep_fact(ME, "it is blue", "t2", NOON)


async def test_where_nothing_can_be_read_nothing_is_known() -> None:
    async with PassingPostgresStore(PostgresPlace("postgresql://me@127.0.0.1:1/x")) as passing:
        assert not await passing.take_over_memory()


async def test_a_server_that_goes_in_mid_turn_and_comes_back(
    server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "CONNECT_SECONDS", 2)
    place = server.place(wait_seconds=3)
    async with PostgresStore(place, "here") as store:
        saver = store.checkpointer()
        kept, lost, later = (new_turn(store, text) for text in ("kept", "lost", "later"))
        await store.turns.begin(kept, NOON)
        await talk(store, DEFAULT, "before")
        await store.turns.end(kept, "Yes.", "done")
        server.stop(signal.SIGQUIT)
        for _ in range(2):
            with pytest.raises(StoreError) as caught:
                await store.turns.begin(lost, NOON)
            assert caught.value.code == "database-write"
        config = {"configurable": {"thread_id": "default", "checkpoint_ns": ""}}
        assert await saver.aget_tuple(config) is None  # type: ignore[arg-type]
        server.start()
        await store.database.back()
        before = await conversation(store, DEFAULT)
        await store.turns.begin(later, NOON)
        await store.turns.end(later, "Yes.", "done")
        texts = [one.text for one in await store.turns.transcript(DEFAULT)]
    assert (before, texts) == (["before"], ["kept", "later"])


@pytest.mark.parametrize("connections", [1, 10])
async def test_a_server_that_was_away_for_long_is_used_as_soon_as_it_is_back(
    server: PostgresServer, monkeypatch: pytest.MonkeyPatch, connections: int
) -> None:
    monkeypatch.setattr("psycopg_pool.base.AttemptWithBackoff.INITIAL_DELAY", 60.0)
    place = replace(server.place(wait_seconds=5), connections=connections)
    async with PostgresStore(place, "here") as store:
        turn, later = (new_turn(store, text) for text in ("lost", "later"))
        server.stop(signal.SIGQUIT)
        with pytest.raises(StoreError):
            await store.turns.begin(turn, NOON)
        server.start()
        await store.database.back()
        await store.turns.begin(later, NOON)
        assert [one.text for one in await store.turns.transcript(DEFAULT)] == ["later"]


async def test_a_conversation_that_could_not_be_read_is_not_written_over(
    server: PostgresServer,
) -> None:
    place = server.place(wait_seconds=2)
    async with PostgresStore(place, "here") as store:
        await talk(store, DEFAULT, "before")
        saver = store.checkpointer()
        config = {"configurable": {"thread_id": "default", "checkpoint_ns": ""}}
        server.stop()
        assert await saver.aget_tuple(config) is None  # type: ignore[arg-type]
        server.start()
        await store.database.back()
        found = await store.checkpointer().aget_tuple(config)  # type: ignore[arg-type]
        assert found
        await saver.aput(config, {**found.checkpoint, "id": "9"}, {}, {})  # type: ignore[arg-type]
        assert await conversation(store, DEFAULT) == ["before"]
        assert await saver.aget_tuple(config)  # type: ignore[arg-type]


async def test_a_server_that_hangs_is_not_waited_for(
    server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = server.place(wait_seconds=2)
    async with PostgresStore(place, "here") as store:
        await store.memory.keep_fact(ME, "my car is red", "t1", NOON)
        monkeypatch.setattr(database, "ANSWER_SECONDS", 0.5)
        monkeypatch.setattr(database, "CONNECT_SECONDS", 1)
        server.freeze()
        try:
            with pytest.raises(StoreError) as caught:
                await store.memory.facts(ME)
            for _ in range(100):  # nobody waits once it is known
                with pytest.raises(StoreError):
                    await store.memory.keep_fact(ME, "it is blue", "t2", NOON)
        finally:
            server.thaw()
        assert caught.value.code == "database-read"
        monkeypatch.undo()
        await store.database.back()
        assert [one.text for one in await store.memory.facts(ME)] == ["my car is red"]


def test_a_reader_keeps_its_connection_and_makes_another_where_it_was_cut(
    server: PostgresServer,
) -> None:
    reader = PostgresReader(server.place())
    mine = "SELECT pg_backend_pid()"
    [(first,)] = reader.rows(mine)
    assert reader.rows(mine) == [(first,)]
    assert reader.facts(ME) == []  # no table is there yet
    assert reader.rows(mine) == [(first,)]
    server.run(f"SELECT pg_terminate_backend({first})")
    assert reader.rows(mine) != [(first,)]


def test_a_reader_does_not_wait_for_a_server_that_hangs(
    server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = PostgresReader(server.place())
    monkeypatch.setattr(database, "ANSWER_SECONDS", 0.5)
    assert reader.rows("SELECT 1") == [(1,)]
    server.freeze()
    try:
        for _ in range(100):
            with pytest.raises(StoreError, match="did not answer in time"):
                reader.rows("SELECT 1")
    finally:
        server.thaw()
    monkeypatch.setattr(reading_connections, "time", Later())
    assert reader.rows("SELECT 1") == [(1,)]


async def test_words_that_the_server_cannot_keep_are_kept_as_near_as_can_be(
    server: PostgresServer,
) -> None:
    async with PostgresStore(server.place(), "here") as store:
        turn = new_turn(store, "a\x00b")
        await store.turns.begin(turn, NOON)
        assert [one.text for one in await store.turns.transcript(DEFAULT)] == ["a\ufffdb"]
        with pytest.raises(StoreError, match="signs that cannot be stored"):
            await store.turns.end(turn, "\ud800", "done")
        await store.turns.end(turn, "It is", "done")
