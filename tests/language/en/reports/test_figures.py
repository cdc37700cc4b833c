"""Unit: figures that no tool has told."""

import pytest

from jarvis_voice.language.en.reports.figures import invents_figures

pytestmark = pytest.mark.unit

ALARM = "You have an alarm at 07:00 tomorrow."
TOKYO = "It is 19:00 in Tokyo."


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Your alarm rings in 3 hours.", ALARM),
        ("You have five alarms.", ALARM),
        ("It is 3 am in Tokyo.", TOKYO),
        ("It is a quarter to nine there.", "Tokyo 22:40"),
        ("The tip is 9 euros.", "45 * 0.15 is 6.75."),
    ],
)
def test_a_figure_of_nobody(sentence: str, told: str) -> None:
    assert invents_figures(sentence, [told])


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("It rings at seven.", ALARM),
        ("It rings at 7:00 tomorrow, so sleep well.", ALARM),
        ("There it is 7 pm.", TOKYO),
        ("It is 6.75, which makes 51.75 in all.", "45 * 0.15 is 6.75."),
        ("About 18 degrees.", "It is 18.0 degrees in Rome."),
        ("That is 1,200 euros.", "1200 euros"),
        ("One moment.", ALARM),
        ("No alarm is near.", ALARM),
        ("I know 5 jokes.", "You have no alarms."),
        ("It is twenty to eleven at night there.", "Tokyo 22:40"),
        ("A kilo is about 35 ounces.", "35.274 ounces"),
        ("Some sixteen square metres.", "15.96"),
    ],
)
def test_a_figure_that_was_told_or_that_nothing_speaks_against(sentence: str, told: str) -> None:
    assert not invents_figures(sentence, [told])
