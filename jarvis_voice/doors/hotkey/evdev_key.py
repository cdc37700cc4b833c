"""Reads the push-to-talk key from keyboard devices, for desktops that offer no global keys.

Linux only, and only for a user who may read /dev/input (group "input"). It listens and takes
nothing: the window in front gets the key too. A letter means its place on a US keyboard.

Invariant: of what is typed, nothing but whether the combination is down is kept or told.
"""

from __future__ import annotations

import asyncio
import logging
import os
import struct
from contextlib import suppress
from pathlib import Path

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.doors.hotkey.key_chord import Chord, KeyTold
from jarvis_voice.doors.hotkey.key_combination import Combination

log = logging.getLogger(__name__)

DEVICES = Path("/dev/input")
CLASS = Path("/sys/class/input")
RESCAN_SECONDS = 3.0
"""How soon a keyboard is found that was plugged in or came back by Bluetooth."""

HELD_CHECK_SECONDS = 0.25
READ_BYTES = 4096

EVENT = struct.Struct("@llHHi")
"""`struct input_event`: two longs of time, type, code, value."""

EV_SYN, EV_KEY = 0, 1
SYN_DROPPED = 3
VALUE_UP, VALUE_REPEAT = 0, 2
LONG_BITS = struct.calcsize("@l") * 8
STATE_BYTES = 96
GET_KEYS = 2 << 30 | STATE_BYTES << 16 | ord("E") << 8 | 0x18
"""EVIOCGKEY: a bit for each key that is down."""

_ROWS = {2: "1234567890", 16: "qwertyuiop", 30: "asdfghjkl", 44: "zxcvbnm"}
CODES = {key: first + at for first, row in _ROWS.items() for at, key in enumerate(row)}
CODES |= {f"f{number}": 58 + number for number in range(1, 11)} | {"f11": 87, "f12": 88}
CODES |= {f"f{number}": 170 + number for number in range(13, 25)}
CODES |= {"escape": 1, "backspace": 14, "tab": 15, "enter": 28, "space": 57, "scrolllock": 70}
CODES |= {"print": 99, "home": 102, "up": 103, "pageup": 104, "left": 105, "right": 106}
CODES |= {"end": 107, "down": 108, "pagedown": 109, "insert": 110, "delete": 111}
CODES |= {"pause": 119, "menu": 127}
"""The kernel's numbers (linux/input-event-codes.h) of our keys."""

MODIFIER_CODES = {29: "ctrl", 97: "ctrl", 56: "alt", 100: "alt", 42: "shift", 54: "shift"}
MODIFIER_CODES |= {125: "super", 126: "super"}

NOT_ALLOWED = (
    "you may not read the keyboard's device (to allow it: sudo usermod -aG input $USER, "
    "then log in again)"
)


class EvdevKey:
    """Listens for a key combination on every keyboard that has its key.

    Args:
        combination: What to listen to.
        devices: Where the kernel's devices lie.
        classes: Where the kernel says what they can do.
    """

    def __init__(
        self, combination: Combination, devices: Path = DEVICES, classes: Path = CLASS
    ) -> None:
        self._code = CODES[combination.key]
        self._names = {**MODIFIER_CODES, self._code: combination.key}
        self._chord = Chord(combination)
        self._devices = devices
        self._classes = classes
        self._open: dict[str, int] = {}
        self._refused: set[str] = set()
        self._rest: dict[int, bytes] = {}
        self._told: KeyTold | None = None

    async def listen(self, told: KeyTold) -> None:
        """Listen until cancelled; keyboards may come and go.

        Raises:
            JarvisError: There is no keyboard, or none that may be read.
        """
        self._told = told
        try:
            self._scan()
            if not self._open:
                raise self._why_none()
            told.ready()
            while True:
                await asyncio.sleep(RESCAN_SECONDS)
                self._scan()
        finally:
            self._told = None
            for device in [*self._open]:
                self._drop(device)

    def _scan(self) -> None:
        """Open the keyboards that are new."""
        for path in sorted(self._devices.glob("event*")):
            if path.name not in self._open and self._has_key(path.name):
                self._take(path)

    def _take(self, path: Path) -> None:
        try:
            device = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            if path.name not in self._refused:
                log.info("cannot read the keyboard %s: %s", path.name, error.strerror)
                self._refused.add(path.name)
            return
        self._open[path.name] = device
        self._rest[device] = b""
        asyncio.get_running_loop().add_reader(device, self._read, path.name)

    def _drop(self, name: str) -> None:
        device = self._open.pop(name)
        self._rest.pop(device)
        asyncio.get_running_loop().remove_reader(device)
        os.close(device)

    def _has_key(self, name: str) -> bool:
        """Whether the device can send our key, by what the kernel says of it."""
        file = self._classes / name / "device" / "capabilities" / "key"
        try:
            words = file.read_text(encoding="ascii").split()
        except OSError:
            return False
        at, bit = divmod(self._code, LONG_BITS)
        return at < len(words) and bool(int(words[-1 - at], 16) >> bit & 1)

    def _why_none(self) -> JarvisError:
        if self._refused:
            return JarvisError("no-permission", NOT_ALLOWED)
        return JarvisError("no-keyboard", "no keyboard with this key is plugged in")

    def _read(self, name: str) -> None:
        device = self._open[name]
        try:
            found = os.read(device, READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            found = b""
        if not found:  # unplugged
            log.info("the keyboard %s is gone", name)
            self._drop(name)
            self._let_go()
            return
        found = self._rest[device] + found
        whole = len(found) - len(found) % EVENT.size
        self._rest[device] = found[whole:]
        for _, _, kind, code, value in EVENT.iter_unpack(found[:whole]):
            if kind == EV_KEY and code in self._names:
                self._move(self._names[code], value)
            elif kind == EV_SYN and code == SYN_DROPPED:
                self._look()

    def _move(self, name: str, value: int) -> None:
        loop = asyncio.get_running_loop()
        if value == VALUE_REPEAT or self._told is None:
            return
        if value == VALUE_UP:
            if self._chord.up(name):
                self._told.release()
        elif self._chord.down(name, loop.time()):
            self._told.press()
            loop.call_later(HELD_CHECK_SECONDS, self._check)

    def _check(self) -> None:
        """Look at a held key again and again: its release may get lost."""
        if self._told and self._chord.is_held:
            self._look()
            asyncio.get_running_loop().call_later(HELD_CHECK_SECONDS, self._check)

    def _look(self) -> None:
        """Let go where every keyboard says that the key is up."""
        states = [self._is_down(device) for device in self._open.values()]
        if states and all(state is False for state in states):
            self._let_go()

    def _is_down(self, device: int) -> bool | None:
        """Whether our key is down there; None where the device does not say."""
        import fcntl

        bits = bytearray(STATE_BYTES)
        with suppress(OSError):
            fcntl.ioctl(device, GET_KEYS, bits)
            return bool(bits[self._code // 8] >> self._code % 8 & 1)
        return None

    def _let_go(self) -> None:
        if self._chord.let_go() and self._told:
            self._told.release()
