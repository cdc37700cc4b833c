"""Unit: which routines ask for the whole briefing."""

import pytest

from jarvis_voice.language.en.briefing_requests import asks_for_briefing, asks_for_mail

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "words",
    [
        *("give me my briefing", "read me the news", "brief me", "catch me up on the news"),
        *("tell me the headlines", "what's new", "bring me up to speed"),
    ],
)
def test_the_briefing(words: str) -> None:
    assert asks_for_briefing(words)


@pytest.mark.parametrize(
    "words",
    [
        *("what is the weather", "tell me the news about batteries", "brief me on batteries"),
        *("open the news site", "which feeds do I have", "set a timer", ""),
    ],
)
def test_something_else(words: str) -> None:
    assert not asks_for_briefing(words)


def test_a_briefing_by_mail() -> None:
    said = ("mail me my briefing", "send me the news by e-mail", "email me my briefing")
    assert all(asks_for_mail(words) and asks_for_briefing(words) for words in said)
    assert not asks_for_mail("give me my briefing")
