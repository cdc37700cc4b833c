"""End to end: two processes on one database lose no turn and run no thread at once."""

import asyncio
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from store.contract.adapters import new_turn
from store.contract.test_forgetting import conversation, talk
from store.postgres import turn_taker
from store.postgres_server import PostgresServer

from jarvis_voice.core.errors import StoreError
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import ME, ThreadKey
from jarvis_voice.store.postgres.place import PostgresPlace
from jarvis_voice.store.postgres.store import PostgresStore

pytestmark = pytest.mark.e2e

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
DEFAULT = ThreadKey(ME, "default")
THREADS = int(os.environ.get("PROOF_THREADS", "100"))
"""`make proof` takes 1,000."""

TURNS = 3
"""That each process takes in each thread."""


def taker(place: PostgresPlace, home: str, threads: int, turns: int) -> subprocess.Popen[bytes]:
    argv = [sys.executable, str(Path(turn_taker.__file__)), place.url, home]
    return subprocess.Popen([*argv, str(threads), str(turns)], stdout=subprocess.PIPE)


async def test_no_turn_is_lost_or_doubled(server: PostgresServer) -> None:
    place = server.place()
    takers = [taker(place, home, THREADS, TURNS) for home in ("one", "two")]
    said = [(await asyncio.to_thread(one.communicate))[0] for one in takers]
    assert [one.returncode for one in takers] == [0, 0]
    assert said == [b"begun\n"] * 2
    async with PostgresStore(place, "three") as store:
        rows = await store.database.rows(
            "SELECT user_id, thread_id, outcome, array_agg(reply ORDER BY number), "
            "count(DISTINCT number) FROM jarvis_turns GROUP BY 1, 2, 3"
        )
        in_order = [str(number + 1) for number in range(2 * TURNS)]
        assert len(rows) == THREADS
        assert {row[2] for row in rows} == {"done"}
        assert all(sorted(row[3], key=int) == in_order and row[4] == 2 * TURNS for row in rows)
        counts = await store.database.rows("SELECT checkpoint -> 'channel_values' FROM checkpoints")
        assert counts == [({"count": 2 * TURNS},)] * THREADS
        assert await store.database.value("SELECT count(*) FROM jarvis_lanes") == 0


async def test_a_process_that_is_killed_leaves_its_threads_to_the_other(
    server: PostgresServer,
) -> None:
    place = server.place()
    killed = taker(place, "one", 3, 0)
    async with PostgresStore(place, "two") as store:
        assert killed.stdout
        assert await asyncio.to_thread(killed.stdout.readline) == b"begun\n"
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        sql = "SELECT user_id, thread_id, number FROM jarvis_turns WHERE outcome IS NULL"
        left = await store.database.rows(sql)
        assert len(left) == 3
        await store.database.write(  # as if its lease had run out: no test waits for that
            ("UPDATE jarvis_writers SET until = now() - interval '1s' WHERE home = 'one'", ()),
            ("UPDATE jarvis_lanes SET until = now() - interval '1s'", ()),
        )
        saver = store.checkpointer()
        for user_id, thread_id, _ in left:
            await turn_taker.take_turn(store, saver, user_id, thread_id)
        assert await store.database.rows(sql) == []
        told = {
            one.turn_id for row in left for one in await store.interruptions.interrupted(row[0])
        }
        assert told == {f"t{number}" for _, _, number in left}


@pytest.mark.parametrize("is_pooled", [False, True])
async def test_one_that_was_stopped_for_too_long_writes_nothing_more(
    server: PostgresServer, is_pooled: bool
) -> None:
    place = server.place(is_pooled=is_pooled)
    async with PostgresStore(place, "one") as one, PostgresStore(place, "two") as two:
        slow, next_ = new_turn(one, "slow"), new_turn(two, "next")
        await one.turns.begin(slow, NOON)
        await talk(one, DEFAULT, "before")
        expired = "UPDATE jarvis_lanes SET until = now() - interval '1s'"
        await two.database.write((expired, ()))
        await two.turns.begin(next_, NOON)
        parts = "SELECT count(*) FROM checkpoint_blobs"
        before = await two.database.value(parts)
        await talk(one, DEFAULT, "stale")
        assert await conversation(two, DEFAULT) == ["before"]
        assert await two.database.value(parts) == before
        with pytest.raises(StoreError) as caught:
            await one.turns.end(slow, "Done.", "done")
        assert caught.value.code == "turn-closed"
        await two.turns.end(next_, "Yes.", "done")
        await two.turns.tidy(next_)
        found = await two.turns.transcript(DEFAULT)
        assert [(one.text, one.reply, one.outcome) for one in found] == [
            ("slow", "", "cancelled"),
            ("next", "Yes.", "done"),
        ]


