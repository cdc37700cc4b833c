"""Checks the text of a turn. Light: commands that only talk to the daemon use it too."""

from __future__ import annotations

import unicodedata

from jarvis_voice.core.errors import TextError

LINE_CHARACTERS = 4_000
"""The longest text that is a turn, by whatever door it comes: some two pages."""

FILE_MARK = "\ufeff"
"""What some editors and shells write before a text in UTF-8; it is none of its words."""


def as_utf8(text: str) -> str:
    """A text that came from the system, with the bytes in it that its locale does not know.

    They are read as UTF-8; what is none becomes U+FFFD.
    """
    try:
        raw = text.encode(errors="surrogateescape")
    except UnicodeEncodeError:  # half a character that was no byte
        raw = text.encode(errors="replace")
    return raw.decode(errors="replace")


def as_composed(text: str) -> str:
    """A text whose letters are one sign each, with their accents; no UTF-8 becomes question marks.

    The grammar composes letters before it compares: a text of letters and loose accents would be
    longer than what it found its places in, and what it takes out would lose its end.
    """
    return unicodedata.normalize("NFC", text.encode(errors="replace").decode())


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
