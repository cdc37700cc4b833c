"""Unit: an expected argument and the one that a tool got, compared leniently."""

import pytest

from jarvis_voice.workshop.sentences.argument_match import are_alike, is_alike

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("wanted", "had"),
    [
        ("Milk", " milk "),
        ("to-do", "to do"),
        ("5 minutes", "five minutes"),
        ("an hour and a half", "90 minutes"),
        ("5 minutes", 300),
        ("30", 30),
        ("30", "thirty"),
        ("30 percent", 30),
        ("milk, eggs", "milk and eggs"),
        ("milk and eggs", ["milk", "eggs"]),
        ("7 tomorrow", "seven tomorrow"),
        ("github.com", "https://www.github.com/"),
        ("call Ana", "to call ana."),
        ("180", "(15 times 4) times 3"),
        ("20% of 85", "twenty percent of 85"),
        ("yes", True),
        ("", ""),
        ("", None),
    ],
)
def test_the_same_in_other_words(wanted: str, had: object) -> None:
    assert is_alike(wanted, had)


@pytest.mark.parametrize(
    ("wanted", "had"),
    [
        ("milk", "milk and eggs"),
        ("5 minutes", "50 minutes"),
        ("5 minutes", 5),
        ("30", 31),
        ("7 tomorrow", "7"),
        ("github.com", "https://gitlab.com/"),
        ("181", "(15 times 4) times 3"),
        ("tea", "15 times 4"),
        ("", "milk"),
        ("milk", None),
        ("yes", False),
    ],
)
def test_another_one(wanted: str, had: object) -> None:
    assert not is_alike(wanted, had)


def test_one_argument_may_stand_within_another() -> None:
    egg = {"name": "7 minute egg", "length": ""}
    assert are_alike({"length": "7 minutes", "name": "egg"}, egg)
    assert not are_alike({"length": "8 minutes"}, egg)
    ana = {"text": "in ten minutes to call Ana", "when": ""}
    assert are_alike({"when": "in 10 minutes", "text": "call ana"}, ana)
    assert not are_alike({"text": "call ben"}, ana)


def test_a_reminder_may_have_its_time_in_its_text() -> None:
    mum = {"text": "ring mum at six this evening", "when": ""}
    assert are_alike({"text": "ring mum"}, mum)
    assert are_alike({"text": "ring mum", "when": "6 pm"}, mum)
    assert not are_alike({"text": "ring mum", "when": "7 pm"}, mum)
    assert not are_alike({"text": "ring dad"}, mum)


def test_groceries_and_shopping_are_one_list() -> None:
    assert are_alike({"list": "groceries"}, {"list": "shopping", "text": "figs"})
    assert not are_alike({"list": "packing"}, {"list": "shopping", "text": "figs"})


