"""Explains the failures of an OpenAI-compatible server in fixed words.

Invariant: no foreign text is quoted: an error of the client may hold the key or the conversation.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from http import HTTPStatus
from typing import Any

from jarvis_voice.core.cooldown import retry_after_seconds
from jarvis_voice.core.errors import PlannerError
from jarvis_voice.engines.llm.chat_failures import (
    ChatFailure,
    Kind,
    causes,
    judge_status,
    judge_transport,
)

JSON_SCHEMA, JSON_OBJECT, STREAM_USAGE = "json_schema", "json_object", "stream_options"
"""What a server may not know: answers bound to a schema, to JSON, and tokens of a stream."""

_FORMAT = re.compile(r"response_?format|json_?schema|json_?object|schema|grammar", re.IGNORECASE)
_STREAM = re.compile(r"stream_?options|include_usage", re.IGNORECASE)
_REFUSING = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.NOT_IMPLEMENTED,
)

_WORDS: Mapping[Kind, tuple[str, str]] = {
    "bad-key": (
        "The second model's server wants a key, or refused the one in SECOND_MODEL_API_KEY.",
        "The second model refused my key.",
    ),
    "rate-limited": (
        "The second model is over its rate limit or quota; it is left alone for a while.",
        "The second model wants a pause.",
    ),
    "offline": (
        "The second model does not answer: {why}. Check that its server runs, and [second_model].",
        "The second model does not answer.",
    ),
    "timeout": ("The second model did not answer in time.", "The second model takes too long."),
    "bad-answer": (
        "The second model gave an answer that cannot be used: {why}.",
        "The second model gave a strange answer.",
    ),
    "truncated": (
        "The second model stopped in the middle of its answer: it was too long.",
        "The second model did not finish its answer.",
    ),
    "refused": (
        "The second model would not answer this: {why}.",
        "The second model would not answer this.",
    ),
}


def chat_error(kind: Kind, why: str = "") -> PlannerError:
    """The error of a kind."""
    message, spoken = _WORDS[kind]
    return PlannerError(f"chat-{kind}", message.format(why=why), spoken=spoken)


def judge(error: Exception) -> ChatFailure:
    """What went wrong, and for how long."""
    if refusal := _status_error(error):
        wait = retry_after_seconds(refusal.response.headers.get("Retry-After"))
        return judge_status(refusal.status_code, wait, "[second_model]")
    return judge_transport(error)


def refused_parameter(error: Exception, without: Collection[str]) -> str:
    """The parameter that a refusal names as its reason, or "" for any other failure."""
    refusal = _status_error(error)
    if refusal is None or refusal.status_code not in _REFUSING:
        return ""
    said = f"{refusal.body} {refusal.message}"
    if _STREAM.search(said):
        return "" if STREAM_USAGE in without else STREAM_USAGE
    if _FORMAT.search(said):
        return next((name for name in (JSON_SCHEMA, JSON_OBJECT) if name not in without), "")
    return ""


def _status_error(error: Exception) -> Any:
    from openai import APIStatusError

    return next((seen for seen in causes(error) if isinstance(seen, APIStatusError)), None)


def unfinished(metadata: Mapping[str, Any]) -> PlannerError | None:
    """What a finish reason other than "stop" means, and a refusal in place of an answer."""
    reason = metadata.get("finish_reason")
    if metadata.get("refusal"):
        return chat_error("refused", "it declined")
    if reason == "stop":
        return None
    if reason == "length":
        return chat_error("truncated")
    if reason == "content_filter":
        return chat_error("refused", "its filter stopped it")
    return chat_error("bad-answer", "it is empty or has no end")
