"""`jarvis tray`: an icon in the desktop's tray."""

from __future__ import annotations


def tray() -> None:
    """Show in the desktop's tray whether Jarvis hears, is muted or is deaf; its menu mutes it.

    Needs the extra "tray"; the README says how extras are installed.
    """
    from jarvis_voice.core.paths import find_paths
    from jarvis_voice.doors.desktop.tray import Tray

    Tray(find_paths().control_socket).run()
