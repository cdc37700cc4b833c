"""Speaks Gemini's REST protocol: generateContent and streamGenerateContent?alt=sse."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from jarvis_voice.workshop.worlds.loopback import (
    LoopbackRequest,
    LoopbackResponse,
    OffScriptError,
    as_json,
)
from jarvis_voice.workshop.worlds.model_script import ModelScript, ScriptedCall
from jarvis_voice.workshop.worlds.model_server import ModelServer, RawAnswer

PATH = re.compile(r"/v1beta/models/([\w.-]+):(generateContent|streamGenerateContent)")
_ENDINGS = {"stop": "STOP", "length": "MAX_TOKENS", "filter": "SAFETY"}

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
            return as_json(_error(message[1], "INVALID_ARGUMENT", message[0]), message[1])
        answer = self.next_answer(request)
        if isinstance(answer, ModelScript):
            return self._scripted(answer, found[1], is_stream=request.path.endswith(STREAM))
        if not request.path.endswith(STREAM):
            whole = "".join(answer.pieces)
            return self.faulty(answer.fault, as_json(self._chunks(answer, found[1], [whole])[0]))
        if request.query.get("alt") != "sse":
            raise OffScriptError("streamGenerateContent without alt=sse")
        chunks = self._chunks(answer, found[1], answer.pieces)
        lines = "".join(f"data: {json.dumps(chunk)}\r\n\r\n" for chunk in chunks)
        response = LoopbackResponse(lines.encode(), content_type="text/event-stream")
        return self.faulty(answer.fault, response)

    def _scripted(self, script: ModelScript, model: str, *, is_stream: bool) -> LoopbackResponse:
        if script.status != HTTPStatus.OK:
            headers = {"Retry-After": script.retry_after} if script.retry_after else {}
            refusal = as_json(_error(script.status, "SCRIPTED", script.text), script.status)
            return replace(refusal, headers=headers)
        chunks = self._script_chunks(script, model)
        if not is_stream:
            parts = [part for chunk in chunks for part in _parts_of(chunk)]
            whole = chunks[-1] | {"candidates": [_candidate(parts, script.ending)]}
            return self.faulty(script.fault, as_json(whole))
        events = [f"data: {json.dumps(chunk)}\r\n\r\n".encode() for chunk in chunks]
        return LoopbackResponse(
            b"",
            content_type="text/event-stream",
            fault=script.fault,
            parts=script.timed(events),
        )

    def _script_chunks(self, script: ModelScript, model: str) -> Sequence[dict[str, Any]]:
        asked, answered = self.tokens
        tokens = {
            "promptTokenCount": asked,
            "candidatesTokenCount": answered,
            "totalTokenCount": asked + answered,
        }
        shared = {"usageMetadata": tokens, "modelVersion": model, "responseId": "r-1"}
        thoughts = [{"text": script.thought, "thought": True}] if script.thought else []
        parts = [*thoughts, *(_part(one) for one in script.said)]
        candidates = [_candidate([part], None) for part in parts]
        candidates.append(_candidate([], script.ending))
        return [{"candidates": [candidate]} | shared for candidate in candidates]

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


def _part(said: str | ScriptedCall) -> dict[str, Any]:
    """A text, or a call; this protocol has calls whole."""
    if isinstance(said, str):
        return {"text": said}
    arguments: Any = said.arguments
    with suppress(ValueError, RecursionError):
        arguments = json.loads(said.arguments)
    named = {"name": said.name} if said.name else {}
    return {"functionCall": {**named, "args": arguments}}


def _candidate(parts: Sequence[dict[str, Any]], ending: str | None) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"parts": list(parts), "role": "model"}, "index": 0}
    return candidate | ({"finishReason": _ENDINGS[ending]} if ending else {})


def _parts_of(chunk: dict[str, Any]) -> Sequence[dict[str, Any]]:
    parts: Sequence[dict[str, Any]] = chunk["candidates"][0]["content"]["parts"]
    return parts


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
