"""BriefingOutbox: mails briefings, each at most once to an address.

Invariant: a row says "sending" before a byte leaves. Where that row is found later, nobody knows
whether the mail went out: it is sent again only where the service knows it by its name.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from weakref import WeakKeyDictionary

from jarvis_voice.briefing.ledger import BriefingLedger
from jarvis_voice.briefing.recipients import RecipientList
from jarvis_voice.briefing.views import viewed
from jarvis_voice.core.briefing_records import Briefing
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.mail_records import MAYBE, Delivery, DeliveryState, Letter, Recipient
from jarvis_voice.store.briefing_port import BriefingStore
from jarvis_voice.tools.mail.mailer import Mailer, MailError

log = logging.getLogger(__name__)

NAME_HOLDS = timedelta(hours=23)
"""So long a service knows a letter by its name; an hour is left for clocks that differ."""

_LOCKS: WeakKeyDictionary[BriefingStore, asyncio.Lock] = WeakKeyDictionary()
"""One by store: two who send at the same time would both find no row."""


@dataclass(frozen=True, slots=True)
class MailWay:
    """How mail goes out: what sends it, and the address that it comes from."""

    mailer: Mailer
    sender: str


class BriefingOutbox:
    """Mails the briefings of a user.

    Args:
        store: Where they are kept; who sends at the same time waits.
        ledger: What is kept of the user.
        way: How mail goes out.
        now: The time.
    """

    def __init__(
        self,
        store: BriefingStore,
        ledger: BriefingLedger,
        way: MailWay,
        now: Callable[[], datetime],
    ) -> None:
        self._lock = _LOCKS.setdefault(store, asyncio.Lock())
        self._ledger = ledger
        self._way = way
        self._now = now

    async def send(self, number: int = 0, to: str = "") -> Sequence[Delivery]:
        """Mail a briefing to who is confirmed; what became of each mail.

        Args:
            number: Of the briefing; 0 is the newest.
            to: One address; "" is all that are confirmed.

        Raises:
            ToolError: There is no such briefing, or nobody is confirmed.
        """
        made = await self._briefing(number)
        recipients = RecipientList(self._ledger, self._now)
        async with self._lock:
            return [
                await self._to(made, one)
                for one in await recipients.chosen(to)
                if await recipients.has_confirmed(one.address)  # a mail before it takes a while
            ]

    async def _briefing(self, number: int) -> Briefing:
        runs = await self._ledger.runs(200)
        for run in runs:
            if run.briefing and number in {0, run.number}:
                return run.briefing
        raise ToolError("briefing-unknown", "There is no such briefing.")

    async def _to(self, made: Briefing, recipient: Recipient) -> Delivery:
        before = await self._ledger.delivery(made.number, recipient.address)
        if before and before.state in {"sent", "unknown"}:
            return replace(before, is_earlier=True)
        if before and before.state == "sending" and not self._may_repeat(before):
            unknown = replace(before, state="unknown", problem=f"It was cut short: {MAYBE}.")
            await self._ledger.keep_delivery(unknown)
            return unknown
        mailer = self._way.mailer
        name = _name(made, recipient)
        began = Delivery(made.number, recipient.address, mailer.way, "sending", name, self._now())
        await self._ledger.keep_delivery(began)
        ended = replace(began, state="sent")
        try:
            await mailer.send(_letter(made, recipient, self._way.sender, name))
        except MailError as error:
            state: DeliveryState = "unknown" if error.is_unknown else "refused"
            ended = replace(began, state=state, problem=error.message)
        await self._ledger.keep_delivery(ended)
        return ended

    def _may_repeat(self, before: Delivery) -> bool:
        mailer = self._way.mailer
        is_known = before.way == mailer.way and mailer.knows_names
        # a clock that was set since says nothing of how long ago that was
        return is_known and abs(self._now() - before.tried_at) < NAME_HOLDS


def _name(made: Briefing, recipient: Recipient) -> str:
    """What names a letter for good; it tells nothing of the address."""
    known = f"{made.number}:{made.made_at.isoformat()}:{recipient.address}"
    return f"briefing.{made.number}.{hashlib.sha256(known.encode()).hexdigest()[:24]}"


def _letter(made: Briefing, recipient: Recipient, sender: str, name: str) -> Letter:
    day = f"{made.made_at:%A}, {made.made_at.day} {made.made_at:%B %Y}"
    return Letter(
        name=name,
        sender=sender,
        recipient=recipient.address,
        subject=f"Your briefing of {day}",
        text=viewed(made, "text") + "\n",
        html=viewed(made, "html"),
        written_at=made.made_at,
    )
