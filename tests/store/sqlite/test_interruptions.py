"""Flow: what a crash cut short is told by how far it had come, once, on a real database."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from jarvis_voice.core.types import ME, ReceiptKind, TurnInput
from jarvis_voice.store.interruptions import LONGEST_QUOTE, sentence_of, sentences_of
from jarvis_voice.store.records import Interruption
from jarvis_voice.store.sqlite.store import SqliteStore

pytestmark = pytest.mark.flow

NOON = datetime(2026, 11, 5, 12, tzinfo=UTC)


async def crash(database: Path, text: str, *receipts: ReceiptKind | None) -> None:
    """A turn that is never ended, with acts of which None has no receipt."""
    async with SqliteStore(database) as store:
        turn = TurnInput(store.turns.next_turn_id(), "default", text, "stdin")
        await store.turns.begin(turn, NOON)
        acts = store.interruptions
        for receipt in receipts:
            await acts.act_begins(turn.turn_id)
            if receipt:
                await acts.act_is_over(turn.turn_id, receipt)


async def told(database: Path) -> list[str]:
    async with SqliteStore(database) as store:
        sentences = sentences_of(await store.interruptions.interrupted(ME))
        await store.interruptions.have_been_told(ME)
        return sentences


@pytest.mark.parametrize(
    ("receipts", "expected"),
    [
        ([], 'I was interrupted before I had answered "open MIT". Nothing was done.'),
        ([None], 'I was interrupted in the middle of "open MIT". It may not have been done.'),
        ([ReceiptKind.EFFECT], 'I was interrupted after I had done "open MIT", or part of it.'),
        (
            [ReceiptKind.FAILED],
            'I was interrupted before I had answered "open MIT". Nothing was done.',
        ),
        (
            [ReceiptKind.EFFECT, None],
            'I was interrupted in the middle of "open MIT". It may not have been done. '
            "Part of it was done before.",
        ),
    ],
)
async def test_it_is_told_how_far_a_turn_had_come_and_once(
    tmp_path: Path, receipts: list[ReceiptKind | None], expected: str
) -> None:
    database = tmp_path / "threads.db"
    await crash(database, "open MIT", *receipts)
    assert await told(database) == [expected]
    assert await told(database) == []


async def test_a_turn_that_ended_leaves_nothing_to_tell(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    async with SqliteStore(database) as store:
        turn = TurnInput(store.turns.next_turn_id(), "default", "open MIT", "stdin")
        await store.turns.begin(turn, NOON)
        await store.interruptions.act_begins(turn.turn_id)
        await store.turns.end(turn, "Done.", "done")
        assert await store.database.value("SELECT count(*) FROM acts") == 0
    assert await told(database) == []


async def test_of_many_crashes_the_last_are_told(tmp_path: Path) -> None:
    database = tmp_path / "threads.db"
    for number in range(5):
        await crash(database, f"command {number}")
    first, *last = await told(database)
    assert first == "I was interrupted 5 times; these were the last."
    assert [f"command {number}" in one for number, one in zip((2, 3, 4), last, strict=True)] == [
        True,
        True,
        True,
    ]


async def test_an_act_of_a_turn_that_is_not_written_down_is_not_either(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "threads.db") as store:
        await store.interruptions.act_begins("t7")
        assert await store.database.value("SELECT count(*) FROM acts") == 0


def test_a_long_command_is_quoted_in_part() -> None:
    sentence = sentence_of(Interruption("t1", "x\n" * 200, 0, 0))
    assert " ..." in sentence
    assert len(sentence) < LONGEST_QUOTE + 80
