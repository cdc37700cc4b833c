"""Keeps feeds, articles, told stories, tastes and runs of a user as JSON in the store."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Protocol, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from jarvis_voice.briefing.entries import page_key
from jarvis_voice.briefing.work import BriefingWork
from jarvis_voice.core.briefing_records import (
    Article,
    BriefingRun,
    Feed,
    FeedEntry,
    Taste,
    ToldStory,
)
from jarvis_voice.core.mail_records import Delivery, Recipient
from jarvis_voice.store.briefing_port import (
    BriefingKind,
    BriefingRow,
    BriefingRunRow,
    BriefingStore,
)

log = logging.getLogger(__name__)

T = TypeVar("T")

MEMORY = timedelta(days=7)
"""What was told within it is not told again."""

LONGEST_KEPT_SUMMARY = 6_000


class RowReader(Protocol):
    """What of a reader of the store shows briefings."""

    def briefing_runs(self, user_id: str, last: int) -> list[BriefingRunRow]:
        """A user's newest runs, the newest first."""
        ...

    def briefing_rows(self, user_id: str, kind: BriefingKind) -> list[BriefingRow]:
        """A user's rows of a kind."""
        ...


class BriefingLedger:
    """What is kept for the briefings of one user.

    Args:
        store: Where.
        user_id: Whose.
        now: The time.
    """

    def __init__(self, store: BriefingStore, user_id: str, now: Callable[[], datetime]) -> None:
        self._store = store
        self._user_id = user_id
        self._now = now

    @property
    def user_id(self) -> str:
        """Whose it is."""
        return self._user_id

    async def feeds(self) -> list[Feed]:
        """The feeds that the user follows, in the order in which they were added."""
        return feeds_in(await self._store.rows(self._user_id, "feed"))

    async def keep_feeds(self, feeds: Iterable[Feed]) -> None:
        """Keep feeds; one of the same address is replaced."""
        await self._keep("feed", Feed, ((page_key(one.url), one) for one in feeds))

    async def drop_feed(self, url: str) -> bool:
        """Forget a feed; whether it was followed."""
        await self._store.drop(self._user_id, "entries", [page_key(url)])
        return bool(await self._store.drop(self._user_id, "feed", [page_key(url)]))

    async def entries(self) -> dict[str, list[FeedEntry]]:
        """What each feed told of the last time, by its address."""
        rows = await self._store.rows(self._user_id, "entries")
        found = _values(FeedEntries, rows)
        return {one.feed: one.entries for one in found}

    async def keep_entries(self, feed: str, entries: list[FeedEntry]) -> None:
        """Keep what a feed told of, in place of what it told of before."""
        kept = FeedEntries(feed, [_shortened(one) for one in entries])
        await self._keep("entries", FeedEntries, [(page_key(feed), kept)])

    async def articles(self) -> list[Article]:
        """The articles that were read."""
        return _values(Article, await self._store.rows(self._user_id, "article"))

    async def keep_articles(self, articles: Iterable[Article]) -> None:
        """Keep articles; one of the same page is replaced."""
        await self._keep("article", Article, ((page_key(one.entry.url), one) for one in articles))

    async def told(self) -> list[ToldStory]:
        """The stories that were told within the memory."""
        since = self._now() - MEMORY
        found = _values(ToldStory, await self._store.rows(self._user_id, "story"))
        return [one for one in found if one.last_at >= since]

    async def keep_told(self, stories: Iterable[ToldStory]) -> None:
        """Keep that stories were told."""
        await self._keep("story", ToldStory, ((one.name, one) for one in stories))

    async def tastes(self) -> list[Taste]:
        """What the user wants more or less of, or not at all."""
        return _values(Taste, await self._store.rows(self._user_id, "taste"))

    async def keep_taste(self, taste: Taste, turn_id: str = "") -> None:
        """Keep a taste, in place of what was kept of the same thing.

        Args:
            taste: What is wanted or not.
            turn_id: The turn in which it was said: who forgets the turn forgets it.
        """
        await self._keep("taste", Taste, [(taste.value.casefold(), taste)], turn_id)

    async def recipients(self) -> list[Recipient]:
        """The addresses that the user has named."""
        return recipients_in(await self._store.rows(self._user_id, "recipient"))

    async def keep_recipient(self, recipient: Recipient) -> None:
        """Keep an address; what was kept of it is replaced."""
        await self._keep("recipient", Recipient, [(recipient.address, recipient)])

    async def drop_recipient(self, address: str) -> bool:
        """Forget an address; whether it was there."""
        return bool(await self._store.drop(self._user_id, "recipient", [address]))

    async def delivery(self, run: int, address: str) -> Delivery | None:
        """What became of a briefing that was to be mailed to an address; None where nothing was."""
        found = await self.deliveries(run)
        return next((one for one in found if one.recipient == address), None)

    async def deliveries(self, run: int) -> list[Delivery]:
        """What became of all mails of a briefing."""
        found = _values(Delivery, await self._store.rows(self._user_id, "delivery"))
        return [one for one in found if one.run == run]

    async def keep_delivery(self, delivery: Delivery) -> None:
        """Keep what became of a mail."""
        name = f"{delivery.run}:{delivery.recipient}"
        await self._keep("delivery", Delivery, [(name, delivery)])

    async def begin(self, run: BriefingRun) -> int:
        """Keep a new run; its number."""
        body = _json(BriefingRun, run)
        return await self._store.begin(self._user_id, run.started_at, run.turn_id, body)

    async def update(self, run: BriefingRun, work: BriefingWork | None = None) -> None:
        """Keep how far a run is.

        Args:
            run: As it is now.
            work: What its steps have done; None where it is over.
        """
        row = BriefingRunRow(
            run.number,
            run.started_at,
            run.turn_id,
            run.state,
            _json(BriefingRun, run),
            _json(BriefingWork, work) if work else "",
        )
        await self._store.update(self._user_id, row)

    async def runs(self, last: int) -> list[BriefingRun]:
        """So many newest runs, the newest first."""
        return runs_in(await self._store.runs(self._user_id, last))

    async def unfinished(self) -> tuple[BriefingRun, BriefingWork] | None:
        """The newest run, where a crash has cut it short, with what it had done."""
        for row in await self._store.runs(self._user_id, 1):
            run, work = runs_in([row]), _value(BriefingWork, row.work)
            if run and run[0].state == "running" and work:
                return run[0], work
        return None

    async def _keep(
        self,
        kind: BriefingKind,
        shape: type[T],
        values: Iterable[tuple[str, T]],
        turn_id: str = "",
    ) -> None:
        now = self._now()
        rows = [
            BriefingRow(name, now, _json(shape, value), turn_id=turn_id) for name, value in values
        ]
        await self._store.keep(self._user_id, kind, rows)


