"""The tray icon: shows whether Jarvis hears, and offers the dashboard, mute, stop and quit.

A program of its own beside the daemon, which it asks over the control socket: desktops want their
main thread for icons. Invariant: what it shows is what the daemon said last, never a guess.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jarvis_voice.core.errors import ControlError, JarvisError
from jarvis_voice.core.operations import DaemonStatus
from jarvis_voice.doors.control.client import ask_status, command
from jarvis_voice.platform.install_method import extra_line

log = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
SIZE = 64
"""Pixels of the icon's side; desktops scale it."""

NOT_RUNNING = "Jarvis is not running"


@dataclass(frozen=True, slots=True)
class Look:
    """The state of the tray icon: its colour, its title and its menu.

    Attributes:
        colour: Of its disc.
        title: Beside the pointer.
        is_muted: Whether the menu offers to unmute.
        is_running: Whether there is anybody to ask for something.
    """

    colour: str
    title: str
    is_muted: bool = False
    is_running: bool = True


_EARS = {
    "hearing": Look("#2e9e5b", "Jarvis hears you"),
    "muted": Look("#8a8a8a", "Jarvis is muted", is_muted=True),
    "quiet": Look("#c8372d", "Jarvis hears only silence"),
    "lost": Look("#c8372d", "Jarvis lost its microphone"),
    "starting": Look("#d9a521", "Jarvis is starting"),
    "none": Look("#3f6fb5", "Jarvis runs without ears"),
}
ABSENT = Look("#5a5a5a", NOT_RUNNING, is_running=False)


def look_of(status: DaemonStatus | None) -> Look:
    """What the icon shows of a daemon's status; None is no daemon."""
    return ABSENT if status is None else _EARS.get(status.ears.state, _EARS["lost"])


class Tray:
    """The tray icon; `run` returns when the user closes it.

    Args:
        socket: The daemon's control socket.
    """

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._look = ABSENT
        self._closed = threading.Event()

    @property
    def look(self) -> Look:
        """What it shows."""
        return self._look

    def run(self) -> None:
        """Show the icon, on the main thread, until its menu closes it.

        Raises:
            JarvisError: There is no tray here, or the extra is not installed.
        """
        try:
            import pystray
        except ImportError as error:
            message = f"The tray icon needs more packages. Run: {extra_line('tray')}"
            raise JarvisError("no-pystray", message) from error
        except Exception as error:  # its back ends raise what they like where there is no display
            message = f"There is no desktop here that can show an icon ({type(error).__name__})."
            raise JarvisError("no-tray", message) from error
        item, menu = pystray.MenuItem, pystray.Menu
        icon = pystray.Icon(
            "jarvis",
            _picture(self._look.colour),
            self._look.title,
            menu(
                item(
                    "Open the dashboard",
                    self.open_dashboard,
                    default=True,
                    visible=lambda _: self._can("dashboard"),
                ),
                item("Mute", lambda: self.send("mute"), visible=lambda _: self._can("mute")),
                item("Unmute", lambda: self.send("unmute"), visible=lambda _: self._can("unmute")),
                item("Stop", lambda: self.send("stop"), visible=lambda _: self._can("stop")),
                item("Quit Jarvis", lambda: self.send("quit"), visible=lambda _: self._can("quit")),
                item("Close this icon", self._close),
            ),
        )
        icon.run(setup=self._follow)

    def ask(self) -> Look:
        """Ask the daemon how it is, and keep that as what is to be shown."""
        try:
            self._look = look_of(asyncio.run(ask_status(self._socket)))
        except ControlError:
            self._look = ABSENT
        return self._look

    def send(self, name: str) -> None:
        """Ask the daemon for something; one that has gone is shown at the next look."""
        try:
            asyncio.run(command(self._socket, name))
        except ControlError as error:
            log.info("the tray's %s was refused: %s", name, error.code)

    def open_dashboard(self) -> None:
        """Open the dashboard by a link that lets one browser in, once; it is made now."""
        import webbrowser

        try:
            answer = asyncio.run(command(self._socket, "dashboard"))
            is_open = webbrowser.open(str(answer["link"]))
        except (ControlError, webbrowser.Error) as error:
            log.info("the tray opened no dashboard: %s", type(error).__name__)
        else:
            if not is_open:
                log.info("the tray opened no dashboard: there is no browser")

    def _can(self, name: str) -> bool:
        if not self._look.is_running:
            return False
        return {"mute": not self._look.is_muted, "unmute": self._look.is_muted}.get(name, True)

    def _follow(self, icon: Any) -> None:
        """On a thread of the library's: show what the daemon says, as often as it changes."""
        icon.visible = True
        while not self._closed.is_set():
            before = self._look
            if self.ask() != before:
                icon.icon, icon.title = _picture(self._look.colour), self._look.title
                icon.update_menu()
            self._closed.wait(LOOK_SECONDS)

    def _close(self, icon: Any) -> None:
        self._closed.set()
        icon.stop()


def _picture(colour: str) -> Any:
    from PIL import Image, ImageDraw

    picture = Image.new("RGBA", (SIZE, SIZE), (0, 0, 0, 0))
    ImageDraw.Draw(picture).ellipse((4, 4, SIZE - 4, SIZE - 4), fill=colour)
    return picture
