"""Jarvis Voice as a user starts it: another process, its own group, pipes for a terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from bench.process import Program, clean_environment

TERMINAL = {
    "PYTHONUNBUFFERED": "1",
    "PYTHONUTF8": "1",
    "NO_COLOR": "1",
    "TERM": "dumb",
    "COLUMNS": "200",
}
"""Plain, unwrapped text, flushed line by line."""


class JarvisProcess(Program):
    """`jarvis <args>` with `env` laid over an environment free of the user's own settings.

    Give it JARVIS_HOME (a folder of the test's own), JARVIS_MODELS, and the `env` of the sound
    server and the desktop it shall see.
    """

    def __init__(self, env: Mapping[str, str], *args: str) -> None:
        super().__init__(
            [sys.executable, "-m", "jarvis_voice", *args],
            clean_environment() | TERMINAL | dict(env),
        )