@pytest.mark.parametrize(
    ("name", "wanted", "had"),
    [
        ("when", "7:40 am", "twenty to eight in the morning"),
        ("when", "5:30 pm", "half five in the afternoon"),
        ("when", "5:30", "half five"),
        ("when", "12 pm", "noon"),
        ("when", "9 pm", "tonight at nine"),
        ("when", "21:00", "nine in the evening"),
        ("when", "9 pm today", "9 tonight"),
        ("when", "7", "seven in the morning"),
        ("when", "7 am tomorrow", "tomorrow at seven in the morning"),
        ("when", "every weekday at 8 am", "monday to friday at eight in the morning"),
        ("when", "every day at 7 am", "each morning at seven"),
        ("when", "in 90 minutes", "in an hour and a half"),
        ("when", "on the 3rd of May", "May 3rd"),
        ("to", "8:15", "quarter past eight tomorrow"),
        ("to", "kilograms", "kilos"),
        ("to", "pounds", "quid"),
        ("by", "half an hour", "by 30 mins"),
        ("length", "2 min 30", "two and a half minutes"),
        ("length", "1 hour", "60 minutes"),
        ("day", "saturday", "on Saturday"),
        ("day", "weekend", "this weekend"),
        ("what", "5 kilograms", "5 kilos"),
        ("what", "\u00a320", "twenty quid"),
        ("what", "350 fahrenheit", "350 degrees f"),
        ("what", "5 foot 10", "5 feet 10 inches"),
        ("expression", "33.33", "100 / 3"),
        ("expression", "144", "twelve times twelve"),
        ("expression", "\u00a312.50", "50 / 4"),
        ("percent", "40%", 40),
        ("list", "grocery list", "shopping"),
        ("list", "my to do list", "todo"),
        ("text", "2 litres of milk", "2l milk"),
        ("text", "500 grams of flour", "500 g flour"),
        ("text", "eggs, milk and tea", "milk, tea and eggs"),
        ("text", "call mum", "to call my mum please"),
        ("text", "take the bins out", "take bins out"),
        ("text", "it is bin day", "it's bin day"),
        ("text", "Sainsbury's", "sainsburys"),
        ("fact", "my dad is allergic to nuts", "dad is allergic to nuts"),
        ("name", "pasta", "the pasta timer"),
        ("name", "Guardian website", "the guardian"),
        ("name", "Mr Abernathy", "mister abernathy"),
        ("topic", "Dune", "the Dune film"),
        ("place", "S\u00e3o Paulo", "sao paulo"),
        ("place", "St Ives", "Saint Ives"),
        ("place", "New York", "new york city"),
        ("value", "3 May", "the third of May"),
        ("value", "3 May 1990", "May 3rd, 1990"),
        ("url", "the guardian", "https://www.theguardian.com/uk"),
        ("sides", "twenty", 20),
    ],
)
def test_one_value_in_two_wordings(name: str, wanted: str, had: object) -> None:
    assert is_alike(wanted, had, name)


@pytest.mark.parametrize(
    ("name", "wanted", "had"),
    [
        ("when", "7:40 am", "7:40 pm"),
        ("when", "7:40 am", "twenty to eight in the evening"),
        ("when", "half five", "5:15"),
        ("when", "9 am tomorrow", "9 am on saturday"),
        ("when", "every weekday at 8 am", "every day at 8 am"),
        ("when", "every day at 8 am", "8 am"),
        ("when", "in 20 minutes", "in 20 hours"),
        ("when", "noon", "midnight"),
        ("when", "tomorrow morning", "tomorrow evening"),
        ("to", "8:15", "8:45"),
        ("to", "8 am tomorrow", "8 am on saturday"),
        ("to", "kilograms", "kilometers"),
        ("to", "euros", "dollars"),
        ("length", "5 minutes", "5 seconds"),
        ("day", "saturday", "sunday"),
        ("what", "5 kg", "5 km"),
        ("what", "5 kg", "6 kg"),
        ("what", "20 lb", "20 quid"),
        ("what", "350 celsius", "350 fahrenheit"),
        ("expression", "33.34", "100 / 3"),
        ("expression", "33", "100 / 3"),
        ("percent", "40", 4),
        ("list", "packing", "shopping"),
        ("text", "5 kg of flour", "5 km of flour"),
        ("text", "milk", "oat milk"),
        ("text", "call mum", "call dad"),
        ("text", "walk to school", "walk from school"),
        ("text", "comic book", "comic"),
        ("text", "lunch at noon", "lunch at one"),
        ("name", "pasta", "pizza timer"),
        ("name", "timer", "alarm"),
        ("place", "York", "New York"),
        ("value", "3 May", "3 March"),
        ("value", "Sam", "Pam"),
        ("url", "guardian", "https://www.bbc.co.uk/"),
        ("which", "first", "second"),
        ("change", "up", "down"),
    ],
)
def test_two_values_in_like_wordings(name: str, wanted: str, had: object) -> None:
    assert not is_alike(wanted, had, name)
