"""A picture that a question is about, and how the conversation names it. Pure.

Invariant: a turn carries where the picture lies and never the picture itself, so nothing of it is
kept with the conversation.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.core.visible_text import visible_line

LONGEST_NAME = 60

WHAT_IS_THERE = "What is in this picture?"
"""What is asked about a picture that comes without words."""

NO_SIGHT = (
    "No language model is set that may look at pictures: set one on this machine, or one whose "
    '`sees` in jarvis.toml holds "screen".'
)


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A picture file and what the user asks about it.

    Attributes:
        path: Of the file, absolute.
        question: The user's own words.
    """

    path: str
    question: str

    @property
    def text(self) -> str:
        """The question as the conversation keeps it: "what is this [picture: cat.png]"."""
        return f"{self.question} [picture: {picture_name(self.path)}]"


def picture_name(path: str) -> str:
    """The name of a picture's file, as it is shown and kept: on one line, and not too long."""
    name = visible_line(Path(path).name).translate(str.maketrans("[]", "()"))
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[: LONGEST_NAME // 2]}...{name[-LONGEST_NAME // 4 :]}"
