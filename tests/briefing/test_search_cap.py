"""Flow: topics are searched for besides feeds, at most a hundred results of each."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from briefing.newsroom import NOW, TestClock
from pydantic import ValidationError

from jarvis_voice.briefing.course import STEPS, BriefingStep
from jarvis_voice.briefing.run import BriefingMaker, BriefingRules
from jarvis_voice.briefing.steps import BriefingSources
from jarvis_voice.core.briefing_config import MOST_RESULTS, BriefingConfig
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Link
from jarvis_voice.store.in_memory.briefings import InMemoryBriefingStore
from jarvis_voice.store.in_memory.tables import Tables
from jarvis_voice.tools.web.feed_fetch import FetchedFeed
from jarvis_voice.tools.web.page_cache import Page
from jarvis_voice.tools.web.search import MAX_LINKS, SearchResults

pytestmark = pytest.mark.flow

SENTENCE = "A plant for batteries number {0} opened in the town of Place{0} on Tuesday morning."


class NotedSearch:
    """Gives as many results as are asked for, and more."""

    def __init__(self, extra: int = 0) -> None:
        self.extra = extra
        self.asked: list[tuple[str, int]] = []

    async def search(self, query: str, count: int = 10) -> SearchResults:
        self.asked.append((query, count))
        links = tuple(
            Link(f"Batteries {n}", f"https://site{n}.org/a", "search", SENTENCE.format(n))
            for n in range(count + self.extra)
        )
        return SearchResults(query, links, "", "", "", "noted")


class NoNetwork:
    async def fetch(self, url: str, etag: str = "", modified: str = "") -> FetchedFeed:
        raise ToolError("page-offline", "There is no network.")

    async def read(self, url: str) -> Page:
        raise ToolError("page-offline", "There is no network.")


def maker(
    search: NotedSearch, n_results: int, steps: Sequence[BriefingStep] = STEPS
) -> BriefingMaker:
    tables = Tables(is_open=True)
    nothing = NoNetwork()
    sources = BriefingSources(nothing, nothing, search, n_results)
    rules = BriefingRules(topics=("batteries", "ferries"), window=timedelta(days=1), threshold=0)
    return BriefingMaker(InMemoryBriefingStore(tables), sources, rules, TestClock(NOW), steps)


async def test_topics_are_searched_without_feeds() -> None:
    search = NotedSearch()
    made = await maker(search, 20).make("me")
    assert search.asked == [("batteries news", 20), ("ferries news", 20)]
    assert made.stories
    assert {one.topic for one in made.stories} == {"batteries"}


async def test_a_run_asks_for_a_hundred_at_the_most_and_takes_no_more() -> None:
    search = NotedSearch(extra=50)
    made = maker(search, 5_000)
    await made.make("me")
    assert {count for _, count in search.asked} == {MAX_LINKS}
    [run] = await made.ledger("me").runs(1)
    assert run.spans[0].told == "100 entries of 0 feeds"


class StuckSearch(NotedSearch):
    """Answers of the first topic, and of no other one."""

    async def search(self, query: str, count: int = 10) -> SearchResults:
        if self.asked:
            await asyncio.Event().wait()
        return await super().search(query, count)


async def test_what_was_found_before_the_time_was_over_is_told() -> None:
    gather, *others = STEPS
    steps = (replace(gather, seconds=0.05), *others)
    made = await maker(StuckSearch(), 20, steps).make("me")
    assert {one.topic for one in made.stories} == {"batteries"}
    assert made.notes[-1].startswith("Not everything could be read")


async def test_without_results_wanted_nothing_is_searched() -> None:
    search = NotedSearch()
    with pytest.raises(ToolError) as caught:
        await maker(search, 0).make("me")
    assert (caught.value.code, search.asked) == ("briefing-no-feeds", [])


def test_the_setting_ends_at_a_hundred() -> None:
    values = {
        "topics": (),
        "sections": (),
        "stories": 7,
        "seconds": 90.0,
        "window_hours": 26,
        "threshold": 0.35,
        "model": "",
        "model_steps": False,
        "model_tokens": 6_000,
        "temperature": 0.2,
        "max_output_tokens": 2_000,
        "judge": "",
        "budget_usd": 0.02,
        "prepare_minutes": 10.0,
        "keep_days": 14,
    }
    assert MOST_RESULTS == MAX_LINKS == 100
    assert BriefingConfig.model_validate({**values, "search": 100}).search == 100
    with pytest.raises(ValidationError):
        BriefingConfig.model_validate({**values, "search": 101})
