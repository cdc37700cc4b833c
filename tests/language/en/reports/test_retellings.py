"""Unit: a sentence and what was told go in; whether it only says it again comes out."""

import pytest

from jarvis_voice.language.en.reports.retellings import retells

pytestmark = pytest.mark.unit

ALARM = "You have an alarm every day at 07:00."
SHOPPING = "On the shopping list are milk, eggs and rye bread."
PASTA = "Timer: pasta, 4 minutes left."


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Your alarm rings at seven every day.", ALARM),
        ("Yes, your alarm is set for 7:00.", ALARM),
        ("Milk is on your list already.", SHOPPING),
        ("The eggs and the rye bread.", SHOPPING),
        ("Your pasta timer has four minutes left.", PASTA),
        ("Four minutes.", PASTA),
    ],
)
def test_what_was_told_in_other_plain_words(sentence: str, told: str) -> None:
    assert retells(sentence, told)


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Your alarm is set for eight.", ALARM),
        ("Your alarm is cancelled.", ALARM),
        ("Your alarm is on again.", ALARM),
        ("Your alarm now rings at seven.", ALARM),
        ("No alarm is set.", ALARM),
        ("Butter is on your list.", SHOPPING),
        ("Milk is off the list.", SHOPPING),
        ("I have set it for seven.", ALARM),
        ("We put milk on the list.", SHOPPING),
        ("It is set.", PASTA),
        ("", PASTA),
        ("Your timer has five minutes left.", PASTA),
        ("Your timer has four minutes left.", ""),
    ],
)
def test_a_word_or_a_figure_of_its_own(sentence: str, told: str) -> None:
    assert not retells(sentence, told)
