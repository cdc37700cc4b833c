"""Unit: TOML and JSON of others, however they are nested."""

import json
import tomllib
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.core.parsed_text import MOST_PARTS, parsed_json, parsed_toml
from jarvis_voice.core.shipped_files import shipped

pytestmark = pytest.mark.unit

DEEP = 100_000


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("\na = " + "[" * DEEP + "]" * DEEP, "nested too deep (at line 2)"),
        ("b = ']]'\n\na = " + "[{x=" * DEEP, "nested too deep (at line 3)"),
        ("a = [\n" + "[\n" * (DEEP - 1), f"nested too deep (at line {DEEP})"),
        ("c = 1\n" + ".".join("a" * DEEP) + " = 1", "at most 64 parts"),
        ("[" + " . ".join("a" * DEEP) + "]\nb = 1", "(at line 1)"),
        ("x = {" + ".".join('"a"' for _ in range(DEEP)) + " = 1}", "at most 64 parts"),
        ("a = " + "9" * 5_000, "too many digits"),
        ('b = """\n\n"""\n' + ".".join("a" * DEEP) + " = 1", "(at line 4)"),
        ('a = "' + '.\\"' * 8_000 + "\n", "Illegal character"),
        ("a = 1.5" + " " * 99_000 + "b" + ".b" * 63, "Expected newline"),
        ("a = '" + "x" * 5_000_000 + "'", "more than 4,194,304 characters"),
        ("a = ", "Invalid value"),
    ],
)
def test_what_toml_cannot_bear_is_a_mistake_of_the_text(text: str, why: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        parsed_toml(text)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a = " + "[" * 50 + "]" * 50, None),
        (".".join("a" * MOST_PARTS) + " = 1", None),
        ("# " + "." * 500 + "\na = '" + "x." * 500 + "'", {"a": "x." * 500}),
        ('a = "' + "." * 500 + '"', {"a": "." * 500}),
        ('a = """\nit\'s ' + "x." * 99 + '\n"""\nb = 1', None),
        ("a = '''\n" + "x." * 99 + "\n'''", None),
        ('a = "' + '\\".' * 99 + '"', None),
        ("a = 1979-05-27\nb.c = 1.5", {"a": date(1979, 5, 27), "b": {"c": 1.5}}),
    ],
)
def test_what_somebody_may_write_is_read(text: str, value: Any) -> None:
    assert parsed_toml(text) == (value or tomllib.loads(text))


@pytest.mark.parametrize("file", ["config/jarvis.toml", "config/sites.toml"])
def test_what_ships_is_read_as_tomllib_reads_it(file: str) -> None:
    text = shipped(file).read_text(encoding="utf-8")
    assert parsed_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text", ["[" * DEEP, "[" * DEEP + "]" * DEEP, '{"a":' * DEEP, b"[" * DEEP, "9" * 5_000, "", "{"]
)
def test_what_json_cannot_bear_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        parsed_json(text)
    assert not isinstance(caught.value, RecursionError)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


@settings(max_examples=50, deadline=None)
@given(VALUES)
def test_any_other_json_is_read(value: Any) -> None:
    assert parsed_json(json.dumps(value)) == value


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="[]{}=.,\"'#ab1 \n\\", max_size=60))
def test_any_text_is_values_or_a_mistake_as_tomllib_says(text: str) -> None:
    try:
        wanted: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        wanted = None
    try:
        assert parsed_toml(text) == wanted
    except tomllib.TOMLDecodeError:
        assert wanted is None
