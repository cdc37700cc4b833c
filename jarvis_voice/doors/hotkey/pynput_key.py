"""Listens to the push-to-talk key on Windows and macOS, with pynput.

pynput calls back in a thread of its own, once for each repeat, and only listens: the window in
front gets the key too.

Invariant: its thread only names the key that moved and hands that to the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.doors.hotkey.key_chord import Chord, KeyTold
from jarvis_voice.doors.hotkey.key_combination import Combination

log = logging.getLogger(__name__)

HELD_CHECK_SECONDS = 0.25
"""How often a held key is looked at, so that a lost release is noticed."""

STOP_SECONDS = 1.0

NAMES = {
    "cmd": "super",
    "alt_gr": "alt",
    "page_up": "pageup",
    "page_down": "pagedown",
    "print_screen": "print",
    "scroll_lock": "scrolllock",
    "esc": "escape",
}
"""Our names of the keys that pynput calls otherwise."""

_CODES = dict(enumerate("asdfhgzxcv", 0))
_CODES |= dict(enumerate("bqweryt123465=97-80]ou[ip", 11)) | {37: "l", 38: "j", 40: "k"}
MAC_KEY_CODES = {code: key for code, key in _CODES.items() if key.isalnum()} | {45: "n", 46: "m"}
"""Letters and digits by the place of their key: with the option key they type something else."""

UNTRUSTED = (
    "macOS does not let this terminal listen to keys (allow it in System Settings, Privacy & "
    "Security, Accessibility and Input Monitoring, and start Jarvis again)"
)


class PynputKey:
    """Listens for one combination among all keys of the keyboard."""

    def __init__(self, combination: Combination, platform: str = sys.platform) -> None:
        self._chord = Chord(combination)
        self._combination = combination
        self._platform = platform
        self._is_open = False

    async def listen(self, told: KeyTold) -> None:
        """Listen until cancelled.

        Raises:
            JarvisError: pynput is missing or may not listen, the system has no such key, or its
                thread ended.
        """
        keyboard = _load(self._platform)
        if self._combination.key not in _known_keys(keyboard):
            reason = f"pynput knows no key {self._combination.key} on this system"
            raise JarvisError("no-such-key", reason)
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()

        def tell(callback: Callable[..., object], *args: object) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody is left to be told
                loop.call_soon_threadsafe(callback, *args)

        def on_press(key: object, *_: object) -> None:
            tell(self._down, self._name(listener, key), told)

        def on_release(key: object, *_: object) -> None:
            tell(self._up, self._name(listener, key), told)

        listener = keyboard.Listener(on_press=on_press, on_release=on_release)
        listener.start()
        watch = threading.Thread(target=_join, args=(listener, lambda: tell(ended.set)))
        watch.daemon = True
        watch.start()
        self._is_open = True
        told.ready()
        try:
            await ended.wait()
        finally:
            self._is_open = False
            listener.stop()
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), STOP_SECONDS)
        raise JarvisError("key-lost", "pynput's listener ended")

    def _down(self, name: str, told: KeyTold) -> None:
        loop = asyncio.get_running_loop()
        if self._is_open and self._chord.down(name, loop.time()):
            told.press()
            loop.call_later(HELD_CHECK_SECONDS, self._check, told)

    def _up(self, name: str, told: KeyTold) -> None:
        if self._is_open and self._chord.up(name):
            told.release()

    def _check(self, told: KeyTold) -> None:
        """Look at a held key: its release may have gone to a lock screen."""
        loop = asyncio.get_running_loop()
        if not (self._is_open and self._chord.is_held):
            return
        if self._chord.is_lost(loop.time()):
            self._chord.let_go()
            told.release()
        else:
            loop.call_later(HELD_CHECK_SECONDS, self._check, told)

    def _name(self, listener: Any, key: Any) -> str:
        """Our name of a key, left and right alike; empty for what no name is known of."""
        if self._platform == "darwin" and getattr(key, "vk", None) in MAC_KEY_CODES:
            return MAC_KEY_CODES[key.vk]
        name = getattr(key, "name", None)  # of a member of `Key`
        if name is None:
            character = getattr(listener.canonical(key), "char", None) if key else None
            return "space" if character == " " else str(character or "")
        name = str(name).removesuffix("_l").removesuffix("_r")
        return NAMES.get(name, name)


def _load(platform: str) -> Any:
    """The keyboard module of pynput, where it may listen."""
    try:
        if platform == "darwin":
            from HIServices import AXIsProcessTrusted

            if not AXIsProcessTrusted():
                raise JarvisError("no-permission", UNTRUSTED)
        from pynput import keyboard
    except ImportError as error:  # it raises this too where the desktop cannot be reached
        log.info("no pynput: %s", error)
        raise JarvisError("no-pynput", "pynput is not installed") from error
    return keyboard


def _known_keys(keyboard: Any) -> set[str]:
    named = {NAMES.get(key.name, key.name) for key in keyboard.Key}
    return named | set("abcdefghijklmnopqrstuvwxyz0123456789")


def _join(listener: threading.Thread, tell: Callable[[], None]) -> None:
    try:
        listener.join()
    except Exception as error:  # noqa: BLE001 - pynput raises here whatever ended its thread
        log.warning("pynput's listener failed: %s", type(error).__name__)
    finally:
        tell()
