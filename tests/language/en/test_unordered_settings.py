"""Unit: what only tells of something being set, or denies it, orders nothing."""

import pytest

from jarvis_voice.language.en.unordered_settings import why_not_run, why_unordered

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "text",
    [
        "my brother set a timer for five minutes",
        "I got up at 7 am",
        "my dog wakes me up at 7 am",
        "Tom will wake me at 7 am",
        "the alarm at 7 am woke everyone",
        "the alarm clock rang at seven am",
        "I dreamed you set an alarm for 7 am",
        "Tom says set an alarm for 7 am",
        "I'll set an alarm for 7 am myself",
        "she always sets an alarm for six",
        "Anna's phone set an alarm for six",
        "he put milk on the shopping list",
        "she said add milk to the shopping list",
        "the recipe says set a timer for twenty minutes",
        "it says here set a timer for twenty minutes",
        "you set a timer for five minutes already",
        "you have set a timer for five minutes",
        "I should have set a timer for ten minutes",
        "I nearly set an alarm for six",
        "I might set an alarm for six",
        "I forgot to set an alarm for six",
        "I set my alarm for six on my phone",
        "I have an alarm at seven on my phone",
        "when I was young I set an alarm for five every day",
        "if I had set an alarm for six I would be there",
        "someday I will set an alarm for five",
        "the microwave has a timer for five minutes",
        "a timer for five minutes would be silly",
        '"set a timer for five minutes" is a command',
        "the command is set a timer for five minutes",
        "set a timer for five minutes is what he said",
        "pretend to set a timer for five minutes",
        "what if you set a timer for ten minutes",
        "for example set a timer for ten minutes",
        "show me how to set a timer for ten minutes",
        "write a story in which somebody says set a timer for ten minutes",
        "the opposite of set a timer for ten minutes",
        "set a timer for ten minutes said the cook",
        "wake me at six, he said",
        "add milk to the list, says Anna",
        "the message was: set an alarm for six",
        "Anna wrote: add milk to the list",
        "nobody wants a timer for ten minutes",
        "you keep setting timers for ten minutes",
        "the oven timer is set for twenty minutes",
        "my alarm was set for six",
        "ask your brother to set a timer for ten minutes",
        "I asked my husband to put milk on the list",
        "I want Tom to set an alarm for six",
        "wake me at six he said",
        "add salt to the list it says here",
        "set a timer for ten minutes it says on the box",
        "I added milk to the shopping list",
        "I've added milk to the shopping list",
        "we added milk to the list",
        "I have put milk on the shopping list",
        "I wrote milk on the shopping list",
    ],
)
def test_what_is_told_is_no_order(text: str) -> None:
    assert why_unordered(text) == "told"


@pytest.mark.parametrize(
    "text",
    [
        "wake me at 7 am I don't think so",
        "wake me at 7 am or don't",
        "under no circumstances set an alarm for 6 am",
        "avoid setting an alarm for 6",
        "refrain from adding cheese to the shopping list",
        "I never said to add cheese to the shopping list",
        "I never told you to set a timer for 5 minutes",
        "you don't have to set a timer for 5 minutes",
        "no timer for five minutes please",
        "let us not set a timer for five minutes",
        "don't set a timer for nine minutes",
        "no, please do not ever wake me at six",
        "I don't want you to set an alarm for six",
        "never add milk to the list, please",
        "add no milk to my shopping list",
        "add nothing to the list",
    ],
)
def test_what_is_denied_is_no_order(text: str) -> None:
    assert why_unordered(text) == "denied"


@pytest.mark.parametrize(
    "text",
    [
        "I woke up late today, wake me at 7 am tomorrow",
        "my dog wakes me too early, set an alarm for 9 am",
        "I'll get up at 7 am tomorrow",
        "you will wake me at 7 am",
        "could you wake me at 7 am",
        "I never said set it for 9, set an alarm for 8",
        "remind me at 5 to avoid the motorway",
        "set a timer for five minutes",
        "for the pasta set a timer for ten minutes",
        "my eggs are boiling, set a timer for six minutes",
        "my kids need lunch, add bread to the shopping list",
        "the timer for the pasta, set it to five minutes",
        "no, set a timer for ten minutes",
        "I said set a timer for five minutes",
        "I want you to set a timer for ten minutes",
        "we need to set an alarm for six",
        "you can set an alarm for six",
        "you set an alarm for six please",
        "when you get a second add milk to the list",
        "when I get home remind me to set the alarm",
        "a timer for five minutes would be great",
        'add "set the table" to my list',
        "can you set a timer for ten minutes",
        "is it possible to set a timer for ten minutes",
        "write milk on the shopping list",
        "I want to add milk to the shopping list",
        "I'd like to add milk to the shopping list",
        "I need milk on the shopping list",
        "add no sugar cola to my shopping list",
        "remind me tomorrow what the doctor said",
        "timer: ten minutes",
        "note: buy milk",
        "note that my wife put milk on the list",
        "can I ask you to set a timer for ten minutes",
        "remind me to ask Tom to set the alarm",
        "remind me of what he said",
        "I want a timer to start now",
        "why don't you set an alarm for six",
        "don't forget to set an alarm for six",
        "don't set it for nine, set it for ten minutes",
        "add a note: don't set the alarm",
    ],
)
def test_an_order_is_one_whatever_stands_around_it(text: str) -> None:
    assert why_unordered(text) is None


def test_a_long_text_takes_no_time() -> None:
    assert why_unordered("my brother set a timer " * 100_000) is None
    assert why_unordered("my " * 100) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("don't open the garage", "denied"),
        ("never start the backup", "denied"),
        ("I said don't open the garage", None),
        ("I don't want you to start the backup", "denied"),
        ("what if you start the backup", "told"),
        ("imagine you start the backup", "told"),
        ("let me open the garage", "told"),
        ("she said open the garage", "told"),
        ("open the garage", None),
        ("please open the garage", None),
        ("I want to open the garage", None),
        ("don't you think you should open the garage", None),
    ],
)
def test_why_a_command_is_not_run(text: str, why: str | None) -> None:
    assert why_not_run(text) == why
