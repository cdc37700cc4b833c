"""The rules of the push-to-talk key (unit): what is dropped, what is said where it cannot work."""

from __future__ import annotations

import socket
import sys
from types import SimpleNamespace

import pytest

from jarvis_voice.errors import ConfigError
from jarvis_voice.frontends.key_combination import parse_combination
from jarvis_voice.frontends.push_to_talk import REASONS, GlobalKey, explain, find_obstacle
from jarvis_voice.frontends.x11_key import KeyChange, X11Key, without_auto_repeat

DOWN, UP = True, False


@pytest.mark.parametrize(
    ("changes", "left"),
    [
        ([], []),
        ([(DOWN, 1), (UP, 9)], [(DOWN, 1), (UP, 9)]),
        ([(DOWN, 1), (UP, 5), (DOWN, 5), (UP, 6), (DOWN, 6), (UP, 9)], [(DOWN, 1), (UP, 9)]),
        ([(UP, 5), (DOWN, 5)], []),
        ([(DOWN, 1), (DOWN, 5), (UP, 9)], [(DOWN, 1), (DOWN, 5), (UP, 9)]),
        (
            [(DOWN, 1), (UP, 4), (DOWN, 5), (UP, 9)],
            [(DOWN, 1), (UP, 4), (DOWN, 5), (UP, 9)],
        ),
        ([(DOWN, 3), (UP, 3), (DOWN, 7)], [(DOWN, 3), (UP, 3), (DOWN, 7)]),
    ],
)
def test_auto_repeat_is_dropped(
    changes: list[tuple[bool, int]], left: list[tuple[bool, int]]
) -> None:
    assert list(without_auto_repeat(KeyChange(*change) for change in changes)) == left


@pytest.mark.parametrize(
    ("env", "platform", "obstacle"),
    [
        ({"DISPLAY": ":0"}, "linux", None),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "x11"}, "linux", None),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux", "wayland"),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"}, "linux", "wayland"),
        ({}, "linux", "no-display"),
        ({}, "darwin", "darwin"),
        ({"DISPLAY": ":0"}, "win32", "win32"),
    ],
)
def test_an_obstacle_is_known_before_anything_is_tried(
    env: dict[str, str], platform: str, obstacle: str | None
) -> None:
    assert find_obstacle(env, platform) == obstacle


@pytest.mark.parametrize("code", [*REASONS, "no-xlib", "key-taken"])
def test_every_trouble_names_the_key_and_what_works_instead(code: str) -> None:
    said = explain(parse_combination("ctrl+space"), code, REASONS.get(code, "of a reason"))
    assert said.startswith("Holding ctrl+space to talk does not work: ")
    assert '"jarvis ptt toggle"' in said
    assert ('pip install "jarvis-voice[hotkey]"' in said) == (code == "no-xlib")
    assert said.count(".") == 1


async def test_without_a_display_the_trouble_is_told_and_nothing_else_happens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    told: list[tuple[str, ...]] = []
    async with GlobalKey(
        "F9", lambda: told.append(()), lambda: told.append(()), lambda *said: told.append(said)
    ) as key:
        assert not key.is_listening
    expected = sys.platform if sys.platform in REASONS else "no-display"
    assert [code for code, _ in told] == [expected]


async def test_a_wrong_combination_is_the_users_mistake() -> None:
    key = GlobalKey("F99", lambda: None, lambda: None, lambda *_: None)
    with pytest.raises(ConfigError, match="push-to-talk key"):
        await key.__aenter__()


class LostReleaseScreen:
    """A server that tells of a press and never of its release, and whose keys are all up."""

    def __init__(self) -> None:
        from Xlib import X

        self._ends = socket.socketpair()
        self._events = [SimpleNamespace(type=X.KeyPress, detail=75, time=1)]

    def fileno(self) -> int:
        return self._ends[0].fileno()

    def pending_events(self) -> int:
        return len(self._events)

    def next_event(self) -> SimpleNamespace:
        return self._events.pop(0)

    def query_keymap(self) -> list[int]:
        return [0] * 32

    def keysym_to_keycodes(self, _keysym: int) -> list[tuple[int, int]]:
        return [(75, 0)]

    def get_modifier_mapping(self) -> list[list[int]]:
        return [[0]] * 8

    def screen(self) -> SimpleNamespace:
        return SimpleNamespace(root=SimpleNamespace(grab_key=lambda *_, **__: None))

    def sync(self) -> None:
        """Everything is in step."""

    def close(self) -> None:
        for end in self._ends:
            end.close()


def test_a_release_that_never_comes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("Xlib", reason="the extra hotkey is not installed")
    monkeypatch.setattr("Xlib.display.Display", LostReleaseScreen)
    told: list[str] = []
    wake, waker = socket.socketpair()

    def on_release() -> None:
        told.append("release")
        waker.send(b"x")

    with wake, waker, X11Key(parse_combination("F9"), wake.fileno()) as key:
        key.watch(lambda: told.append("press"), on_release)
    assert told == ["press", "release"]
