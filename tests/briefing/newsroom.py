"""A world of feeds and pages on loopback, and what makes briefings of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from html import escape

from jarvis_voice.briefing.course import STEPS, BriefingStep
from jarvis_voice.briefing.judge import BriefingJudge
from jarvis_voice.briefing.run import BriefingMaker, BriefingRules, MailBriefing
from jarvis_voice.briefing.step_choice import StepChooser
from jarvis_voice.briefing.steps import BriefingSources, LocalPart
from jarvis_voice.briefing.writer import BriefingWriter
from jarvis_voice.core.briefing_records import Article, Feed, FeedEntry
from jarvis_voice.store.in_memory.briefings import InMemoryBriefingStore
from jarvis_voice.store.in_memory.tables import Tables
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.tools.web.feed_fetch import FeedReader
from jarvis_voice.tools.web.page_fetch import PageReader
from jarvis_voice.workshop.worlds.loopback import LoopbackRequest, LoopbackResponse
from jarvis_voice.workshop.worlds.page_server import PageServer

NOW = datetime(2026, 11, 25, 7, 0, tzinfo=UTC)

BATTERY = (
    "A factory for solid state batteries opened on Tuesday near the port of Gdansk.",
    "The plant will make cells for 90,000 cars a year and employ 1,400 people.",
    "Engineers at the site said the new cells charge to 80 percent in twelve minutes.",
    "Rival makers in Hungary and Sweden have delayed their own plants until 2028.",
)
FERRY = (
    "A ferry with 212 passengers ran aground off the island of Mull on Monday night.",
    "Lifeboats from Oban and Tobermory took all passengers ashore before dawn.",
    "The operator blamed a failed rudder and has stopped two sister ships for checks.",
    "Winds of 60 miles an hour had closed the harbour an hour before the accident.",
)
CHESS = (
    "A fifteen year old from Chennai won the world rapid chess title in Samarkand.",
    "She beat the champion of the last three years in the final round with black.",
    "The tournament had 180 players and a prize fund of half a million dollars.",
)


@dataclass(slots=True)
class TestClock:
    """A clock that stands still until it is moved."""

    __test__ = False
    at: datetime = NOW

    def seconds(self) -> float:
        return self.at.timestamp()

    def now(self) -> datetime:
        return self.at


@dataclass(frozen=True, slots=True)
class Item:
    """What a feed tells of."""

    url: str
    title: str
    text: str = ""
    hours_ago: float | None = 2.0


def rss(title: str, items: Sequence[Item], now: datetime = NOW) -> bytes:
    """A feed in RSS 2.0."""
    parts = []
    for one in items:
        date = ""
        if one.hours_ago is not None:
            moment = format_datetime(now - timedelta(hours=one.hours_ago), usegmt=True)
            date = f"<pubDate>{moment}</pubDate>"
        text = escape(f"<p>{one.text}</p>")
        parts.append(
            f"<item><title>{escape(one.title)}</title><link>{escape(one.url)}</link>"
            f"<description>{text}</description>{date}</item>"
        )
    return (
        f'<?xml version="1.0"?><rss version="2.0"><channel><title>{escape(title)}</title>'
        f"{''.join(parts)}</channel></rss>"
    ).encode()


class FeedServer(PageServer):
    """Pages, and feeds that may answer 304."""

    def __init__(self) -> None:
        super().__init__()
        self.etags: dict[str, str] = {}

    def feed(self, where: str, body: bytes, content_type: str = "application/rss+xml") -> None:
        self.put(where, LoopbackResponse(body, 200, content_type, self._headers(where)))

    def rss(self, where: str, title: str, *items: Item, now: datetime = NOW) -> None:
        self.feed(where, rss(title, items, now))

    def _headers(self, where: str) -> dict[str, str]:
        return {"ETag": self.etags[where]} if where in self.etags else {}

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        where = request.host + request.path
        etag = self.etags.get(where)
        if etag and request.headers.get("if-none-match") == etag:
            return LoopbackResponse(b"", 304, "", {"ETag": etag})
        return super().respond(request)


async def nowhere(host: str) -> Sequence[str]:
    """No name is known but those that are served."""
    raise OSError(f"{host} is not known")


@dataclass(slots=True)
class Newsroom:
    """What makes briefings of a server's feeds, in memory."""

    server: FeedServer
    tables: Tables = field(default_factory=Tables)
    clock: TestClock = field(default_factory=TestClock)
    rules: BriefingRules = field(default_factory=BriefingRules)
    parts: tuple[LocalPart, ...] = ()
    steps: Sequence[BriefingStep] = STEPS
    page_seconds: float = 8.0
    writer: BriefingWriter | None = None
    judge: BriefingJudge | None = None
    chooser: StepChooser | None = None
    mail: MailBriefing | None = None
    store: InMemoryBriefingStore = field(init=False)

    def __post_init__(self) -> None:
        self.store = InMemoryBriefingStore(self.tables)

    def maker(self) -> BriefingMaker:
        """A new one, as after a restart."""
        self.tables.is_open = True
        endpoints = Endpoints(page_hosts=self.server.hosts)
        sources = BriefingSources(
            FeedReader(endpoints, nowhere, self.page_seconds),
            PageReader(endpoints, nowhere, self.page_seconds, is_precise=True),
            parts=self.parts,
            writer=self.writer,
            judge=self.judge,
            chooser=self.chooser,
        )
        return BriefingMaker(self.store, sources, self.rules, self.clock, self.steps, self.mail)

    async def follow(self, *urls: str, user_id: str = "me") -> None:
        """Follow feeds without asking them."""
        await self.maker().ledger(user_id).keep_feeds(Feed(url) for url in urls)


def article(
    *sentences: str, title: str = "", host: str = "news.org", path: str = "/a", hours_ago: float = 2
) -> Article:
    """An article as it was read."""
    moment = NOW - timedelta(hours=hours_ago)
    url = f"https://{host}{path}"
    entry = FeedEntry(url, title or sentences[0], "", host, moment, source=host)
    return Article(entry, " ".join(sentences), is_page=True)
