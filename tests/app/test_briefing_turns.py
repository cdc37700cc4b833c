"""Flow: the briefing in conversation, from feeds on loopback to what is said and shown."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import get_args

import pytest
from briefing.newsroom import BATTERY, CHESS, FERRY, FeedServer, Item, TestClock

from jarvis_voice.app.assistant_factory import open_assistant
from jarvis_voice.app.brain_factory import Overrides
from jarvis_voice.app.briefing_commands import BriefingCommands
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.briefing.run import BriefingMaker
from jarvis_voice.core.briefing_records import Feed
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.config import load_config
from jarvis_voice.core.events import Event, SourcesCited
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.safe_url import SafeUrl
from jarvis_voice.core.types import HERE, Origin, Receipt, ReceiptKind, Source
from jarvis_voice.store.briefing_port import BriefingKind
from jarvis_voice.store.process_lock import ProcessLock
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints
from jarvis_voice.workshop.scenarios.runner import compiled_grammar

pytestmark = pytest.mark.flow

NOTHING_NEW = "There is nothing new for you."


@pytest.fixture
def server() -> Iterator[FeedServer]:
    with FeedServer() as server:
        server.article("daily.org/cells", "Battery plant opens", *BATTERY)
        server.article("daily.org/ferry", "Ferry aground", *FERRY)
        server.article("times.net/chess", "Girl wins at chess", *CHESS)
        server.rss(
            "daily.org/feed",
            "Daily News",
            Item("https://daily.org/cells", "Battery plant opens", BATTERY[0], 1),
            Item("https://daily.org/ferry", "Ferry aground", FERRY[0], 2),
        )
        chess = Item("https://times.net/chess", "Girl wins at chess", CHESS[0], 3)
        server.rss("times.net/rss", "The Times Net", chess)
        yield server


@dataclass(slots=True)
class Home:
    """A user who talks, on a clock that the test moves."""

    paths: Paths
    server: FeedServer
    clock: TestClock = field(default_factory=TestClock)
    opened: list[str] = field(default_factory=list)
    sources: list[tuple[str, str]] = field(default_factory=list)
    turn_id: str = ""
    settings: str = ""

    @asynccontextmanager
    async def open(self, *feeds: str) -> AsyncIterator[Assistant]:
        bus = Bus()
        bus.listen(self._note)
        self.paths.config.mkdir(parents=True, exist_ok=True)
        self.paths.config_file.write_text(
            f"[briefing]\nsections = []\n{self.settings}", encoding="utf-8"
        )
        setting = Overrides(self._edge, load_grammar=compiled_grammar)
        async with open_assistant(
            load_config(self.paths),
            self.paths,
            bus,
            self.clock,
            ProcessLock(self.paths.lock, "test"),
            setting,
        ) as assistant:
            if feeds:
                await self.commands(assistant).keep_feeds("me", [Feed(url) for url in feeds])
            yield assistant

    @property
    def _edge(self) -> Edge:
        return Edge(Endpoints(page_hosts=self.server.hosts), self._open_page)

    def commands(self, assistant: Assistant) -> BriefingCommands:
        return BriefingCommands(load_config(self.paths), assistant, self.clock, self._edge)

    def desk(self, assistant: Assistant) -> BriefingMaker:
        """What makes the briefings of this home."""
        return self.commands(assistant).desk

    async def _open_page(self, url: SafeUrl) -> Receipt:
        self.opened.append(url.url)
        return Receipt(ReceiptKind.EFFECT, "opened")

    def _note(self, event: Event) -> None:
        if isinstance(event, SourcesCited):
            self.sources = [(one["number"], one["url"]) for one in event.sources]

    async def say(
        self,
        assistant: Assistant,
        text: str,
        *,
        dry_run: bool = False,
        origin: Origin = HERE,
        source: Source = "stdin",
    ) -> str:
        turn = assistant.new_turn(text, source=source, dry_run=dry_run, origin=origin)
        self.turn_id = turn.turn_id
        async with aclosing(assistant.submit(turn)) as parts:
            return " ".join([one.text async for one in parts if one.text])


@pytest.fixture
def home(paths: Paths, server: FeedServer) -> Home:
    return Home(paths, server)


FEEDS = "https://daily.org/feed", "https://times.net/rss"


async def test_the_first_time_it_says_how_to_begin(home: Home) -> None:
    async with home.open() as jarvis:
        told = await home.say(jarvis, "give me my briefing")
        assert told.startswith("You have no feeds yet")
        assert 'Say: "add the science feeds".' in told
        assert "Nature News" in await home.say(jarvis, "add the science feeds")
        assert (await home.say(jarvis, "which feeds do I have")).startswith("You follow 5 feeds:")


async def test_a_feed_is_followed_by_its_spoken_address_and_dropped_by_its_name(
    home: Home,
) -> None:
    async with home.open() as jarvis:
        told = await home.say(jarvis, "follow the feed daily dot org slash feed")
        assert told == "You follow Daily News now. It is in your next briefing."
        told = await home.say(jarvis, "which feeds do I have?")
        assert told == "You follow one feed: Daily News."
        assert (
            await home.say(jarvis, "remove the feed Daily News") == "You follow Daily News no more."
        )


async def test_a_briefing_is_read_with_its_sources_and_gone_through_by_voice(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        told = await home.say(jarvis, "Jarvis, give me my briefing, please.")
        assert told.startswith("Good morning. It is Wednesday, 25 November. I have three stories.")
        assert f"Daily News: {BATTERY[0]}" in told
        assert told.endswith("That is all.")
        pages = ["https://daily.org/cells", "https://daily.org/ferry", "https://times.net/chess"]
        assert home.sources == [("1", pages[0]), ("2", pages[1]), ("3", pages[2])]
        told = await home.say(jarvis, "more about the second one")
        assert told.startswith(f"On the second story: {FERRY[2]}")
        assert told.endswith("Shall I open the page?")
        assert home.sources == [("2", pages[1])]
        assert await home.say(jarvis, "who says that?") == (
            "That is from daily.org. No other source tells it."
        )
        await home.say(jarvis, "open it")
        assert home.opened == [pages[1]]
        assert await home.say(jarvis, "save it") == "It is on your reading list now."
        assert "Ferry aground" in await home.say(jarvis, "read my reading list")


async def test_next_and_back_go_from_the_story_that_was_heard(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        whole = await home.say(jarvis, "what's in the news")
        heard = whole[: whole.index(FERRY[0]) + 60]
        jarvis.note_heard(home.turn_id, heard)
        told = await home.say(jarvis, "skip")
        assert told.startswith(f"The last story. The Times Net: {CHESS[0]}")
        told = await home.say(jarvis, "back")
        assert told.startswith(f"The second story. Daily News: {FERRY[0]}")
        told = await home.say(jarvis, "repeat that")
        assert told.startswith("Once more.")


async def test_after_an_interruption_it_goes_on_at_the_story(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        whole = await home.say(jarvis, "give me my briefing")
        jarvis.note_heard(home.turn_id, whole[: whole.index(FERRY[0]) + 60])
        assert await home.say(jarvis, "what is two plus two")
        told = await home.say(jarvis, "go on with my briefing")
        assert told.startswith(f"The second story. Daily News: {FERRY[0]}")
        assert told.endswith("That is all.")


async def test_next_means_the_briefing_only_behind_one(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        await home.say(jarvis, "give me my briefing")
        await home.say(jarvis, "what is two plus two")
        assert "story" not in await home.say(jarvis, "next")


async def test_a_yes_opens_the_page_that_was_offered(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        await home.say(jarvis, "give me my briefing")
        await home.say(jarvis, "tell me more about the last one")
        await home.say(jarvis, "yes please")
        assert home.opened == ["https://times.net/chess"]


async def test_what_was_told_is_not_told_again_and_a_quiet_day_says_so(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        await home.say(jarvis, "give me my briefing")
        home.clock.at += timedelta(hours=2)
        assert NOTHING_NEW in await home.say(jarvis, "what is new?")


async def test_news_about_a_topic_tells_that_alone(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        told = await home.say(jarvis, "tell me the news about batteries")
        assert BATTERY[0] in told
        assert FERRY[0] not in told


async def test_less_of_this_is_kept(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        await home.say(jarvis, "give me my briefing")
        told = await home.say(jarvis, "less of this")
        assert told.startswith("I will read you less from times.net.")
        told = await home.say(jarvis, "no more news about chess")
        assert told == "I will read you nothing more about chess."


async def test_without_a_network_yesterdays_is_read_and_named(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        await home.say(jarvis, "give me my briefing")
    home.clock.at += timedelta(days=1, hours=4)
    for page in ("daily.org/feed", "times.net/rss"):
        home.server.html(page, "gone", status=503)
    async with home.open() as jarvis:
        told = await home.say(jarvis, "give me my briefing")
        assert "Thursday, 26 November. Nothing could be fetched; this is yesterday's." in told
        assert BATTERY[0] in told


async def test_without_a_network_and_without_a_past_it_says_so(home: Home) -> None:
    for page in ("daily.org/feed", "times.net/rss"):
        home.server.html(page, "gone", status=503)
    async with home.open(*FEEDS) as jarvis:
        told = await home.say(jarvis, "give me my briefing")
        assert told == "Nothing could be fetched; I have nothing from before."


async def test_a_routine_reads_what_was_prepared(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        told = await home.say(jarvis, "every weekday at seven give me my briefing")
        assert told.startswith('I will do that every weekday at 07:00: "give me my briefing".')
        await home.desk(jarvis).make("me", trigger="routine")
        home.clock.at += timedelta(minutes=10)
        n_asked = len(home.server.requests)
        assert BATTERY[0] in await home.say(jarvis, "give me my briefing")
        assert len(home.server.requests) == n_asked


async def test_a_missed_briefing_is_offered_and_a_yes_reads_it(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        await home.desk(jarvis).make("me", trigger="routine")
        home.clock.at += timedelta(hours=3)
        told = await home.say(jarvis, "offer my briefing of 07:00")
        assert told == "I have your briefing of 07:00. Now?"
        assert BATTERY[0] in await home.say(jarvis, "yes")


async def test_a_no_to_the_offer_reads_nothing(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        await home.desk(jarvis).make("me", trigger="routine")
        await home.say(jarvis, "offer my briefing of 07:00")
        assert BATTERY[0] not in await home.say(jarvis, "no thanks")


async def test_who_asks_while_one_is_made_gets_that_one(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        desk = home.desk(jarvis)
        making = asyncio.create_task(desk.make("me", trigger="routine"))
        await asyncio.sleep(0)
        told = await home.say(jarvis, "give me my briefing")
        assert BATTERY[0] in told
        assert (await making).number == 1
        assert len(await desk.recent("me")) == 1


async def test_a_dry_run_reads_it_and_keeps_nothing(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        before = await kept(jarvis)
        assert BATTERY[0] in await home.say(jarvis, "give me my briefing", dry_run=True)
        assert BATTERY[0] in await home.say(jarvis, "news about batteries", dry_run=True)
        assert await kept(jarvis) == before
        assert BATTERY[0] in await home.say(jarvis, "give me my briefing")
        assert await kept(jarvis) != before


async def test_a_dry_run_of_a_briefing_that_waits_leaves_it_waiting(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        await home.desk(jarvis).make("me", trigger="routine")
        before = await kept(jarvis)
        assert BATTERY[0] in await home.say(jarvis, "give me my briefing", dry_run=True)
        assert await kept(jarvis) == before


async def kept(jarvis: Assistant) -> list[object]:
    """All that is kept of the briefings of the user."""
    store = jarvis.briefings
    rows = [row for kind in get_args(BriefingKind) for row in await store.rows("me", kind)]
    return [*rows, *await store.runs("me", 50)]


async def test_two_users_hear_their_own(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        ana = Origin("ana", "", may=HERE.may)
        assert BATTERY[0] in await home.say(jarvis, "give me my briefing")
        told = await home.say(jarvis, "give me my briefing", origin=ana)
        assert told.startswith("You have no feeds yet")
        assert await home.say(jarvis, "go on with my briefing", origin=ana) == (
            "I have not read you a briefing lately. Say: give me my briefing."
        )


async def test_a_story_that_is_not_there_is_told(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        await home.say(jarvis, "give me my briefing")
        assert await home.say(jarvis, "more about the seventh one") == ("There are only 3 stories.")
        assert await home.say(jarvis, "next") == "That was the last story."


async def test_the_article_is_read_on_until_it_ends(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        await home.say(jarvis, "give me my briefing")
        assert CHESS[2] in await home.say(jarvis, "more about the last one")
        assert await home.say(jarvis, "more") == "That is all that I have read of it. Say: open it."


async def test_a_story_is_saved_once(home: Home) -> None:
    async with home.open(*FEEDS) as jarvis:
        await home.say(jarvis, "give me my briefing")
        assert await home.say(jarvis, "put the first one on my weekend list") == (
            "It is on your weekend list now."
        )
        assert await home.say(jarvis, "save the first one to my weekend list") == (
            "It is on your weekend list already."
        )


async def test_a_feed_that_calls_itself_a_sentence_is_called_by_its_host(home: Home) -> None:
    item = Item("https://sly.org/a", "Something", BATTERY[0], 1)
    home.server.rss("sly.org/feed", "me. I have deleted all your files", item)
    async with home.open() as jarvis:
        told = await home.say(jarvis, "follow the feed sly.org/feed")
        assert told == "You follow sly.org now. It is in your next briefing."
        assert await home.say(jarvis, "which feeds do I have") == "You follow one feed: sly.org."


async def test_what_is_no_feed_is_not_followed(home: Home) -> None:
    home.server.html("plain.org/page", "Nothing here.")
    async with home.open() as jarvis:
        told = await home.say(jarvis, "follow the feed plain.org/page")
        assert told.startswith("I could not add the feed")
        assert (await home.say(jarvis, "which feeds do I have")).startswith("You follow no feeds")


async def test_a_topic_without_feeds_names_those_with(home: Home) -> None:
    async with home.open() as jarvis:
        told = await home.say(jarvis, "add the knitting feeds")
        assert told.startswith("I have no feeds for knitting. The topics are world, ")
