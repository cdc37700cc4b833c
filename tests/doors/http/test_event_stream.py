"""Flow: a stream whose client reads nothing, and leaves: its source is closed before it is over."""

import asyncio
from collections.abc import AsyncGenerator, MutableMapping
from typing import Any

import pytest

from jarvis_voice.doors.http import event_stream
from jarvis_voice.doors.http.event_stream import EventStream, server_sent

pytestmark = pytest.mark.flow


class SlowClient:
    """Reads the head and one event, then nothing more, until it leaves."""

    def __init__(self, reads: int) -> None:
        self.reads = reads
        self.is_stuck = asyncio.Event()
        self.has_left = asyncio.Event()

    async def send(self, message: MutableMapping[str, Any]) -> None:
        del message
        if not self.reads:
            self.is_stuck.set()
            await asyncio.Event().wait()
        self.reads -= 1

    async def receive(self) -> MutableMapping[str, Any]:
        await self.has_left.wait()
        return {"type": "http.disconnect"}


@pytest.mark.parametrize("reads", [1, 2], ids=["an event", "a comment"])
async def test_a_client_that_does_not_read_and_leaves_closes_the_source(
    monkeypatch: pytest.MonkeyPatch, reads: int
) -> None:
    monkeypatch.setattr(event_stream, "IDLE_SECONDS", 0.01)
    said: list[str] = []

    async def source() -> AsyncGenerator[str]:
        try:
            yield server_sent("one")
            await asyncio.Event().wait()
        finally:
            for _ in range(5):
                await asyncio.sleep(0)  # a turn needs some rounds of the loop to end
            said.append("closed")

    client = SlowClient(reads)
    stream = EventStream(source(), asyncio.Event(), lambda: said.append("over"))
    answering = asyncio.create_task(stream({"path": "/"}, client.receive, client.send))
    await client.is_stuck.wait()
    client.has_left.set()
    await answering
    assert said == ["closed", "over"]
