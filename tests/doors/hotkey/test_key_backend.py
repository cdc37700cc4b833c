"""Which way to listen to the key (unit): platform and session go in, names and reasons come out."""

from __future__ import annotations

import pytest

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.doors.hotkey.key_backend import MISSING, choose, explain
from jarvis_voice.doors.hotkey.key_combination import parse_combination
from jarvis_voice.platform.install_method import extra_line

pytestmark = pytest.mark.flow


@pytest.mark.parametrize(
    ("env", "platform", "backends", "why"),
    [
        ({"DISPLAY": ":0"}, "linux", ("x11",), "DISPLAY=:0"),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "x11"}, "linux", ("x11",), "X11 session"),
        (
            {"DISPLAY": ":0", "XDG_SESSION_TYPE": "x11", "WAYLAND_DISPLAY": "wayland-0"},
            "linux",
            ("x11",),
            "X11 session",
        ),
        (
            {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"},
            "linux",
            ("portal", "evdev"),
            "WAYLAND_DISPLAY=wayland-0",
        ),
        (
            {"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"},
            "linux",
            ("portal", "evdev"),
            "XDG_SESSION_TYPE=wayland",
        ),
        ({}, "linux", ("evdev",), "no desktop session"),
        ({"XDG_SESSION_TYPE": "tty"}, "linux", ("evdev",), "no desktop session"),
        ({}, "darwin", ("pynput",), "macOS"),
        ({"DISPLAY": ":0"}, "win32", ("pynput",), "Windows"),
    ],
)
def test_auto_goes_by_platform_and_session(
    env: dict[str, str], platform: str, backends: tuple[str, ...], why: str
) -> None:
    choice = choose("auto", env, platform)
    assert choice.backends == backends
    assert why in choice.why


@pytest.mark.parametrize("wanted", ["x11", "portal", "evdev", "pynput"])
def test_the_setting_wins(wanted: str) -> None:
    choice = choose(wanted, {"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert choice.backends == (wanted,)
    assert "settings ask" in choice.why


def test_an_unknown_backend_is_the_users_mistake() -> None:
    with pytest.raises(ConfigError, match="use auto, x11"):
        choose("magic", {}, "linux")


@pytest.mark.parametrize("code", [*sorted(MISSING), "key-taken", "portal-refused"])
def test_every_trouble_names_the_key_and_what_works_instead(code: str) -> None:
    said = explain(parse_combination("ctrl+space"), {code: "of a reason", "other": "of another"})
    assert said.startswith("Holding ctrl+space to talk does not work: of a reason, and of another;")
    assert '"jarvis ptt toggle"' in said
    assert (f"run: {extra_line('hotkey')}, or " in said) == (code in MISSING)
    assert said.replace(extra_line("hotkey"), "").count(".") == 1
