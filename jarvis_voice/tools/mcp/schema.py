"""Converts a tool server's JSON schema into a strict, flat model of arguments. Pure.

Invariant: no argument of the model can carry a URL; what is not understood is left out, and a tool
that cannot be used without it is refused.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Optional

from pydantic import AfterValidator, Field, create_model

from jarvis_voice.tools.registry import Arguments

LONGEST_ARGUMENT = 2_000
"""Characters of one argument, whatever the server allows."""

LONGEST_WORD = 64
"""Characters of an argument's name, and of one value of a closed list."""

MOST_VALUES = 50
MOST_ARGUMENTS = 20
"""Each goes into every plan's schema."""

TAKEN = frozenset({"action", "reply", "url_index"})
"""Fields that a planner's step has for itself."""

_URL_WORDS = frozenset({"url", "urls", "uri", "uris", "iri", "href", "link", "links", "endpoint"})
_URL_FORMATS = re.compile(r"^(?:ur[il]|iri)\b", re.IGNORECASE)
_URL = re.compile(r"[a-z][a-z0-9+.-]{0,30}://|\bwww\.", re.IGNORECASE)
_SCALARS: Mapping[str, type] = {"string": str, "integer": int, "number": float, "boolean": bool}
_BOUNDS = {"minimum": "ge", "maximum": "le"}


@dataclass(frozen=True, slots=True)
class ArgumentsOf:
    """The arguments of one tool of a tool server.

    Attributes:
        model: The strict model.
        names: Its fields to the server's own names.
    """

    model: type[Arguments]
    names: Mapping[str, str]


class UnusableError(Exception):
    """The program cannot use the tool; the text says why."""


def snake(name: str) -> str:
    """Any name in ASCII snake_case; "" where nothing is left."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return "_".join(re.findall(r"[a-z0-9]+", words.lower()))


def arguments_of(name: str, schema: Mapping[str, Any]) -> ArgumentsOf:
    """The model of a tool's arguments.

    Args:
        name: Of the tool, for the model's own name.
        schema: Its `inputSchema`.

    Raises:
        UnusableError: It demands an argument that may not or cannot be given.
    """
    required = set(schema.get("required") or ())
    fields: dict[str, Any] = {}
    names: dict[str, str] = {}
    for original, part in (schema.get("properties") or {}).items():
        is_left_out = _names_url(original) or len(original) > LONGEST_WORD
        kind = None if is_left_out else _type_of(part, schema.get("$defs") or {})
        if kind is None:
            if original in required:
                why = "a web address" if _is_url(original, part) else "a nested value"
                raise UnusableError(f"it wants {why} for {_shown(original)}")
            continue
        field = _field_name(original)
        if field in names:
            raise UnusableError(f"two of its arguments are named {field}")
        names[field] = original
        fields[field] = (kind, ...) if original in required else (Optional[kind], None)  # noqa: UP045 - a value
        if len(names) > MOST_ARGUMENTS:  # at once: each costs the loop its time
            raise UnusableError(f"it has more than {MOST_ARGUMENTS} arguments")
    if missing := required - set(names.values()):
        raise UnusableError(f"it wants {_shown(min(missing))}, which it does not describe")
    return ArgumentsOf(create_model(name, __base__=Arguments, **fields), names)


def _shown(original: str) -> str:
    return snake(original)[:40] or "something without a name"


def _field_name(original: str) -> str:
    name = snake(original)
    is_free = name.isidentifier() and not keyword.iskeyword(name) and not hasattr(Arguments, name)
    return name if is_free and name not in TAKEN and "model_" not in name else f"the_{name}"


def _names_url(original: str) -> bool:
    return bool(_URL_WORDS & set(snake(original).split("_")))


def _is_url(original: str, part: Any) -> bool:
    return _names_url(original) or (
        isinstance(part, Mapping) and bool(_URL_FORMATS.match(str(part.get("format", ""))))
    )


def _type_of(part: Any, definitions: Mapping[str, Any]) -> Any:
    """The type of one argument, or None where it is a URL, nested or unknown."""
    part = _resolved(part, definitions)
    if part is None or _URL_FORMATS.match(str(part.get("format", ""))):
        return None
    values = part.get("enum", [part["const"]] if "const" in part else None)
    if values is not None:
        return Literal[tuple(values)] if _is_closed_list(values) else None
    scalar = _SCALARS.get(str(part.get("type")))
    if scalar is str:
        longest = part.get("maxLength")
        at_most = min(longest, LONGEST_ARGUMENT) if isinstance(longest, int) else LONGEST_ARGUMENT
        return Annotated[str, Field(max_length=at_most), AfterValidator(_without_url)]
    if scalar in (int, float):
        bounds = {
            ours: part[n] for n, ours in _BOUNDS.items() if isinstance(part.get(n), int | float)
        }
        return Annotated[scalar, Field(**bounds)] if bounds else scalar
    return scalar


def _resolved(part: Any, definitions: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """One plain type: a reference looked up once, "or nothing" taken away."""
    if not isinstance(part, Mapping):
        return None
    found: Mapping[str, Any] = part
    for word in ("anyOf", "oneOf"):
        if word in found:
            kinds = [kind for kind in found[word] if kind != {"type": "null"}]
            if len(kinds) != 1 or not isinstance(kinds[0], Mapping):
                return None
            found = kinds[0]
    if "$ref" in found:
        named = definitions.get(str(found["$ref"]).removeprefix("#/$defs/"))
        if not isinstance(named, Mapping) or "$ref" in named:
            return None
        found = named
    if isinstance(found.get("type"), list):
        types = [kind for kind in found["type"] if kind != "null"]
        return {**found, "type": types[0] if len(types) == 1 else None}
    return found


def _is_closed_list(values: Any) -> bool:
    """Whether these are a few short words or whole numbers."""
    return (
        isinstance(values, list)
        and 0 < len(values) <= MOST_VALUES
        and all(isinstance(value, int) or _is_word(value) for value in values)
    )


def _is_word(value: object) -> bool:
    return (
        isinstance(value, str)
        and len(value) <= LONGEST_WORD
        and value.isprintable()
        and not _has_url(value)
    )


def _has_url(value: object) -> bool:
    return isinstance(value, str) and bool(_URL.search(value))


def _without_url(value: str) -> str:
    if _has_url(value):
        raise ValueError("a web address may not be an argument")
    return value
