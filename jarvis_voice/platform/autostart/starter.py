"""The protocol for autostart on each platform: a file, and the commands around it.

Invariant: a starter decides and does nothing; `installer` writes the file and runs the commands.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from jarvis_voice.platform.autostart.command_line import LaunchCommand

MARK = "Written by `jarvis service install`"
"""In every file we write; a file of that name without it is somebody else's."""

Argv = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StarterStep:
    """A command to run; one that may fail does so when there is nothing to do."""

    argv: Argv
    may_fail: bool = False


class Starter(Protocol):
    """One way to start Jarvis at login."""

    @property
    def program(self) -> LaunchCommand:
        """What is started."""
        ...

    @property
    def file(self) -> Path:
        """The file that makes the system start it."""
        ...

    @property
    def probe(self) -> Argv | None:
        """A command that fails where this way is absent; None where a file is all it takes."""
        ...

    @property
    def absent(self) -> str:
        """What to say where it is absent."""
        ...

    def content(self) -> bytes:
        """The file."""
        ...

    @property
    def note(self) -> str:
        """What the user must know or do beside it; "" is nothing."""
        ...

    def start(self, *, is_new: bool) -> tuple[StarterStep, ...]:
        """What makes the system read the file and start it; a new file takes hold at once."""
        ...

    def stop(self) -> tuple[StarterStep, ...]:
        """What is run before the file is removed."""
        ...

    def forget(self) -> tuple[StarterStep, ...]:
        """What is run after the file was removed."""
        ...

    def status(self) -> Argv | None:
        """A command that shows whether it runs, or None."""
        ...

    def logs(self, n_lines: int, *, follow: bool) -> Argv | None:
        """A command that shows what the system noted about it, or None."""
        ...
