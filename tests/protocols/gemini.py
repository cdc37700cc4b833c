"""Speaks Gemini's REST protocol: generateContent and streamGenerateContent?alt=sse."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from protocols.loopback import LoopbackServer, OffScriptError, Request, Response, as_json

PATH = re.compile(r"/v1beta/models/([\w.-]+):(generateContent|streamGenerateContent)")


@dataclass(frozen=True, slots=True)
class Scripted:
    """One answer: its text in pieces, its finish reason, or what blocked the prompt."""

    pieces: tuple[str, ...]
    finish_reason: str | None
    block_reason: str | None = None


class GeminiServer(LoopbackServer):
    """Scripted answers are given in order; each must be fetched before the server closes."""

    def __init__(
        self,
        *,
        api_key: str = "test-gemini-key",
        model: str = "gemini-2.5-flash",
        retry_after: str | None = None,
    ) -> None:
        super().__init__(retry_after=retry_after)
        self.api_key = api_key
        self.model = model
        self._script: deque[Scripted] = deque()
        self._refusals: list[tuple[Callable[[Any], bool], str]] = []

    def refuse(self, wants: Callable[[Any], bool], message: str) -> None:
        """Answer 400 with `message` to every request body of which `wants` is true."""
        self._refusals.append((wants, message))

    def reply_text(self, *pieces: str, finish_reason: str | None = "STOP") -> None:
        """Script a text, in one chunk of the stream for each piece."""
        self._script.append(Scripted(pieces, finish_reason))

    def reply_json(self, body: Any, finish_reason: str = "STOP") -> None:
        """Script an answer that is the JSON text of `body`."""
        self.reply_text(json.dumps(body), finish_reason=finish_reason)

    def block_prompt(self, reason: str = "SAFETY") -> None:
        """Script a refusal: no candidate, feedback on the prompt."""
        self._script.append(Scripted((), None, reason))

    def prompts(self) -> list[str]:
        """The last text of every request, in order."""
        return [request.body["contents"][-1]["parts"][-1]["text"] for request in self.requests]

    def verify(self) -> None:
        super().verify()
        assert not self._script, f"{len(self._script)} scripted answers were never asked for"

    def rate_limit_body(self) -> Any:
        return _error(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.")

    def respond(self, request: Request) -> Response:
        found = PATH.fullmatch(request.path)
        if request.method != "POST" or not found:
            raise OffScriptError(f"{request.method} {request.path}")
        if request.headers.get("x-goog-api-key") != self.api_key:
            return as_json(_bad_key(), 400)
        if found[1] != self.model:
            return as_json(_error(404, "NOT_FOUND", f"models/{found[1]} is not found"), 404)
        for wants, message in self._refusals:
            if wants(request.body):
                return as_json(_error(400, "INVALID_ARGUMENT", message), 400)
        if not self._script:
            raise OffScriptError(f"nothing scripted for {self.prompts()[-1]!r}")
        scripted = self._script.popleft()
        if found[2] == "generateContent":
            whole = Scripted(
                ("".join(scripted.pieces),), scripted.finish_reason, scripted.block_reason
            )
            return as_json(self._chunks(whole)[0])
        if request.query.get("alt") != "sse":
            raise OffScriptError("streamGenerateContent without alt=sse")
        lines = "".join(f"data: {json.dumps(c)}\r\n\r\n" for c in self._chunks(scripted))
        return Response(lines.encode(), content_type="text/event-stream")

    def _chunks(self, scripted: Scripted) -> Sequence[dict[str, Any]]:
        shared = {
            "usageMetadata": {
                "promptTokenCount": 9,
                "candidatesTokenCount": 3,
                "totalTokenCount": 12,
            },
            "modelVersion": self.model,
            "responseId": "r-1",
        }
        if scripted.block_reason:
            return [{"promptFeedback": {"blockReason": scripted.block_reason}} | shared]
        chunks = []
        for number, piece in enumerate(scripted.pieces, 1):
            candidate: dict[str, Any] = {
                "content": {"parts": [{"text": piece}], "role": "model"},
                "index": 0,
            }
            if number == len(scripted.pieces) and scripted.finish_reason:
                candidate["finishReason"] = scripted.finish_reason
            chunks.append({"candidates": [candidate]} | shared)
        return chunks


def _error(code: int, status: str, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message, "status": status}}


def _bad_key() -> dict[str, Any]:
    body = _error(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")
    body["error"]["details"] = [
        {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": "API_KEY_INVALID",
            "domain": "googleapis.com",
        }
    ]
    return body
