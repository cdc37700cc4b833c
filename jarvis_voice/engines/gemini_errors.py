"""What Gemini's failures mean, in fixed words.

Invariant: no foreign text is quoted: an error of the client may hold the key or the conversation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from jarvis_voice.cooldown import retry_after_seconds
from jarvis_voice.errors import PlannerError

REFUSED_SECONDS = 3_600.0
LIMITED_SECONDS = 60.0
SLOW_SECONDS = 60.0
"""Each turn would wait for its whole time-out again."""

_WORDS = {
    "gemini-bad-key": (
        "Google refused the key in GOOGLE_API_KEY. Check it, or remove it to plan locally.",
        "My Google key was refused.",
    ),
    "gemini-rate-limited": (
        "Gemini is over its rate limit or quota; it is left alone for a while.",
        "Gemini wants a pause.",
    ),
    "gemini-offline": (
        "Gemini cannot be used now: {why}. Check the network, or try again later.",
        "I cannot reach Gemini.",
    ),
    "gemini-timeout": ("Gemini did not answer in time.", "Gemini takes too long."),
    "gemini-bad-answer": (
        "Gemini gave an answer that cannot be used: {why}.",
        "Gemini gave a strange answer.",
    ),
    "gemini-truncated": (
        "Gemini stopped in the middle of its answer: it was too long.",
        "Gemini did not finish its answer.",
    ),
    "gemini-refused": ("Gemini would not answer this: {why}.", "Gemini would not answer this."),
}


def gemini_error(code: str, why: str = "") -> PlannerError:
    """The error for a code of ours."""
    message, spoken = _WORDS[code]
    return PlannerError(code, message.format(why=why), spoken=spoken)


def judge(error: Exception) -> tuple[str, str, float]:
    """Code, reason in fixed words, and how many seconds to remember it (0: not at all)."""
    if api_error := _api_error(error):
        return _judge_status(api_error)
    name = type(error).__name__
    if isinstance(error, UnicodeEncodeError) or name == "LocalProtocolError":
        return "gemini-bad-key", "", REFUSED_SECONDS  # it does not even fit into a header
    library = type(error).__module__.partition(".")[0]
    if isinstance(error, TimeoutError) or "Timeout" in name:
        return "gemini-timeout", "", SLOW_SECONDS
    if name == "RemoteProtocolError" or "Payload" in name:
        return "gemini-bad-answer", "it was cut short", 0.0
    if isinstance(error, OSError) or library in ("httpx", "httpx2", "httpcore", "aiohttp"):
        return "gemini-offline", "no connection", 0.0
    if isinstance(error, json.JSONDecodeError) or name == "UnknownApiResponseError":
        return "gemini-bad-answer", "it is no JSON", 0.0
    return "gemini-bad-answer", f"the client failed with {name}", 0.0


def _api_error(error: BaseException) -> Any:
    """The google-genai error in a chain: langchain's own classes do not carry the response."""
    from google.genai.errors import APIError

    seen: BaseException | None = error
    while seen is not None and not isinstance(seen, APIError):
        seen = seen.__cause__
    return seen


def _judge_status(error: Any) -> tuple[str, str, float]:
    status = error.code
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN) or "API_KEY" in str(error.details):
        return "gemini-bad-key", "", REFUSED_SECONDS
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return "gemini-rate-limited", "", _wait_seconds(error)
    if isinstance(status, int) and status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return "gemini-offline", f"its server answered {status}", 0.0
    if status == HTTPStatus.NOT_FOUND:
        return "gemini-refused", "there is no such model; see [brain] model", 0.0
    return "gemini-refused", f"the request was not accepted, status {status}", 0.0


def _wait_seconds(error: Any) -> float:
    """What a 429 asks for: the header, or `retryDelay` ("34s") among its details."""
    headers = getattr(error.response, "headers", None) or {}
    wait = retry_after_seconds(headers.get("Retry-After"))
    if wait is None and (found := re.search(r"retryDelay'?\W+([\d.]+)s", str(error.details))):
        wait = retry_after_seconds(found[1])
    return wait or LIMITED_SECONDS


def unfinished(metadata: Mapping[str, Any]) -> PlannerError | None:
    """What a finish reason other than STOP means; the client would repair or hide a cut answer."""
    reason = metadata.get("finish_reason")
    if reason == "STOP":
        return None
    if reason == "MAX_TOKENS":
        return gemini_error("gemini-truncated")
    if reason or metadata.get("prompt_feedback"):
        return gemini_error("gemini-refused", f"it ended with {reason or 'a blocked prompt'}")
    return gemini_error("gemini-bad-answer", "it is empty or has no end")
