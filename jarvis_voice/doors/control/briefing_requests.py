"""Answers the requests of the control socket that are about briefings and feeds."""

from __future__ import annotations

from typing import Any

from jarvis_voice.core.briefing_records import Feed
from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.operations import ControlOperations
from jarvis_voice.core.types import ME
from jarvis_voice.doors.control.mail_requests import mail_commands
from jarvis_voice.doors.control.requests import Commands, text_in, texts_in

TASTES = ("mute", "less", "more")
MOST_AT_ONCE = 500
MOST_WEIGHT = 2
_LONGEST = 2_048


def briefing_commands(operations: ControlOperations) -> Commands:
    """The requests by their names."""

    async def make(request: dict[str, Any]) -> dict[str, Any]:
        return {
            "number": await operations.briefings.make(ME, texts_in(request, "topics", _LONGEST))
        }

    async def add(request: dict[str, Any]) -> dict[str, Any]:
        url, topic = text_in(request, "url"), str(request.get("topic") or "")[:_LONGEST]
        weight = request.get("weight")
        if not isinstance(weight, int | float) or not 0 <= weight <= MOST_WEIGHT:
            raise ControlError("bad-request", 'In a request "weight" is from 0 to 2.')
        feed = await operations.briefings.add_feed(ME, url, topic, float(weight))
        return {"title": feed.title, "url": feed.url, "problem": feed.problem}

    async def keep(request: dict[str, Any]) -> dict[str, Any]:
        rows = request.get("feeds")
        if not isinstance(rows, list) or len(rows) > MOST_AT_ONCE:
            raise ControlError("bad-request", 'The request needs a list "feeds".')
        feeds = []
        for row in rows:
            url, title, topic = (*texts_in({"feed": row}, "feed", _LONGEST), "", "", "")[:3]
            feeds.append(Feed(url, title, topic))
        return {"new": await operations.briefings.keep_feeds(ME, feeds)}

    async def remove(request: dict[str, Any]) -> dict[str, Any]:
        feed = await operations.briefings.remove_feed(ME, text_in(request, "which"))
        return {"title": feed.title, "url": feed.url}

    async def taste(request: dict[str, Any]) -> dict[str, Any]:
        kind = request.get("kind")
        if kind not in TASTES:
            raise ControlError("bad-request", f"Use one of: {', '.join(TASTES)}.")
        await operations.briefings.note_taste(ME, kind, text_in(request, "value")[:_LONGEST])
        return {}

    return {
        **mail_commands(operations),
        "briefing": make,
        "feed-add": add,
        "feeds-keep": keep,
        "feed-remove": remove,
        "taste": taste,
    }
