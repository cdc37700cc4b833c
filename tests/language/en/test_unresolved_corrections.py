"""Unit: an order that corrects itself in words that no reading has followed."""

import pytest

from jarvis_voice.language.en.unresolved_corrections import is_corrected

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "text",
    [
        "cancel both alarms, no, just the 7 am one",
        "cancel the 7 am alarm, not that one, the 9 am one",
        "cancel the 7 am alarm, not that one",
        "cancel the 7 am alarm. Not that one. The 9 am one.",
        "cancel the pasta timer, not the timer, the 7 am alarm",
        "7 am alarm, oh sorry my mistake, the 9 am",
        "7, that is wrong, at 9",
        "7 am alarm, better the 9 am",
        "egg, not egg, rice",
        "7 am alarm - excuse me, the 9 am",
    ],
)
def test_an_order_is_corrected(text: str) -> None:
    assert is_corrected(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not that one",
        "no, not borax, coke",
        "my bad, not a charger, a phone mount",
        "Ah no, rather at four",
        "cancel the 7 am alarm",
        "cancel the 7 am alarm, not the 9 am alarm",
        "cancel the timer, not the alarm, and tell me the time",
        "just cancel the timer, nothing else",
        "remove the milk, no problem, and the eggs",
        "cancel the timer, thanks",
        "milk, eggs and bread",
        "a, no, b, " * 50,
        "cancel it" + "." * 250 + "x",
        "cancel it" + " -" * 120 + "x",
    ],
)
def test_an_order_is_not_corrected(text: str) -> None:
    assert not is_corrected(text)
