"""Unit: which answer takes up what was offered or asked for."""

import re

import pytest

from jarvis_voice.assistant.understanding.offer_answer import accepted, says_it_is_done
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit

ASKED = "set a timer for {length}"


def understand(text: str) -> Intent | None:
    if re.fullmatch(r"set a timer for \w+ minutes", text):
        return Intent("set_timer")
    known = {"yes": "yes", "no": "no", "never mind": "never_mind", "what time is it": "get_time"}
    if text == "how long is it":
        return Intent("search", {"kind": "question"})
    return Intent(known[text]) if text in known else None


@pytest.mark.parametrize(
    ("text", "offer", "wanted"),
    [
        ("yes", "open GitHub", "open GitHub"),
        ("That's it.", "open GitHub", "open GitHub"),
        ("yes, that is what I meant", "open GitHub", "open GitHub"),
        ("please do", "open GitHub", "open GitHub"),
        ("that is it for today", "open GitHub", "that is it for today"),
        ("no", "open GitHub", "no"),
        ("five minutes", ASKED, "set a timer for five minutes"),
        ("for five minutes, please", ASKED, "set a timer for five minutes"),
        ("what time is it", ASKED, "what time is it"),
        ("never mind", ASKED, "never mind"),
        ("yes", ASKED, "yes"),
        ("how long is it", ASKED, "how long is it"),
        ("a banana", ASKED, "a banana"),
    ],
)
def test_an_answer_stands_for_a_request(text: str, offer: str, wanted: str) -> None:
    assert accepted(text, offer, understand) == wanted


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("my car is on level three", True),
        ("when is dinner", False),
        ("is dinner at nine", False),
        ("I don't know", False),
    ],
)
def test_a_question_is_no_fact(text: str, *, is_taken: bool) -> None:
    def remember(sentence: str) -> Intent | None:
        return Intent("remember") if sentence.startswith("remember that ") else None

    wanted = f"remember that {text}" if is_taken else text
    assert accepted(text, "remember that {fact}", remember).lower() == wanted.lower()


@pytest.mark.parametrize(
    ("text", "is_done"),
    [("yes I already did", True), ("yes I did it myself", True), ("yeah right", True),
     ("yes please do", False), ("right", False)],
)  # fmt: skip
def test_a_yes_to_nothing(text: str, *, is_done: bool) -> None:
    assert says_it_is_done(text) is is_done
