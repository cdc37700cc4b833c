"""The forms in which a client of OpenAI's chat is answered. Pure."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from jarvis_voice.doors.http.event_stream import server_sent

OWNER = "jarvis-voice"
MODEL = "jarvis"
SINCE = 1_764_547_200
"""When the model was made, for clients that ask: it is one name for every version."""

LAST = server_sent("[DONE]")


def model_body() -> dict[str, Any]:
    """The one model that there is."""
    return {"id": MODEL, "object": "model", "created": SINCE, "owned_by": OWNER}


def usage_body(asked: int, answered: int) -> dict[str, int]:
    """Tokens of language models; nothing where none was needed."""
    return {
        "prompt_tokens": asked,
        "completion_tokens": answered,
        "total_tokens": asked + answered,
    }


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """One answer, whole or in parts.

    Attributes:
        number: The turn's, or another that is given once.
        model: As the client called it.
        created: Seconds since 1970.
    """

    number: str
    model: str
    created: int

    def whole(self, text: str, usage: dict[str, int]) -> dict[str, Any]:
        """The answer in one piece."""
        message = {"role": "assistant", "content": text}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        return {**self._head("chat.completion"), "choices": [choice], "usage": usage}

    def begun(self) -> str:
        """The first part of a stream."""
        return self._part({"role": "assistant", "content": ""})

    def more(self, text: str) -> str:
        """Some words of it."""
        return self._part({"content": text})

    def news(self, text: str) -> str:
        """What is done meanwhile, for clients that ask for it."""
        return self._part({"reasoning_content": text})

    def ended(self) -> str:
        """The part after the last words."""
        return self._part({}, "stop")

    def counted(self, usage: dict[str, int]) -> str:
        """The tokens, for clients that ask for them."""
        body = {**self._head("chat.completion.chunk"), "choices": [], "usage": usage}
        return server_sent(json.dumps(body))

    def _part(self, delta: dict[str, str], reason: str | None = None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        body = {**self._head("chat.completion.chunk"), "choices": [choice]}
        return server_sent(json.dumps(body))

    def _head(self, kind: str) -> dict[str, Any]:
        number = f"chatcmpl-{self.number}"
        return {"id": number, "object": kind, "created": self.created, "model": self.model}
