"""Routes under /api/v1 with which the owner judges sounds that nearly woke Jarvis.

Invariant: they are sounds of the owner's room, so nobody else is shown one, whatever they may do.
"""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from jarvis_voice.core.near_misses import NearMiss
from jarvis_voice.core.types import ME, Origin
from jarvis_voice.doors.http.answer_models import DeletedBody
from jarvis_voice.doors.http.context import Admin, Context
from jarvis_voice.doors.http.declared_responses import Responses, errors
from jarvis_voice.doors.http.request_error import RequestError

router = APIRouter(prefix="/api/v1")

SOUND_TYPE = "audio/flac"

_SOUND: Responses = errors(404) | {
    200: {
        "content": {SOUND_TYPE: {"schema": {"type": "string", "format": "binary"}}},
        "description": "The sound.",
    }
}


class NearMissBody(BaseModel):
    """A sound that was taken for no call, or for a call that nobody went on with."""

    number: int
    word: str
    score: float
    reason: str
    heard_at: str


class NearMissList(BaseModel):
    """The sounds that are kept, the newest first; `most` is how many may be, 0 keeps none."""

    most: int
    near_misses: list[NearMissBody]


class Judgement(BaseModel):
    """Whether the owner said the word."""

    model_config = ConfigDict(extra="forbid", strict=True)

    was_call: bool = Field(description="True: it was the word. False: it was something else.")


class JudgedBody(BaseModel):
    """That a sound went to the recordings of its word."""

    judged: int


@router.get("/near-misses", responses=errors())
async def show_near_misses(who: Admin, context: Context) -> NearMissList:
    """The sounds that are kept for you to judge."""
    desk = context.operations.near_misses
    found = await desk.listed() if who.user_id == ME else ()
    return NearMissList(most=desk.most, near_misses=[_body(one) for one in found])


@router.get("/near-misses/{number}/sound", response_class=Response, responses=_SOUND)
async def play_near_miss(number: int, who: Admin, context: Context) -> Response:
    """The sound of one of them."""
    _check_owner(who)
    sound = await context.operations.near_misses.sound(number)
    if sound is None:
        raise _nothing()
    return Response(sound, media_type=SOUND_TYPE, headers={"Cache-Control": "no-store"})


@router.patch("/near-misses/{number}", responses=errors(404, has_body=True))
async def judge_near_miss(
    number: int, asked: Judgement, who: Admin, context: Context
) -> JudgedBody:
    """Say what it was: it goes to the recordings of `jarvis wake record`."""
    _check_owner(who)
    if not await context.operations.near_misses.judge(number, was_call=asked.was_call):
        raise _nothing()
    return JudgedBody(judged=1)


@router.delete("/near-misses/{number}", responses=errors(404))
async def delete_near_miss(number: int, who: Admin, context: Context) -> DeletedBody:
    """Delete one of them."""
    _check_owner(who)
    if not await context.operations.near_misses.drop(number):
        raise _nothing()
    return DeletedBody(deleted=1)


def _check_owner(who: Origin) -> None:
    if who.user_id != ME:
        raise _nothing()


def _nothing() -> RequestError:
    return RequestError(404, "no-such-sound", "You have no such sound.")


def _body(one: NearMiss) -> NearMissBody:
    return NearMissBody(
        number=one.number,
        word=one.word,
        score=one.score,
        reason=one.reason,
        heard_at=one.heard_at.isoformat(timespec="seconds"),
    )
