"""The tools that read the briefing aloud: all of it, on from a story, more of a story, its source.

Invariant: only what feeds and pages told is read, behind words that say whose it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import Receipt, ReceiptKind, ToolResult
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.language.en.spoken_lists import spoken
from jarvis_voice.tools.briefing.briefing_results import (
    OFFLINE,
    day_told,
    links_of,
    page_of,
    told_from,
    told_more,
    told_only,
    told_whole,
)
from jarvis_voice.tools.briefing.briefing_sentences import (
    BRIEFING,
    MORE,
    MOVES,
    NEWS_ABOUT,
    OFFER,
    SOURCE,
)
from jarvis_voice.tools.briefing.reader import BriefingReader
from jarvis_voice.tools.briefing.telling_place import ORDINALS, are_told
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.registry import Arguments, Tool, ToolContext

SECONDS = 110
"""Feeds and pages of a whole run; a run that is cut short goes on where it was."""

LONGEST = 6_000
"""Characters of a briefing: ninety seconds, and room for languages with long words."""

NO_FEEDS = (
    'You have no feeds yet, so I have no news for you. Say: "add the {topic} feeds". Or say: '
    '"follow the feed" and the address of a news site\'s feed.'
)
EXAMPLE = "science"
"""A topic of the shipped feeds."""

_ARTICLE = re.compile(r"(?:the|my|our|an?) ", re.I)

Story = Literal["this", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "last"]


class BriefingArguments(Arguments):
    """What the news shall be about."""

    topic: Annotated[
        str,
        Field(
            description="Only news about this, in the user's words; empty is all of the briefing.",
            max_length=100,
        ),
    ] = ""


class BriefingMoveArguments(Arguments):
    """Where to go on in the briefing that was read last."""

    move: Annotated[
        Literal["next", "back", "again", "on", "first"],
        Field(
            description="The next story, the one before, the same again, on from where it was "
            "interrupted, or from the first one."
        ),
    ]


class StoryArguments(Arguments):
    """A story of the briefing that was read last."""

    story: Annotated[Story, Field(description="Which story; this is the one read last.")] = "this"


class OfferArguments(Arguments):
    """The time for which a briefing was made."""

    when: Annotated[str, Field(description="When it was due, in words.", max_length=60)]


def tools(around: ToolDependencies) -> Iterator[Tool]:
    """The tools that read the briefing."""
    reader = BriefingReader.of(around)
    if reader is None:
        return
    yield _tell_briefing(reader)
    yield _go_on(reader)
    yield _more(reader)
    yield _source(reader)
    yield _offer(reader)


def _tell_briefing(reader: BriefingReader) -> Tool:
    async def run(arguments: BriefingArguments, context: ToolContext) -> ToolResult:
        topic = _ARTICLE.sub("", arguments.topic.strip(), count=1)
        user_id = context.origin.user_id
        found = None if topic else await reader.ready(context)
        if found and (found.briefing.stories or not await reader.is_offline(user_id)):
            await reader.note_told(found.briefing, context)
            if not found.place.story:
                return told_whole(found.briefing)
            return told_from(found.briefing, found.place.following, "I go on with your briefing.")
        try:
            made = await reader.made((topic,) if topic else (), context)
        except ToolError as error:
            if error.code != "briefing-no-feeds":
                raise
            return told_only(no_feeds(reader.starter_topics, topic))
        if made.stories or not await reader.is_offline(user_id):
            await reader.note_told(made, context)
            return told_whole(made)
        earlier = None if topic else await reader.earlier(user_id)
        if earlier is None:
            return told_only(f"{OFFLINE} I have nothing from before.")
        await reader.note_told(earlier, context)
        whose = f"{OFFLINE} {day_told(earlier.made_at, context.now)}."
        return told_whole(earlier, " ".join((*made.opening[:-1], whose)))

    return Tool(
        name="tell_briefing",
        purpose="Read the user's daily briefing: the weather, what is set for today, and the news "
        "of the feeds that the user follows. Use it when the user asks for the briefing or for "
        "news, also about one topic.",
        ability="read you a briefing of the news",
        arguments=BriefingArguments,
        tier="read",
        timeout_seconds=SECONDS,
        run=run,
        sentences=BRIEFING | NEWS_ABOUT,
        observed_characters=LONGEST,
        brings_web_text=True,
        sends=True,
        in_words=("topic",),
        fulfils=("tell_briefing",),
        fails="I have no briefing for you",
    )


def no_feeds(topics: Sequence[str], topic: str = "") -> str:
    """What is said to who follows no feeds."""
    wanted = next((one for one in topics if one.casefold() == topic.casefold()), EXAMPLE)
    said = NO_FEEDS.format(topic=wanted)
    return f'{said} Or say: "search for news about {topic}".' if topic else said


def _go_on(reader: BriefingReader) -> Tool:
    async def run(arguments: BriefingMoveArguments, context: ToolContext) -> ToolResult:
        heard = await reader.heard(context)
        n_stories, place = len(heard.briefing.stories), heard.place
        position = {
            "next": place.story + 1,
            "back": max(1, place.story - 1),
            "again": max(1, place.story),
            "on": place.following,
            "first": 1,
        }[arguments.move]
        if position > n_stories:
            words = (
                "That was the last story." if n_stories else "Your last briefing has no stories."
            )
            return told_only(words)
        await reader.note_told(heard.briefing, context)
        return told_from(heard.briefing, position, _move_lead(arguments.move, position, n_stories))

    return Tool(
        name="go_on_with_briefing",
        purpose="Move in the briefing that was read last: the next story, the one before, the same "
        "again, or on from where it was interrupted.",
        ability="skip and repeat stories of the briefing",
        arguments=BriefingMoveArguments,
        tier="read",
        timeout_seconds=10,
        run=run,
        sentences=MOVES,
        observed_characters=LONGEST,
        brings_web_text=True,
        fulfils=("go_on_with_briefing",),
    )


def _move_lead(move: str, position: int, n_stories: int) -> str:
    if move == "first":
        return "From the beginning."
    if move == "again":
        return "Once more."
    if position == n_stories:
        return "The last story."
    return f"The {ORDINALS[position - 1]} story."


def _more(reader: BriefingReader) -> Tool:
    async def run(arguments: StoryArguments, context: ToolContext) -> ToolResult:
        heard = await reader.heard(context)
        position = heard.position_of(arguments.story)
        desk, number, told = reader.desk, heard.briefing.number, 0
        user_id = context.origin.user_id
        found = await desk.more(user_id, number, position)
        while found and are_told(found, heard.replies):
            told += len(found)
            found = await desk.more(user_id, number, position, told)
        await reader.note_told(heard.briefing, context)
        if not found:
            ended = Receipt(ReceiptKind.NO_OP, "That is all that I have read of it. Say: open it.")
            return ToolResult(ended, {}, links_of([heard.briefing.stories[position - 1]]))
        return told_more(heard.briefing, position, found)

    return Tool(
        name="more_about_story",
        purpose="Read the next sentences of the article of one story of the briefing.",
        ability="tell more about a story of the briefing",
        arguments=StoryArguments,
        tier="read",
        timeout_seconds=10,
        run=run,
        sentences=MORE,
        observed_characters=LONGEST,
        brings_web_text=True,
        fulfils=("more_about_story",),
    )


def _source(reader: BriefingReader) -> Tool:
    async def run(arguments: StoryArguments, context: ToolContext) -> ToolResult:
        heard = await reader.heard(context)
        position, story = heard.position_of(arguments.story), heard.story(arguments.story)
        page, sources = page_of(story), story.scored.sources
        teller = next((one.host for one in sources if one.url == page), sources[0].host)
        others = [host for host in dict.fromkeys(one.host for one in sources) if host != teller]
        verb = "tells" if len(others) == 1 else "tell"
        more = f"{spoken(others[:3])} {verb} of it, too." if others else "No other source tells it."
        every = [
            {"title": visible_line(one.title), "url": one.url, "number": str(position)}
            for one in sources
        ]
        receipt = Receipt(ReceiptKind.LOOKUP, f"That is from {teller}. {more}")
        return ToolResult(receipt, {}, links_of([story]), {"sources": every})

    return Tool(
        name="name_story_source",
        purpose="Tell who says what a story of the briefing says.",
        ability="name the source of a story",
        arguments=StoryArguments,
        tier="read",
        timeout_seconds=10,
        run=run,
        sentences=SOURCE,
        brings_web_text=True,
        fulfils=("name_story_source",),
    )


def _offer(reader: BriefingReader) -> Tool:
    async def run(arguments: OfferArguments, context: ToolContext) -> ToolResult:
        found = await reader.ready(context)
        is_there = found is not None and not found.place.story
        begin = "I have" if is_there else "You missed"
        words = f"{begin} your briefing of {arguments.when}. Now?"
        return ToolResult(Receipt(ReceiptKind.LOOKUP, words))

    return Tool(
        name="offer_briefing",
        purpose="Ask whether a briefing that was missed shall be read now.",
        ability="offer a briefing that you missed",
        arguments=OfferArguments,
        tier="read",
        timeout_seconds=10,
        run=run,
        sentences=OFFER,
        code_only=True,
        fulfils=("offer_briefing",),
    )
