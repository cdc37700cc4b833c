"""Where the command line prints: answers and JSON on stdout, progress on stderr."""

from __future__ import annotations

import sys

from jarvis_voice.frontends.screen import JsonScreen, Screen, TextScreen


def out(line: str) -> None:
    """Print a line on stdout at once."""
    print(line, flush=True)  # noqa: T201 - the command line's voice


def err(line: str) -> None:
    """Print a line on stderr at once."""
    print(line, file=sys.stderr, flush=True)  # noqa: T201 - the command line's voice


def screen_for(*, as_json: bool) -> Screen:
    """The screen of a command that prints one answer."""
    return JsonScreen(out) if as_json else TextScreen(progress=err, answer=out)
