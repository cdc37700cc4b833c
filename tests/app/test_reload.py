"""Unit: what differs between two configurations, and what of it can hold at once."""

import pytest

from jarvis_voice.app.reload import changed, flat, sorted_by_effect

pytestmark = pytest.mark.unit

BEFORE = {
    "thread": "default",
    "voice": {"speed": 1.0, "earcons": True},
    "wake": {"words": {"jarvis": 0.5}},
    "commands": {},
}


def test_every_setting_has_its_dotted_name() -> None:
    assert flat(BEFORE) == {
        "thread": "default",
        "voice.speed": 1.0,
        "voice.earcons": True,
        "wake.words.jarvis": 0.5,
    }


def test_new_gone_and_other_are_changes_and_the_same_is_none() -> None:
    before = flat(BEFORE)
    after = flat({**BEFORE, "voice": {"speed": 1.2}, "commands": {"lock it": ("x",)}})
    assert changed(before, after) == ("voice.speed", "voice.earcons", "commands.lock it")
    assert changed(before, dict(before)) == ()


def test_a_none_is_not_the_same_as_nothing() -> None:
    assert changed({"google_api_key": None}, {}) == ("google_api_key",)


def test_a_new_wake_word_needs_a_restart_and_its_sensitivity_does_not() -> None:
    before = flat(BEFORE)
    after = flat({**BEFORE, "wake": {"words": {"jarvis": 0.7, "computer": 0.5}}})
    names = changed(before, after)
    assert sorted_by_effect(names, before, after) == (
        ["wake.words.jarvis"],
        ["wake.words.computer"],
    )
    assert sorted_by_effect(["voice.speed", "voice.earcons"], before, before) == (
        ["voice.speed"],
        ["voice.earcons"],
    )
