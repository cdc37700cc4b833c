"""Writes a letter as a message that mail servers take: its text first, then its page. Pure.

Invariant: nothing of a letter can become a header: the library refuses a value with a line break.
"""

from __future__ import annotations

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP

from jarvis_voice.core.mail_records import Letter

SENDER_NAME = "Jarvis"


def message_bytes(letter: Letter) -> bytes:
    """The message as it is sent."""
    message = EmailMessage(policy=SMTP)
    message["From"] = Address(SENDER_NAME, addr_spec=letter.sender)
    message["To"] = Address(addr_spec=letter.recipient)
    message["Subject"] = letter.subject
    message["Date"] = letter.written_at
    message["Message-ID"] = message_id(letter)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(letter.text, cte="quoted-printable")
    if letter.html:
        message.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    return message.as_bytes()


def message_id(letter: Letter) -> str:
    """The same for the same letter, so that whoever gets it twice may drop one."""
    return f"<{letter.name}@{letter.sender.rpartition('@')[2]}>"
