"""Speaks the protocol of OpenAI's chat completions, whole and as a stream."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from jarvis_voice.workshop.worlds.loopback import (
    BodyPart,
    LoopbackRequest,
    LoopbackResponse,
    OffScriptError,
    as_json,
)
from jarvis_voice.workshop.worlds.model_script import ModelScript, ScriptedCall
from jarvis_voice.workshop.worlds.model_server import ModelServer, RawAnswer

_ENDINGS = {"stop": "stop", "length": "length", "filter": "content_filter"}


class OpenAiServer(ModelServer):
    """A compatible server with a script of answers; a model that declines has no content.

    Attributes:
        streams: Whether it knows streams; without, it answers whole whatever it is asked.
    """

    stop = "stop"
    streams = True

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
            return as_json(_error(message[0], "invalid_request_error"), message[1])
        answer = self.next_answer(request)
        if isinstance(answer, ModelScript):
            return self._scripted(answer, body)
        if not (body.get("stream") and self.streams):
            return self.faulty(answer.fault, as_json(self._completion(answer, body["model"])))
        chunks = [json.dumps(chunk) for chunk in self._chunks(answer, body)]
        lines = "".join(f"data: {chunk}\n\n" for chunk in [*chunks, "[DONE]"])
        response = LoopbackResponse(lines.encode(), content_type="text/event-stream")
        return self.faulty(answer.fault, response)

    def _scripted(self, script: ModelScript, body: Any) -> LoopbackResponse:
        if script.status != HTTPStatus.OK:
            headers = {"Retry-After": script.retry_after} if script.retry_after else {}
            refusal = as_json(_error(script.text, "scripted"), script.status)
            return replace(refusal, headers=headers)
        if not (body.get("stream") and self.streams):
            whole = json.dumps(self._whole(script, body["model"])).encode()
            part = BodyPart(script.first_seconds, whole)
            return LoopbackResponse(b"", fault=script.fault, parts=(part,))
        chunks = self._script_chunks(script, body)
        events = [f"data: {json.dumps(chunk)}\n\n".encode() for chunk in chunks]
        parts = script.timed([*events, b"data: [DONE]\n\n"])
        return LoopbackResponse(
            b"", content_type="text/event-stream", fault=script.fault, parts=parts
        )

    def _script_chunks(self, script: ModelScript, body: Any) -> Iterator[dict[str, Any]]:
        shared = _shared("chat.completion.chunk", body["model"])

        def chunk(delta: Any, reason: str | None = None) -> dict[str, Any]:
            return shared | {"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}

        if script.thought:
            yield chunk({"role": "assistant", "reasoning_content": script.thought})
        number = 0
        for part in script.said:
            if isinstance(part, str):
                yield chunk({"role": "assistant", "content": part})
                continue
            for at, piece in enumerate(part.pieces()):
                yield chunk({"tool_calls": [_call(part, number, piece, is_first=not at)]})
            number += 1
        if script.fault:
            return
        usage = (body.get("stream_options") or {}).get("include_usage")
        if script.ending:
            yield chunk({}, _ENDINGS[script.ending])
        if usage:
            yield shared | {"choices": [], "usage": self._usage()}

    def _whole(self, script: ModelScript, model: str) -> dict[str, Any]:
        calls = [
            _call(one, number, one.arguments, is_first=True)
            for number, one in enumerate(script.calls)
        ]
        for call in calls:
            del call["index"]
        message = {"role": "assistant", "content": script.text, "tool_calls": calls}
        ending = _ENDINGS[script.ending] if script.ending else None
        choice = {"index": 0, "message": message, "finish_reason": ending}
        return _shared("chat.completion", model) | {"choices": [choice], "usage": self._usage()}

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


def _call(call: ScriptedCall, number: int, piece: str, *, is_first: bool) -> dict[str, Any]:
    """A piece of a call; the first one has its name."""
    if not is_first:
        return {"index": number, "function": {"arguments": piece}}
    named = {"name": call.name} if call.name else {}
    function = {**named, "arguments": piece}
    return {"index": number, "id": f"call-{number}", "type": "function", "function": function}


def _shared(kind: str, model: str) -> dict[str, Any]:
    return {"id": "c-1", "object": kind, "created": 1, "model": model}


def _error(message: str, code: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "code": code}}
