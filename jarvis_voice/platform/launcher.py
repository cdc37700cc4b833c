"""The command `jarvis` in ~/.local/bin: a link to the one in the virtual environment.

Invariant: a file of another program is never replaced or removed; only a link to our own command.
"""

from __future__ import annotations

import logging
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from jarvis_voice.core.paths import home_folder
from jarvis_voice.platform.install_method import InstallKind, this_installation

log = logging.getLogger(__name__)

COMMAND = "jarvis"


@dataclass(frozen=True, slots=True)
class Launcher:
    """A link, and the command that it leads to.

    Attributes:
        link: Where shells look for commands of this user.
        command: The command in the virtual environment that runs now.
    """

    link: Path
    command: Path

    @property
    def is_made(self) -> bool:
        """Whether the link is there and leads to our command."""
        return self.link.is_symlink() and _leads_to(self.link, self.command)

    @property
    def is_free(self) -> bool:
        """Whether nothing is there, not even a link that leads nowhere."""
        return not self.link.exists() and not self.link.is_symlink()

    def make(self) -> None:
        """Make the link.

        Raises:
            OSError: Something is there already, or the folder cannot be written to.
        """
        self.link.parent.mkdir(parents=True, exist_ok=True)
        self.link.symlink_to(self.command)

    def remove(self) -> None:
        """Remove the link if it leads to our command; what cannot be removed is logged."""
        if not self.is_made:
            return
        try:
            self.link.unlink()
        except OSError as error:
            log.warning("the command in %s stays: %s", self.link.parent, error.strerror)


def find_launcher() -> Launcher | None:
    """The launcher of the installation that runs now; None where there can be none.

    pipx and uv make a command of their own, and Windows has no such folder.
    """
    command = Path(sys.executable).absolute().parent / COMMAND
    is_tool = this_installation().kind in {InstallKind.PIPX, InstallKind.UV_TOOL}
    if is_tool or sys.platform == "win32" or not command.is_file():
        return None
    return Launcher(home_folder() / ".local" / "bin" / COMMAND, command)


def command_word(env: Mapping[str, str]) -> str:
    """What to type for our command here: "jarvis" where the shell finds it, else its path."""
    command = Path(sys.executable).absolute().parent / COMMAND
    found = shutil.which(COMMAND, path=env.get("PATH"))
    if found is None:
        return str(command) if command.is_file() else f"{sys.executable} -m jarvis_voice"
    is_ours = _leads_to(Path(found), command) or not command.is_file()
    return COMMAND if is_ours else str(command)


def _leads_to(path: Path, command: Path) -> bool:
    try:
        return path.resolve() == command.resolve()
    except (OSError, RuntimeError):  # a ring of links
        return False
