"""LangChain's client of an OpenAI-compatible server, which hands tool calls on as they come.

The library drops a piece of a call without a number, and parses each piece as if it were whole.

Imported when the first client is built: the library takes a second.
"""

from __future__ import annotations

import json
from typing import Any

from langchain_core.messages import AIMessageChunk
from langchain_core.outputs import ChatGenerationChunk
from langchain_openai import ChatOpenAI

from jarvis_voice.engines.llm.tool_calls import CallPiece

CALLS, THOUGHT = "call_pieces", "has_thought"
"""Attributes of a piece of the answer: of which calls it brings a part, and whether it thinks."""

_THOUGHTS = ("reasoning_content", "reasoning", "thinking")


class CallingClient(ChatOpenAI):
    """The client; `call_pieces` of a piece of its stream is a list of `CallPiece`."""

    def _convert_chunk_to_generation_chunk(
        self,
        chunk: dict[str, Any],
        default_chunk_class: type,
        base_generation_info: dict[str, Any] | None,
    ) -> ChatGenerationChunk | None:
        chunk, calls, has_thought = without_calls(chunk)
        made = super()._convert_chunk_to_generation_chunk(
            chunk, default_chunk_class, base_generation_info
        )
        if made and isinstance(made.message, AIMessageChunk):
            setattr(made.message, CALLS, calls)
            setattr(made.message, THOUGHT, has_thought)
        return made


def without_calls(chunk: dict[str, Any]) -> tuple[dict[str, Any], list[CallPiece], bool]:
    """A piece without its calls, these, and whether a thought is in it."""
    choices = chunk.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return chunk, [], False
    delta = choices[0].get("delta")
    if not isinstance(delta, dict):
        return chunk, [], False
    has_thought = any(delta.get(name) for name in _THOUGHTS)
    raw = delta.get("tool_calls")
    if not isinstance(raw, list):
        return chunk, [], has_thought
    calls = [piece for one in raw if (piece := _piece(one))]
    plain = {name: value for name, value in delta.items() if name != "tool_calls"}
    return chunk | {"choices": [choices[0] | {"delta": plain}]}, calls, has_thought


def _piece(raw: Any) -> CallPiece | None:
    if not isinstance(raw, dict) or not isinstance(raw.get("function"), dict):
        return None
    index, own_id = raw.get("index"), raw.get("id")
    name, arguments = raw["function"].get("name"), raw["function"].get("arguments")
    return CallPiece(
        index if isinstance(index, int) else None,
        own_id if isinstance(own_id, str) else None,
        name if isinstance(name, str) else None,
        _text_of(arguments),
    )


def _text_of(arguments: Any) -> str:
    """The arguments as text; some servers send the object itself."""
    if isinstance(arguments, str):
        return arguments
    if arguments is None:
        return ""
    return json.dumps(arguments)
