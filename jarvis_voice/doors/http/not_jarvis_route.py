"""The address /not-jarvis/stream, for clients that were written for Not-Jarvis.

Invariant: what such a client prints is readable. It takes the lines that begin with "data: ", drops
these letters wherever they stand, takes a text that is JSON for a value, and prints without breaks.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, Field

from jarvis_voice.core.events import Event, ReplyWorded, to_json
from jarvis_voice.core.thread_names import thread_named
from jarvis_voice.core.types import TurnInput
from jarvis_voice.doors.http.context import Context, HttpContext, Talker
from jarvis_voice.doors.http.declared_responses import errors, stream
from jarvis_voice.doors.http.event_stream import EventStream, server_sent
from jarvis_voice.doors.http.turn_events import turn_events
from jarvis_voice.doors.http.visitor import NOT_JARVIS_PATH
from jarvis_voice.doors.terminal.screen import progress_line

router = APIRouter()

MARK = "data: "
LAST = "[DONE]"
UNSEEN = "\u2060"
"""A sign without width."""


class NotJarvisRequest(BaseModel):
    """A turn as such a client asks for it."""

    user_goal: str = Field(description="What to do, in words.")
    thread_id: str = Field(default="", description="The conversation.")


@router.post(
    NOT_JARVIS_PATH,
    response_class=Response,
    openapi_extra={"security": [{}]},  # besides a token: none, from this machine
    responses=errors(429, has_body=True) | stream("Lines of text."),
)
async def run_goal(asked: NotJarvisRequest, who: Talker, context: Context) -> EventStream:
    """Run a turn, and stream what is done and said as lines of text."""
    turn = context.turn(asked.user_goal, who, thread_named(asked.thread_id))
    lease = context.limits.begin_turn(who.user_id)
    return EventStream(_texts(context, turn), context.closing, lease.end)


async def _texts(context: HttpContext, turn: TurnInput) -> AsyncGenerator[str]:
    async with aclosing(turn_events(context, turn)) as events:
        async for event in events:
            if words := said(event):
                yield server_sent(printable(words))
    yield server_sent(LAST)


def said(event: Event) -> str:
    """The words for an event; "" where the client is told nothing."""
    return event.text if isinstance(event, ReplyWorded) else progress_line(to_json(event)) or ""


def printable(words: str) -> str:
    """A text as such a client can print it: not as JSON, and apart from the next."""
    text = words.replace(MARK, MARK.rstrip() + "\u00a0")
    return "\n".join(f"{_no_json(line)} " for line in text.splitlines())


def _no_json(line: str) -> str:
    """A line that no reader takes for a value of JSON other than a number."""
    is_value = line[:1] in {"[", "{", '"'} or line.strip() in {"true", "false", "null"}
    return f"{UNSEEN}{line}" if is_value else line
