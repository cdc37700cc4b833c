"""Where the command line prints: answers and JSON on stdout, progress on stderr."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Literal

from jarvis_voice.doors.terminal.screen import JsonScreen, Screen, TextScreen


class Output:
    """Prints lines at once. When nobody reads them any more they are dropped.

    Attributes:
        is_broken: Whether a line could not be written: the reader has gone, or the disk is full.
    """

    def __init__(self, name: Literal["stdout", "stderr"]) -> None:
        self._name = name
        self.is_broken = False

    def __call__(self, line: str) -> None:
        """Print a line."""
        stream = getattr(sys, self._name)
        if stream is None or self.is_broken:
            return
        try:
            print(line, file=stream, flush=True)
        except (OSError, ValueError):  # ValueError: the stream is closed
            self.is_broken = True
            self._drop_the_rest()

    def _drop_the_rest(self) -> None:
        """Lead it nowhere: the interpreter would try once more at its end, and complain."""
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, getattr(sys, self._name).fileno())
            os.close(nowhere)
        except (OSError, ValueError):
            setattr(sys, self._name, None)


def keep_stderr() -> None:
    """Let stderr lead where it leads now, whatever becomes of descriptor 2.

    sounddevice leads that nowhere for as long as PortAudio looks for devices, which it does again
    and again while there is no microphone: what is told meanwhile would be lost.
    """
    if sys.platform == "win32" or sys.stderr is None:  # a console of Windows has no copy
        return
    with contextlib.suppress(OSError, ValueError):
        copy = os.dup(sys.stderr.fileno())
        sys.stderr = os.fdopen(copy, "w", buffering=1, encoding=sys.stderr.encoding)


out = Output("stdout")
err = Output("stderr")


def screen_for(*, as_json: bool) -> Screen:
    """The screen of a command that prints one answer."""
    return JsonScreen(out) if as_json else TextScreen(progress=err, answer=out)
