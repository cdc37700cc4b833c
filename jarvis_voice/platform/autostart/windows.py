"""Autostart on Windows: a script in the Startup folder that opens no console window."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath
from subprocess import list2cmdline

from jarvis_voice.platform.autostart.command_line import LaunchCommand
from jarvis_voice.platform.autostart.starter import MARK, Argv, StarterStep

NAME = "jarvis-voice.vbs"


@dataclass(frozen=True, slots=True)
class StartupScript:
    """A VBScript: a .cmd would flash a console, and pythonw alone takes no variables.

    Attributes:
        folder: The user's Startup folder.
    """

    program: LaunchCommand
    folder: Path

    absent = ""

    @property
    def file(self) -> Path:
        """The script."""
        return self.folder / NAME

    @property
    def probe(self) -> Argv | None:
        """None: a file is all it takes."""
        return None

    def content(self) -> bytes:
        """The script in UTF-16, the one encoding in which the script host reads every path."""
        python = str(PureWindowsPath(self.program.interpreter).with_name("pythonw.exe"))
        lines = [
            f"' {MARK}. Jarvis Voice, started at login without a window.",
            'Set shell = CreateObject("WScript.Shell")',
            *(
                f'shell.Environment("Process")({literal(name)}) = {literal(value)}'
                for name, value in self.program.environment.items()
            ),
            f"shell.Run {literal(list2cmdline([python, *self.program.arguments]))}, 0, False",
        ]
        text = "".join(f"{line}\r\n" for line in lines)
        return codecs.BOM_UTF16_LE + text.encode("utf-16-le")

    @property
    def note(self) -> str:
        """How to end it, since no window shows it."""
        return "No window shows it: `jarvis status` tells how it is, `jarvis quit` ends it."

    def start(self, *, is_new: bool) -> tuple[StarterStep, ...]:
        """Start it now, as the next login will; one that runs already stays the only one."""
        del is_new
        return (StarterStep(("wscript.exe", str(self.file))),)

    def stop(self) -> tuple[StarterStep, ...]:
        """Nothing: whoever runs is ended by `jarvis quit`."""
        return ()

    def forget(self) -> tuple[StarterStep, ...]:
        """Nothing is left."""
        return ()

    def status(self) -> Argv | None:
        """None: `jarvis status` asks the running one."""
        return None

    def logs(self, n_lines: int, *, follow: bool) -> Argv | None:
        """None: Windows notes nothing."""
        del n_lines, follow
        return None


def literal(text: str) -> str:
    """A VBScript string; the one sign with a meaning in it is the quote.

    Also, `Run` expands %NAME%: a percent sign cannot be escaped there, and a path that holds two
    around the name of a variable is not supported.
    """
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def startup_folder(env: Mapping[str, str], home: Path) -> Path:
    """The user's Startup folder."""
    roaming = Path(env.get("APPDATA") or home / "AppData" / "Roaming")
    return roaming / "Microsoft" / "Windows" / "Start Menu" / "Programs" / "Startup"
