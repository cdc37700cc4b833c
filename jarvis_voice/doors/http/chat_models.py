"""What the routes under /v1 answer, as openapi.json tells it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel


class ModelBody(BaseModel):
    """The one model that there is."""

    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class ModelList(BaseModel):
    """All models."""

    object: Literal["list"]
    data: list[ModelBody]


class AnsweredMessage(BaseModel):
    """The words of an answer."""

    role: Literal["assistant"]
    content: str


class ChatChoice(BaseModel):
    """One answer; there is never another."""

    index: int
    message: AnsweredMessage
    finish_reason: Literal["stop"]


class TokenCounts(BaseModel):
    """Tokens of language models; 0 where none was needed."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class ChatCompletion(BaseModel):
    """An answer in one piece."""

    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: list[ChatChoice]
    usage: TokenCounts
