"""Unit: what was said goes in; whether it asks how things are comes out."""

import pytest

from jarvis_voice.language.en.reports.accounts import asks_for_an_account

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "is_account"),
    [
        ("tell me why bread rises", True),
        ("please explain in a line or two why bread rises", True),
        ("what is a fork", False),
        ("tell me a joke", False),
        ("write a poem about a clock", False),
        ("explain it as if you were to act a pirate", False),
    ],
)
def test_an_account_of_how_things_are_is_no_text_to_be_composed(
    text: str, is_account: bool
) -> None:
    assert asks_for_an_account(text) is is_account
