"""Flow: mail by a real mail server on loopback, in each way that it can end."""

from pathlib import Path

import pytest
from tools.mail.post_office import PASSWORD, PostOffice, Security, contexts, letter, post_office

from jarvis_voice.tools.mail.mailer import MailError
from jarvis_voice.tools.mail.smtp import SmtpMailer

pytestmark = pytest.mark.flow


def mailer(office: PostOffice, password: str = PASSWORD, seconds: float = 10.0) -> SmtpMailer:
    return SmtpMailer(office.config(), password, seconds)


async def failure(mailer: SmtpMailer) -> MailError:
    with pytest.raises(MailError) as caught:
        await mailer.send(letter())
    return caught.value


@pytest.mark.parametrize("security", ["tls", "starttls", "none"])
async def test_a_letter_arrives_whole(security: Security, tmp_path: Path) -> None:
    inside, trust = contexts(tmp_path)
    async with post_office(security, inside) as office:
        await SmtpMailer(office.config(security), PASSWORD, trust=trust).send(letter())
    [mail] = office.mails
    assert office.recipients == ["ana@example.com"]
    assert (mail["From"], mail["To"]) == ("Jarvis <jarvis@example.org>", "ana@example.com")
    assert mail["Message-ID"] == "<briefing.1.abc@example.org>"
    text, html = mail.iter_parts()
    assert (text.get_content_type(), html.get_content_type()) == ("text/plain", "text/html")
    assert text.get_content().splitlines() == letter().text.splitlines()
    assert html.get_content().strip() == letter().html


@pytest.mark.parametrize("security", ["tls", "starttls"])
async def test_a_server_that_nobody_vouches_for_gets_nothing(
    security: Security, tmp_path: Path
) -> None:
    async with post_office(security, contexts(tmp_path)[0]) as office:
        found = await failure(SmtpMailer(office.config(security), PASSWORD))
    assert (found.code, found.is_unknown) in {
        ("mail-untrusted", False),
        ("mail-unreachable", False),
    }
    assert office.mails == []


async def test_a_server_without_tls_gets_no_password() -> None:
    async with post_office() as office:
        found = await failure(SmtpMailer(office.config("starttls"), PASSWORD))
    assert (found.code, found.is_unknown) == ("mail-unreachable", False)


async def test_a_wrong_password() -> None:
    async with post_office() as office:
        found = await failure(mailer(office, "wrong"))
        with pytest.raises(MailError):
            await mailer(office, "wrong").check()
        await mailer(office).check()
    assert (found.code, found.is_unknown, office.mails) == ("mail-bad-key", False, [])
    assert "wrong" not in found.message


@pytest.mark.parametrize("place", ["sender_answer", "recipient_answer", "data_answer"])
@pytest.mark.parametrize(
    ("answer", "is_later"), [("451 greylisted, come back", True), ("550 no such user", False)]
)
async def test_a_refusal_is_told(place: str, answer: str, is_later: bool) -> None:
    async with post_office() as office:
        setattr(office, place, answer)
        found = await failure(mailer(office))
        assert (found.code, found.is_unknown, office.mails) == ("mail-refused", False, [])
        assert answer in found.message
        assert ("send it again" in found.message) == is_later


async def test_a_server_that_hangs_up_behind_the_message_leaves_it_unknown() -> None:
    async with post_office() as office:
        office.hangs_up = True
        found = await failure(mailer(office))
    assert (found.code, found.is_unknown, len(office.mails)) == ("mail-unknown", True, 1)


async def test_a_server_that_is_slow_behind_the_message_leaves_it_unknown() -> None:
    async with post_office() as office:
        office.is_slow = True
        found = await failure(mailer(office, seconds=0.5))
    assert (found.code, found.is_unknown, len(office.mails)) == ("mail-unknown", True, 1)


async def test_nobody_at_the_port() -> None:
    async with post_office() as office:
        config = office.config()
    with pytest.raises(MailError) as caught:
        await SmtpMailer(config, PASSWORD).send(letter())
    assert (caught.value.code, caught.value.is_unknown) == ("mail-unreachable", False)
