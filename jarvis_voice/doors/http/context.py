"""HttpContext: what the routes stand on; and the dependencies by which they get it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.security import HTTPBearer

from jarvis_voice.assistant.assistant import Assistant
from jarvis_voice.core.bus import Bus
from jarvis_voice.core.operations import ControlOperations
from jarvis_voice.core.paths import find_paths
from jarvis_voice.core.types import Origin, Scope, TurnInput
from jarvis_voice.doors.http.admissions import Admission, Admissions
from jarvis_voice.doors.http.entry_links import EntryLinks
from jarvis_voice.doors.http.recent_events import EventRing
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.shown_pictures import ShownPictures
from jarvis_voice.doors.http.sound_desk import SoundDesk
from jarvis_voice.doors.http.turn_limits import TurnLimits
from jarvis_voice.store.reader_port import StoreReader


@dataclass(frozen=True, slots=True)
class HttpContext:
    """What the routes stand on.

    Attributes:
        assistant: Runs the turns.
        bus: Where their events come from.
        operations: What else the running program does.
        reader: Reads what is kept, on a thread.
        ring: The newest events.
        limits: How much each user may ask.
        now: The wall clock.
        sound: Hears and speaks.
        admissions: The streams and sockets that are open.
        links: Codes with which the owner's browser comes in.
        pictures: What questions are about.
        closing: Set when the port shuts.
    """

    assistant: Assistant
    bus: Bus
    operations: ControlOperations
    reader: StoreReader
    ring: EventRing
    limits: TurnLimits
    now: Callable[[], datetime]
    sound: SoundDesk
    admissions: Admissions
    links: EntryLinks = field(default_factory=EntryLinks)
    pictures: ShownPictures = field(
        default_factory=lambda: ShownPictures(find_paths().runtime_pictures)
    )
    closing: asyncio.Event = field(default_factory=asyncio.Event)

    def admit(self, request: Request) -> Admission:
        """Let a request stay open as long as its token is there."""
        state = request.scope["state"]
        return self.admissions.admit(state["origin"], state["is_still_allowed"])

    def turn(
        self,
        text: str,
        origin: Origin,
        thread: str | None,
        *,
        dry_run: bool = False,
        picture: str | None = None,
    ) -> TurnInput:
        """A turn of somebody who asks by HTTP.

        Raises:
            RequestError: There are no words in it.
            TextError: It is too long.
        """
        if not text.strip():
            raise RequestError(400, "no-words", "Send some words.")
        return self.assistant.new_turn(
            text,
            source="http",
            thread_id=thread,
            dry_run=dry_run,
            origin=origin,
            picture=picture,
        )


def not_allowed(scope: Scope) -> RequestError:
    """Why somebody without a scope is refused."""
    return RequestError(403, "not-allowed", f'This needs a token that may "{scope}".')


def _context(request: Request) -> HttpContext:
    context: HttpContext = request.app.state.context
    return context


_TOKEN = HTTPBearer(auto_error=False, description="A token of Jarvis, jv_...")


def _allowed(scope: Scope) -> Callable[..., Origin]:
    """A dependency: who asks, where their scopes hold this one."""

    def origin(request: Request, _: Annotated[object, Security(_TOKEN)]) -> Origin:
        found: Origin = request.scope["state"]["origin"]
        if scope not in found.may:
            raise not_allowed(scope)
        return found

    return origin


Context = Annotated[HttpContext, Depends(_context)]
Talker = Annotated[Origin, Depends(_allowed("talk"))]
Admin = Annotated[Origin, Depends(_allowed("admin"))]
