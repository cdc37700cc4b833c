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
    SYSTEM,
    TIMED_OUT,
    ChatFailure,
    Kind,
    ModelNames,
    causes,
    code_of,
    cure_of,
    is_too_long,
    judge_status,
    judge_transport,
)

JSON_SCHEMA, JSON_OBJECT, STREAM_USAGE = "json_schema", "json_object", "stream_options"
"""What a server may not know: answers bound to a schema, to JSON, and tokens of a stream."""

LENGTH, TEMPERATURE = "max_tokens", "temperature"
"""What a model may not take: the older name of the longest answer, and a temperature."""

PREFIX = "chat"
NAMES = ModelNames("the second model", "the one in SECOND_MODEL_API_KEY", "[second_model]")

_FORMAT = re.compile(r"response_?format|json_?schema|json_?object|schema|grammar", re.IGNORECASE)
_STREAM = re.compile(r"stream_?options|include_usage", re.IGNORECASE)
_TOOLS = re.compile(r"\btools?\b|tool_choice|function call|\bfunctions?\b", re.IGNORECASE)
_OPTIONS = {
    STREAM_USAGE: _STREAM,
    LENGTH: re.compile(r"max_tokens\b.*max_completion_tokens", re.IGNORECASE | re.DOTALL),
    TEMPERATURE: re.compile(r"\btemperature\b", re.IGNORECASE),
    SYSTEM: re.compile(r"system (?:role|message|prompt)|roles? must alternate", re.IGNORECASE),
}
_PICTURE = re.compile(
    r"support.{0,40}(?:image|vision)|(?:image|vision).{0,40}(?:support|not enabled|required)"
    r"|image_url|image input|multi-?modal|mmproj|content\b.{0,40}\bstring",
    re.IGNORECASE,
)
_REFUSING = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.NOT_IMPLEMENTED,
)
_BY_ITS_WORDS = (HTTPStatus.NOT_FOUND, HTTPStatus.INTERNAL_SERVER_ERROR)
"""These may mean anything; they are refusals where they name what is refused."""

_WHOLE = frozenset(
    {"stop", "tool_calls", "function_call", "eos", "eos_token", "stop_sequence", "end_turn"}
)

_WORDS: Mapping[Kind, tuple[str, str]] = {
    "bad-key": (
        "{title}'s server wants a key, or refused {key}.",
        "{title} refused my key.",
    ),
    "rate-limited": (
        "{title} is over its rate limit or quota; it is left alone for a while.",
        "{title} wants a pause.",
    ),
    "offline": (
        "{title} does not answer: {why}. Check that its server runs, and {place}.",
        "{title} does not answer.",
    ),
    "timeout": ("{title} {why}.", "{title} takes too long."),
    "stalled": ("{title} {why}.", "{title} stopped in the middle of its answer."),
    "bad-answer": (
        "{title} gave an answer that cannot be used: {why}.",
        "{title} gave a strange answer.",
    ),
    "truncated": (
        "{title} stopped in the middle of its answer: it was too long.",
        "{title} did not finish its answer.",
    ),
    "refused": ("{title} would not answer this: {why}.", "{title} would not answer this."),
    "blind": ("{title} cannot see pictures.", "{title} cannot see pictures."),
    "no-model": (
        "{title} cannot be used: there is no such model; see {place}.",
        "{title}'s server knows no model of that name.",
    ),
    "distrusted": (
        "{title} cannot be used: this machine does not trust the certificate of its server. If it "
        "is your own, name it in SSL_CERT_FILE; else check {place}.",
        "I do not trust the certificate of {inside}'s server.",
    ),
    "proxy": (
        "{title} cannot be used: the proxy does not answer, or refuses.",
        "The proxy does not let me reach {inside}.",
    ),
}


def chat_error(kind: Kind, why: str = "", names: ModelNames = NAMES) -> PlannerError:
    """The error of a kind."""
    message, spoken = (
        text.format(
            title=names.capital,
            inside=names.title,
            key=names.key,
            place=names.place,
            why=why or TIMED_OUT,
        )
        for text in _WORDS[kind]
    )
    return PlannerError(code_of(PREFIX, kind), message, spoken=spoken, cure=cure_of(kind))


def judge(error: Exception) -> ChatFailure:
    """What went wrong, and for how long."""
    if refusal := _status_error(error):
        if _is_picture_refused(error):
            return ChatFailure("blind")
        wait = retry_after_seconds(refusal.response.headers.get("Retry-After"))
        return judge_status(refusal.status_code, wait)
    if _stream_error(error):
        return ChatFailure("bad-answer", "its server failed in the middle of it")
    return judge_transport(error)


def refused_format(error: Exception, without: Collection[str]) -> str:
    """The format of answers that a refusal names as its reason, or "" for any other failure."""
    said = _refusal(error)
    if _FORMAT.search(said) and not _STREAM.search(said):
        return next((name for name in (JSON_SCHEMA, JSON_OBJECT) if name not in without), "")
    return ""


def refused_option(error: Exception, without: Collection[str]) -> str:
    """What a refusal names that may be left out of any request, or ""."""
    said = _refusal(error)
    return next((n for n, r in _OPTIONS.items() if n not in without and r.search(said)), "")


def is_form_refused(error: Exception) -> bool:
    """Whether another form of the same question may be taken."""
    refusal = _status_error(error)
    said = _refusal(error)
    if refusal is None or is_too_long(said):
        return False
    if refusal.status_code in _REFUSING:
        return True
    is_named = bool(_FORMAT.search(said) or _TOOLS.search(said))
    return refusal.status_code in _BY_ITS_WORDS and is_named


def _is_picture_refused(error: Exception) -> bool:
    """Whether a server says that its model cannot see."""
    return _PICTURE.search(_refusal(error)) is not None


def _refusal(error: Exception) -> str:
    """What a server says that refuses a request, or "" for any other failure."""
    refusal = _status_error(error)
    if refusal is None or refusal.status_code not in (*_REFUSING, *_BY_ITS_WORDS):
        return ""
    return f"{refusal.body} {refusal.message}"


def _status_error(error: Exception) -> Any:
    from openai import APIStatusError

    return next((seen for seen in causes(error) if isinstance(seen, APIStatusError)), None)


def _stream_error(error: Exception) -> bool:
    """Whether a server has told of a failure inside its stream."""
    from openai import APIError

    return any(type(seen) is APIError for seen in causes(error))  # its kinds mean other things


def unfinished(metadata: Mapping[str, Any]) -> ChatFailure | None:
    """What a finish reason other than a usual one means, and a refusal in place of an answer."""
    reason = metadata.get("finish_reason")
    if metadata.get("refusal"):
        return ChatFailure("refused", "it declined")
    if reason in _WHOLE:
        return None
    if reason in ("length", "max_tokens"):
        return ChatFailure("truncated")
    if reason == "content_filter":
        return ChatFailure("refused", "its filter stopped it")
    return ChatFailure("bad-answer", "it is empty or has no end")
