"""Unit: names that nobody knows are refused with the nearest that there is."""

import pytest

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.setting_names import (
    find_setting,
    refuse_unknown,
    refuse_unknown_variables,
    settings_in,
    shipped_settings,
)

pytestmark = pytest.mark.unit

KNOWN = {"thread": "default", "voice": {"speed": 1.0}, "commands": {}}


@pytest.mark.parametrize(
    ("user", "code", "words"),
    [
        ({"thraed": "x"}, "config-unknown-key", '"thraed" in own.toml. Did you mean "thread"?'),
        ({"voice": {"sped": 2}}, "config-unknown-key", '"sped" in [voice] of own.toml'),
        ({"voice": 2}, "config-value", "must be a section ([voice])"),
        ({"thread": {"a": 1}}, "config-value", "must be a single value"),
    ],
)
def test_a_name_in_a_file_is_refused(user: dict[str, object], code: str, words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        refuse_unknown(user, KNOWN, "own.toml", {"commands"})
    assert caught.value.code == code
    assert words in caught.value.message


def test_a_section_that_is_open_takes_any_name() -> None:
    refuse_unknown({"commands": {"my own": "ls"}, "voice": {}}, KNOWN, "own.toml", {"commands"})


def test_a_variable_is_refused_only_where_it_bears_our_prefix() -> None:
    refuse_unknown_variables(["PATH", "JARVIS_HOME", "JARVIS_THREAD", "JARVIS_VOICE__SPEED"], KNOWN)
    with pytest.raises(ConfigError, match="JARVIS_VOICE__SPEED"):
        refuse_unknown_variables(["JARVIS_VOICE__SPED"], KNOWN)


SHIPPED = shipped_settings()


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("voice.speed", ("voice", "speed")),
        ("voice", ("voice",)),
        ("thread", ("thread",)),
        ("wake.words.hey friday", ("wake", "words", "hey friday")),
        ('commands."lock the screen"', ("commands", "lock the screen")),
        ("prices.gemini-2.5-flash", ("prices", "gemini-2.5-flash")),
    ],
)
def test_a_typed_name_leads_to_its_setting(typed: str, name: tuple[str, ...]) -> None:
    assert find_setting(typed, SHIPPED) == name


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("voice.sped", "voice.speed"), ("speed", "voice.speed"), ("vioce", "voice")],
)
def test_a_misspelt_name_gets_a_suggestion(typed: str, meant: str) -> None:
    with pytest.raises(ConfigError, match=f'Did you mean "{meant}"'):
        find_setting(typed, SHIPPED)


def test_what_the_user_named_is_one_setting() -> None:
    names = [name for name, _ in settings_in({**SHIPPED, "mcp": {"files": {"url": "x"}}})]
    assert ("mcp", "files") in names
    assert ("wake", "words", "jarvis") in names
    assert ("prices", "gemini-2.5-flash") in names
