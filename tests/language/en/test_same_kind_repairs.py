"""Unit: the last of two of one kind is meant, and any other "no" stays."""

import pytest

from jarvis_voice.language.en.same_kind_repairs import first_of_kind, last_of_kind

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("set a timer for ten minutes no hours", "set a timer for ten hours"),
        ("set a timer for 5 minutes no 10 minutes", "set a timer for 10 minutes"),
        ("set a timer for an hour, sorry, two hours", "set a timer for two hours"),
        ("set a timer for ten seconds I mean minutes", "set a timer for ten minutes"),
        ("set a timer for two hours make that three hours", "set a timer for three hours"),
        ("set a timer for ten minutes actually make it fifteen", "set a timer for fifteen minutes"),
        ("remind me to call in ten minutes no twenty", "remind me to call in twenty minutes"),
        ("set an alarm for six no seven", "set an alarm for seven"),
        ("set an alarm for six am no seven", "set an alarm for seven am"),
        ("wake me at 6:30 no 7:15", "wake me at 7:15"),
        ("wake me at seven no half past seven", "wake me at half past seven"),
        ("wake me at seven no wait eight no nine", "wake me at nine"),
        ("remind me at five no six to call mum", "remind me at six to call mum"),
        ("remind me to call mum at noon or rather at one pm", "remind me to call mum at one pm"),
        ("remind me on Monday no Tuesday to pay", "remind me on Tuesday to pay"),
        ("remind me tomorrow, sorry, friday to pay", "remind me friday to pay"),
        ("what is the weather today no tomorrow", "what is the weather tomorrow"),
        ("what is the weather in Paris no London", "what is the weather in London"),
        ("remind me to call Tom I mean Tim at five", "remind me to call Tim at five"),
        ("what time is it in New York sorry San Diego", "what time is it in San Diego"),
        ("convert five miles no six miles to feet", "convert six miles to feet"),
        ("add two litres of milk, sorry, one litre to my list", "add one litre of milk to my list"),
    ],
)
def test_the_last_of_one_kind_counts(said: str, meant: str) -> None:
    assert last_of_kind(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        "set a timer for ten minutes no rush",
        "set a timer for ten minutes, sorry to bother you",
        "set a timer for ten minutes no more",
        "set an alarm for six am no need to be loud",
        "remind me at five no one is home then",
        "I was away for ten minutes no one called",
        "remind me to say sorry to Tom at five",
        "remind me that there is no milk at six pm",
        "remind me to tell Anna sorry Tom is late",
        "remind me to buy no more wine at six",
        "remember that Tom says no Anna says yes",
        "remember that Tom eats no meat",
        "remember that no two days are alike",
        "note that no means no",
        "what is the weather in no man's land",
        "search for no country for old men",
        "add no sugar cola to my list",
        "add milk no eggs to my list",
        "what does sorry mean in German",
        "I was there for two days no problem",
        "cancel the five minutes no the other timer",
    ],
)
def test_any_other_no_stays(said: str) -> None:
    assert last_of_kind(said) == said


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("move the 7 am alarm to 8, not to 9", "move the 7 am alarm to 8"),
        ("move the 9 am alarm to Saturday, not Sunday", "move the 9 am alarm to Saturday"),
        ("remind me to sing at 5 pm instead of 6 pm", "remind me to sing at 5 pm"),
        ("set a tea timer for 5 instead of 10 minutes", "set a tea timer for 5 minutes"),
        ("make the tea timer 20 minutes, not 30", "make the tea timer 20 minutes"),
        ("skip the alarm tomorrow, not on Saturday", "skip the alarm tomorrow"),
        ("move the gate reminder from Saturday to Sunday", "move the gate reminder to Sunday"),
        ("move my alarm from Monday to Tuesday", "move my alarm on Monday to Tuesday"),
        ("wake me from Monday to Friday at 7", "wake me from Monday to Friday at 7"),
        ("wake me at 7 not one minute later", "wake me at 7 not one minute later"),
        ("remind me to bring tea, not coffee", "remind me to bring tea, not coffee"),
        ("remind me at 5 not to eat", "remind me at 5 not to eat"),
        ("skip next week but not on Friday", "skip next week but not on Friday"),
        ("make my alarm 8 instead of 7", "make my alarm 8 instead of 7"),
        ("is it on Monday, not Tuesday", "is it on Monday, not Tuesday"),
    ],
)
def test_an_order_keeps_the_first_of_two_of_which_the_last_is_not_meant(
    said: str, meant: str
) -> None:
    assert first_of_kind(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        "remind me at 4 pm that the meeting is at 5 instead of 6",
        "remind me to ask whether it is on friday instead of saturday at 9 am tomorrow",
        "remind me at 7 pm to add 2 instead of 3 minutes to the bread",
        "remind me to move the meeting from monday to tuesday at 7 pm",
    ],
)
def test_the_words_of_a_reminder_are_kept(said: str) -> None:
    assert first_of_kind(said) == said


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("wake me not at 7 but at 8", "wake me at 8"),
        ("remind me at 4 pm that it is at 5, not at 6", "remind me at 4 pm that it is at 5"),
        ("add 5 minutes, not to the rice but to the soup", "add 5 minutes to the soup"),
        ("make it 10 minutes later instead of earlier", "make it 10 minutes later"),
        (
            "remind me to swim on monday at 8 am, not on tuesday",
            "remind me to swim on monday at 8 am",
        ),
        ("remind me tomorrow instead of today at 9 to call", "remind me tomorrow at 9 to call"),
    ],
)
def test_what_is_not_meant_may_stand_anywhere(said: str, meant: str) -> None:
    assert first_of_kind(said) == meant
