"""Carries out what commands ask of briefings: in the daemon, or in the command where none runs."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import TYPE_CHECKING, Protocol

from jarvis_voice.app.briefing_factory import briefing_maker, feed_reader, local_parts
from jarvis_voice.app.mail_factory import mailer_of
from jarvis_voice.briefing.feed_list import FeedList, starter_list
from jarvis_voice.briefing.outbox import BriefingOutbox, MailWay
from jarvis_voice.briefing.recipients import RecipientList
from jarvis_voice.briefing.run import KEPT_KEYS
from jarvis_voice.core.briefing_records import BriefingRun, Feed, TasteKind
from jarvis_voice.core.config import Config
from jarvis_voice.core.mail_records import Delivery, Recipient
from jarvis_voice.core.ports import Clock

if TYPE_CHECKING:
    from jarvis_voice.store.briefing_port import BriefingStore
    from jarvis_voice.store.ports import ProfileStore, ScheduleStore
    from jarvis_voice.tools.dependencies import Edge


class KeptForBriefings(Protocol):
    """What of a store briefings are made with; a `Store` is one, and the assistant too."""

    @property
    def briefings(self) -> BriefingStore:
        """Briefings, feeds and what was told."""
        ...

    @property
    def profiles(self) -> ProfileStore:
        """Where users live."""
        ...

    @property
    def schedule(self) -> ScheduleStore:
        """What they have set."""
        ...


class BriefingCommands:
    """Makes briefings and changes feeds; implements `core.briefing_desk.BriefingOperations`.

    It is the tools' `FeedDesk` and `LetterDesk`, too.

    Args:
        config: Everything that is set.
        kept: Where briefings are kept, where users live and what they have set.
        clock: The time.
        edge: The addresses of services.
    """

    def __init__(
        self,
        config: Config,
        kept: KeptForBriefings,
        clock: Clock,
        edge: Edge,
    ) -> None:
        self._config = config
        self._kept = kept
        self._clock = clock
        self._edge = edge
        parts = local_parts(config, kept.profiles, kept.schedule, edge)
        self.desk = briefing_maker(config, kept.briefings, parts, clock, edge, self._mail)

    async def make(self, user_id: str, topics: Sequence[str]) -> int:
        """Make a briefing now; its number."""
        return (await self.desk.make(user_id, topics=topics, trigger="command")).number

    async def start(self, user_id: str, topics: Sequence[str], key: str, *, sends: bool) -> int:
        """Begin to make a briefing; its number. It may be mailed then."""
        if sends:  # what is wrong with the mail is told before anything is made
            self._way()
            await self._recipients(user_id).chosen("")
        return await self.desk.start(user_id, topics, "api", key, sends=sends)

    async def _mail(self, user_id: str, number: int) -> str:
        """Mail a briefing that is made; how many mails went out."""
        mails = await self.send(user_id, number, "")
        return f"{sum(one.is_sent for one in mails)} of {len(mails)} mails sent"

    def follow(self, user_id: str, number: int) -> AsyncGenerator[BriefingRun]:
        """How far a run is, each time that this changes; nothing where it is not under way."""
        return self.desk.board.follow(user_id, number)

    async def runs(self, user_id: str) -> Sequence[BriefingRun]:
        """The newest runs, the newest first."""
        return await self.desk.ledger(user_id).runs(KEPT_KEYS)

    async def deliveries(self, user_id: str, number: int) -> Sequence[Delivery]:
        """What became of the mails of a briefing."""
        return await self.desk.ledger(user_id).deliveries(number)

    async def addresses(self, user_id: str, to: str) -> Sequence[str]:
        """The confirmed address that is named, "" is all of them, where mail can be sent."""
        self._way()
        return [one.address for one in await self._recipients(user_id).chosen(to)]

    async def add_feed(self, user_id: str, url: str, topic: str, weight: float) -> Feed:
        """Follow a feed, if it answers."""
        return (await self._feeds(user_id).add(url, topic, weight)).feed

    @property
    def starter_topics(self) -> Sequence[str]:
        """The topics of the shipped list."""
        return starter_list().topics

    async def feeds(self, user_id: str) -> Sequence[Feed]:
        """The feeds that a user follows, in the order in which they were added."""
        return await self.desk.ledger(user_id).feeds()

    async def add_topic(self, user_id: str, topic: str) -> Sequence[Feed]:
        """Follow the shipped feeds of a topic, without asking them; those that are new."""
        before = {one.url for one in await self.feeds(user_id)}
        of_topic = [one for one in starter_list().feeds if one.topic == topic]
        await self.keep_feeds(user_id, of_topic)
        return [one for one in of_topic if one.url not in before]

    async def keep_feeds(self, user_id: str, feeds: Sequence[Feed]) -> int:
        """Follow feeds without asking them; how many are new."""
        return await self._feeds(user_id).keep(feeds)

    async def remove_feed(self, user_id: str, which: str) -> Feed:
        """Follow a feed no more, by its number or address."""
        return await self._feeds(user_id).remove(which)

    async def note_taste(self, user_id: str, kind: TasteKind, value: str) -> None:
        """Keep that a user wants more or less of a host or a word, or nothing of it."""
        await self.desk.note_taste(user_id, kind, value)

    async def add_recipient(self, user_id: str, address: str) -> Recipient:
        """Mail a code to an address."""
        way = self._way()
        return await self._recipients(user_id).add(address, way.mailer, way.sender)

    async def confirm_recipient(self, user_id: str, address: str, code: str) -> Recipient:
        """Take the code that was mailed to an address."""
        return await self._recipients(user_id).confirm(address, code)

    async def remove_recipient(self, user_id: str, address: str) -> bool:
        """Forget an address; whether it was there."""
        return await self._recipients(user_id).remove(address)

    async def send(self, user_id: str, number: int, to: str) -> Sequence[Delivery]:
        """Mail a briefing, 0 is the newest, to a confirmed address, "" is all of them."""
        ledger = self.desk.ledger(user_id)
        outbox = BriefingOutbox(self._kept.briefings, ledger, self._way(), self._clock.now)
        return await outbox.send(number, to)

    def _way(self) -> MailWay:
        mailer = mailer_of(self._config, self._edge.endpoints.resend)
        return MailWay(mailer, self._config.mail.sender)

    def _recipients(self, user_id: str) -> RecipientList:
        return RecipientList(self.desk.ledger(user_id), self._clock.now)

    def _feeds(self, user_id: str) -> FeedList:
        return FeedList(self.desk.ledger(user_id), feed_reader(self._edge), self._clock.now())
