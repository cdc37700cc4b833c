"""Speaks the protocol of OpenAI's chat completions, whole and as a stream."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from protocols.loopback import LoopbackServer, OffScriptError, Request, Response, as_json

USAGE = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}


@dataclass(frozen=True, slots=True)
class Scripted:
    pieces: tuple[str, ...]
    finish_reason: str | None
    refusal: str | None = None


class OpenAiServer(LoopbackServer):
    """Scripted answers are given in order; each must be fetched before the server closes."""

    def __init__(
        self,
        *,
        api_key: str | None = "test-second-key",
        model: str = "qwen3:8b",
        retry_after: str | None = None,
    ) -> None:
        super().__init__(retry_after=retry_after)
        self.api_key = api_key
        self.model = model
        self._script: deque[Scripted] = deque()
        self._refusals: list[tuple[Callable[[Any], bool], str]] = []

    @property
    def base_url(self) -> str:
        return f"{self.url}/v1"

    def refuse(self, wants: Callable[[Any], bool], message: str) -> None:
        """Answer 400 with `message` to every request body of which `wants` is true."""
        self._refusals.append((wants, message))

    def reply_text(self, *pieces: str, finish_reason: str | None = "stop") -> None:
        """Script a text, in one chunk of the stream for each piece."""
        self._script.append(Scripted(pieces, finish_reason))

    def reply_json(self, body: Any, finish_reason: str = "stop") -> None:
        """Script an answer that is the JSON text of `body`."""
        self.reply_text(json.dumps(body), finish_reason=finish_reason)

    def decline(self, words: str = "I can't help with that.") -> None:
        """Script a refusal: no content, and why."""
        self._script.append(Scripted((), "stop", words))

    def prompts(self) -> list[str]:
        """The last text of every request, in order."""
        return [request.body["messages"][-1]["content"] for request in self.requests]

    def verify(self) -> None:
        super().verify()
        assert not self._script, f"{len(self._script)} scripted answers were never asked for"

    def rate_limit_body(self) -> Any:
        return _error("Rate limit reached for requests.", "rate_limit_exceeded")

    def respond(self, request: Request) -> Response:
        if request.method != "POST" or request.path != "/v1/chat/completions":
            raise OffScriptError(f"{request.method} {request.path}")
        if self.api_key and request.headers.get("authorization") != f"Bearer {self.api_key}":
            given = request.headers.get("authorization")
            return as_json(_error(f"Incorrect API key provided: {given}", "invalid_api_key"), 401)
        if request.body["model"] != self.model:
            return as_json(_error(f'model "{request.body["model"]}" not found', "not_found"), 404)
        for wants, message in self._refusals:
            if wants(request.body):
                return as_json(_error(message, "invalid_request_error"), 400)
        if not self._script:
            raise OffScriptError(f"nothing scripted for {self.prompts()[-1]!r}")
        scripted = self._script.popleft()
        if not request.body.get("stream"):
            return as_json(self._completion(scripted))
        with_usage = bool((request.body.get("stream_options") or {}).get("include_usage"))
        lines = [f"data: {json.dumps(c)}\n\n" for c in self._chunks(scripted, usage=with_usage)]
        return Response(
            "".join([*lines, "data: [DONE]\n\n"]).encode(), content_type="text/event-stream"
        )

    def _completion(self, scripted: Scripted) -> dict[str, Any]:
        content = None if scripted.refusal else "".join(scripted.pieces)
        message = {"role": "assistant", "content": content, "refusal": scripted.refusal}
        choice = {"index": 0, "message": message, "finish_reason": scripted.finish_reason}
        return self._shared("chat.completion") | {"choices": [choice], "usage": USAGE}

    def _chunks(self, scripted: Scripted, *, usage: bool) -> Iterator[dict[str, Any]]:
        shared = self._shared("chat.completion.chunk")
        for piece in scripted.pieces:
            delta = {"role": "assistant", "content": piece}
            yield shared | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
        if scripted.finish_reason:
            end = {"index": 0, "delta": {}, "finish_reason": scripted.finish_reason}
            yield shared | {"choices": [end]}
        if usage:
            yield shared | {"choices": [], "usage": USAGE}

    def _shared(self, kind: str) -> dict[str, Any]:
        return {"id": "c-1", "object": kind, "created": 1, "model": self.model}


def _error(message: str, code: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "code": code}}
