"""Finds the briefing that a user hears, has it made where there is none, and knows its place."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from jarvis_voice.core.briefing_desk import BriefingDesk, FeedDesk
from jarvis_voice.core.briefing_records import Briefing, BriefingRun, BriefingStory
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.types import ThreadKey
from jarvis_voice.store.ports import TurnStore
from jarvis_voice.tools.briefing.telling_place import (
    ORDINALS,
    TellingPlace,
    heard_replies,
    place_in,
)
from jarvis_voice.tools.dependencies import ToolDependencies
from jarvis_voice.tools.errors import as_tool_error
from jarvis_voice.tools.registry import ToolContext

FRESH = timedelta(minutes=45)
"""So long a briefing that was made is told as it is."""

KEPT_READY = timedelta(hours=20)
"""So long one that was made ahead waits to be heard."""

TURNS_BACK = 30
"""Turns of the conversation in which a briefing is looked for."""

WAIT_SECONDS = 2.5
"""After so long without an answer it is told that the briefing is being made."""

BEING_MADE = "I am making your briefing. It takes a moment."
MADE_ALREADY = "Your briefing is being made already. One moment."
NOTHING_READ = "I have not read you a briefing lately. Say: give me my briefing."


@dataclass(frozen=True, slots=True)
class HeardBriefing:
    """A briefing of this conversation, how far it was heard, and what was said meanwhile."""

    briefing: Briefing
    place: TellingPlace
    replies: tuple[str, ...] = ()

    def position_of(self, story: str) -> int:
        """The position of a story that is named: "this", "second", "last".

        Raises:
            ToolError: There are fewer stories.
        """
        n_stories = len(self.briefing.stories)
        if not n_stories:
            raise ToolError("no-such-story", "Your last briefing has no stories.")
        if story == "this":
            return max(1, self.place.story)
        if story == "last":
            return n_stories
        position = ORDINALS.index(story) + 1
        if position > n_stories:
            count = "is only one story" if n_stories == 1 else f"are only {n_stories} stories"
            raise ToolError("no-such-story", f"There {count}.")
        return position

    def story(self, name: str) -> BriefingStory:
        """The story that is named.

        Raises:
            ToolError: There are fewer stories.
        """
        return self.briefing.stories[self.position_of(name) - 1]


class BriefingReader:
    """Reads briefings of users.

    Args:
        desk: Makes and keeps them.
        feeds: What users follow.
        turns: What was said, and how much of it was heard.
        wait_seconds: Until it is told that one is being made.
    """

    def __init__(
        self,
        desk: BriefingDesk,
        feeds: FeedDesk,
        turns: TurnStore,
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        self._desk = desk
        self._feeds = feeds
        self._turns = turns
        self._wait_seconds = wait_seconds

    @classmethod
    def of(cls, around: ToolDependencies) -> BriefingReader | None:
        """The reader of tools; None where there are no briefings."""
        if around.briefings is None or around.feeds is None:
            return None
        return cls(around.briefings, around.feeds, around.turns)

    @property
    def desk(self) -> BriefingDesk:
        """What makes and keeps the briefings."""
        return self._desk

    @property
    def starter_topics(self) -> Sequence[str]:
        """The topics that feeds are shipped for."""
        return self._feeds.starter_topics

    async def ready(self, context: ToolContext) -> HeardBriefing | None:
        """The briefing of everything that is told now without a new one; None is none.

        That is one that was made ahead and not heard, or a fresh one that was not heard to its end.
        """
        with as_tool_error():
            runs = await self._desk.recent(context.origin.user_id)
        waiting = newest_ready(runs, context.now)
        if waiting is None or waiting.briefing is None:
            return None
        if not waiting.turn_id:
            return HeardBriefing(waiting.briefing, TellingPlace())
        heard = await self._heard(waiting.briefing, context)
        is_over = heard.place.is_whole and heard.place.story >= len(waiting.briefing.stories)
        return None if is_over else heard

    async def newest(self, context: ToolContext) -> Briefing | None:
        """The briefing of everything that is fresh, or was made ahead; None is none."""
        with as_tool_error():
            runs = await self._desk.recent(context.origin.user_id)
        found = newest_ready(runs, context.now)
        return found.briefing if found else None

    async def heard(self, context: ToolContext) -> HeardBriefing:
        """The briefing that was read last in this conversation.

        Raises:
            ToolError: "no-briefing": none was.
        """
        user_id = context.origin.user_id
        with as_tool_error():
            turns = await self._last_turns(context)
            runs = await self._desk.recent(user_id)
        ids = {turn: place for place, turn in enumerate(turns)}
        told = [one for one in runs if one.turn_id in ids and one.briefing]
        if not told:
            raise ToolError("no-briefing", NOTHING_READ)
        last = max(told, key=lambda one: ids[one.turn_id])
        if last.briefing is None:
            raise ToolError("no-briefing", NOTHING_READ)
        return await self._heard(last.briefing, context)

    async def made(self, topics: Sequence[str], context: ToolContext) -> Briefing:
        """A new briefing; who asks is told where that takes long or one is being made already.

        Raises:
            ToolError: It cannot be made.
        """
        making = asyncio.create_task(self._make(topics, context), name="briefing")
        try:
            done, _ = await asyncio.wait({making}, timeout=self._wait_seconds)
            if not done:
                context.say(BEING_MADE)
            return await making
        finally:
            making.cancel()

    async def is_offline(self, user_id: str) -> bool:
        """Whether none of the user's feeds could be fetched the last time."""
        feeds = await self._feeds.feeds(user_id)
        return bool(feeds) and all(one.failures for one in feeds)

    async def earlier(self, user_id: str) -> Briefing | None:
        """The newest briefing that had something to tell."""
        for run in await self._desk.recent(user_id):
            if run.briefing and run.briefing.stories and not run.topics:
                return run.briefing
        return None

    async def note_told(self, briefing: Briefing, context: ToolContext) -> None:
        """Keep that this turn tells a briefing; a dry run keeps nothing."""
        if context.is_dry_run:
            return
        with as_tool_error():
            await self._desk.note_told(context.origin.user_id, briefing.number, context.turn_id)

    async def _make(self, topics: Sequence[str], context: ToolContext) -> Briefing:
        user_id, is_dry = context.origin.user_id, context.is_dry_run
        make = partial(self._desk.make, topics=topics, turn_id=context.turn_id, is_dry=is_dry)
        with as_tool_error():
            try:
                return await make(user_id)
            except ToolError as error:
                if error.code != "briefing-running":
                    raise
            context.say(MADE_ALREADY)
            await self._desk.settled(user_id)
            ready = newest_ready(await self._desk.recent(user_id), context.now)
            if ready and ready.briefing and not topics:
                return ready.briefing
            return await make(user_id)

    async def _heard(self, briefing: Briefing, context: ToolContext) -> HeardBriefing:
        turns = await self._last_turns(context)
        replies = tuple(turns.values())
        return HeardBriefing(briefing, place_in(replies, briefing), replies)

    async def _last_turns(self, context: ToolContext) -> dict[str, str]:
        """What was heard in each of the last turns of the conversation, the oldest first."""
        user_id = context.origin.user_id
        thread = await self._turns.thread_of(user_id, context.turn_id)
        if not thread:
            return {}
        turns = (await self._turns.transcript(ThreadKey(user_id, thread)))[-TURNS_BACK:]
        return dict(zip((one.turn_id for one in turns), heard_replies(turns), strict=True))


def newest_ready(runs: Sequence[BriefingRun], now: datetime) -> BriefingRun | None:
    """The newest run whose briefing can be told as it is: a fresh one, or one that waits."""
    for run in runs:
        if run.topics or run.briefing is None:
            continue
        age = now - run.briefing.made_at
        is_waiting = run.trigger == "routine" and not run.turn_id and age <= KEPT_READY
        return run if is_waiting or age <= FRESH else None
    return None
