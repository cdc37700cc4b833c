"""The tools for the feeds of the briefing: follow one, follow a topic, name them, drop one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, TypeVar

from pydantic import Field

from jarvis_voice.core.briefing_desk import FeedDesk
from jarvis_voice.core.briefing_records import Feed
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.language.en.name_match import Named, NameIndex
from jarvis_voice.language.en.plain_names import is_plain_name
from jarvis_voice.language.en.spoken_lists import spoken
from jarvis_voice.language.en.spoken_url import join_spoken_host, locate_spoken_url
from jarvis_voice.tools.briefing.briefing_results import told_only
from jarvis_voice.tools.briefing.briefing_sentences import (
    FEEDS,
    FOLLOW,
    FOLLOW_TOPIC,
    TOPICS,
    UNFOLLOW,
)
from jarvis_voice.tools.briefing.briefing_tools import EXAMPLE as TOPIC
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error
from jarvis_voice.tools.registry import Arguments, NoArguments, Tool, ToolContext

MOST_NAMED = 7
"""Feeds that are told; more are not followed by ear."""

EXAMPLE = f"add the {TOPIC} feeds"
NO_FEEDS = f'You follow no feeds yet. Say: "{EXAMPLE}".'
T = TypeVar("T")


class FollowArguments(Arguments):
    """A feed, by its address as the user said it."""

    feed: Annotated[
        str,
        Field(description="Where it is, as the user said it.", min_length=3, max_length=300),
    ]


class TopicArguments(Arguments):
    """A topic of the shipped feeds."""

    topic: Annotated[
        str, Field(description="The topic, such as science or world.", min_length=1, max_length=60)
    ]


class UnfollowArguments(Arguments):
    """A feed that the user follows."""

    which: Annotated[
        str, Field(description="Its name, number or address.", min_length=1, max_length=300)
    ]


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """follow_feed, follow_topic, list_feeds, list_feed_topics and unfollow_feed."""
    if around.briefings is None or around.feeds is None:
        return
    yield _follow_feed(around.feeds)
    yield _follow_topic(around.feeds)
    yield _list_feeds(around.feeds)
    yield _list_topics(around.feeds)
    yield _unfollow(around.feeds)


def _follow_feed(feeds: FeedDesk) -> Tool:
    async def run(arguments: FollowArguments, context: ToolContext) -> ToolResult:
        address = _address(arguments.feed)
        if not address:
            topic = _topic_named(feeds, arguments.feed)
            if topic is None:
                told = f'I need the address of the feed. For a topic, say: "{EXAMPLE}".'
                return told_only(told)
            return await _add_topic(feeds, topic, context)
        with as_tool_error():
            feed = await feeds.add_feed(context.origin.user_id, address, "", 1.0)
        words = f"You follow {_named(feed)} now. It is in your next briefing."
        return ToolResult(Receipt(ReceiptKind.EFFECT, words), {"url": feed.url})

    return Tool(
        name="follow_feed",
        purpose="Follow an RSS or Atom feed by its address, for the user's briefing.",
        ability="follow feeds of news sites",
        arguments=FollowArguments,
        tier="act",
        timeout_seconds=30,
        run=run,
        sends=True,
        code_only=True,
        asked_by=_FOLLOWING,
        sentences=FOLLOW,
        brings_web_text=True,
        fulfils=("follow_feed",),
        fails="I could not add the feed",
    )


def _follow_topic(feeds: FeedDesk) -> Tool:
    async def run(arguments: TopicArguments, context: ToolContext) -> ToolResult:
        topic = _topic_named(feeds, arguments.topic)
        if topic is None:
            names = spoken(list(feeds.starter_topics))
            told = f"I have no feeds for {arguments.topic}. The topics are {names}."
            return told_only(told)
        return await _add_topic(feeds, topic, context)

    return Tool(
        name="follow_topic",
        purpose="Follow the shipped feeds of a topic, for the user's briefing.",
        ability="follow the news of a topic",
        arguments=TopicArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        run=run,
        in_words=("topic",),
        asked_by=_FOLLOWING,
        sentences=FOLLOW_TOPIC,
        fulfils=("follow_topic",),
    )


async def _add_topic(feeds: FeedDesk, topic: str, context: ToolContext) -> ToolResult:
    with as_tool_error():
        new = await feeds.add_topic(context.origin.user_id, topic)
    if not new:
        told = Receipt(ReceiptKind.NO_OP, f"You follow all my {topic} feeds already.")
        return ToolResult(told, {"topic": topic})
    names = spoken([_named(one) for one in new[:MOST_NAMED]])
    words = f"You follow {names} now. Say: give me my briefing."
    return ToolResult(Receipt(ReceiptKind.EFFECT, words), {"topic": topic})


def _list_feeds(feeds: FeedDesk) -> Tool:
    async def run(_: NoArguments, context: ToolContext) -> ToolResult:
        with as_tool_error():
            found = await feeds.feeds(context.origin.user_id)
        if not found:
            return told_only(NO_FEEDS)
        names = [_named(one) for one in found[:MOST_NAMED]]
        if more := len(found) - MOST_NAMED if len(found) > MOST_NAMED else 0:
            names.append(f"{more} more")
        count = "one feed" if len(found) == 1 else f"{len(found)} feeds"
        words = f"You follow {count}: {spoken(names)}."
        if dead := [_named(one) for one in found if one.failures]:
            words = f"{words} The last time I could not read {spoken(dead[:MOST_NAMED])}."
        return ToolResult(Receipt(ReceiptKind.LOOKUP, words))

    return Tool(
        name="list_feeds",
        purpose="Tell which feeds the user follows.",
        ability="tell which feeds you follow",
        arguments=NoArguments,
        tier="read",
        timeout_seconds=10,
        run=run,
        sentences=FEEDS,
        brings_web_text=True,
        fulfils=("list_feeds",),
    )


def _list_topics(feeds: FeedDesk) -> Tool:
    async def run(_: NoArguments, context: ToolContext) -> ToolResult:
        del context
        topics = list(feeds.starter_topics)
        words = f'I have feeds for {spoken(topics)}. Say: "{EXAMPLE}".'
        return ToolResult(Receipt(ReceiptKind.LOOKUP, words))

    return Tool(
        name="list_feed_topics",
        purpose="Tell for which topics there are shipped feeds.",
        ability="tell which topics there are feeds for",
        arguments=NoArguments,
        tier="read",
        timeout_seconds=5,
        run=run,
        sentences=TOPICS,
        fulfils=("list_feed_topics",),
    )


def _unfollow(feeds: FeedDesk) -> Tool:
    async def run(arguments: UnfollowArguments, context: ToolContext) -> ToolResult:
        user_id, which = context.origin.user_id, arguments.which.strip(" .")
        with as_tool_error():
            found = await feeds.feeds(user_id)
            named = {f"{_named(one)} {one.number}": one for one in found}
            match = _best(which, ((_named(one), one) for one in named.values()))
            number = match.number if match else _address(which) or which
            feed = await feeds.remove_feed(user_id, str(number))
        words = f"You follow {_named(feed)} no more."
        return ToolResult(Receipt(ReceiptKind.EFFECT, words), {"url": feed.url})

    return Tool(
        name="unfollow_feed",
        purpose="Follow a feed no more.",
        ability="drop a feed",
        arguments=UnfollowArguments,
        tier="act",
        needs="talk",
        timeout_seconds=10,
        run=run,
        in_words=("which",),
        asked_by=frozenset(("unfollow", "remove", "drop", "delete", "stop", "unsubscribe")),
        sentences=UNFOLLOW,
        brings_web_text=True,
        fulfils=("unfollow_feed",),
    )


_FOLLOWING = frozenset(("follow", "add", "subscribe", "take", "use", "give", "want"))


def _best(said: str, entries: Iterable[tuple[str, T]]) -> T | None:
    """The one entry of a closed list that is called so; None where there is doubt."""
    index = NameIndex([Named(name, value) for name, value in entries])
    accepted = index.find(said).accepted
    return accepted.value if accepted else None


def _topic_named(feeds: FeedDesk, said: str) -> str | None:
    return _best(said, ((one, one) for one in feeds.starter_topics))


def _address(said: str) -> str:
    """The address that was typed or spoken; "" where it is none."""
    words = " ".join(said.split()).strip(" ,!?")
    if found := locate_spoken_url(words):
        return found.link.url
    return join_spoken_host(words) or ""


def _named(feed: Feed) -> str:
    """What a feed calls itself, where that is a plain name; else its host."""
    name = visible_line(feed.title)
    if is_plain_name(name):  # a stranger named it: whatever may be a sentence is not said
        return name
    return feed.url.partition("://")[2].partition("/")[0].removeprefix("www.")
