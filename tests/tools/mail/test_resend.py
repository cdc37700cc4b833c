"""Contract: mail by the service Resend, over HTTP; a letter goes out once under its name."""

from collections.abc import Iterator

import pytest
from tools.mail.post_office import letter
from tools.mail.resend_server import KEY, ResendServer

from jarvis_voice.tools.mail.mailer import MailError
from jarvis_voice.tools.mail.resend import ResendMailer

pytestmark = pytest.mark.contract


@pytest.fixture
def server() -> Iterator[ResendServer]:
    with ResendServer() as server:
        yield server


def mailer(server: ResendServer, key: str = KEY) -> ResendMailer:
    return ResendMailer(key, server.url, (0.0, 0.0))


async def test_a_letter_goes_out(server: ResendServer) -> None:
    await mailer(server).send(letter())
    [mail] = server.mails.values()
    assert mail["from"] == "Jarvis <jarvis@example.org>"
    assert mail["to"] == ["ana@example.com"]
    assert (mail["text"], mail["html"]) == (letter().text, letter().html)
    assert list(server.mails) == ["briefing.1.abc"]


async def test_a_lost_answer_is_asked_for_again_and_one_mail_goes_out(server: ResendServer) -> None:
    server.loses = 2
    await mailer(server).send(letter())
    assert (len(server.mails), len(server.requests)) == (1, 3)


@pytest.mark.parametrize(
    ("status", "code", "is_unknown", "n_asked"),
    [
        (401, "mail-bad-key", False, 1),
        (403, "mail-bad-key", False, 1),
        (422, "mail-refused", False, 1),
        (429, "mail-refused", False, 1),
        (409, "mail-unknown", True, 3),
        (500, "mail-unknown", True, 3),
    ],
)
async def test_what_a_status_says(
    server: ResendServer, status: int, code: str, is_unknown: bool, n_asked: int
) -> None:
    server.statuses = [status] * 9
    with pytest.raises(MailError) as caught:
        await mailer(server).send(letter())
    assert (caught.value.code, caught.value.is_unknown) == (code, is_unknown)
    assert len(server.requests) == n_asked


async def test_the_key_is_tried_without_a_mail(server: ResendServer) -> None:
    await mailer(server).check()
    server.may_only_send = True
    await mailer(server).check()
    with pytest.raises(MailError):
        await mailer(server, "re_other").check()
    assert server.mails == {}
