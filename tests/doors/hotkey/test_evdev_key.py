"""The key from the keyboards' devices (contract): pipes that speak the kernel's `input_event`."""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

import pytest
from doors.hotkey.heard_keys import Told, listening

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.doors.hotkey import evdev_key
from jarvis_voice.doors.hotkey.evdev_key import CODES, EvdevKey
from jarvis_voice.doors.hotkey.key_combination import KEYS, parse_combination

pytestmark = [
    pytest.mark.flow,
    pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has these devices"),
]

F9, J, CTRL, RIGHT_ALT, A = 67, 36, 29, 100, 30
UP, DOWN, REPEAT = 0, 1, 2


class Keyboard:
    """A device in a folder: a named pipe, and what the kernel says it can do."""

    def __init__(self, root: Path, number: int = 0, codes: tuple[int, ...] = (F9, J, CTRL)) -> None:
        self.path = root / "dev" / f"event{number}"
        keys = root / "class" / self.path.name / "device" / "capabilities" / "key"
        for folder in (self.path.parent, keys.parent):
            folder.mkdir(parents=True, exist_ok=True)
        bits, size = sum(1 << code for code in codes), struct.calcsize("@l") * 8
        words = [f"{bits >> at & (1 << size) - 1:x}" for at in range(0, 768, size)]
        keys.write_text(" ".join(reversed(words)).lstrip("0 ") + "\n")
        os.mkfifo(self.path)
        self._end = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)

    def move(self, *changes: tuple[int, int], cut: int = 0) -> None:
        """Send changes, each followed by a SYN_REPORT as the kernel does."""
        sent = b""
        for code, value in changes:
            sent += struct.pack("@llHHi", 1, 2, 1, code, value) + struct.pack(
                "@llHHi", 1, 2, 0, 0, 0
            )
        for part in (sent[:cut], sent[cut:]):
            if part:
                os.write(self._end, part)

    def drop(self) -> None:
        """Say that events were lost."""
        os.write(self._end, struct.pack("@llHHi", 1, 2, 0, 3, 0))

    def unplug(self) -> None:
        self.path.unlink()
        os.close(self._end)


def make(root: Path, combination: str = "F9") -> EvdevKey:
    return EvdevKey(parse_combination(combination), root / "dev", root / "class")


async def test_held_repeated_and_let_go(tmp_path: Path) -> None:
    keyboard, told = Keyboard(tmp_path), Told()
    async with listening(make(tmp_path), told):
        await told.wait_for("ready")
        keyboard.move((F9, DOWN), *[(F9, REPEAT)] * 30, (A, DOWN), (A, UP), (F9, UP))
        await told.wait_for("ready", "press", "release")
        keyboard.move((F9, DOWN), (F9, UP), cut=30)
        await told.wait_for("ready", *["press", "release"] * 2)


async def test_modifiers_of_either_side(tmp_path: Path) -> None:
    keyboard, told = Keyboard(tmp_path), Told()
    async with listening(make(tmp_path, "ctrl+alt+j"), told):
        await told.wait_for("ready")
        keyboard.move((J, DOWN), (J, UP), (CTRL, DOWN), (J, DOWN), (J, UP))
        keyboard.move((RIGHT_ALT, DOWN), (J, DOWN), (CTRL, UP), (J, UP))
        await told.wait_for("ready", "press", "release")


async def test_a_keyboard_that_is_unplugged_lets_the_key_go(tmp_path: Path) -> None:
    keyboard, told = Keyboard(tmp_path), Told()
    async with listening(make(tmp_path), told):
        await told.wait_for("ready")
        keyboard.move((F9, DOWN))
        await told.wait_for("ready", "press")
        keyboard.unplug()
        await told.wait_for("ready", "press", "release")


async def test_a_keyboard_that_comes_later_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evdev_key, "RESCAN_SECONDS", 0.01)
    first, told = Keyboard(tmp_path), Told()
    async with listening(make(tmp_path), told):
        await told.wait_for("ready")
        first.unplug()
        second = Keyboard(tmp_path, 7)
        second.move((F9, DOWN), (F9, UP))
        await told.wait_for("ready", "press", "release")


@pytest.mark.parametrize("is_told", [True, False])
async def test_a_release_that_never_comes_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_told: bool
) -> None:
    """The kernel is asked, at a lost event at once and else while the key is held."""
    state: list[bool | None] = [True]
    monkeypatch.setattr(EvdevKey, "_is_down", lambda *_: state[0])
    monkeypatch.setattr(evdev_key, "HELD_CHECK_SECONDS", 999 if is_told else 0.01)
    keyboard, told = Keyboard(tmp_path), Told()
    async with listening(make(tmp_path), told):
        await told.wait_for("ready")
        keyboard.move((F9, DOWN))
        await told.wait_for("ready", "press")
        state[0] = False
        if is_told:
            keyboard.drop()
        await told.wait_for("ready", "press", "release")


async def test_a_device_that_says_nothing_of_its_keys_stays_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyboard, told = Keyboard(tmp_path), Told()
    async with listening(make(tmp_path), told):
        await told.wait_for("ready")
        keyboard.move((F9, DOWN))
        keyboard.drop()
        keyboard.move((F9, UP), (F9, DOWN))
        await told.wait_for("ready", "press", "release", "press")


async def test_a_mouse_is_not_opened(tmp_path: Path) -> None:
    Keyboard(tmp_path, codes=(272, 273))
    with pytest.raises(JarvisError, match="no keyboard with this key") as caught:
        await make(tmp_path).listen(Told())
    assert caught.value.code == "no-keyboard"


async def test_without_permission_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Keyboard(tmp_path)

    def forbid(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", forbid)
    with pytest.raises(JarvisError, match="usermod -aG input") as caught:
        await make(tmp_path).listen(Told())
    assert caught.value.code == "no-permission"


async def test_after_the_end_no_device_is_open(tmp_path: Path) -> None:
    keyboard, told = Keyboard(tmp_path), Told()
    async with listening(make(tmp_path), told):
        await told.wait_for("ready")
        assert times_open(keyboard.path) == 2, "the keyboard's own end, and ours"
    assert times_open(keyboard.path) == 1


def times_open(path: Path) -> int:
    links = [one for one in Path("/proc/self/fd").iterdir() if one.is_symlink()]
    return sum(one.readlink() == path for one in links)


def test_every_key_that_can_be_named_has_a_number() -> None:
    assert set(CODES) == set(KEYS)
    assert len({*CODES.values()}) == len(CODES)
    assert (CODES["z"], CODES["0"], CODES["f10"], CODES["f24"]) == (44, 11, 68, 194)
