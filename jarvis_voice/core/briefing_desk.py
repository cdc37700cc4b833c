"""Protocol of what makes and keeps briefings, for the tools that tell them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from jarvis_voice.core.briefing_records import (
        Briefing,
        BriefingRun,
        Feed,
        QuotedSentence,
        TasteKind,
    )
    from jarvis_voice.core.mail_records import Delivery, Recipient


class BriefingDesk(Protocol):
    """Makes briefings for tools and commands; each user has their own.

    A story is named by its position in the briefing: 1 is the first.
    """

    async def make(
        self,
        user_id: str,
        *,
        topics: Sequence[str] = (),
        trigger: str = "voice",
        turn_id: str = "",
        is_dry: bool = False,
    ) -> Briefing:
        """Make a briefing now; a run that a crash has cut short goes on at its step.

        Args:
            user_id: Whose.
            topics: Only what is about these; () is all that the user follows.
            trigger: "command", "voice" or "routine".
            turn_id: The turn that asks.
            is_dry: Nothing of it is kept.

        Raises:
            ToolError: "briefing-running": one is made already; "briefing-no-feeds": the user
                follows nothing; "briefing-failed".
            StoreError: It cannot be kept.
        """
        ...

    async def settled(self, user_id: str) -> None:
        """Wait until no briefing of a user is being made."""
        ...

    async def recent(self, user_id: str) -> Sequence[BriefingRun]:
        """The newest runs that made a briefing, the newest first."""
        ...

    async def note_told(self, user_id: str, number: int, turn_id: str) -> None:
        """Keep in which turn a briefing was told, or gone on with, last."""
        ...

    async def more(
        self, user_id: str, number: int, position: int, told: int = 0
    ) -> Sequence[QuotedSentence]:
        """The next sentences of a story, in the order of its article; () where there are no more.

        Args:
            user_id: Whose.
            number: Of the briefing.
            position: Of the story.
            told: How many of these were told already.
        """
        ...

    async def note_taste(
        self, user_id: str, kind: TasteKind, value: str, turn_id: str = ""
    ) -> None:
        """Keep that a user wants more or less of a host or a word, or nothing of it.

        Args:
            user_id: Who.
            kind: Which.
            value: A host ("example.org"), or words.
            turn_id: The turn in which it was said: who forgets the turn forgets it.
        """
        ...


class FeedDesk(Protocol):
    """Changes the feeds of users, for the tools that are asked to."""

    @property
    def starter_topics(self) -> Sequence[str]:
        """The topics of the shipped list."""
        ...

    async def feeds(self, user_id: str) -> Sequence[Feed]:
        """The feeds that a user follows, in the order in which they were added."""
        ...

    async def add_feed(self, user_id: str, url: str, topic: str, weight: float) -> Feed:
        """Follow a feed, if it answers.

        Raises:
            ToolError: It is no address of a public website, or no feed, or there are too many.
        """
        ...

    async def add_topic(self, user_id: str, topic: str) -> Sequence[Feed]:
        """Follow the shipped feeds of a topic, without asking them; those that are new."""
        ...

    async def remove_feed(self, user_id: str, which: str) -> Feed:
        """Follow a feed no more, by its number or address.

        Raises:
            ToolError: There is none.
        """
        ...


class LetterDesk(Protocol):
    """Mails briefings of users, for the tool that is asked to.

    Each method raises ToolError or ConfigError where it cannot be done.
    """

    async def addresses(self, user_id: str, to: str) -> Sequence[str]:
        """The confirmed address that is named, "" is all of them, where mail can be sent."""
        ...

    async def deliveries(self, user_id: str, number: int) -> Sequence[Delivery]:
        """What became of the mails of a briefing."""
        ...

    async def send(self, user_id: str, number: int, to: str) -> Sequence[Delivery]:
        """Mail a briefing to a confirmed address; once that was done, it is not done again."""
        ...


class BriefingOperations(Protocol):
    """What control doors may ask of briefings.

    Each method raises ToolError where it cannot be done, and StoreError where nothing can be kept.
    """

    async def make(self, user_id: str, topics: Sequence[str]) -> int:
        """Make a briefing now; its number."""
        ...

    async def start(self, user_id: str, topics: Sequence[str], key: str, *, sends: bool) -> int:
        """Begin to make a briefing; its number.

        Args:
            user_id: Whose.
            topics: Only what is about these.
            key: Asked again with the same one, the run of before is answered; "" is none.
            sends: Whether it is mailed then, to all confirmed addresses.
        """
        ...

    def follow(self, user_id: str, number: int) -> AsyncGenerator[BriefingRun]:
        """How far a run is, each time that this changes; nothing where it is not under way."""
        ...

    async def runs(self, user_id: str) -> Sequence[BriefingRun]:
        """The newest runs, the newest first."""
        ...

    async def deliveries(self, user_id: str, number: int) -> Sequence[Delivery]:
        """What became of the mails of a briefing."""
        ...

    @property
    def starter_topics(self) -> Sequence[str]:
        """The topics of the shipped list."""
        ...

    async def feeds(self, user_id: str) -> Sequence[Feed]:
        """The feeds that a user follows, in the order in which they were added."""
        ...

    async def add_feed(self, user_id: str, url: str, topic: str, weight: float) -> Feed:
        """Follow a feed, if it answers."""
        ...

    async def add_topic(self, user_id: str, topic: str) -> Sequence[Feed]:
        """Follow the shipped feeds of a topic, without asking them; those that are new."""
        ...

    async def keep_feeds(self, user_id: str, feeds: Sequence[Feed]) -> int:
        """Follow feeds without asking them; how many are new."""
        ...

    async def remove_feed(self, user_id: str, which: str) -> Feed:
        """Follow a feed no more, by its number or address."""
        ...

    async def note_taste(self, user_id: str, kind: TasteKind, value: str) -> None:
        """Keep that a user wants more or less of a host or a word, or nothing of it."""
        ...

    async def add_recipient(self, user_id: str, address: str) -> Recipient:
        """Mail a code to an address."""
        ...

    async def confirm_recipient(self, user_id: str, address: str, code: str) -> Recipient:
        """Take the code that was mailed to an address."""
        ...

    async def remove_recipient(self, user_id: str, address: str) -> bool:
        """Forget an address; whether it was there."""
        ...

    async def send(self, user_id: str, number: int, to: str) -> Sequence[Delivery]:
        """Mail a briefing, 0 is the newest, to a confirmed address, "" is all of them."""
        ...
