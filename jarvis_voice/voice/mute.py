"""Mutes and unmutes the microphone, and refuses the talk key while it is muted.

Invariant: muted means that the microphone's stream is closed and that the session hears nothing;
it lasts until somebody unmutes, over a lost microphone, suspend and restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from jarvis_voice.core.bus import Bus
from jarvis_voice.core.events import EarsMuted, EarsUnmuted, ProblemReported
from jarvis_voice.core.paths import ensure
from jarvis_voice.core.ports import Clock

if TYPE_CHECKING:
    from jarvis_voice.audio.microphone_health import MicrophoneHealth

log = logging.getLogger(__name__)

MUTED = "I am muted."
UNSURE = "I hear nothing, but the sound server does not answer: the stream may still be open."
HOW_TO_UNMUTE = "Jarvis is muted: the microphone is closed. `jarvis unmute` opens it."


class RestingMicrophone(Protocol):
    """A microphone whose stream can be closed for a while."""

    @property
    def health(self) -> MicrophoneHealth:
        """How it is now."""
        ...

    async def rest(self) -> bool:
        """Close the stream until `wake`; whether that is certain."""
        ...

    async def wake(self) -> bool:
        """Open it again; whether it is open. If not, it is looked for as after a loss."""
        ...


class MutableSession(Protocol):
    """The part of a voice session that muting needs."""

    def close_ears(self) -> None:
        """Hear nothing until `open_ears`, and wait for nothing."""
        ...

    def open_ears(self) -> None:
        """Hear again."""
        ...

    def press(self) -> None:
        """The talk key went down."""
        ...

    def release(self) -> None:
        """The talk key went up."""
        ...

    def toggle(self) -> None:
        """A talk key without a release was struck."""
        ...


class MuteControl:
    """Mutes and unmutes the microphone; implements `core.operations.KeyControl`.

    Args:
        note: The file that says "muted" to the next start.
        bus: Where events go.
        clock: Event times.
        refuse: Tells, for the ear, that the key was pressed while muted.
    """

    def __init__(self, note: Path, bus: Bus, clock: Clock, refuse: Callable[[str], None]) -> None:
        self._note = note
        self._bus = bus
        self._clock = clock
        self._refuse = refuse
        self._changing = asyncio.Lock()
        self._coming: RestingMicrophone | None = None  # it is being opened
        self._resting: asyncio.Task[None] | None = None
        self._microphone: RestingMicrophone | None = None
        self._session: MutableSession | None = None
        self._is_muted: bool | None = None

    @property
    def is_muted(self) -> bool:
        """Whether nothing may be heard."""
        if self._is_muted is None:
            self._is_muted = self._note.exists()
        return self._is_muted

    @property
    def has_ears(self) -> bool:
        """Whether there is a session that could hear."""
        return self._session is not None

    @property
    def health(self) -> MicrophoneHealth | None:
        """How the microphone is; None where there is none."""
        return self._microphone.health if self._microphone else None

    def expect(self, microphone: RestingMicrophone) -> None:
        """This one is about to be opened; while it is muted it is not, from now on."""
        self._coming = microphone
        self._rest_soon()

    async def begin(self, microphone: RestingMicrophone, session: MutableSession) -> None:
        """These are the ears from now on; they stay closed where they were muted."""
        async with self._changing:
            self._microphone, self._session, self._coming = microphone, session, None
            if self.is_muted:
                await self._close()
            elif microphone.health.state == "muted":  # unmuted while it was being opened
                await microphone.wake()

    def end(self) -> None:
        """The session is over."""
        self._session = self._coming = None

    async def mute(self) -> bool:
        """Close the ears; whether they were open."""
        async with self._changing:
            was_open = not self.is_muted
            self._is_muted = True
            self._write_note()
            if self._session and was_open:
                await self._close()
            self._rest_soon()
            return was_open

    async def unmute(self) -> bool:
        """Open the ears again; whether they were muted."""
        async with self._changing:
            was_muted = self.is_muted
            self._is_muted = False
            try:
                self._note.unlink(missing_ok=True)
            except OSError as error:
                log.warning("the note of being muted stays: %s", error.strerror)
            if was_muted and self._microphone and (session := self._session):
                try:
                    await self._microphone.wake()
                finally:  # whoever asked for it may be gone
                    session.open_ears()
                    self._bus.publish(EarsUnmuted(self._clock.seconds()))
            return was_muted

    async def reopen(self) -> None:
        """Open the device anew: what is behind the open stream may be gone."""
        async with self._changing:
            if self._microphone and self._session and not self.is_muted:
                try:
                    await self._microphone.rest()
                finally:
                    await self._microphone.wake()

    # ---- the talk key

    def press(self) -> None:
        """The key went down; while muted that is refused, in words."""
        if self.is_muted:
            self.refuse()
        elif self._session:
            self._session.press()

    def release(self) -> None:
        """The key went up."""
        if self._session and not self.is_muted:
            self._session.release()

    def toggle(self) -> None:
        """A key without a release was struck; while muted that is refused, in words."""
        if self.is_muted:
            self.refuse()
        elif self._session:
            self._session.toggle()

    def refuse(self) -> None:
        """Say that nobody is heard, for the screen and for the ear."""
        self._bus.publish(ProblemReported(self._clock.seconds(), "muted", HOW_TO_UNMUTE))
        self._refuse(MUTED)

    def _rest_soon(self) -> None:
        """Keep closed what is being opened; nobody waits: that it is closed is seen at `begin`."""

        async def rest() -> None:
            if self._coming and self.is_muted:
                await self._coming.rest()

        if self._coming and self.is_muted:
            self._resting = asyncio.create_task(rest(), name="resting")

    async def _close(self) -> None:
        if self._session:
            self._session.close_ears()  # first: not a frame more, whatever the device does
        self._bus.publish(EarsMuted(self._clock.seconds()))
        if self._microphone and not await self._microphone.rest():
            self._bus.publish(ProblemReported(self._clock.seconds(), "mute-unsure", UNSURE))

    def _write_note(self) -> None:
        try:
            ensure(self._note.parent)
            self._note.touch(mode=0o600)
        except OSError as error:
            log.warning("a restart would forget that it is muted: %s", error.strerror)
