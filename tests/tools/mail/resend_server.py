"""Resend's protocol as it is documented: a mail of a key that is known goes out once."""

from __future__ import annotations

from typing import Any

from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    LoopbackServer,
    as_json,
)

KEY = "re_letmein_0123456789"


class ResendServer(LoopbackServer):
    """Takes mail by key.

    Attributes:
        mails: What went out, by key.
        statuses: What it answers to the next mails in place of taking them.
        loses: Of so many next mails that go out the answer is lost.
        may_only_send: Whether the key opens nothing else.
    """

    def __init__(self) -> None:
        super().__init__()
        self.mails: dict[str, Any] = {}
        self.statuses: list[int] = []
        self.loses = 0
        self.may_only_send = False

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        if request.headers.get("authorization") != f"Bearer {KEY}":
            return as_json({"name": "validation_error"}, 401)
        if request.path == "/domains":
            refused = as_json({"name": "restricted_api_key"}, 401)
            return refused if self.may_only_send else as_json({"data": []})
        if self.statuses:
            return as_json({}, self.statuses.pop(0))
        key = request.headers["idempotency-key"]
        if self.mails.setdefault(key, request.body) != request.body:
            return as_json({"name": "invalid_idempotent_request"}, 409)
        if self.loses:
            self.loses -= 1
            return as_json({}, 502)
        return as_json({"id": "49a3999c"})
