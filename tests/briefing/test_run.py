"""Flow: feeds and pages on loopback become a briefing, step by step, also after a crash."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest
from briefing.newsroom import BATTERY, CHESS, FERRY, NOW, FeedServer, Item, Newsroom

from jarvis_voice.briefing.course import STEPS as TABLE
from jarvis_voice.briefing.run import BriefingRules
from jarvis_voice.briefing.steps import StepContext
from jarvis_voice.briefing.work import BriefingWork
from jarvis_voice.core.briefing_records import Briefing
from jarvis_voice.core.errors import ToolError

pytestmark = pytest.mark.flow

STEPS = [one for one in TABLE if one.name not in {"word", "judge", "send"}]
"""Of a run without a model and without mail."""

TRACKED = "https://daily.org/cells?utm_source=rss"
PLANT = "Gdansk gets a plant for solid state batteries"


@pytest.fixture
async def server() -> AsyncIterator[FeedServer]:
    async with FeedServer() as server:
        server.article("daily.org/cells", "Battery plant opens in Gdansk", *BATTERY)
        server.article("daily.org/ferry", "Ferry runs aground off Mull", *FERRY)
        server.article(
            "times.net/plant",
            PLANT,
            "Near the port of Gdansk a plant for solid state batteries has begun its work.",
            "About 1,400 people are to make cells there for 90,000 cars in a year.",
            "The mayor hopes that the plant brings shops and flats to the empty docks as well.",
        )
        server.rss(
            "daily.org/feed",
            "Daily News",
            Item(
                "https://daily.org/cells?utm_source=rss",
                "Battery plant opens in Gdansk",
                BATTERY[0],
            ),
            Item("https://daily.org/ferry", "Ferry runs aground off Mull", FERRY[0], 5),
        )
        server.rss(
            "times.net/rss",
            "The Times Net",
            Item(
                "https://times.net/plant",
                "Gdansk gets a plant for solid state batteries",
                BATTERY[1],
            ),
            Item("https://times.net/chess", "Teenager wins chess title", " ".join(CHESS), 3),
            Item("https://times.net/old", "Old ferry news", FERRY[1], 90),
        )
        yield server


@pytest.fixture
async def newsroom(server: FeedServer) -> Newsroom:
    newsroom = Newsroom(server)
    await newsroom.follow("https://daily.org/feed", "https://times.net/rss")
    return newsroom


async def test_feeds_become_stories_with_their_sources(newsroom: Newsroom) -> None:
    made = await newsroom.maker().make("me", trigger="command")
    assert [one.scored.title for one in made.stories] == [
        "Battery plant opens in Gdansk",
        "Teenager wins chess title",
        "Ferry runs aground off Mull",
    ]
    plant = made.stories[0]
    assert {one.host for one in plant.scored.sources} == {"daily.org", "times.net"}
    assert plant.scored.reasons[1].words == "2 sources in words of their own"
    assert plant.sentences[0].text == BATTERY[0]
    assert plant.spoken.startswith(f"Daily News: {BATTERY[0]}")
    assert made.opening == (
        "Good morning. It is Wednesday, 25 November.",
        "I have three stories.",
    )
    assert made.closing == "That is all."


async def test_every_sentence_stands_in_its_article(newsroom: Newsroom) -> None:
    maker = newsroom.maker()
    made = await maker.make("me")
    articles = {one.entry.url: one for one in await maker.ledger("me").articles()}
    quoted = [sentence for story in made.stories for sentence in story.sentences]
    assert len(quoted) >= 5
    for one in quoted:
        assert articles[one.url].text[one.start : one.end] == one.text


async def test_a_story_is_told_once(newsroom: Newsroom) -> None:
    await newsroom.maker().make("me")
    newsroom.clock.at = NOW + timedelta(hours=1)
    again = await newsroom.maker().make("me")
    assert again.stories == ()
    assert again.opening[1] == "There is nothing new for you."
    verdicts = {one.verdict for one in again.left_out}
    assert verdicts == {"it was told on Wednesday, and nothing in it is new"}


async def test_an_update_tells_what_is_new_alone(newsroom: Newsroom) -> None:
    await newsroom.maker().make("me")
    newsroom.clock.at = now = NOW + timedelta(days=1)
    server = newsroom.server
    server.article(
        "daily.org/ferry2",
        "Ferry off Mull: captain arrested",
        FERRY[0],
        "Police in Inverness arrested the captain, Donald Reid, after a blood test on Wednesday.",
    )
    server.rss(
        "daily.org/feed",
        "Daily News",
        Item("https://daily.org/ferry2", "Ferry off Mull: captain arrested", FERRY[0], 1),
        now=now,
    )
    made = await newsroom.maker().make("me")
    [story] = made.stories
    assert story.is_update
    assert [one.text for one in story.sentences] == [
        "Police in Inverness arrested the captain, Donald Reid, after a blood test on Wednesday."
    ]
    assert story.spoken.startswith("An update from Daily News.")


async def test_only_what_was_asked_for_is_told(newsroom: Newsroom) -> None:
    made = await newsroom.maker().make("me", topics=("batteries",))
    assert [one.topic for one in made.stories] == ["batteries"]
    assert made.opening[1] == "I have one story about batteries."


async def test_nothing_is_asked_where_nothing_is_followed(server: FeedServer) -> None:
    with pytest.raises(ToolError) as caught:
        await Newsroom(server).maker().make("me")
    assert caught.value.code == "briefing-no-feeds"


async def test_two_users_do_not_mix(newsroom: Newsroom) -> None:
    await newsroom.follow("https://times.net/rss", user_id="ana")
    mine = await newsroom.maker().make("me")
    hers = await newsroom.maker().make("ana")
    assert len(mine.stories) == 3
    assert {one.host for story in hers.stories for one in story.scored.sources} == {"times.net"}
    [run] = await newsroom.maker().recent("ana")
    assert run.briefing == hers


async def test_while_all_is_forgotten_no_run_writes_and_none_begins(newsroom: Newsroom) -> None:
    reached = asyncio.Event()

    async def held(context: StepContext, so_far: BriefingWork) -> str:
        reached.set()
        await asyncio.Event().wait()
        return await STEPS[1].work(context, so_far)

    newsroom.steps = [STEPS[0], replace(STEPS[1], work=held), *STEPS[2:]]
    maker = newsroom.maker()
    await maker.start("me", (), "api")
    await reached.wait()
    async with maker.board.stopped("me"):
        assert not maker.board.is_making("me")
        with pytest.raises(ToolError) as caught:
            await maker.make("me")
        assert caught.value.code == "briefing-stopped"
    newsroom.steps = list(STEPS)
    assert (await newsroom.maker().make("me")).stories


class CrashError(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("at", range(len(STEPS)))
async def test_a_run_goes_on_at_its_step(newsroom: Newsroom, at: int) -> None:
    done: list[str] = []

    def noted(number: int, crash: bool) -> object:
        async def work(context: StepContext, so_far: BriefingWork) -> str:
            if crash and number == at:
                raise CrashError
            done.append(STEPS[number].name)
            return await STEPS[number].work(context, so_far)

        return work

    names = [one.name for one in STEPS]
    newsroom.steps = [replace(one, work=noted(n, True)) for n, one in enumerate(STEPS)]  # type: ignore[arg-type]
    with pytest.raises(CrashError):
        await newsroom.maker().make("me")
    newsroom.steps = [replace(one, work=noted(n, False)) for n, one in enumerate(STEPS)]  # type: ignore[arg-type]
    made = await newsroom.maker().make("me")
    assert done == names
    assert len(made.stories) == 3
    [run] = await newsroom.maker().ledger("me").runs(9)
    assert (run.state, [span.name for span in run.spans]) == ("done", names)


async def test_a_step_that_takes_too_long_ends_the_run_and_says_so(newsroom: Newsroom) -> None:
    newsroom.steps = [replace(one, seconds=0) if one.name == "score" else one for one in STEPS]
    with pytest.raises(ToolError) as caught:
        await newsroom.maker().make("me")
    assert caught.value.code == "briefing-failed"
    assert "step score" in caught.value.message
    [run] = await newsroom.maker().ledger("me").runs(9)
    assert (run.state, run.step) == ("failed", "score")


async def test_without_a_network_the_entries_of_before_are_told(newsroom: Newsroom) -> None:
    await newsroom.maker().make("me", topics=("chess",))
    newsroom.clock.at = NOW + timedelta(hours=1)
    newsroom.server.put_host("daily.org")
    for where in ("daily.org/feed", "times.net/rss"):
        newsroom.server.html(where, "down", status=500)
    made = await newsroom.maker().make("me")
    assert made.opening[1] == ("None of your feeds can be reached. I have two stories of before.")
    assert [feed.failures for feed in await newsroom.maker().ledger("me").feeds()] == [0, 0]
    assert "Teenager wins chess title" not in {one.scored.title for one in made.stories}
    assert len(made.stories) == 2


async def test_without_a_network_and_without_entries_it_says_so(newsroom: Newsroom) -> None:
    for where in ("daily.org/feed", "times.net/rss"):
        newsroom.server.html(where, "down", status=500)
    made = await newsroom.maker().make("me")
    assert made.opening[1] == "None of your feeds can be reached, so I have no news."
    assert made.stories == ()


async def test_a_feed_that_fails_is_left_alone_and_costs_no_other(newsroom: Newsroom) -> None:
    newsroom.server.html("daily.org/feed", "down", status=503)
    made = await newsroom.maker().make("me")
    assert made.notes == ("https://daily.org/feed: The site of that feed asks me to wait.",)
    assert len(made.stories) == 2
    await newsroom.maker().make("me")
    assert newsroom.server.asked.count("daily.org/feed") == 1


async def test_what_did_not_change_is_not_sent_again(newsroom: Newsroom) -> None:
    newsroom.server.etags["daily.org/feed"] = '"v1"'
    newsroom.server.rss(
        "daily.org/feed", "Daily News", Item("https://daily.org/ferry", "Ferry aground", FERRY[0])
    )
    await newsroom.maker().make("me", topics=("ferry",))
    newsroom.clock.at = NOW + timedelta(hours=1)
    made = await newsroom.maker().make("me", topics=("ferry",))
    asked = [
        one.headers.get("if-none-match") for one in newsroom.server.requests if one.path == "/feed"
    ]
    assert asked == [None, '"v1"']
    assert [one.scored.title for one in made.stories] == ["Ferry aground"]
    feeds = await newsroom.maker().ledger("me").feeds()
    assert feeds[0].etag == '"v1"'


async def test_it_takes_no_longer_to_say_than_is_set(newsroom: Newsroom) -> None:
    newsroom.rules = BriefingRules(seconds=25)
    made = await newsroom.maker().make("me")
    assert len(made.spoken.split()) / 2.6 <= 25
    assert made.left_out[0].verdict == "there was no time for it"


async def test_more_of_a_story_goes_on_where_it_ended(newsroom: Newsroom) -> None:
    maker = newsroom.maker()
    made = await maker.make("me")
    told = made.stories[0].sentences
    more = await maker.more("me", made.number, 1)
    assert more
    assert all(one.start >= told[-1].end for one in more)
    assert await maker.more("me", made.number, 1, told=len(more)) == []
    assert await maker.more("me", made.number, 9) == ()


async def test_what_is_muted_is_not_told(newsroom: Newsroom) -> None:
    maker = newsroom.maker()
    await maker.note_taste("me", "mute", "daily.org")
    await maker.note_taste("me", "mute", "chess")
    made = await maker.make("me")
    hosts = {one.host for story in made.stories for one in story.scored.sources}
    assert hosts == {"times.net"}
    assert all("hess" not in story.scored.title for story in made.stories)


async def test_one_run_of_a_user_at_a_time(newsroom: Newsroom) -> None:
    one, other = newsroom.maker(), newsroom.maker()
    first, second = await asyncio.gather(one.make("me"), other.make("me"), return_exceptions=True)
    assert isinstance(first, Briefing)
    assert isinstance(second, ToolError)
    assert second.code == "briefing-running"
    await other.make("me")
