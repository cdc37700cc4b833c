"""Turns the answer of a server that does not stream into a stream of one piece."""

from __future__ import annotations

import json
from collections.abc import AsyncIterable, AsyncIterator, Mapping
from typing import Any, cast

import httpx

from jarvis_voice.engines.llm.tool_calls import load_json

_EVENTS = {"Content-Type": "text/event-stream"}


class StreamedAnswers(httpx.AsyncBaseTransport):
    """A transport for requests that ask for a stream.

    Args:
        inner: What sends them, and bounds what comes.

    Attributes:
        answers_whole: The last answer was one JSON object in place of a stream.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self.answers_whole = False
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request, and hand on a stream whatever comes."""
        response = await self._inner.handle_async_request(request)
        kind = response.headers.get("Content-Type", "")
        if response.status_code != httpx.codes.OK or "json" not in kind:
            if response.status_code == httpx.codes.OK:
                self.answers_whole = False
            return response
        parts = aiter(cast("AsyncIterable[bytes]", response.stream))
        try:
            begun = await _read(parts, until_begun=True)
            self.answers_whole = begun.lstrip().startswith(b"{")
            if not self.answers_whole:  # a stream under a wrong name
                rest = _Rest(begun, parts, response)
                return httpx.Response(response.status_code, headers=_EVENTS, stream=rest)
            begun += await _read(parts)
        except BaseException:
            await response.aclose()
            raise
        await response.aclose()
        return httpx.Response(response.status_code, headers=_EVENTS, content=as_events(begun))

    async def aclose(self) -> None:
        """Close all connections."""
        await self._inner.aclose()


async def _read(parts: AsyncIterator[bytes], *, until_begun: bool = False) -> bytes:
    """All of a body, or as much as shows how it begins."""
    body = bytearray()
    while not (until_begun and body.strip()) and (part := await anext(parts, None)) is not None:
        body += part
    return bytes(body)


class _Rest(httpx.AsyncByteStream):
    """A body of which the beginning has been read."""

    def __init__(self, begun: bytes, parts: AsyncIterator[bytes], response: httpx.Response) -> None:
        self._begun = begun
        self._parts = parts
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._begun
        async for part in self._parts:
            yield part

    async def aclose(self) -> None:
        await self._response.aclose()


def as_events(body: bytes) -> bytes:
    """A completion as the events of a stream; what is none becomes no event."""
    try:
        whole = load_json(body.decode())
    except ValueError:
        return b""
    if not isinstance(whole, dict):
        return b""
    if "error" in whole:
        return _event(whole)
    chunk = {key: whole.get(key) for key in ("id", "created", "model")}
    chunk |= {"object": "chat.completion.chunk"}
    choices = whole.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(choice, dict):
        return b""
    delta = _delta(choice.get("message"), choice.get("text"))
    said = {"index": 0, "delta": delta, "finish_reason": choice.get("finish_reason")}
    events = _event(chunk | {"choices": [said]})
    if isinstance(whole.get("usage"), dict):
        events += _event(chunk | {"choices": [], "usage": whole["usage"]})
    return events + b"data: [DONE]\n\n"


def _delta(message: Any, text: Any) -> dict[str, Any]:
    if not isinstance(message, dict):
        return {"role": "assistant", "content": text if isinstance(text, str) else ""}
    calls = message.get("tool_calls")
    if not isinstance(calls, list):
        return message
    numbered = [call | {"index": at} for at, call in enumerate(calls) if isinstance(call, dict)]
    return message | {"tool_calls": numbered}


def _event(chunk: Mapping[str, Any]) -> bytes:
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"
