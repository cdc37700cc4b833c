"""Routes under /v1 for clients that speak OpenAI's chat."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response

from jarvis_voice.core.events import ReplyWorded, TurnEnded, WorkReported
from jarvis_voice.doors.http.chat_answer import LAST, MODEL, ChatAnswer, model_body, usage_body
from jarvis_voice.doors.http.chat_models import ChatCompletion, ModelBody, ModelList
from jarvis_voice.doors.http.chat_request import CompletionRequest, chat_in, thread_of
from jarvis_voice.doors.http.chat_task import task_answer
from jarvis_voice.doors.http.chat_turns import ChatTurns
from jarvis_voice.doors.http.context import Context, Talker
from jarvis_voice.doors.http.declared_responses import OpenAiErrorBody, Responses, errors, stream
from jarvis_voice.doors.http.event_stream import EventStream
from jarvis_voice.doors.http.recent_turns import SharedTurn
from jarvis_voice.doors.http.request_error import RequestError
from jarvis_voice.doors.http.turn_events import while_there

router = APIRouter(prefix="/v1")

STOPPED = "I was stopped before I was done."
PROGRESS = "x-jarvis-progress"

_COMPLETION: Responses = errors(429, has_body=True, model=OpenAiErrorBody) | stream(
    "The answer, in one piece or as a stream of parts."
)


def _chats(request: Request) -> ChatTurns:
    chats: ChatTurns = request.app.state.chats
    return chats


@router.get("/models", response_model=ModelList, responses=errors(400, model=OpenAiErrorBody))
async def list_models(_: Talker) -> dict[str, Any]:
    """The one model: Jarvis."""
    return {"object": "list", "data": [model_body()]}


@router.get(
    "/models/{name}", response_model=ModelBody, responses=errors(400, 404, model=OpenAiErrorBody)
)
async def show_model(name: str, _: Talker) -> dict[str, Any]:
    """The model of this name."""
    if name != MODEL:
        raise RequestError(404, "model-not-found", f'There is one model here: "{MODEL}".')
    return model_body()


@router.post("/chat/completions", response_model=ChatCompletion, responses=_COMPLETION)
async def complete(
    asked: CompletionRequest,
    request: Request,
    who: Talker,
    context: Context,
    chats: Annotated[ChatTurns, Depends(_chats)],
) -> Response:
    """Run the last message of the user as a turn.

    The thread is named by `X-Jarvis-Thread`, `X-OpenWebUI-Chat-Id`, `metadata.thread` or `user`.
    Without one the messages before it are the conversation, and nothing of it is kept.
    """
    chat = chat_in(asked)
    created = int(context.now().timestamp())
    with_usage = bool(asked.stream_options and asked.stream_options.include_usage)
    if (told := task_answer(chat.text)) is not None:
        answer = ChatAnswer(f"task-{chat.digest[:16]}", asked.model, created)
        if asked.stream:
            return EventStream(_told_at_once(answer, told, with_usage), context.closing)
        return JSONResponse(answer.whole(told, usage_body(0, 0)))
    thread = thread_of(asked, request.headers)
    turn = await chats.turn(context, chat, who, thread, request.headers)
    answer = ChatAnswer(turn.turn.turn_id, asked.model, created)
    if asked.stream:
        tells_news = request.headers.get(PROGRESS) == "1"
        parts = _parts(answer, turn, with_usage=with_usage, tells_news=tells_news)
        return EventStream(parts, context.closing, turn.let_go)
    text = await while_there(_whole_text(turn), request.receive, context.closing)
    return JSONResponse(answer.whole(text, usage_body(*turn.tokens)))


async def _told_at_once(answer: ChatAnswer, text: str, with_usage: object) -> AsyncGenerator[str]:
    yield answer.begun()
    yield answer.more(text)
    yield answer.ended()
    if with_usage:
        yield answer.counted(usage_body(0, 0))
    yield LAST


async def _parts(
    answer: ChatAnswer, turn: SharedTurn, *, with_usage: bool, tells_news: bool
) -> AsyncGenerator[str]:
    yield answer.begun()
    has_words = False
    async with aclosing(turn.follow()) as events:
        async for event in events:
            if isinstance(event, ReplyWorded) and event.text:
                yield answer.more(event.lead + event.text if has_words else event.text)
                has_words = True
            elif isinstance(event, WorkReported) and tells_news:
                yield answer.news(event.text)
            elif isinstance(event, TurnEnded) and not has_words:
                has_words = True
                yield answer.more(event.reply or STOPPED)
    if not has_words:
        yield answer.more(STOPPED)
    yield answer.ended()
    if with_usage:
        yield answer.counted(usage_body(*turn.tokens))
    yield LAST


async def _whole_text(turn: SharedTurn) -> str:
    text = ""
    async with aclosing(turn.follow()) as events:
        async for event in events:
            if isinstance(event, TurnEnded):
                text = event.reply
    return text or STOPPED
