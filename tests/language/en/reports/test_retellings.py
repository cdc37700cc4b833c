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


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Milk is on your list.", "Milk is not on the shopping list."),
        ("Your pasta timer is set.", "There is no pasta timer."),
        ("Your alarm rings at seven tomorrow.", "The alarm for 07:00 is left out tomorrow."),
        ("You have an alarm at seven.", "You had an alarm at 07:00; it was cancelled."),
        ("The volume is at 30 percent.", "The volume is at 30 percent, but it is still muted."),
        ("It rains in Rome.", "It doesn't rain in Rome."),
    ],
)
def test_what_was_told_is_not_turned_round(sentence: str, told: str) -> None:
    assert not retells(sentence, told)


BOTH = "You have an alarm for work at 07:00; an alarm for the gym at 09:30."


def test_a_figure_stays_with_its_thing() -> None:
    assert retells("Your gym alarm is set for half past nine.", BOTH)
    assert not retells("Your gym alarm is set for seven.", BOTH)
    comma = "The pasta timer has 4 minutes left, the egg timer has 9 minutes left."
    assert retells("The egg timer has nine minutes left.", comma)
    assert not retells("The egg timer has four minutes left.", comma)
