"""Unit: templates go in; what makes one too large comes out."""

from typing import Any

import pytest
import yaml

from jarvis_voice.assistant.understanding.template_size import (
    DEEPEST,
    LARGEST,
    LONGEST,
    range_is_too_large,
    too_large,
)
from jarvis_voice.core.shipped_files import shipped

pytestmark = pytest.mark.unit


def test_nothing_that_ships_is_near_a_limit() -> None:
    content = yaml.safe_load(shipped("config/sentences/en.yaml").read_text(encoding="utf-8"))
    rules: dict[str, Any] = content["expansion_rules"]
    templates = [
        template
        for intent in content["intents"].values()
        for block in intent["data"]
        for template in block["sentences"]
    ]
    assert len(templates) > 200
    assert {too_large(template, rules) for template in [*templates, *rules.values()]} == {None}


@pytest.mark.parametrize(
    ("template", "rules", "why"),
    [
        ("x" * LONGEST, {}, None),
        ("x" * (LONGEST + 1), {}, "characters"),
        ("[" * DEEPEST + "x" + "]" * DEEPEST, {}, None),
        ("[" * (DEEPEST + 1) + "x" + "]" * (DEEPEST + 1), {}, "brackets"),
        ("[a] " * 200, {}, None),
        ("<a>", {"a": "<b>", "b": "x"}, None),
        ("<a> <a>", {"a": "x"}, None),
        ("<a>", {"a": "<b>", "b": "x <a>"}, "leads to itself"),
        ("<a0>", {f"a{n}": f"<a{n + 1}>" for n in range(DEEPEST - 1)}, None),
        ("<a0>", {f"a{n}": f"<a{n + 1}>" for n in range(500)}, "rules in each other"),
        ("<a0>", {f"a{n}": f"<a{n + 1}>" * 2 for n in range(12)}, f"{LARGEST:,} pieces"),
        ("hi (there", {}, None),
        ("<a>", {"a": 5}, None),
    ],
)
def test_a_template_is_measured_with_its_rules(
    template: str, rules: dict[str, Any], why: str | None
) -> None:
    found = too_large(template, rules)
    assert (found is None) if why is None else (found is not None and why in found)


@pytest.mark.parametrize(
    ("body", "is_too_large"),
    [
        ({"range": {"from": 0, "to": 100}}, False),
        ({"range": {"from": 0, "to": 10**9}}, True),
        ({"range": {"from": -(10**9), "to": 0}}, True),
        ({"range": {"from": "a", "to": None}}, False),
        ({"range": 5}, False),
        ({"values": ["a"]}, False),
        ("a", False),
    ],
)
def test_a_range_of_numbers_is_measured(body: Any, *, is_too_large: bool) -> None:
    assert range_is_too_large(body) is is_too_large
