"""Kinds of values that settings have: names, addresses, command lines, times of day.

Invariant: what could never work is refused here, with what to write in its place.
"""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr

from jarvis_voice.core.visible_text import has_controls

CLOCK_TIME = r"^(([01]\d|2[0-3]):[0-5]\d)?$"
"""A time of day from 00:00 to 23:59, or nothing."""

CURRENCY = "^[A-Z]{3}$"

SHAPES = {
    CLOCK_TIME: '"HH:MM", such as "07:00"',
    CURRENCY: 'three capital letters, such as "EUR"',
}
"""What a user is told in place of a pattern."""

MOST_NAMED = 1_000
"""Entries of a section or a list of the user's own."""

_ADDRESS = 'it must be an address, such as "http://127.0.0.1:11434/v1"'
_HIGHEST_PORT = 65_535


def _named(text: str) -> str:
    """A name with something in it.

    Raises:
        ValueError: It is empty or blank.
    """
    if not text.strip():
        raise ValueError("a name must not be empty")
    return text


def _runnable(argv: tuple[str, ...]) -> tuple[str, ...]:
    """A command line that a system can pass on to a program.

    Raises:
        ValueError: It holds a control character other than a tab or a line break, or its program
            has no name.
    """
    if any(map(has_controls, argv)):
        raise ValueError("it must hold no zero bytes or other control characters")
    if argv and not argv[0].strip():
        raise ValueError(
            "the name of the program is empty. Write the program and its arguments, such as "
            '["notify-send", "Hello"]'
        )
    return argv


def _address(text: str) -> str:
    """The address of a server, or nothing.

    Raises:
        ValueError: It is none, or no server can have its port.
    """
    if not text:
        return text
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:  # a bracket of an IPv6 address is missing
        is_address = False
    if not is_address or any(sign.isspace() for sign in text):
        raise ValueError(_ADDRESS)
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port == 0:
        raise ValueError(
            f'its port must be a number from 1 to {_HIGHEST_PORT}, such as in "http://127.0.0.1:11434/v1"'
        )
    return text


Name = Annotated[str, Field(max_length=200)]
"""Of a place, a device, a model or something of the user's own; empty where that is allowed."""

Named = Annotated[Name, AfterValidator(_named)]
"""A name that is never empty."""

Argument = Annotated[str, Field(max_length=4_000)]
"""One word of a command line."""

Address = Annotated[str, Field(max_length=4_000), AfterValidator(_address)]
"""Of a server, or nothing."""

Key = Annotated[SecretStr, Field(max_length=1_000)]

CommandLine = Annotated[
    tuple[Argument, ...], Field(max_length=MOST_NAMED), AfterValidator(_runnable)
]
"""A program and its arguments; never through a shell."""
