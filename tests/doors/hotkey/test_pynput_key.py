"""The key by pynput (contract): a module of the test's own with its classes, thread and repeats."""

from __future__ import annotations

import enum
import queue
import sys
import threading
from collections.abc import Callable
from types import ModuleType

import pytest
from doors.hotkey.heard_keys import Told, listening

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.doors.hotkey import pynput_key
from jarvis_voice.doors.hotkey.key_chord import FIRST_REPEAT_SECONDS
from jarvis_voice.doors.hotkey.key_combination import parse_combination
from jarvis_voice.doors.hotkey.pynput_key import PynputKey

pytestmark = pytest.mark.flow


class KeyCode:
    """A key known by its character or its number."""

    def __init__(self, char: str | None = None, vk: int | None = None) -> None:
        self.char, self.vk = char, vk


class Key(enum.Enum):
    """Keys with names, left and right apart, as pynput has them; macOS has no `insert`."""

    ctrl = enum.auto()
    ctrl_r = enum.auto()
    alt_gr = enum.auto()
    cmd = enum.auto()
    space = enum.auto()
    page_up = enum.auto()
    f9 = enum.auto()


class Listener(threading.Thread):
    """Calls back in its own thread; an error in a callback ends it, and `join` raises that."""

    latest: Listener

    def __init__(self, on_press: Callable[..., object], on_release: Callable[..., object]) -> None:
        super().__init__(daemon=True)
        self._calls: queue.Queue[tuple[Callable[..., object], object] | None] = queue.Queue()
        self._on = {True: on_press, False: on_release}
        self._error: Exception | None = None
        Listener.latest = self

    def move(self, key: object, *downs: bool) -> None:
        for is_down in downs:
            self._calls.put((self._on[is_down], key))

    def break_down(self) -> None:
        self._calls.put((self._fail, None))

    def stop(self) -> None:
        self._calls.put(None)

    def run(self) -> None:
        while call := self._calls.get():
            try:
                call[0](call[1], False)  # injected
            except Exception as error:  # noqa: BLE001 - the library's own way
                self._error = error
                return

    def join(self, timeout: float | None = None) -> None:
        super().join(timeout)
        if self._error:
            raise self._error

    def canonical(self, key: object) -> object:
        if isinstance(key, KeyCode) and key.char:
            return KeyCode(key.char.lower(), key.vk)
        return key

    @staticmethod
    def _fail(*_: object) -> None:
        raise RuntimeError("dictionary changed size during iteration")


@pytest.fixture(autouse=True)
def pynput(monkeypatch: pytest.MonkeyPatch) -> None:
    package, keyboard = ModuleType("pynput"), ModuleType("pynput.keyboard")
    vars(keyboard).update(Listener=Listener, Key=Key, KeyCode=KeyCode)
    vars(package)["keyboard"] = keyboard
    monkeypatch.setitem(sys.modules, "pynput", package)
    monkeypatch.setitem(sys.modules, "pynput.keyboard", keyboard)


def trust(monkeypatch: pytest.MonkeyPatch, *, is_trusted: bool) -> None:
    services = ModuleType("HIServices")
    vars(services)["AXIsProcessTrusted"] = lambda: is_trusted
    monkeypatch.setitem(sys.modules, "HIServices", services)


def make(combination: str = "F9", platform: str = "win32") -> PynputKey:
    return PynputKey(parse_combination(combination), platform)


async def test_held_repeated_and_let_go() -> None:
    told = Told()
    async with listening(make(), told):
        await told.wait_for("ready")
        for _ in range(2):
            Listener.latest.move(Key.f9, *[True] * 40, False)
        await told.wait_for("ready", *["press", "release"] * 2)
    assert not Listener.latest.is_alive()


@pytest.mark.parametrize(
    ("combination", "modifier", "key"),
    [
        ("ctrl+space", Key.ctrl_r, Key.space),
        ("ctrl+space", Key.ctrl, KeyCode(" ")),
        ("super+pageup", Key.cmd, Key.page_up),
        ("alt+j", Key.alt_gr, KeyCode("J", 74)),
    ],
)
async def test_modifiers(combination: str, modifier: Key, key: object) -> None:
    told = Told()
    async with listening(make(combination), told):
        await told.wait_for("ready")
        Listener.latest.move(key, True, False)
        Listener.latest.move(None, True, False)
        Listener.latest.move(modifier, True)
        Listener.latest.move(key, True)
        Listener.latest.move(modifier, False)
        Listener.latest.move(key, False)
        await told.wait_for("ready", "press", "release")


async def test_the_option_key_of_macos_types_other_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trust(monkeypatch, is_trusted=True)
    told = Told()
    async with listening(make("ctrl+alt+j", "darwin"), told):
        await told.wait_for("ready")
        for key in (Key.ctrl, Key.alt_gr, KeyCode("∆", 38)):
            Listener.latest.move(key, True)
        await told.wait_for("ready", "press")


async def test_macos_must_allow_it(monkeypatch: pytest.MonkeyPatch) -> None:
    trust(monkeypatch, is_trusted=False)
    with pytest.raises(JarvisError, match="Accessibility and Input Monitoring") as caught:
        await make(platform="darwin").listen(Told())
    assert caught.value.code == "no-permission"


async def test_a_thread_that_dies_is_a_loss() -> None:
    told = Told()
    async with listening(make(), told) as task:
        await told.wait_for("ready")
        Listener.latest.break_down()
        with pytest.raises(JarvisError, match="listener ended") as caught:
            await task
    assert caught.value.code == "key-lost"


async def test_a_release_that_never_comes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock screen takes the release: the repeats stop, and that is told."""
    monkeypatch.setattr(pynput_key, "HELD_CHECK_SECONDS", 0.01)
    monkeypatch.setattr("jarvis_voice.doors.hotkey.key_chord.NEXT_REPEAT_SECONDS", 0.1)
    told = Told()
    async with listening(make(), told):
        await told.wait_for("ready")
        Listener.latest.move(Key.f9, *[True] * 9)
        await told.wait_for("ready", "press", "release")
    assert FIRST_REPEAT_SECONDS > 1


async def test_a_key_that_the_system_does_not_have() -> None:
    with pytest.raises(JarvisError, match="knows no key insert") as caught:
        await make("insert").listen(Told())
    assert caught.value.code == "no-such-key"


async def test_without_pynput(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pynput", None)
    with pytest.raises(JarvisError, match="not installed") as caught:
        await make().listen(Told())
    assert caught.value.code == "no-pynput"
