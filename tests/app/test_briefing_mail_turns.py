"""Flow: the briefing goes out by mail when it is asked for in conversation, and by a routine."""

from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from email.message import EmailMessage

import pytest
from app.test_briefing_turns import FEEDS, Home
from briefing.newsroom import BATTERY, FERRY, NOW, FeedServer, Item
from tools.mail.post_office import PASSWORD, PostOffice, post_office

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.core.mail_records import Recipient
from jarvis_voice.core.paths import Paths

pytestmark = pytest.mark.flow

ANA, BO = "ana@example.com", "bo.li@example.org"
ASKED = f"I want to mail your briefing to {ANA}. Shall I?"
SENT = f"I have mailed your briefing to {ANA}."


@pytest.fixture
def server() -> Iterator[FeedServer]:
    with FeedServer() as server:
        server.article("daily.org/cells", "Battery plant opens", *BATTERY)
        item = Item("https://daily.org/cells", "Battery plant opens", BATTERY[0], 1)
        server.rss("daily.org/feed", "Daily News", item)
        yield server


@pytest.fixture
async def office(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PostOffice]:
    monkeypatch.setenv("SMTP_PASSWORD", PASSWORD)
    async with post_office() as office:
        yield office


@pytest.fixture
def home(paths: Paths, server: FeedServer, office: PostOffice) -> Home:
    settings = (
        f'[mail]\nway = "smtp"\nhost = "localhost"\nport = {office.port}\nsecurity = "none"\n'
        'user = "me"\nsender = "jarvis@example.org"\n'
    )
    return Home(paths, server, settings=settings)


async def confirm(home: Home, jarvis: Assistant, *addresses: str) -> None:
    ledger = home.desk(jarvis).ledger("me")
    for address in addresses:
        await ledger.keep_recipient(Recipient(address, NOW, NOW))


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


async def test_it_asks_once_and_mails_what_was_read(home: Home, office: PostOffice) -> None:
    async with home.open(FEEDS[0]) as jarvis:
        await confirm(home, jarvis, ANA)
        await home.say(jarvis, "give me my briefing")
        assert await home.say(jarvis, "send it to my mail") == ASKED
        assert office.mails == []
        assert await home.say(jarvis, "yes") == SENT
    assert office.recipients == [ANA]
    assert BATTERY[0] in text_of(office.mails[0])


async def test_a_no_sends_nothing(home: Home, office: PostOffice) -> None:
    async with home.open(FEEDS[0]) as jarvis:
        await confirm(home, jarvis, ANA)
        await home.say(jarvis, "mail me my briefing")
        assert await home.say(jarvis, "no") == "I left it."
    assert office.mails == []


async def test_it_is_made_where_none_was_read(home: Home, office: PostOffice) -> None:
    async with home.open(FEEDS[0]) as jarvis:
        await confirm(home, jarvis, ANA)
        assert await home.say(jarvis, "email me my briefing") == ASKED
        assert await home.say(jarvis, "yes") == SENT
        assert await home.say(jarvis, "mail me my briefing") == ASKED
        told = await home.say(jarvis, "yes")
    assert told == f"It went to {ANA} before, so I did not send it again."
    assert len(office.mails) == 1


async def test_it_goes_to_the_address_that_is_named(home: Home, office: PostOffice) -> None:
    async with home.open(FEEDS[0]) as jarvis:
        await confirm(home, jarvis, ANA, BO)
        both = f"I want to mail your briefing to {ANA} and {BO}. Shall I?"
        assert await home.say(jarvis, "mail me my briefing") == both
        await home.say(jarvis, "no")
        asked = await home.say(jarvis, "send my briefing to ana at example dot com")
        assert asked == ASKED
        assert await home.say(jarvis, "yes") == SENT
        told = await home.say(jarvis, "send my briefing to eve@example.com")
        assert "eve@example.com is no address that you have confirmed" in told
    assert office.recipients == [ANA]


async def test_the_yes_is_to_the_addresses_that_were_told(home: Home, office: PostOffice) -> None:
    async with home.open(FEEDS[0]) as jarvis:
        await confirm(home, jarvis, ANA)
        await home.say(jarvis, "mail me my briefing")
        await confirm(home, jarvis, BO)
        assert await home.say(jarvis, "yes") == "I left it."
    assert office.mails == []