@dataclass(frozen=True, slots=True)
class FeedEntries:
    """What a feed told of the last time."""

    feed: str
    entries: list[FeedEntry]


def _shortened(entry: FeedEntry) -> FeedEntry:
    return replace(entry, summary=entry.summary[:LONGEST_KEPT_SUMMARY])


def feeds_in(rows: Iterable[BriefingRow]) -> list[Feed]:
    """Feeds of rows, each with its number."""
    return [replace(feed, number=row.number) for row in rows if (feed := _value(Feed, row.body))]


def recipients_in(rows: Iterable[BriefingRow]) -> list[Recipient]:
    """Addresses of rows, each with its number."""
    return [replace(one, number=row.number) for row in rows if (one := _value(Recipient, row.body))]


def runs_in(rows: Iterable[BriefingRunRow]) -> list[BriefingRun]:
    """Runs of rows, each with its number, as its briefing has it."""
    found = []
    for row in rows:
        if run := _value(BriefingRun, row.body):
            made = replace(run.briefing, number=row.number) if run.briefing else None
            found.append(replace(run, number=row.number, briefing=made))
    return found


def _values(shape: type[T], rows: Sequence[BriefingRow]) -> list[T]:
    return [value for row in rows if (value := _value(shape, row.body))]


def _value(shape: type[T], body: str) -> T | None:
    """The value; None where it has another shape: of a version before, or damaged."""
    if not body:
        return None
    try:
        value: T = _adapter(cast("Hashable", shape)).validate_json(body)
    except ValidationError:
        log.warning("a row of the briefing is not %s", shape.__name__)
        return None
    return value


def _json(shape: type[T], value: T) -> str:
    return _adapter(cast("Hashable", shape)).dump_json(value).decode()


@cache
def _adapter(shape: Hashable) -> TypeAdapter[Any]:
    return TypeAdapter(cast("type[Any]", shape))
