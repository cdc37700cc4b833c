"""One run of the doctor: the user's options, and what several checks share.

Invariant: the microphone is opened once for all checks that look at its sound, and the models once;
what could not be opened is the finding of one check and nothing to see for the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from jarvis_voice.core.errors import ConfigError, JarvisError
from jarvis_voice.workshop.doctor.check_result import NothingToSeeError
from jarvis_voice.workshop.doctor.options import DiagnosticOptions
from jarvis_voice.workshop.doctor.system_probe import SystemProbe

if TYPE_CHECKING:
    from jarvis_voice.core.config import Config
    from jarvis_voice.core.paths import Paths
    from jarvis_voice.voice.speech_input import SpeechInput
    from jarvis_voice.workshop.doctor.sound_capture import CapturedSound


class DiagnosticRun:
    """What the checks examine; use it inside `async with`.

    Args:
        paths: The user's folders.
        wanted: What was asked for.
        outside: The machine.
        tell: Prints a line of progress.
    """

    def __init__(
        self,
        paths: Paths,
        wanted: DiagnosticOptions,
        outside: SystemProbe | None = None,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.paths = paths
        self.wanted = wanted
        self.outside = outside or SystemProbe()
        self.tell = tell
        self.config_error: ConfigError | None = None
        self._config: Config | None = None
        self._stack = AsyncExitStack()
        self._heard: asyncio.Task[CapturedSound] | None = None
        self._ears: asyncio.Task[SpeechInput] | None = None

    async def __aenter__(self) -> Self:
        """Read the settings; where they have a mistake, those that ship are looked at."""
        from jarvis_voice.core.config import load_config

        nowhere = replace(self.paths, config=self.paths.config / "no-such-folder")
        for paths in (self.paths, nowhere):
            try:
                self._config = load_config(paths)
                break
            except ConfigError as error:
                self.config_error = self.config_error or error
        return self

    async def __aexit__(self, *exc: object) -> None:
        tasks = [task for task in (self._heard, self._ears) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._stack.aclose()

    @property
    def config(self) -> Config:
        """The settings.

        Raises:
            NothingToSeeError: They cannot be read at all.
        """
        if self._config is None:
            raise NothingToSeeError("The settings cannot be read.")
        return self._config

    async def hear(self) -> CapturedSound:
        """Listen, or give what was heard already.

        Raises:
            AudioError: The microphone, or the recording, cannot be used.
        """
        from jarvis_voice.workshop.doctor.sound_capture import listen

        if self._heard is None:
            self._heard = asyncio.create_task(listen(self))
        return await asyncio.shield(self._heard)

    async def heard(self) -> CapturedSound:
        """What `hear` heard, for the checks that do not report the microphone.

        Raises:
            NothingToSeeError: It heard nothing, or listens still.
        """
        if self._heard is None or (self._heard.done() and not self._heard.cancelled()):
            try:
                return await self.hear()
            except JarvisError as error:
                raise NothingToSeeError("There is no sound to look at.") from error
        raise NothingToSeeError("The microphone gave no sound in time.")

    async def open_ears(self) -> SpeechInput:
        """Load what hears and let it prove itself, or give what was loaded already.

        Raises:
            JarvisError: A model is missing, damaged or deaf.
        """
        if self._ears is None:
            self._ears = asyncio.create_task(self._load_ears())
        return await asyncio.shield(self._ears)

    async def ears(self) -> SpeechInput:
        """What `open_ears` gave, for the checks that do not report the models.

        Raises:
            NothingToSeeError: There is none, or they load still: one check has waited for them.
        """
        if self._ears and not self._ears.done():
            raise NothingToSeeError("The models that hear did not load in time.")
        try:
            return await self.open_ears()
        except JarvisError as error:
            raise NothingToSeeError("The models that hear cannot be used.") from error

    async def _load_ears(self) -> SpeechInput:
        self.tell("Loading the models that hear ...")
        opening = self.outside.ears(self.config, self.paths)
        return await self._stack.enter_async_context(opening)