async def test_who_reads_is_shown_every_address_before_the_yes(home: Home) -> None:
    more = [f"{name}@example.net" for name in ("cy", "di", "ed")]
    async with home.open(FEEDS[0]) as jarvis:
        await confirm(home, jarvis, ANA, BO, *more)
        asked = await home.say(jarvis, "mail me my briefing")
    assert asked == (
        f"I want to mail your briefing to {ANA}, {BO}, {more[0]}, {more[1]} and {more[2]}. Shall I?"
    )


async def test_without_a_confirmed_address_it_says_how(home: Home, office: PostOffice) -> None:
    async with home.open(FEEDS[0]) as jarvis:
        told = await home.say(jarvis, "mail me my briefing")
    assert "No address of yours is confirmed yet" in told
    assert office.mails == []


async def test_without_a_mail_server_it_says_so(home: Home) -> None:
    home.settings = ""
    async with home.open(FEEDS[0]) as jarvis:
        assert "No way to send mail is set up yet" in await home.say(jarvis, "mail me my briefing")


async def test_a_refused_mail_is_told(home: Home, office: PostOffice) -> None:
    office.data_answer = "554 no"
    async with home.open(FEEDS[0]) as jarvis:
        await confirm(home, jarvis, ANA)
        await home.say(jarvis, "mail me my briefing")
        told = await home.say(jarvis, "yes")
    assert f"The mail was not sent to {ANA}" in told


async def test_a_routine_mails_to_who_was_confirmed(home: Home, office: PostOffice) -> None:
    async with home.open(FEEDS[0]) as jarvis:
        told = await home.say(jarvis, "every weekday at seven mail me my briefing")
        assert told.startswith('I will do that every weekday at 07:00: "mail me my briefing".')
        told = await home.say(jarvis, "mail me my briefing", source="schedule")
        assert "No address of yours is confirmed yet" in told
        await confirm(home, jarvis, ANA)
        await home.desk(jarvis).make("me", trigger="routine")
        assert await home.say(jarvis, "mail me my briefing", source="schedule") == SENT
        assert len(office.mails) == 1
        home.clock.at += timedelta(days=1)
        ferry = Item("https://daily.org/ferry", "Ferry aground", FERRY[0], -20)
        home.server.article("daily.org/ferry", "Ferry aground", *FERRY)
        home.server.rss("daily.org/feed", "Daily News", ferry)
        assert await home.say(jarvis, "mail me my briefing", source="schedule") == SENT
    assert len(office.mails) == 2
    assert FERRY[0] in text_of(office.mails[1])


async def test_the_one_of_today_is_mailed_when_there_is_nothing_newer(
    home: Home, office: PostOffice
) -> None:
    async with home.open(FEEDS[0]) as jarvis:
        await confirm(home, jarvis, ANA)
        await home.say(jarvis, "give me my briefing")
        home.clock.at += timedelta(hours=2)
        await home.say(jarvis, "mail me my briefing")
        assert await home.say(jarvis, "yes") == SENT
        home.clock.at += timedelta(days=1)
        told = await home.say(jarvis, "mail me my briefing", source="schedule")
        assert told == "There is nothing new, so I mailed nothing."
    assert BATTERY[0] in text_of(office.mails[0])


async def test_two_routines_tell_and_mail_the_same_briefing(home: Home, office: PostOffice) -> None:
    async with home.open(FEEDS[0]) as jarvis:
        await confirm(home, jarvis, ANA)
        desk = home.desk(jarvis)
        first, second = await desk.prepare("me"), await desk.prepare("me")
        assert first == second
        assert await home.say(jarvis, "mail me my briefing", source="schedule") == SENT
        told = await home.say(jarvis, "give me my briefing", source="schedule")
        assert BATTERY[0] in told
        assert (await desk.prepare("me")).stories == ()


async def test_a_quiet_day_mails_nothing(home: Home, office: PostOffice) -> None:
    home.server.rss("daily.org/feed", "Daily News")
    async with home.open(FEEDS[0]) as jarvis:
        await confirm(home, jarvis, ANA)
        told = await home.say(jarvis, "mail me my briefing", source="schedule")
    assert told == "There is nothing new, so I mailed nothing."
    assert office.mails == []


async def test_a_dry_run_mails_nothing(home: Home, office: PostOffice) -> None:
    async with home.open(FEEDS[0]) as jarvis:
        await confirm(home, jarvis, ANA)
        told = await home.say(jarvis, "mail me my briefing", dry_run=True)
    assert "This is a dry run" in told
    assert office.mails == []
