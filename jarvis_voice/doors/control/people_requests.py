"""Answers the requests of the control socket that are about users and tokens."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from jarvis_voice.core.operations import ControlOperations
from jarvis_voice.doors.control.requests import Commands, text_in
from jarvis_voice.doors.people.names import scopes_asked


def people_commands(operations: ControlOperations) -> Commands:
    """The requests by their names."""

    async def add_user(request: dict[str, Any]) -> dict[str, Any]:
        return {"user": await operations.people.add_user(text_in(request, "name"))}

    async def remove_user(request: dict[str, Any]) -> dict[str, Any]:
        return asdict(await operations.people.remove_user(text_in(request, "name")))

    async def add_token(request: dict[str, Any]) -> dict[str, Any]:
        may = scopes_asked(text_in(request, "may"))
        name, user = text_in(request, "name"), text_in(request, "user")
        return {"token": await operations.people.add_token(name, user, may)}

    async def remove_token(request: dict[str, Any]) -> dict[str, Any]:
        return {"name": await operations.people.remove_token(text_in(request, "name"))}

    return {
        "user-add": add_user,
        "user-remove": remove_user,
        "token-add": add_token,
        "token-remove": remove_token,
    }
