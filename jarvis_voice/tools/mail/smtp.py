"""SmtpMailer: sends mail by a mail server.

Invariant: from the first byte of a message on, only an answer of the server tells what became of
it; whatever else happens then is unknown. A password leaves over TLS, or stays on this machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, ClassVar

from jarvis_voice.core.mail_config import MailConfig
from jarvis_voice.core.mail_records import Letter
from jarvis_voice.tools.mail.mailer import MailError
from jarvis_voice.tools.mail.message import message_bytes

if TYPE_CHECKING:
    import aiosmtplib

SECONDS = 30.0
"""For everything before the message, and again for the message."""

LEAVE_SECONDS = 2.0
LEAST_LASTING = 500
"""A status from here on is for good; one below may be another one later."""

LONGEST_TOLD = 160


class SmtpMailer:
    """Sends mail by a mail server; implements `mailer.Mailer`.

    Args:
        mail: Where the server is, and who logs in.
        password: Of the user there.
        seconds: For everything before the message, and again for the message.
        trust: Which certificates are trusted; None is what the system trusts.
    """

    way: ClassVar[str] = "smtp"
    knows_names: ClassVar[bool] = False

    def __init__(
        self,
        mail: MailConfig,
        password: str,
        seconds: float = SECONDS,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self._mail = mail
        self._password = password
        self._seconds = seconds
        self._trust = trust

    async def send(self, letter: Letter) -> None:
        """Send a letter to its one recipient."""
        async with self._session() as server:
            with _refusals("mail-refused", self._mail.host):
                async with asyncio.timeout(self._seconds):
                    await server.mail(letter.sender)
                    await server.rcpt(letter.recipient)
            await self._put(server, message_bytes(letter))

    async def _put(self, server: aiosmtplib.SMTP, message: bytes) -> None:
        import aiosmtplib

        try:
            async with asyncio.timeout(self._seconds):
                await server.data(message)
        except aiosmtplib.SMTPDataError as error:
            raise _refused("mail-refused", self._mail.host, error) from None
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            message_told = (
                f"{self._mail.host} did not say whether it took the mail "
                f"({type(error).__name__}). It may have been sent."
            )
            raise MailError("mail-unknown", message_told, is_unknown=True) from None

    async def check(self) -> None:
        """Connect, and log in where a user is set."""
        async with self._session():
            pass

    @asynccontextmanager
    async def _session(self) -> AsyncIterator[aiosmtplib.SMTP]:
        """A server that is connected and knows who we are; it is left in any case."""
        server = self._server()
        try:
            with _refusals("mail-unreachable", self._mail.host):
                async with asyncio.timeout(self._seconds):
                    await server.connect()
            if self._mail.user:
                with _refusals("mail-bad-key", self._mail.host):
                    async with asyncio.timeout(self._seconds):
                        await server.login(self._mail.user, self._password)
            yield server
        finally:
            await _leave(server)

    def _server(self) -> aiosmtplib.SMTP:
        try:
            import aiosmtplib
        except ModuleNotFoundError:
            message = "Mail needs a package more. Install it: jarvis extras mail"
            raise MailError("mail-missing", message) from None
        mail = self._mail
        return aiosmtplib.SMTP(
            hostname=mail.host,
            port=mail.port,
            use_tls=mail.security == "tls",
            start_tls=mail.security == "starttls",
            tls_context=self._trust,
            local_hostname="localhost",  # the name of the machine is nobody's business
            timeout=self._seconds,
        )


async def _leave(server: aiosmtplib.SMTP) -> None:
    import aiosmtplib

    with contextlib.suppress(aiosmtplib.SMTPException, OSError, TimeoutError):
        async with asyncio.timeout(LEAVE_SECONDS):
            await server.quit()
    server.close()


@contextlib.contextmanager
def _refusals(code: str, host: str) -> Iterator[None]:
    """Word what goes wrong before a message begins: it was surely not sent.

    Raises:
        MailError: With this code, or of a server that does not answer.
    """
    import aiosmtplib

    try:
        yield
    except aiosmtplib.SMTPAuthenticationError as error:
        raise _refused("mail-bad-key", host, error) from None
    except aiosmtplib.SMTPResponseException as error:
        raise _refused(code, host, error) from None
    except aiosmtplib.SMTPRecipientsRefused:
        raise MailError(code, f"{host} does not take mail for this address.") from None
    except TimeoutError:
        raise MailError("mail-slow", f"{host} did not answer in time. Nothing was sent.") from None
    except ssl.SSLError as error:
        told = f"{host} cannot be trusted: {error.reason or type(error).__name__}."
        raise MailError("mail-untrusted", f"{told} Nothing was sent.") from None
    except (aiosmtplib.SMTPException, OSError) as error:
        told = f"{host} cannot be reached as it is set in [mail] ({type(error).__name__})."
        raise MailError("mail-unreachable", f"{told} Nothing was sent.") from None


def _refused(code: str, host: str, error: aiosmtplib.SMTPResponseException) -> MailError:
    words = " ".join(str(error.message).split())[:LONGEST_TOLD]
    when = "" if error.code >= LEAST_LASTING else " It may take it later: send it again then."
    if code == "mail-bad-key":
        message = f"{host} does not let this user in ({error.code}). Nothing was sent."
        return MailError(code, f"{message} Check [mail] user, and: jarvis key set smtp")
    return MailError(code, f"{host} refused the mail ({error.code} {words}).{when}")
