"""End to end: all that is kept goes to a server and back as it was, or nothing is changed."""

from collections.abc import AsyncIterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from store.contract.test_forgetting import conversation, say, talk
from store.postgres_server import PostgresServer

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.stopwatch_runs import StopwatchRun
from jarvis_voice.core.types import ME, ThreadKey
from jarvis_voice.store.briefing_port import BriefingRow, BriefingRunRow
from jarvis_voice.store.ports import Store
from jarvis_voice.store.postgres import database
from jarvis_voice.store.postgres.place import PostgresPlace
from jarvis_voice.store.postgres.reader import PostgresReader
from jarvis_voice.store.postgres.server_copy import copy_from_server, copy_to_server
from jarvis_voice.store.postgres.store import PostgresStore
from jarvis_voice.store.reader_port import StoreReader
from jarvis_voice.store.records import CopyStep, KeptToken
from jarvis_voice.store.sqlite.readonly import SqliteReader
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.e2e

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
MINE, HERS = ThreadKey(ME, "default"), ThreadKey("ana", "default")


async def fill(store: Store) -> None:
    """Something of each kind."""
    for thread in (MINE, HERS):
        for text in ("first", "second", "thïrd\tline\\N\n"):
            await say(store, text, thread)
    await store.profiles.keep(ME, "name", "Ana", "t1", NOON)
    await store.schedule.keep_stopwatch(ME, StopwatchRun(NOON, "boot", 1.5, None, "t1"))
    await store.schedule.add(Entry("routine", NOON, NOON, rule="FREQ=DAILY", words="news"))
    await store.people.add_user("ana", NOON)
    await store.people.add_token(
        KeptToken("phone", "ana", "a" * 64, frozenset({"talk"}), NOON.isoformat())
    )
    await store.turns.note_heard("t2", "half of it")
    run = await store.briefings.begin(ME, NOON, "t1", "{}")
    await store.briefings.update(ME, BriefingRunRow(run, NOON, "t1", "done", '{"text": "news"}'))
    for user_id in (ME, "ana"):
        feeds = [BriefingRow(name, NOON, '{"a": "\u00ef\\n"}', turn_id="t1") for name in "ab"]
        await store.briefings.keep(user_id, "feed", feeds)


def seen(reader: StoreReader) -> list[Any]:
    """All that a reader shows."""
    users: list[Any] = []
    for user_id in (ME, "ana"):
        turns = reader.transcript(ThreadKey(user_id, "default"))
        users += [*map(asdict, turns), *map(asdict, reader.threads(user_id))]
        users += [reader.trace(user_id, one.turn_id) for one in turns]
        users += [*map(asdict, reader.facts(user_id)), *map(asdict, reader.profile(user_id))]
        users += [reader.entries(user_id), reader.briefing_runs(user_id, 9)]
        users += [reader.briefing_rows(user_id, "feed")]
    return [*users, reader.calls(), reader.latency(99), reader.users(), reader.tokens()]


async def counts(steps: AsyncIterator[CopyStep]) -> dict[str, int]:
    last = {}
    async for step in steps:
        last[step.table] = step.done
    return {table: count for table, count in last.items() if count}


async def test_all_goes_there_and_back_as_it_was(server: PostgresServer, tmp_path: Path) -> None:
    file, back, place = tmp_path / "threads.db", tmp_path / "back.db", server.place()
    async with SqliteStore(file) as store:
        await fill(store)
        kept = seen(SqliteReader(file))
        words = [await conversation(store, thread) for thread in (MINE, HERS)]
    copied = {
        "turns": 6,
        "facts": 6,
        "notes": 6,
        "profile": 1,
        "schedule": 7,
        "stopwatches": 1,
        "usage": 6,
        "trace": 6,
        "latency": 6,
        "briefings": 1,
        "briefing_rows": 4,
        "people": 1,
        "tokens": 1,
        "conversations": 6,
    }
    assert await counts(copy_to_server(file, place)) == copied
    assert seen(PostgresReader(place)) == kept
    async with PostgresStore(place, "here") as server_store:
        assert [await conversation(server_store, one) for one in (MINE, HERS)] == words
        assert server_store.turns.next_turn_id() == "t7"
        assert len(await server_store.schedule.all_entries()) == 7
        assert await server_store.schedule.stopwatch(ME)
        await server_store.memory.keep_fact(ME, "one more", "t7", NOON)
        assert (await server_store.memory.facts(ME))[-1].number == 7
        await server_store.memory.forget_facts(ME, (7,))
        await server_store.briefings.keep(ME, "story", [BriefingRow("c", NOON, "{}")])
        assert [one.number for one in await server_store.briefings.rows(ME, "story")] == [5]
        await server_store.briefings.drop(ME, "story", ["c"])
    assert await counts(copy_from_server(place, back)) == copied
    assert seen(SqliteReader(back)) == kept
    async with SqliteStore(back) as store:
        assert [await conversation(store, thread) for thread in (MINE, HERS)] == words
        assert store.turns.next_turn_id() == "t8"
        await talk(store, MINE, "goes on")
        assert await conversation(store, MINE) == ["goes on"]


