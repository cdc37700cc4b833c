"""ResendMailer: sends mail by the service Resend, over HTTP.

Invariant: a letter has a key by which the service knows it for a day: asked again, it sends none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import ClassVar

from jarvis_voice.core.mail_records import Letter
from jarvis_voice.platform.outbound.client import BoundedClient
from jarvis_voice.platform.outbound.no_answer import NoAnswerError
from jarvis_voice.tools.mail.mailer import MailError
from jarvis_voice.tools.mail.message import SENDER_NAME

RESEND = "https://api.resend.com"
SECONDS = 15.0
PAUSES = (1.0, 3.0)
"""Before each further try, in seconds: a service that is busy has more to do the sooner we ask."""

_BAD_KEY = {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}


class ResendMailer:
    """Sends mail by Resend; implements `mailer.Mailer`.

    Args:
        key: Of the user there.
        url: Where the service is.
        pauses: Before each further try, in seconds.
    """

    way: ClassVar[str] = "resend"
    knows_names: ClassVar[bool] = True

    def __init__(self, key: str, url: str = RESEND, pauses: tuple[float, ...] = PAUSES) -> None:
        self._key = key
        self._url = url
        self._pauses = pauses

    async def send(self, letter: Letter) -> None:
        """Send a letter to its one recipient; asked again while nobody knows."""
        body = {
            "from": f"{SENDER_NAME} <{letter.sender}>",
            "to": [letter.recipient],
            "subject": letter.subject,
            "text": letter.text,
            **({"html": letter.html} if letter.html else {}),
        }
        async with BoundedClient() as client:
            for pause in (*self._pauses, None):
                try:
                    await self._ask(client, body, letter.name)
                except MailError as error:
                    if pause is None or not error.is_unknown:
                        raise
                    await asyncio.sleep(pause)
                else:
                    return

    async def _ask(self, client: BoundedClient, body: Mapping[str, object], name: str) -> None:
        headers = {"Authorization": f"Bearer {self._key}", "Idempotency-Key": name}
        try:
            answer = await client.post(f"{self._url}/emails", body, headers, SECONDS)
        except NoAnswerError as error:
            is_unknown = error.kind not in {"no-internet", "unfit"}
            told = "It may have been sent." if is_unknown else "Nothing was sent."
            message = f"Resend cannot be reached: {error}. {told}"
            raise MailError("mail-unreachable", message, is_unknown=is_unknown) from None
        _judge(answer.status)

    async def check(self) -> None:
        """Ask for the domains that mail may come from; a key that may only send is enough."""
        async with BoundedClient() as client:
            headers = {"Authorization": f"Bearer {self._key}"}
            try:
                answer = await client.get(f"{self._url}/domains", {}, SECONDS, headers)
            except NoAnswerError as error:
                message = f"Resend cannot be reached: {error}."
                raise MailError("mail-unreachable", message) from None
        if answer.status == HTTPStatus.UNAUTHORIZED and b"restricted_api_key" in answer.body:
            return
        _judge(answer.status)


def _judge(status: int) -> None:
    """What a status says of a mail.

    Raises:
        MailError: It was refused, or nobody knows.
    """
    if status < HTTPStatus.MULTIPLE_CHOICES:
        return
    if status in _BAD_KEY:
        message = "Resend refused the key in RESEND_API_KEY, or the address in [mail] sender."
        raise MailError("mail-bad-key", message)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        message = "Resend wants no more mail for now. Nothing was sent: send it again later."
        raise MailError("mail-refused", message)
    if status == HTTPStatus.CONFLICT or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        message = f"Resend did not say whether it took the mail ({status}). It may have been sent."
        raise MailError("mail-unknown", message, is_unknown=True)
    raise MailError("mail-refused", f"Resend refused the mail ({status}). Nothing was sent.")
