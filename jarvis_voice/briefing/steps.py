"""What each step of a run does: gather, read, score, store, summarise, word, collate, judge, send.

Each takes the work of the run, adds to it and answers a count in words. What is computed for long
is computed off the loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from jarvis_voice.briefing.composition import BriefingFrame, compose
from jarvis_voice.briefing.entries import each_once, host_of, normalised, page_key, without_muted
from jarvis_voice.briefing.feed_round import FeedRound, Fetcher, in_window, is_cut_off, problems_of
from jarvis_voice.briefing.judge import BriefingJudge
from jarvis_voice.briefing.ledger import BriefingLedger
from jarvis_voice.briefing.scores import Wishes, rated
from jarvis_voice.briefing.selection import (
    NOT_VOUCHED,
    StoryJudge,
    select,
    summarised,
    told_record,
)
from jarvis_voice.briefing.step_choice import StepChooser
from jarvis_voice.briefing.stories import Story, stories, weights_of
from jarvis_voice.briefing.work import BriefingWork
from jarvis_voice.briefing.writer import BriefingWriter
from jarvis_voice.core.briefing_records import Article, Briefing, FeedEntry
from jarvis_voice.core.errors import JarvisError, ToolError
from jarvis_voice.core.types import Link
from jarvis_voice.platform.own_thread import in_own_thread
from jarvis_voice.tools.web.page_cache import Page
from jarvis_voice.tools.web.search import MAX_LINKS, SearchResults

log = logging.getLogger(__name__)

READ_PAGES = 20
"""Pages of one run at the most."""

PAGES_OF_A_STORY = 2
PAGES_AT_ONCE = 4
LONGEST_ARTICLE = 40_000
SHORTEST_PAGE = 200
"""Characters; a page with less is a wall, and the text of the feed is better."""

PART_SECONDS = 6.0
"""For the weather, and for what is set."""

LocalPart = Callable[[str, datetime], Awaitable[str]]
"""A sentence for the opening, of a user and a time; "" is none."""


class Pages(Protocol):
    """Reads pages."""

    async def read(self, url: str) -> Page:
        """The text of a page.

        Raises:
            ToolError: It cannot be read.
        """
        ...


class TopicSearch(Protocol):
    """Searches the web for a topic."""

    async def search(self, query: str, count: int = 10) -> SearchResults:
        """Search.

        Raises:
            ToolError: Nothing answered.
        """
        ...


@dataclass(frozen=True, slots=True)
class BriefingSources:
    """Where a briefing gets what it tells.

    Attributes:
        feeds: Fetches feeds.
        pages: Reads pages.
        search: Searches the topics; None does not.
        n_results: Of each topic, 100 at the most.
        parts: Make the sentences before the stories: the weather, the alarms of today.
        writer: Words the stories; None leaves them as their sources have them.
        judge: Scores them by a model, too; None does not.
        chooser: Chooses the next step; None leaves them in the order of the table.
    """

    feeds: Fetcher
    pages: Pages
    search: TopicSearch | None = None
    n_results: int = 0
    parts: tuple[LocalPart, ...] = ()
    writer: BriefingWriter | None = None
    judge: BriefingJudge | None = None
    chooser: StepChooser | None = None


@dataclass(frozen=True, slots=True)
class StepContext:
    """What the steps of one run are told.

    Attributes:
        ledger: What is kept of the user.
        wishes: Topics, threshold, how many.
        asked: What the run was asked to be about; () is everything.
        now: When it began, in the user's zone.
        seconds: How long the briefing may take to say.
        number: Of the run.
        mail: Mails the briefing of a number, and tells what came of it; None where nobody said so.
    """

    user_id: str
    ledger: BriefingLedger
    sources: BriefingSources
    wishes: Wishes
    asked: tuple[str, ...]
    now: datetime
    seconds: float
    number: int = 0
    mail: Callable[[int], Awaitable[str]] | None = None


async def gather(context: StepContext, work: BriefingWork) -> str:
    """Ask feeds and search for topics."""
    ledger, now = context.ledger, context.now
    since = now - context.wishes.window
    feeds = await ledger.feeds()
    kept = await ledger.entries()
    asked = await FeedRound(context.sources.feeds, since, now).ask_all(feeds, kept)
    for one in asked:
        if one.entries is not None:
            kept[one.feed.url] = one.entries
            await ledger.keep_entries(one.feed.url, one.entries)
    work.is_cut_off = is_cut_off(asked)
    if not work.is_cut_off:
        await ledger.keep_feeds(one.feed for one in asked)
        work.notes += problems_of(asked)
    followed = {one.url: one for one in feeds}
    found = [
        replace(entry, topic=followed[url].topic, weight=followed[url].weight)
        for url, entries in kept.items()
        if url in followed
        for entry in in_window(entries, since, now)
    ]
    _take(work, found, context)
    async for of_topic in _searched(context, work):
        found += of_topic
        _take(work, found, context)
    return f"{len(work.entries)} entries of {len(feeds)} feeds"


def _take(work: BriefingWork, found: Sequence[FeedEntry], context: StepContext) -> None:
    """Note what was found until now: the time may be over before all of it is there."""
    work.entries = without_muted(each_once(found), context.wishes.tastes)


async def _searched(context: StepContext, work: BriefingWork) -> AsyncIterator[list[FeedEntry]]:
    """What the search finds, topic by topic."""
    search, count = context.sources.search, min(context.sources.n_results, MAX_LINKS)
    if search is None or count <= 0:
        return
    for topic in context.wishes.topics:
        try:
            results = await search.search(f"{topic} news", count)
        except ToolError as error:
            work.notes.append(f"Search for {topic}: {error.message}")
            continue
        yield [_of_link(link, topic) for link in results.links[:count]]


def _of_link(link: Link, topic: str) -> FeedEntry:
    url = normalised(link.url)
    return FeedEntry(url, link.title, link.snippet, host_of(url), None, topic=topic)


async def read(context: StepContext, work: BriefingWork) -> str:
    """Read the pages of the stories that look best."""
    brief = [_of_feed(one) for one in work.entries]
    work.articles = list(brief)
    wishes = replace(context.wishes, most=READ_PAGES)

    def best(_: object) -> list[Story]:
        found = stories(brief, weights_of(brief))
        return [one.story for one in rated(found, wishes, context.now)]

    wanted: list[Article] = []
    for story in await in_own_thread("briefing-stories", best):
        wanted += story.articles[:PAGES_OF_A_STORY]
        if len(wanted) >= READ_PAGES:
            break
    places = asyncio.Semaphore(PAGES_AT_ONCE)
    texts: dict[str, Article] = {one.entry.url: one for one in brief}

    async def one_page(article: Article) -> None:
        async with places:
            if page := await _page(context.sources.pages, article):
                texts[article.entry.url] = page
                work.articles = list(texts.values())

    await asyncio.gather(*(one_page(one) for one in wanted[:READ_PAGES]))
    n_read = sum(one.is_page for one in work.articles)
    return f"{n_read} of {len(wanted[:READ_PAGES])} pages read"


def _of_feed(entry: FeedEntry) -> Article:
    return Article(entry, entry.summary)


async def _page(pages: Pages, article: Article) -> Article | None:
    """The article with the text of its page; None where the feed's is better."""
    try:
        page = await pages.read(article.entry.url)
        url = normalised(page.url)
    except ToolError as error:
        log.info("a page of the briefing was not read: %s", error.code)
        return None
    text = page.text[:LONGEST_ARTICLE]
    if len(text) < max(SHORTEST_PAGE, len(article.text)):
        return None
    entry = replace(article.entry, url=url, host=host_of(url))
    return Article(entry, text, is_page=True)


