"""Unit: the wake word is cut from the start of a command, however it was spelled."""

import pytest

from jarvis_voice.language.en.wake_phrase import strip_wake_word

pytestmark = pytest.mark.unit


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
        ("Hey Jarvis, hey", ""),
        ("Hey Jarvis. Hey Jarvis, hey.", ""),
    ],
)
def test_it_is_cut(heard: str, command: str) -> None:
    assert strip_wake_word(heard, "hey jarvis", is_heard=True) == command


@pytest.mark.parametrize(
    ("heard", "command"),
    [
        ("Hey Jarvis, I was born in 1990.", "I was born in 1990."),
        ("Hey zombies, do not open GitHub.", "do not open GitHub."),
        ("Hey Jarvis, don't open it", "don't open it"),
        ("Hey Jarvis, hey you", "hey you"),
    ],
)
def test_the_command_behind_it_stays_whole(heard: str, command: str) -> None:
    assert strip_wake_word(heard, "hey jarvis", is_heard=True) == command


@pytest.mark.parametrize(
    "heard",
    [
        "I was born in 1990",
        "Who was Travis",
        "His office",
        "The office website",
        "Do not open github.com",
        "Hey Travis, open it",
    ],
)
def test_without_a_wake_model_nothing_but_the_very_word_is_cut(heard: str) -> None:
    assert strip_wake_word(heard, "hey jarvis") == heard
    assert strip_wake_word(f"Hey Jarvis, {heard}", "hey jarvis") == heard


GARBLED = [
    ("Hey, what time is it?", "what time is it?"),
    ("Hey Jardins, open MIT's website.", "open MIT's website."),
    ("Page our best stop.", "stop."),
    ("Here are the open MIT's wedge site.", "open MIT's wedge site."),
    ("Hang on this open MIT's website.", "open MIT's website."),
    ("Play Jarvis. Open MIT's website.", "Open MIT's website."),
    ("Play Jarvis, openjithab.com", "openjithab.com"),
    ("and so on. Hey Jarvis, stop", "stop"),
    ("Hey, darkness. Hello.", "Hello."),
    ("Hey, darkness, a song", "a song"),
    ("Hey, darkness.", ""),
    ("I age out of us, start the terminal.", "start the terminal."),
    ("HR this started terminal", "started terminal"),
    ("hey jar with lunch fire fox", "lunch fire fox"),
    ("Hey zombies, open Travis Perkins.", "open Travis Perkins."),
]


@pytest.mark.parametrize(("heard", "command"), GARBLED)
def test_what_stands_where_the_wake_model_heard_its_word_is_cut(heard: str, command: str) -> None:
    assert strip_wake_word(heard, "hey jarvis", is_heard=True) == command


@pytest.mark.parametrize("heard", [*(heard for heard, _ in GARBLED[:5]), "Love on fire, Fox."])
def test_nothing_like_the_wake_word_is_cut_when_only_a_key_was_held(heard: str) -> None:
    assert strip_wake_word(heard, "hey jarvis") == heard


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
    assert strip_wake_word(heard, "jarvis", is_heard=True) == "open it"
