"""Reads the push-to-talk key as the user writes it: "F9", "ctrl+space", "ctrl+alt+j".

Invariant: a combination that parses never takes a key away from typing.
"""

from __future__ import annotations

import difflib
import string
from collections.abc import Iterable
from dataclasses import dataclass

from jarvis_voice.core.errors import ConfigError

MODIFIERS = ("ctrl", "alt", "shift", "super")
TYPING_KEYS = frozenset({*string.ascii_lowercase, *string.digits, "space", "enter", "tab"})
TYPING_KEYS |= {"backspace", "delete", "escape", "home", "end", "up", "down", "left", "right"}
FREE_KEYS = frozenset({f"f{number}" for number in range(1, 25)})
FREE_KEYS |= {"insert", "pageup", "pagedown", "pause", "print", "scrolllock", "menu"}
KEYS = TYPING_KEYS | FREE_KEYS

ALIASES = {
    "control": "ctrl",
    "option": "alt",
    "win": "super",
    "cmd": "super",
    "meta": "super",
    "return": "enter",
    "esc": "escape",
    "del": "delete",
    "ins": "insert",
    "pgup": "pageup",
    "pgdn": "pagedown",
    "break": "pause",
}


@dataclass(frozen=True, slots=True)
class Combination:
    """One key, and the modifiers that must be down when it is pressed.

    Attributes:
        key: A name of `KEYS`.
        modifiers: Names of `MODIFIERS`.
    """

    key: str
    modifiers: frozenset[str] = frozenset()

    def __str__(self) -> str:
        key = self.key.upper() if self.key in FREE_KEYS and self.key[1:].isdecimal() else self.key
        return "+".join([*(name for name in MODIFIERS if name in self.modifiers), key])


def parse_combination(text: str) -> Combination:
    """Read a combination, in any case and order of modifiers.

    Raises:
        ConfigError: A name is unknown, the key is missing, or typing would lose it.
    """
    names = [name.strip().lower() for name in text.split("+")]
    *modifiers, key = [ALIASES.get(name, name) for name in names]
    for name in modifiers:
        if name not in MODIFIERS:
            raise _bad(text, _not_a_modifier(name))
    if key in MODIFIERS or not key:
        raise _bad(text, 'It names no key, such as "F9" in "ctrl+F9".')
    if key not in KEYS:
        raise _bad(text, f'There is no key "{key}".{_suggestion(key, {*KEYS, *ALIASES})}')
    if key in TYPING_KEYS and not {*modifiers} - {"shift"}:
        raise _bad(text, f'You could not type it any more. Did you mean "ctrl+alt+{key}"?')
    return Combination(key, frozenset(modifiers))


def _bad(text: str, why: str) -> ConfigError:
    return ConfigError("bad-key", f'Cannot use "{text}" as the push-to-talk key. {why}')


def _not_a_modifier(name: str) -> str:
    if name in KEYS:
        return f'"{name}" is not one of {", ".join(MODIFIERS)}: only the last may be another key.'
    return f'There is no modifier "{name}".{_suggestion(name, {*MODIFIERS, "control"})}'


def _suggestion(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.5)
    return f' Did you mean "{ALIASES.get(close[0], close[0])}"?' if close else ""
