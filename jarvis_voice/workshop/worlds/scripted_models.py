"""The protocols of language models, answered from a script. Pure but for the script's place."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
from typing import Any

from jarvis_voice.workshop.worlds.loopback import LoopbackRequest, LoopbackResponse, as_json, faulty
from jarvis_voice.workshop.worlds.scenario import ModelAnswer

HARMLESS = ModelAnswer(text="The pages say a little about it.")
"""What a model words an answer with when the script has no words."""

GEMINI_REFUSAL = {"error": {"code": 429, "message": "Quota.", "status": "RESOURCE_EXHAUSTED"}}
OPENAI_REFUSAL = {"error": {"message": "Rate limit reached.", "type": "requests", "code": "429"}}
_FINISH = {"STOP": "stop", "MAX_TOKENS": "length"}


class Script:
    """Answers in order; one that repeats stays."""

    def __init__(self, answers: Iterable[ModelAnswer]) -> None:
        self._left = deque(answers)

    def next(self) -> ModelAnswer | None:
        """The next answer, or None where the script is at its end."""
        if not self._left:
            return None
        return self._left[0] if self._left[0].repeat else self._left.popleft()


def gemini(request: LoopbackRequest, answer: ModelAnswer) -> LoopbackResponse:
    """Gemini's generateContent, or its stream."""
    candidate = {
        "content": {"parts": [{"text": answer.text}], "role": "model"},
        "index": 0,
        "finishReason": answer.finish,
    }
    tokens = {"promptTokenCount": 900, "candidatesTokenCount": 30, "totalTokenCount": 930}
    body = {"candidates": [candidate], "usageMetadata": tokens, "modelVersion": "scripted"}
    if request.path.endswith(":streamGenerateContent"):
        line = f"data: {json.dumps(body)}\r\n\r\n".encode()
        response = LoopbackResponse(line, content_type="text/event-stream")
    else:
        response = as_json(body)
    return faulty(answer.fault, response, GEMINI_REFUSAL) if answer.fault else response


def openai(request: LoopbackRequest, answer: ModelAnswer) -> LoopbackResponse:
    """OpenAI's chat completions, or their stream."""
    body = request.body if isinstance(request.body, dict) else {}
    response = _streamed(answer) if body.get("stream") else as_json(_completion(answer))
    return faulty(answer.fault, response, OPENAI_REFUSAL) if answer.fault else response


def _completion(answer: ModelAnswer) -> dict[str, Any]:
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": answer.text},
        "finish_reason": _FINISH.get(answer.finish, "content_filter"),
    }
    tokens = {"prompt_tokens": 900, "completion_tokens": 30, "total_tokens": 930}
    shared = {"id": "c-1", "created": 1, "model": "scripted", "usage": tokens}
    return {"object": "chat.completion", "choices": [choice]} | shared


def _streamed(answer: ModelAnswer) -> LoopbackResponse:
    shared = {"id": "c-1", "created": 1, "model": "scripted", "object": "chat.completion.chunk"}
    words = {"index": 0, "delta": {"role": "assistant", "content": answer.text}}
    end = {"index": 0, "delta": {}, "finish_reason": _FINISH.get(answer.finish, "content_filter")}
    chunks = [
        json.dumps(shared | {"choices": [{"finish_reason": None} | words]}),
        json.dumps(shared | {"choices": [end]}),
        "[DONE]",
    ]
    text = "".join(f"data: {chunk}\n\n" for chunk in chunks)
    return LoopbackResponse(text.encode(), content_type="text/event-stream")
