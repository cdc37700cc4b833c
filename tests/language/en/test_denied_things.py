"""Unit: the things that an order does not mean are found, and left out at its end."""

import pytest

from jarvis_voice.language.en.denied_things import (
    denied_things,
    without_denied_end,
    without_kept_day,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "denied"),
    [
        ("take limes off the list, not soap", [{"soap"}]),
        ("remove not the limes but the soap", [{"limes"}]),
        ("cancel the second timer, not the first one", [{"first"}]),
        ("cancel the bread timer instead of the soup timer", [{"soup"}]),
        ("cancel the timer, not the alarm", []),
        ("cancel it but not now", []),
        ("not the rice", []),
        ("no, I meant the bread, not the soup", []),
    ],
)
def test_the_words_of_what_is_not_meant(said: str, denied: list[set[str]]) -> None:
    assert [set(one) for one in denied_things(said)] == denied


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("cancel the bread timer, not the soup", "cancel the bread timer"),
        ("Cancel the bread timer rather than the soup one.", "Cancel the bread timer."),
        ("cancel it, but not today", ""),
        ("cancel the soup timer", ""),
        ("cancel it if it is not on", ""),
    ],
)
def test_an_order_without_what_it_does_not_mean(said: str, order: str) -> None:
    assert without_denied_end(said) == order


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("don't wake me tomorrow, but on Saturday", "don't wake me tomorrow"),
        ("no alarm on Friday but do wake me on Sunday", "no alarm on Friday"),
        ("don't wake me tomorrow, though do on saturday", "don't wake me tomorrow"),
        ("no alarm tomorrow, but saturday yes", "no alarm tomorrow"),
        ("don't wake me tomorrow", ""),
        ("leave out the weekend but wake me on Sunday", ""),
        ("cancel it but tell me why", ""),
    ],
)
def test_an_order_without_the_day_that_stays(said: str, order: str) -> None:
    assert without_kept_day(said) == order
