"""Flow: the feeds of a user, shown, added and removed over HTTP."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from briefing.newsroom import BATTERY, FeedServer, Item
from doors.http.served_http import Port, http_port

from jarvis_voice.core.briefing_records import Feed
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints

pytestmark = pytest.mark.flow

FEEDS = "/api/v1/feeds"


@pytest.fixture
async def port(paths: Paths) -> AsyncIterator[Port]:
    async with FeedServer() as server, http_port(paths) as port:
        item = Item("https://daily.org/cells", "Battery plant opens", BATTERY[0], 1)
        server.rss("daily.org/feed", "Daily", item, now=datetime.now(UTC))
        port.operations.edge = Edge(Endpoints(page_hosts=server.hosts, open_meteo=server.url))
        await port.let_in()
        yield port


async def sent(port: Port, body: Any, user: str = ME) -> tuple[int, Any]:
    async with port.client(user) as client:
        answer = await client.post(FEEDS, json=body)
        return answer.status_code, answer.json()


async def test_a_feed_is_followed_when_it_answers_and_left(port: Port) -> None:
    status, kept = await sent(port, {"url": "daily.org/feed", "topic": "energy"})
    [feed] = kept["feeds"]
    assert (status, feed["title"], feed["topic"], feed["failures"]) == (200, "Daily", "energy", 0)
    await port.let_in("anna")
    async with port.client("anna") as anna:
        assert (await anna.get(FEEDS)).json()["feeds"] == []
        assert (await anna.delete(f"{FEEDS}/{feed['number']}")).status_code == 404
    async with port.client() as client:
        assert (await client.delete(f"{FEEDS}/{feed['number']}")).json() == {"deleted": 1}
        assert (await client.get(FEEDS)).json()["feeds"] == []


async def test_the_feeds_of_a_topic_are_followed_without_asking_them(port: Port) -> None:
    status, kept = await sent(port, {"topic": "science"})
    assert (status, {one["topic"] for one in kept["feeds"]}) == (200, {"science"})
    assert "science" in kept["topics"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "no-feed"),
        ({"topic": "shoes"}, 400, "no-feed"),
        ({"url": "http://127.0.0.1/feed"}, 400, None),
        ({"url": "ftp://daily.org/feed"}, 400, None),
        ({"url": "daily.org/nothing"}, 400, "feed-unreadable"),
        ({"url": "https://[" * 5}, 400, None),
        ({"url": "daily.org/feed", "weight": 2}, 422, "bad-request"),
        ({"url": "a" * 2_049}, 422, "bad-request"),
    ],
)
async def test_what_is_no_feed_is_refused_in_words(
    port: Port, body: Any, status: int, code: str | None
) -> None:
    found, told = await sent(port, body)
    assert (found, told["code"]) == (status, code or told["code"])
    assert told["message"]


async def test_a_feed_that_fails_tells_why(port: Port) -> None:
    broken = Feed("https://daily.org/gone", "Gone", failures=3, problem="It answers with 404.")
    await port.operations.briefings.keep_feeds(ME, [broken])
    async with port.client() as client:
        [feed] = (await client.get(FEEDS)).json()["feeds"]
    assert (feed["failures"], feed["problem"]) == (3, "It answers with 404.")
