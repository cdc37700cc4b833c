"""Writes the desktop entry by which a Linux portal knows Jarvis; it shows in no menu.

Invariant: made only when a portal asks who we are; `jarvis uninstall` removes it.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from pathlib import Path

from jarvis_voice.core.paths import home_folder

log = logging.getLogger(__name__)

APP_ID = "io.github.jarvis_voice.Jarvis"


def find_applications(env: Mapping[str, str]) -> Path:
    """Where desktop entries of this user lie."""
    data = env.get("XDG_DATA_HOME")
    return (Path(data) if data else home_folder() / ".local" / "share") / "applications"


def entry_path(applications: Path) -> Path:
    """The entry's file; its name is what a portal looks for."""
    return applications / f"{APP_ID}.desktop"


def remove_desktop_entry(applications: Path) -> None:
    """Take the entry away, where there is one; what cannot be removed is logged."""
    try:
        entry_path(applications).unlink(missing_ok=True)
    except OSError as error:
        log.warning("the desktop entry stays: %s", error.strerror)


def write_desktop_entry(applications: Path) -> None:
    """Make the entry; a folder that cannot be written to is logged."""
    program = sys.executable.replace("\\", "\\\\").replace('"', '\\"')
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        "Name=Jarvis",
        f'Exec="{program}" -m jarvis_voice run',
        "Terminal=true",
        "NoDisplay=true",
    ]
    try:
        applications.mkdir(parents=True, exist_ok=True)
        entry_path(applications).write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        log.info("no desktop entry in %s: %s", applications, error.strerror)
