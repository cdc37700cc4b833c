"""Unit: what an honest answer may look like, and what only a hostile one does."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jarvis_voice.engines.llm.answer_bounds import _ITEMS, EventSize, _Matches

pytestmark = pytest.mark.unit


def openai(message: Any) -> bytes:
    whole = {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
    return json.dumps(whole, indent=1).encode()


def gemini(parts: Any) -> bytes:
    whole = {"candidates": [{"content": {"parts": parts, "role": "model"}}]}
    return json.dumps(whole, indent=1).encode()


def text(words: str) -> bytes:
    return openai({"role": "assistant", "content": words})


def call(arguments: Any) -> Any:
    return {"id": "c", "type": "function", "function": {"name": "note", "arguments": arguments}}


STEP = json.dumps({"action": "note", "entries": [{"text": "milk", "count": 1}] * 800})

HONEST = {
    "8,192 long words": text("Staatsangehörigkeit " * 8192),
    "8,192 signs of the higher planes": text("\U0001f600" * 8192),
    "8,192 tokens of Chinese": text("你好世界" * 8192),
    "4,000 numbers": text(", ".join(str(n) for n in range(4000))),
    "a table of numbers": text("1,2,3\n" * 1300),
    "code": text("if (x) { y = {}; z = [1, 2]; }\n" * 600),
    "JSON in a text": text(json.dumps([{"name": "Anna", "ages": [1, 2, 3]}] * 500, indent=2)),
    "a step in JSON": text(STEP),
    "brackets in a text": text("{[" * 2_000),
    "signs of life": b": ping\n\n" * 50_000,
    "3,000 empty objects": openai({"content": [{}] * 3_000}),
    "64 calls": openai({"content": "", "tool_calls": [call('{"minutes": 5}')] * 64}),
    "a long note": openai({"content": "", "tool_calls": [call(json.dumps({"text": "x" * 9999}))]}),
    "64 calls of Gemini": gemini([{"functionCall": {"name": "a", "args": {"b": 1}}}] * 64),
    "a list of 200 entries": gemini([{"functionCall": {"args": {"of": [{"text": "a"}] * 200}}}]),
}  # fmt: skip

HOSTILE = {
    "a large text": text("x" * 400_000),
    "many parts": gemini([{"text": "x"}] * 5000),
    "many calls": openai({"content": "", "tool_calls": [call("{}")] * 1000}),
    "many choices": json.dumps({"choices": [{"delta": {"content": "x"}}] * 1000}).encode(),
    "many numbers": openai({"content": [1] * 20_000}),
    "many names": openai({"content": ["a"] * 20_000}),
    "many lists": openai({"content": [[]] * 20_000}),
    "many empty objects": openai({"content": [{}] * 20_000}),
    "deep lists": b"[" * 20_000,
    "empty lines": b"\n" * 1_900_000,
    "carriage returns": b"\r" * 1_900_000,
    "lists on lines": b'{"choices":[' + b"[],\n" * 20_000 + b"[]]}",
    "deep objects": b'{"a":' * 20_000,
    "many keys": openai({f"k{n}": None for n in range(20_000)}),
    "keys": openai({f"k{n}": "" for n in range(20_000)}),
}


def fits(body: bytes, size: int) -> bool:
    event = EventSize()
    return all(event.fits(body[at : at + size]) for at in range(0, len(body), size))


@pytest.mark.parametrize("size", [4_000, 1_000_000])
@pytest.mark.parametrize("name", HONEST)
def test_an_honest_answer_is_read(name: str, size: int) -> None:
    assert fits(HONEST[name], size)


@pytest.mark.parametrize("size", [3, 20, 4_000, 1_000_000])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_answer_is_not(name: str, size: int) -> None:
    assert not fits(HOSTILE[name], size)


@pytest.mark.parametrize("end", ["\n\n", "\r\n\r\n"])
@pytest.mark.parametrize("size", [1, 7, 5_000, 10_000_000])
def test_each_event_of_a_stream_has_its_own_bound(end: str, size: int) -> None:
    n_events = 40 if size < 10 else 20_000
    stream = f'data: {{"choices": [{{"delta": {{"content": "word "}}}}]}}{end}' * n_events
    assert fits(stream.encode(), size)
    inside = stream.encode() + b"data: " + HOSTILE["many calls"]
    assert not fits(inside, size)


@given(
    st.lists(st.sampled_from([b'"', b",", b"[", b"]", b"{", b"}", b" ", b"1", b"null", b"a"])),
    st.integers(1, 9),
)
def test_parts_are_counted_wherever_the_answer_is_cut(signs: list[bytes], size: int) -> None:
    body = b"".join(signs) * 60
    whole, cut = _Matches(_ITEMS), _Matches(_ITEMS)
    whole.add(body)
    for at in range(0, len(body), size):
        cut.add(body[at : at + size])
    assert abs(whole.n - cut.n) <= 0.1 * whole.n + 1
