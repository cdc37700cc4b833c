"""Makes the HTTP port of the running program; nothing of it is imported while it is shut."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from jarvis_voice.app.context import AppContext
from jarvis_voice.app.voice_factory import speech_models
from jarvis_voice.core.config import Config
from jarvis_voice.core.door_config import USUAL_PORT
from jarvis_voice.core.errors import ConfigError, ControlError
from jarvis_voice.core.operations import ControlOperations
from jarvis_voice.core.schedule_entries import Entry
from jarvis_voice.core.types import Origin
from jarvis_voice.platform.install_method import EXTRAS, extra_line
from jarvis_voice.schedule.ring_sound import RingPlaces
from jarvis_voice.store.factory import make_reader

if TYPE_CHECKING:
    from jarvis_voice.doors.http.server import HttpDoor
    from jarvis_voice.engines.speech_models import SpeechModels
    from jarvis_voice.voice.output.speech_output import SpeechOutput

PARTS = ("starlette", "uvicorn", "h11", "python_multipart", "prometheus_client", "websockets")
"""What else the port loads."""


def with_port(config: Config) -> Config:
    """The settings with an HTTP port, the usual one where none is set."""
    if config.http.port:
        return config
    return config.model_copy(update={"http": config.http.model_copy(update={"port": USUAL_PORT})})


def announcements_of(
    port: HttpDoor, own_mouth: Callable[[], SpeechOutput | None]
) -> Callable[[str, Origin], Awaitable[tuple[str, ...]]] | None:
    """What says something at the places of the port."""
    from jarvis_voice.doors.satellite.announcements import Announcements

    return Announcements(port.satellites.house, own_mouth).announce if port.satellites else None


def ring_places_of(port: HttpDoor | None, entry: Entry, *, has_mouth: bool) -> RingPlaces:
    """Where an entry rings; at this machine where the port is shut."""
    if port is None or port.satellites is None:
        return RingPlaces()
    from jarvis_voice.doors.satellite.ringing_satellite import ring_places

    return ring_places(port.satellites.house, entry, has_mouth=has_mouth)


async def make_door(
    core: AppContext,
    operations: ControlOperations,
    models: SpeechModels | None = None,
) -> HttpDoor:
    """The HTTP port, which is still shut; its libraries load on a thread.

    Args:
        core: What it stands on.
        operations: What else the running program does.
        models: Hear and speak; None makes some for the port alone.

    Raises:
        ConfigError: They are not installed.
    """
    try:
        await asyncio.to_thread(_load)
    except ModuleNotFoundError as error:
        if error.name not in {*EXTRAS["http"], *PARTS}:
            raise
        message = f"The HTTP port needs more packages. Run: {extra_line('http')}"
        raise ConfigError("http-packages", message) from error
    from jarvis_voice.app.satellite_voices import SatelliteVoices
    from jarvis_voice.doors.http.satellite_socket import SatelliteSetting
    from jarvis_voice.doors.http.server import DoorParts, HttpDoor
    from jarvis_voice.doors.http.sound_desk import SoundSetting
    from jarvis_voice.doors.satellite.house import House

    config, reader = core.config, make_reader(core.paths)
    pool = models or speech_models(config, core.paths)
    satellites = SatelliteSetting(
        SatelliteVoices(core, pool), core.places, House(), core.clock.seconds
    )
    sound = SoundSetting(pool, config.language, config.voice.speed, tuple(config.wake.words))
    parts = DoorParts(core.assistant, core.bus, operations, reader, core.clock, sound, satellites)
    door = HttpDoor(config.http, parts)
    door.metrics.lag = core.loop_lag
    return door


class HttpPort:
    """The port of the running program: opened at the start, or when the owner wants the dashboard.

    Args:
        core: What it stands on.
        make: Makes the port, still shut.
        tell: Prints a line that is no event.
    """

    def __init__(
        self,
        core: AppContext,
        make: Callable[[AppContext], Awaitable[HttpDoor]],
        tell: Callable[[str], None],
    ) -> None:
        self._core = core
        self._make = make
        self._tell = tell
        self._stack: AsyncExitStack | None = None
        self._door: HttpDoor | None = None
        self._opening = asyncio.Lock()

    @property
    def door(self) -> HttpDoor | None:
        """The port, once it is open."""
        return self._door

    def stand_on(self, stack: AsyncExitStack) -> None:
        """Whatever is opened from now on closes with this."""
        self._stack = stack

    async def open(self) -> HttpDoor:
        """Open the port, where it is still shut.

        Raises:
            ConfigError: It would be unsafe, the port is taken, or packages are missing.
        """
        async with self._opening:
            if self._stack is None:
                raise ControlError("starting", "Jarvis is still starting; try again in a moment.")
            if self._door is None:
                core = replace(self._core, config=with_port(self._core.config))
                self._door = await self._stack.enter_async_context(await self._make(core))
                self._tell(f"Programs reach me at {self._door.url}.")
            return self._door

    async def entry_link(self) -> str:
        """A link with which the owner's browser comes in, once.

        Raises:
            ConfigError: As `open`.
        """
        return (await self.open()).entry_link()


def _load() -> None:
    import jarvis_voice.doors.http.server  # noqa: F401 - loaded for those who import it next
