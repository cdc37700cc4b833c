"""Answers the requests of the control socket that are about briefings by mail."""

from __future__ import annotations

from typing import Any

from jarvis_voice.core.errors import ControlError
from jarvis_voice.core.mail_records import delivery_told
from jarvis_voice.core.operations import ControlOperations
from jarvis_voice.core.types import ME
from jarvis_voice.doors.control.requests import LARGEST_NUMBER, Commands, text_in

_LONGEST = 2_048


def mail_commands(operations: ControlOperations) -> Commands:
    """The requests by their names."""

    async def add_address(request: dict[str, Any]) -> dict[str, Any]:
        made = await operations.briefings.add_recipient(ME, text_in(request, "address"))
        return {"address": made.address}

    async def confirm(request: dict[str, Any]) -> dict[str, Any]:
        address, code = text_in(request, "address"), text_in(request, "code")
        made = await operations.briefings.confirm_recipient(ME, address, code)
        return {"address": made.address}

    async def remove_address(request: dict[str, Any]) -> dict[str, Any]:
        address = text_in(request, "address")
        return {"removed": await operations.briefings.remove_recipient(ME, address)}

    async def send(request: dict[str, Any]) -> dict[str, Any]:
        number, to = request.get("number") or 0, request.get("to") or ""
        if (
            not isinstance(number, int)
            or not 0 <= number <= LARGEST_NUMBER
            or not isinstance(to, str)
        ):
            raise ControlError("bad-request", 'The request needs a "number" and an address "to".')
        sent = await operations.briefings.send(ME, number, to[:_LONGEST])
        rows = [{"state": one.state, "told": delivery_told(one)} for one in sent]
        return {"deliveries": rows}

    return {
        "recipient-add": add_address,
        "recipient-confirm": confirm,
        "recipient-remove": remove_address,
        "briefing-send": send,
    }
