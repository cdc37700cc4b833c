"""The global push-to-talk key: works in every window, by holding the key or by toggling.

Invariant: a press that was told is followed by a release; the callbacks run on the loop; a key
that cannot be had is told in one sentence and ends nothing.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.doors.hotkey.key_backend import KeyBackends, choose, explain
from jarvis_voice.doors.hotkey.key_chord import KeyBackend
from jarvis_voice.doors.hotkey.key_combination import Combination, parse_combination

log = logging.getLogger(__name__)

START_SECONDS = 3.0
STOP_SECONDS = 3.0
RETRY_SECONDS = 5.0
"""After so long a key that was lost is taken again, then after twice as long, and so on."""

LONGEST_RETRY_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class KeyHealth:
    """The condition of the push-to-talk key, for `jarvis status` and `jarvis doctor`.

    Attributes:
        key: As the user wrote it.
        backend: By which way it is listened to, or empty.
        is_alive: A press would be heard now.
        why: Why that way was chosen.
        trouble: What does not work, or empty.
    """

    key: str
    backend: str
    is_alive: bool
    why: str
    trouble: str


class GlobalKey:
    """Calls back on the loop when the combination is pressed and when it is released.

    Args:
        combination: "F9", "ctrl+space"; see `parse_combination`.
        on_press: The key went down; auto-repeat is left out.
        on_release: It went up, or whatever would have told so is gone.
        on_trouble: A code and a sentence for the user.
        backend: A name of `BackendName`.
        make: Makes a backend by its name.
    """

    def __init__(
        self,
        combination: str,
        on_press: Callable[[], None],
        on_release: Callable[[], None],
        on_trouble: Callable[[str, str], None],
        backend: str = "auto",
        make: Callable[[str, Combination], KeyBackend] | None = None,
    ) -> None:
        self._text = combination
        self._on_press = on_press
        self._on_release = on_release
        self._on_trouble = on_trouble
        self._wanted = backend
        self._make = make or make_backend
        self._choice = KeyBackends((), "")
        self._settled = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._by = ""
        self._trying = ""
        self._is_held = False
        self._trouble = ""

    @property
    def is_listening(self) -> bool:
        """Whether a press would be heard now: the key is ours and its listener is alive."""
        return bool(self._by) and self._task is not None and not self._task.done()

    @property
    def health(self) -> KeyHealth:
        """How the key is."""
        return KeyHealth(self._text, self._by, self.is_listening, self._choice.why, self._trouble)

    async def __aenter__(self) -> Self:
        """Take the key; on return it works, its trouble was told, or the desktop asks the user.

        Raises:
            ConfigError: The combination or the backend is not one.
        """
        combination = parse_combination(self._text)
        self._choice = choose(self._wanted, os.environ, sys.platform)
        log.info("push-to-talk key %s: %s", combination, self._choice.why)
        self._task = asyncio.create_task(self._run(combination), name="push-to-talk key")
        try:
            async with asyncio.timeout(START_SECONDS):
                await self._settled.wait()
        except TimeoutError:
            log.info("the push-to-talk key is not there yet: a desktop may ask its user first")
        except asyncio.CancelledError:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Give the key back; no callback comes afterwards."""
        self._on_press = self._on_release = _nothing
        self._on_trouble = _no_trouble
        if self._task is None:
            return
        self._task.cancel()
        _, late = await asyncio.wait({self._task}, timeout=STOP_SECONDS)
        if late:
            log.warning("the push-to-talk key's listener does not end")

    # ---- what a backend tells (`KeyTold`)

    def ready(self) -> None:
        """From now on a press is heard."""
        log.info("the push-to-talk key works, by %s", self._trying)
        self._by, self._trouble = self._trying, ""
        self._settled.set()

    def press(self) -> None:
        """The combination went down."""
        self._is_held = True
        self._on_press()

    def release(self) -> None:
        """The key went up; told on once."""
        if self._is_held:
            self._is_held = False
            self._on_release()

    # ---- the ways, one after the other

    async def _run(self, combination: Combination) -> None:
        troubles: dict[str, str] = {}
        for name in self._choice.backends:
            self._trying = name
            try:
                await self._listen(name, combination)
            except JarvisError as error:
                log.info("no push-to-talk key by %s: %s", name, error.message)
                troubles[error.code] = error.message
        self._tell(combination, troubles)

    async def _listen(self, name: str, combination: Combination) -> None:
        """Listen, and again whenever the key was lost; raises where it never could be had."""
        loop = asyncio.get_running_loop()
        was_had, pause = False, RETRY_SECONDS
        while True:
            begun_at = loop.time()
            error = await self._listen_once(name, combination)
            is_loss, self._by = bool(self._by), ""
            was_had = was_had or is_loss
            self.release()
            if not was_had:
                raise error
            if is_loss and loop.time() - begun_at > LONGEST_RETRY_SECONDS:
                pause = RETRY_SECONDS
            if not self._trouble:
                self._tell(combination, {error.code: error.message})
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_RETRY_SECONDS)

    async def _listen_once(self, name: str, combination: Combination) -> JarvisError:
        """Listen until that is no more possible; why."""
        try:
            await self._make(name, combination).listen(self)
        except JarvisError as error:
            return error
        except Exception:
            log.exception("the push-to-talk key's listener failed")
            return JarvisError("key-lost", "its listener failed")
        return JarvisError("key-lost", "its listener ended")

    def _tell(self, combination: Combination, troubles: dict[str, str]) -> None:
        self._trouble = explain(combination, troubles)
        self._on_trouble(next(iter(troubles)), self._trouble)
        self._settled.set()


def make_backend(name: str, combination: Combination) -> KeyBackend:
    """Make a way to listen by its name; what it needs is imported when it is made."""
    match name:
        case "portal":
            from jarvis_voice.doors.hotkey.portal_key import PortalKey

            return PortalKey(combination)
        case "evdev":
            from jarvis_voice.doors.hotkey.evdev_key import EvdevKey

            return EvdevKey(combination)
        case "pynput":
            from jarvis_voice.doors.hotkey.pynput_key import PynputKey

            return PynputKey(combination)
        case _:
            from jarvis_voice.doors.hotkey.x11_listener import X11Listener

            return X11Listener(combination)


def _nothing() -> None:
    """Nobody wants to know."""


def _no_trouble(_code: str, _message: str) -> None:
    """Nobody wants to know."""
