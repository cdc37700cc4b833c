"""A daemon's control socket, a real one, on the real assistant with a planner that can be held."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from brain.turns import HeldPlanner, assistant_with

from jarvis_voice.assistant import Assistant
from jarvis_voice.bus import Bus
from jarvis_voice.events import Event
from jarvis_voice.frontends.control import ControlServer
from jarvis_voice.paths import Paths


class Key:
    """A talk key that notes what was done to it."""

    def __init__(self) -> None:
        self.log: list[str] = []

    def press(self) -> None:
        self.log.append("press")

    def release(self) -> None:
        self.log.append("release")

    def toggle(self) -> None:
        self.log.append("toggle")


class Backstage:
    """A daemon with a mouth that keeps what it says, and with ears if a key is given."""

    def __init__(self, assistant: Assistant, bus: Bus, key: Key | None) -> None:
        self._assistant = assistant
        self.bus = bus
        self.talk_key = key
        self.spoken: list[str] = []
        self.breaks = False

    async def speak(self, turn_id: str, sentences: AsyncIterator[str]) -> None:
        if self.breaks:
            raise ValueError("secret words")
        self.spoken += [f"{turn_id} {sentence}" async for sentence in sentences]

    async def clear(self, thread_id: str) -> int:
        return await self._assistant.clear(thread_id)

    async def forget(self, facts: tuple[int, ...]) -> int:
        return await self._assistant.forget_facts(facts)


Running = tuple[HeldPlanner, Backstage, list[Event]]


@asynccontextmanager
async def daemon(paths: Paths, key: Key | None = None) -> AsyncIterator[Running]:
    planner, bus = HeldPlanner(), Bus()
    async with assistant_with(paths, planner, bus=bus) as (assistant, events):
        backstage = Backstage(assistant, bus, key)
        async with ControlServer(paths.control_socket, assistant, bus, backstage):
            yield planner, backstage, events
