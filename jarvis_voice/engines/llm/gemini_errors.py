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
    ChatFailure,
    Kind,
    causes,
    judge_status,
    judge_transport,
)

THINKING, SCHEMA = "thinking", "schema"
"""What a model may refuse: a thinking budget of nothing, and answers bound to a schema."""

_REFUSALS = {
    THINKING: re.compile(r"thinking|\bbudget\b", re.IGNORECASE),
    SCHEMA: re.compile(r"schema|json mode|response_?mime_?type", re.IGNORECASE),
}

_WORDS: Mapping[Kind, tuple[str, str]] = {
    "bad-key": (
        "Google refused the key in GOOGLE_API_KEY. Check it, or remove it to plan locally.",
        "My Google key was refused.",
    ),
    "rate-limited": (
        "Gemini is over its rate limit or quota; it is left alone for a while.",
        "Gemini wants a pause.",
    ),
    "offline": (
        "Gemini cannot be used now: {why}. Check the network, or try again later.",
        "I cannot reach Gemini.",
    ),
    "timeout": ("Gemini did not answer in time.", "Gemini takes too long."),
    "bad-answer": (
        "Gemini gave an answer that cannot be used: {why}.",
        "Gemini gave a strange answer.",
    ),
    "truncated": (
        "Gemini stopped in the middle of its answer: it was too long.",
        "Gemini did not finish its answer.",
    ),
    "refused": ("Gemini would not answer this: {why}.", "Gemini would not answer this."),
}


def gemini_error(kind: Kind, why: str = "") -> PlannerError:
    """The error of a kind."""
    message, spoken = _WORDS[kind]
    return PlannerError(f"gemini-{kind}", message.format(why=why), spoken=spoken)


def judge(error: Exception) -> ChatFailure:
    """What went wrong, and for how long."""
    api_error = _api_error(error)
    if api_error is None:
        if any(type(seen).__name__ == "UnknownApiResponseError" for seen in causes(error)):
            return ChatFailure("bad-answer", "it is no JSON")
        return judge_transport(error)
    if "API_KEY" in str(api_error.details):
        return ChatFailure("bad-key", wait_seconds=REFUSED_SECONDS)
    return judge_status(api_error.code, _wait_seconds(api_error), "[brain] model")


def refused_parameter(error: Exception, without: Collection[str]) -> str:
    """The parameter that a 400 names as the reason, or "" for any other failure."""
    api_error = _api_error(error)
    if api_error is None or api_error.code != HTTPStatus.BAD_REQUEST:
        return ""
    said = str(api_error.details)
    return next((n for n, r in _REFUSALS.items() if n not in without and r.search(said)), "")


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


def unfinished(metadata: Mapping[str, Any]) -> PlannerError | None:
    """What a finish reason other than STOP means; the client would repair or hide a cut answer."""
    reason = metadata.get("finish_reason")
    if reason == "STOP":
        return None
    if reason == "MAX_TOKENS":
        return gemini_error("truncated")
    if reason or metadata.get("prompt_feedback"):
        return gemini_error("refused", f"it ended with {reason or 'a blocked prompt'}")
    return gemini_error("bad-answer", "it is empty or has no end")
