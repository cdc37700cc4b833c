"""Desktop notifications about hearing, muting, and alarms that may not be heard.

Invariant: nothing that was said is shown. There is one bubble a subject, at the most one every
`GAP_SECONDS`; where the desktop shows none, that is logged once and nothing is lost by it.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, Self

from jarvis_voice.core.errors import JarvisError
from jarvis_voice.core.events import EarsMuted, EarsUnmuted, Event, ProblemReported, RingingStarted
from jarvis_voice.core.visible_text import visible_line
from jarvis_voice.platform.bounded_program import ProgramLimits, bounded_program
from jarvis_voice.platform.session_bus import SessionBus, Target

log = logging.getLogger(__name__)

GAP_SECONDS = 5.0
SHOWN_MS = 10_000
END_SECONDS = 1.0
SHOW_SECONDS = 10.0

APP_NAME = "Jarvis"
NOTIFICATIONS = Target(
    "org.freedesktop.Notifications",
    "/org/freedesktop/Notifications",
    "org.freedesktop.Notifications",
)

Subject = Literal["ears", "ringing"]

DEAF = frozenset({"microphone-lost", "microphone-silent", "microphone-stuck", "ears-lost"})

MACOS_SCRIPT = (
    "on run argv",
    "display notification (item 2 of argv) with title (item 1 of argv)",
    "end run",
)


@dataclass(frozen=True, slots=True)
class Notice:
    """One desktop notification.

    Attributes:
        subject: A later one of the same subject takes its place.
        title: Its first line.
        text: What is below it.
    """

    subject: Subject
    title: str
    text: str


Show = Callable[[Notice, int], Awaitable[int]]
"""Shows a notice in place of the bubble of that number, 0 is none; the number of the new one."""


def notice_for(event: Event, *, can_ring: bool) -> Notice | None:
    """What a desktop should show of an event, if anything.

    Args:
        event: What happened.
        can_ring: Whether there is a loudspeaker, so that what rings is heard.
    """
    match event:
        case ProblemReported(code=code, message=message) if code in DEAF:
            return Notice("ears", "Jarvis does not hear you", visible_line(message))
        case ProblemReported(code="microphone-back", message=message):
            return Notice("ears", "Jarvis hears you again", visible_line(message))
        case EarsMuted():
            return Notice("ears", "Jarvis is muted", "The microphone is closed.")
        case EarsUnmuted():
            return Notice("ears", "Jarvis is not muted any more", "The microphone is open.")
        case RingingStarted(kind=kind) if not can_ring:
            return Notice(
                "ringing", f"The {kind} is due", "It may not be heard: Jarvis has no voice here."
            )
        case _:
            return None


class Notifications:
    """Shows the newest notification of each subject; open inside `async with`.

    Args:
        show: See `find_desktop`.
        can_ring: Whether there is a loudspeaker now.
    """

    def __init__(self, show: Show, can_ring: Callable[[], bool]) -> None:
        self._show = show
        self._can_ring = can_ring
        self._waiting: dict[Subject, Notice] = {}
        self._shown: dict[Subject, tuple[Notice, int]] = {}
        self._news = asyncio.Event()
        self._showing: asyncio.Task[None] | None = None
        self._is_told = False

    async def __aenter__(self) -> Self:
        self._showing = asyncio.create_task(self._run(), name="notifications")
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._showing:
            self._showing.cancel()
            await asyncio.wait({self._showing}, timeout=END_SECONDS)

    def take(self, event: Event) -> None:
        """Something happened; returns at once."""
        if notice := notice_for(event, can_ring=self._can_ring()):
            self._waiting[notice.subject] = notice
            self._news.set()

    async def _run(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            waiting, self._waiting = self._waiting, {}
            for notice in waiting.values():
                await self._show_one(notice)
            await asyncio.sleep(GAP_SECONDS)

    async def _show_one(self, notice: Notice) -> None:
        before, number = self._shown.get(notice.subject, (None, 0))
        if notice == before and notice.subject == "ears":
            return
        try:
            async with asyncio.timeout(SHOW_SECONDS):
                self._shown[notice.subject] = notice, await self._show(notice, number)
        except (JarvisError, OSError) as error:  # a time-out is an OSError
            if not self._is_told:
                log.info("the desktop shows no notifications: %s", error)
            self._is_told = True


async def show_on_session_bus(notice: Notice, number: int) -> int:
    """Show it by the desktop's own service (Linux).

    Raises:
        JarvisError: jeepney is missing, or there is no session bus or no such service on it.
    """
    hints = {"suppress-sound": ("b", True), "urgency": ("y", 1)}
    actions: list[str] = []
    body = (APP_NAME, number, "audio-input-microphone", notice.title, notice.text, actions, hints)
    async with SessionBus(lambda _: None) as bus:
        [shown] = await bus.call(NOTIFICATIONS, "Notify", "susssasa{sv}i", (*body, SHOWN_MS))
    return int(shown)


async def show_by_osascript(notice: Notice, number: int) -> int:
    """Show it by AppleScript (macOS), which gets the words as arguments, never as a script.

    Raises:
        OSError: There is no such program, or it showed nothing.
    """
    arguments = [part for line in MACOS_SCRIPT for part in ("-e", line)]
    argv = ["osascript", *arguments, notice.title, notice.text]
    done = await bounded_program(argv, ProgramLimits(SHOW_SECONDS))
    if done.exit_code != 0:
        raise OSError(f"osascript ended with exit code {done.exit_code}")
    return number


def find_desktop(platform: str = sys.platform) -> Show | None:
    """Who shows notifications here; None where none is built (Windows)."""
    return {"linux": show_on_session_bus, "darwin": show_by_osascript}.get(platform)
