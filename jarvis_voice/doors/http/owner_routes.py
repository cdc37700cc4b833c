"""Routes under /api/v1 that run the program: status, settings, doctor, microphone, voice, talk key.

Each needs a token that may "admin".
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from jarvis_voice.core.events import ProblemReported
from jarvis_voice.core.operations import DaemonStatus
from jarvis_voice.core.setting_operations import ChangedSettings, ReloadedSettings
from jarvis_voice.core.turn_text import LINE_CHARACTERS
from jarvis_voice.core.types import HERE, ME
from jarvis_voice.core.visible_text import json_line
from jarvis_voice.doors.http.answer_models import (
    ChangedBody,
    ProblemBody,
    SettingList,
    SpokenBody,
)
from jarvis_voice.doors.http.context import Admin, Context
from jarvis_voice.doors.http.declared_responses import errors, stream
from jarvis_voice.doors.http.event_stream import EventStream, server_sent
from jarvis_voice.doors.http.request_error import RequestError

router = APIRouter(prefix="/api/v1")

MOST_SETTINGS = 100
"""Settings in one change."""


class SayRequest(BaseModel):
    """What is to be said."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: str = Field(min_length=1, max_length=LINE_CHARACTERS, description="The words.")


class TalkKeyRequest(BaseModel):
    """What the talk key does."""

    model_config = ConfigDict(extra="forbid", strict=True)

    action: Literal["press", "release", "toggle"]


@router.get("/status", responses=errors())
async def show_status(who: Admin, context: Context) -> DaemonStatus:
    """How the running Jarvis is. What is due next is told to the owner alone: it is their words."""
    status = await context.operations.status()
    return status if who.user_id == ME else replace(status, next=None)


@router.get("/settings", responses=errors(400))
async def show_settings(_: Admin, context: Context) -> SettingList:
    """Every setting as the files have it; secrets are left out."""
    return SettingList(settings=await context.operations.settings.listed())


@router.patch("/settings", responses=errors(has_body=True))
async def change_settings(
    _: Admin,
    context: Context,
    values: Annotated[
        dict[str, Any],
        Body(
            min_length=1,
            max_length=MOST_SETTINGS,
            description="Values by their names; null takes one out of the file.",
            examples=[{"voice.speed": 1.2}],
        ),
    ],
) -> ChangedSettings:
    """Change settings, all of them or none; tells which hold now and which need a restart."""
    return await context.operations.settings.change(values)


@router.get("/doctor", response_class=Response, responses=errors() | stream("Findings."))
async def examine(request: Request, _: Admin, context: Context) -> EventStream:
    """Examine the installation: one event a check as it ends, then the advice.

    It asks nobody to speak, plays nothing and calls nobody. Leaving ends it.
    """
    admission, texts = context.admit(request), _told(context.operations.examine())
    return EventStream(texts, admission.over, admission.leave)


@router.post("/mute", responses=errors(409))
async def mute(_: Admin, context: Context) -> ChangedBody:
    """Close the microphone, until "unmute"."""
    return ChangedBody(changed=await context.operations.mute())


@router.post("/unmute", responses=errors(409))
async def unmute(_: Admin, context: Context) -> ChangedBody:
    """Open the microphone again."""
    return ChangedBody(changed=await context.operations.unmute())


@router.post("/say", responses=errors(409, has_body=True))
async def say(asked: SayRequest, _: Admin, context: Context) -> SpokenBody:
    """Speak some words; answers when they are spoken."""
    if not asked.text.strip():
        raise RequestError(400, "no-words", "Send some words.")
    events = context.bus.subscribe()
    try:
        await context.operations.say(asked.text)
    finally:
        events.close()
    return SpokenBody(
        problems=[
            ProblemBody(code=event.code, message=event.message)
            async for event in events
            if isinstance(event, ProblemReported) and event.origin == HERE
        ]
    )


@router.post("/reload", responses=errors(400))
async def reload(_: Admin, context: Context) -> ReloadedSettings:
    """Read the settings anew; with a mistake in the file those from before stay."""
    return await context.operations.reload()


@router.post("/ptt", responses=errors(409, has_body=True))
async def press(asked: TalkKeyRequest, _: Admin, context: Context) -> ChangedBody:
    """Press or release the talk key."""
    key = context.operations.talk_key
    if key is None:
        message = "The running Jarvis has no microphone to listen with."
        raise RequestError(409, "no-ears", message)
    getattr(key, asked.action)()
    return ChangedBody(changed=True)


async def _told(findings: AsyncGenerator[Mapping[str, str]]) -> AsyncGenerator[str]:
    yield ": it begins\n\n"
    async with aclosing(findings) as found:
        async for one in found:
            yield server_sent(json_line(dict(one)), "advice" if "advice" in one else "check")
