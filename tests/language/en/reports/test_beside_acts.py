"""Pure: a sentence beside an act and what is known go in; whether it claims more comes out."""

import pytest

from jarvis_voice.language.en.reports.beside_acts import claims_all_done, claims_more, untagged

pytestmark = pytest.mark.unit

ALARM = "set an alarm for 6 am tomorrow The alarm is set for 06:00 tomorrow."
DAILY = "set an alarm for 6 am every day The alarm is set every day at 06:00."
SKIP = "skip tomorrow's alarm I have left out the alarm for 07:00 tomorrow."
NOTE = "note that the plumber comes on friday I have noted: the plumber comes on friday."


@pytest.mark.parametrize(
    ("sentence", "known"),
    [
        ("The alarm rings every day at six.", ALARM),
        ("You'll get the reminder at six.", "I will remind you at 17:00 today: call mum."),
        ("Your alarm comes every weekday.", ALARM),
        ("A second alarm rings at ten past six.", ALARM),
        ("Another reminder goes off at noon.", ALARM),
        ("One more alarm for six is set.", ALARM),
        ("A timer for six hours is running.", ALARM),
        ("It\u2019s got ten minutes left.", ALARM),
        ("Nothing else is set.", ALARM),
        ("There's nothing set for Sunday either.", SKIP),
        ("I've left out the whole weekend.", SKIP),
        ("A reminder for Friday morning is set.", NOTE),
        ("The parts will arrive tomorrow.", NOTE),
    ],
)
def test_another_thing_time_or_act_is_more_than_was_done(sentence: str, known: str) -> None:
    assert claims_more(sentence, known)


@pytest.mark.parametrize(
    ("sentence", "known"),
    [
        ("Your alarm rings at six tomorrow.", ALARM),
        ("Your alarm rings every day at six.", DAILY),
        ("Robins eat worms every day.", ALARM),
        ("A second timer is handy when you bake.", ALARM),
        ("There is nothing better than an early walk.", ALARM),
        ("I've left out the alarm for tomorrow.", SKIP),
        ("The plumber comes on Friday.", NOTE),
        ("The heating in a house is off in summer.", NOTE),
        ("The parcel will arrive tomorrow.", NOTE + " and order a valve"),
    ],
)
def test_what_was_done_and_company_are_not(sentence: str, known: str) -> None:
    assert not claims_more(sentence, known)


@pytest.mark.parametrize(
    ("sentence", "is_all"),
    [
        ("Both are done.", True),
        ("All set!", True),
        ("Everything is taken care of.", True),
        ("All owls are hunters.", False),
        ("Both parents feed the young.", False),
    ],
)
def test_all_is_done_by_few_words(sentence: str, *, is_all: bool) -> None:
    assert claims_all_done(sentence) is is_all


@pytest.mark.parametrize(
    ("sentence", "statement"),
    [
        ("I've added them too, haven't I?", "I've added them too."),
        ("The oven is on, isn\u2019t it?", "The oven is on."),
        ("Isn't it lovely?", "Isn't it lovely?"),
        ("Would you like more?", "Would you like more?"),
    ],
)
def test_what_asks_for_a_nod_is_a_statement(sentence: str, statement: str) -> None:
    assert untagged(sentence) == statement
