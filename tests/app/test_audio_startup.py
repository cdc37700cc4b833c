"""Flow: mouth and ears are opened; what is muted meanwhile is never opened."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from jarvis_voice.app.audio_startup import AudioStack
from jarvis_voice.app.context import AppContext
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.clock import SystemClock
from jarvis_voice.core.config import load_config
from jarvis_voice.core.paths import Paths
from jarvis_voice.voice.mute import MuteControl

pytestmark = pytest.mark.flow


async def test_the_mouth_or_that_none_comes_is_known_before_the_ears_are_open(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    operations: Any = SimpleNamespace(mouth=None, may_get_mouth=True)

    @asynccontextmanager
    async def no_mouth(*_: Any) -> AsyncIterator[None]:
        yield None

    async def open_ears(*_: Any) -> None:
        async with asyncio.timeout(30):
            while operations.may_get_mouth:  # noqa: ASYNC110 -- a property, no event
                await asyncio.sleep(0)

    async def warm_up() -> None:
        pass

    bus, clock = Bus(), SystemClock()
    monkeypatch.setattr("jarvis_voice.app.audio_startup.open_mouth", no_mouth)
    monkeypatch.setattr(AudioStack, "_open_ears", open_ears)
    assistant: Any = SimpleNamespace(warm_up=warm_up, note_heard=None, passing=None)
    core = AppContext(load_config(paths), paths, bus, clock, assistant)
    async with AsyncExitStack() as stack:
        assert await AudioStack(core, operations).open(stack, lambda _: None) is None
    assert operations.mouth is None


async def test_muted_while_the_models_load_the_stream_is_never_opened(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus, clock = Bus(), SystemClock()
    ears = MuteControl(paths.state / "muted", bus, clock, lambda _: None)
    before: list[str] = []

    @asynccontextmanager
    async def load_then_open(_: Any, __: Any, microphone: Any, *___: Any) -> AsyncIterator[None]:
        before.append(microphone.health.state)
        await ears.mute()
        await asyncio.sleep(0)
        before.append(microphone.health.state)
        yield None

    monkeypatch.setattr("jarvis_voice.app.audio_startup.open_ears", load_then_open)
    assistant: Any = None
    core = AppContext(load_config(paths), paths, bus, clock, assistant)
    operations: Any = SimpleNamespace(mute_control=ears, mouth=None)
    sound = AudioStack(core, operations)
    own: Any = SimpleNamespace(played=None)
    async with AsyncExitStack() as stack:
        await sound._open_ears(stack, own)
    assert before == ["closed", "muted"], "a microphone that is muted before is not opened"
