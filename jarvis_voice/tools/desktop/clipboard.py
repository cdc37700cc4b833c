"""Reads and writes the text on the clipboard, with the programs that this desktop has.

Invariant: nothing hangs: a program that does not answer is ended. What keeps a copied text alive
(an X client, until something else is copied) holds none of our pipes.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from jarvis_voice.core.errors import ToolError
from jarvis_voice.platform.descriptor_limit import OPEN_FILES
from jarvis_voice.platform.display import find_display

LIMIT_SECONDS = 3.0
MOST_BYTES = 1_000_000
"""No more is read of a text that was copied: some copy whole logs."""


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
        """The text, or its first `MOST_BYTES`; a program that fails has none to give."""
        return self._printed().decode("utf-8", "replace")

    def write(self, text: str) -> None:
        """Put text on it."""
        try:
            with OPEN_FILES.as_it_was():
                done = subprocess.run(  # noqa: S603 - a fixed argument vector
                    self.writing,
                    input=text.encode(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=LIMIT_SECONDS,
                    check=False,
                    start_new_session=True,  # Ctrl-C on us would take the copied text away
                )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise _unreachable(str(error)) from error
        if done.returncode != 0:
            raise _unreachable(f"{self.writing[0]} ended with {done.returncode}")

    def _printed(self) -> bytes:
        try:
            with OPEN_FILES.as_it_was():
                child = subprocess.Popen(  # noqa: S603 - a fixed argument vector
                    self.reading,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
        except OSError as error:
            raise _unreachable(str(error)) from error
        late = threading.Timer(LIMIT_SECONDS, _end, [child.pid])
        late.start()
        with child:
            try:
                printed = child.stdout.read(MOST_BYTES) if child.stdout else b""
                if len(printed) == MOST_BYTES:
                    _end(child.pid)
                    return printed
                ended = child.wait()
            finally:
                late.cancel()
        if ended == -signal.SIGKILL:
            raise _unreachable(f"{self.reading[0]} does not answer")
        return b"" if ended else printed


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


def _end(session: int) -> None:
    """End a program with all that it started and that may hold its output open."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(session, signal.SIGKILL)


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
