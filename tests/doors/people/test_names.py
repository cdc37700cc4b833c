"""Unit: which names and scopes are taken, and how they are kept."""

import pytest

from jarvis_voice.core.errors import ConfigError
from jarvis_voice.core.types import EVERY_SCOPE, TALK_ONLY
from jarvis_voice.doors.people.names import scopes_asked, token_named, user_named

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "anna"),
        ("  ben ", "ben"),
        ("JOSE\u0301", "jos\u00e9"),
        ("7of9", "7of9"),
        ("a" * 32,) * 2,
    ],
)
def test_a_name_is_kept_in_small_letters(typed: str, kept: str) -> None:
    assert user_named(typed) == kept
    assert user_named(kept) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "a" * 33,
        "a b",
        "a/b",
        "../x",
        "-a",
        ".a",
        "_a",
        "a\x1fb",
        "a\nb",
        "a%",
        "\u202eanna",
    ],
)
def test_what_is_no_name_is_refused(typed: str) -> None:
    with pytest.raises(ConfigError) as user:
        user_named(typed)
    with pytest.raises(ConfigError) as token:
        token_named(typed)
    assert (user.value.code, token.value.code) == ("user-name", "token-name")


@pytest.mark.parametrize(
    ("asked", "scopes"),
    [
        ("talk", TALK_ONLY),
        (" Talk , act,", {"talk", "act"}),
        ("admin,home,act,talk", EVERY_SCOPE),
        ("home", {"home"}),
    ],
)
def test_scopes_are_named_with_commas(asked: str, scopes: frozenset[str]) -> None:
    assert scopes_asked(asked) == scopes


@pytest.mark.parametrize("asked", ["", ",", "talk act", "talk,fly", "all", "*"])
def test_other_scopes_are_refused(asked: str) -> None:
    with pytest.raises(ConfigError) as caught:
        scopes_asked(asked)
    assert caught.value.code == "scope"