async def score(context: StepContext, work: BriefingWork) -> str:
    """Make stories of the articles, score them and choose."""
    told = [] if context.asked else await context.ledger.told()

    if not work.articles:
        work.articles = [_of_feed(one) for one in work.entries]

    def choose(_: object) -> None:
        work.chosen, work.left_out = select(work.articles, context.wishes, told, context.now)

    await in_own_thread("briefing-scores", choose)
    return f"{len(work.chosen)} of {len(work.chosen) + len(work.left_out)} stories chosen"


async def store(context: StepContext, work: BriefingWork) -> str:
    """Keep the articles of the chosen stories."""
    articles = {page_key(a.entry.url): a for one in work.chosen for a in one.articles}
    await context.ledger.keep_articles(articles.values())
    return f"{len(articles)} articles kept"


async def summarise(context: StepContext, work: BriefingWork) -> str:
    """Choose the sentences that are told."""

    def summarise_all(_: object) -> None:
        work.stories, work.told, left = summarised(work, context.wishes.most, context.now)
        work.left_out = [*left, *work.left_out]

    await in_own_thread("briefing-sentences", summarise_all)
    n_sentences = sum(len(one.sentences) for one in work.stories)
    return f"{n_sentences} sentences of {len(work.stories)} stories"


async def word(context: StepContext, work: BriefingWork) -> str:
    """Have a model word and order the stories."""
    writer = context.sources.writer
    return await writer.word(work) if writer else "no model is set"


async def collate(context: StepContext, work: BriefingWork) -> str:
    """Put the briefing together, and keep its stories."""
    opening = [] if context.asked else await _opening(context)
    frame = BriefingFrame(
        context.now,
        context.seconds,
        tuple(opening),
        context.asked,
        tuple(work.notes),
        is_cut_off=work.is_cut_off,
    )

    def judge(_: object) -> Briefing:
        judge = StoryJudge(work)
        passed = [one for one in work.stories if judge.has_passed(one)]
        failed = [
            replace(one.scored, verdict=NOT_VOUCHED) for one in work.stories if one not in passed
        ]
        return judge.judged(compose(passed, [*failed, *work.left_out], frame))

    work.briefing = await in_own_thread("briefing-quality", judge)
    await context.ledger.keep_told(told_record(work, work.briefing.stories))
    return f"{len(work.briefing.stories)} stories told"


async def judge(context: StepContext, work: BriefingWork) -> str:
    """Have a model score the briefing."""
    found = context.sources.judge
    return await found.judge(work) if found else "no model is set"


async def send(context: StepContext, work: BriefingWork) -> str:
    """Mail the briefing to who is confirmed."""
    if context.mail is None or work.briefing is None:
        return "nobody said that it shall be mailed"
    if not work.briefing.stories:
        return "there is nothing new, so nothing was mailed"
    return await context.mail(context.number)


async def _opening(context: StepContext) -> Sequence[str]:
    """The weather and what is set, as far as they answer."""

    async def part(tell: LocalPart) -> str:
        try:
            async with asyncio.timeout(PART_SECONDS):
                return await tell(context.user_id, context.now)
        except (JarvisError, TimeoutError) as error:
            log.info("a part of the briefing is missing: %s", type(error).__name__)
            return ""

    found = await asyncio.gather(*(part(tell) for tell in context.sources.parts))
    return [one for one in found if one]
