"""Chooses how to listen to the push-to-talk key on this platform and session, and says why.

Invariant: pure; nothing is opened or imported to decide it, so `jarvis doctor` may ask too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.platform.install_method import extra_line

BackendName = Literal["auto", "x11", "portal", "evdev", "pynput"]

ALTERNATIVE = 'bind the command "jarvis ptt toggle" to a key in your desktop\'s settings'
MISSING = frozenset({"no-xlib", "no-jeepney", "no-pynput"})
"""Codes of troubles that installing the extra mends."""

_NAMES = {
    "x11": "X11",
    "portal": "the desktop's portal for shortcuts",
    "evdev": "the keyboard's own device (evdev)",
    "pynput": "pynput",
}


@dataclass(frozen=True, slots=True)
class KeyBackends:
    """The ways to listen that Jarvis tries, in order.

    Attributes:
        backends: Names of `BackendName`, never "auto"; the first that works is used.
        why: A sentence for the log and for `jarvis doctor`.
    """

    backends: tuple[str, ...]
    why: str


def choose(wanted: str, env: Mapping[str, str], platform: str) -> KeyBackends:
    """Choose by the setting `[push_to_talk] backend`, the session and the platform.

    Args:
        wanted: The setting, a `BackendName`.
        env: The environment of the process.
        platform: As `sys.platform` names it.

    Raises:
        ConfigError: There is no such backend.
    """
    if wanted not in get_args(BackendName):
        known = ", ".join(get_args(BackendName))
        raise ConfigError("bad-key-backend", f'There is no key backend "{wanted}": use {known}.')
    if wanted != "auto":
        return KeyBackends((wanted,), f"The settings ask for {_NAMES[wanted]}.")
    if platform in {"win32", "darwin"}:
        name = "Windows" if platform == "win32" else "macOS"
        return KeyBackends(("pynput",), f"This is {name}: pynput listens to the keyboard.")
    if wayland := _wayland_sign(env):
        why = f"This is a Wayland session ({wayland}): its portal, then the keyboard's own device."
        return KeyBackends(("portal", "evdev"), why)
    if display := env.get("DISPLAY"):
        return KeyBackends(("x11",), f"This is an X11 session (DISPLAY={display}).")
    why = "There is no desktop session (no DISPLAY, no WAYLAND_DISPLAY): the keyboard's own device."
    return KeyBackends(("evdev",), why)


def explain(key: object, troubles: Mapping[str, str]) -> str:
    """One sentence: what does not work, why, and what does instead.

    Args:
        key: The combination.
        troubles: Reason by code, of each way that was tried.
    """
    is_missing = bool(MISSING & {*troubles})
    remedy = f"run: {extra_line('hotkey')}, or {ALTERNATIVE}" if is_missing else ALTERNATIVE
    reasons = ", and ".join(troubles.values())
    return f"Holding {key} to talk does not work: {reasons}; {remedy}."


def _wayland_sign(env: Mapping[str, str]) -> str:
    """By which variable the session is known as Wayland; XWayland sets DISPLAY in it too."""
    if env.get("XDG_SESSION_TYPE") == "x11" and env.get("DISPLAY"):
        return ""  # what else is set was left behind by another session
    if display := env.get("WAYLAND_DISPLAY"):
        return f"WAYLAND_DISPLAY={display}"
    return "XDG_SESSION_TYPE=wayland" if env.get("XDG_SESSION_TYPE") == "wayland" else ""
