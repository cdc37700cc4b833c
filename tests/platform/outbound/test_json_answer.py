"""Unit: what is read as JSON, what is refused, and that nothing runs out of stack."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.platform.outbound.json_answer import (
    MOST_LEVELS,
    MOST_PARTS,
    read_json,
    read_object,
)

pytestmark = pytest.mark.unit

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=40,
)


@given(VALUES)
@settings(max_examples=100)
def test_what_is_written_is_read(value: Any) -> None:
    assert read_json(json.dumps(value).encode()) == value


@given(st.lists(st.sampled_from("[{"), min_size=1, max_size=3 * MOST_LEVELS))
@settings(max_examples=100)
def test_the_levels_alone_decide(signs: list[str]) -> None:
    raw = "".join("[" if sign == "[" else '{"a":' for sign in signs) + "1"
    raw += "".join("]" if sign == "[" else "}" for sign in reversed(signs))
    if len(signs) <= MOST_LEVELS:
        assert read_json(raw.encode()) == json.loads(raw)
    else:
        with pytest.raises(ValueError, match="deeply"):
            read_json(raw.encode())


@pytest.mark.parametrize(
    "raw",
    [b"[" * 200_000 + b"]" * 200_000, b'{"a":' * 100_000 + b"1" + b"}" * 100_000, b"[" * 500_000],
    ids=["lists", "objects", "never closed"],
)
def test_brackets_without_end_are_no_json(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"deeply|JSON"):
        read_json(raw)


@pytest.mark.parametrize("part", [b"[]", b"{}"])
def test_the_number_of_parts_has_a_bound(part: bytes) -> None:
    most = b"[" + b",".join([part] * (MOST_PARTS - 1))
    assert len(read_json(most + b"]")) == MOST_PARTS - 1
    with pytest.raises(ValueError, match="parts"):
        read_json(most + b"," + part + b"]")


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"<html>", b'{"a": "\xff"}', b"7" * 100_000, b'{"a": 1} x', b"nul"]
)
def test_what_is_no_json_is_a_value_error(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(raw)


def test_numbers_that_json_does_not_have_are_none() -> None:
    assert read_json(b'{"a": NaN, "b": [Infinity, -Infinity, 1.5]}') == {
        "a": None,
        "b": [None, None, 1.5],
    }


def test_half_an_emoji_costs_no_answer() -> None:
    assert read_json(b'{"title": "\\ud83d"}') == {"title": "\ud83d"}


@pytest.mark.parametrize("raw", [b"[]", b"7", b'"text"', b"null", b"NaN"])
def test_only_an_object_is_an_object(raw: bytes) -> None:
    with pytest.raises(ValueError, match="not a JSON object"):
        read_object(raw)
    assert read_object(b'{"a": 1}') == {"a": 1}
