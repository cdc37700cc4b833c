"""Unit: units and names that a sentence denies, or tells of others."""

import pytest

from jarvis_voice.assistant.understanding import proposals
from jarvis_voice.assistant.understanding.profile_doubts import as_meant
from jarvis_voice.core.understanding import Intent

pytestmark = pytest.mark.unit


def units(value: str) -> Intent:
    return Intent("set_profile", {"field": "units", "value": value})


@pytest.mark.parametrize(
    ("text", "value", "sentence"),
    [
        ("I don't use fahrenheit", "imperial", "use celsius"),
        ("I do not use Fahrenheit", "imperial", "use celsius"),
        ("I hate fahrenheit", "imperial", "use celsius"),
        ("I never use fahrenheit", "imperial", "use celsius"),
        ("we don't use miles", "imperial", "use celsius"),
        ("I don't like imperial units", "imperial", "use celsius"),
        ("I used to use fahrenheit", "imperial", "use celsius"),
        ("nobody uses metric here", "metric", "use fahrenheit"),
        ("my wife uses fahrenheit", "imperial", "use fahrenheit"),
        ("americans use fahrenheit", "imperial", "use fahrenheit"),
        ("and my wife uses fahrenheit", "imperial", "use fahrenheit"),
        ("my mother thinks in celsius", "metric", "use celsius"),
    ],
)
def test_units_that_are_denied_or_told_of_others_are_asked_about(
    text: str, value: str, sentence: str
) -> None:
    assert as_meant(text, units(value)) == Intent(proposals.SUGGEST, {"sentence": sentence})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("use fahrenheit", "imperial"),
        ("I use celsius", "metric"),
        ("I prefer celsius", "metric"),
        ("I'm used to celsius", "metric"),
        ("we use metric", "metric"),
        ("I think in fahrenheit", "imperial"),
        ("give me fahrenheit", "imperial"),
        ("tell me temperatures in celsius", "metric"),
        ("use celsius not fahrenheit", "metric"),
        ("I use celsius, not fahrenheit", "metric"),
        ("I don't use fahrenheit but celsius", "metric"),
        ("use fahrenheit instead of celsius", "imperial"),
        ("switch to metric", "metric"),
        ("stop using fahrenheit", "metric"),
        ("temperatures in celsius please", "metric"),
        ("could you use fahrenheit", "imperial"),
        ("no go back to celsius", "metric"),
        ("no, use celsius", "metric"),
        ("why don't you use celsius", "metric"),
        ("why not use celsius", "metric"),
        ("can't you use celsius", "metric"),
        ("don't forget to use celsius", "metric"),
        ("and use celsius for the temperature, please", "metric"),
        ("and use fahrenheit from now on", "imperial"),
        ("ok so use celsius", "metric"),
        ("for the weather use celsius", "metric"),
        ("in future use celsius", "metric"),
    ],
)
def test_an_order_is_done(text: str, value: str) -> None:
    assert as_meant(text, units(value)) == units(value)


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("call me Bob", True),
        ("everyone calls me Bob", True),
        ("my friends call me Bob", True),
        ("don't call me Robert, call me Bob", True),
        ("nobody calls me Bob", False),
        ("hardly anyone calls me Bob", False),
        ("only my mother calls me Bob", False),
    ],
)
def test_a_name_that_nobody_says_is_not_taken(text: str, *, is_kept: bool) -> None:
    name = Intent("set_profile", {"field": "name", "value": "Bob"})
    assert as_meant(text, name) == (name if is_kept else Intent("remark"))
