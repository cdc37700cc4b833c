"""Explains Gemini's failures in fixed words.

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
    REFUSED_SECONDS,
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

THINKING, SCHEMA, JSON = "thinking", "schema", "json"
"""What a model may refuse: a thinking budget of nothing, and answers bound to a schema or JSON."""

PREFIX = "gemini"
NAMES = ModelNames("Gemini", "the key in GOOGLE_API_KEY", "[brain] model")

_REFUSALS = {
    THINKING: re.compile(r"thinking|\bbudget\b", re.IGNORECASE),
    SCHEMA: re.compile(r"schema|json mode|response_?mime_?type", re.IGNORECASE),
}
_OPTIONS = {
    THINKING: _REFUSALS[THINKING],
    SYSTEM: re.compile(r"developer instruction|system_?instruction", re.IGNORECASE),
}

_ENDINGS: Mapping[str, str] = {
    "MALFORMED_FUNCTION_CALL": "its tool call is malformed",
    "UNEXPECTED_TOOL_CALL": "it calls a tool that there is not",
    "TOO_MANY_TOOL_CALLS": "it has too many tool calls",
}
"""Ends after which asking once more may help."""

_WORDS: Mapping[Kind, tuple[str, str]] = {
    "bad-key": (
        "Google refused {key}. Check it, or remove it to plan locally.",
        "My Google key was refused.",
    ),
    "rate-limited": (
        "{title} is over its rate limit or quota; it is left alone for a while.",
        "{title} wants a pause.",
    ),
    "offline": (
        "{title} cannot be used now: {why}. Check the network, or try again later.",
        "I cannot reach {inside}.",
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
        "{title} knows no model of that name.",
    ),
    "distrusted": (
        "{title} cannot be used: this machine does not trust the certificate that came. A proxy "
        "may stand in between: then name its certificate in SSL_CERT_FILE.",
        "I do not trust the certificate that {inside} showed.",
    ),
    "proxy": (
        "{title} cannot be used: the proxy does not answer, or refuses.",
        "The proxy does not let me reach {inside}.",
    ),
}


def gemini_error(kind: Kind, why: str = "", names: ModelNames = NAMES) -> PlannerError:
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
    api_error = _api_error(error)
    if api_error is None:
        if any(type(seen).__name__ == "UnknownApiResponseError" for seen in causes(error)):
            return ChatFailure("bad-answer", "it is no JSON")
        return judge_transport(error)
    if "API_KEY" in str(api_error.details):
        return ChatFailure("bad-key", wait_seconds=REFUSED_SECONDS)
    return judge_status(api_error.code, _wait_seconds(api_error))


def refused_parameter(error: Exception, without: Collection[str]) -> str:
    """The parameter that a 400 names as the reason, or "" for any other failure."""
    api_error = _api_error(error)
    if api_error is None or api_error.code != HTTPStatus.BAD_REQUEST:
        return ""
    said = str(api_error.details)
    return next((n for n, r in _REFUSALS.items() if n not in without and r.search(said)), "")


def refused_option(error: Exception, without: Collection[str]) -> str:
    """As `refused_parameter`, for what may be left out in any form."""
    api_error = _api_error(error)
    if api_error is None or api_error.code != HTTPStatus.BAD_REQUEST:
        return ""
    said = str(api_error.details)
    return next((n for n, r in _OPTIONS.items() if n not in without and r.search(said)), "")


def is_form_refused(error: Exception) -> bool:
    """Whether another form of the same question may be taken."""
    api_error = _api_error(error)
    if api_error is None or "FAILED_PRECONDITION" in str(api_error.details):
        return False
    said = str(api_error.details)
    if api_error.code == HTTPStatus.BAD_REQUEST:
        return "API_KEY" not in said and not is_too_long(said)
    return bool(api_error.code == HTTPStatus.NOT_IMPLEMENTED)


def _api_error(error: BaseException) -> Any:
    """The google-genai error in a chain: langchain's own classes do not carry the response."""
    from google.genai.errors import APIError

    return next((seen for seen in causes(error) if isinstance(seen, APIError)), None)


def _wait_seconds(error: Any) -> float | None:
    """What a 429 asks for: the header, or `retryDelay` ("34s") among its details."""
    headers = getattr(error.response, "headers", None) or {}
    wait = retry_after_seconds(headers.get("Retry-After"))
    if wait is None and (found := re.search(r"retryDelay'?\W+([\d.]+)s", str(error.details))):
        wait = retry_after_seconds(found[1])
    return wait


def unfinished(metadata: Mapping[str, Any]) -> ChatFailure | None:
    """What a finish reason other than STOP means; the client would repair or hide a cut answer."""
    reason = str(metadata.get("finish_reason") or "")
    if reason == "STOP":
        return None
    if reason == "MAX_TOKENS":
        return ChatFailure("truncated")
    if reason in _ENDINGS:
        return ChatFailure("bad-answer", _ENDINGS[reason])
    if reason or metadata.get("prompt_feedback"):
        return ChatFailure("refused", f"it ended with {reason or 'a blocked prompt'}")
    return ChatFailure("bad-answer", "it is empty or has no end")
