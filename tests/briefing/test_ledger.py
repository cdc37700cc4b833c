"""Unit: what is kept for briefings is read as it was, and what cannot be read costs its row."""

from dataclasses import replace
from datetime import timedelta

import pytest
from briefing.newsroom import BATTERY, NOW, article

from jarvis_voice.briefing.ledger import LONGEST_KEPT_SUMMARY, BriefingLedger
from jarvis_voice.briefing.work import BriefingWork, KeptStory
from jarvis_voice.core.briefing_records import (
    BriefingRun,
    Feed,
    ScoredStory,
    StepSpan,
    StorySource,
    Taste,
    ToldStory,
)
from jarvis_voice.store.briefing_port import BriefingRow, BriefingRunRow
from jarvis_voice.store.in_memory.briefings import InMemoryBriefingStore
from jarvis_voice.store.in_memory.tables import Tables

pytestmark = pytest.mark.unit


@pytest.fixture
def store() -> InMemoryBriefingStore:
    return InMemoryBriefingStore(Tables(is_open=True))


@pytest.fixture
def ledger(store: InMemoryBriefingStore) -> BriefingLedger:
    return BriefingLedger(store, "me", lambda: NOW)


async def test_feeds_are_read_as_they_were_with_a_number(ledger: BriefingLedger) -> None:
    feed = Feed("https://a.org/feed", "A", "world", 1.5, '"v"', "then", NOW, 2, "Down.")
    await ledger.keep_feeds([feed])
    [kept] = await ledger.feeds()
    assert replace(kept, number=0) == feed
    assert kept.number > 0
    assert await ledger.drop_feed("https://www.a.org/feed/"), "the same page"
    assert await ledger.feeds() == []


async def test_entries_and_articles_are_read_as_they_were(ledger: BriefingLedger) -> None:
    one = article(*BATTERY)
    long = replace(one.entry, summary="x" * 10_000)
    await ledger.keep_articles([one])
    await ledger.keep_entries("https://a.org/feed", [long])
    assert await ledger.articles() == [one]
    [kept] = (await ledger.entries())["https://a.org/feed"]
    assert len(kept.summary) == LONGEST_KEPT_SUMMARY


async def test_what_was_told_is_known_for_a_week(ledger: BriefingLedger) -> None:
    def told(name: str, days: float) -> ToldStory:
        return ToldStory(name, "t", NOW, NOW - timedelta(days=days), {"a": 0.5}, ("a", "b"))

    await ledger.keep_told([told("old", 7.1), told("new", 6.9)])
    assert [one.name for one in await ledger.told()] == ["new"]


async def test_a_taste_replaces_the_one_before(ledger: BriefingLedger) -> None:
    await ledger.keep_taste(Taste("less", "Chess"))
    await ledger.keep_taste(Taste("mute", "chess"))
    assert await ledger.tastes() == [Taste("mute", "chess")]


async def test_an_unfinished_run_comes_back_with_its_work(ledger: BriefingLedger) -> None:
    run = BriefingRun(0, "voice", NOW, "t3", ("chess",), spans=(StepSpan("gather", 1, True, "x"),))
    run = replace(run, number=await ledger.begin(run))
    source = StorySource("https://a.org/1", "a.org", "t", "A")
    one = article(*BATTERY)
    chosen = KeptStory(ScoredStory("t", 0.5, (), (source,)), (one,), "chess", {"a": 1.0})
    work = BriefingWork(done=["gather"], entries=[one.entry], articles=[one], chosen=[chosen])
    await ledger.update(run, work)
    assert await ledger.unfinished() == (run, work)
    await ledger.update(replace(run, state="done"))
    assert await ledger.unfinished() is None


@pytest.mark.parametrize("body", ["", "{", "[]", '{"url": 3}', "null"])
async def test_a_row_of_another_shape_costs_itself_alone(
    ledger: BriefingLedger, store: InMemoryBriefingStore, body: str
) -> None:
    await store.keep("me", "feed", [BriefingRow("x", NOW, body)])
    await ledger.keep_feeds([Feed("https://a.org/feed")])
    assert [one.url for one in await ledger.feeds()] == ["https://a.org/feed"]
    number = await store.begin("me", NOW, "", body)
    await store.update("me", BriefingRunRow(number, NOW, "", "running", body, body))
    assert await ledger.runs(9) == []
    assert await ledger.unfinished() is None
