"""Reads and writes the text on the clipboard, with the programs that this desktop has.

Invariant: nothing hangs: a program that does not answer is ended. What keeps a copied text alive
(an X client, until something else is copied) holds none of our pipes.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.descriptor_limit import OPEN_FILES
from jarvis_voice.platform.display import find_display

LIMIT_SECONDS = 3.0


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
        """The text; a program that fails has none to give."""
        done = self._run(self.reading, None)
        return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""

    def write(self, text: str) -> None:
        """Put text on it."""
        done = self._run(self.writing, text.encode())
        if done.returncode != 0:
            raise _unreachable(f"{self.writing[0]} ended with {done.returncode}")

    def _run(self, argv: Sequence[str], text: bytes | None) -> subprocess.CompletedProcess[bytes]:
        try:
            with OPEN_FILES.as_it_was():
                return subprocess.run(  # noqa: S603 - a fixed argument vector
                    argv,
                    input=text,
                    stdin=subprocess.DEVNULL if text is None else None,
                    stdout=subprocess.PIPE if text is None else subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=LIMIT_SECONDS,
                    check=False,
                    start_new_session=True,  # Ctrl-C on us would take the copied text away
                )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise _unreachable(str(error)) from error


class NativeClipboard:
    """The clipboard of macOS and Windows, through pyperclip."""

    def read(self) -> str:
        """The text."""
        import pyperclip

        with _wrapped():
            return str(pyperclip.paste())

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


def _unreachable(why: str) -> ToolError:
    return ToolError(
        "no-clipboard",
        f"I cannot reach the clipboard ({why}).",
        spoken="I cannot reach the clipboard.",
    )
