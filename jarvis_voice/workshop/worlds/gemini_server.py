"""Speaks Gemini's REST protocol: generateContent and streamGenerateContent?alt=sse."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    OffScriptError,
    as_json,
)
from jarvis_voice.workshop.worlds.model_server import ModelServer, RawAnswer

PATH = re.compile(r"/v1beta/models/([\w.-]+):(generateContent|streamGenerateContent)")
STREAM = ":streamGenerateContent"


class GeminiServer(ModelServer):
    """Gemini with a script of answers; a prompt that is declined gets no candidate."""

    stop = "STOP"

    def __init__(
        self,
        *,
        api_key: str = "test-gemini-key",
        model: str = "gemini-2.5-flash",
        retry_after: str | None = None,
    ) -> None:
        super().__init__(api_key=api_key, model=model, retry_after=retry_after)

    def prompt_of(self, body: Any) -> str:
        """The last text of one request."""
        return str(body["contents"][-1]["parts"][-1]["text"])

    def quota_body(self) -> Any:
        """What it says to one request too many."""
        return _error(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.")

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        """The next answer of the script, whole or as a stream."""
        found = PATH.fullmatch(request.path)
        if request.method != "POST" or not found:
            raise OffScriptError(f"{request.method} {request.path}")
        if self.api_key and request.headers.get("x-goog-api-key") != self.api_key:
            return as_json(_bad_key(), 400)
        if self.model and found[1] != self.model:
            return as_json(_error(404, "NOT_FOUND", f"models/{found[1]} is not found"), 404)
        if message := self.refused(request.body):
            return as_json(_error(400, "INVALID_ARGUMENT", message), 400)
        answer = self.next_answer(request)
        if not request.path.endswith(STREAM):
            whole = "".join(answer.pieces)
            return self.faulty(answer.fault, as_json(self._chunks(answer, found[1], [whole])[0]))
        if request.query.get("alt") != "sse":
            raise OffScriptError("streamGenerateContent without alt=sse")
        chunks = self._chunks(answer, found[1], answer.pieces)
        lines = "".join(f"data: {json.dumps(chunk)}\r\n\r\n" for chunk in chunks)
        response = LoopbackResponse(lines.encode(), content_type="text/event-stream")
        return self.faulty(answer.fault, response)

    def _chunks(
        self, answer: RawAnswer, model: str, pieces: Sequence[str]
    ) -> Sequence[dict[str, Any]]:
        asked, answered = self.tokens
        tokens = {
            "promptTokenCount": asked,
            "candidatesTokenCount": answered,
            "totalTokenCount": asked + answered,
        }
        shared = {"usageMetadata": tokens, "modelVersion": model, "responseId": "r-1"}
        if answer.refusal:
            return [{"promptFeedback": {"blockReason": answer.refusal}} | shared]
        chunks = []
        for number, piece in enumerate(pieces, 1):
            content = {"parts": [{"text": piece}], "role": "model"}
            candidate: dict[str, Any] = {"content": content, "index": 0}
            if number == len(pieces) and answer.finish_reason:
                candidate["finishReason"] = answer.finish_reason
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
