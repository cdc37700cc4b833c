"""What routes declare in openapi.json besides their models: errors, and streams."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from jarvis_voice.doors.http.answer_models import ErrorBody

Responses = dict[int | str, dict[str, Any]]

_TOLD = {
    400: "What is asked cannot be done so.",
    401: "No token, or one that opens nothing.",
    403: "The token may not do this, or another page asks.",
    404: "There is no such thing of yours.",
    408: "The body did not come in time.",
    409: "It cannot be done now.",
    413: "The body is too large.",
    415: "The body is of a type that is not taken here.",
    421: "This Jarvis is not called so.",
    422: "The request is not as this page says.",
    429: "Too many at once, or in a minute: Retry-After says how many seconds to wait.",
    503: "Jarvis starts or ends, or cannot read what it keeps.",
}

_ALWAYS = (401, 403, 408, 413, 421, 422, 503)
_WITH_BODY = (400, 415)

_RETRY = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}


_EVENT = {
    "type": "object",
    "properties": {
        "data": {"type": "string"},
        "event": {"type": "string"},
        "id": {"type": "string"},
    },
    "required": ["data"],
}
"""One event of a stream."""


class OpenAiError(BaseModel):
    """An error as clients of OpenAI read it."""

    message: str
    type: str
    param: str | None
    code: str


class OpenAiErrorBody(BaseModel):
    """The body of such an error."""

    error: OpenAiError


def errors(*more: int, has_body: bool = False, model: type[BaseModel] = ErrorBody) -> Responses:
    """The errors of a route: those that every route has, and some more.

    Args:
        more: Their statuses.
        has_body: Whether the request has a body.
        model: The form of their body.
    """
    statuses = sorted({*_ALWAYS, *more, *(_WITH_BODY if has_body else ())})
    found: Responses = {one: {"model": model, "description": _TOLD[one]} for one in statuses}
    if 429 in found:  # noqa: PLR2004 - a status of HTTP
        found[429]["headers"] = _RETRY
    return found


def stream(told: str, *others: str) -> Responses:
    """An answer that is a stream of events, or where the client wants it, one in another form.

    Args:
        told: What is in it.
        others: The types of those forms that have no model.
    """
    content: dict[str, Any] = {one: {"schema": {"type": "string"}} for one in others}
    content["text/event-stream"] = {"itemSchema": _EVENT}
    return {200: {"description": told, "content": content}}


def sound(told: str, *kinds: str) -> dict[str, Any]:
    """An answer that is a sound, of one of several types."""
    return {"description": told, "content": {one: {} for one in kinds}}
