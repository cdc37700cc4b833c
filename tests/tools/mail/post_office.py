"""A real mail server on loopback that takes mail, refuses it, is slow or hangs up."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP as POLICY
from pathlib import Path
from typing import Any, Literal

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from jarvis_voice.core.mail_config import MailConfig
from jarvis_voice.core.mail_records import Letter

PASSWORD = "letmein-0123456789"
Security = Literal["tls", "starttls", "none"]


@dataclass
class PostOffice:
    """What a mail server has got, and how it behaves.

    Attributes:
        mails: What it took, in order.
        sender_answer: Its answer to MAIL FROM; "" takes it.
        recipient_answer: Its answer to RCPT TO.
        data_answer: Its answer to a message, which it then does not take.
        hangs_up: It takes a message and hangs up without a word.
        is_slow: It takes a message and does not answer.
    """

    mails: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    sender_answer: str = ""
    recipient_answer: str = ""
    data_answer: str = ""
    hangs_up: bool = False
    is_slow: bool = False
    port: int = 0
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def config(self, security: Security = "none", **changes: Any) -> MailConfig:
        """Settings that lead here."""
        values = {
            "way": "smtp",
            "host": "localhost",
            "port": self.port,
            "security": security,
            "user": "me",
            "sender": "jarvis@example.org",
        }
        return MailConfig.model_validate(values | changes)

    # what aiosmtpd calls

    async def handle_MAIL(  # noqa: N802 - the library's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        del server, session, options
        envelope.mail_from = address
        return self.sender_answer or "250 OK"

    async def handle_RCPT(  # noqa: N802 - the library's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        del server, session, options
        if self.recipient_answer:
            return self.recipient_answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - the library's name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        del session
        if self.data_answer:
            return self.data_answer
        content = envelope.content
        assert isinstance(content, bytes)
        found = message_from_bytes(content, policy=POLICY)
        assert isinstance(found, EmailMessage)
        self.mails.append(found)
        self.recipients += envelope.rcpt_tos
        if self.hangs_up:
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
        if self.is_slow:
            await self.released.wait()
        return "250 taken"


def authenticated(
    server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any
) -> AuthResult:
    del server, session, envelope, mechanism
    is_right = isinstance(data, LoginPassword) and data.password == PASSWORD.encode()
    return AuthResult(success=is_right, handled=False)


@asynccontextmanager
async def post_office(
    security: Security = "none", context: ssl.SSLContext | None = None
) -> AsyncIterator[PostOffice]:
    """A mail server that is open."""
    office = PostOffice()

    def session() -> SMTP:
        return SMTP(
            office,
            authenticator=authenticated,
            auth_required=True,
            auth_require_tls=False,
            hostname="localhost",
            tls_context=context if security == "starttls" else None,
            loop=asyncio.get_running_loop(),
        )

    tls = context if security == "tls" else None
    server = await asyncio.get_running_loop().create_server(session, "127.0.0.1", 0, ssl=tls)
    office.port = server.sockets[0].getsockname()[1]
    try:
        yield office
    finally:
        office.released.set()
        server.close()


def contexts(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """The server's context, and one of a client that trusts it."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now, day = datetime.now(UTC), timedelta(days=1)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    public = folder / "certificate.pem"
    public.write_bytes(made.public_bytes(pem))
    (folder / "key.pem").write_bytes(key.private_bytes(pem, *private))
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(public, folder / "key.pem")
    return server, ssl.create_default_context(cafile=public)


def letter(**changes: Any) -> Letter:
    """A letter."""
    values: dict[str, Any] = {
        "name": "briefing.1.abc",
        "sender": "jarvis@example.org",
        "recipient": "ana@example.com",
        "subject": "Your briefing",
        "text": "Good morning. Caf\u00e9 prices rise.\n.\nQUIT\n" + "long " * 400,
        "html": "<!doctype html><p>Caf\u00e9</p>",
        "written_at": datetime(2026, 11, 25, 7, tzinfo=UTC),
    }
    return Letter(**(values | changes))