async def test_what_is_not_empty_is_replaced_only_when_that_is_said(
    server: PostgresServer, tmp_path: Path
) -> None:
    file, place = tmp_path / "threads.db", server.place()
    async with SqliteStore(file) as store:
        await say(store, "of the file")
    async with PostgresStore(place, "here") as there:
        await say(there, "of the server")
        await say(there, "twice")
    for steps in (copy_to_server(file, place), copy_from_server(place, file)):
        with pytest.raises(StoreError) as caught:
            await counts(steps)
        assert caught.value.code == "target-not-empty"
    assert [one.text for one in SqliteReader(file).transcript(MINE)] == ["of the file"]
    assert len(PostgresReader(place).transcript(MINE)) == 2
    assert (await counts(copy_to_server(file, place, replaces=True)))["turns"] == 1
    assert [one.text for one in PostgresReader(place).transcript(MINE)] == ["of the file"]
    async with PostgresStore(place, "here") as there:
        assert await conversation(there, MINE) == ["of the file"]
        await say(there, "later")
    assert (await counts(copy_from_server(place, file, replaces=True)))["turns"] == 2
    assert len(SqliteReader(file).transcript(MINE)) == 2


async def test_a_place_that_holds_nothing_takes_the_place_of_no_other(
    server: PostgresServer, tmp_path: Path
) -> None:
    file, empty, place = tmp_path / "threads.db", tmp_path / "empty.db", server.place()
    async with SqliteStore(file) as store:
        await say(store, "of the file")
    async with PostgresStore(place, "here") as there:
        await say(there, "of the server")
    for steps in (
        copy_to_server(empty, place, replaces=True),
        copy_from_server(server.place(), file, replaces=True),
    ):
        with pytest.raises(StoreError) as caught:
            await counts(steps)
        assert caught.value.code == "source-empty"
    assert len(PostgresReader(place).transcript(MINE)) == 1
    assert len(SqliteReader(file).transcript(MINE)) == 1


async def test_a_copy_that_breaks_off_changes_nothing(
    server: PostgresServer, tmp_path: Path
) -> None:
    file, place = tmp_path / "threads.db", server.place()
    async with SqliteStore(file) as store:
        await fill(store)
    steps = copy_to_server(file, place)
    async for step in steps:
        if step.table == "conversations":
            break
    await steps.aclose()
    assert seen(PostgresReader(place))[-4:] == [[], [], [], []]
    async with PostgresStore(place, "here") as there:
        await say(there, "of the server")
    back = copy_from_server(place, file, replaces=True)
    async for _ in back:
        break
    await back.aclose()
    assert len(SqliteReader(file).transcript(MINE)) == 3
    assert [one.name for one in tmp_path.iterdir() if "copy" in one.name] == []


async def test_who_writes_meanwhile_is_refused(server: PostgresServer, tmp_path: Path) -> None:
    place = server.place()
    async with PostgresStore(place, "kitchen:/data"):
        for steps in (
            copy_to_server(tmp_path / "threads.db", place),
            copy_from_server(place, tmp_path / "threads.db"),
        ):
            with pytest.raises(StoreError) as caught:
                await counts(steps)
            assert caught.value.code == "target-busy"
            assert "on kitchen. End it first" in caught.value.message


@pytest.mark.parametrize("comes_from_there", [False, True])
async def test_who_starts_while_it_is_copied_is_refused(
    server: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, comes_from_there: bool
) -> None:
    file, place = tmp_path / "threads.db", server.place()
    async with PostgresStore(place, "here") as store:
        await store.turns.numbers.refill()
    async with SqliteStore(file):
        pass
    steps = copy_from_server(place, file) if comes_from_there else copy_to_server(file, place)
    await anext(steps)
    monkeypatch.setattr(database, "ANSWER_SECONDS", 0.5)
    with pytest.raises(StoreError):
        async with PostgresStore(place, "kitchen:/data"):
            pass
    await counts(steps)
    async with PostgresStore(place, "kitchen:/data"):
        pass


async def test_rows_that_cannot_be_read_are_counted_and_stay(
    server: PostgresServer, tmp_path: Path
) -> None:
    file, place = tmp_path / "threads.db", server.place()
    async with SqliteStore(file) as store:
        await say(store, "first")
        await say(store, "second")
        await store.database.write(
            ("UPDATE facts SET said_at = 'when?' WHERE number = 1", ()),
            ("UPDATE checkpoints SET checkpoint = x'ff' WHERE rowid = 1", ()),
        )
    left = {}
    async for step in copy_to_server(file, place):
        left[step.table] = step.left
    assert {table: count for table, count in left.items() if count} == {
        "facts": 1,
        "conversations": 1,
    }
    async with PostgresStore(place, "here") as there:
        assert await conversation(there, MINE) == ["second"]


async def test_a_server_that_is_gone_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "threads.db"
    async with SqliteStore(file) as store:
        await say(store, "first")
    gone = PostgresPlace("postgresql://me@127.0.0.1:1/jarvis")
    for steps in (copy_to_server(file, gone), copy_from_server(gone, file, replaces=True)):
        with pytest.raises(StoreError, match="nothing listens there"):
            await counts(steps)
    assert len(SqliteReader(file).transcript(MINE)) == 1
