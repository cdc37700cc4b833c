"""Checks the text of a turn. Light: commands that only talk to the daemon use it too."""

from __future__ import annotations

from jarvis_voice.core.errors import TextError

LINE_CHARACTERS = 4_000
"""The longest text that is a turn, by whatever door it comes: some two pages."""


def refuse_long(text: str, what: str = "This text") -> None:
    """Let a text pass that is short enough for a turn.

    Args:
        text: What is asked.
        what: What it is called where it is refused.

    Raises:
        TextError: "text-too-long".
    """
    if len(text) > LINE_CHARACTERS:
        raise TextError(
            "text-too-long",
            f"{what} has more than {LINE_CHARACTERS:,} characters: it is too long for a turn. "
            "Ask for less at a time.",
        )
