"""Reads and writes the text on the clipboard, with the programs that this desktop has.

Invariant: nothing hangs: a program that does not answer is ended. What keeps a copied text alive
(an X client, until something else is copied) holds none of our pipes.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from jarvis_voice.core.errors import ToolError
from jarvis_voice.core.lazy_pattern import lazy_pattern
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.platform.bounded_program import ProgramEnd, ProgramLimits, give_to, run_bounded
from jarvis_voice.platform.display import find_display

LIMIT_SECONDS = 3.0
MOST_BYTES = 1_000_000
"""No more is read of a text that was copied: some copy whole logs."""

_NO_TEXT = lazy_pattern(
    r"target(?: \S+)? not available|nothing is copied|no selection|no suitable type"
    r"|not available as requested type",
    re.IGNORECASE,
)
"""What xclip and wl-paste say, and fail, where nothing or no text was copied."""

_ADVICE = "Start Jarvis again from your desktop, so that it knows its screen."
_REASON_CHARACTERS = 120


class Clipboard(Protocol):
    """A clipboard that holds text."""

    def read(self) -> str:
        """The text, or "" where there is none; blocks.

        Raises:
            ToolError: The clipboard cannot be reached.
        """
        ...

    def write(self, text: str) -> None:
        """Put text on it; blocks.

        Raises:
            ToolError: The clipboard cannot be reached.
        """
        ...


@dataclass(frozen=True, slots=True)
class ProgramClipboard:
    """A clipboard that two programs of the desktop read and write.

    Attributes:
        reading: Argument vector that prints the text.
        writing: Argument vector that takes it on stdin.
    """

    reading: Sequence[str]
    writing: Sequence[str]

    def read(self) -> str:
        """The text, or its first `MOST_BYTES`."""
        try:
            done = run_bounded(self.reading, ProgramLimits(LIMIT_SECONDS, MOST_BYTES))
        except OSError as error:
            raise _unreachable(_reason(error)) from error
        if done.exit_code == 0 or done.is_cut:
            return done.text
        if done.exit_code is not None and _NO_TEXT.search(done.complaint):
            return ""
        raise _unreachable(_why(self.reading[0], done), _ADVICE)

    def write(self, text: str) -> None:
        """Put text on it."""
        try:
            done = give_to(self.writing, text.encode(), LIMIT_SECONDS)
        except OSError as error:
            raise _unreachable(_reason(error)) from error
        if done.exit_code != 0:
            raise _unreachable(_why(self.writing[0], done), _ADVICE)


class NativeClipboard:
    """The clipboard of macOS and Windows, through pyperclip."""

    def read(self) -> str:
        """The text."""
        import pyperclip

        with _wrapped():
            return str(pyperclip.paste())[:MOST_BYTES]

    def write(self, text: str) -> None:
        """Put text on it."""
        import pyperclip

        with _wrapped():
            pyperclip.copy(text)


def find_clipboard(
    env: Mapping[str, str] | None = None, platform: str = sys.platform
) -> Clipboard | None:
    """The clipboard of this desktop, or None where it has no means."""
    env = os.environ if env is None else env
    display, path = find_display(env, platform), env.get("PATH")
    if display == "native":
        return NativeClipboard()

    def has(*programs: str) -> bool:
        return all(shutil.which(program, path=path) for program in programs)

    if display == "wayland" and has("wl-copy", "wl-paste"):
        return ProgramClipboard(("wl-paste", "--no-newline", "--type", "text"), ("wl-copy",))
    if not env.get("DISPLAY"):
        return None
    if has("xclip"):
        select = ("xclip", "-selection", "clipboard")
        return ProgramClipboard((*select, "-out", "-target", "UTF8_STRING"), select)
    if has("xsel"):
        return ProgramClipboard(
            ("xsel", "--clipboard", "--output"), ("xsel", "--clipboard", "--input")
        )
    return None


@contextlib.contextmanager
def _wrapped() -> Iterator[None]:
    import pyperclip

    try:
        yield
    except (pyperclip.PyperclipException, OSError) as error:
        raise _unreachable(str(error)) from error


def _why(program: str, done: ProgramEnd) -> str:
    if done.exit_code is None:
        return f"{program} does not answer"
    said = visible_line(done.complaint)[:_REASON_CHARACTERS].rstrip(".")
    return f"{program} says: {said}" if said else f"{program} ended with error {done.exit_code}"


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


def _unreachable(why: str, advice: str = "") -> ToolError:
    return ToolError(
        "no-clipboard",
        f"I cannot reach the clipboard ({why}).{advice and ' '}{advice}",
        spoken=f"I cannot reach the clipboard.{advice and ' '}{advice}",
    )
