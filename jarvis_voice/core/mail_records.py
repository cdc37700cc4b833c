"""Records of mail that goes out: a letter, who may get it, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

MAYBE = "it may have been sent, and is not sent again"

DeliveryState = Literal["sending", "sent", "refused", "unknown"]


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail to one address.

    Attributes:
        name: Names it for good: whoever sends it again under this name sends no second one.
        text: What it says, without markup.
        html: The same as a page that loads nothing; "" is none.
    """

    name: str
    sender: str
    recipient: str
    subject: str
    text: str
    html: str
    written_at: datetime


@dataclass(frozen=True, slots=True)
class Recipient:
    """An address that a user has named.

    Attributes:
        confirmed_at: When a code that was mailed there came back; None before that.
        code: Digest of the code that was mailed; "" once it is confirmed.
        asked_at: When the code was mailed.
        tries: How many wrong codes were typed.
        number: As it is kept; 0 before that.
    """

    address: str
    asked_at: datetime
    confirmed_at: datetime | None = None
    code: str = ""
    tries: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Delivery:
    """What became of a briefing that was to be mailed to an address.

    Attributes:
        run: The number of the briefing.
        way: "smtp" or "resend".
        state: "sending" is written before a byte leaves; where it is found later, nobody knows
            whether the mail went out.
        name: Of the letter.
        problem: Why it was refused, or what is unknown; "" where it was sent.
        is_earlier: It is what became of it the last time, and nothing was done now.
    """

    run: int
    recipient: str
    way: str
    state: DeliveryState
    name: str
    tried_at: datetime
    problem: str = ""
    is_earlier: bool = False

    @property
    def is_sent(self) -> bool:
        """Whether the server took it."""
        return self.state == "sent"


def delivery_told(delivery: Delivery) -> str:
    """What became of a mail, in one line."""
    if delivery.state == "sent":
        again = " before, so it was not sent again" if delivery.is_earlier else ""
        return f"sent to {delivery.recipient}{again}"
    what = "not sent to" if delivery.state == "refused" else "perhaps sent to"
    return f"{what} {delivery.recipient}: {delivery.problem or MAYBE}"
