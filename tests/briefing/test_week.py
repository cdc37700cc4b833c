"""Flow: seven days of feeds with copies and rewrites; no story is told twice without news."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from briefing.newsroom import NOW, FeedServer, Item, Newsroom

from jarvis_voice.briefing.run import BriefingRules

pytestmark = pytest.mark.flow

FEEDS = 20
SUBJECTS = (
    ("Gdansk", "battery plant", "opened a plant for batteries", "1,400 workers"),
    ("Mull", "ferry", "took 212 passengers off a stranded ferry", "two lifeboats"),
    ("Chennai", "chess player", "honoured a chess player of fifteen", "180 rivals"),
    ("Larkhaven", "swimming pool", "voted to rebuild its swimming pool", "3.4 million pounds"),
    ("Norwick", "library", "began to lend ladders from its library", "forty tools"),
    ("Elva", "dam", "was told to remove the dam in its river", "22 million euros"),
    ("Tallinn", "nurse", "welcomed a nurse who crossed a continent by bicycle", "38 days"),
)
"""A subject a day: town, thing, what happened, a figure."""


def text(day: int, way: int) -> str:
    """The news of a day in one of three ways of telling it."""
    town, thing, event, figure = SUBJECTS[day]
    ways = (
        f"The town of {town} {event} on this day, after years of talks about the {thing}. "
        f"The mayor of {town} spoke of {figure} and thanked all who had helped with the {thing}.",
        f"After years of talks about the {thing}, the town of {town} {event}. "
        f"All who helped with the {thing} were thanked by the mayor, who named {figure}.",
        f"It has happened at last: {town} {event}, said the mayor of the town of {town}. "
        f"The talks about the {thing} had taken years, and {figure} were part of the plan.",
    )
    return ways[way % len(ways)]


@pytest.fixture
async def server() -> AsyncIterator[FeedServer]:
    async with FeedServer() as server:
        yield server


def publish(server: FeedServer, today: int) -> None:
    """Every feed tells today's news, and some tell again what was news before."""
    now = NOW + timedelta(days=today)
    for feed in range(FEEDS):
        host = f"paper{feed}.org"
        town, thing, *_ = SUBJECTS[today]
        # the first ten copy one text, the others tell it in words of their own
        way = 0 if feed < FEEDS // 2 else feed
        items = [
            Item(f"https://{host}/{today}", f"{town}: the {thing}", text(today, way), 2 + feed / 10)
        ]
        if today and feed % 2:
            before = feed % today
            old_town, old_thing, *_ = SUBJECTS[before]
            again = text(before, feed + 1)
            url = f"https://{host}/again{today}"
            items.append(Item(url, f"{old_town} and its {old_thing}", again, 3))
        server.rss(f"{host}/feed", f"Paper{feed}", *items, now=now)


async def test_a_week_without_a_repeat(server: FeedServer) -> None:
    newsroom = Newsroom(server, rules=BriefingRules(threshold=0))
    await newsroom.follow(*(f"https://paper{feed}.org/feed" for feed in range(FEEDS)))
    told: list[str] = []
    for today in range(7):
        newsroom.clock.at = NOW + timedelta(days=today)
        publish(server, today)
        made = await newsroom.maker().make("me")
        towns = [
            town
            for story in made.stories
            for town, *_ in SUBJECTS
            if town in story.sentences[0].text
        ]
        assert towns == [SUBJECTS[today][0]], f"day {today}"
        [story] = made.stories
        assert not story.is_update
        assert len(story.scored.sources) >= 3
        told += towns
    assert told == [town for town, *_ in SUBJECTS]


async def test_copies_do_not_count_as_voices(server: FeedServer) -> None:
    newsroom = Newsroom(server, rules=BriefingRules(threshold=0))
    await newsroom.follow(*(f"https://paper{feed}.org/feed" for feed in range(FEEDS)))
    publish(server, 0)
    made = await newsroom.maker().make("me")
    [story] = made.stories
    voices = next(one.words for one in story.scored.reasons if one.name == "voices")
    assert voices in {"2 sources in words of their own", "3 sources in words of their own"}
