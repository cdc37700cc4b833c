"""`jarvis ptt`: push-to-talk from anywhere, for a key of the desktop's own settings."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Action(StrEnum):
    """What the key does."""

    PRESS = "press"
    RELEASE = "release"
    TOGGLE = "toggle"


def ptt(
    action: Annotated[Action, typer.Argument(help="press, release, or toggle between the two.")],
) -> None:
    """Press or release the talk key of the running Jarvis."""
    import asyncio

    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.doors.control.client import request

    async def send() -> None:
        body = {"command": "ptt", "action": action.value}
        async for _ in request(find_paths().control_socket, body):
            continue

    asyncio.run(send())
