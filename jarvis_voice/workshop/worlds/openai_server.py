"""Speaks the protocol of OpenAI's chat completions, whole and as a stream."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    OffScriptError,
    as_json,
)
from jarvis_voice.workshop.worlds.model_server import ModelServer, RawAnswer


class OpenAiServer(ModelServer):
    """A compatible server with a script of answers; a model that declines has no content."""

    stop = "stop"

    def __init__(
        self,
        *,
        api_key: str = "test-second-key",
        model: str = "qwen3:8b",
        retry_after: str | None = None,
    ) -> None:
        super().__init__(api_key=api_key, model=model, retry_after=retry_after)

    @property
    def base_url(self) -> str:
        """The address that a client is given."""
        return f"{self.url}/v1"

    def prompt_of(self, body: Any) -> str:
        """The last text of one request."""
        return str(body["messages"][-1]["content"])

    def quota_body(self) -> Any:
        """What it says to one request too many."""
        return _error("Rate limit reached for requests.", "rate_limit_exceeded")

    def respond(self, request: LoopbackRequest) -> LoopbackResponse:
        """The next answer of the script, whole or as a stream."""
        body = request.body
        if request.method != "POST" or request.path != "/v1/chat/completions":
            raise OffScriptError(f"{request.method} {request.path}")
        if self.api_key and request.headers.get("authorization") != f"Bearer {self.api_key}":
            given = request.headers.get("authorization")
            return as_json(_error(f"Incorrect API key provided: {given}", "invalid_api_key"), 401)
        if self.model and body["model"] != self.model:
            return as_json(_error(f'model "{body["model"]}" not found', "not_found"), 404)
        if message := self.refused(body):
            return as_json(_error(message, "invalid_request_error"), 400)
        answer = self.next_answer(request)
        if not body.get("stream"):
            return self.faulty(answer.fault, as_json(self._completion(answer, body["model"])))
        chunks = [json.dumps(chunk) for chunk in self._chunks(answer, body)]
        lines = "".join(f"data: {chunk}\n\n" for chunk in [*chunks, "[DONE]"])
        response = LoopbackResponse(lines.encode(), content_type="text/event-stream")
        return self.faulty(answer.fault, response)

    def _usage(self) -> dict[str, int]:
        asked, answered = self.tokens
        return {
            "prompt_tokens": asked,
            "completion_tokens": answered,
            "total_tokens": asked + answered,
        }

    def _completion(self, answer: RawAnswer, model: str) -> dict[str, Any]:
        content = None if answer.refusal else "".join(answer.pieces)
        message = {"role": "assistant", "content": content, "refusal": answer.refusal}
        choice = {"index": 0, "message": message, "finish_reason": answer.finish_reason}
        return _shared("chat.completion", model) | {"choices": [choice], "usage": self._usage()}

    def _chunks(self, answer: RawAnswer, body: Any) -> Iterator[dict[str, Any]]:
        shared = _shared("chat.completion.chunk", body["model"])
        for piece in answer.pieces:
            delta = {"role": "assistant", "content": piece}
            yield shared | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
        if answer.finish_reason:
            end = {"index": 0, "delta": {}, "finish_reason": answer.finish_reason}
            yield shared | {"choices": [end]}
        if (body.get("stream_options") or {}).get("include_usage"):
            yield shared | {"choices": [], "usage": self._usage()}


def _shared(kind: str, model: str) -> dict[str, Any]:
    return {"id": "c-1", "object": kind, "created": 1, "model": model}


def _error(message: str, code: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "code": code}}
