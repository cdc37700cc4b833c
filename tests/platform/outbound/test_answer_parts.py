"""The pieces of an answer go in; whether it is still within its bounds comes out."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.platform.outbound.answer_parts import MOST_LINES, MOST_PARTS, AnswerParts

pytestmark = pytest.mark.unit


def is_taken(answer: bytes, *, is_stream: bool, size: int = 65_536) -> bool:
    parts = AnswerParts(is_stream=is_stream)
    return all(parts.take(answer[at : at + size]) for at in range(0, len(answer), size))


EVENT = b"data: " + json.dumps({"choices": [{"delta": {"content": "wo {["}}]}).encode() + b"\n\n"


@pytest.mark.parametrize(
    ("answer", "is_stream"),
    [
        (b"", False),
        (json.dumps({"choices": [{"message": {"content": "{[" * 2_000}}]}).encode(), False),
        (json.dumps({"choices": [{"a": [{}] * 3_000}]}, indent=1).encode(), False),
        (EVENT * 20_000, True),
        (b"data: " + b"[]," * 9_000 + b"\n\n", True),
        (b": ping\n\n" * 50_000, True),
        (b"x" * 1_900_000, True),
    ],
)
def test_what_models_answer_is_taken(answer: bytes, *, is_stream: bool) -> None:
    assert is_taken(answer, is_stream=is_stream)


@pytest.mark.parametrize(
    ("answer", "is_stream"),
    [
        (b'{"choices":[' + b"[]," * 600_000 + b"[]]}", False),
        (b'{"choices":[' + b"[],\n" * 20_000 + b"[]]}", False),
        (b"[" * 300_000, False),
        (b"{}," * 20_000, False),
        (b"data: " + b"[]," * 600_000 + b"\n\n", True),
        (EVENT * 100 + b"data: " + b"{}," * 20_000, True),
        (b"\n" * 1_900_000, True),
        (b"\r" * 1_900_000, True),
    ],
)
def test_what_would_hold_up_the_loop_is_refused(answer: bytes, *, is_stream: bool) -> None:
    assert not is_taken(answer, is_stream=is_stream)


@settings(max_examples=60, deadline=None)
@given(
    lines=st.lists(st.integers(0, MOST_PARTS + 2), max_size=4),
    size=st.integers(1, 9_000),
    is_stream=st.booleans(),
)
def test_it_does_not_depend_on_how_the_answer_is_cut(
    lines: list[int], size: int, *, is_stream: bool
) -> None:
    answer = b"\n".join(b"{" * n for n in lines)
    most = max(lines, default=0) if is_stream else sum(lines)
    assert is_taken(answer, is_stream=is_stream, size=size) is (most <= MOST_PARTS)
    assert len(lines) < MOST_LINES
