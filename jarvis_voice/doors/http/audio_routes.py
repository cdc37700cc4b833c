"""Routes under /v1/audio for clients that speak OpenAI's transcriptions and speech."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel, Field

from jarvis_voice.audio.sound_encoder import ENCODERS
from jarvis_voice.core.callers import Rank
from jarvis_voice.core.types import RATE_HZ
from jarvis_voice.doors.http.audio_models import (
    AudioModelList,
    TranscriptBody,
    VerboseTranscript,
    VoiceList,
)
from jarvis_voice.doors.http.body_rules import SOUND_BYTES
from jarvis_voice.doors.http.chat_answer import MODEL
from jarvis_voice.doors.http.context import Context, HttpContext, Talker
from jarvis_voice.doors.http.declared_responses import (
    OpenAiErrorBody,
    Responses,
    errors,
    sound,
    stream,
)
from jarvis_voice.doors.http.event_stream import EventStream, server_sent
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.sound_form import SoundForm, read_form
from jarvis_voice.doors.http.sound_stream import SoundStream, packed
from jarvis_voice.doors.http.transcript_forms import (
    srt_text,
    text_delta,
    text_done,
    verbose_body,
    vtt_text,
    whole_text,
)
from jarvis_voice.doors.http.transcript_request import FORM_BODY, AskedTranscript, asked_transcript
from jarvis_voice.doors.http.turn_events import while_there
from jarvis_voice.voice.transcription.long_sound import HeardPiece

router = APIRouter(prefix="/v1/audio")

VOICE = {"id": MODEL, "name": "Jarvis"}

MOST_CHARACTERS = 4_096
"""Of a text that is spoken."""

SoundFormat = Literal["mp3", "opus", "aac", "flac", "wav", "pcm"]

SPEECH = sound("The sound, as it is made.", *(kind for kind, _ in ENCODERS.values()))

_OPEN: Responses = errors(400, model=OpenAiErrorBody)
_ERRORS: Responses = errors(429, has_body=True, model=OpenAiErrorBody)
_WORDS: Responses = _ERRORS | stream(
    "The words, in one piece or as a stream of parts.", "text/plain", "text/vtt"
)
_SOUND: Responses = _ERRORS | stream("The sound as it is made, or a stream of its parts.")
_SOUND[200]["content"] |= SPEECH["content"]


class SpeechRequest(BaseModel):
    """A text to be spoken; what is not named here is taken and ignored."""

    input: Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS)]
    response_format: SoundFormat = "mp3"
    speed: Annotated[float, Field(ge=0.25, le=4.0)] = 1.0
    stream_format: Literal["audio", "sse"] = "audio"


@router.get("/voices", response_model=VoiceList, responses=_OPEN)
async def list_voices() -> dict[str, Any]:
    """The one voice; any other name gives it too."""
    return {"voices": [VOICE]}


@router.get("/models", response_model=AudioModelList, responses=_OPEN)
async def list_audio_models() -> dict[str, Any]:
    """The one model."""
    return {"models": [{"id": MODEL}]}


@router.post(
    "/transcriptions",
    response_model=VerboseTranscript | TranscriptBody,
    responses=_WORDS,
    openapi_extra=FORM_BODY,
)
async def transcribe(request: Request, who: Talker, context: Context) -> Response:
    """Write down what is said in a sound of at most 25 MB, in any usual form."""
    body, kind = await request.body(), request.headers.get("content-type", "")
    form = await asyncio.to_thread(read_form, body, kind, "file")  # of 25 MB that takes a while
    asked = asked_transcript(form.values, context.sound.setting.language)
    work = context.sound.decode(checked_sound(form), who.user_id)
    pcm = await while_there(work, request.receive, context.closing)
    pieces = context.sound.pieces(pcm, who.user_id, Rank.FILE)
    if asked.streams:
        return EventStream(_deltas(pieces), context.closing)
    heard = await while_there(_all(pieces), request.receive, context.closing)
    return _answer(heard, len(pcm) / RATE_HZ, asked)


@router.post("/speech", response_class=Response, responses=_SOUND)
async def speak(asked: SpeechRequest, request: Request, who: Talker, context: Context) -> Response:
    """Speak a text; the sound is sent as it is made."""
    texts = _one(asked.input)
    if asked.stream_format == "sse":
        lease = context.sound.limits.begin_speech(who.user_id)
        chunks = context.sound.speech(texts, who.user_id, asked.speed)
        parts = packed(chunks, ENCODERS[asked.response_format][1])
        return EventStream(_sound_events(parts), context.closing, lease.end)
    return await spoken(
        context, request, who.user_id, texts, asked.response_format, speed=asked.speed
    )


async def spoken(
    context: HttpContext,
    request: Request,
    user_id: str,
    texts: AsyncGenerator[str],
    form: SoundFormat,
    *,
    speed: float,
) -> Response:
    """A response that speaks texts as they come.

    Raises:
        JarvisError: The voice cannot be loaded, or the user has too many of them.
    """
    kind, make = ENCODERS[form]
    lease = context.sound.limits.begin_speech(user_id)
    parts = packed(context.sound.speech(texts, user_id, speed), make)
    try:
        first = await while_there(anext(parts, b""), request.receive, context.closing)
    except BaseException:
        await parts.aclose()
        lease.end()
        raise
    return SoundStream(first, parts, kind, context.closing, lease.end)


def checked_sound(form: SoundForm) -> bytes:
    """The sound of a form, where it is not too large.

    Raises:
        RequestError: It is.
    """
    if len(form.sound) > SOUND_BYTES:
        message = f"A sound has at most {SOUND_BYTES // 1024**2} MB."
        raise RequestError(413, "body-too-large", message)
    return form.sound


async def _one(text: str) -> AsyncGenerator[str]:
    yield text


async def _all(pieces: AsyncGenerator[HeardPiece]) -> list[HeardPiece]:
    async with aclosing(pieces):
        return [one async for one in pieces]


def _answer(pieces: list[HeardPiece], seconds: float, asked: AskedTranscript) -> Response:
    match asked.form:
        case "text":
            return PlainTextResponse(whole_text(pieces))
        case "srt":
            return PlainTextResponse(srt_text(pieces))
        case "vtt":
            return PlainTextResponse(vtt_text(pieces), media_type="text/vtt")
        case "verbose_json":
            return JSONResponse(verbose_body(pieces, seconds, asked.language))
    return JSONResponse({"text": whole_text(pieces)})


async def _deltas(pieces: AsyncGenerator[HeardPiece]) -> AsyncGenerator[str]:
    heard = list[HeardPiece]()
    async with aclosing(pieces):
        async for one in pieces:
            yield text_delta(f" {one.transcript.text}" if heard else one.transcript.text)
            heard.append(one)
    yield text_done(whole_text(heard))


async def _sound_events(parts: AsyncGenerator[bytes]) -> AsyncGenerator[str]:
    async with aclosing(parts):
        async for part in parts:
            told = {"type": "speech.audio.delta", "audio": base64.b64encode(part).decode()}
            yield server_sent(json.dumps(told))
    usage = {"input_tokens": 0, "output_tokens": 0, "total_tokens": 0}
    yield server_sent(json.dumps({"type": "speech.audio.done", "usage": usage}))
