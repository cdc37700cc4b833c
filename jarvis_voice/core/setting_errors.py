"""Words for a setting that has a bad value: which one, where it stands, and what to write.

Invariant: one line, of bounded length, without the value.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from jarvis_voice.core.model_config import SHAPES as MODEL_SHAPES
from jarvis_voice.core.setting_names import KEY_ENDINGS, shortened

if TYPE_CHECKING:
    from pydantic import ValidationError

CLOCK_TIME = r"^(([01]\d|2[0-3]):[0-5]\d)?$"
"""A time of day from 00:00 to 23:59, or nothing."""

CURRENCY = "^[A-Z]{3}$"

_SHAPES: Mapping[str, str] = MappingProxyType(
    {
        **MODEL_SHAPES,
        CLOCK_TIME: '"HH:MM", such as "07:00"',
        CURRENCY: 'three capital letters, such as "EUR"',
    }
)
"""What a user is told in place of a pattern."""

MODEL_KEYS = "model_keys"

_OF_A_KEY = "[key]"
"""The library's mark that the name is bad, and not what it names."""


def explained(
    error: ValidationError, place_of: Callable[[Sequence[object]], str], known: Mapping[str, Any]
) -> str:
    """What is wrong, in one sentence.

    Args:
        error: The library's.
        place_of: Where the setting with these keys stands, such as "jarvis.toml, line 3"; "" is
            nowhere that could be shown.
        known: The names that a section takes, by its name.
    """
    first = error.errors(include_input=False, include_url=False)[0]
    keys = [part for part in first["loc"] if part != _OF_A_KEY]
    place = place_of(keys)
    said = _sentence(first, keys, known)
    return f"{place}: {said[0].lower()}{said[1:]}" if place else said


def _sentence(first: Mapping[str, Any], keys: Sequence[object], known: Mapping[str, Any]) -> str:
    where = ".".join(shortened(str(part)) for part in keys)
    if keys[0] == MODEL_KEYS:
        return f"The key in {keys[-1]} is bad: {_why(first, is_text=True)}."
    if first["type"] == "extra_forbidden":
        names = list(known.get(str(keys[0]), ()))
        close = difflib.get_close_matches(shortened(str(keys[-1])), names, n=1)
        hint = f'Did you mean "{close[0]}"?' if close else f"Known: {', '.join(sorted(names))}."
        return f'Unknown setting "{where}". {hint}'
    if first["type"] == "missing":
        return f'The setting "{where}" is missing{_example(keys)}.'
    is_text = first["type"] == "string_too_long" or where.endswith(KEY_ENDINGS)
    return f'The setting "{where}" has a bad value: {_why(first, is_text=is_text)}.'


def _example(keys: Sequence[object]) -> str:
    """What to write, where that is not plain."""
    return {
        "kind": ': write kind = "gemini", "openai" or "ollama"',
        "model": ': write the name that its server has for it, such as model = "qwen3:8b"',
    }.get(str(keys[-1]), "")


def _why(first: Mapping[str, Any], *, is_text: bool) -> str:
    context = first.get("ctx", {})
    if shape := _SHAPES.get(context.get("pattern", "")):
        return f"it must be {shape}"
    if "max_length" in context:
        what = "characters" if is_text else "entries"
        return f"it may have at most {context['max_length']:,} {what}"
    return str(first["msg"]).removeprefix("Value error, ")
