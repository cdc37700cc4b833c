"""Unit: a satellite whose connection is cancelled in the middle of its end leaves the house."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.types import HERE, Origin
from jarvis_voice.doors.http.admissions import Admissions
from jarvis_voice.doors.http.satellite_socket import (
    SATELLITE_PATH,
    SatelliteSetting,
    SatelliteSocket,
)
from jarvis_voice.doors.satellite.house import House
from jarvis_voice.doors.satellite.satellite import VoiceLink

pytestmark = pytest.mark.unit

HELLO = {"type": "hello", "version": 1, "name": "Kitchen"}
SCOPE = {"type": "websocket", "path": SATELLITE_PATH, "headers": [], "client": ("127.0.0.1", 1)}


class SlowVoices:
    """Voices that take their time to close."""

    def __init__(self) -> None:
        self.opens, self.closes, self.is_closed = asyncio.Event(), asyncio.Event(), asyncio.Event()

    @asynccontextmanager
    async def open(self, link: VoiceLink) -> AsyncIterator[Any]:
        del link
        self.opens.set()
        try:
            await asyncio.Event().wait()
            yield None
        finally:
            self.closes.set()
            await self.is_closed.wait()


class Owners:
    """Takes everybody for the owner."""

    async def origin(self, *_: object) -> Origin:
        return HERE

    async def is_still(self, *_: object) -> bool:
        return True


def there(house: House) -> int:
    return len(house.satellites)


async def test_a_second_cancel_leaves_no_satellite_behind() -> None:
    voices, house, nobody = SlowVoices(), House(), asyncio.Event()
    around: Any = SimpleNamespace(admissions=Admissions(Bus()), assistant=None, bus=None)
    setting = SatelliteSetting(voices, None, house, lambda: 0.0)  # type: ignore[arg-type]
    owners: Any = Owners()
    served = SatelliteSocket(lambda *_: nobody.wait(), owners, around, setting)  # type: ignore[arg-type]
    messages = iter(
        [
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "text": json.dumps(HELLO)},
        ]
    )

    async def receive() -> Any:
        if (message := next(messages, None)) is None:
            await nobody.wait()
        return message

    async def send(message: Any) -> None:
        del message

    serving = asyncio.create_task(served(dict(SCOPE), receive, send))
    await voices.opens.wait()
    assert there(house) == 1
    serving.cancel()
    await voices.closes.wait()
    serving.cancel()
    voices.is_closed.set()
    await asyncio.wait({serving})
    assert there(house) == 0
