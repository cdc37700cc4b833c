"""Checks the name of a conversation. Light: commands that only talk to the daemon use it too."""

from __future__ import annotations

import re

from jarvis_voice.core.errors import ConfigError

THREAD_NAME = r"[\w .-]{1,64}"


def thread_named(name: str | None) -> str | None:
    """A conversation's name as a user gave it; None, the default thread, where it is empty.

    No address can lead to one of dots alone: it means a folder there.

    Raises:
        ConfigError: It is no name for a thread.
    """
    name = (name or "").strip()
    if name and not (re.fullmatch(THREAD_NAME, name) and name.strip(".")):
        raise ConfigError(
            "thread-name",
            "A thread's name has at most 64 letters, digits, spaces, dots, dashes and underscores, "
            "and not dots alone.",
        )
    return name or None
