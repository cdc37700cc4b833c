"""The rules of the push-to-talk key (unit): what is dropped, what is tried, what is told."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace

import pytest

from jarvis_voice.core.errors import ConfigError, JarvisError
from jarvis_voice.doors.hotkey import push_to_talk, x11_listener
from jarvis_voice.doors.hotkey.key_chord import KeyTold
from jarvis_voice.doors.hotkey.key_combination import Combination, parse_combination
from jarvis_voice.doors.hotkey.push_to_talk import GlobalKey
from jarvis_voice.doors.hotkey.x11_key import KeyChange, X11Key, without_auto_repeat
from jarvis_voice.doors.hotkey.x11_listener import X11Listener

pytestmark = pytest.mark.flow

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


class Script:
    """A backend that does what the test says, and counts how often it was made."""

    def __init__(self, *ends: Exception | None) -> None:
        self.ends = [*ends]
        self.made: list[str] = []
        self.told: KeyTold | None = None
        self.lose = asyncio.Event()

    def make(self, name: str, _: Combination) -> Script:
        self.made.append(name)
        return self

    async def listen(self, told: KeyTold) -> None:
        end = self.ends.pop(0) if self.ends else None
        if end:
            raise end
        self.told = told
        told.ready()
        await self.lose.wait()
        self.lose.clear()


class Told:
    """What a `GlobalKey` told, in order."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self.troubles: list[str] = []
        self.changed = asyncio.Event()

    def key(self, script: Script, backend: str = "auto") -> GlobalKey:
        def trouble(code: str, message: str) -> None:
            self.troubles.append(message)
            self.add(code)

        press, release = partial(self.add, "press"), partial(self.add, "release")
        return GlobalKey("F9", press, release, trouble, backend, script.make)

    def add(self, what: str) -> None:
        self.all.append(what)
        self.changed.set()


REFUSED = JarvisError("portal-refused", "the desktop did not give Jarvis a key")
FORBIDDEN = JarvisError("no-permission", "you may not read the keyboard's device")


@pytest.fixture(autouse=True)
def session(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Wayland session on Linux, whatever this process runs in."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.delenv("XDG_SESSION_TYPE", raising=False)


async def test_the_next_way_is_tried_where_the_first_is_none() -> None:
    script, told = Script(REFUSED), Told()
    async with told.key(script) as key:
        assert key.is_listening
        assert script.made == ["portal", "evdev"]
        assert key.health.backend == "evdev"
        assert key.health.is_alive
        assert "WAYLAND_DISPLAY=wayland-0" in key.health.why
    assert told.all == []
    assert not key.is_listening


async def test_where_no_way_works_one_sentence_says_why_and_what_does() -> None:
    told = Told()
    async with told.key(Script(REFUSED, FORBIDDEN)) as key:
        assert not key.is_listening
        assert key.health.trouble == told.troubles[0]
    assert told.all == ["portal-refused"]
    assert told.troubles == [
        "Holding F9 to talk does not work: the desktop did not give Jarvis a key, and you may "
        'not read the keyboard\'s device; bind the command "jarvis ptt toggle" to a key in your '
        "desktop's settings."
    ]


async def test_a_listener_that_dies_lets_the_key_go_and_is_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(push_to_talk, "RETRY_SECONDS", 0.0)
    script, told = Script(None, FORBIDDEN, RuntimeError("broken")), Told()
    async with told.key(script, "portal") as key:
        assert script.told
        script.told.press()
        script.told.press()
        script.lose.set()
        while len(script.made) < 4 or not key.is_listening:  # noqa: ASYNC110 - four turns at most
            await asyncio.sleep(0)
        assert key.health.trouble == ""
        script.told.press()
    assert told.all == ["press", "press", "release", "key-lost", "press"]
    assert script.made == ["portal"] * 4


async def test_a_release_without_a_press_is_not_told() -> None:
    script, told = Script(), Told()
    async with told.key(script):
        assert script.told
        for tell in (script.told.release, script.told.press, script.told.release):
            tell()
        script.told.release()
    assert told.all == ["press", "release"]


async def test_after_the_end_nothing_is_told() -> None:
    script, told = Script(), Told()
    async with told.key(script):
        pass
    assert script.told
    script.told.press()
    assert told.all == []


async def test_a_start_that_is_cancelled_leaves_nothing_behind() -> None:
    class Mute(Script):
        async def listen(self, told: KeyTold) -> None:
            await self.lose.wait()

    never = Mute()
    opening = asyncio.create_task(Told().key(never).__aenter__())
    while not never.made:  # noqa: ASYNC110 - the next turn of the loop
        await asyncio.sleep(0)
    opening.cancel()
    await asyncio.wait({opening})
    assert "push-to-talk key" not in {task.get_name() for task in asyncio.all_tasks()}


async def test_a_wrong_combination_is_the_users_mistake() -> None:
    key = GlobalKey("F99", lambda: None, lambda: None, lambda *_: None)
    with pytest.raises(ConfigError, match="push-to-talk key"):
        await key.__aenter__()


async def test_a_press_in_another_thread_wakes_an_idle_loop_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    struck_at: list[float] = []

    class Key:
        """Strikes once, when the loop has had time to fall asleep."""

        def __init__(self, *_: object) -> None:
            self.go = threading.Event()

        def __enter__(self) -> Key:
            return self

        def __exit__(self, *_: object) -> None:
            """Nothing is open."""

        def watch(self, on_press: Callable[[], None], _: Callable[[], None]) -> None:
            threading.Event().wait(0.2)
            struck_at.append(time.monotonic())
            on_press()
            self.go.wait(20)

    key = Key()
    monkeypatch.setattr(x11_listener, "X11Key", lambda *_: key)
    woken = asyncio.Event()
    told = SimpleNamespace(ready=lambda: None, press=woken.set, release=lambda: None)
    listening = asyncio.create_task(X11Listener(parse_combination("F9")).listen(told))
    await woken.wait()  # no timer is set: nothing but the press can wake the loop
    assert time.monotonic() - struck_at[0] < 2
    key.go.set()
    with pytest.raises(JarvisError, match="its listener ended"):
        await listening


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
