"""The global key on a real screen (e2e): a finger goes down and up, callbacks come out."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from bench.desktop import Desktop
from bench.web import WebSite

from jarvis_voice.doors.hotkey.push_to_talk import GlobalKey

pytestmark = [pytest.mark.e2e, pytest.mark.bench("screen"), pytest.mark.timeout(180)]

HOLD_SECONDS = 1.5
"""Longer than the 0.66 s after which a server repeats a held key."""


class Told:
    """What a `GlobalKey` told, in order; can be waited for."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self.troubles: list[str] = []
        self._changed = asyncio.Condition()
        self._tasks: set[asyncio.Task[None]] = set()

    def key(self, combination: str) -> GlobalKey:
        return GlobalKey(combination, self._adder("press"), self._adder("release"), self._trouble)

    async def wait_for(self, *expected: str) -> None:
        async with asyncio.timeout(30), self._changed:
            await self._changed.wait_for(lambda: len(self.all) >= len(expected))
        assert self.all == [*expected]

    def _adder(self, what: str) -> Callable[[], None]:
        def add() -> None:
            self.all.append(what)
            task = asyncio.get_running_loop().create_task(self._notify())
            self._tasks.add(task)

        return add

    def _trouble(self, code: str, message: str) -> None:
        self.troubles.append(message)
        self._adder(code)()

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()


@pytest.fixture(autouse=True)
def xlib() -> None:
    """Test by test, so that a run without it names each one."""
    pytest.importorskip("Xlib", reason="the extra hotkey is not installed")


@pytest.fixture
def display(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> str:
    """The screen of the bench is the screen of this process."""
    for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "XAUTHORITY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", desktop.env["DISPLAY"])
    return desktop.env["DISPLAY"]


def is_repeating(display: str) -> bool:
    """Whether the server repeats held keys."""
    from Xlib.display import Display

    screen = Display(display)
    try:
        return bool(screen.get_keyboard_control().global_auto_repeat)
    finally:
        screen.close()


@pytest.mark.parametrize(
    ("combination", "finger"),
    [
        ("F9", "F9"),
        ("pause", "Pause"),
        ("ctrl+space", "ctrl+space"),
        ("ctrl+alt+j", "ctrl+alt+j"),
        ("super+enter", "super+Return"),
    ],
)
async def test_a_held_key_is_one_press_and_one_release(
    desktop: Desktop, display: str, combination: str, finger: str
) -> None:
    assert is_repeating(display)
    told = Told()
    async with told.key(combination) as key:
        assert key.is_listening
        await asyncio.to_thread(desktop.hold_key, finger, HOLD_SECONDS)
        await told.wait_for("press", "release")
        await asyncio.to_thread(desktop.press_key, finger)
        await told.wait_for("press", "release", "press", "release")
    assert told.troubles == []
    assert "push-to-talk key" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize("lock", ["Num_Lock", "Caps_Lock"])
async def test_a_lock_key_that_is_on_changes_nothing(
    desktop: Desktop, display: str, lock: str
) -> None:
    told = Told()
    async with told.key("ctrl+space"):
        await asyncio.to_thread(desktop.press_key, lock)
        await asyncio.to_thread(desktop.press_key, "ctrl+space")
        await told.wait_for("press", "release")


async def test_the_modifier_may_be_let_go_first(desktop: Desktop, display: str) -> None:
    told = Told()
    async with told.key("ctrl+space"):
        for step, key in ((desktop.key_down, "ctrl"), (desktop.key_down, "space")):
            await asyncio.to_thread(step, key)
        await told.wait_for("press")
        await asyncio.to_thread(desktop.key_up, "ctrl")
        await asyncio.to_thread(desktop.key_up, "space")
        await told.wait_for("press", "release")


async def test_other_keys_and_other_modifiers_are_not_ours(desktop: Desktop, display: str) -> None:
    told = Told()
    async with told.key("ctrl+F9"):
        for finger in ("F9", "F8", "alt+F9", "ctrl+shift+F9", "ctrl+F9"):
            await asyncio.to_thread(desktop.press_key, finger)
        await told.wait_for("press", "release")


async def test_a_key_that_another_program_has_is_told_and_comes_free_again(
    desktop: Desktop, display: str
) -> None:
    first, second, third = Told(), Told(), Told()
    async with first.key("F9"), second.key("F9") as late:
        assert not late.is_listening
        await second.wait_for("key-taken")
        assert "another program has taken this key" in second.troubles[0]
        await asyncio.to_thread(desktop.press_key, "F9")
        await first.wait_for("press", "release")
    async with third.key("F9") as key:
        assert key.is_listening


async def test_a_screen_that_goes_away_lets_the_key_go(
    site: WebSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told()
    with Desktop(tmp_path, site) as desktop:
        monkeypatch.setenv("DISPLAY", desktop.env["DISPLAY"])
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        monkeypatch.delenv("XDG_SESSION_TYPE", raising=False)
        key = await told.key("F9").__aenter__()
        await asyncio.to_thread(desktop.key_down, "F9")
        await told.wait_for("press")
    await told.wait_for("press", "release", "key-lost")
    assert not key.is_listening
    await key.__aexit__()


async def test_a_display_that_does_not_exist_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":987")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("XDG_SESSION_TYPE", raising=False)
    told = Told()
    async with told.key("F9"):
        await told.wait_for("no-display")
