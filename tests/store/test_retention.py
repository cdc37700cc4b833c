"""Flow: turns that are too old go piece by piece, with all that hangs on them, and no others."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from store.reads import list_threads, read_thread

from jarvis_voice.assistant.state import KEPT_MESSAGES
from jarvis_voice.core.types import ME, TurnInput
from jarvis_voice.store import retention
from jarvis_voice.store.briefing_port import BriefingRow, BriefingRunRow
from jarvis_voice.store.limits import REMEMBERED_TURNS
from jarvis_voice.store.retention import Retention
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

NOW = datetime(2026, 11, 5, 12, tzinfo=UTC)
SECRET = "quetzalcoatl"


class Calendar:
    """A clock that shows a day of the test's choice."""

    def __init__(self, now: datetime) -> None:
        self._now = now

    def seconds(self) -> float:
        return 0.0

    def now(self) -> datetime:
        return self._now


async def say(store: SqliteStore, text: str, days_ago: float, thread: str = "default") -> None:
    turn = TurnInput(store.turns.next_turn_id(), thread, text, "stdin")
    await store.turns.begin(turn, NOW - timedelta(days=days_ago))
    await store.turns.end(turn, "Yes.", "done")


async def test_old_turns_go_with_their_checkpoint_and_facts_stay(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await store.checkpointer().setup()
        await say(store, SECRET, days_ago=31, thread="old")
        await say(store, "new", days_ago=29)
        await store.memory.keep_fact(ME, "my car is red", "t1", NOW - timedelta(days=31))
        await store.database.write(
            *(
                (
                    "INSERT INTO checkpoints (thread_id, checkpoint_id, checkpoint) "
                    "VALUES (?, '1', ?)",
                    (thread, SECRET),
                )
                for thread in ("old", "other")
            )
        )
        assert await Retention(store.erasure, Calendar(NOW), 30).prune() == 1
        assert await Retention(store.erasure, Calendar(NOW), 30).prune() == 0
        assert await store.database.rows("SELECT thread_id FROM checkpoints") == [("other",)]
        assert [fact.text for fact in await store.memory.facts(ME)] == ["my car is red"]
    assert [row.thread_id for row in list_threads(database)] == ["default"]


async def test_pruned_words_are_in_no_file(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "threads.db") as store:
        await say(store, SECRET, days_ago=31)
        await Retention(store.erasure, Calendar(NOW), 30).prune()
        left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert SECRET.encode() not in left


async def test_it_is_done_a_piece_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "PIECE_TURNS", 3)
    async with SqliteStore(tmp_path / "threads.db") as store:
        for number in range(8):
            await say(store, f"turn {number}", days_ago=40)
        assert await store.erasure.prune(NOW, 3) == 3
        assert await Retention(store.erasure, Calendar(NOW), 30).prune() == 5


async def test_a_thread_that_went_on_for_long_keeps_its_conversation(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "threads.db") as store:
        await store.checkpointer().setup()
        await say(store, "long ago", days_ago=40)
        for number in range(REMEMBERED_TURNS):
            await say(store, f"turn {number}", days_ago=1)
        sql = "INSERT INTO checkpoints (thread_id, checkpoint_id) VALUES ('default', '1')"
        await store.database.write((sql, ()))
        assert await Retention(store.erasure, Calendar(NOW), 30).prune() == 1
        assert await store.database.value("SELECT count(*) FROM checkpoints") == 1


def test_a_checkpoint_holds_no_more_turns_than_are_reckoned_with() -> None:
    assert REMEMBERED_TURNS * 2 == KEPT_MESSAGES


@pytest.mark.parametrize("days", [0, 30])
async def test_it_prunes_at_the_start_unless_all_is_kept(tmp_path: Path, days: int) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await say(store, "long ago", days_ago=1_000)
        async with Retention(store.erasure, Calendar(NOW), days) as pruning:
            while pruning._work and await store.database.value("SELECT count(*) FROM turns"):
                continue
    assert len(read_thread(database, "default")) == (0 if days else 1)


async def test_a_clock_that_went_backwards_prunes_nothing_and_keeps_the_order(
    tmp_path: Path,
) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        await say(store, "before", days_ago=0)
        await say(store, "after the clock went back a year", days_ago=365)
        assert await Retention(store.erasure, Calendar(NOW - timedelta(days=365)), 30).prune() == 0
    texts = [turn.text for turn in read_thread(database, "default")]
    assert texts == ["before", "after the clock went back a year"]


async def test_old_briefings_go_too_also_where_turns_stay(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "threads.db") as store:
        old = NOW - timedelta(days=20)
        number = await store.briefings.begin(ME, old, "", "{}")
        await store.briefings.update(ME, BriefingRunRow(number, old, "", "done", "{}"))
        await store.briefings.keep(ME, "article", [BriefingRow("a", old, "{}")])
        await store.briefings.keep(ME, "feed", [BriefingRow("f", old, "{}")])
        await say(store, "hello", days_ago=400)
        assert await Retention(store.erasure, Calendar(NOW), 0, store.briefings, 14).prune() == 0
        assert await store.briefings.runs(ME, 9) == []
        assert await store.briefings.rows(ME, "article") == []
        assert len(await store.briefings.rows(ME, "feed")) == 1
        assert len(read_thread(tmp_path / "threads.db", "default")) == 1
