"""Unit: words that stop what is under way."""

import pytest

from jarvis_voice.language.en.stop_words import is_stop, takes_back

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "text",
    [
        "stop",
        "Stop.",
        "STOP!",
        "stop it",
        "Stop, please.",
        "please stop",
        "Jarvis, stop.",
        "Hey Jarvis, stop talking!",
        "stop speaking",
        "stop reading please",
        "cancel that",
        "never mind",
        "Nevermind.",
        "forget it",
        "be quiet",
        "shut up",
        "that's enough",
        "That\N{RIGHT SINGLE QUOTATION MARK}s enough.",
        " enough ",
    ],
)
def test_the_whole_text_asks_to_stop(text: str) -> None:
    assert is_stop(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "...",
        "don't stop",
        "do not cancel that",
        "stop the music and open MIT",
        "stop the timer",
        "stop the music",
        "stop reading the news every morning",
        "what is a bus stop",
        "open stop.org",
        "how do I cancel my subscription",
        "never mind the gap, open MIT's website",
        "jarvis",
        "[silence]",
        "(Silence)",
    ],
)
def test_more_than_that_is_a_request(text: str) -> None:
    assert not is_stop(text)


def test_silence_for_it_may_be_about_what_was_done_last() -> None:
    assert takes_back("silence it")
    assert not takes_back("silence")


@pytest.mark.parametrize("text", ["silence", "Be silent.", "silence it", "hush", "cancel it"])
def test_silence_is_asked_for(text: str) -> None:
    assert is_stop(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cancel that.", True),
        ("cancel it please", True),
        ("cancel", True),
        ("stop it", True),
        ("stop", False),
    ],
)
def test_what_may_take_back_the_last_act(text: str, expected: bool) -> None:
    assert takes_back(text) is expected
