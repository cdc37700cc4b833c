"""Flow: a running Jarvis makes briefings and changes feeds for the control socket."""

import sys

import pytest
from doors.control.served import daemon, refusal, send

from jarvis_voice.core.paths import Paths

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no unix sockets here"),
]


async def test_feeds_are_kept_and_left(paths: Paths) -> None:
    async with daemon(paths):
        rows = [["https://a.org/feed", "A", "world"], ["https://b.org/feed"]]
        [kept] = await send(paths, command="feeds-keep", feeds=rows)
        assert kept["new"] == 2
        [gone] = await send(paths, command="feed-remove", which="https://b.org/feed")
        assert gone["url"] == "https://b.org/feed"
        assert await refusal(paths, command="feed-remove", which="9") == "no-such-feed"


async def test_a_briefing_without_feeds_is_refused(paths: Paths) -> None:
    async with daemon(paths):
        assert await refusal(paths, command="briefing") == "briefing-no-feeds"


async def test_a_taste_is_kept(paths: Paths) -> None:
    async with daemon(paths) as (_, operations, _events):
        await send(paths, command="taste", kind="mute", value="a.org")
        [kept] = await operations.assistant.briefings.rows("me", "taste")
        assert kept.name == "a.org"


@pytest.mark.parametrize(
    "request_",
    [
        {"command": "briefing", "topics": "batteries"},
        {"command": "briefing", "topics": [3]},
        {"command": "feed-add"},
        {"command": "feed-add", "url": "https://a.org/feed", "weight": "much"},
        {"command": "feed-add", "url": "https://a.org/feed", "weight": 3},
        {"command": "feeds-keep", "feeds": {}},
        {"command": "feeds-keep", "feeds": [3]},
        {"command": "feeds-keep", "feeds": [["x"]] * 501},
        {"command": "taste", "kind": "love", "value": "a.org"},
        {"command": "taste", "kind": "mute"},
    ],
)
async def test_a_bad_request_is_refused(paths: Paths, request_: dict[str, object]) -> None:
    async with daemon(paths):
        assert await refusal(paths, **request_) == "bad-request"


@pytest.mark.parametrize("url", ["file:///etc/passwd", "http://127.0.0.1/feed"])
async def test_an_address_that_is_not_public_is_refused(paths: Paths, url: str) -> None:
    async with daemon(paths):
        assert await refusal(paths, command="feed-add", url=url, weight=1) == "unsafe-url"
