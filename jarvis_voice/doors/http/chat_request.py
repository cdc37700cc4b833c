"""What a client of OpenAI's chat sends, and the turn that is in it. Pure.

Invariant: only the last message of the user is a turn. What a client calls a system message is no
rule here, and tools of a client are never called.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field

from jarvis_voice.core.thread_names import THREAD_NAME
from jarvis_voice.core.turn_text import LINE_CHARACTERS
from jarvis_voice.core.types import PastMessage
from jarvis_voice.doors.http.request_error import RequestError

MOST_MESSAGES = 2_000
MOST_HISTORY = 40
"""Messages before the turn that are of use to anybody."""

_Short = Annotated[str, Field(max_length=200)]

OWN_THREAD = "x-jarvis-thread"
CHAT_ID = "x-openwebui-chat-id"


class ChatPart(BaseModel):
    """A part of a message."""

    type: _Short
    text: str | None = None


class ChatMessage(BaseModel):
    """A message of the conversation."""

    role: _Short
    content: str | list[ChatPart] | None = None


class StreamOptions(BaseModel):
    """What a stream holds besides."""

    include_usage: bool | None = None


class CompletionRequest(BaseModel):
    """A chat as clients of OpenAI ask for it; what is not named here is taken and ignored."""

    model: _Short = "jarvis"
    messages: Annotated[list[ChatMessage], Field(min_length=1, max_length=MOST_MESSAGES)]
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    user: Annotated[str, Field(max_length=1_000)] | None = None
    metadata: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class AskedChat:
    """The turn in a chat.

    Attributes:
        text: What is asked now.
        history: What was said before.
        digest: The same for the same messages.
    """

    text: str
    history: tuple[PastMessage, ...]
    digest: str


def chat_in(asked: CompletionRequest) -> AskedChat:
    """The turn in a chat.

    Raises:
        RequestError: There is none, or it is about a picture or a sound.
    """
    users = [place for place, one in enumerate(asked.messages) if one.role == "user"]
    if not users:
        raise RequestError(400, "no-words", 'There is no message of the role "user".')
    last = users[-1]
    past = [
        PastMessage("user" if one.role == "user" else "assistant", words)
        for one in asked.messages[:last]
        if one.role in {"user", "assistant"} and (words := _words(one)[:LINE_CHARACTERS])
    ]
    _refuse_unseen(asked.messages[last])
    said = "\x1f".join(f"{one.role}\x1e{_words(one)}" for one in asked.messages)
    digest = hashlib.sha256(said.encode(errors="replace")).hexdigest()
    return AskedChat(_words(asked.messages[last]), tuple(past[-MOST_HISTORY:]), digest)


def thread_of(asked: CompletionRequest, headers: Mapping[str, str]) -> str:
    """The thread that a client names in one of several ways; "" where it keeps the chat itself."""
    named = (asked.metadata or {}).get("thread")
    ways = (headers.get(OWN_THREAD), headers.get(CHAT_ID), named, asked.user)
    name = next((one.strip() for one in ways if isinstance(one, str) and one.strip()), "")
    if not name or (re.fullmatch(THREAD_NAME, name) and name.strip(".")):
        return name
    return f"chat-{hashlib.sha256(name.encode(errors='replace')).hexdigest()[:24]}"


def _words(message: ChatMessage) -> str:
    if isinstance(message.content, list):
        return "\n".join(part.text for part in message.content if part.text)
    return message.content or ""


def _refuse_unseen(message: ChatMessage) -> None:
    kinds = {part.type for part in message.content} if isinstance(message.content, list) else set()
    if kinds - {"text"}:
        why = "I take only words here: send the message without pictures, sound and files."
        raise RequestError(400, "words-only", why)
