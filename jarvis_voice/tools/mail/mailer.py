"""Protocol of what sends mail, and the one error of all ways.

Invariant: an error says whether the mail may have gone out all the same.
"""

from __future__ import annotations

from typing import Protocol

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.mail_records import Letter


class MailError(ToolError):
    """A mail was not sent, or nobody knows whether it was.

    Attributes:
        is_unknown: Whether it may have gone out.
    """

    default_spoken = "I could not send the mail."

    def __init__(self, code: str, message: str, *, is_unknown: bool = False) -> None:
        spoken = "I do not know whether the mail went out." if is_unknown else ""
        super().__init__(code, message, spoken=spoken)
        self.is_unknown = is_unknown


class Mailer(Protocol):
    """Sends mail."""

    @property
    def way(self) -> str:
        """Its name in the settings."""
        ...

    @property
    def knows_names(self) -> bool:
        """Whether a letter that is sent again under its name goes out once."""
        ...

    async def send(self, letter: Letter) -> None:
        """Send a letter to its one recipient.

        Raises:
            MailError: It was refused, or nobody knows.
        """
        ...

    async def check(self) -> None:
        """Find out whether mail could be sent, and send none.

        Raises:
            MailError: It could not.
        """
        ...
