"""Contract: briefings, and the rows that they are made of, on each adapter."""

from datetime import UTC, datetime, timedelta

import pytest
from store.contract.adapters import Adapter, new_turn

from jarvis_voice.core.types import ME
from jarvis_voice.store.briefing_port import BriefingKind, BriefingRow, BriefingRunRow
from jarvis_voice.store.ports import Store

pytestmark = pytest.mark.contract

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
ANA = "ana"
KINDS: tuple[BriefingKind, ...] = ("feed", "article", "story", "taste")


def row(name: str, body: str = "{}", days: int = 0) -> BriefingRow:
    return BriefingRow(name, NOON - timedelta(days=days), body)


async def test_a_run_is_kept_and_read_after_a_restart(adapter: Adapter) -> None:
    async with adapter.store() as store:
        first = await store.briefings.begin(ME, NOON, "t1", "one")
        second = await store.briefings.begin(ME, NOON, "", "two")
        assert second > first
        done = BriefingRunRow(first, NOON, "t1", "done", "made")
        await store.briefings.update(ME, done)
        await store.briefings.update(ANA, BriefingRunRow(second, NOON, "", "failed", "hers"))
    going_on = BriefingRunRow(second, NOON, "", "running", "two")
    async with adapter.store() as store:
        assert list(await store.briefings.runs(ME, 5)) == [going_on, done]
        assert list(await store.briefings.runs(ME, 1)) == [going_on]
        assert list(await store.briefings.runs(ANA, 5)) == []
    assert adapter.reader().briefing_runs(ME, 1) == [going_on]


async def test_what_a_run_has_done_so_far_is_kept(store: Store) -> None:
    number = await store.briefings.begin(ME, NOON, "", "one")
    at_work = BriefingRunRow(number, NOON, "", "running", "one", '{"step": "read"}')
    await store.briefings.update(ME, at_work)
    assert list(await store.briefings.runs(ME, 1)) == [at_work]


async def test_a_row_is_kept_once_by_its_name(adapter: Adapter) -> None:
    async with adapter.store() as store:
        await store.briefings.keep(ME, "feed", [row("a", "1"), row("b", "2")])
        await store.briefings.keep(ME, "feed", [row("a", "3")])
        await store.briefings.keep(ME, "story", [row("a", "4")])
        await store.briefings.keep(ANA, "feed", [row("a", "5")])
        found = await store.briefings.rows(ME, "feed")
        assert [(one.name, one.body) for one in found] == [("a", "3"), ("b", "2")]
        assert found[0].kept_at == NOON
        assert len({one.number for one in found} - {0}) == 2
    assert list(found) == adapter.reader().briefing_rows(ME, "feed")


async def test_a_row_is_dropped_by_its_user_alone(store: Store) -> None:
    await store.briefings.keep(ME, "feed", [row("a"), row("b")])
    assert await store.briefings.drop(ANA, "feed", ["a"]) == 0
    assert await store.briefings.drop(ME, "feed", ["a", "c"]) == 1
    assert [one.name for one in await store.briefings.rows(ME, "feed")] == ["b"]


async def test_what_is_old_goes_and_what_was_chosen_stays(store: Store) -> None:
    old = NOON - timedelta(days=20)
    for user in (ME, ANA):
        over = await store.briefings.begin(user, old, "", "{}")
        await store.briefings.update(user, BriefingRunRow(over, old, "", "done", "{}"))
    running = await store.briefings.begin(ME, old, "", "{}")
    for kind in KINDS:
        await store.briefings.keep(ME, kind, [row("old", days=20), row("new", days=2)])
    assert await store.briefings.prune(NOON - timedelta(days=14)) == 4
    assert [one.number for one in await store.briefings.runs(ME, 9)] == [running]
    left = {}
    for kind in KINDS:
        left[kind] = [one.name for one in await store.briefings.rows(ME, kind)]
    assert left == {
        "feed": ["old", "new"],
        "article": ["new"],
        "story": ["new"],
        "taste": ["old", "new"],
    }


async def test_who_forgets_the_turn_forgets_the_briefing_of_it(store: Store) -> None:
    turn = new_turn(store, "give me my briefing")
    await store.turns.begin(turn, NOON)
    await store.turns.end(turn, "Yes.", "done")
    await store.briefings.begin(ME, NOON, turn.turn_id, "{}")
    kept = await store.briefings.begin(ME, NOON, "", "{}")
    said = BriefingRow("a.org", NOON, "{}", turn_id=turn.turn_id)
    await store.briefings.keep(ME, "taste", [said, row("b.org")])
    erased = await store.erasure.forget_turn(ME, turn.turn_id)
    assert (erased.turns, erased.others) == (1, 2)
    assert [one.name for one in await store.briefings.rows(ME, "taste")] == ["b.org"]
    assert [one.number for one in await store.briefings.runs(ME, 9)] == [kept]


async def test_who_is_forgotten_leaves_nothing(store: Store) -> None:
    for user in (ME, ANA):
        await store.briefings.begin(user, NOON, "", "{}")
        await store.briefings.keep(user, "feed", [row("a")])
        await store.briefings.keep(user, "article", [row("b")])
    assert (await store.erasure.forget_user(ME)).others == 3
    assert list(await store.briefings.runs(ME, 9)) == []
    assert list(await store.briefings.rows(ME, "feed")) == []
    assert list(await store.briefings.rows(ME, "article")) == []
    assert len(await store.briefings.rows(ANA, "feed")) == 1
    assert len(await store.briefings.runs(ANA, 9)) == 1
