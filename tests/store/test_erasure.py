"""Flow: what is forgotten is in no byte of the folder, whatever table or file it was in."""

from datetime import UTC, datetime

import pytest
from store.reads import read_thread

from jarvis_voice.core.operations import Forgotten
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.turn_ledger import TraceLine, TurnLedger
from jarvis_voice.core.types import ME, ThreadKey, TurnInput
from jarvis_voice.store.erasure import Erasure
from jarvis_voice.store.sqlite.schema import ACCOUNTS, COLUMNS
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 5, 12, tzinfo=UTC)
SECRET, KEPT = "quetzalcoatl", "the weather is fine"


async def say(store: SqliteStore, text: str, thread: str = "default") -> None:
    """A turn with all that may hang on one."""
    turn = TurnInput(store.turns.next_turn_id(), thread, text, "stdin")
    await store.turns.begin(turn, NOON)
    memory = store.memory
    await memory.keep_fact(ME, f"my {text}", turn.turn_id, NOON)
    await memory.add_notes(ME, "notes", (text,), NOON, turn.turn_id)
    await store.turns.end(turn, text, "done", TurnLedger(trace=[TraceLine("thought", text)]))
    await store.turns.note_heard(turn.turn_id, text)
    await store.checkpointer().setup()
    sql = "INSERT INTO checkpoints (thread_id, checkpoint_id, checkpoint) VALUES (?, ?, ?)"
    await store.database.write((sql, (thread, turn.turn_id, text)))


def plant(paths: Paths) -> None:
    """The same words in the files beside the database."""
    lines = f"\n# 1\n+{SECRET}\n\n# 2\n+{KEPT}\n"
    paths.line_history.write_text(lines, encoding="utf-8")
    damaged = paths.database.with_name(f"{paths.database.name}.damaged-20260101-000000")
    for suffix in ("", "-wal"):
        damaged.with_name(damaged.name + suffix).write_text(SECRET, encoding="utf-8")


def plant_near_miss(paths: Paths) -> None:
    """What the microphone caught."""
    paths.near_misses.mkdir()
    for kind in ("flac", "json"):
        (paths.near_misses / f"000001.{kind}").write_text(SECRET, encoding="utf-8")


def on_disk(paths: Paths) -> bytes:
    return b"".join(file.read_bytes() for file in paths.data.rglob("*") if file.is_file())


@pytest.mark.parametrize("what", ["turn", "thread", "all"])
async def test_it_is_in_no_byte_and_the_rest_is_still_there(paths: Paths, what: str) -> None:
    async with SqliteStore(paths.database) as store:
        await say(store, SECRET)
        await say(store, KEPT, thread="other")
        plant(paths)
        paths.log_file.write_text(SECRET if what == "all" else "", encoding="utf-8")
        if what == "all":
            plant_near_miss(paths)
        forgetting = Erasure(store, paths)
        assert SECRET.encode() in on_disk(paths)
        match what:
            case "turn":
                assert await forgetting.turn(ME, "t1") == Forgotten(1, 2, 1)
            case "thread":
                assert await forgetting.thread(ThreadKey(ME, "default")) == Forgotten(1, 2, 1)
            case _:
                assert await forgetting.everything(ME) == Forgotten(2, 4, 1)
        left = on_disk(paths)
        assert SECRET.encode() not in left
        assert (KEPT.encode() in left) == (what != "all")
        assert store.turns.next_turn_id() == "t3"  # no id is given twice
    assert len(read_thread(paths.database, "other")) == (what != "all")


async def test_of_a_thread_one_turn_can_go(paths: Paths) -> None:
    async with SqliteStore(paths.database) as store:
        await say(store, KEPT)
        await say(store, SECRET)
        assert (await Erasure(store, paths).turn(ME, "t2")).turns == 1
        assert SECRET.encode() not in on_disk(paths)
        assert await store.database.value("SELECT count(*) FROM checkpoints") == 0
    assert [turn.text for turn in read_thread(paths.database, "default")] == [KEPT]


async def test_what_was_never_there_is_not_forgotten(paths: Paths) -> None:
    async with SqliteStore(paths.database) as store:
        assert await Erasure(store, paths).turn(ME, "t7") == Forgotten()
        assert await Erasure(store, paths).thread(ThreadKey(ME, "x' OR 1")) == Forgotten()


async def test_every_table_says_which_turn_its_words_are_of(paths: Paths) -> None:
    """A new table with words needs a column by which they can be forgotten."""
    async with SqliteStore(paths.database) as store:
        await store.checkpointer().setup()
        columns: dict[str, set[str]] = {}
        for table, column in await store.database.rows(COLUMNS):
            columns.setdefault(table, set()).add(column)
    of_a_turn = {"turn", "turn_id", "checkpoint_id"}
    unnamed = [name for name, own in columns.items() if not own & of_a_turn]
    assert unnamed == ["turns", *ACCOUNTS], "who may come in has said nothing"
