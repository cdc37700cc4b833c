"""Turns a database error into a tool error that Jarvis can speak."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from jarvis_voice.core.errors import StoreError, ToolError
from jarvis_voice.store.losses import Kept

NO_MEMORY = (
    "I cannot reach my memory just now, so nothing was changed. "
    "The disk may be full, or another program is using the file."
)
"""Where the error has no words of its own."""


def check_known(kept: Kept) -> None:
    """Before it is said that there is nothing.

    Raises:
        ToolError: What was kept before could not be read.
    """
    if not kept.is_known:
        raise ToolError(
            "not-known",
            "I cannot read what I kept before, so I do not know. Say in a terminal: jarvis doctor.",
        )


@contextmanager
def as_tool_error() -> Iterator[None]:
    """Around reading and writing.

    Raises:
        ToolError: In place of a StoreError: words for the ear, without a path.
    """
    try:
        yield
    except StoreError as error:
        is_told = error.spoken != StoreError.default_spoken
        raise ToolError(error.code, error.spoken if is_told else NO_MEMORY) from error
