"""Flow: briefings go out by a real mail server, each at most once to an address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import aiosmtplib
import pytest
from briefing.newsroom import NOW, TestClock
from briefing.test_views import MADE
from tools.mail.post_office import PASSWORD, PostOffice, post_office
from tools.mail.resend_server import KEY, ResendServer

from jarvis_voice.briefing.ledger import BriefingLedger
from jarvis_voice.briefing.outbox import BriefingOutbox, MailWay
from jarvis_voice.core.briefing_records import BriefingRun
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.mail_records import Delivery, Letter, Recipient, delivery_told
from jarvis_voice.store.briefing_port import BriefingKind, BriefingRow
from jarvis_voice.store.in_memory.briefings import InMemoryBriefingStore
from jarvis_voice.store.in_memory.tables import Tables
from jarvis_voice.tools.mail.mailer import Mailer
from jarvis_voice.tools.mail.resend import ResendMailer
from jarvis_voice.tools.mail.smtp import SmtpMailer

pytestmark = pytest.mark.flow

ANA = "ana@example.com"


class CutShort(BaseException):
    """The program was killed."""


@dataclass
class Fuse:
    """Kills at the n-th boundary, and lets nothing happen from there on."""

    left: int = -1
    is_blown: bool = False
    passed: int = 0

    def pass_by(self) -> None:
        self.passed += 1
        if self.is_blown or self.left == 0:
            self.is_blown = True
            raise CutShort
        self.left -= 1


class FusedStore(InMemoryBriefingStore):
    """A store with a boundary before and behind each row that is written."""

    def __init__(self, tables: Tables, fuse: Fuse) -> None:
        super().__init__(tables)
        self.fuse = fuse

    async def keep(self, user_id: str, kind: BriefingKind, rows: Iterable[BriefingRow]) -> None:
        self.fuse.pass_by()
        await super().keep(user_id, kind, rows)
        self.fuse.pass_by()


class FusedMailer(SmtpMailer):
    """A mailer with a boundary before and behind each command to the server."""

    fuse: Fuse

    def _server(self) -> aiosmtplib.SMTP:
        server, fuse = super()._server(), self.fuse
        for name in ("connect", "login", "mail", "rcpt", "data", "quit"):
            setattr(server, name, fused(getattr(server, name), fuse))
        return server


def fused(work: Any, fuse: Fuse) -> Any:
    async def between(*given: Any, **named: Any) -> Any:
        fuse.pass_by()
        answer = await work(*given, **named)
        fuse.pass_by()
        return answer

    return between


class Desk:
    """What sends, also after restarts."""

    def __init__(self, mailer: Mailer) -> None:
        self.tables, self.clock, self.mailer = Tables(is_open=True), TestClock(), mailer

    def ledger(self, fuse: Fuse | None = None) -> BriefingLedger:
        return BriefingLedger(FusedStore(self.tables, fuse or Fuse()), "me", self.clock.now)

    async def prepare(self, *confirmed: str) -> None:
        run = BriefingRun(0, "voice", NOW, state="done", briefing=MADE)
        ledger = self.ledger()
        number = await ledger.begin(run)
        assert number
        for address in confirmed:
            await ledger.keep_recipient(Recipient(address, NOW, NOW))

    async def send(self, fuse: Fuse | None = None, to: str = "") -> list[Delivery]:
        """As after a restart: nothing is known but what the store has."""
        fuse = fuse or Fuse()
        if isinstance(self.mailer, FusedMailer):
            self.mailer.fuse = fuse
        store = FusedStore(self.tables, fuse)
        ledger = BriefingLedger(store, "me", self.clock.now)
        way = MailWay(self.mailer, "jarvis@example.org")
        return list(await BriefingOutbox(store, ledger, way, self.clock.now).send(0, to))


@pytest.fixture
async def office() -> AsyncIterator[PostOffice]:
    async with post_office() as office:
        yield office


async def desk_at(office: PostOffice, *confirmed: str, seconds: float = 10.0) -> Desk:
    desk = Desk(FusedMailer(office.config(), PASSWORD, seconds))
    await desk.prepare(*(confirmed or (ANA,)))
    return desk


def told(found: Iterable[Delivery]) -> list[tuple[str, str]]:
    return [(one.recipient, one.state) for one in found]


async def test_a_briefing_goes_to_all_who_are_confirmed_and_once(office: PostOffice) -> None:
    desk = await desk_at(office, ANA, "ben@example.com")
    await desk.ledger().keep_recipient(Recipient("eve@example.com", NOW))
    expected = [(ANA, "sent"), ("ben@example.com", "sent")]
    assert told(await desk.send()) == expected
    assert told(await desk.send()) == expected
    assert office.recipients == [ANA, "ben@example.com"]
    [mail, _] = office.mails
    assert mail["Subject"] == "Your briefing of Wednesday, 25 November 2026"
    text, html = mail.iter_parts()
    assert "A plant & a mill *opened* on Tuesday." in text.get_content()
    page = html.get_content()
    assert "Plant &lt;opens&gt; in [Gdansk](x)" in page
    assert "<img" not in page
    assert "src=" not in page


class HeldMailer(FusedMailer):
    """A mailer that waits before each mail until it is let go."""

    def hold(self) -> None:
        self.begun, self.goes_on = asyncio.Event(), asyncio.Event()

    async def send(self, letter: Letter) -> None:
        self.begun.set()
        await self.goes_on.wait()
        await super().send(letter)


async def test_who_is_removed_while_another_mail_goes_out_gets_none(office: PostOffice) -> None:
    mailer = HeldMailer(office.config(), PASSWORD, 10.0)
    mailer.hold()
    desk = Desk(mailer)
    await desk.prepare(ANA, "ben@example.com")
    sending = asyncio.create_task(desk.send())
    await mailer.begun.wait()
    await desk.ledger().drop_recipient("ben@example.com")
    mailer.goes_on.set()
    assert told(await sending) == [(ANA, "sent")]
    assert office.recipients == [ANA]


async def test_nobody_gets_mail_who_has_not_confirmed(office: PostOffice) -> None:
    desk = await desk_at(office)
    await desk.ledger().keep_recipient(Recipient("eve@example.com", NOW))
    for address in ("eve@example.com", "zoe@example.com", "no address"):
        with pytest.raises(ToolError) as caught:
            await desk.send(to=address)
        assert caught.value.code in {"recipient-unconfirmed", "recipient-bad"}
    assert office.mails == []


async def test_a_refusal_may_be_tried_again(office: PostOffice) -> None:
    desk = await desk_at(office)
    office.data_answer = "451 greylisted"
    [refused] = await desk.send()
    assert refused.state == "refused"
    assert delivery_told(refused).startswith(f"not sent to {ANA}: localhost refused the mail (451")
    office.data_answer = ""
    assert told(await desk.send()) == [(ANA, "sent")]
    assert len(office.mails) == 1


async def test_what_is_unknown_is_told_and_not_sent_again(office: PostOffice) -> None:
    desk = await desk_at(office)
    office.hangs_up = True
    [first] = await desk.send()
    office.hangs_up = False
    [again] = await desk.send()
    assert (first.state, again.state, len(office.mails)) == ("unknown", "unknown", 1)
    assert delivery_told(again).startswith(f"perhaps sent to {ANA}: localhost did not say")


async def test_a_mail_that_was_cut_short_is_told_of(office: PostOffice) -> None:
    desk = await desk_at(office)
    with pytest.raises(CutShort):
        await desk.send(Fuse(12))
    [found] = await desk.send()
    assert found.state == "unknown"
    assert "it may have been sent" in delivery_told(found)


async def count_of_boundaries(office: PostOffice) -> int:
    fuse = Fuse()
    await (await desk_at(office)).send(fuse)
    return fuse.passed


@pytest.mark.parametrize("way", ["taken", "refused", "hung up"])
async def test_at_most_one_mail_whenever_it_is_killed(office: PostOffice, way: str) -> None:
    """Each pair of boundaries: killed there, killed again after the restart, then let run."""
    n_boundaries = await count_of_boundaries(office)
    n_kills = 0
    assert n_boundaries >= 14
    for first in range(n_boundaries):
        for second in range(0, n_boundaries, 3):
            office.mails.clear()
            office.data_answer = "451 later" if way == "refused" else ""
            office.hangs_up = way == "hung up"
            desk = await desk_at(office)
            for fuse in (Fuse(first), Fuse(second)):
                try:
                    await desk.send(fuse)
                except CutShort:
                    n_kills += 1
            office.data_answer, office.hangs_up = "", False
            [ended] = await desk.send()
            assert len(office.mails) <= 1, (first, second)
            assert ended.state in {"sent", "unknown"}
            assert ended.state == "unknown" or len(office.mails) == 1, (first, second)
    assert n_kills >= 70


async def test_a_service_that_knows_names_is_asked_again_after_a_crash() -> None:
    async with ResendServer() as server:
        desk = Desk(ResendMailer(KEY, server.url, (0.0,)))
        await desk.prepare(ANA)
        with pytest.raises(CutShort):
            await desk.send(Fuse(2))  # behind the row "sending" and the mail, before "sent"
        assert len(server.mails) == 1
        assert told(await desk.send()) == [(ANA, "sent")]
        assert (len(server.mails), len(server.requests)) == (1, 2)


@pytest.mark.parametrize("hours", [24, -24])
async def test_after_a_day_the_service_knows_no_names(hours: int) -> None:
    """Also where the clock was set back: nobody knows how long ago it was then."""
    async with ResendServer() as server:
        desk = Desk(ResendMailer(KEY, server.url, (0.0,)))
        await desk.prepare(ANA)
        with pytest.raises(CutShort):
            await desk.send(Fuse(2))
        desk.clock.at = datetime(2026, 11, 25, 7, tzinfo=UTC) + timedelta(hours=hours)
        assert told(await desk.send()) == [(ANA, "unknown")]
        assert len(server.requests) == 1
