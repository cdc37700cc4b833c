"""Unit: settings in a list: comments, secrets, and what cannot be written back."""

from typing import Any

import pytest

from jarvis_voice.app.settings_desk import LARGEST_NUMBER, is_toml
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.setting_list import (
    HIDDEN,
    comments_in,
    holds_hidden,
    listed_settings,
    without_secrets,
)

pytestmark = pytest.mark.unit


def test_every_setting_that_ships_is_listed_with_a_comment(paths: Paths) -> None:
    settings = {one.key: one for one in listed_settings(paths, ("voice.speed", "wake.words."))}
    assert len(settings) > 50
    assert [one.key for one in settings.values() if not one.comment] == []
    now = {one.key for one in settings.values() if one.holds == "now"}
    assert now == {"voice.speed", "wake.words.jarvis"}


def test_a_comment_is_what_stands_behind_a_setting() -> None:
    text = 'a = true  # first\n[b]  # the section\n# above\nc = 1 # third # and more\n"d e" = []\n'
    assert comments_in(text) == {
        ("a",): "first",
        ("b",): "the section",
        ("b", "c"): "third # and more",
        ("b", "d e"): "",
    }


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        (("models", "lab", "headers"), {"X-Key": "s"}, {"X-Key": HIDDEN}),
        (("mcp", "files"), {"command": ["npx", "-t", "s"]}, {"command": ["npx", HIDDEN]}),
        (("mcp", "files"), {"command": ["npx"]}, {"command": ["npx"]}),
        (("mcp", "a"), {"url": "http://s:s@h.example:1/s?s"}, {"url": "h.example:1"}),
        (("voice", "speed"), 1.0, 1.0),
        (("commands", "lock"), ("loginctl", "lock"), ["loginctl", "lock"]),
    ],
)
def test_what_may_be_a_secret_is_hidden(name: tuple[str, ...], value: Any, shown: Any) -> None:
    assert without_secrets(name, value) == shown


@pytest.mark.parametrize("value", [HIDDEN, [HIDDEN], {"a": {"b": [1, HIDDEN]}}], ids=str)
def test_what_was_hidden_is_seen_wherever_it_is(value: Any) -> None:
    assert holds_hidden(value)


@pytest.mark.parametrize("value", [None, 1, "hidden", [], {"a": [f"{HIDDEN}!"]}], ids=str)
def test_what_was_not_hidden_may_be_sent(value: Any) -> None:
    assert not holds_hidden(value)


@pytest.mark.parametrize(
    ("value", "can_stand"),
    [
        *((1, True), ("a", True), ([1, "a"], True), ({"a": {"b": False}}, True)),
        *((None, False), ([None], False), ({"a": None}, False), (float("nan"), False)),
        *((LARGEST_NUMBER + 1, False), ("\ud800", False), ("a" * 30_000, False)),
    ],
)
def test_only_what_a_file_can_hold_is_written(value: Any, can_stand: bool) -> None:
    assert is_toml(value) == can_stand
