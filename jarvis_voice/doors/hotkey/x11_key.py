"""Grabs one key combination on an X11 screen and reports its presses and releases.

Invariant: one thread uses an `X11Key`; all that another may do is write to the other end of its
`wake_fd`.
"""

from __future__ import annotations

import select
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations
from typing import Any, NamedTuple, Self

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.doors.hotkey.key_combination import Combination

HELD_CHECK_SECONDS = 0.25
"""How often a held key that sends nothing is looked at, so that a lost release is noticed."""

MODIFIER_KEYSYMS = {"ctrl": "Control_L", "alt": "Alt_L", "shift": "Shift_L", "super": "Super_L"}
LOCK_KEYSYMS = ("Caps_Lock", "Num_Lock", "Scroll_Lock")
KEYSYMS = {
    "space": "space",
    "enter": "Return",
    "backspace": "BackSpace",
    "pageup": "Prior",
    "pagedown": "Next",
    "scrolllock": "Scroll_Lock",
}
"""X's names of the keys that are not our name with a capital."""


class KeyChange(NamedTuple):
    """A key that went down or up.

    Attributes:
        is_down: Whether it is down now.
        time_ms: The server's time stamp in milliseconds.
    """

    is_down: bool
    time_ms: int


def without_auto_repeat(changes: Iterable[KeyChange]) -> Iterator[KeyChange]:
    """Drop each release that is followed by a press of the same time, and that press.

    A held key sends such pairs: no finger lets go and presses within a millisecond.
    """
    last: KeyChange | None = None
    for change in changes:
        if last and not last.is_down and change == KeyChange(is_down=True, time_ms=last.time_ms):
            last = None
            continue
        if last:
            yield last
        last = change
    if last:
        yield last


class X11Key:
    """Reports one press and one release each time the combination is held.

    Leaving the `with` block gives the key back to the other programs.
    """

    def __init__(self, combination: Combination, wake_fd: int) -> None:
        self._combination = combination
        self._wake_fd = wake_fd
        self._display: Any = None
        self._codes: frozenset[int] = frozenset()
        self._masks: frozenset[int] = frozenset()
        self._is_held = False

    def __enter__(self) -> Self:
        """Connect and grab.

        Raises:
            JarvisError: python-xlib or the screen is missing, the keyboard has no such key, or
                another program has taken it.
        """
        try:
            from Xlib.display import Display
            from Xlib.error import DisplayError
        except ImportError as error:
            raise JarvisError("no-xlib", "python-xlib is not installed") from error
        try:
            self._display = Display()
        except (DisplayError, OSError) as error:
            raise JarvisError("no-display", "the X11 display does not answer") from error
        try:
            self._grab()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        from Xlib.error import ConnectionClosedError

        try:
            self._display.close()
        except (ConnectionClosedError, OSError):
            return

    def watch(self, on_press: Callable[[], None], on_release: Callable[[], None]) -> None:
        """Call back on each press and release, until `wake_fd` can be read.

        Raises:
            JarvisError: The screen went away; a key that was held is reported as released.
        """
        from Xlib.error import ConnectionClosedError

        try:
            while self._wait():
                for is_held in self._changes():
                    (on_press if is_held else on_release)()
        except (ConnectionClosedError, OSError) as error:
            if self._is_held:
                on_release()
            raise JarvisError("key-lost", "the connection to the screen was lost") from error

    def _wait(self) -> bool:
        """Sleep until something may have happened; False when it is time to go."""
        has_events = bool(self._display.pending_events())
        timeout = 0.0 if has_events else HELD_CHECK_SECONDS if self._is_held else None
        ready, _, _ = select.select([self._display.fileno(), self._wake_fd], [], [], timeout)
        return self._wake_fd not in ready

    def _changes(self) -> Iterator[bool]:
        """Whether the key is held, each time that changed."""
        changes = self._read()
        if not changes and self._is_held and not self._is_down():
            changes = [KeyChange(is_down=False, time_ms=0)]  # its release went to somebody else
        for change in without_auto_repeat(changes):
            if change.is_down != self._is_held:
                self._is_held = change.is_down
                yield self._is_held

    def _read(self) -> list[KeyChange]:
        """What the server has sent; never ends between the two halves of an auto-repeat."""
        changes = more = self._drain()
        while more and not more[-1].is_down:
            self._display.sync()  # the server sends both halves before it answers
            more = self._drain()
            changes += more
        return changes

    def _drain(self) -> list[KeyChange]:
        from Xlib import X

        changes = []
        while self._display.pending_events():
            event = self._display.next_event()
            if event.type == X.MappingNotify:
                self._display.refresh_keyboard_mapping(event)
                self._grab()
            elif event.type in {X.KeyPress, X.KeyRelease} and event.detail in self._codes:
                changes.append(KeyChange(event.type == X.KeyPress, event.time))
        return changes

    def _is_down(self) -> bool:
        keys = self._display.query_keymap()
        return any(keys[code // 8] >> code % 8 & 1 for code in self._codes)

    def _grab(self) -> None:
        """Take the combination where the keyboard has it now; what is taken already stays."""
        from Xlib import X
        from Xlib.error import BadAccess, CatchError

        codes = self._codes_of(keysym(self._combination.key))
        masks = self._modifier_masks()
        if (codes, masks) == (self._codes, self._masks):
            return
        root = self._display.screen().root
        for code in self._codes:
            root.ungrab_key(code, X.AnyModifier)
        self._codes, self._masks = codes, masks
        if not codes:
            raise JarvisError("no-such-key", "this keyboard has no such key")
        taken = CatchError(BadAccess)
        for code in codes:
            for mask in masks:
                root.grab_key(code, mask, 0, X.GrabModeAsync, X.GrabModeAsync, onerror=taken)
        self._display.sync()
        if taken.get_error():
            raise JarvisError("key-taken", "another program has taken this key")

    def _codes_of(self, keysym: str) -> frozenset[int]:
        from Xlib import XK

        found = self._display.keysym_to_keycodes(XK.string_to_keysym(keysym))
        return frozenset(code for code, level in found if level == 0)

    def _modifier_masks(self) -> frozenset[int]:
        """The wanted modifiers, alone and with every mixture of the locks that may be on."""
        wanted = 0
        for name in self._combination.modifiers:
            mask = self._mask_of(MODIFIER_KEYSYMS[name])
            if not mask:
                raise JarvisError("no-such-key", f"this keyboard has no {name} key")
            wanted |= mask
        locks = {mask for mask in map(self._mask_of, LOCK_KEYSYMS) if mask}
        mixtures = chain.from_iterable(combinations(locks, n) for n in range(len(locks) + 1))
        return frozenset(wanted | sum(mixture) for mixture in mixtures)

    def _mask_of(self, keysym: str) -> int:
        codes = self._codes_of(keysym)
        for bit, of_modifier in enumerate(self._display.get_modifier_mapping()):
            if codes.intersection(of_modifier):
                return 1 << bit
        return 0


def keysym(key: str) -> str:
    """X's name of a key of `KEYS`."""
    return KEYSYMS.get(key) or (key if len(key) == 1 else key.capitalize())
