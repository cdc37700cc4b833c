"""Routes under /api/v1 that show, add and remove the feeds of a user."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from jarvis_voice.core.briefing_records import Feed
from jarvis_voice.core.errors import ToolError
from jarvis_voice.doors.http.answer_models import DeletedBody
from jarvis_voice.doors.http.context import Context, Talker
from jarvis_voice.doors.http.declared_responses import errors
from jarvis_voice.doors.http.request_error import RequestError

router = APIRouter(prefix="/api/v1")

LONGEST_URL = 2_048


class FeedRequest(BaseModel):
    """A feed to follow by its address, or all shipped feeds of a topic."""

    model_config = ConfigDict(extra="forbid", strict=True)

    url: Annotated[str, Field(max_length=LONGEST_URL)] = ""
    topic: Annotated[str, Field(max_length=200)] = ""


class FeedBody(BaseModel):
    """A feed, and how it is: `failures` counts how often in a row it could not be read."""

    number: int
    url: str
    title: str
    topic: str
    weight: float
    failures: int
    problem: str
    next_at: str | None


class FollowedFeeds(BaseModel):
    """The feeds that a user follows, and the topics that Jarvis has feeds for."""

    feeds: list[FeedBody]
    topics: list[str]


@router.get("/feeds", responses=errors())
async def show_feeds(who: Talker, context: Context) -> FollowedFeeds:
    """The feeds of your briefing, each with its health."""
    desk = context.operations.briefings
    feeds = [_body(one) for one in await desk.feeds(who.user_id)]
    return FollowedFeeds(feeds=feeds, topics=list(desk.starter_topics))


@router.post("/feeds", responses=errors(400, 429, has_body=True))
async def follow_feed(asked: FeedRequest, who: Talker, context: Context) -> FollowedFeeds:
    """Follow a feed, which is asked once, or the shipped feeds of a topic."""
    context.limits.begin_turn(who.user_id).end()
    desk = context.operations.briefings
    try:
        if url := asked.url.strip():
            await desk.add_feed(who.user_id, url, asked.topic.strip(), 1.0)
        elif asked.topic in desk.starter_topics:
            await desk.add_topic(who.user_id, asked.topic)
        else:
            raise RequestError(
                400, "no-feed", "Give the address of a feed, or a topic of the list."
            )
    except ToolError as error:
        raise RequestError(400, error.code, error.message) from None
    return await show_feeds(who, context)


@router.delete("/feeds/{number}", responses=errors(404))
async def leave_feed(number: int, who: Talker, context: Context) -> DeletedBody:
    """Follow one of them no more."""
    try:
        await context.operations.briefings.remove_feed(who.user_id, str(number))
    except ToolError:
        raise RequestError(404, "no-such-feed", "You follow no such feed.") from None
    return DeletedBody(deleted=1)


def _body(feed: Feed) -> FeedBody:
    return FeedBody(
        number=feed.number,
        url=feed.url,
        title=feed.title,
        topic=feed.topic,
        weight=feed.weight,
        failures=feed.failures,
        problem=feed.problem,
        next_at=feed.next_at.isoformat(timespec="seconds") if feed.next_at else None,
    )
