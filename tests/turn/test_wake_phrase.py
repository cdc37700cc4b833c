"""Unit: the wake word is cut from the start of a command, however it was spelled."""

import pytest

from jarvis_voice.turn.wake_phrase import strip_wake_word


@pytest.mark.parametrize(
    ("heard", "command"),
    [
        ("Hey Jarvis, open MIT's website.", "open MIT's website."),
        ("Hey, Jarvis open it", "open it"),
        ("hey jarvis open it", "open it"),
        ("Hey Travis, open it", "open it"),
        ("Hey Davis open it", "open it"),
        ("Hey Chavez, open it", "open it"),
        ("Hi Jervis, stop", "stop"),
        ("A Jarvis, open it", "open it"),
        ("They Jarvis, open it", "open it"),
        ("Heyjarvis open it", "open it"),
        ("Jarvis's open it", "open it"),
        ("Jarvis\u2019s open it", "open it"),
        ("Jarvis. Open it.", "Open it."),
        ("Gervais, open it", "open it"),
        ("Hey! Jarvis! Hey Jarvis, open it", "open it"),
        ("Hey Jarvis \u2014 open it", "open it"),
        ("Jarvis, a song please", "a song please"),
        ("Hey Jarvis.", ""),
        ("Hey, what time is it?", "what time is it?"),
        ("Hey Jardins, open MIT's website.", "open MIT's website."),
        ("Page our best stop.", "stop."),
        ("Here are the open MIT's wedge site.", "open MIT's wedge site."),
        ("Hang on this open MIT's website.", "open MIT's website."),
    ],
)
def test_it_is_cut(heard: str, command: str) -> None:
    assert strip_wake_word(heard, "hey jarvis") == command


@pytest.mark.parametrize(
    "heard",
    [
        "Open MIT's website",
        "Open Jarvis website",
        "Play Travis",
        "Service status",
        "Travel sites",
        "Harvest moon",
        "Stop",
        "Join the call",
        "Take a screenshot",
        "...",
        "",
    ],
)
def test_other_words_stay(heard: str) -> None:
    assert strip_wake_word(heard, "hey jarvis") == heard


def test_nothing_is_cut_when_no_wake_word_opened_the_utterance() -> None:
    assert strip_wake_word("Jarvis is a name", None) == "Jarvis is a name"


@pytest.mark.parametrize("heard", ["Jarvis, open it", "Hey Jarvis, open it", "Travis open it"])
def test_a_bare_name_as_wake_word_may_be_greeted(heard: str) -> None:
    assert strip_wake_word(heard, "jarvis") == "open it"
