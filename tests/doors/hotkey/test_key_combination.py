"""The push-to-talk key in words (unit): a text goes in, a combination or an error comes out."""

from __future__ import annotations

import pytest

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.doors.hotkey.key_combination import KEYS, parse_combination

pytestmark = pytest.mark.flow


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("F9", "F9"),
        ("f12", "F12"),
        ("ctrl+space", "ctrl+space"),
        ("Ctrl + Space", "ctrl+space"),
        ("ctrl+alt+j", "ctrl+alt+j"),
        ("alt+control+J", "ctrl+alt+j"),
        ("ctrl+shift+f", "ctrl+shift+f"),
        ("super+return", "super+enter"),
        ("win+1", "super+1"),
        ("shift+F1", "shift+F1"),
        ("Pause", "pause"),
    ],
)
def test_a_combination_is_read(text: str, canonical: str) -> None:
    assert str(parse_combination(text)) == canonical
    assert parse_combination(canonical) == parse_combination(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ctrl+spcae", 'no key "spcae". Did you mean "space"?'),
        ("ctlr+space", 'no modifier "ctlr". Did you mean "ctrl"?'),
        ("F25", 'no key "f25". Did you mean "f'),
        ("ctrl+retrun", 'Did you mean "enter"?'),
        ("ctrl+alt", "names no key"),
        ("ctrl+", "names no key"),
        ("", "names no key"),
        ("F9+ctrl", '"f9" is not one of ctrl, alt, shift, super'),
        ("a", 'Did you mean "ctrl+alt+a"?'),
        ("space", "could not type it"),
        ("shift+j", 'Did you mean "ctrl+alt+j"?'),
        ("ctrl+ü", 'no key "ü".'),
    ],
)
def test_a_wrong_combination_is_refused_with_advice(text: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_combination(text)
    assert caught.value.code == "bad-key"
    assert said in caught.value.message
    assert f'"{text}"' in caught.value.message


def test_every_key_can_be_had_with_a_modifier() -> None:
    assert {parse_combination(f"ctrl+{key}").key for key in KEYS} == KEYS
