"""RequestError: why a request is refused; and the two forms in which a client is told an error."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from jarvis_voice.core.errors import (
    ConfigError,
    ControlError,
    JarvisError,
    ModelError,
    StoreError,
    TextError,
)

OPENAI_PATH = "/v1/"
"""Where errors have the form that clients of OpenAI read."""

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})

_TYPES = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}
_SERVER_ERROR = 500

NOT_NOW = frozenset({"no-ears", "no-voice", "muted", "doctor-runs"})
"""Codes of what is in order, and cannot be done as things are."""


class RequestError(JarvisError):
    """A request that is not served.

    Attributes:
        status: The status of HTTP.
        headers: Sent with it.
    """

    def __init__(
        self, status: int, code: str, message: str, headers: Mapping[str, str] = _NO_HEADERS
    ) -> None:
        super().__init__(code, message)
        self.status = status
        self.headers = headers


def as_request_error(error: JarvisError) -> RequestError:
    """An error of another room, with the status that says whose fault it is."""
    match error:
        case RequestError():
            return error
        case ConfigError() if error.code in {"no-such-user", "no-such-token"}:
            status = 404
        case TextError() | ConfigError():
            status = 400
        case ControlError() if error.code in NOT_NOW:
            status = 409
        case ControlError() if error.code == "text-too-long":
            status = 400
        case ControlError() | StoreError() | ModelError():
            status = 503
        case _:
            status = 500
    return RequestError(status, error.code, error.message)


def error_body(error: RequestError, path: str) -> dict[str, Any]:
    """The body of an answer that refuses, in the form of the path."""
    message = error.message.encode(errors="replace").decode()  # it may quote half a sign
    if not path.startswith(OPENAI_PATH):
        return {"code": error.code, "message": message}
    kind = _TYPES.get(error.status, "invalid_request_error")
    if error.status >= _SERVER_ERROR:
        kind = "server_error"
    code = error.code.replace("-", "_")
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def error_bytes(error: RequestError, path: str) -> bytes:
    """The same as JSON."""
    return json.dumps(error_body(error, path), ensure_ascii=False).encode()
