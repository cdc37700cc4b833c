"""End to end: what was deleted leaves the files of the tables, and nobody waits for that."""

from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from store.contract.adapters import new_turn
from store.postgres_server import PostgresServer

from jarvis_voice.core.types import ME
from jarvis_voice.store.postgres.store import PostgresStore

pytestmark = pytest.mark.e2e

NOON = datetime(2026, 11, 5, 12, tzinfo=UTC)
CANARY = "quetzalcoatl-was-here"


def left(server: PostgresServer) -> list[str]:
    """The files that still hold the words."""
    server.run("CHECKPOINT")
    return server.files_with(CANARY.encode())


async def test_a_note_and_a_name_that_were_taken_back_are_gone(server: PostgresServer) -> None:
    async with PostgresStore(server.place(), "here") as store:
        await store.memory.add_notes(ME, "shopping", [CANARY], NOON)
        [note] = await store.memory.notes(ME, "shopping")
        assert await store.memory.remove_notes(ME, (note.number,)) == 1
    assert left(server) == []
    async with PostgresStore(server.place(), "here") as store:
        await store.profiles.keep(ME, "name", CANARY, "t1", NOON)
        assert await store.profiles.drop(ME, "name")
        assert left(server) == []


async def test_a_table_that_somebody_reads_holds_up_no_other(server: PostgresServer) -> None:
    place = server.place()
    async with PostgresStore(place, "here") as store:
        turn = new_turn(store, CANARY)
        await store.turns.begin(turn, NOON)
        await store.turns.end(turn, CANARY, "done")
        with psycopg.connect(place.url) as reading:
            reading.execute("SELECT * FROM jarvis_turns")
            await store.memory.keep_fact(ME, CANARY, turn.turn_id, NOON)
            await store.erasure.forget_user(ME)
            [file] = left(server)
        assert not store.database.is_gone
        assert await store.database.value("SELECT pg_relation_filenode('jarvis_turns')") == int(
            file
        )
    assert left(server) == []


async def test_a_chat_that_is_not_kept_rebuilds_nothing_at_once(server: PostgresServer) -> None:
    place = server.place()
    node = "SELECT pg_relation_filenode('jarvis_turns')"
    async with PostgresStore(place, "here") as store:
        turn = new_turn(store, CANARY)
        await store.turns.begin(turn, NOON)
        await store.turns.end(turn, CANARY, "done")
        await store.turns.tidy(turn)
        before = await store.database.value(node)
        assert await store.turns.clear(turn.thread) == 1
        assert await store.database.value(node) == before
    assert left(server) == []


async def test_turns_that_were_too_old_are_gone(server: PostgresServer) -> None:
    async with PostgresStore(server.place(), "here") as store:
        turn = new_turn(store, CANARY)
        await store.turns.begin(turn, NOON)
        await store.turns.end(turn, CANARY, "done")
        await store.turns.tidy(turn)
        assert await store.erasure.prune(NOON + timedelta(days=1), 9) == 1
    assert left(server) == []