async def test_a_turn_waits_for_the_other_process_in_its_thread_alone(
    server: PostgresServer,
) -> None:
    place = server.place()
    async with PostgresStore(place, "one") as one, PostgresStore(place, "two") as two:
        first, second = new_turn(one, "first"), new_turn(two, "second")
        await one.turns.begin(first, NOON)
        waiting = asyncio.create_task(two.turns.begin(second, NOON))
        await two.turns.begin(new_turn(two, "elsewhere", "work"), NOON)
        assert not waiting.done()
        await one.turns.end(first, "Yes.", "done")
        await one.turns.tidy(first)
        await waiting
        assert [past.text for past in await two.turns.transcript(DEFAULT)] == ["first", "second"]


@pytest.mark.parametrize("how", ["forget", "forget all", "clear", "rename"])
async def test_what_one_forgets_is_not_kept_by_the_other_that_answers_in_it(
    server: PostgresServer, how: str
) -> None:
    place = server.place()
    async with PostgresStore(place, "one") as one, PostgresStore(place, "two") as two:
        turn = new_turn(one, "secret")
        await one.turns.begin(turn, NOON)
        await talk(one, DEFAULT, "secret")
        match how:
            case "forget":
                assert (await two.erasure.forget_thread(DEFAULT)).turns == 1
            case "forget all":
                assert (await two.erasure.forget_user(ME)).turns == 1
            case "clear":
                assert await two.turns.clear(DEFAULT) == 1
            case _:
                await two.turns.rename(DEFAULT, "aside")
        await talk(one, DEFAULT, "secret again")
        await one.turns.end(turn, "secret", "done")
        await one.turns.tidy(turn)
        assert await conversation(two, DEFAULT) == []
        assert await two.turns.transcript(DEFAULT) == []


async def test_old_turns_of_a_conversation_go_when_no_turn_runs_in_it(
    server: PostgresServer,
) -> None:
    place = server.place()
    async with PostgresStore(place, "one") as one, PostgresStore(place, "two") as two:
        for text, thread in (("old", "default"), ("elsewhere", "work")):
            turn = new_turn(one, text, thread)
            await one.turns.begin(turn, NOON)
            await one.turns.end(turn, "Yes.", "done")
            await one.turns.tidy(turn)
        runs = new_turn(one, "new")
        tomorrow = NOON + timedelta(days=1)
        await one.turns.begin(runs, tomorrow)
        assert await two.erasure.prune(tomorrow, 9) == 1
        assert await two.turns.transcript(ThreadKey(ME, "work")) == []
        await talk(one, DEFAULT, "a question")
        assert await conversation(two, DEFAULT) == ["a question"], "it holds its conversation"
        await one.turns.end(runs, "Shall I?", "done")
        await one.turns.tidy(runs)
        assert await two.erasure.prune(tomorrow, 9) == 1
        assert [past.text for past in await two.turns.transcript(DEFAULT)] == ["new"]


async def test_a_start_beside_a_running_process_ends_none_of_its_turns(
    server: PostgresServer,
) -> None:
    place = server.place()
    async with PostgresStore(place, "one") as one:
        turn = new_turn(one)
        await one.turns.begin(turn, NOON)
        async with PostgresStore(place, "two") as two:
            assert await two.interruptions.interrupted(ME) == []
        await one.turns.end(turn, "Yes.", "done")
        assert [past.outcome for past in await one.turns.transcript(DEFAULT)] == ["done"]


async def test_a_timer_rings_where_it_was_set_and_is_not_lost_with_that(
    server: PostgresServer,
) -> None:
    place = server.place()
    async with PostgresStore(place, "one") as one:
        await one.schedule.add(Entry("alarm", NOON, NOON))
        async with PostgresStore(place, "two") as two:
            assert await two.schedule.all_entries() == ()
            assert len(await two.schedule.entries(ME)) == 1
        assert len(await one.schedule.all_entries()) == 1
    async with PostgresStore(place, "two") as two:
        assert len(await two.schedule.all_entries()) == 1


async def test_numbers_go_on_over_processes_and_blocks(server: PostgresServer) -> None:
    place = server.place()
    async with PostgresStore(place, "one") as one, PostgresStore(place, "two") as two:
        given = []
        for _ in range(250):
            for store in (one, two):
                given.append(store.turns.next_turn_id())
                await store.turns.numbers.refill()
        assert len({*given}) == 500
        assert max(int(turn_id[1:]) for turn_id in given) < 2_000
