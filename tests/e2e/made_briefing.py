"""A briefing in a user's database, made of feeds on loopback, and feeds that are well and not."""

from __future__ import annotations

from datetime import UTC, datetime

from briefing.newsroom import BATTERY, CHESS, FERRY, FeedServer, Item

from jarvis_voice.app.briefing_commands import BriefingCommands
from jarvis_voice.core.briefing_records import Feed
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.types import ME
from jarvis_voice.store.sqlite.store import SqliteStore
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.tools.endpoints import Endpoints


async def make_briefing(paths: Paths, title: str) -> None:
    """Make one; a story has this title."""
    stories = {
        "cells": ("Battery plant opens", BATTERY),
        "ferry": (title, FERRY),
        "chess": ("Rapid chess has a new champion", CHESS),
    }
    items = []
    async with FeedServer() as server, SqliteStore(paths.database) as store:
        for hours, (name, (head, text)) in enumerate(stories.items(), 1):
            server.article(f"daily.org/{name}", head, *text)
            items.append(Item(f"https://daily.org/{name}", head, text[0], hours))
        server.rss("daily.org/feed", "Daily", *items, now=datetime.now(UTC))
        edge = Edge(Endpoints(page_hosts=server.hosts, open_meteo=server.url))
        desk = BriefingCommands(load_config(paths), store, SystemClock(), edge)
        broken = Feed("https://gone.example.org/feed", title, "science", failures=3)
        await desk.keep_feeds(ME, [Feed("https://daily.org/feed", "Daily"), broken])
        await desk.make(ME, ())
