"""Settings of mail that goes out."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from jarvis_voice.core.mail_address import mail_address
from jarvis_voice.core.setting_types import Name, is_this_machine
from jarvis_voice.core.setting_types import SettingSection as _Section

LARGEST_PORT = 65_535
OPEN_MAIL = (
    "mail would leave this machine readable for everybody on the way: "
    'security = "none" is for a server on this machine'
)


def _address_or_nothing(text: str) -> str:
    """An address of mail, or nothing.

    Raises:
        ValueError: It is none.
    """
    return mail_address(text) if text else ""


class MailConfig(_Section):
    """Settings for mail that goes out.

    Attributes:
        way: "smtp" is a mail server, "resend" the service of that name; empty sends no mail.
        host: The name of the mail server.
        port: Its port.
        security: "tls" from the first byte, "starttls" after a greeting, "none" on this machine.
        user: Who logs in there; empty logs nobody in.
        sender: The address that mail comes from.
    """

    way: Literal["", "smtp", "resend"]
    host: Name
    port: Annotated[int, Field(ge=1, le=LARGEST_PORT)]
    security: Literal["tls", "starttls", "none"]
    user: Name
    sender: Annotated[Name, AfterValidator(_address_or_nothing)]

    @model_validator(mode="after")
    def _keeps_mail_closed(self) -> Self:
        if self.security == "none" and self.host and not self.is_here:
            raise ValueError(OPEN_MAIL)
        return self

    @property
    def is_here(self) -> bool:
        """Whether the mail server runs on this machine."""
        try:
            return is_this_machine(f"http://{self.host}")
        except ValueError:
            return False
