"""Autostart on macOS: the user's launchd agent, its plist and its commands."""

from __future__ import annotations

import plistlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jarvis_voice.platform.autostart.command_line import LaunchCommand
from jarvis_voice.platform.autostart.starter import MARK, Argv, StarterStep

LABEL = "jarvis-voice"


@dataclass(frozen=True, slots=True)
class LaunchdAgent:
    """A launchd agent that starts Jarvis with the desktop.

    Attributes:
        folder: ~/Library/LaunchAgents.
        user_id: Whose desktop.
    """

    program: LaunchCommand
    folder: Path
    user_id: int

    absent = (
        "launchd does not answer for this user's desktop: log in on the screen, not over ssh, and "
        "try again. See the file with `jarvis service install --print`."
    )

    @property
    def file(self) -> Path:
        """The plist."""
        return self.folder / f"{LABEL}.plist"

    @property
    def _domain(self) -> str:
        return f"gui/{self.user_id}"

    @property
    def probe(self) -> Argv | None:
        """Fails where nobody is logged in on the screen."""
        return ("launchctl", "print", self._domain)

    def content(self) -> bytes:
        """The plist, in XML."""
        agent: dict[str, Any] = {
            "Label": LABEL,
            "ProgramArguments": [self.program.interpreter, *self.program.arguments],
            "RunAtLoad": True,
            # again after a fault, never after `jarvis quit`; and a fault that comes back, slowly
            "KeepAlive": {"SuccessfulExit": False},
            "ThrottleInterval": 30,
            # sound and keys at once: an agent in the background is slowed down
            "ProcessType": "Interactive",
            "LimitLoadToSessionType": "Aqua",
            # what Jarvis opened lives on when it ends
            "AbandonProcessGroup": True,
            # what was said is printed on stdout; errors are in Jarvis's own log
            "StandardOutPath": "/dev/null",
            "StandardErrorPath": "/dev/null",
            # a core file would hold speech
            "SoftResourceLimits": {"Core": 0},
        }
        if self.program.environment:
            agent["EnvironmentVariables"] = dict(self.program.environment)
        plist = plistlib.dumps(agent, sort_keys=False)
        return plist.replace(b"<plist", f"<!-- {MARK} -->\n<plist".encode(), 1)

    @property
    def note(self) -> str:
        """Who is asked for leave."""
        return "macOS asks once whether Python may use the microphone."

    def start(self, *, is_new: bool) -> tuple[StarterStep, ...]:
        """Load it, which starts it; what is loaded already must go first."""
        del is_new
        return (*self.stop(), StarterStep(("launchctl", "bootstrap", self._domain, str(self.file))))

    def stop(self) -> tuple[StarterStep, ...]:
        """Stop it and unload it."""
        return (StarterStep(("launchctl", "bootout", f"{self._domain}/{LABEL}"), may_fail=True),)

    def forget(self) -> tuple[StarterStep, ...]:
        """Nothing is left."""
        return ()

    def status(self) -> Argv | None:
        """State and process."""
        return ("launchctl", "print", f"{self._domain}/{LABEL}")

    def logs(self, n_lines: int, *, follow: bool) -> Argv | None:
        """None: launchd notes nothing of its own."""
        del n_lines, follow
        return None
