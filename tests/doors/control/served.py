"""A daemon's control socket, a real one, on the real assistant with a planner that can be held."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from functools import cached_property
from typing import Any

import pytest
from assistant.turns import HeldPlanner, assistant_with

from jarvis_voice.app.briefing_commands import BriefingCommands
from jarvis_voice.app.reload import Reload
from jarvis_voice.app.settings_desk import SettingsDesk
from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.errors import ConfigError, ControlError
from jarvis_voice.core.events import Event, ProblemReported, TokenRemoved
from jarvis_voice.core.operations import (
    DaemonStatus,
    EarsStatus,
    Forgotten,
    MouthStatus,
    ThreadSummary,
)
from jarvis_voice.core.paths import Paths, find_paths
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.setting_operations import ReloadedSettings
from jarvis_voice.core.turn_costs import prices_of
from jarvis_voice.core.types import ThreadKey
from jarvis_voice.doors.control.client import request
from jarvis_voice.doors.control.server import ControlServer
from jarvis_voice.doors.people.register import PeopleRegister
from jarvis_voice.tools.dependencies import Edge
from jarvis_voice.voice.wake.near_miss_folder import NearMissFolder

STATUS = DaemonStatus(
    pid=4711,
    version="0.1.0",
    since="2026-11-20T08:30:00+00:00",
    uptime_seconds=60,
    doing="idle",
    ears=EarsStatus("none", None, None, None, 0),
    wake_words=("jarvis",),
    mouth=MouthStatus(None, is_speaking=False),
    planner="local",
    next=None,
    quiet_hours=False,
    problems=(),
    database=None,
    log="/state/jarvis.log",
)


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


class NotedOperations:
    """A daemon with a mouth that keeps what it says, and with ears if a key is given."""

    def __init__(self, assistant: Assistant, bus: Bus, key: Key | None) -> None:
        self.assistant = assistant
        self.bus = bus
        self.talk_key = key
        self.spoken: list[str] = []
        self.breaks = False
        self.is_muted = False
        self.has_quit = False
        self.prices = prices_of(load_config(find_paths()))
        self.settings_error: ConfigError | None = None
        self.edge = Edge()
        self.sees_pictures = False

    @cached_property
    def settings(self) -> SettingsDesk:
        paths = find_paths()
        return SettingsDesk(paths, Reload(load_config(paths), paths, lambda *_: None))

    async def examine(self) -> AsyncGenerator[Mapping[str, str]]:
        yield {"name": "clock", "status": "ok", "detail": "The clock goes."}
        if self.breaks:
            raise ControlError("doctor-broke", "The examination broke off.")
        yield {"advice": "All is well."}

    @property
    def people(self) -> PeopleRegister:
        def tell(name: str) -> None:
            self.bus.publish(TokenRemoved(0.0, name))

        people, dismiss = self.assistant.people, self.assistant.dismiss
        return PeopleRegister(people, dismiss, SystemClock().now, tell)

    @cached_property
    def near_misses(self) -> NearMissFolder:
        paths = find_paths()
        return NearMissFolder(paths.near_misses, paths.recordings, 3, SystemClock().now)

    @property
    def briefings(self) -> BriefingCommands:
        config = load_config(find_paths())
        return BriefingCommands(config, self.assistant, SystemClock(), self.edge)

    async def speak(self, turn_id: str, sentences: AsyncIterator[str]) -> None:
        if self.breaks:
            raise ValueError("secret words")
        self.spoken += [f"{turn_id} {sentence}" async for sentence in sentences]

    async def say(self, text: str) -> None:
        if self.breaks:
            self.bus.publish(ProblemReported(0.0, "no-loudspeaker", "Nothing was heard."))
        self.spoken.append(text)

    async def status(self) -> DaemonStatus:
        return STATUS

    async def mute(self) -> bool:
        was_muted, self.is_muted = self.is_muted, True
        return not was_muted

    async def unmute(self) -> bool:
        was_muted, self.is_muted = self.is_muted, False
        return was_muted

    async def stop(self) -> bool:
        return await self.assistant.cancel_all()

    async def reload(self) -> ReloadedSettings:
        if self.settings_error:
            raise self.settings_error
        return ReloadedSettings(("voice.speed",), ())

    async def dashboard(self) -> str:
        return "http://127.0.0.1:8765/#enter=code"

    def quit(self) -> None:
        self.has_quit = True

    async def schedule(self, user_id: str) -> tuple[Entry, ...]:
        return await self.assistant.schedule.entries(user_id)

    async def threads(self, user_id: str) -> tuple[ThreadSummary, ...]:
        return (ThreadSummary("default", 2, "2026-11-20T08:30:00+00:00", f"hello {user_id}"),)

    async def clear(self, thread: ThreadKey) -> int:
        return await self.assistant.clear(thread)

    async def forget(
        self, user_id: str, facts: tuple[int, ...], fields: tuple[str, ...] = ()
    ) -> int:
        return await self.assistant.forget_facts(user_id, facts, fields)

    async def forget_words(self, user_id: str, what: str, name: str) -> Forgotten:
        return await self.assistant.forget(user_id, what, name)

    async def cancel_entries(self, user_id: str, numbers: tuple[int, ...]) -> int:
        return await self.assistant.cancel_entries(user_id, numbers)


Running = tuple[HeldPlanner, NotedOperations, list[Event]]


@asynccontextmanager
async def daemon(paths: Paths, key: Key | None = None) -> AsyncIterator[Running]:
    planner, bus = HeldPlanner(), Bus()
    async with assistant_with(paths, planner, bus=bus) as (assistant, events):
        operations = NotedOperations(assistant, bus, key)
        async with ControlServer(paths.control_socket, assistant, bus, operations):
            yield planner, operations, events


async def send(paths: Paths, **body: Any) -> list[dict[str, Any]]:
    """What the client is answered."""
    async with aclosing(request(paths.control_socket, body)) as answers:
        return [answer async for answer in answers]


async def refusal(paths: Paths, **body: Any) -> str:
    """Why the client is not served."""
    with pytest.raises(ControlError) as caught:
        await send(paths, **body)
    return caught.value.code


async def raw(paths: Paths, *sent: bytes, ends: bool = False) -> list[dict[str, Any]]:
    """What a client that speaks bytes is answered."""
    reader, writer = await asyncio.open_unix_connection(paths.control_socket)
    try:
        for part in sent:
            writer.write(part)
        if ends:
            writer.write_eof()
        return [json.loads(line) async for line in reader]
    finally:
        writer.close()
