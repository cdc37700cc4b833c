"""Unit: a voice says sentences, whatever the answer looks like."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarvis_voice.core.types import UnitKind
from jarvis_voice.language.en.answer_units import Unit, UnitSplitter, spoken_unit
from jarvis_voice.language.en.spoken_units import CODE_SHOWN, TABLE_SHOWN, UnitVoice

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("kind", "text", "spoken"),
    [
        ("prose", "It is 22:10.", "It is 22:10."),
        ("prose", "It's $3.50 (about 5%).", "It's $3.50 (about 5%)."),
        ("prose", "That is **very** *good*, `really`.", "That is very good, really."),
        ("prose", "See [the guide](https://a.org/x_y) now.", "See the guide now."),
        ("prose", "See https://docs.python.org/3/x_y.", "See docs.python.org."),
        ("prose", "See <http://www.mit.edu:80/#a>, too.", "See mit.edu, too."),
        ("prose", "Well done! 🎉", "Well done!"),
        ("prose", "😊", ""),
        ("prose", "**Bold that goes on.", "Bold that goes on."),
        ("prose", "Call snake_case in C#.", "Call snake case in C sharp."),
        ("prose", "5 * 3 is 15.", "5 times 3 is 15."),
        ("item", "- Milk", "Milk."),
        ("item", "* **Eggs**: six,", "Eggs: six."),
        ("item", "12. Open the _door_. Slowly.", "Twelve, Open the door. Slowly."),
        ("item", "1) Go", "One, Go."),
        ("item", "- [x] Bread", "Bread."),
        ("item", "- one\n  goes on", "one goes on."),
        ("item", "-", ""),
        ("heading", "## The plan ##", "The plan."),
        ("heading", "# Why?", "Why?"),
        ("quote", "> > To be, *or* not", "To be, or not."),
        ("rule", "---", ""),
        ("code", "```py\nx = 1\n```", CODE_SHOWN),
        ("table", "| Name | Age |\n|---|---|\n| **Miso** | 3 |\n| Pixel | |",
         "Name: Miso, Age: 3. Name: Pixel."),
        ("table", "a | b\n-|-\n1 | x\\|y", "a: 1, b: x|y."),
        ("table", "|a|\n|-|\n|1|\n|2|\n|3|\n|4|", TABLE_SHOWN),
        ("table", "|a|\n|-|", TABLE_SHOWN),
    ],
)  # fmt: skip
def test_what_is_said_of_a_unit(kind: UnitKind, text: str, spoken: str) -> None:
    assert spoken_unit(Unit(text, " ", kind)) == spoken


SIGNS = st.sampled_from(
    [
        *("word", "*", "**", "_", "`", "#", "# ", "> ", "- ", "1. ", " ", "\n", "|", ". ", "😊"),
        *("[a](b)", "```", "http://a.b/c_d*e", "\\"),
    ]
)


@settings(max_examples=60)
@given(st.lists(SIGNS, max_size=30).map("".join))
def test_no_sign_of_markdown_is_said(text: str) -> None:
    splitter = UnitSplitter()
    for unit in [*splitter.feed(text), *splitter.flush()]:
        spoken = spoken_unit(unit)
        assert not set(spoken) & set("*_`#")
        assert "http" not in spoken
        assert "\n" not in spoken


def test_of_code_behind_code_nothing_is_said_again() -> None:
    voice = UnitVoice()
    parts: list[tuple[str, UnitKind]] = [
        ("```\na\n```", "code"), ("---", "rule"), ("```\nb\n```", "code"), ("Then this.", "prose"),
        ("```\nc\n```", "code"),
    ]  # fmt: skip
    assert [voice.words(*part) for part in parts] == [CODE_SHOWN, "", "", "Then this.", CODE_SHOWN]


def test_a_sentence_that_is_said_twice_is_said_twice() -> None:
    voice = UnitVoice()
    assert [voice.words("No.", "prose"), voice.words("No.", "prose")] == ["No.", "No."]
