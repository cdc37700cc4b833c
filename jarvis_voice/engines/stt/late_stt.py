"""LateStt: speech to text that is loaded when somebody first asks it, and let go when idle.

Invariant: opening it loads nothing; a model that could not be loaded is tried anew at the next ask.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Self, TypeVar

from jarvis_voice.core.errors import ModelError
from jarvis_voice.core.ports import SpeechToText
from jarvis_voice.core.types import Transcript, Utterance

IDLE_SECONDS = 600.0
"""How long the model stays when nobody asks it."""

R = TypeVar("R")


class LateStt:
    """Speech to text that is seldom needed; implements `ports.SpeechToText`.

    Args:
        make: Makes it, not opened.
        idle_seconds: How long it stays loaded unasked.
    """

    def __init__(
        self, make: Callable[[], SpeechToText], idle_seconds: float = IDLE_SECONDS
    ) -> None:
        self._make = make
        self._idle_seconds = idle_seconds
        self._opened: asyncio.Future[SpeechToText] | None = None
        self._lives: set[asyncio.Task[None]] = set()
        self._asked = asyncio.Event()
        self._users = 0
        self._is_open = False

    @property
    def is_loaded(self) -> bool:
        """Whether the model is there, or on its way."""
        return self._opened is not None

    async def __aenter__(self) -> Self:
        """Load nothing."""
        self._is_open = True
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Let the model go where it is there."""
        self._is_open = False
        lives = tuple(self._lives)
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)

    async def transcribe(self, utterance: Utterance) -> Transcript:
        """The words of one utterance.

        Raises:
            JarvisError: The model cannot be loaded, or failed.
        """
        return await self._ask(lambda stt: stt.transcribe(utterance))

    async def likeness(self, utterance: Utterance, word: str) -> float:
        """How likely a word is all that was said.

        Raises:
            JarvisError: The model cannot be loaded, or failed.
        """
        return await self._ask(lambda stt: stt.likeness(utterance, word))

    async def fits(self, utterance: Utterance, texts: Sequence[str]) -> tuple[float, ...]:
        """How likely each of some texts is to be all that was said.

        Raises:
            JarvisError: The model cannot be loaded, or failed.
        """
        return await self._ask(lambda stt: stt.fits(utterance, texts))

    async def _ask(self, work: Callable[[SpeechToText], Awaitable[R]]) -> R:
        if not self._is_open:
            raise ModelError("model-closed", "The second speech to text is not open.")
        self._users += 1
        self._asked.set()
        try:
            if self._opened is None:
                self._opened = asyncio.get_running_loop().create_future()
                life = asyncio.create_task(self._live(self._opened), name="late stt")
                self._lives.add(life)
                life.add_done_callback(self._lives.discard)
            # who gives up waiting leaves the model loading, for the next time
            return await work(await asyncio.shield(self._opened))
        finally:
            self._users -= 1

    async def _live(self, opened: asyncio.Future[SpeechToText]) -> None:
        try:
            async with self._make() as stt:
                opened.set_result(stt)
                await self._wait_until_idle()
                self._forget(opened)  # who asks from now on has it loaded anew
        except Exception as error:
            if opened.done():
                raise
            opened.set_exception(error)
            opened.exception()  # who asked for it may have given up
        finally:
            self._forget(opened)
            opened.cancel()

    def _forget(self, opened: asyncio.Future[SpeechToText]) -> None:
        if self._opened is opened:
            self._opened = None

    async def _wait_until_idle(self) -> None:
        while self._users or self._asked.is_set():
            self._asked.clear()
            try:
                async with asyncio.timeout(self._idle_seconds):
                    await self._asked.wait()
            except TimeoutError:
                continue
