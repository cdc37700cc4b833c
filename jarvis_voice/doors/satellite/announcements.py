"""Announcements: says something at the places of the house, but not where it was asked.

Invariant: who may only talk speaks at their own places; other people's need the scope "home".
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.types import HERE, Origin
from jarvis_voice.doors.satellite.house import House
from jarvis_voice.doors.satellite.satellite import Satellite
from jarvis_voice.voice.output.speech_output import SpeechOutput

log = logging.getLogger(__name__)

START_SECONDS = 6.0
"""A place where nothing sounds by then was not reached; an answer there may be under way."""

LOOK_SECONDS = 0.25
HERE_NAME = "the computer"


class Announcements:
    """Speaks at several places at the same time.

    Args:
        house: The satellites.
        own_mouth: Gives what speaks at this machine, or None.
    """

    def __init__(self, house: House, own_mouth: Callable[[], SpeechOutput | None]) -> None:
        self._house = house
        self._own_mouth = own_mouth
        self._sayings: set[asyncio.Task[object]] = set()

    async def announce(self, text: str, origin: Origin) -> tuple[str, ...]:
        """Say a text; the names of the places where it began to sound.

        Args:
            text: What to say.
            origin: Who asks, and where.
        """
        is_for_all = "home" in origin.may
        mouths: list[tuple[str, SpeechOutput, Callable[[], bool]]] = []
        for one in self._house.satellites if is_for_all else self._house.of(origin.user_id):
            if one.origin.place != origin.place and one.mouth:
                one.show({"type": "announcement", "text": text})
                mouths.append((one.hello.name, one.mouth, _listens_at(one)))
        if origin.place != HERE.place and is_for_all and (own := self._own_mouth()):
            mouths.append((HERE_NAME, own, lambda: False))
        started = await asyncio.gather(*(self._say(mouth, text, busy) for _, mouth, busy in mouths))
        return tuple(name for (name, *_), is_heard in zip(mouths, started, strict=True) if is_heard)

    async def _say(self, mouth: SpeechOutput, text: str, is_listening: Callable[[], bool]) -> bool:
        """Begin to say it when nobody is heard there; whether it began to sound."""
        sounds = asyncio.Event()

        async def work() -> None:
            try:
                while is_listening():  # noqa: ASYNC110 - it is told by no event
                    await asyncio.sleep(LOOK_SECONDS)
                await mouth.play_earcon("done")
                await mouth.say("", _one(text), sounds.set)
            except JarvisError as error:
                log.warning("an announcement broke off: %s", error.code)

        saying: asyncio.Task[object] = asyncio.create_task(work(), name="announcement")
        self._sayings.add(saying)
        saying.add_done_callback(self._sayings.discard)
        heard = asyncio.create_task(sounds.wait())
        try:
            await asyncio.wait(
                {saying, heard}, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            heard.cancel()
            if not sounds.is_set():
                saying.cancel()
        return sounds.is_set()


async def _one(text: str) -> AsyncIterator[str]:
    yield text


def _listens_at(satellite: Satellite) -> Callable[[], bool]:
    return lambda: satellite.is_listening
