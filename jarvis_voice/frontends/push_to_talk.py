"""The global push-to-talk key: held to talk, whatever window is in front.

Invariant: a press that was told is followed by a release; the callbacks run on the loop; a key
that cannot be had is told in one sentence and ends nothing.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Self

from jarvis_voice.errors import JarvisError
from jarvis_voice.frontends.key_combination import Combination, parse_combination
from jarvis_voice.frontends.x11_key import X11Key

log = logging.getLogger(__name__)

START_SECONDS = 3.0
STOP_SECONDS = 1.0

REASONS = {
    "win32": "a global key is not built for Windows yet",
    "darwin": "a global key is not built for macOS yet",
    "wayland": "Wayland does not let a program listen to a key globally",
    "no-display": "there is no X11 display (DISPLAY is not set)",
}
ALTERNATIVE = 'bind the command "jarvis ptt toggle" to a key in your desktop\'s settings'
INSTALL = 'run: pip install "jarvis-voice[hotkey]", or '


class GlobalKey:
    """Calls back on the loop when the combination is pressed and when it is let go.

    Args:
        combination: "F9", "ctrl+space"; see `parse_combination`.
        on_press: The key went down; auto-repeat is left out.
        on_release: It went up, or the screen it belongs to is gone.
        on_trouble: A code and a sentence for the user; the key will not work any more.
    """

    def __init__(
        self,
        combination: str,
        on_press: Callable[[], None],
        on_release: Callable[[], None],
        on_trouble: Callable[[str, str], None],
    ) -> None:
        self._text = combination
        self._on_press = on_press
        self._on_release = on_release
        self._on_trouble = on_trouble
        self._started = asyncio.Event()
        self._ended = asyncio.Event()
        self._thread: threading.Thread | None = None
        self._wake: tuple[int, int] | None = None
        self._is_listening = False

    @property
    def is_listening(self) -> bool:
        """Whether a press would be heard now: the key is ours and its thread is alive."""
        return self._is_listening and self._thread is not None and self._thread.is_alive()

    async def __aenter__(self) -> Self:
        """Take the key; on return it works, or the trouble has been told.

        Raises:
            ConfigError: The combination is not one.
        """
        combination = parse_combination(self._text)
        if obstacle := find_obstacle(os.environ, sys.platform):
            self._on_trouble(obstacle, explain(combination, obstacle, REASONS[obstacle]))
            return self
        self._wake = os.pipe()
        self._thread = threading.Thread(
            target=self._listen,
            args=(combination, self._wake[0], asyncio.get_running_loop()),
            name="push-to-talk key",
            daemon=True,
        )
        self._thread.start()
        with suppress(TimeoutError):  # a screen that does not answer may still do so later
            await asyncio.wait_for(self._started.wait(), START_SECONDS)
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Give the key back; no callback comes afterwards."""
        self._on_press = self._on_release = _nothing
        self._on_trouble = _no_trouble
        if self._thread is None or self._wake is None:
            return
        os.write(self._wake[1], b"x")
        try:
            await asyncio.wait_for(self._ended.wait(), STOP_SECONDS)
        except TimeoutError:
            log.warning("the push-to-talk key's thread does not end: the screen does not answer")
            return  # it still reads from the pipe
        self._thread.join(STOP_SECONDS)  # telling so was the last thing it did
        for end in self._wake:
            os.close(end)
        self._wake = None

    def _listen(
        self, combination: Combination, wake_fd: int, loop: asyncio.AbstractEventLoop
    ) -> None:
        """The thread: everything it tells goes through the loop."""

        def tell(callback: Callable[[], None]) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody is left to be told
                loop.call_soon_threadsafe(callback)

        try:
            with X11Key(combination, wake_fd) as key:
                self._is_listening = True
                tell(self._started.set)
                key.watch(lambda: tell(self._press), lambda: tell(self._release))
        except JarvisError as error:
            trouble = (error.code, explain(combination, error.code, error.message))
            tell(lambda: self._on_trouble(*trouble))
        except Exception:
            log.exception("the push-to-talk key's thread ended")
            trouble = ("key-lost", explain(combination, "key-lost", "its listener failed"))
            tell(lambda: self._on_trouble(*trouble))
        finally:
            self._is_listening = False
            tell(self._started.set)
            tell(self._ended.set)

    def _press(self) -> None:
        self._on_press()

    def _release(self) -> None:
        self._on_release()


def find_obstacle(env: Mapping[str, str], platform: str) -> str | None:
    """Why no key can be listened to here, as a key of `REASONS`; None where X11 may do it."""
    if platform in {"win32", "darwin"}:
        return platform
    if env.get("WAYLAND_DISPLAY") or env.get("XDG_SESSION_TYPE") == "wayland":
        return "wayland"
    return None if env.get("DISPLAY") else "no-display"


def explain(combination: Combination, code: str, reason: str) -> str:
    """One sentence: what does not work, why, and what does instead."""
    remedy = (INSTALL if code == "no-xlib" else "") + ALTERNATIVE
    return f"Holding {combination} to talk does not work: {reason}; {remedy}."


def _nothing() -> None:
    """Nobody wants to know."""


def _no_trouble(_code: str, _message: str) -> None:
    """Nobody wants to know."""
