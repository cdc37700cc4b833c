"""RecipientList: addresses that briefings may be mailed to, each confirmed by a mailed code.

Invariant: nothing but a code goes to an address before that code has come back.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from jarvis_voice.briefing.ledger import BriefingLedger
from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.mail_address import mail_address
from jarvis_voice.core.mail_records import Letter, Recipient
from jarvis_voice.tools.mail.mailer import Mailer, MailError

MOST_RECIPIENTS = 10
CODE_HOLDS = timedelta(hours=1)
CODE_PAUSE = timedelta(minutes=1)
"""Between two codes to one address: nobody's letter box is filled."""

MOST_TRIES = 5
_CODE_FROM, _CODE_UNTIL = 100_000, 1_000_000


def new_code() -> str:
    """Six digits that nobody can guess in five tries."""
    return str(_CODE_FROM + secrets.randbelow(_CODE_UNTIL - _CODE_FROM))


class RecipientList:
    """The addresses of a user.

    Args:
        ledger: Where they are kept.
        now: The time.
        code: Makes a code.
    """

    def __init__(
        self,
        ledger: BriefingLedger,
        now: Callable[[], datetime],
        code: Callable[[], str] = new_code,
    ) -> None:
        self._ledger = ledger
        self._now = now
        self._code = code

    async def add(self, typed: str, mailer: Mailer, sender: str) -> Recipient:
        """Mail a code to an address.

        Args:
            typed: The address.
            mailer: Sends it.
            sender: Whom it comes from.

        Raises:
            ToolError: It is no address, it is confirmed already, or the code cannot be mailed.
        """
        address = _address(typed)
        there = await self._ledger.recipients()
        known = next((one for one in there if one.address == address), None)
        if known and known.confirmed_at:
            raise ToolError("recipient-known", f"{address} is confirmed already.")
        if known and self._now() - known.asked_at < CODE_PAUSE:
            message = f"A code went to {address} a moment ago. Wait a minute for another one."
            raise ToolError("recipient-asked", message)
        if known is None and len(there) >= MOST_RECIPIENTS:
            message = f"There can be {MOST_RECIPIENTS} addresses at the most. Remove one first."
            raise ToolError("recipient-too-many", message)
        code = self._code()
        made = Recipient(address, self._now(), code=_digest(address, code))
        await self._ledger.keep_recipient(made)
        letter = Letter(
            name=f"code.{secrets.token_hex(12)}",
            sender=sender,
            recipient=address,
            subject="Your code for briefings by Jarvis",
            text=(
                f"Your code is {code}\n\nIt holds for an hour. Somebody wants briefings to be "
                f"mailed to you. If that was not you, do nothing: nothing more will come.\n"
            ),
            html="",
            written_at=self._now(),
        )
        try:
            await mailer.send(letter)
        except MailError as error:
            if not error.is_unknown:
                await self._ledger.drop_recipient(address)
            raise
        return made

    async def confirm(self, typed: str, code: str) -> Recipient:
        """Take a code that was mailed.

        Raises:
            ToolError: It is not the code, or it holds no more.
        """
        address = _address(typed)
        there = await self._ledger.recipients()
        known = next((one for one in there if one.address == address), None)
        if known is None:
            message = f"Nothing is known of {address}. Add it: jarvis briefing recipients add"
            raise ToolError("recipient-unknown", message)
        if known.confirmed_at:
            return known
        is_over = self._now() - known.asked_at > CODE_HOLDS or known.tries >= MOST_TRIES
        if is_over:
            message = f"That code holds no more. Ask for a new one: recipients add {address}"
            raise ToolError("code-over", message)
        if not secrets.compare_digest(_digest(address, code.strip()), known.code):
            await self._ledger.keep_recipient(replace(known, tries=known.tries + 1))
            left = MOST_TRIES - known.tries - 1
            raise ToolError("code-wrong", f"That is not the code. You can try {left} more times.")
        confirmed = replace(known, confirmed_at=self._now(), code="", tries=0)
        await self._ledger.keep_recipient(confirmed)
        return confirmed

    async def remove(self, typed: str) -> bool:
        """Forget an address; whether it was there."""
        return await self._ledger.drop_recipient(_address(typed))

    async def has_confirmed(self, address: str) -> bool:
        """Whether an address is confirmed now."""
        there = await self._ledger.recipients()
        return any(one.address == address and one.confirmed_at for one in there)

    async def chosen(self, typed: str) -> list[Recipient]:
        """The confirmed address that is named, or all of them.

        Args:
            typed: An address; "" is all.

        Raises:
            ToolError: It is not confirmed, or none is.
        """
        confirmed = [one for one in await self._ledger.recipients() if one.confirmed_at]
        if typed:
            address = _address(typed)
            confirmed = [one for one in confirmed if one.address == address]
        if not confirmed:
            which = f"{typed} is" if typed else "No address is"
            how = "confirmed yet. Mail it a code: jarvis briefing recipients add ADDRESS"
            raise ToolError(
                "recipient-unconfirmed",
                f"{which} not {how}" if typed else f"{which} {how}",
                spoken="No address of yours is confirmed yet.",
            )
        return confirmed


def _address(typed: str) -> str:
    try:
        return mail_address(typed)
    except ValueError:
        message = 'That is no address of mail. It looks like "ana@example.org".'
        raise ToolError("recipient-bad", message) from None


def _digest(address: str, code: str) -> str:
    return hashlib.sha256(f"{address}:{code}".encode()).hexdigest()
